//! Counts of reachable states.

use std::io;
use std::time::Duration;
use tesuji_core::Instant;

use tesuji_core::{Budget, Limit, Meter, Progress, Rules, StateReader, Stats, Unobserved};

use crate::by_rank::Count;
use crate::layers::Layers;

/// The numbers of reachable states by their distance from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachableStates {
    /// The number of states at distance 0, 1, 2, ... from the start, for each complete layer.
    pub layers: Vec<u64>,
    /// The limit that ended the count; `None` if the layers are complete.
    pub limit: Option<Limit>,
    /// The counters.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl ReachableStates {
    /// The number of states in all complete layers.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.layers.iter().sum()
    }
}

/// Counts the states that can be reached from `start`, layer by layer.
///
/// Works for any rules, with a table of all states, or of all ranks if the rules have
/// [a ranking](Rules::with_ranking) of a small space; [`Enumeration`](crate::Enumeration) takes three
/// bits per state. If the budget has [checkpoints](Budget::checkpoints) and the rules have
/// [`pack`](Rules::pack) or a ranking, it goes on from the last of them.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Rules, Silent};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::reachable_states;
///
/// let taquin = Taquin::<u64>::new(2, 2, Goal::BlankFirst)?;
/// let count = reachable_states(&taquin, &taquin.initial(), &Budget::unlimited(), &mut Silent);
/// assert_eq!(count.layers, [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reachable_states<R: Rules>(
    rules: &R,
    start: &R::State,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> ReachableStates {
    let started = Instant::now();
    let mut meter = Meter::new(budget, progress);
    let mut sizes = Vec::new();
    let limit = count(rules, start, &mut sizes, &mut meter).err();
    ReachableStates { layers: sizes, limit, stats: meter.stats(), elapsed: started.elapsed() }
}

fn count<R: Rules>(
    rules: &R,
    start: &R::State,
    sizes: &mut Vec<u64>,
    meter: &mut Meter,
) -> Result<(), Limit> {
    let by_rank = Count { start, sizes, meter };
    if let Some(counted) = rules.with_ranking(start, by_rank).flatten() {
        return counted;
    }
    let can_save = meter.has_checkpoints() && rules.pack(start, &mut Vec::new());
    let section = format!("reachable-states from {start:?}");
    let mut resumed = None;
    if can_save {
        resumed = meter.resume(&section, |input, meter| load(rules, input, meter))?;
    } else {
        meter.no_checkpoints("the rules of the game do not write states as bytes (`pack`)");
    }
    let mut layers = match resumed {
        Some((layers, known)) => {
            *sizes = known;
            layers
        }
        None => Layers::around([start.clone()], Unobserved, meter)?,
    };
    // Whether the last of the sizes is that of the layer to be expanded.
    let mut is_within = layers.depth() as usize != sizes.len();
    while is_within || layers.width() > 0 {
        if !is_within {
            sizes.push(layers.width().into());
        }
        is_within = !layers.expand_until_due(rules, meter)?;
        if meter.is_due() {
            meter.save(&section, |out| {
                out.list(sizes)?;
                layers.save(rules, out)
            });
        }
    }
    if can_save {
        meter.save_result(&section, |out| {
            out.list(sizes)?;
            layers.save(rules, out)
        });
    }
    Ok(())
}

fn load<R: Rules>(
    rules: &R,
    input: &mut StateReader,
    meter: &mut Meter,
) -> io::Result<(Layers<R, Unobserved>, Vec<u64>)> {
    let sizes = input.small_list()?;
    Ok((Layers::load(rules, input, meter)?, sizes))
}
