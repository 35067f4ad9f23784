//! The lab assignment on Rush Hour against rocks (INF8215, Polytechnique Montréal, 2019): the
//! tables of a solution, and the comparison that the assignment asks for.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji::catalogue::OpponentModel;
use tesuji::core::{Game, Rules};
use tesuji::retrograde::Exact;
use tesuji::rocks::{LabEnd, LabSearch, RocksTable};
use tesuji::rush_hour::{LabGame, instances};
use tesuji_benches::report::Page;

use crate::rush_hour::{MAX_MOVES, TEMPERATURE, Tally, mean, reply};
use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "lab",
    help: "a lab assignment on Rush Hour against rocks: states visited by each search, moves, wins",
    run: Run::With(|arguments| {
        let own = Arguments::parse_from([PART.name.to_owned()].iter().chain(arguments));
        page(&own)
    }),
};

/// A lab assignment on Rush Hour against rocks: states visited by each search, moves, wins.
#[derive(Parser)]
struct Arguments {
    /// Games of each search against each adversary on each board, and of each randomised search
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A game is won in at most this many times the fewest moves against the best rocks
    #[arg(long, default_value_t = 1.25)]
    threshold: f64,
}

/// The assignment's names of the boards: the fewest moves without rocks.
const NAMES: [&str; 3] = ["9 moves", "16 moves", "14 moves"];
/// The depths of the solution's expectimax; its minimax and alpha-beta have depth 3 throughout.
const DEPTHS: [u32; 3] = [3, 3, 2];
/// The solution's table: minimax, alpha-beta, and its random, pessimistic and optimistic
/// expectimax.
const PUBLISHED: [[&str; 5]; 3] = [
    ["15984", "5560", "15279.6", "15984", "13724"],
    ["18078", "7667", "18022.2", "18078", "15303"],
    ["10950", "4153", "1581.6", "1829", "1438"],
];

const MODELS: [OpponentModel; 3] =
    [OpponentModel::Uniform, OpponentModel::Pessimistic, OpponentModel::Optimistic];

/// The drivers that are compared, at depth 3.
const DRIVERS: [&str; 5] = [
    "minimax",
    "alpha-beta",
    "expectimax, uniform",
    "expectimax, pessimistic",
    "expectimax, optimistic",
];
/// The adversaries of the last section: a perfect one, and one with random rocks.
const ADVERSARIES: [&str; 2] = ["perfect", "random"];

/// A board with its known values.
struct Board {
    name: &'static str,
    game: LabGame,
    /// The fewest moves against the best rocks.
    optimum: u32,
    /// The maximum number of moves of a game that counts as won.
    threshold: u32,
}

/// The games of one search: of those won, the states visited and the moves.
struct Played {
    visited: Vec<u64>,
    moves: Vec<u64>,
    /// Games given up, or in which the driver was blocked.
    not_won: usize,
}

impl Played {
    /// The states visited, with the moves in brackets.
    fn cell(&self) -> String {
        let (visited, moves) = (average(&self.visited), range(&self.moves));
        match (self.moves.len(), self.not_won) {
            (_, 0) => format!("{visited} ({moves})"),
            (0, lost) => format!("– ({lost} not won)"),
            (_, lost) => format!("{visited} ({moves}; {lost} not won)"),
        }
    }
}

fn page(own: &Arguments) -> Result<PathBuf> {
    ensure!(
        own.threshold >= 1.0,
        "--threshold is at least 1: no game has fewer moves than the fewest"
    );
    let boards = boards(own)?;
    let command =
        format!("cargo xtask report lab --games {} --threshold {}", own.games, own.threshold);
    let title = "Rush Hour against rocks as a lab assignment";
    let mut page = Page::new("lab", title, &command);
    let mut csv = "table,board,depth,search,adversary,games,won,lost,not_solved,threshold,\
                   mean_moves,min_moves,max_moves,mean_visited\n"
        .to_owned();
    visited(&mut page, &mut csv, &boards, own)?;
    written(&mut page, &mut csv, &boards, own)?;
    compared(&mut page, &mut csv, &boards, own)?;
    let path = "docs/results/lab.csv";
    fs::write(path, csv).with_context(|| format!("cannot write {path}"))?;
    page.finish()
}

fn boards(own: &Arguments) -> Result<Vec<Board>> {
    let named = instances::LAB.into_iter().zip(NAMES);
    let boards = named.map(|(text, name)| {
        let card = text.parse().with_context(|| format!("{text} is not a board"))?;
        let game = LabGame::against_rocks(card);
        let start = game.initial().position;
        let table = RocksTable::solve(game.rocks(), &start);
        let Some(Exact::Win(optimum)) = table.value(&start) else {
            anyhow::bail!("{text} cannot be won")
        };
        // Moves are whole numbers.
        let threshold = (own.threshold * f64::from(optimum)).floor() as u32;
        Ok(Board { name, game, optimum, threshold })
    });
    boards.collect()
}

/// The main table: the states that each search visits when it moves for both sides.
fn visited(page: &mut Page, csv: &mut String, boards: &[Board], own: &Arguments) -> Result<()> {
    page.paragraph(&format!(
        "The game comes from lab assignment 2 of the course INF8215, Polytechnique Montréal, 2019. \
         These are the searches of a solution (É. Beauchamp and J. E. Assaf) with its heuristic: \
         `tesuji lab`. One search moves for both sides; the figures count every node that it \
         enters in all decisions of a game. Expectimax here takes expectations: every rock is \
         equally likely (uniform), or those bad for the driver (pessimistic) or good for him \
         (optimistic) are likelier, by a softmin or softmax of temperature {TEMPERATURE}; its \
         adversary draws rocks by the same probabilities, so its figures are means over {} seeded \
         games. All figures: [lab.csv](lab.csv).",
        own.games
    ));
    page.heading("States visited");
    page.paragraph(
        "The depth is the solution's: 3, and for expectimax on the last board 2; the last row has \
         that board at depth 3. Brackets show the mean, minimum and maximum number of the driver's \
         moves. Games that are blocked, or given up after a thousand plies, are counted and not \
         averaged: there the heuristic makes the driver move back and forth.",
    );
    let mut rows = Vec::new();
    let mut over_boards: Vec<Vec<u64>> = vec![Vec::new(); DRIVERS.len()];
    for (index, board) in boards.iter().enumerate() {
        let mut depths = vec![DEPTHS[index]];
        depths.extend((DEPTHS[index] != 3).then_some(3));
        for depth in depths {
            let mut row = vec![board.name.to_owned(), format!("3, {depth}")];
            let searches = searches(depth);
            for (column, (name, search)) in searches.into_iter().enumerate() {
                let played = games(&board.game, search, own.games);
                row.push(played.cell());
                if depth == DEPTHS[index] {
                    over_boards[column].extend(&played.moves);
                }
                let depth = if column < 2 { 3 } else { depth };
                line(csv, ("visited", board.name, depth), name, "itself", &played)?;
            }
            rows.push(row);
        }
    }
    let head = ["board", "depths"].into_iter().chain(DRIVERS);
    page.table(head.clone(), rows);
    page.paragraph(
        "Over the games won on the three boards at the solution's depths: mean, minimum and maximum \
         number of moves.",
    );
    let row = over_boards.iter().map(|moves| range(moves));
    page.table(
        ["boards"].into_iter().chain(DRIVERS),
        [std::iter::once("all three".to_owned()).chain(row).collect::<Vec<_>>()],
    );
    Ok(())
}

/// The searches of the main table: minimax and alpha-beta at depth 3, expectimax at `depth`.
fn searches(depth: u32) -> Vec<(&'static str, LabSearch)> {
    let fixed = [LabSearch::minimax(3), LabSearch::alpha_beta(3)];
    let expected = MODELS.map(|model| LabSearch::expectimax(depth, model, TEMPERATURE));
    DRIVERS.into_iter().zip(fixed.into_iter().chain(expected)).collect()
}

/// The solution's own table, and what its program computes.
fn written(page: &mut Page, csv: &mut String, boards: &[Board], own: &Arguments) -> Result<()> {
    page.heading("The solution's table");
    page.paragraph(&format!(
        "What the solution calls expectimax takes no expectation. Its random one visits all replies \
         and takes the value of a random one (here the mean over {} seeded games; the solution has \
         the mean of five); its pessimistic one is minimax; its optimistic one is max-max, in which \
         the adversary helps. Each figure is followed by the solution's: \
         `tesuji lab rush-hour-rocks --with expectimax --opponent optimistic --as-written`.",
        own.games
    ));
    let mut rows = Vec::new();
    for (index, board) in boards.iter().enumerate() {
        let depth = DEPTHS[index];
        let searches = [
            ("minimax", LabSearch::minimax(3)),
            ("alpha-beta", LabSearch::alpha_beta(3)),
            ("random: one reply sampled", LabSearch::sampled_replies(depth)),
            ("pessimistic: minimax", LabSearch::minimax(depth)),
            ("optimistic: max-max", LabSearch::best_replies(depth)),
        ];
        let mut row = vec![board.name.to_owned(), format!("3, {depth}")];
        for ((name, search), published) in searches.into_iter().zip(PUBLISHED[index]) {
            let played = games(&board.game, search, own.games);
            let visited = average(&played.visited);
            row.push(match played.not_won {
                0 => format!("{visited} / {published}"),
                lost => format!("{visited} ({lost} not won) / {published}"),
            });
            let depth = if matches!(name, "minimax" | "alpha-beta") { 3 } else { depth };
            line(csv, ("as written", board.name, depth), name, "itself", &played)?;
        }
        rows.push(row);
    }
    page.table(
        [
            "board",
            "depths",
            "minimax",
            "alpha-beta",
            "random: one reply sampled",
            "pessimistic: minimax",
            "optimistic: max-max",
        ],
        rows,
    );
    Ok(())
}

/// The last section: against a perfect adversary, and against random rocks.
fn compared(page: &mut Page, csv: &mut String, boards: &[Board], own: &Arguments) -> Result<()> {
    page.heading("Wins and losses");
    let thresholds = boards.iter().map(|board| {
        format!("{} (fewest: {}) on the board of {}", board.threshold, board.optimum, board.name)
    });
    page.paragraph(&format!(
        "The same searches at depth 3 as drivers, against a perfect adversary (a random best rock by \
         the exact table of the game) and against uniformly random rocks. {} seeded games each. The \
         threshold is {} times the fewest moves against the best rocks: a game is *won* with at \
         most this many moves: {}. It is *lost* with more, if the driver is blocked, or if the red \
         car is not out after {MAX_MOVES} moves. The moves are those of the games in which the red \
         car came out: mean (minimum–maximum).",
        own.games,
        own.threshold,
        thresholds.collect::<Vec<_>>().join(", "),
    ));
    let drivers = searches(3);
    for adversary in ADVERSARIES {
        let mut rows = vec![Vec::new(); drivers.len()];
        for (row, &(name, search)) in rows.iter_mut().zip(&drivers) {
            row.push(name.to_owned());
            let (mut won, mut all) = (0, Tally::default());
            for board in boards {
                let score = play(board, search, adversary, own.games);
                let lost = own.games - score.won;
                row.push(format!("{} / {lost}, {}", score.won, score.tally.range()));
                won += score.won;
                all.add(&score.tally);
                let Tally { wins, moves, min, max, visited, .. } = score.tally;
                let figures = match wins {
                    0 => ",,".to_owned(),
                    _ => format!("{},{min},{max}", mean(moves, wins)),
                };
                writeln!(
                    csv,
                    "wins,{},3,{name:?},{adversary},{},{},{lost},{},{},{figures},{}",
                    board.name,
                    own.games,
                    score.won,
                    own.games - wins,
                    board.threshold,
                    mean(visited, own.games),
                )?;
            }
            let games = own.games * boards.len() as u64;
            row.push(format!("{won} / {}, {}", games - won, all.range()));
        }
        page.paragraph(&format!("Against the {adversary} adversary: won / lost, moves."));
        page.table(["driver"].into_iter().chain(NAMES).chain(["all"]), rows);
    }
    page.paragraph(
        "Minimax and alpha-beta choose the same moves, because alpha-beta prunes only what cannot \
         matter. More adversaries, drivers who know the whole game, and forty classic boards: \
         [drivers and adversaries](rush-hour.md).",
    );
    Ok(())
}

/// Games against an adversary.
struct Score {
    /// Games with no more moves than the threshold.
    won: u64,
    tally: Tally,
}

fn play(board: &Board, search: LabSearch, adversary: &'static str, games: u64) -> Score {
    let game = &board.game;
    let table = RocksTable::solve(game.rocks(), &game.initial().position);
    let mut score = Score { won: 0, tally: Tally::default() };
    for seed in 0..games {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut state = game.initial();
        for moves in 1..=MAX_MOVES {
            if game.result(&state).is_some() {
                break;
            }
            let decision = search.decide(game, &state).expect("the driver has a move");
            score.tally.visited += decision.visited;
            score.tally.decisions += 1;
            game.play(&mut state, decision.mv);
            if game.is_won(&state) {
                score.tally.win(moves);
                score.won += u64::from(moves <= board.threshold);
                break;
            }
            let rock = reply(&table, game, &state, adversary, &mut random);
            game.play(&mut state, rock);
        }
    }
    score
}

/// Games of a search that moves for both sides: several if it is randomised.
fn games(game: &LabGame, search: LabSearch, count: u64) -> Played {
    let count = if search.is_random() { count } else { 1 };
    let mut played = Played { visited: Vec::new(), moves: Vec::new(), not_won: 0 };
    for seed in 0..count {
        let one = search.seed(seed).play_out(game);
        if one.end == LabEnd::Won {
            played.visited.push(one.visited);
            played.moves.push(one.decisions.len().div_ceil(2) as u64);
        } else {
            played.not_won += 1;
        }
    }
    played
}

/// The figure as it is if there is only one, otherwise the mean.
fn average(figures: &[u64]) -> String {
    match figures {
        [] => String::new(),
        [one] => one.to_string(),
        _ => mean(figures.iter().sum(), figures.len() as u64),
    }
}

/// The mean, the minimum and the maximum.
fn range(figures: &[u64]) -> String {
    match (figures.iter().min(), figures.iter().max()) {
        (Some(min), Some(max)) if min < max => format!("{}, {min}–{max}", average(figures)),
        _ => average(figures),
    }
}

fn line(
    csv: &mut String,
    (table, board, depth): (&str, &str, u32),
    search: &str,
    adversary: &str,
    played: &Played,
) -> Result<()> {
    let Played { visited, moves, not_won } = played;
    let games = moves.len() + not_won;
    let end = |moves: Option<&u64>| moves.map(u64::to_string).unwrap_or_default();
    let (min, max) = (end(moves.iter().min()), end(moves.iter().max()));
    let (mean, visited) = (average(moves), average(visited));
    writeln!(
        csv,
        "{table},{board},{depth},{search:?},{adversary},{games},,,{not_won},,{mean},{min},{max},\
         {visited}"
    )?;
    Ok(())
}
