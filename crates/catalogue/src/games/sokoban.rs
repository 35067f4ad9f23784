//! Sokoban as an entry.

use std::convert::Infallible;
use std::ops::ControlFlow;

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Budget, Meter, Puzzle, Reversible, Rules, Silent};
use tesuji_sokoban::{Cells, Matching, Metric, NearestGoal, OffGoal, Sokoban, Warehouse};

use crate::algorithms::puzzles::BIDIRECTIONAL;
use crate::extras::ShuffledState;
use crate::{CatalogueError, Extras, OnePlayer, Search, Shuffle};

/// Bidirectional search begins with a list of all goals, which may have this many.
const MAX_GOALS: usize = 2_000_000;

/// Sokoban.
#[must_use]
pub fn sokoban() -> OnePlayer<Sokoban> {
    OnePlayer::new()
        .heuristic("off-goal", "the number of boxes that are not on goals", |_| Ok(OffGoal))
        .heuristic(
            "nearest-goal",
            "the pushes of each box to the goal that is nearest to it",
            |_| Ok(NearestGoal),
        )
        .heuristic(
            "matching",
            "the least pushes that bring each box to a goal of its own; deadlocks are dead ends",
            |_| Ok(Matching),
        )
        .bidirectional()
        .checked(has_few_goals)
        .default_algorithm("a*")
        .extras(Boxes)
}

fn has_few_goals(sokoban: &Sokoban, search: &Search) -> Result<(), CatalogueError> {
    if search.algorithm.name == BIDIRECTIONAL.name && sokoban.goals_up_to(MAX_GOALS).is_none() {
        let what = "bidirectional search on a level with more than 2,000,000 goals";
        return Err(CatalogueError::NotOffered { game: "sokoban", what });
    }
    Ok(())
}

struct Boxes;

/// How many walks there are, as many of them end in the same position.
const WALKS: usize = 64;

/// A random goal: boxes on as many of the goals, and the player on another cell.
fn random_goal(sokoban: &Sokoban, random: &mut Pcg64) -> Warehouse {
    let level = sokoban.level();
    let mut goals: Vec<u8> = level.goals().iter().collect();
    goals.shuffle(random);
    let boxes: Cells = goals.into_iter().take(level.boxes().len()).collect();
    let free: Vec<u8> = (0..level.cells() as u8).filter(|&cell| !boxes.contains(cell)).collect();
    Warehouse { boxes, player: free.choose(random).copied().unwrap_or_default() }
}

impl Extras<Sokoban> for Boxes {
    /// The end of a walk of pulls from a random goal, so that pushes lead back to it; pushes at random
    /// would leave boxes in corners. Walks differ in length, as long ones end where no box can be
    /// pulled. The initial state if no pull leads away from the goals.
    fn shuffle(
        &self,
        sokoban: &Sokoban,
        shuffle: Shuffle,
        usual_walk: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<ShuffledState<Sokoban>, CatalogueError> {
        let steps = match shuffle {
            Shuffle::Uniform => usual_walk,
            Shuffle::Walk(steps) => steps,
        };
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let mut random = Pcg64::seed_from_u64(seed);
        // Counted in pushes, each step back is a pull.
        let pulls = Sokoban::new(sokoban.level().clone(), Metric::Pushes);
        let mut ends = Vec::new();
        for _ in 0..WALKS {
            let mut state = random_goal(&pulls, &mut random);
            for _ in 0..random.random_range(0..=steps) {
                let mut before = Vec::new();
                let ControlFlow::Continue(()) = pulls.visit_predecessors(&state, |_, one| {
                    before.push(one);
                    ControlFlow::<Infallible>::Continue(())
                });
                meter.charge(before.len() as u32 + 1).map_err(CatalogueError::Stopped)?;
                let Some(&one) = before.choose(&mut random) else { break };
                state = one;
            }
            if !sokoban.is_goal(&state) && !ends.contains(&state) {
                ends.push(state);
            }
        }
        Ok((ends.choose(&mut random).copied().unwrap_or_else(|| sokoban.initial()), None))
    }

    fn why_unsolvable(&self, sokoban: &Sokoban, state: &Warehouse) -> Option<String> {
        sokoban.deadlock(state).map(|reason| reason.to_string())
    }
}
