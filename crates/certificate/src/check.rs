use std::fmt;
use std::io::Read;

use tesuji_core::{Budget, Cost, Game, HeapGame, NamedGame, Notation, Puzzle, Rules, quoted};

use crate::Rejection;
use crate::claim::{Claim, Length};
use crate::counts::Count;
use crate::expectation;
use crate::header::{Header, Proof};
use crate::nimbers::no_values;
use crate::patterns::LastPatterns;
use crate::puzzle::Bound;
use crate::space::{Limits, Space, positions_within};
use crate::stream::{Source, width};
use crate::walk::{self, Ask, Chooser, Proved};

/// Checks certificates by the rules alone.
///
/// The caller names the game, as a type; a certificate of another game is rejected. If the game is
/// to be found by its name, [`Header::read`] says which one it is.
///
/// Whatever the file contains, a check does not panic, ends within its [budget](Self::budget), and
/// keeps no more positions in memory than its [limit](Self::positions).
///
/// # Example
/// ```
/// use tesuji_certificate::Checker;
/// use tesuji_taquin::Taquin;
///
/// let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples");
/// let file = std::fs::read(format!("{samples}/taquin-parity.tesuji"))?;
/// let checked = Checker::new().check_puzzle::<Taquin<u64>>(&file[..], None)?;
/// assert_eq!(checked.header.claim.to_string(), "unsolvable");
///
/// let mut damaged = file;
/// damaged[60] ^= 1;
/// let error = Checker::new().check_puzzle::<Taquin<u64>>(&damaged[..], None).unwrap_err();
/// assert_eq!(error.to_string(), "the checksum is wrong: the file was damaged");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    positions: u64,
    budget: Budget,
    patterns: LastPatterns,
}

/// A certificate that proves what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The claim, its position, and how it is proved.
    pub header: Header,
    /// The most plies that the strategy takes to win, even if the claim gives no number.
    pub plies: Option<u32>,
    /// The number of positions or heaps that the checker generated besides the entries.
    pub states: u64,
}

impl fmt::Display for Checked {
    /// The claim, with the number of plies if the claim gives none: `first wins, within 8 plies`.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Checked { header: Header { claim, .. }, plies, .. } = self;
        match (claim, plies) {
            (Claim::Wins { length: Length::Any, .. }, Some(plies)) => {
                write!(out, "{claim}, within {plies} plies")
            }
            _ => write!(out, "{claim}"),
        }
    }
}

/// An entry as text.
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
    /// The largest limit on positions: more than a walk can count.
    const MAX_POSITIONS: u64 = 1 << 30;

    /// The positions that a check keeps in memory by default at most: one to three gigabytes.
    pub const POSITIONS: u64 = 20_000_000;

    /// The heaps that count as a position: their nim-values take two bytes each.
    const HEAPS: u64 = 25;

    /// The units of work that a check may take by default: some minutes of it.
    pub const WORK: u64 = 20_000_000_000;

    /// A checker that keeps at most [`POSITIONS`](Self::POSITIONS) positions in memory and does at
    /// most [`WORK`](Self::WORK) units of work.
    #[must_use]
    pub fn new() -> Self {
        Checker {
            positions: Self::POSITIONS,
            budget: Budget::unlimited().nodes(Self::WORK),
            patterns: LastPatterns::default(),
        }
    }

    /// Checks within this budget, which replaces the one that [`new`](Self::new) sets. Its nodes
    /// are the units of work: each move that is tried, or several where positions are large;
    /// sixteen sums of nim-values; each byte that is skipped. Its memory limits the
    /// [positions](Self::positions), too.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.positions = self.positions.min(positions_within(&budget));
        self.budget = budget;
        self
    }

    /// Limits the positions that are kept in memory, 50 to 150 bytes each in most games: a larger
    /// one counts as several, and for a period 25 heaps count as one.
    #[must_use]
    pub fn positions(mut self, max: u64) -> Self {
        self.positions = max.min(Self::MAX_POSITIONS);
        self
    }

    /// Checks a certificate of a position of the game `G`, and shows each entry to `watch` as it is
    /// read. Nothing is proved before the end.
    ///
    /// # Errors
    /// Why the certificate proves nothing, and where; also that it is of another game.
    pub fn check_game<G: Game + NamedGame>(
        &self,
        reader: impl Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        self.run(reader, watch, G::NAME, game::<G>)
    }

    /// Checks a certificate of a position of the puzzle `P`, and shows each entry to `watch` as it
    /// is read. Nothing is proved before the end.
    ///
    /// # Errors
    /// Why the certificate proves nothing, and where; also that it is of another puzzle.
    pub fn check_puzzle<P: Puzzle + NamedGame>(
        &self,
        reader: impl Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        self.run(reader, watch, P::NAME, puzzle::<P>)
    }

    /// Checks a certificate of the nim-values of the heap game `R`, and shows each entry to `watch`
    /// as it is read. Nothing is proved before the end.
    ///
    /// # Errors
    /// Why the certificate proves nothing, and where; also that it is of another game.
    pub fn check_heaps<R: HeapGame>(
        &self,
        reader: impl Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        self.run(reader, watch, R::NAME, heaps::<R>)
    }

    fn run(
        &self,
        mut reader: impl Read,
        watch: Option<&mut dyn FnMut(Entry)>,
        name: &'static str,
        check: fn(&mut Body) -> Result<Proved, Rejection>,
    ) -> Result<Checked, Rejection> {
        let (header, source) = Source::open(&mut reader)?;
        Limits::within(self.positions, &self.budget, |limits| {
            let mut body = Body { header: &header, source, watch, limits, last: &self.patterns };
            let found = match header.game == name {
                true => limits.keep(header.entries).and_then(|()| check(&mut body)),
                false => Err(Rejection::OtherGame { game: header.game.clone(), expected: name }),
            };
            let found = found.and_then(|found| body.source.check_end().map(|()| found));
            if !matches!(found, Err(Rejection::Stopped { .. })) {
                // Damage to the file is reported as such, whatever else it caused.
                body.source.finish(limits)?;
            }
            let Proved { claim, plies, states } = found?;
            match claim == header.claim {
                true => Ok(Checked { header: header.clone(), plies, states }),
                false => Err(Rejection::other_claim(header.claim, claim)),
            }
        })
    }
}

/// The claim is proved, by `states` positions or heaps.
fn found(claim: Claim, states: u64) -> Result<Proved, Rejection> {
    Ok(Proved { claim, plies: None, states })
}

/// The entries, and what they must prove.
struct Body<'a, 'r, 'w> {
    header: &'a Header,
    source: Source<'r>,
    watch: Option<&'w mut dyn FnMut(Entry)>,
    limits: Limits<'a>,
    last: &'a LastPatterns,
}

/// The game and the position of a header, which must be in canonical form.
fn open<G: NamedGame>(header: &Header) -> Result<(G, G::State), Rejection> {
    let game = G::open(&header.settings, Some(&header.position))
        .map_err(|error| Rejection::no_such_game(&error))?;
    let state =
        game.parse_state(&header.position).map_err(|error| Rejection::no_such_game(&error))?;
    header.check_canonical(&game.settings(), &game.state_text(&state))?;
    Ok((game, state))
}

/// Checks the claim about a position of `G`.
fn game<G: Game + NamedGame>(body: &mut Body) -> Result<Proved, Rejection> {
    let (game, state) = open::<G>(body.header)?;
    let (header, space) = (body.header, Space::new(&game, &state, body.limits));
    match (header.claim, &header.proof) {
        (Claim::NimValue(_), proof) => {
            let computed = space.nim_value(&state, proof)?;
            let (value, states) = computed.ok_or_else(|| header.wrong_proof())?;
            let value = u16::try_from(value).map_err(|_| format!("the nim-value is {value}"))?;
            found(Claim::NimValue(value), states)
        }
        (Claim::Reachable { .. }, _) => body.reachable(&space, state),
        (Claim::Expected { player, least, most }, Proof::Values) => {
            let bounds = expectation::bounds(&space, &state, player, |entry, position| {
                let value = body.source.entry(64)?;
                body.show(entry, || (game.state_text(position), expectation::text(value)));
                Ok(value)
            });
            let (lower, upper, positions) = bounds?;
            // Wider bounds are proved, too.
            let (least, most) = (least.min(lower), most.max(upper));
            found(Claim::Expected { player, least, most }, positions)
        }
        (claim, &Proof::Strategy(outline)) => {
            let proved = walk::prove(&space, &state, claim, outline, body)?;
            proved.ok_or_else(|| header.wrong_proof())
        }
        _ => Err(header.wrong_proof()),
    }
}

/// Checks the claim about a position of `P`.
fn puzzle<P: Puzzle + NamedGame>(body: &mut Body) -> Result<Proved, Rejection> {
    let (puzzle, start) = open::<P>(body.header)?;
    let (header, space) = (body.header, Space::new(&puzzle, &start, body.limits));
    match (header.claim, &header.proof) {
        (claim @ Claim::Unsolvable, Proof::Argument(name)) => {
            check_argument(&puzzle, &start, name)?;
            found(claim, 0)
        }
        (claim @ Claim::Unsolvable, Proof::Exhaustion) => {
            let bound = Bound { least: Cost::MAX, moves: true };
            found(claim, space.no_goal_below(&start, bound)?)
        }
        (Claim::Shortest(least), _) => {
            let moves = body.replay(&space, &start, |_| 1)?;
            let bound = Bound { least, moves: true };
            // Another claim needs no proof.
            let states = if moves == least { body.at_least(&space, &start, bound)? } else { 0 };
            found(Claim::Shortest(moves), states)
        }
        (Claim::Cost(least), _) => {
            let cost = body.replay(&space, &start, |cost| cost)?;
            let bound = Bound { least, moves: false };
            let states = if cost == least { body.at_least(&space, &start, bound)? } else { 0 };
            found(Claim::Cost(cost), states)
        }
        (claim @ Claim::AtLeast(least), _) => {
            found(claim, body.at_least(&space, &start, Bound { least, moves: false })?)
        }
        (Claim::AtMost(most), Proof::Solution) => {
            let cost = body.replay(&space, &start, |cost| cost)?;
            found(Claim::AtMost(most.max(cost)), 0)
        }
        (Claim::Reachable { .. }, _) => body.reachable(&space, start),
        (Claim::Distances { .. }, Proof::Layers) => body.counted(
            |states, moves| Claim::Distances { states, moves },
            |count| space.distances(&start, count),
        ),
        _ => Err(header.wrong_proof()),
    }
}

/// Checks an argument that the puzzle has.
fn check_argument<P: Puzzle>(puzzle: &P, start: &P::State, name: &str) -> Result<(), Rejection> {
    let checked = match P::ARGUMENTS.contains(&name) {
        true => puzzle.check_argument(name, start),
        false if P::ARGUMENTS.is_empty() => Err("this puzzle has no arguments".to_owned()),
        false => Err(format!("the arguments of this puzzle are {}", P::ARGUMENTS.join(", "))),
    };
    let refuted =
        |problem| format!("the argument {} does not apply: {problem}", quoted(name)).into();
    checked.map_err(refuted)
}

/// Checks the claim about the nim-values of `R`.
fn heaps<R: HeapGame>(body: &mut Body) -> Result<Proved, Rejection> {
    let (header, limits) = (body.header, body.limits);
    let Proof::LeastExcluded { mask } = header.proof else { return Err(header.wrong_proof()) };
    let game = R::open(&header.settings).map_err(|error| Rejection::no_such_game(&error))?;
    header.check_canonical(&game.settings(), "")?;
    let values = |count| {
        let values = game.nim_values(count, mask, &mut |units| (limits.charge)(units));
        match values.map_err(no_values)? {
            values if values.len() == count => Ok(values),
            values => {
                let (game, given) = (R::NAME, values.len());
                let text = format!("{game} returns the values of {given} heaps, not of {count}");
                Err(Rejection::from(text))
            }
        }
    };
    match header.claim {
        Claim::NimValues(_) => {
            // No value is computed that is not listed: the number in the header may be anything.
            let mut listed = Vec::new();
            for heap in 0..header.entries {
                (limits.charge)(1)?;
                let value = body.source.entry(16)?;
                body.show(heap, || (heap.to_string(), value.to_string()));
                listed.push(value as u16);
            }
            for (heap, (value, listed)) in values(listed.len())?.iter().zip(&listed).enumerate() {
                if value != listed {
                    let text =
                        format!("a heap of {heap} tokens has the value {value}, not {listed}");
                    return Err(text.into());
                }
            }
            found(Claim::NimValues(header.entries), header.entries)
        }
        claim @ Claim::Period { period, preperiod } => {
            let not_proved =
                |reason| Rejection::from(format!("the period is not proved: {reason}"));
            let too_large = || not_proved("the window is too large".to_owned());
            let size = |number: u64| usize::try_from(number).map_err(|_| too_large());
            let (period, preperiod) = (size(period)?, size(preperiod)?);
            if period == 0 {
                return Err(not_proved("a period is at least 1".to_owned()));
            }
            let window = game.period_window(preperiod, period).map_err(not_proved)?;
            let count = window.end.checked_add(period).ok_or_else(too_large)?;
            limits.keep((count as u64).div_ceil(Checker::HEAPS))?;
            let values = values(count)?;
            for heap in window {
                let (value, later, other) = (values[heap], heap + period, values[heap + period]);
                if value != other {
                    return Err(not_proved(format!(
                        "a heap of {heap} tokens has value {value}, one of {later} tokens {other}"
                    )));
                }
            }
            found(claim, count as u64)
        }
        _ => Err(header.wrong_proof()),
    }
}

impl Body<'_, '_, '_> {
    fn show(&mut self, number: u64, entry: impl FnOnce() -> (String, String)) {
        if let Some(watch) = &mut self.watch {
            let (position, text) = entry();
            watch(Entry { number, position, text });
        }
    }

    /// Plays the solution that the entries list, and returns the sum of what its moves count.
    fn replay<P: Puzzle + Notation>(
        &mut self,
        space: &Space<P>,
        start: &P::State,
        count: impl Fn(Cost) -> Cost,
    ) -> Result<Cost, Rejection> {
        let (puzzle, mut state, mut cost) = (space.rules, start.clone(), 0_u32);
        for entry in 0..self.header.entries {
            let moves = puzzle.moves(&state);
            (self.limits.charge)(u32::try_from(moves.len()).unwrap_or(u32::MAX))?;
            let number = self.source.entry(width(moves.len()))?;
            let mv = space.named(&state, &moves, (number, entry))?;
            let sum = cost.checked_add(count(puzzle.cost(&state, mv)));
            cost = sum.ok_or_else(|| "the solution costs more than 2^32 - 1".to_owned())?;
            self.show(entry, || (puzzle.state_text(&state), puzzle.move_text(&state, mv)));
            puzzle.play(&mut state, mv);
        }
        match puzzle.is_goal(&state) {
            true => Ok(cost),
            false => {
                let position = space.shown(&state);
                Err(format!("the moves lead to {position}, which is not a goal").into())
            }
        }
    }

    /// Checks that no solution is below the bound. As each move costs at least 1, no solution of fewer
    /// moves is none of less cost either.
    fn at_least<P: Puzzle + NamedGame>(
        &self,
        space: &Space<P>,
        start: &P::State,
        bound: Bound,
    ) -> Result<u64, Rejection> {
        self.source.check_end()?;
        match (&self.header.proof, space.rules.undirected_goals()) {
            (Proof::Layers, _) => space.no_goal_below(start, Bound { moves: true, ..bound }),
            (Proof::Balls, Some(goals)) => space.balls_apart(start, goals, bound.least),
            (Proof::Costs, _) => space.no_goal_below(start, bound),
            (Proof::Search(patterns), _) => {
                space.no_solution_below(start, bound, patterns, self.last)
            }
            _ => Err(self.header.wrong_proof()),
        }
    }

    /// Counts the positions that can be reached.
    fn reachable<R: Rules + Notation>(
        &mut self,
        space: &Space<R>,
        start: R::State,
    ) -> Result<Proved, Rejection> {
        let claim = |positions, moves| Claim::Reachable { positions, moves };
        match self.header.proof {
            Proof::Layers => self.counted(claim, |count| space.layers(vec![start], count)),
            Proof::UndirectedLayers => {
                self.counted(claim, |count| space.undirected_layers(&start, count))
            }
            _ => Err(self.header.wrong_proof()),
        }
    }

    /// Compares the listed numbers of positions with those that are counted.
    fn counted(
        &mut self,
        claim: impl Fn(u64, u32) -> Claim,
        count: impl FnOnce(&mut Count) -> Result<(), Rejection>,
    ) -> Result<Proved, Rejection> {
        let (mut sum, mut distance) = (0, 0);
        count(&mut |found| {
            let listed = self.source.entry(64)?;
            self.show(distance, || ("distance".to_owned(), listed.to_string()));
            if found != listed {
                let text = format!("{found} positions have the distance {distance}, not {listed}");
                return Err(text.into());
            }
            (sum, distance) = (sum + found, distance + 1);
            Ok(())
        })?;
        // There are no more entries than the limit allows, and there is one of distance 0.
        found(claim(sum, distance as u32 - 1), sum)
    }
}

impl<G: Game + Notation> Chooser<G> for Body<'_, '_, '_> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let number = self.source.entry(width(ask.choices()))?;
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if number < ask.choices() {
            let Ask { game, state, moves, .. } = ask;
            let text = || match moves.get(number) {
                Some(&mv) => game.move_text(state, mv),
                None => "search".to_owned(),
            };
            self.show(ask.entry, || (game.state_text(state), text()));
        }
        Ok(number)
    }
}
