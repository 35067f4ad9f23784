//! Snapshot tests of solutions: a change of a search that changes an answer shows as a
//! difference, and is accepted or refused by a person. `cargo test -p tesuji --example snapshot`.

use tesuji::core::{Notation, Solver};
use tesuji::informed::IdaStar;
use tesuji::taquin::{Goal, LinearConflict, Taquin};

/// The solution as text, and what it took to find: counts of nodes are the same in every run.
fn solution(board: &str) -> Result<String, Box<dyn std::error::Error>> {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
    let start = taquin.parse_state(board)?;
    let answer = IdaStar::new(LinearConflict::new(&taquin)).solve(&taquin, &start);
    let plan = answer.outcome.plan().ok_or("there is no solution")?;
    let moves = taquin.moves_text(&start, &plan.moves).join(" ");
    Ok(format!("{} moves: {moves}\n{} nodes", plan.cost, answer.stats.generated))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", solution("631752048")?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_stays_as_it_is() {
        insta::assert_snapshot!(solution("631752048").unwrap(), @r"
        10 moves: 7 6 3 1 2 5 4 7 6 3
        13 nodes
        ");
    }
}
