//! A match on Breakthrough between two rules of choice, at as many simulations for a move:
//! `cargo run --release -p tesuji-montecarlo --example matches 8x8 1000 200 uct,0.6 grave,0.001,100 [seed]`
//! plays 200 pairs of games. A rule is `uct` with its constant, `rave` with its bias, or `grave` with its
//! bias and reference; `2*` before it gives it two threads.
//!
//! A pair begins with the same random moves and swaps the sides. The Elo is that of the second rule
//! against the first, with an interval of 95 % from the variance of pairs.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{self, SeedableRng};
use tesuji_breakthrough::{Breakthrough, Position, Step};
use tesuji_core::{Game, GameResult, Player, Rules};
use tesuji_montecarlo::{Analyse, ByKey, Grave, MonteCarlo, Policy, Rave, TreeParallel, Ucb};

/// Random moves at the beginning of a pair of games.
const OPENING: usize = 4;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [board, simulations, pairs, first, second, seed @ ..] = &words[..] else {
        panic!("board, simulations, pairs, two rules");
    };
    let (width, height) = board.split_once('x').expect("a board such as 8x8");
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let game = Breakthrough::new(number(width), number(height)).expect("a board");
    let simulations = number(simulations) as u64;
    let players = [rule(first, simulations), rule(second, simulations)];
    let seed = seed.first().map_or(0, |text| number(text) as u64);
    let mut points = [0u32; 3];
    for pair in 0..number(pairs) as u64 {
        let seed = seed << 32 | pair;
        let opening = opening(&game, &mut Pcg64Mcg::seed_from_u64(seed));
        let won = [0, 1].map(|begins| {
            // Which of the two rules moves as which side.
            let sides = [begins, 1 - begins];
            let winner = play(&game, opening, sides.map(|side| &*players[side]), seed);
            sides[winner as usize] == 1
        });
        points[won.into_iter().filter(|&won| won).count()] += 1;
    }
    let (elo, low, high) = elo(points);
    println!(
        "{board} {simulations}: {second} against {first}: {elo:+.0} ({low:+.0} to {high:+.0}), \
         pairs with 0, 1, 2 wins {points:?}"
    );
}

/// Chooses a move with this seed.
type Chooser = dyn Fn(&Breakthrough, &Position, u64) -> Step;

fn rule(text: &str, simulations: u64) -> Box<Chooser> {
    let (threads, text) = text
        .split_once('*')
        .map_or((1, text), |(threads, rule)| (threads.parse().expect("a number of threads"), rule));
    let mut words = text.split(',');
    let name = words.next().unwrap_or_default();
    let mut next = || words.next().expect("a constant").parse::<f32>().expect("a constant");
    match name {
        "uct" => {
            let ucb = Ucb { exploration: next(), first_play: f32::INFINITY };
            chooser(MonteCarlo::with(ucb), simulations, threads)
        }
        "rave" => {
            let rave = Rave { bias: next(), exploration: 0.0 };
            chooser(MonteCarlo::with(rave), simulations, threads)
        }
        "grave" => {
            let grave = Grave { bias: next(), reference: next() as u32 };
            chooser(MonteCarlo::with(grave), simulations, threads)
        }
        _ => panic!("uct, rave or grave"),
    }
}

fn chooser<P>(search: MonteCarlo<P>, simulations: u64, threads: usize) -> Box<Chooser>
where
    P: Policy<Breakthrough> + Clone + Sync + 'static,
{
    let search: MonteCarlo<P, ByKey> = search.by_key().playouts(simulations);
    Box::new(move |game, position, seed| {
        let search = search.clone().seed(seed);
        let findings = match threads {
            1 => search.analyse(game, position),
            _ => TreeParallel::new(search, threads).analyse(game, position),
        };
        findings.best().expect("a move")
    })
}

/// A position after some random moves, not decided yet.
fn opening(game: &Breakthrough, rng: &mut Pcg64Mcg) -> Position {
    loop {
        let mut position = game.initial();
        for _ in 0..OPENING {
            let moves = game.moves(&position);
            game.play(&mut position, moves[rng.next_u64() as usize % moves.len()]);
            if game.result(&position).is_some() {
                break;
            }
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

/// Who wins, the choosers being those of the first and the second side.
fn play(game: &Breakthrough, from: Position, sides: [&Chooser; 2], seed: u64) -> Player {
    let mut position = from;
    for ply in 0.. {
        match game.result(&position) {
            Some(GameResult::Win(winner)) => return winner,
            Some(GameResult::Draw) => unreachable!("Breakthrough has no draws"),
            None => {}
        }
        let side = sides[game.to_move(&position) as usize];
        let mv = side(game, &position, seed.wrapping_mul(1_000_003).wrapping_add(ply));
        game.play(&mut position, mv);
    }
    unreachable!("a game ends")
}

/// The difference that explains these pairs, and the ends of an interval of 95 %.
fn elo(points: [u32; 3]) -> (f64, f64, f64) {
    let pairs = f64::from(points.iter().sum::<u32>());
    let scores = [0.0, 0.5, 1.0].into_iter().zip(points.map(f64::from));
    let mean = scores.clone().map(|(score, count)| score * count).sum::<f64>() / pairs;
    let square = scores.map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>();
    let margin = 1.96 * (square / (pairs - 1.0) / pairs).sqrt();
    let of = |score: f64| -400.0 * (1.0 / score.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
    (of(mean), of(mean - margin), of(mean + margin))
}
