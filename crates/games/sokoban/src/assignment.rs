//! The assignment of boxes to goals at the least total distance.

use tesuji_core::Cost;

use crate::level::MAX_BOXES;
use crate::rules::{NEVER, Sokoban, Warehouse};

/// More than any total of distances.
const FAR: i32 = 1 << 24;

/// The least total of pushes that bring each box to a goal of its own; `None` if there is no such
/// assignment. Distances are those of boxes that are alone.
///
/// The Hungarian method with shortest augmenting paths (Kuhn, "The Hungarian Method for the
/// Assignment Problem", 1955; Jonker & Volgenant, 1987), in time `O(b² g)` for *b* boxes and *g*
/// goals.
pub(crate) fn assignment(sokoban: &Sokoban, state: &Warehouse) -> Option<Cost> {
    let distances = &sokoban.distances;
    let goals = distances.len();
    // Boxes and goals count from 1; place 0 holds the box that is being assigned.
    let mut of_box = [0i32; MAX_BOXES + 1];
    let mut of_goal = [0i32; MAX_BOXES + 1];
    let mut holder = [0usize; MAX_BOXES + 1];
    let mut cells = [0usize; MAX_BOXES + 1];
    for (number, cell) in (1..).zip(state.boxes.iter()) {
        cells[number] = cell.into();
        holder[0] = number;
        let mut slack = [i32::MAX; MAX_BOXES + 1];
        let mut done = [false; MAX_BOXES + 1];
        let mut from = [0usize; MAX_BOXES + 1];
        let mut goal = 0;
        while holder[goal] != 0 {
            done[goal] = true;
            let holding = holder[goal];
            let (mut least, mut nearest) = (i32::MAX, 0);
            for other in 1..=goals {
                if done[other] {
                    continue;
                }
                let distance = match distances[other - 1][cells[holding]] {
                    NEVER => FAR,
                    distance => i32::from(distance),
                };
                let reduced = distance - of_box[holding] - of_goal[other];
                if reduced < slack[other] {
                    (slack[other], from[other]) = (reduced, goal);
                }
                if slack[other] < least {
                    (least, nearest) = (slack[other], other);
                }
            }
            for other in 0..=goals {
                if done[other] {
                    of_box[holder[other]] += least;
                    of_goal[other] -= least;
                } else {
                    slack[other] = slack[other].saturating_sub(least);
                }
            }
            goal = nearest;
        }
        while goal != 0 {
            holder[goal] = holder[from[goal]];
            goal = from[goal];
        }
    }
    let mut total = 0;
    for goal in (1..=goals).filter(|&goal| holder[goal] != 0) {
        match distances[goal - 1][cells[holder[goal]]] {
            NEVER => return None,
            distance => total += Cost::from(distance),
        }
    }
    Some(total)
}
