use std::io::{self, Write};

use tesuji_core::{Budget, Meter, Silent};

use crate::Rejection;
use crate::checksum::Checksum;
use crate::claim::Claim;
use crate::header::{Header, Outline, Proof};
use crate::stream::width;
use crate::subject::{Named, NamedRule, Riddle, Subject};
use crate::walk::{Ask, Chooser, Duty, Left, Limits, prove};
use crate::work::Charged;

/// A certificate, made but not yet written.
///
/// Making one proves nothing to anybody: whoever reads it checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    header: Header,
    body: Vec<u8>,
}

impl Certificate {
    /// What it says before its entries.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Records the moves of a strategy, or of two, that prove `claim`: those that `chooser` names
    /// as the walk through the game asks for them, at most `most`.
    ///
    /// # Errors
    /// The moves do not prove the claim, the chooser does not know one, there are too many, or a
    /// certificate cannot have this outline.
    pub fn strategy<G: Subject>(
        game: &G,
        state: &G::State,
        claim: Claim,
        outline: Outline,
        chooser: &mut impl Chooser<G>,
        most: u64,
    ) -> Result<Self, Rejection> {
        Self::strategy_within(game, state, claim, outline, chooser, most, &Budget::unlimited())
    }

    /// [`strategy`](Self::strategy) within a budget, whose nodes are the moves that the walk tries.
    ///
    /// # Errors
    /// Those of [`strategy`](Self::strategy), and the limit that was reached.
    pub fn strategy_within<G: Subject>(
        game: &G,
        state: &G::State,
        claim: Claim,
        outline: Outline,
        chooser: &mut impl Chooser<G>,
        most: u64,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let proof = Proof::Strategy(outline);
        let header = header(game, state, claim, proof);
        if !proof.is_usual() {
            return Err(header.wrong_proof());
        }
        let mut silent = Silent;
        let work = &Charged::new(Meter::new(budget, &mut silent));
        let limits = Limits { entries: most, positions: u64::MAX, work };
        let mut recorder = Recorder { chooser, sink: Sink::default() };
        let proved = prove(game, state, claim, outline, &mut recorder, limits)?;
        let (_, entries) = proved.ok_or_else(|| header.wrong_proof())?;
        Ok(Certificate::of(header, entries, recorder.sink))
    }

    /// Records a solution as the shortest. The proof is by layers or balls.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn shortest<P: Riddle>(
        puzzle: &P,
        start: &P::State,
        solution: &[P::Move],
        proof: Proof,
    ) -> Result<Self, Rejection> {
        let length = u32::try_from(solution.len()).unwrap_or(u32::MAX);
        let header = header(puzzle, start, Claim::Shortest(length), proof);
        let (mut state, mut sink) = (start.clone(), Sink::default());
        for &mv in solution {
            let moves = puzzle.moves(&state);
            let number = moves.iter().position(|&other| other == mv);
            let number = number
                .ok_or_else(|| Rejection::NoMoveKnown { position: puzzle.state_text(&state) })?;
            sink.push(number as u64, width(moves.len()));
            puzzle.play(&mut state, mv);
        }
        Ok(Certificate::of(header, u64::from(length), sink))
    }

    /// Records that a board has no solution. The proof is by exhaustion, parity or cars that are
    /// hemmed in.
    #[must_use]
    pub fn unsolvable<P: Riddle>(puzzle: &P, start: &P::State, proof: Proof) -> Self {
        let header = header(puzzle, start, Claim::Unsolvable, proof);
        Certificate::of(header, 0, Sink::default())
    }

    /// Records the nim-values of the first heaps.
    #[must_use]
    pub fn nim_values<R: NamedRule>(rule: &R, values: &[u16], mask: u16) -> Self {
        let heaps = values.len() as u64;
        let mut sink = Sink::default();
        for &value in values {
            sink.push(u64::from(value), 16);
        }
        let header = heaps_header(rule, Claim::NimValues(heaps), mask);
        Certificate::of(header, heaps, sink)
    }

    /// Records the period of a rule's nim-values.
    #[must_use]
    pub fn period<R: NamedRule>(rule: &R, period: u64, preperiod: u64, mask: u16) -> Self {
        let header = heaps_header(rule, Claim::Period { period, preperiod }, mask);
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

fn header<G: Named>(game: &G, state: &G::State, claim: Claim, proof: Proof) -> Header {
    let settings = game.settings().into_iter().map(|(name, value)| (name.to_owned(), value));
    Header {
        game: G::NAME.to_owned(),
        settings: settings.collect(),
        position: game.state_text(state),
        claim,
        proof,
        entries: 0,
        bytes: 0,
    }
}

fn heaps_header<R: NamedRule>(rule: &R, claim: Claim, mask: u16) -> Header {
    let settings = rule.settings().into_iter().map(|(name, value)| (name.to_owned(), value));
    Header {
        game: R::NAME.to_owned(),
        settings: settings.collect(),
        position: String::new(),
        claim,
        proof: Proof::LeastExcluded { mask },
        entries: 0,
        bytes: 0,
    }
}

impl<G: Subject> Ask<'_, G> {
    /// How many entries the positions after a move would add at once, if each needs one: for
    /// choosers that want a small certificate. It tries what the walk would try, and charges it to
    /// the same budget; where that is spent, the walk ends.
    #[must_use]
    pub fn new_entries(&self, mv: G::Move) -> usize {
        let Ask { game, checks, .. } = self;
        let after = game.successor(self.state, mv);
        let mut new = 0;
        let counted = game.try_visit_moves(&after, |reply| {
            let state = checks.successor(&after, reply)?;
            let known = self.met.get(&checks.key(&state)).copied();
            let settled = game.result(&state).is_some()
                || match self.duty {
                    Duty::Win(plies) => match Left(plies).after(2) {
                        None => false,
                        Some(left) => {
                            known.flatten().is_some_and(|plies| left.allows(plies.get()))
                                || checks.wins_at_sight(&state, left)?.is_some()
                        }
                    },
                    Duty::Last(plies) => {
                        known.is_some()
                            || match Left(plies).after(2) {
                                None => true,
                                Some(left) => checks.lasts_at_sight(&state, left)?,
                            }
                    }
                };
            new += usize::from(!settled);
            Ok::<(), Rejection>(())
        });
        if counted.is_err() { usize::MAX } else { new }
    }
}

/// Entries on their way into a certificate.
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

/// A chooser that writes down what another says.
struct Recorder<'c, C> {
    chooser: &'c mut C,
    sink: Sink,
}

impl<G: Subject, C: Chooser<G>> Chooser<G> for Recorder<'_, C> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let number = self.chooser.choose(ask)?;
        self.sink.push(number as u64, width(ask.moves.len()));
        Ok(number)
    }
}

/// A mask that makes few of these values rare: a good hint for [`Certificate::nim_values`] and
/// [`Certificate::period`] if they are those of the first heaps. Looks at the masks of up to ten
/// bits.
#[must_use]
pub fn best_mask(values: &[u16]) -> u16 {
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = (u16::BITS - largest.leading_zeros()).min(10);
    let rare =
        |mask: u16| values.iter().filter(|&v| (v & mask).count_ones().is_multiple_of(2)).count();
    (0..1u16 << bits).min_by_key(|&mask| rare(mask)).unwrap_or(0)
}
