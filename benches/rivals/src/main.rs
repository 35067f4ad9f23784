//! Matches on Connect Four against the searches of other libraries, with equal processor time per
//! move: writes the page `docs/results/rivals.md`.
//!
//! The work of a search in that time is measured first, on positions of random games, and then
//! limits every move of a match, so that the load of the machine does not matter. A search whose
//! work is a number of plies has the least depth that takes at least the time. `connect-four-ai` has
//! no limit: our search has the time that it takes.
#![forbid(unsafe_code)]

#[path = "../../src/clock.rs"]
mod clock;
#[path = "../../src/machine.rs"]
mod machine;
mod peers;
#[path = "../../peers/treant.rs"]
mod treant_peer;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_arena::{
    Contestant, Elo, Engine, Forfeit, Grower, Match, MatchScore, Turn, random_opening,
};
use tesuji_connect_four::{Cell, ConnectFour, ConnectFourHints, Position};
use tesuji_core::{Budget, GameAnswer, Judgement, Progress, Rules, Silent, Stats};
use tesuji_montecarlo::MonteCarlo;

use crate::clock::processor_seconds;
use crate::machine::made;
use crate::peers::{Choose, Exact, MinimaxUct, Solver, TreantUct, Uct};

/// Plays matches on Connect Four against other libraries.
#[derive(Parser)]
struct Arguments {
    /// Games per match
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Games of the match against the exact solver
    #[arg(long, default_value_t = 100)]
    exact_games: u64,
    /// Processor time per move
    #[arg(long, default_value = "5ms")]
    time: humantime::Duration,
    /// The page
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/rivals.md"))]
    out: PathBuf,
}

/// A search of another library: its name, the unit of its work, how many random plies its games begin
/// with, and its constructor.
struct Rival {
    name: &'static str,
    unit: &'static str,
    plies: u32,
    new: fn(work: u64) -> Box<dyn Choose>,
}

/// Plies of the openings, unless the rival needs more.
const PLIES: u32 = 4;

const SIMULATIONS: &str = "simulations";

const RIVALS: [Rival; 5] = [
    Rival {
        name: "`minimax` 0.6, UCT",
        unit: SIMULATIONS,
        plies: PLIES,
        new: |work| Box::new(MinimaxUct::new(work)),
    },
    Rival {
        name: "`treant` 0.4, UCT",
        unit: SIMULATIONS,
        plies: PLIES,
        new: |work| Box::new(TreantUct::new(work)),
    },
    Rival {
        name: "`board-game` 0.8, UCT",
        unit: SIMULATIONS,
        plies: PLIES,
        new: |work| Box::new(Uct::new(work)),
    },
    Rival {
        name: "`board-game` 0.8, minimax that looks for a proof",
        unit: "plies",
        plies: PLIES,
        new: |work| Box::new(Solver::new(work)),
    },
    Rival {
        name: "`connect-four-ai` 1.0, exact",
        unit: "",
        plies: EXACT_PLIES,
        new: |_| Box::new(Exact::new()),
    },
];

/// Beyond the opening book of `connect-four-ai`, and so that a game takes seconds.
const EXACT_PLIES: u32 = 14;

/// Our search: UCT with a table, adjudicated by the hints of the game.
fn own(simulations: u64, seed: u64) -> Box<dyn Engine<ConnectFour>> {
    let search = MonteCarlo::uct().by_key().hints(ConnectFourHints);
    Box::new(Grower::new(search.playouts(simulations).seed(seed), Budget::unlimited()))
}

/// A search of another library, as an engine.
struct Other(Box<dyn Choose>);

impl Engine<ConnectFour> for Other {
    fn choose(
        &mut self,
        game: &ConnectFour,
        turn: &Turn<ConnectFour>,
        _: &mut dyn Progress,
    ) -> Result<GameAnswer<Cell>, Forfeit> {
        let started = Instant::now();
        let columns: Vec<u8> = turn.moves.iter().map(|&cell| game.column_of(cell)).collect();
        let column = self.0.choose(turn.state, &columns);
        let own = |cell: &Cell| game.column_of(*cell) == column;
        let judgement = Judgement::of_move(game.moves(turn.state).into_iter().find(own));
        Ok(GameAnswer { judgement, stats: Stats::default(), elapsed: started.elapsed() })
    }
}

/// Constructs an engine that may do this much work per move.
type Construct<'a> = &'a (dyn Fn(u64, u64) -> Box<dyn Engine<ConnectFour>> + Sync);

fn main() -> Result<()> {
    let Arguments { games, exact_games, time, out } = Arguments::parse();
    tesuji_storage::check_writable(&out)
        .with_context(|| format!("cannot write {}", out.display()))?;
    let game = ConnectFour::new(7, 6)?;
    let wanted = time.as_secs_f64();
    let mut page = format!(
        "# Connect Four against other libraries\n\n{}\n\n\
         Each match is played in pairs of games: both begin with the same random moves, with the \
         sides swapped. The work in the time of a move is measured before, on positions of random \
         games, in processor time, and limits each move of the match, so that the load of the \
         machine does not matter; a search whose work is a number of plies has the least depth that \
         takes at least the time. Our search is UCT with a table, adjudicated by the hints of the \
         game (`uct`). `connect-four-ai` takes as long as it needs for the exact scores of all moves, \
         and ours may simulate that long, but ends earlier where it proves the result. Elo of ours \
         with intervals of 95 %; *ahead* is said where the whole interval lies above 0. Matches on \
         Breakthrough are on the page on [Monte-Carlo tree search](montecarlo.md).\n\n\
         | rival | its work per move | ours | random plies | games | won | drawn | lost | Elo | |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---|\n",
        made(&format!(
            "cargo xtask rivals --games {games} --exact-games {exact_games} --time {time}"
        )),
    );
    let mut not_ahead = Vec::new();
    for rival in RIVALS {
        let other =
            |work, _| -> Box<dyn Engine<ConnectFour>> { Box::new(Other((rival.new)(work))) };
        let (work, seconds) = measured(&game, &other, &rival, wanted)?;
        let (simulations, own_seconds) =
            measured(&game, &own, &Rival { unit: SIMULATIONS, ..rival }, seconds)?;
        let contestants: [&dyn Contestant<ConnectFour>; 2] =
            [&move |seed| own(simulations, seed), &move |seed| -> Box<dyn Engine<ConnectFour>> {
                let _ = seed;
                Box::new(Other((rival.new)(work)))
            }];
        let played = if rival.unit.is_empty() { exact_games } else { games };
        let settings = Match::new(played).opening_plies(rival.plies);
        let score = settings.play(&game, &[game.initial()], contestants, &mut |_, _| {});
        let row = row(&rival, (work, seconds), (simulations, own_seconds), &score);
        eprintln!("{row}");
        page += &row;
        page.push('\n');
        let Elo { low, high, .. } = Elo::of(&score.pairs);
        if low <= 0.0 {
            let place = if high < 0.0 { "lies below 0" } else { "contains 0" };
            not_ahead.push(format!("{} (the interval {place})", rival.name));
        }
    }
    if !not_ahead.is_empty() {
        let rivals = not_ahead.join(", nor of ");
        page += &format!("\nOurs is not shown to be ahead of {rivals}.\n");
    }
    tesuji_storage::write(&out, page)?;
    Ok(())
}

fn row(
    rival: &Rival,
    (work, seconds): (u64, f64),
    (simulations, own_seconds): (u64, f64),
    score: &MatchScore,
) -> String {
    let elo = Elo::of(&score.pairs);
    let verdict = match (elo.low > 0.0, elo.high < 0.0) {
        (true, _) => "ahead",
        (_, true) => "behind",
        _ => "not shown",
    };
    let own_work = format!("{simulations} {SIMULATIONS}, {:.1} ms", own_seconds * 1e3);
    let work = match rival.unit {
        "" => String::new(),
        unit => format!("{work} {unit}, "),
    };
    let [won, lost] = score.won;
    format!(
        "| {} | {work}{:.1} ms | {own_work} | {} | {} | {won} | {} | {lost} | {elo} | {verdict} |",
        rival.name,
        seconds * 1e3,
        rival.plies,
        won + lost + score.draws,
        score.draws,
    )
}

/// The work that a search does in this many seconds of processor time, and the seconds that it takes.
fn measured(
    game: &ConnectFour,
    make: Construct,
    rival: &Rival,
    seconds: f64,
) -> Result<(u64, f64)> {
    let takes = |work| seconds_for(game, make, work, rival.plies);
    match rival.unit {
        "" => Ok((0, takes(0))),
        "plies" => {
            let mut timed = (1..42).map(|plies| (plies, takes(plies)));
            timed.find(|(_, taken)| *taken >= seconds).context("no depth takes that long")
        }
        _ => {
            let (mut work, mut taken) = (500, takes(500));
            // A larger tree is slower, so one step of scaling is not enough.
            for _ in 0..3 {
                work = ((work as f64 * seconds / taken) as u64).max(1);
                taken = takes(work);
            }
            Ok((work, taken))
        }
    }
}

/// The mean processor seconds per move, over positions of random games that are at least this old.
fn seconds_for(game: &ConnectFour, make: Construct, work: u64, plies: u32) -> f64 {
    const ENOUGH: f64 = 0.5;
    const MOVES: u32 = 8;
    let mut random = Pcg64::seed_from_u64(1);
    let start: Position = game.initial();
    let mut spent = 0.0;
    for moves in 1_u32.. {
        let later = [0, 6, 12, 18][moves as usize % 4];
        let (position, opening) = random_opening(game, &start, plies + later, &mut random);
        // A new one: otherwise a solver would know the position from its table.
        let mut engine = make(work, 1);
        let turn = Turn { start: &start, moves: &opening, ..Turn::at(&position) };
        let before = processor_seconds();
        let _ = black_box(engine.choose(game, &turn, &mut Silent));
        spent += processor_seconds() - before;
        if moves % MOVES == 0 && spent >= ENOUGH {
            return spent / f64::from(moves);
        }
    }
    unreachable!("the loop returns")
}
