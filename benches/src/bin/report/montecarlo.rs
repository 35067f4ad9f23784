//! Monte-Carlo searches on Breakthrough: their speed, their strength, and the value of each step.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use indicatif::ProgressBar;
use tesuji::arena::{Elo, Match, Pentanomial};
use tesuji::catalogue::{AnyPosition, Catalogue, GameEntry, MatchReport};
use tesuji::core::{Budget, Settings, Silent};
use tesuji_benches::clock::processor_seconds;
use tesuji_benches::gauntlet::{Bout, Entrant};
use tesuji_benches::report::{Chart, Page};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "montecarlo",
    help: "Monte-Carlo searches, alpha-beta and random play on Breakthrough: speed and strength",
    run: Run::With(|arguments| {
        let own = Arguments::parse_from([PART.name.to_owned()].iter().chain(arguments));
        page(&own)
    }),
};

/// Monte-Carlo searches on Breakthrough: a round robin, and matches against other libraries.
#[derive(Parser)]
struct Arguments {
    /// Games of a match against another library
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Games of a match that shows the value of a step
    #[arg(long, default_value_t = 200)]
    step_games: u64,
    /// Games of each pairing of the round robin
    #[arg(long, default_value_t = 40)]
    round_games: u64,
    /// Simulations per move
    #[arg(long, default_value_t = 1000)]
    playouts: u64,
    /// Processor time per move in matches at equal time
    #[arg(long, default_value = "5ms")]
    time: humantime::Duration,
    /// The boards
    #[arg(long, value_delimiter = ',', default_value = "5x5,6x6,8x8")]
    sizes: Vec<String>,
    /// Concurrent games, which change nothing in the tables
    #[arg(long, default_value = "1")]
    threads: NonZero<usize>,
    /// The output of the example `gauntlet`, instead of running it
    #[arg(long)]
    gauntlet: Option<PathBuf>,
}

const GAME: &str = "breakthrough";

/// Those who play everybody: a name, and the engine without its limits.
const FIELD: [(&str, &str); 7] = [
    ("UCT", "uct-tree:adjudicate=no"),
    ("UCT with table", "uct:adjudicate=no"),
    ("RAVE", "rave:adjudicate=no"),
    ("GRAVE", "grave:adjudicate=no"),
    ("PUCT", "puct:adjudicate=no"),
    ("alpha-beta", "pvs"),
    ("random", "random"),
];

/// What each step is worth: the one with it against the one without.
const LADDER: [(&str, &str, &str); 9] = [
    ("a tree", "uct-tree:adjudicate=no", "flat-mc"),
    ("a table", "uct:adjudicate=no", "uct-tree:adjudicate=no"),
    ("RAVE", "rave:adjudicate=no", "uct:adjudicate=no"),
    ("GRAVE", "grave:adjudicate=no", "uct:adjudicate=no"),
    ("GRAVE after RAVE", "grave:adjudicate=no", "rave:adjudicate=no"),
    ("proof numbers", "pn-mcts:adjudicate=no", "uct:adjudicate=no"),
    ("progressive bias", "uct-biased:adjudicate=no", "uct:adjudicate=no"),
    ("priors", "puct:adjudicate=no", "uct:adjudicate=no"),
    ("adjudication", "grave", "grave:adjudicate=no"),
];

/// The depth of alpha-beta where the others have a number of simulations.
const DEPTH: u32 = 4;

/// A board and its measurements.
struct Board {
    size: String,
    start: AnyPosition,
    /// Of each contestant.
    speeds: Vec<Option<Speed>>,
}

/// The rates of a search per processor second, on positions near the start.
#[derive(Clone, Copy)]
struct Speed {
    playouts: f64,
    nodes: f64,
}

fn page(own: &Arguments) -> Result<PathBuf> {
    let title = "Monte-Carlo tree search on Breakthrough";
    let command = format!(
        "cargo xtask report montecarlo --games {} --step-games {} --round-games {} \
         --playouts {} --time {} --sizes {}",
        own.games,
        own.step_games,
        own.round_games,
        own.playouts,
        own.time,
        own.sizes.join(",")
    );
    let mut page = Page::new("montecarlo", title, &command);
    page.paragraph(
        "Two rows of pawns on each side. Matches are played in pairs of games: both begin with the \
         same four random moves, with the sides swapped. Elo with intervals of 95 %. A Monte-Carlo \
         search keeps its tree from move to move, and proves what it can. UCT, RAVE and GRAVE know \
         nothing of the game but its rules; alpha-beta (`pvs`) has an evaluator that counts pawns \
         and rows and has static bounds that show some wins; PUCT's priors and the progressive \
         bias come from the same evaluator.",
    );
    let boards = own.sizes.iter().map(|size| board(size)).collect::<Result<Vec<_>>>()?;
    let equal_playouts = |_: &Board, place: usize| match FIELD[place].1 {
        "random" => "random".to_owned(),
        "pvs" => format!("pvs:depth={DEPTH}"),
        engine => format!("{engine}:playouts={}", own.playouts),
    };
    let equal_time = |board: &Board, place: usize| match board.speeds[place] {
        None => "random".to_owned(),
        Some(speed) => {
            let nodes = (speed.nodes * own.time.as_secs_f64()) as u64;
            format!("{}:nodes={}", FIELD[place].1, nodes.max(1))
        }
    };
    for board in &boards {
        page.heading(&format!("{} at equal simulations", board.size));
        page.paragraph(&format!(
            "{} simulations per move, and {DEPTH} plies for alpha-beta. {} games of each pairing. \
             Shares of the points are those of the row against the column; Elo is against all but \
             the random player.",
            own.playouts, own.round_games
        ));
        round_robin_section(
            &mut page,
            own,
            board,
            "playouts",
            "equal simulations",
            equal_playouts,
        )?;
        page.heading(&format!("{} at equal time", board.size));
        page.paragraph(&format!(
            "{} of processor time per move: the limit of each search is the number of nodes that it \
             generated in that time on positions near the start, measured just before, so the load \
             of the machine does not matter.",
            own.time
        ));
        round_robin_section(&mut page, own, board, "time", "equal time", equal_time)?;
        steps(&mut page, own, board)?;
    }
    gauntlet(&mut page, own)?;
    page.finish()
}

fn board(size: &str) -> Result<Board> {
    let catalogue = Catalogue::standard();
    let game = catalogue.game(GAME)?;
    let start = game.open(None, &Settings::new().with("size", size))?;
    let speeds = FIELD.iter().map(|(_, engine)| speed(game, &start, engine));
    let speeds = speeds.collect::<Result<_>>()?;
    Ok(Board { size: size.to_owned(), start, speeds })
}

/// How fast an engine is; none if it does not search.
fn speed(game: &dyn GameEntry, start: &AnyPosition, engine: &str) -> Result<Option<Speed>> {
    const ENOUGH: f64 = 0.5;
    let engine = game.engine(engine)?;
    let Some(mut search) = engine.search().cloned() else { return Ok(None) };
    // About as many as for a move.
    let budget = Budget::unlimited().nodes(200_000);
    let (mut playouts, mut nodes, mut seconds, mut seed) = (0, 0, 0.0, 0);
    while seconds < ENOUGH {
        seed += 1;
        if search.algorithm.takes("seed") {
            search.set("seed", &seed.to_string())?;
        }
        let before = processor_seconds();
        let report = start.solve(&search, &budget, &mut Silent)?;
        seconds += processor_seconds() - before;
        playouts += report.by_move.iter().map(|one| u64::from(one.visits)).sum::<u64>();
        nodes += report.nodes_generated;
    }
    Ok(Some(Speed { playouts: playouts as f64 / seconds, nodes: nodes as f64 / seconds }))
}

/// The round robin: a table and a chart.
fn round_robin_section(
    page: &mut Page,
    own: &Arguments,
    board: &Board,
    file: &str,
    equal: &str,
    engine: impl Fn(&Board, usize) -> String,
) -> Result<()> {
    let engines: Vec<_> = (0..FIELD.len()).map(|place| engine(board, place)).collect();
    let table = round_robin(own, board, &engines)?;
    let head = ["", "playouts/s", "Elo"].into_iter().chain(FIELD.map(|(name, _)| name));
    let elos: Vec<_> = table.iter().map(|row| against_all(row)).collect();
    let rows = table.iter().enumerate().map(|(place, row)| {
        let rate = match board.speeds[place] {
            Some(Speed { playouts, .. }) if playouts > 0.0 => format!("{:.0} k", playouts / 1e3),
            _ => "–".to_owned(),
        };
        let shares = row.iter().map(|result| {
            result.map_or_else(String::new, |pairs| format!("{:.0} %", 100.0 * pairs.score()))
        });
        let name = FIELD[place].0.to_owned();
        [name, rate, elos[place].to_string()].into_iter().chain(shares).collect::<Vec<_>>()
    });
    page.table(head, rows);
    let title = format!("Strength on {} at {equal}", board.size);
    // Infinite for a contestant that has won, or lost, every game.
    let mut chart = Chart::new(&title, "", "Elo against all").within(-800.0, 800.0);
    for (place, ((name, _), elo)) in FIELD.iter().zip(&elos).enumerate() {
        let ends = [elo.low, elo.difference, elo.high];
        chart = chart.intervals(name, [(place as f64 + 1.0, ends)]);
    }
    page.chart(&format!("{}-{file}", board.size), &chart)
}

/// The results of every pairing, for the contestant of the row.
fn round_robin(
    own: &Arguments,
    board: &Board,
    engines: &[String],
) -> Result<Vec<Vec<Option<Pentanomial>>>> {
    let count = engines.len();
    let bar = ProgressBar::new((count * (count - 1) / 2) as u64);
    let mut table = vec![vec![None; count]; count];
    for one in 0..count {
        for other in one + 1..count {
            let report = contest(own, board, own.round_games, &engines[one], &engines[other])?;
            table[one][other] = Some(report.pentanomial);
            let mut seen_by_other = report.pentanomial;
            seen_by_other.0.reverse();
            table[other][one] = Some(seen_by_other);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(table)
}

/// Against all others but the random player, the last one.
fn against_all(row: &[Option<Pentanomial>]) -> Elo {
    let mut sum = Pentanomial::default();
    for result in row[..row.len() - 1].iter().flatten() {
        sum.0.iter_mut().zip(result.0).for_each(|(sum, more)| *sum += more);
    }
    Elo::of(&sum)
}

fn contest(
    own: &Arguments,
    board: &Board,
    games: u64,
    one: &str,
    other: &str,
) -> Result<MatchReport> {
    let catalogue = Catalogue::standard();
    let game = catalogue.game(GAME)?;
    let players = [game.engine(one)?, game.engine(other)?];
    let settings = Match::new(games).threads(own.threads);
    Ok(board.start.contest(&players, &settings, &[], &mut |_, _| {})?)
}

/// The verdict on a difference: whether its whole interval lies on one side of 0.
fn verdict(elo: Elo) -> &'static str {
    match elo {
        elo if elo.low > 0.0 => "helps",
        elo if elo.high < 0.0 => "harms",
        _ => "not shown",
    }
}

fn steps(page: &mut Page, own: &Arguments, board: &Board) -> Result<()> {
    page.heading(&format!("The value of each step on {}", board.size));
    page.paragraph(&format!(
        "At {} simulations per move, {} games of the search with the step against the one \
         without. A step helps if its whole interval lies above 0.",
        own.playouts, own.step_games
    ));
    let bar = ProgressBar::new(LADDER.len() as u64);
    let mut rows = Vec::new();
    for (step, with, without) in LADDER {
        let engine = |name: &str| format!("{name}:playouts={}", own.playouts);
        let report = contest(own, board, own.step_games, &engine(with), &engine(without))?;
        rows.push([
            step.to_owned(),
            format!("`{with}`"),
            format!("`{without}`"),
            report.elo.to_string(),
            verdict(report.elo).to_owned(),
        ]);
        bar.inc(1);
    }
    bar.finish_and_clear();
    page.table(["step", "with", "without", "Elo", ""], rows);
    Ok(())
}

/// Ours against other libraries.
fn gauntlet(page: &mut Page, own: &Arguments) -> Result<()> {
    let lines = match &own.gauntlet {
        Some(path) => {
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
        }
        None => played_now(own)?,
    };
    let bouts = lines.lines().map(serde_json::from_str).collect::<Result<Vec<Bout>, _>>()?;
    page.heading("Against other libraries, 8x8, at equal time");
    page.paragraph(&format!(
        "{} of processor time per move. The libraries use the rules, the random playouts and the \
         evaluator of this workspace, so only the searches differ. `minimax` 0.6 limits its \
         alpha-beta by plies: it uses the smallest depth that takes at least that time. Brackets \
         show each limit per move, and its time on positions of random games. [Connect Four against \
         other libraries](rivals.md) has matches against these and others on that game.",
        own.time
    ));
    let entrant = |Entrant { name, work, unit, seconds }: &Entrant| {
        format!("{name} ({work} {unit}, {:.1} ms)", 1e3 * seconds)
    };
    let rows = bouts.iter().map(|bout| {
        let pairs = Pentanomial(bout.pairs);
        let share = format!("{:.1} %", 100.0 * pairs.score());
        let games = (2 * pairs.pairs()).to_string();
        [entrant(&bout.ours), entrant(&bout.peer), games, share, Elo::of(&pairs).to_string()]
    });
    page.table(["ours", "theirs", "games", "points", "Elo"], rows);
    Ok(())
}

/// Runs the example that plays against other libraries, dependencies of benches only.
fn played_now(own: &Arguments) -> Result<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "tesuji-benches"])
        .args(["--example", "gauntlet", "--", "--games", &own.games.to_string()])
        .args(["--time", &own.time.to_string(), "--threads", &own.threads.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "the example gauntlet ended with {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}
