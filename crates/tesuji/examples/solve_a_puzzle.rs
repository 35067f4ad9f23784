//! Solves a puzzle and draws each step: `cargo run -p tesuji --example solve_a_puzzle`.

use tesuji::core::{Notation, Outcome, Render, Rules, Solver};
use tesuji::informed::AStar;
use tesuji::rush_hour::{BlockingCars, Card, Metric, RushHour};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let card: Card = "....B.....BC.AA.BC.D.....D.....DEEE.".parse()?;
    let puzzle = RushHour::new(card, Metric::Slides);
    let mut board = puzzle.initial();
    print!("{}", puzzle.text(&board));
    match AStar::new(BlockingCars::new(&puzzle)).solve(&puzzle, &board).outcome {
        Outcome::Optimal(plan) => {
            for mv in plan.moves {
                println!("\n{}", puzzle.move_text(&board, mv));
                puzzle.play(&mut board, mv);
                print!("{}", puzzle.text(&board));
            }
            println!("\n{} slides, and no solution has fewer", plan.cost);
        }
        Outcome::Unsolvable => println!("there is no solution"),
        other => println!("{other:?}"),
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
