//! A match on Breakthrough between two Monte-Carlo searches with given constants, at equal
//! simulations per move. The facade's names offer only the best known constants.

use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use clap::Parser;
use tesuji::arena::{Contestant, Elo, Engine, Match, Searcher};
use tesuji::breakthrough::Breakthrough;
use tesuji::core::{Budget, GameSolver, Rules};
use tesuji::montecarlo::{Grave, MonteCarlo, Policy, Rave, TreeParallel, Ucb};

/// A match on Breakthrough between two selection rules, in pairs of games with the sides swapped.
///
/// A rule is `uct` with its constant, `rave` with its bias, or `grave` with its bias and reference:
/// `uct,0.6`, `grave,0.001,100`; the prefix `2*` gives it two threads. The Elo is that of the
/// second rule against the first.
#[derive(Parser)]
struct Arguments {
    /// The board, such as 8x8
    size: String,
    /// Simulations per move, each time in a new tree
    simulations: u64,
    /// Pairs of games
    pairs: u64,
    /// The first rule
    first: Rule,
    /// The second rule
    second: Rule,
    /// The seed of all random choices
    #[arg(default_value_t = 0)]
    seed: u64,
}

fn main() -> Result<()> {
    let Arguments { size, simulations, pairs, first, second, seed } = Arguments::parse();
    let (width, height) = size.split_once('x').context("a size is written as in 8x8")?;
    let rules = Breakthrough::new(width.parse()?, height.parse()?)?;
    let [one, other] = [&second, &first].map(|rule| Player { rule, simulations });
    let settings = Match::new(2 * pairs).seed(seed);
    let score = settings.play(&rules, &[rules.initial()], [&one, &other], &mut |_, _| {});
    let [lost, _, even, _, won] = score.pairs.0;
    println!(
        "{size} {simulations}: {} against {}: {}, pairs with 0, 1, 2 wins {:?}",
        second.text,
        first.text,
        Elo::of(&score.pairs),
        [lost, even, won]
    );
    Ok(())
}

/// A selection rule, and its number of threads.
#[derive(Clone)]
struct Rule {
    text: String,
    threads: usize,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Uct(Ucb),
    Rave(Rave),
    Grave(Grave),
}

impl FromStr for Rule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (threads, rule) = text.split_once('*').unwrap_or(("1", text));
        let words: Vec<_> = rule.split(',').collect();
        let kind = match words[..] {
            ["uct", constant] => {
                Kind::Uct(Ucb { exploration: constant.parse()?, first_play: f32::INFINITY })
            }
            ["rave", bias] => Kind::Rave(Rave { bias: bias.parse()?, exploration: 0.0 }),
            ["grave", bias, reference] => {
                Kind::Grave(Grave { bias: bias.parse()?, reference: reference.parse()? })
            }
            _ => bail!("{rule:?} is not a rule: uct,C or rave,BIAS or grave,BIAS,REFERENCE"),
        };
        Ok(Rule { text: text.to_owned(), threads: threads.parse()?, kind })
    }
}

/// A rule with its limit of simulations per move.
struct Player<'a> {
    rule: &'a Rule,
    simulations: u64,
}

impl Contestant<Breakthrough> for Player<'_> {
    fn engine(&self, seed: u64) -> Box<dyn Engine<Breakthrough> + '_> {
        let solver = match self.rule.kind {
            Kind::Uct(ucb) => self.solver(ucb, seed),
            Kind::Rave(rave) => self.solver(rave, seed),
            Kind::Grave(grave) => self.solver(grave, seed),
        };
        Box::new(Searcher::new(solver, Budget::unlimited()))
    }
}

impl Player<'_> {
    fn solver<P>(&self, policy: P, seed: u64) -> Box<dyn GameSolver<Breakthrough>>
    where
        P: Policy<Breakthrough> + Clone + Sync + 'static,
    {
        let search = MonteCarlo::with(policy).by_key().playouts(self.simulations).seed(seed);
        match self.rule.threads {
            0 | 1 => Box::new(search),
            threads => Box::new(TreeParallel::new(search, threads)),
        }
    }
}
