//! Matches on Breakthrough against the searches of other libraries, with equal processor time per
//! move. Prints a line of JSON for each match, for the report.
//!
//! The work of a search in that time is measured first, on positions of random games, and then
//! limits every move of a match, so the load of the machine does not matter. `minimax` limits its
//! alpha-beta by plies: it uses the smallest depth that takes at least that time.

#[path = "../peers/minimax.rs"]
mod peer;
#[path = "../peers/minimax_alpha_beta.rs"]
mod peer_alpha_beta;
#[path = "../peers/treant.rs"]
mod treant_peer;

use std::hint::black_box;
use std::num::NonZero;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use minimax::{IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji::adversarial;
use tesuji::arena::{Contestant, Engine, Forfeit, Grower, Match, Searcher, Turn, random_opening};
use tesuji::breakthrough::{Breakthrough, Step};
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::core::{Budget, GameAnswer, Judgement, Progress, Rules, Silent, Stats};
use tesuji::montecarlo::MonteCarlo;
use tesuji_benches::clock::processor_seconds;
use tesuji_benches::gauntlet::{Bout, Entrant};

use crate::peer::{Board, Peer};
use crate::peer_alpha_beta::{PeerEvaluator, alpha_beta as alpha_beta_of_peer};

/// Matches against other libraries on Breakthrough.
#[derive(Parser)]
struct Arguments {
    /// Games per match
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Processor time per move
    #[arg(long, default_value = "5ms")]
    time: humantime::Duration,
    /// The board
    #[arg(long, default_value = "8x8")]
    size: String,
    /// Concurrent games
    #[arg(long, default_value = "1")]
    threads: NonZero<usize>,
}

/// Constructs an engine that may do this much work per move.
type Construct = fn(work: u64, seed: u64) -> Box<dyn Engine<Breakthrough>>;

/// The name of an engine, the unit of its work, and its constructor.
type Entry = (&'static str, &'static str, Construct);

const UCT: Entry = ("UCT", "simulations", |simulations, seed| {
    let search = MonteCarlo::uct().by_key().playouts(simulations).seed(seed);
    Box::new(Grower::new(search, Budget::unlimited()))
});

const GRAVE: Entry = ("GRAVE, adjudicated", "simulations", |simulations, seed| {
    let search = MonteCarlo::grave().by_key().hints(BreakthroughHints);
    Box::new(Grower::new(search.playouts(simulations).seed(seed), Budget::unlimited()))
});

const ALPHA_BETA: Entry = ("principal variation search", "nodes", |nodes, _| {
    let search = adversarial::TableSearch::principal_variation()
        .hints(BreakthroughHints)
        .evaluator(PawnsAndRows)
        .table_bytes(TABLE_BYTES)
        .whole_pv(false)
        .remember(true);
    Box::new(Searcher::new(Box::new(search), Budget::unlimited().nodes(nodes)))
});

const MINIMAX_UCT: Entry = ("`minimax`, UCT", "simulations", |simulations, _| {
    // No game is cut off and counted as a draw.
    let options = MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(10_000);
    let mut search = MonteCarloTreeSearch::<Peer>::new(options);
    search.set_max_rollouts(simulations.try_into().expect("some thousands"));
    Box::new(Other(search))
});

const MINIMAX_ALPHA_BETA: Entry = ("`minimax`, alpha-beta", "plies", |plies, _| {
    let mut search: IterativeSearch<PeerEvaluator> = alpha_beta_of_peer(TABLE_BYTES);
    search.set_max_depth(plies.try_into().expect("a few"));
    Box::new(Other(search))
});

const TREANT: Entry = ("`treant`, UCT", "simulations", |simulations, _| {
    Box::new(Other(treant_peer::Search::new(rules(), simulations)))
});

const TABLE_BYTES: usize = 16 << 20;

const BOUTS: [(Entry, Entry); 6] = [
    (UCT, MINIMAX_UCT),
    (UCT, TREANT),
    (GRAVE, MINIMAX_UCT),
    (GRAVE, TREANT),
    (ALPHA_BETA, MINIMAX_ALPHA_BETA),
    (GRAVE, MINIMAX_ALPHA_BETA),
];

/// The rules, shared by the boards of other libraries.
static RULES: OnceLock<Breakthrough> = OnceLock::new();

fn rules() -> &'static Breakthrough {
    RULES.get().expect("set at the beginning of main")
}

/// A search of another library.
struct Other<S>(S);

/// The move choice of another library's search.
trait Choose {
    fn choose(&mut self, board: &Board) -> Option<Step>;
}

impl<S: Strategy<Peer>> Choose for S {
    fn choose(&mut self, board: &Board) -> Option<Step> {
        self.choose_move(board)
    }
}

impl Choose for treant_peer::Search<Breakthrough> {
    fn choose(&mut self, board: &Board) -> Option<Step> {
        treant_peer::Search::choose(self, &board.position)
    }
}

impl<S: Choose> Engine<Breakthrough> for Other<S> {
    fn choose(
        &mut self,
        _: &Breakthrough,
        turn: &Turn<Breakthrough>,
        _: &mut dyn Progress,
    ) -> Result<GameAnswer<Step>, Forfeit> {
        let started = Instant::now();
        let best = self.0.choose(&Board { rules: rules(), position: *turn.state });
        let judgement = Judgement::of_move(best);
        Ok(GameAnswer { judgement, stats: Stats::default(), elapsed: started.elapsed() })
    }
}

fn main() -> Result<()> {
    let own = Arguments::parse();
    let size = own.size.split_once('x').context("a size is written as in 8x8")?;
    let rules = Breakthrough::new(size.0.parse()?, size.1.parse()?)?;
    let rules = RULES.get_or_init(|| rules);
    let seconds = own.time.as_secs_f64();
    ensure!(seconds > 0.0, "--time must be positive");
    for (ours, peer) in BOUTS {
        let [ours_may, peer_may] = [ours, peer].map(|entry| entrant(entry, seconds));
        let [one, other] = [(ours, &ours_may), (peer, &peer_may)]
            .map(|((_, _, make), may)| move |seed| make(may.work, seed));
        let contestants: [&dyn Contestant<Breakthrough>; 2] = [&one, &other];
        let settings = Match::new(own.games).threads(own.threads);
        let score = settings.play(rules, &[rules.initial()], contestants, &mut |_, _| {});
        let bout = Bout { ours: ours_may, peer: peer_may, pairs: score.pairs.0 };
        println!("{}", serde_json::to_string(&bout)?);
    }
    Ok(())
}

/// Measures the work that a search does in this many seconds of processor time.
fn entrant((name, unit, make): Entry, seconds: f64) -> Entrant {
    let (name, unit) = (name.to_owned(), unit.to_owned());
    if unit == "plies" {
        let timed = (1..).map(|plies| (plies, seconds_for(make, plies)));
        let (work, seconds) =
            timed.into_iter().find(|timed| timed.1 >= seconds).expect("some depth");
        return Entrant { name, work, unit, seconds };
    }
    let (mut work, mut taken) = (500, seconds_for(make, 500));
    // A larger tree is slower, so one step of scaling is not enough.
    for _ in 0..3 {
        work = ((work as f64 * seconds / taken) as u64).max(1);
        taken = seconds_for(make, work);
    }
    Entrant { name, work, unit, seconds: taken }
}

/// The mean processor seconds per move, over positions of random games.
fn seconds_for(make: Construct, work: u64) -> f64 {
    const ENOUGH: f64 = 0.4;
    let mut random = Pcg64::seed_from_u64(1);
    let mut engine = make(work, 1);
    // The first move allocates the tables, which last for a game.
    let _ = engine.choose(rules(), &Turn::at(&rules().initial()), &mut Silent);
    let before = processor_seconds();
    for moves in 1.. {
        let plies = [0, 6, 12, 18][moves % 4];
        let (position, _) = random_opening(rules(), &rules().initial(), plies, &mut random);
        let _ = black_box(engine.choose(rules(), &Turn::at(&position), &mut Silent));
        let taken = processor_seconds() - before;
        if taken >= ENOUGH && moves % 4 == 0 {
            return taken / moves as f64;
        }
    }
    unreachable!("the loop returns")
}
