use std::io::Read;

use tesuji_core::{Budget, Meter, Silent};
use tesuji_nim::theory::Period;
use tesuji_nim::{Grundy, OctalCode, TakeSet};

use crate::claim::Claim;
use crate::header::{Header, Proof};
use crate::puzzle::{self, Room};
use crate::stream::{Source, width};
use crate::subject::{self, NamedRule, Riddle, Subject, Visit};
use crate::walk::{self, Ask, Chooser, Limits, named};
use crate::work::{Charged, Work};
use crate::{Rejection, heaps};

/// Checks certificates, by the rules alone.
///
/// Whatever the file holds, checking does not panic, ends within its [budget](Self::budget), and
/// takes no more memory than the [limit on positions](Self::positions) allows.
///
/// # Example
/// ```
/// use tesuji_certificate::{Certificate, Checker, Proof};
/// use tesuji_core::Notation;
/// use tesuji_taquin::{Goal, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let board = taquin.parse_state("230518674")?;
/// let file = Certificate::unsolvable(&taquin, &board, Proof::Parity).to_bytes();
///
/// let checked = Checker::new().check(&file[..])?;
/// assert_eq!(checked.header.claim.to_string(), "unsolvable");
///
/// let mut damaged = file;
/// damaged[60] ^= 1;
/// let error = Checker::new().check(&damaged[..]).unwrap_err();
/// assert_eq!(error.to_string(), "the checksum is wrong: the file was damaged");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    positions: u64,
    budget: Budget,
}

/// A certificate that proves what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What is claimed, of which position, and how it is proved.
    pub header: Header,
    /// In how many plies at most the strategy wins, whatever the claim says of it.
    pub plies: Option<u32>,
    /// How many positions or heaps the checker went through beyond the entries.
    pub states: u64,
}

/// An entry in words, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 0.
    pub number: u64,
    /// The position in the game's notation, or the heap.
    pub position: String,
    /// The move, or the value.
    pub text: String,
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}

impl Checker {
    /// More than any walk can count.
    const MOST: u64 = 1 << 30;

    /// How much work a checker does unless its [budget](Self::budget) is another: some minutes of
    /// it.
    pub const WORK: u64 = 20_000_000_000;

    /// A checker that keeps up to 20 million positions in memory and does as much work as
    /// [`WORK`](Self::WORK).
    #[must_use]
    pub fn new() -> Self {
        Checker { positions: 20_000_000, budget: Budget::unlimited().nodes(Self::WORK) }
    }

    /// Checks within this budget, in place of the one that [`new`](Self::new) sets. Its nodes are
    /// the units of work: each move that is tried, each sum of nim-values, each byte that is
    /// skipped.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// At most so many positions are kept in memory: some 50 bytes each in most games.
    #[must_use]
    pub fn positions(mut self, most: u64) -> Self {
        self.positions = most.min(Self::MOST);
        self
    }

    /// Checks the certificate that `reader` has.
    ///
    /// # Errors
    /// Why it proves nothing, and where.
    pub fn check(&self, reader: impl Read) -> Result<Checked, Rejection> {
        self.run(reader, None::<fn(Entry)>, of_any_game)
    }

    /// Checks the certificate of a game that this crate need not know: one of your own.
    ///
    /// # Errors
    /// Why it proves nothing, and where; also that it is of another game.
    pub fn check_game<G: Subject>(&self, reader: impl Read) -> Result<Checked, Rejection> {
        self.run(reader, None::<fn(Entry)>, of_game::<G, _, _>)
    }

    /// Checks it, and shows every entry to `watch` as it is read: what makes a text of it.
    /// Nothing is known before the end.
    ///
    /// # Errors
    /// Why it proves nothing, and where.
    pub fn check_watched(
        &self,
        reader: impl Read,
        watch: impl FnMut(Entry),
    ) -> Result<Checked, Rejection> {
        self.run(reader, Some(watch), of_any_game)
    }

    fn run<R: Read, W: FnMut(Entry)>(
        &self,
        reader: R,
        watch: Option<W>,
        check: fn(Body<R, W>) -> Result<Found, Rejection>,
    ) -> Result<Checked, Rejection> {
        let (header, mut source) = Source::open(reader)?;
        let limit = self.positions;
        let mut silent = Silent;
        let work = &Charged::new(Meter::new(&self.budget, &mut silent));
        let body = Body { header: &header, source: &mut source, watch, limit, work };
        match if header.entries > limit { Err(Rejection::Limit { limit }) } else { check(body) } {
            Ok((plies, states)) => {
                source.finish(work)?;
                Ok(Checked { header, plies, states })
            }
            Err(stopped @ Rejection::Stopped { .. }) => Err(stopped),
            // A damaged file is called damaged, whatever else came of the damage.
            Err(rejection) => {
                source.check_the_rest(work)?;
                Err(rejection)
            }
        }
    }
}

/// What the checker found out beyond the claim: plies, states.
type Found = (Option<u32>, u64);

/// The entries, and what they must prove.
struct Body<'a, R: Read, W> {
    header: &'a Header,
    source: &'a mut Source<R>,
    watch: Option<W>,
    limit: u64,
    work: &'a dyn Work,
}

/// Checks a body on whichever game of this workspace its header names.
fn of_any_game<R: Read, W: FnMut(Entry)>(body: Body<R, W>) -> Result<Found, Rejection> {
    match (body.header.proof, body.header.game.as_str()) {
        (Proof::LeastExcluded { mask }, <TakeSet as NamedRule>::NAME) => {
            body.heaps::<TakeSet>(mask)
        }
        (Proof::LeastExcluded { mask }, <Grundy as NamedRule>::NAME) => body.heaps::<Grundy>(mask),
        (Proof::LeastExcluded { mask }, <OctalCode as NamedRule>::NAME) => {
            body.heaps::<OctalCode>(mask)
        }
        _ => subject::dispatch(body.header, body),
    }
}

/// Checks a body on the game `G`.
fn of_game<G: Subject, R: Read, W: FnMut(Entry)>(body: Body<R, W>) -> Result<Found, Rejection> {
    let named = &body.header.game;
    if named == G::NAME {
        body.game::<G>()
    } else {
        Err(Rejection::NoSuchGame(format!("it is of {named}, not of {}", G::NAME)))
    }
}

impl<R: Read, W: FnMut(Entry)> Body<'_, R, W> {
    fn show(&mut self, number: u64, entry: impl FnOnce() -> (String, String)) {
        if let Some(watch) = &mut self.watch {
            let (position, text) = entry();
            watch(Entry { number, position, text });
        }
    }

    /// That there were as many entries as promised.
    fn all_read(&self, found: u64) -> Result<(), Rejection> {
        let promised = self.header.entries;
        if found == promised { Ok(()) } else { Err(Rejection::Entries { promised, found }) }
    }

    fn heaps<N: NamedRule>(mut self, mask: u16) -> Result<Found, Rejection> {
        let rule = N::open(self.header)?;
        self.header.is_usual(&rule.settings(), "")?;
        let wrong = |error: &dyn ToString| Rejection::WrongPeriod(error.to_string());
        let small = |number: u64| usize::try_from(number).map_err(|error| wrong(&error));
        let (count, period) = match self.header.claim {
            Claim::NimValues(heaps) => (small(heaps)?, None),
            Claim::Period { period, preperiod } => {
                let period = Period { period: small(period)?, preperiod: small(preperiod)? };
                let window = period.window(&rule).and_then(|window| {
                    window.end.checked_add(period.period).filter(|_| period.period > 0)
                });
                let count = window.ok_or_else(|| wrong(&"there is no window for it"))?;
                (count, Some(period))
            }
            _ => return Err(self.header.wrong_proof()),
        };
        if count as u64 > self.limit {
            return Err(Rejection::Limit { limit: self.limit });
        }
        if let Some(period) = period {
            self.all_read(0)?;
            let values = heaps::values(&rule, count, mask, self.work)?;
            let value = |heap| values.get(heap).copied();
            period.check(&rule, value).map_err(|error| wrong(&error))?;
            return Ok((None, count as u64));
        }
        // The listed values first, so that their number is not believed for nothing.
        self.all_read(count as u64)?;
        let mut listed = Vec::new();
        for heap in 0..count as u64 {
            self.work.charge(1)?;
            let value = self.source.bits(16, heap)?;
            self.show(heap, || (heap.to_string(), value.to_string()));
            listed.push(value as u16);
        }
        let values = heaps::values(&rule, count, mask, self.work)?;
        for (heap, (value, listed)) in values.into_iter().zip(listed).enumerate() {
            if listed != value {
                let (value, listed) = (value.into(), listed.into());
                return Err(Rejection::WrongValue { heap, value, listed });
            }
        }
        Ok((None, count as u64))
    }
}

impl<R: Read, W: FnMut(Entry)> Visit for Body<'_, R, W> {
    type Output = Found;

    fn game<G: Subject>(mut self) -> Result<Found, Rejection> {
        let (game, state) = subject::open::<G>(self.header)?;
        let Proof::Strategy(outline) = self.header.proof else {
            return Err(self.header.wrong_proof());
        };
        let Header { claim, entries, .. } = *self.header;
        let limits = Limits { entries, positions: self.limit, work: self.work };
        let proved = walk::prove(&game, &state, claim, outline, &mut self, limits)?;
        let (plies, entries) = proved.ok_or_else(|| self.header.wrong_proof())?;
        self.all_read(entries)?;
        Ok((plies, 0))
    }

    fn puzzle<P: Riddle>(mut self) -> Result<Found, Rejection> {
        let (puzzle, start) = subject::open::<P>(self.header)?;
        let mut entries = 0;
        let room = Room::new(self.limit, self.work);
        let argument = |argument, end: Result<(), String>| {
            end.map_err(|problem| Rejection::Argument { argument, problem })
        };
        let states = match (self.header.claim, self.header.proof) {
            (Claim::Unsolvable, Proof::Parity) => {
                argument("parity", puzzle.parity(&start)).map(|()| 0)?
            }
            (Claim::Unsolvable, Proof::HemmedIn) => {
                argument("hemmed-in", puzzle.hemmed_in(&start)).map(|()| 0)?
            }
            (Claim::Unsolvable, Proof::Exhaustion) => {
                puzzle::no_goal_before(&puzzle, &start, None, room)?
            }
            (Claim::Shortest(length), proof @ (Proof::Layers | Proof::Balls)) => {
                entries = u64::from(length);
                // Before the moves are read, so that their number is not believed for nothing.
                self.all_read(entries)?;
                self.replay(&puzzle, &start, entries)?;
                match (proof, puzzle.goals()) {
                    (Proof::Layers, _) => {
                        puzzle::no_goal_before(&puzzle, &start, Some(length), room)?
                    }
                    (_, Some(goals)) => puzzle::balls_apart(&puzzle, &start, goals, length, room)?,
                    (_, None) => return Err(self.header.wrong_proof()),
                }
            }
            _ => return Err(self.header.wrong_proof()),
        };
        self.all_read(entries)?;
        Ok((None, states))
    }
}

impl<R: Read, W: FnMut(Entry)> Body<'_, R, W> {
    /// Plays the solution, whose moves cost 1 each.
    fn replay<P: Riddle>(
        &mut self,
        puzzle: &P,
        start: &P::State,
        length: u64,
    ) -> Result<(), Rejection> {
        let mut state = start.clone();
        for entry in 0..length {
            let moves = puzzle.moves(&state);
            self.work.charge(u32::try_from(moves.len()).unwrap_or(u32::MAX))?;
            let number = self.source.bits(width(moves.len()), entry)?;
            let mv = named(&moves, number, entry, || puzzle.state_text(&state))?;
            if puzzle.cost(&state, mv) != 1 {
                return Err(self.header.wrong_proof());
            }
            self.show(entry, || (puzzle.state_text(&state), puzzle.move_text(&state, mv)));
            puzzle.play(&mut state, mv);
        }
        if puzzle.is_goal(&state) {
            Ok(())
        } else {
            Err(Rejection::NotSolved { position: puzzle.state_text(&state) })
        }
    }
}

impl<G: Subject, R: Read, W: FnMut(Entry)> Chooser<G> for Body<'_, R, W> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let number = self.source.bits(width(ask.moves.len()), ask.entry)?;
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(&mv) = ask.moves.get(number) {
            let Ask { game, state, .. } = ask;
            self.show(ask.entry, || (game.state_text(state), game.move_text(state, mv)));
        }
        Ok(number)
    }
}
