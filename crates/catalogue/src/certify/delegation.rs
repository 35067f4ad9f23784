use std::collections::{HashMap, HashSet};
use std::io::Read;

use tesuji_certificate::{Checker, Claim, Header, Rejection};
use tesuji_core::{GameResult, Player};

use crate::Status;
use crate::{AnyPosition, Catalogue, CatalogueError, GamePosition};

/// A game position whose value helpers prove without being trusted: they are given the positions
/// after some plies, and hand back certificates, each of which is checked before it is believed.
///
/// A helper makes certificates: another process or machine, for example. A helper that lies, by
/// error or on purpose, delays the result and does not change it: a file that does not prove its
/// claim is rejected, and so is one about a position that was not asked for.
///
/// # Example
/// ```
/// use tesuji_catalogue::Catalogue;
/// use tesuji_catalogue::certify::Delegation;
/// use tesuji_certificate::Checker;
/// use tesuji_core::{Budget, GameResult, Player, Silent};
///
/// let catalogue = Catalogue::standard();
/// let game = catalogue.game("breakthrough")?;
/// let root = game.open(None, &[("size", "2x4")].into_iter().collect())?;
/// let mut delegation = Delegation::new(root, 2)?;
/// let (search, budget) = (game.search("pvs")?, Budget::unlimited());
/// while let Some(task) = delegation.tasks().first() {
///     let report = task.solve(&search, &budget, &mut Silent)?;
///     let file = task.certify(&report, &search, &budget)?.to_bytes();
///     delegation.receive(&catalogue, &Checker::new(), &file[..])?;
/// }
/// assert_eq!(delegation.result(), Some(GameResult::Win(Player::Second)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Delegation {
    root: Node,
    /// What was proved of the positions at the leaves.
    known: HashMap<Key, ValueRange>,
}

/// The settings of a position and its text, as a header has them.
type Key = (Vec<(String, String)>, String);

/// The least and the largest value of a position: 1 if the first player wins, 0 for a draw, -1 if
/// the second player wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ValueRange {
    least: i8,
    most: i8,
}

impl ValueRange {
    const UNKNOWN: ValueRange = ValueRange { least: -1, most: 1 };

    fn exactly(value: i8) -> Self {
        ValueRange { least: value, most: value }
    }

    /// What a claim says; `None` if it says nothing about the value.
    fn of(claim: Claim) -> Option<Self> {
        match claim {
            Claim::Wins { winner, .. } => Some(Self::of_result(GameResult::Win(winner))),
            Claim::Draw => Some(Self::of_result(GameResult::Draw)),
            Claim::SemiStrong { result, .. } => Some(Self::of_result(result)),
            Claim::Holds { player: Player::First } => Some(ValueRange { least: 0, most: 1 }),
            Claim::Holds { player: Player::Second } => Some(ValueRange { least: -1, most: 0 }),
            _ => None,
        }
    }

    fn of_result(result: GameResult) -> Self {
        Self::exactly(match result {
            GameResult::Win(Player::First) => 1,
            GameResult::Draw => 0,
            GameResult::Win(Player::Second) => -1,
        })
    }

    /// What both say together.
    fn and(self, other: Self) -> Self {
        ValueRange { least: self.least.max(other.least), most: self.most.min(other.most) }
    }
}

/// A position, and what follows it.
enum Node {
    /// The game is over.
    Over(GameResult),
    /// A position to be proved by helpers.
    Leaf(Key, AnyPosition),
    /// The positions after all moves of this player.
    Moves(Player, Vec<Node>),
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// It proves nothing.
    #[error("the certificate is rejected")]
    Rejected(#[from] Rejection),
    /// It is about a position or a claim that was not asked for.
    #[error("{claim:?} about {position:?} was not asked for")]
    NotAskedFor {
        /// The position.
        position: String,
        /// The claim.
        claim: String,
    },
}

impl Delegation {
    /// The positions after `plies` plies from `root`, and those in which the game ends before, make
    /// up the proof.
    ///
    /// # Errors
    /// The game has one player.
    pub fn new(root: AnyPosition, plies: u32) -> Result<Self, CatalogueError> {
        if matches!(root.status(), Status::Solved | Status::Unsolved) {
            let what = "values for two players";
            return Err(CatalogueError::NotOffered { game: root.game(), what });
        }
        Ok(Delegation { root: Node::new(root, plies)?, known: HashMap::new() })
    }

    /// The positions of which nothing is known that are still needed, without repetitions: once a
    /// move is known to be best, those after other moves are not.
    ///
    /// # Example
    /// Two orders of the same moves lead to one position.
    /// ```
    /// use tesuji_catalogue::Catalogue;
    /// use tesuji_catalogue::certify::Delegation;
    ///
    /// let root = Catalogue::standard().game("tic-tac-toe")?.open(None, &Default::default())?;
    /// assert_eq!(Delegation::new(root, 3)?.tasks().len(), 252);
    /// # Ok::<(), tesuji_catalogue::CatalogueError>(())
    /// ```
    #[must_use]
    pub fn tasks(&self) -> Vec<&dyn GamePosition> {
        let (mut added, mut tasks) = (HashSet::new(), Vec::new());
        self.root.add_tasks(&self.known, &mut added, &mut tasks);
        tasks
    }

    /// Checks a file, and notes what it proves. It returns the claim.
    ///
    /// All settings in the header must be those of the root, also those that follow from its start,
    /// such as the heaps of Nim: a helper has to play on from the root.
    ///
    /// # Errors
    /// The file is rejected or exceeds the limits of the checker, or it is not about the value of a
    /// position that was asked for.
    pub fn receive(
        &mut self,
        catalogue: &Catalogue,
        checker: &Checker,
        file: impl Read,
    ) -> Result<Claim, Refused> {
        let Header { game, settings, position, claim, .. } =
            catalogue.verify(checker, file, None)?.header;
        let settings = settings.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let key = (settings.collect(), position);
        let asked = self.root.leaf(&key).is_some_and(|leaf| leaf.rules_name() == game);
        match ValueRange::of(claim).filter(|_| asked) {
            None => {
                let claim = claim.to_string();
                Err(Refused::NotAskedFor { position: key.1, claim })
            }
            Some(bounds) => {
                let known = self.known.entry(key).or_insert(ValueRange::UNKNOWN);
                *known = known.and(bounds);
                Ok(claim)
            }
        }
    }

    /// The result with best play, as soon as it follows from what was proved.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        match self.root.bounds(&self.known) {
            ValueRange { least: 1, .. } => Some(GameResult::Win(Player::First)),
            ValueRange { most: -1, .. } => Some(GameResult::Win(Player::Second)),
            ValueRange { least: 0, most: 0 } => Some(GameResult::Draw),
            _ => None,
        }
    }
}

impl Node {
    fn new(position: AnyPosition, plies: u32) -> Result<Self, CatalogueError> {
        match position.status() {
            Status::Finished(result) => Ok(Node::Over(result)),
            Status::ToMove(player) if plies > 0 => {
                let after = |mv: String| Node::new(position.after(&mv)?, plies - 1);
                let nodes = position.moves().into_iter().map(after).collect::<Result<_, _>>()?;
                Ok(Node::Moves(player, nodes))
            }
            Status::ToMove(_) | Status::Solved | Status::Unsolved => {
                let settings = position.all_settings();
                let settings = settings.iter().map(|(name, value)| (name.into(), value.into()));
                Ok(Node::Leaf((settings.collect(), position.notation()), position))
            }
        }
    }

    fn bounds(&self, known: &HashMap<Key, ValueRange>) -> ValueRange {
        match self {
            Node::Over(result) => ValueRange::of_result(*result),
            Node::Leaf(key, _) => known.get(key).copied().unwrap_or(ValueRange::UNKNOWN),
            Node::Moves(player, nodes) => {
                let all = || nodes.iter().map(|node| node.bounds(known));
                let (least, most) = (all().map(|one| one.least), all().map(|one| one.most));
                let (least, most) = match player {
                    Player::First => (least.max(), most.max()),
                    Player::Second => (least.min(), most.min()),
                };
                // A position that is not over has moves.
                ValueRange { least: least.unwrap_or(-1), most: most.unwrap_or(1) }
            }
        }
    }

    fn add_tasks<'n>(
        &'n self,
        known: &HashMap<Key, ValueRange>,
        added: &mut HashSet<&'n Key>,
        tasks: &mut Vec<&'n dyn GamePosition>,
    ) {
        let ValueRange { least, most } = self.bounds(known);
        if least == most {
            return;
        }
        match self {
            Node::Over(_) => {}
            Node::Leaf(key, position) => {
                if added.insert(key) {
                    tasks.push(&**position);
                }
            }
            Node::Moves(_, nodes) => {
                nodes.iter().for_each(|node| node.add_tasks(known, added, tasks));
            }
        }
    }

    fn leaf(&self, wanted: &Key) -> Option<&dyn GamePosition> {
        match self {
            Node::Leaf(key, position) if key == wanted => Some(&**position),
            Node::Over(_) | Node::Leaf(..) => None,
            Node::Moves(_, nodes) => nodes.iter().find_map(|node| node.leaf(wanted)),
        }
    }
}
