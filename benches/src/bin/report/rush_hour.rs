//! Rush Hour against rocks: each kind of driver against each kind of adversary, over many games.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use tesuji::adversarial::{AlphaBeta, Expectimax, SoftMax, SoftMin, Uniform};
use tesuji::core::{Evaluator, Game, GameSolver, Player, Rules};
use tesuji::retrograde::Expectation;
use tesuji::rocks::{RandomRocks, RocksTable};
use tesuji::rush_hour::{
    Blocked, Card, LabGame, LabState, RocksMove, RocksState, RushHourRocks, instances,
    lab_evaluation,
};
use tesuji_benches::report::Page;

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "rush-hour",
    help: "Rush Hour against rocks: every model of a driver against every kind of adversary",
    run: Run::Alone(page),
};

/// Games of each driver against each adversary on each board.
const GAMES: u64 = 20;
/// The number of the driver's moves after which a game is given up.
pub(crate) const MAX_MOVES: u32 = 200;
/// The drivers' lookahead in plies.
const DEPTH: u32 = 3;
/// The temperature of softmin and softmax, in the unit of the lab's evaluation, where a car in the
/// way is 5 or more.
pub(crate) const TEMPERATURE: f64 = 5.0;

/// The drivers' models of the adversary; the last two know the exact consequences.
const DRIVERS: [&str; 6] =
    ["minimax", "uniform", "pessimistic", "optimistic", "exact", "least expected"];
/// The adversaries.
const ADVERSARIES: [&str; 4] = ["perfect", "random", "pessimistic", "optimistic"];

/// The results of a driver against an adversary on a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    /// Of the games won.
    pub(crate) moves: u64,
    pub(crate) min: u32,
    pub(crate) max: u32,
    /// Of all games.
    pub(crate) visited: u64,
    pub(crate) decisions: u64,
}

impl Tally {
    /// Counts a game won in this many moves.
    pub(crate) fn win(&mut self, moves: u32) {
        self.min = if self.wins == 0 { moves } else { self.min.min(moves) };
        self.max = self.max.max(moves);
        self.wins += 1;
        self.moves += u64::from(moves);
    }

    /// Adds the games of another tally.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.min = match (self.wins, other.wins) {
            (_, 0) => self.min,
            (0, _) => other.min,
            _ => self.min.min(other.min),
        };
        self.max = self.max.max(other.max);
        self.wins += other.wins;
        self.moves += other.moves;
        self.visited += other.visited;
        self.decisions += other.decisions;
    }

    /// The mean, minimum and maximum number of moves of the games won.
    pub(crate) fn range(&self) -> String {
        match self.wins {
            0 => "–".to_owned(),
            wins => format!("{} ({}–{})", mean(self.moves, wins), self.min, self.max),
        }
    }
}

fn page() -> Result<PathBuf> {
    let boards = boards()?;
    let mut tallies = Vec::new();
    for (name, card) in &boards {
        eprintln!("  {name}");
        tallies.push(compare(card)?);
    }
    let mut page = Page::new(
        "rush-hour",
        "Rush Hour against rocks: driver models against adversaries",
        "cargo xtask report rush-hour",
    );
    page.paragraph(&format!(
        "Four drivers look {DEPTH} plies ahead with the evaluation of the lab assignment and a model \
         of the adversary, by the searches of this library, for which a win is worth more than every \
         evaluation, as it is not in [the assignment's](lab.md): minimax assumes the worst rock, expectimax that every rock is equally \
         likely, or that those bad for the driver (pessimistic) or good for him (optimistic) are \
         likelier, by a softmin or softmax of temperature {TEMPERATURE}. Two drivers know the \
         whole game: the exact one minimises the worst case; the other minimises the expected \
         number of moves against random rocks, and so does the exact one among equal moves, as if a \
         blocked driver passed at the cost of a move. The \
         perfect adversary plays a random best rock by the exact table; the others draw rocks, the \
         pessimistic and optimistic ones by those weights over the evaluation after the rock. \
         {GAMES} seeded games each on the three boards of the lab assignment and the forty classic \
         cards; a game counts as not won when the driver is blocked or has made {MAX_MOVES} moves. All figures, with the states visited: \
         [rush-hour.csv](rush-hour.csv).",
    ));
    page.heading("All boards");
    page.paragraph(
        "Games won, mean moves of the games won, and states visited per decision of the driver.",
    );
    page.table(
        ["driver", "adversary", "won", "share", "mean moves", "visited per decision"],
        pairs().map(|(driver, adversary)| {
            let all = sum(tallies.iter().map(|tally| tally[driver][adversary]));
            let games = GAMES * boards.len() as u64;
            [
                DRIVERS[driver].to_owned(),
                ADVERSARIES[adversary].to_owned(),
                format!("{}/{games}", all.wins),
                format!("{:.1} %", 100.0 * all.wins as f64 / games as f64),
                mean(all.moves, all.wins),
                mean(all.visited, all.decisions),
            ]
        }),
    );
    for (adversary, name) in ADVERSARIES.iter().enumerate() {
        page.heading(&format!("Against the {name} adversary"));
        page.paragraph("Games won, then the mean, minimum and maximum number of their moves.");
        page.table(
            ["board"].into_iter().chain(DRIVERS),
            boards.iter().zip(&tallies).map(|((board, _), tally)| {
                let cells = tally.iter().map(|row| cell(&row[adversary]));
                std::iter::once(board.clone()).chain(cells).collect::<Vec<_>>()
            }),
        );
    }
    write_csv(&boards, &tallies)?;
    page.finish()
}

/// The boards with their names.
fn boards() -> Result<Vec<(String, Card)>> {
    let lab = instances::LAB.into_iter().zip(1..).map(|(text, number)| {
        let card = text.parse().with_context(|| format!("{text} is not a board"))?;
        Ok((format!("lab{number}"), card))
    });
    let classic = instances::classic().iter().map(|card| &card.instance);
    let classic = classic.map(|card| Ok((card.name.to_owned(), card.card.clone())));
    lab.chain(classic).collect()
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..DRIVERS.len())
        .flat_map(|driver| (0..ADVERSARIES.len()).map(move |adversary| (driver, adversary)))
}

/// Plays all drivers against all adversaries on a board.
fn compare(card: &Card) -> Result<[[Tally; ADVERSARIES.len()]; DRIVERS.len()]> {
    let game = LabGame::against_rocks(card.clone());
    let start = game.initial().position;
    let table = RocksTable::solve(game.rocks(), &start);
    let passing = RushHourRocks::with(card.clone(), Blocked::Passes);
    let random = RandomRocks::solve(&passing, &start)?;
    let mut tallies = [[Tally::default(); ADVERSARIES.len()]; DRIVERS.len()];
    for (driver, tallies) in tallies.iter_mut().enumerate() {
        let (belief, known) = (DRIVERS[driver], HashMap::new());
        let mut driver = Driver { game: &game, table: &table, random: &random, belief, known };
        for (adversary, tally) in tallies.iter_mut().enumerate() {
            for seed in 0..GAMES {
                let mut rng = Pcg64::seed_from_u64(seed);
                play(&table, &mut driver, ADVERSARIES[adversary], &mut rng, tally);
            }
        }
    }
    Ok(tallies)
}

/// A driver that always makes the same move in the same position.
struct Driver<'g> {
    game: &'g LabGame,
    table: &'g RocksTable<'g>,
    random: &'g RandomRocks<'g>,
    belief: &'static str,
    /// The move and the states visited for it, by position.
    known: HashMap<LabState, (RocksMove, u64)>,
}

impl Driver<'_> {
    fn decide(&mut self, state: &LabState) -> (RocksMove, u64) {
        // The number of plies played changes all values equally.
        let state = LabState { plies: 0, ..*state };
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        let known = match self.belief {
            "exact" => self.exact(&state.position),
            "least expected" => {
                let best = self.random.best_move(&state.position);
                best.or_else(|| self.exact(&state.position))
            }
            _ => None,
        };
        if let Some(mv) = known {
            self.known.insert(state, (mv, 0));
            return (mv, 0);
        }
        macro_rules! expect {
            ($model:expr) => {
                Expectimax::new($model)
                    .evaluator(lab_evaluation)
                    .depth(DEPTH)
                    .solve(self.game, &state)
            };
        }
        let temperature = TEMPERATURE;
        let answer = match self.belief {
            "minimax" => {
                AlphaBeta::new().evaluator(lab_evaluation).depth(DEPTH).solve(self.game, &state)
            }
            "uniform" => expect!(Uniform),
            "pessimistic" => expect!(SoftMin { temperature }),
            _ => expect!(SoftMax { temperature }),
        };
        let mv = answer.judgement.best.expect("a driver who is not blocked has a move");
        let decision = (mv, answer.stats.generated);
        self.known.insert(state, decision);
        decision
    }

    /// The move with the best worst case; among equals the best against random rocks.
    fn exact(&self, state: &RocksState) -> Option<RocksMove> {
        let moves = self.table.best_moves(state).into_iter();
        let expected = moves.map(|mv| {
            let after = self.game.rocks().successor(state, mv);
            let moves = match self.random.expectation(&after) {
                Some(Expectation::Cost(moves)) => moves,
                Some(Expectation::Uncertain | Expectation::Never) | None => f64::INFINITY,
            };
            (mv, moves)
        });
        expected.min_by(|(_, some), (_, other)| some.total_cmp(other)).map(|(mv, _)| mv)
    }
}

fn play(
    table: &RocksTable,
    driver: &mut Driver,
    adversary: &'static str,
    rng: &mut Pcg64,
    tally: &mut Tally,
) {
    let game = driver.game;
    let mut state = game.initial();
    for moves in 1..=MAX_MOVES {
        if game.result(&state).is_some() {
            return;
        }
        let (mv, visited) = driver.decide(&state);
        tally.visited += visited;
        tally.decisions += 1;
        game.play(&mut state, mv);
        if game.is_won(&state) {
            tally.win(moves);
            return;
        }
        let rock = reply(table, game, &state, adversary, rng);
        game.play(&mut state, rock);
    }
}

/// The adversary's reply.
pub(crate) fn reply(
    table: &RocksTable,
    game: &LabGame,
    state: &LabState,
    adversary: &str,
    rng: &mut Pcg64,
) -> RocksMove {
    let moves = match adversary {
        "perfect" => table.best_moves(&state.position),
        _ => game.moves(state),
    };
    let factor = match adversary {
        "pessimistic" => -1.0 / TEMPERATURE,
        "optimistic" => 1.0 / TEMPERATURE,
        _ => 0.0,
    };
    let exponents: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let after = game.successor(state, mv);
            debug_assert_eq!(game.to_move(&after), Player::First);
            factor * f64::from(lab_evaluation.score(game, &after))
        })
        .collect();
    let largest = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = exponents.iter().map(|exponent| (exponent - largest).exp()).collect();
    let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut left = unit * weights.iter().sum::<f64>();
    for (&mv, weight) in moves.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return mv;
        }
    }
    *moves.last().expect("there is a rock, or a pass")
}

fn sum(tallies: impl Iterator<Item = Tally>) -> Tally {
    let mut sum = Tally::default();
    tallies.for_each(|tally| sum.add(&tally));
    sum
}

pub(crate) fn mean(total: u64, count: u64) -> String {
    if count == 0 { "–".to_owned() } else { format!("{:.1}", total as f64 / count as f64) }
}

fn cell(tally: &Tally) -> String {
    match tally.wins {
        0 => "0".to_owned(),
        wins => format!("{wins}: {}", tally.range()),
    }
}

fn write_csv(
    boards: &[(String, Card)],
    tallies: &[[[Tally; ADVERSARIES.len()]; DRIVERS.len()]],
) -> Result<()> {
    let mut text =
        "board,driver,adversary,games,wins,mean_moves,min_moves,max_moves,decisions,visited\n"
            .to_owned();
    for ((board, _), tallies) in boards.iter().zip(tallies) {
        for (driver, adversary) in pairs() {
            let Tally { wins, moves, min, max, visited, decisions } = tallies[driver][adversary];
            let (driver, adversary) = (DRIVERS[driver], ADVERSARIES[adversary]);
            let figures = match wins {
                0 => ",,".to_owned(),
                _ => format!("{:.3},{min},{max}", moves as f64 / wins as f64),
            };
            writeln!(
                text,
                "{board},{driver},{adversary},{GAMES},{wins},{figures},{decisions},{visited}"
            )?;
        }
    }
    let path = "docs/results/rush-hour.csv";
    tesuji_storage::write(path, text).with_context(|| format!("cannot write {path}"))
}
