//! Writing certificates: the claim and its proof are known, and are recorded.

mod ask;
mod pattern_table;

use std::io::{self, Write};

use tesuji_core::{Budget, Cost, Game, HeapGame, NamedGame, Player, Puzzle, Settings};

use crate::Rejection;
use crate::checksum::Checksum;
use crate::claim::Claim;
use crate::expectation::{self, MOVE, NEVER, UNBOUNDED};
use crate::header::{Header, Outline, Proof};
use crate::space::{Limits, Space, positions_within};
use crate::stream::width;
use crate::walk::{Ask, Chooser, prove};

pub use pattern_table::PatternTable;

/// A certificate in memory.
///
/// That it exists proves nothing: [`Checker`](crate::Checker) does.
///
/// # Example
/// At Nim, the player who leaves heaps whose nim-sum is 0 wins (Bouton 1901). The checker does not
/// know that: it plays through all answers to the moves in the certificate.
/// ```
/// use tesuji_certificate::{Ask, Certificate, Checker, Chooser, Claim, Outline, Rejection};
/// use tesuji_core::{Budget, Notation, Rules};
/// use tesuji_nim::{Convention, HeapMove, Nim, TakeSet};
///
/// struct Bouton;
/// impl Chooser<Nim<TakeSet>> for Bouton {
///     fn choose(&mut self, ask: &Ask<'_, Nim<TakeSet>>) -> Result<usize, Rejection> {
///         let makes_zero = |&mv: &HeapMove| {
///             let heaps = ask.game.successor(ask.state, mv);
///             heaps.occupied().iter().fold(0, |sum, size| sum ^ size) == 0
///         };
///         let position = || ask.game.state_text(ask.state);
///         let number = ask.moves.iter().position(makes_zero);
///         number.ok_or_else(|| Rejection::NoMoveKnown { position: position() })
///     }
/// }
/// let nim = Nim::new(TakeSet::any(), Convention::Normal, &[3, 4, 5])?;
/// let (start, claim): (_, Claim) = (nim.initial(), "first wins".parse()?);
/// let outline = Outline { leaves: 0, symmetry: false, search: 0 };
/// let budget = Budget::unlimited();
/// let made = Certificate::strategy(&nim, &start, claim, outline, &mut Bouton, 1000, &budget)?;
///
/// let checked = Checker::new().check_game::<Nim<TakeSet>>(&made.to_bytes()[..], None)?;
/// assert_eq!(checked.header.claim, claim);
/// assert_eq!((checked.header.position.as_str(), checked.header.entries), ("3-4-5", 41));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    header: Header,
    body: Vec<u8>,
}

/// Calls `record` with the limits of a budget alone.
fn within<T>(
    budget: &Budget,
    record: impl FnOnce(Limits<'_>) -> Result<T, Rejection>,
) -> Result<T, Rejection> {
    Limits::within(positions_within(budget), budget, record)
}

impl Certificate {
    /// The header: everything before the entries.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Records the moves of the strategies that prove `claim`, one or two: the walk through the game
    /// asks `chooser` for at most `max_entries` of them. The nodes of `budget` are the moves that the
    /// walk tries. If the claim has a number of positions, it is replaced by the one that is found.
    ///
    /// # Errors
    /// The moves do not prove the claim, the chooser does not know one, there are too many, the
    /// outline is not valid, or a limit of the budget was reached.
    pub fn strategy<G: Game + NamedGame>(
        game: &G,
        state: &G::State,
        claim: Claim,
        outline: Outline,
        chooser: &mut dyn Chooser<G>,
        max_entries: u64,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let proof = Proof::Strategy(outline);
        let mut header = header(game, state, claim, proof.clone());
        if proof.to_string().parse().as_ref() != Ok(&proof) {
            return Err(header.wrong_proof());
        }
        let mut recorder = Recorder { chooser, sink: Sink::default(), entries: 0, max_entries };
        let proved = within(budget, |limits| {
            prove(&Space::new(game, state, limits), state, claim, outline, &mut recorder)
        })?;
        header.claim = proved.ok_or_else(|| header.wrong_proof())?.claim;
        Ok(Certificate::of(header, recorder.entries, recorder.sink))
    }

    /// Records a solution as a shortest one, or as one of least cost where moves do not all cost 1,
    /// with a proof by layers, balls or a search.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn shortest<P: Puzzle + NamedGame>(
        puzzle: &P,
        start: &P::State,
        solution: &[P::Move],
        proof: Proof,
    ) -> Result<Self, Rejection> {
        let claim = |cost| match puzzle.has_unit_costs() {
            true => Claim::Shortest(small(cost)),
            false => Claim::Cost(small(cost)),
        };
        Self::with_solution(puzzle, start, solution, claim, proof)
    }

    /// Records that a solution exists and what it costs at most, whether or not there is a cheaper
    /// one.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn cost_at_most<P: Puzzle + NamedGame>(
        puzzle: &P,
        start: &P::State,
        solution: &[P::Move],
    ) -> Result<Self, Rejection> {
        let claim = |cost| Claim::AtMost(small(cost));
        Self::with_solution(puzzle, start, solution, claim, Proof::Solution)
    }

    /// Records that every solution costs at least this, with a proof by layers, balls or a search.
    #[must_use]
    pub fn cost_at_least<P: Puzzle + NamedGame>(
        puzzle: &P,
        start: &P::State,
        cost: Cost,
        proof: Proof,
    ) -> Self {
        let header = header(puzzle, start, Claim::AtLeast(cost), proof);
        Certificate::of(header, 0, Sink::default())
    }

    /// Records a solution for a claim about its cost.
    fn with_solution<P: Puzzle + NamedGame>(
        puzzle: &P,
        start: &P::State,
        solution: &[P::Move],
        claim: impl FnOnce(u64) -> Claim,
        proof: Proof,
    ) -> Result<Self, Rejection> {
        let (mut state, mut sink, mut cost) = (start.clone(), Sink::default(), 0);
        for &mv in solution {
            let moves = puzzle.moves(&state);
            let number = moves.iter().position(|&other| other == mv);
            let number = number
                .ok_or_else(|| Rejection::NoMoveKnown { position: puzzle.state_text(&state) })?;
            sink.push(number as u64, width(moves.len()));
            cost += u64::from(puzzle.cost(&state, mv));
            puzzle.play(&mut state, mv);
        }
        let header = header(puzzle, start, claim(cost), proof);
        Ok(Certificate::of(header, solution.len() as u64, sink))
    }

    /// Records that a puzzle has no solution from `start`, with a proof by exhaustion or by one of
    /// the puzzle's [arguments](Puzzle::ARGUMENTS).
    #[must_use]
    pub fn unsolvable<P: Puzzle + NamedGame>(puzzle: &P, start: &P::State, proof: Proof) -> Self {
        let header = header(puzzle, start, Claim::Unsolvable, proof);
        Certificate::of(header, 0, Sink::default())
    }

    /// Computes and records the nim-value of a position of an impartial game, by its heaps or by all
    /// positions that can be reached. The nodes of `budget` are the moves and sums that are tried.
    ///
    /// # Errors
    /// The game is not [impartial](Game::is_impartial), it has no heaps, the value is too large, or a
    /// limit of the budget was reached.
    pub fn nim_value<G: Game + NamedGame>(
        game: &G,
        state: &G::State,
        proof: Proof,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let mut header = header(game, state, Claim::NimValue(0), proof);
        let found = within(budget, |limits| {
            Space::new(game, state, limits).nim_value(state, &header.proof)
        })?;
        let (value, _) = found.ok_or_else(|| header.wrong_proof())?;
        let value = u16::try_from(value).map_err(|_| format!("the nim-value is {value}"))?;
        header.claim = Claim::NimValue(value);
        Ok(Certificate::of(header, 0, Sink::default()))
    }

    /// Records bounds of the least expected number of moves that `player` needs to win, against an
    /// opponent who chooses each move with equal probability. `expectation` is asked about each
    /// position in which the player is to move, and returns about that number, or `None` if the
    /// player cannot win there for certain; the better its answers, the closer the bounds.
    ///
    /// # Errors
    /// The player cannot win for certain, a limit of the budget was reached, or a win from another
    /// position that can be reached is neither certain nor impossible: `None` stands for the latter,
    /// and is far from what such a position is worth.
    pub fn expected<G: Game + NamedGame>(
        game: &G,
        state: &G::State,
        player: Player,
        mut expectation: impl FnMut(&G::State) -> Option<f64>,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let value = |expectation: Option<f64>| match expectation {
            None => NEVER,
            Some(moves) => ((moves * MOVE as f64).round() as u64).min(UNBOUNDED - 1),
        };
        let mut sink = Sink::default();
        let (least, most, positions) = within(budget, |limits| {
            let space = Space::new(game, state, limits);
            expectation::bounds(&space, state, player, |_, position| {
                let value = value(expectation(position));
                sink.push(value, 64);
                Ok(value)
            })
        })?;
        let claim = Claim::Expected { player, least, most };
        Ok(Certificate::of(header(game, state, claim, Proof::Values), positions, sink))
    }

    /// Records the number of positions that can be reached, by the fewest moves to them, from 0 on;
    /// with a proof by layers, undirected or not.
    #[must_use]
    pub fn reachable<R: NamedGame>(
        rules: &R,
        start: &R::State,
        layers: &[u64],
        proof: Proof,
    ) -> Self {
        let claim = |positions, moves| Claim::Reachable { positions, moves };
        Self::counts(rules, start, layers, claim, proof)
    }

    /// Records the number of states that can be reached, by the fewest moves from them to a goal,
    /// from 0 on.
    #[must_use]
    pub fn distances<P: Puzzle + NamedGame>(puzzle: &P, start: &P::State, layers: &[u64]) -> Self {
        let claim = |states, moves| Claim::Distances { states, moves };
        Self::counts(puzzle, start, layers, claim, Proof::Layers)
    }

    fn counts<R: NamedGame>(
        rules: &R,
        start: &R::State,
        layers: &[u64],
        claim: impl FnOnce(u64, u32) -> Claim,
        proof: Proof,
    ) -> Self {
        let mut sink = Sink::default();
        layers.iter().for_each(|&count| sink.push(count, 64));
        let entries = layers.len() as u64;
        let claim = claim(layers.iter().sum(), entries.checked_sub(1).map_or(0, small));
        Certificate::of(header(rules, start, claim, proof), entries, sink)
    }

    /// Records the nim-values of the first heaps.
    #[must_use]
    pub fn nim_values<R: HeapGame>(game: &R, values: &[u16], mask: u16) -> Self {
        let heaps = values.len() as u64;
        let mut sink = Sink::default();
        for &value in values {
            sink.push(u64::from(value), 16);
        }
        let header = heaps_header(game, Claim::NimValues(heaps), mask);
        Certificate::of(header, heaps, sink)
    }

    /// Records the period of a game's nim-values.
    #[must_use]
    pub fn period<R: HeapGame>(game: &R, period: u64, preperiod: u64, mask: u16) -> Self {
        let header = heaps_header(game, Claim::Period { period, preperiod }, mask);
        Certificate::of(header, 0, Sink::default())
    }

    fn of(mut header: Header, entries: u64, sink: Sink) -> Self {
        let body = sink.into_bytes();
        header.entries = entries;
        header.bytes = body.len() as u64;
        Certificate { header, body }
    }

    /// Writes it as a file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let text = self.header.to_string();
        let mut checksum = Checksum::new();
        checksum.add(text.as_bytes());
        checksum.add(&self.body);
        out.write_all(text.as_bytes())?;
        out.write_all(&self.body)?;
        out.write_all(&checksum.value().to_le_bytes())
    }

    /// The file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("a vector takes any bytes");
        bytes
    }
}

/// A cost as a number in a claim; one that is too large makes a claim that is rejected.
fn small(cost: u64) -> Cost {
    Cost::try_from(cost).unwrap_or(Cost::MAX)
}

fn header<G: NamedGame>(game: &G, state: &G::State, claim: Claim, proof: Proof) -> Header {
    new_header(G::NAME, game.settings(), game.state_text(state), claim, proof)
}

fn heaps_header<R: HeapGame>(game: &R, claim: Claim, mask: u16) -> Header {
    let proof = Proof::LeastExcluded { mask };
    new_header(R::NAME, game.settings(), String::new(), claim, proof)
}

fn new_header(
    game: &str,
    settings: Settings,
    position: String,
    claim: Claim,
    proof: Proof,
) -> Header {
    Header { game: game.to_owned(), settings, position, claim, proof, entries: 0, bytes: 0 }
}

/// The entries of a certificate as bits.
#[derive(Clone, Debug, Default)]
struct Sink {
    bytes: Vec<u8>,
    bits: u64,
}

impl Sink {
    /// Appends the lowest `count` bits of `value`.
    fn push(&mut self, value: u64, count: u32) {
        for place in 0..count {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> place & 1) as u8) << (self.bits % 8);
            }
            self.bits += 1;
        }
    }

    fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// A chooser that records the choices of another one.
struct Recorder<'c, G> {
    chooser: &'c mut dyn Chooser<G>,
    sink: Sink,
    entries: u64,
    max_entries: u64,
}

impl<G: Game> Chooser<G> for Recorder<'_, G> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        if self.entries == self.max_entries {
            return Err(Rejection::Entries(format!("more than {} entries", self.entries)));
        }
        let number = self.chooser.choose(ask)?;
        self.entries += 1;
        self.sink.push(number as u64, width(ask.choices()));
        Ok(number)
    }
}

/// A mask with which few of these values share an even number of bits: a good hint for
/// [`Certificate::nim_values`] and [`Certificate::period`] if the values are those of the first
/// heaps. It tries the masks of up to ten bits.
#[must_use]
pub fn best_mask(values: &[u16]) -> u16 {
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = (u16::BITS - largest.leading_zeros()).min(10);
    let rare =
        |mask: u16| values.iter().filter(|&v| (v & mask).count_ones().is_multiple_of(2)).count();
    (0..1u16 << bits).min_by_key(|&mask| rare(mask)).unwrap_or(0)
}
