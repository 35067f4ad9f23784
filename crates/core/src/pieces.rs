use crate::{Cost, Puzzle};

/// How the pieces of a puzzle move, for lower bounds by pattern databases.
///
/// Each piece stands on a place, and each move of the puzzle moves one piece. A *pattern* is a set
/// of pieces. Without the others, its pieces have a puzzle of their own whose least costs never
/// exceed those of the whole puzzle; the costs of disjoint patterns may be added, as a move counts
/// in one of them at most (Korf & Felner, "Disjoint Pattern Database Heuristics", Artificial
/// Intelligence 134, 2002). With one piece in each pattern, the sum is the Manhattan distance of
/// sliding tiles.
///
/// # Contract
/// In every state, reachable or not, and for every legal move there:
/// * the pieces stand on different [places](Puzzle::places);
/// * the move changes the place of one piece, as [`Puzzle::step`] says, by one of the
///   [steps](Self::steps), and costs at least what that lists;
/// * if the state is a goal, its places are among the [goals](Self::goals).
///
/// [`check`](Self::check) compares a state with it, and [`laws::pieces`](crate::laws::pieces) all
/// reachable states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The number of pieces.
    pub count: u8,
    /// The number of places.
    pub places: u8,
    /// Whether one place is free, the blank: every step leads there, and the blank is then on the
    /// place where the step began. Lists of places end with that of the blank.
    pub blank: bool,
    /// Every step that a piece can ever make, with the least cost of a move that makes it.
    pub steps: Vec<(Step, Cost)>,
    /// The [places](Puzzle::places) in each goal.
    pub goals: Vec<Vec<u8>>,
    /// Proposed partitions into patterns that give good bounds, those with the smallest tables
    /// first.
    ///
    /// A pattern is a list of pieces, in which [`count`](Self::count) stands for the blank; no
    /// piece is in two patterns of a partition. No result depends on the proposals.
    pub partitions: Vec<Vec<Vec<u8>>>,
}

/// A piece goes from a place to another. Pieces and places are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The piece.
    pub piece: u8,
    /// Its place before.
    pub from: u8,
    /// Its place after.
    pub to: u8,
}

impl Pieces {
    /// Checks that the numbers are in range, and that no step is free.
    ///
    /// # Errors
    /// The first mistake, in words.
    pub fn check_ranges(&self) -> Result<(), String> {
        for &(Step { piece, from, to }, cost) in &self.steps {
            if piece >= self.count || from >= self.places || to >= self.places || cost == 0 {
                return Err(format!("the step of piece {piece} from {from} to {to} is not valid"));
            }
        }
        match self.goals.iter().find(|goal| !self.fits(goal)) {
            Some(goal) => Err(format!("the goal {goal:?} is not valid")),
            None => Ok(()),
        }
    }

    /// Whether every piece is on a place of its own.
    fn fits(&self, places: &[u8]) -> bool {
        let repeated = |(nth, place): (usize, &u8)| places[..nth].contains(place);
        places.len() == usize::from(self.count) + usize::from(self.blank)
            && places.iter().all(|&place| place < self.places)
            && !places.iter().enumerate().any(repeated)
    }

    /// Checks the contract in one state and its moves, by the rules of the puzzle.
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn check<P: Puzzle>(&self, puzzle: &P, state: &P::State) -> Result<(), String> {
        let places = puzzle.places(state);
        if !self.fits(&places) {
            return Err(format!("the places {places:?} are not valid"));
        }
        if puzzle.is_goal(state) && !self.goals.contains(&places) {
            return Err(format!("the goal {places:?} is not listed"));
        }
        for mv in puzzle.moves(state) {
            let Some(step) = puzzle.step(state, mv) else {
                return Err("a move is not the step of a piece".to_owned());
            };
            let Step { piece, from, to } = step;
            let differs =
                |what| Err(format!("the step of piece {piece} from {from} to {to} {what}"));
            let Some(&(_, cost)) = self.steps.iter().find(|&&(listed, _)| listed == step) else {
                return differs("is not listed");
            };
            if cost > puzzle.cost(state, mv) {
                return differs("costs less than listed");
            }
            let mut after = places.clone();
            match after.get_mut(usize::from(piece)) {
                Some(place) if *place == from => *place = to,
                _ => return differs("begins elsewhere"),
            }
            if self.blank
                && after.last_mut().map(|blank| std::mem::replace(blank, from)) != Some(to)
            {
                return differs("does not lead to the blank");
            }
            if puzzle.places(&puzzle.successor(state, mv)) != after {
                return differs("is not what the move does");
            }
        }
        Ok(())
    }
}
