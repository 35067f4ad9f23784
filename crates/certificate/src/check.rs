use std::io::Read;
use std::ops::Range;

use tesuji_core::{
    Budget, Cost, Game, HeapGame, Meter, NamedGame, NimValuesError, Notation, Player, Puzzle,
    Rules, Silent,
};

use crate::Rejection;
use crate::claim::Claim;
use crate::counts::{self, Count};
use crate::expectation;
use crate::header::{Header, Proof};
use crate::nimbers;
use crate::patterns::LastPatterns;
use crate::puzzle::{SpaceLimits, balls_apart, no_goal_before, no_goal_below};
use crate::search::{Measure, no_solution_below};
use crate::stream::{Source, width};
use crate::walk::{self, Ask, Chooser, Limits, Proved, named};
use crate::work::{Charged, Work};

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
/// use tesuji_certificate::{Certificate, Checker, Proof};
/// use tesuji_core::Notation;
/// use tesuji_taquin::{Goal, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let board = taquin.parse_state("230518674")?;
/// let parity = Proof::Argument("parity".to_owned());
/// let file = Certificate::unsolvable(&taquin, &board, parity).to_bytes();
///
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

    /// The heaps that count as a position: their nim-values take two bytes each.
    const HEAPS: u64 = 25;

    /// The units of work that a check may take by default: some minutes of it.
    pub const WORK: u64 = 20_000_000_000;

    /// A checker that keeps at most 20 million positions in memory and does at most
    /// [`WORK`](Self::WORK) units of work.
    #[must_use]
    pub fn new() -> Self {
        Checker {
            positions: 20_000_000,
            budget: Budget::unlimited().nodes(Self::WORK),
            patterns: LastPatterns::default(),
        }
    }

    /// Checks within this budget, which replaces the one that [`new`](Self::new) sets. Its nodes are
    /// the units of work: each move that is tried, sixteen sums of nim-values, each byte that is
    /// skipped.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Limits the positions that are kept in memory, some 50 bytes each in most games. For a period,
    /// 25 heaps count as one position.
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
        check: fn(Body) -> Result<Found, Rejection>,
    ) -> Result<Checked, Rejection> {
        let (header, mut source) = Source::open(&mut reader)?;
        let limit = self.positions;
        let mut silent = Silent;
        let work = &Charged::new(Meter::new(&self.budget, &mut silent));
        let found = if header.game != name {
            Err(Rejection::OtherGame { game: header.game.clone(), expected: name })
        } else if header.entries > limit {
            Err(Rejection::Limit { limit })
        } else {
            check(Body {
                header: &header,
                source: &mut source,
                watch,
                limit,
                work,
                patterns: &self.patterns,
            })
        };
        match found {
            Ok((plies, states)) => {
                source.finish(work)?;
                Ok(Checked { header, plies, states })
            }
            Err(stopped @ Rejection::Stopped { .. }) => Err(stopped),
            // Damage to the file is reported as such, whatever else it caused.
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
struct Body<'a, 'r, 'w> {
    header: &'a Header,
    source: &'a mut Source<'r>,
    watch: Option<&'w mut dyn FnMut(Entry)>,
    limit: u64,
    work: &'a dyn Work,
    patterns: &'a LastPatterns,
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
fn game<G: Game + NamedGame>(mut body: Body) -> Result<Found, Rejection> {
    let (game, state) = open::<G>(body.header)?;
    let &Header { claim, ref proof, entries, .. } = body.header;
    let outline = match (claim, proof) {
        (Claim::NimValue(claimed), proof) => return body.nim_value(&game, &state, claimed, proof),
        (Claim::Reachable { positions, moves }, proof) => {
            return body.reachable(&game, &state, (positions, moves), proof);
        }
        (Claim::Expected { player, least, most }, Proof::Values) => {
            return body.expected(&game, &state, player, (least, most));
        }
        (_, &Proof::Strategy(outline)) => outline,
        _ => return Err(body.header.wrong_proof()),
    };
    let limits = Limits { entries, positions: body.limit, work: body.work };
    let proved = walk::prove(&game, &state, claim, outline, &mut body, limits)?;
    let Proved { claim: proved, plies, entries, searched } =
        proved.ok_or_else(|| body.header.wrong_proof())?;
    body.all_read(entries)?;
    match proved == claim {
        true => Ok((plies, searched)),
        false => {
            let (claim, proved) = (claim.to_string(), proved.to_string());
            Err(Rejection::OtherClaim { claim, proved })
        }
    }
}

/// Checks the claim about a position of `P`.
fn puzzle<P: Puzzle + NamedGame>(mut body: Body) -> Result<Found, Rejection> {
    let (puzzle, start) = open::<P>(body.header)?;
    let mut entries = 0;
    let limits = SpaceLimits::new(body.limit, body.work);
    let states = match (body.header.claim, &body.header.proof) {
        (Claim::Unsolvable, Proof::Argument(name)) => {
            check_argument(&puzzle, &start, name)?;
            0
        }
        (Claim::Unsolvable, Proof::Exhaustion) => no_goal_before(&puzzle, &start, None, limits)?,
        (Claim::Shortest(length), proof) => {
            entries = u64::from(length);
            // Before the moves are read, because the number in the header may be anything.
            body.all_read(entries)?;
            let cost = body.replay(&puzzle, &start)?;
            body.check_cost(cost, cost == entries)?;
            at_least(&puzzle, &start, (length, Measure::Moves), proof, &body, limits)?
        }
        (Claim::Cost(least), proof) => {
            entries = body.header.entries;
            let cost = body.replay(&puzzle, &start)?;
            body.check_cost(cost, cost == u64::from(least))?;
            at_least(&puzzle, &start, (least, Measure::Cost), proof, &body, limits)?
        }
        (Claim::AtLeast(least), proof) => {
            body.all_read(0)?;
            at_least(&puzzle, &start, (least, Measure::Cost), proof, &body, limits)?
        }
        (Claim::Reachable { positions, moves }, proof) => {
            return body.reachable(&puzzle, &start, (positions, moves), proof);
        }
        (Claim::Distances { states, moves }, Proof::Layers) => {
            return body.counted((states, moves), |count| {
                counts::distances(&puzzle, &start, limits, count)
            });
        }
        (Claim::AtMost(most), Proof::Solution) => {
            entries = body.header.entries;
            let cost = body.replay(&puzzle, &start)?;
            body.check_cost(cost, cost <= u64::from(most))?;
            0
        }
        _ => return Err(body.header.wrong_proof()),
    };
    body.all_read(entries)?;
    Ok((None, states))
}

/// Checks that no solution is below the bound. As each move costs at least 1, no solution of fewer
/// moves is none of less cost either.
fn at_least<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    (bound, measure): (Cost, Measure),
    proof: &Proof,
    body: &Body,
    limits: SpaceLimits,
) -> Result<u64, Rejection> {
    match (proof, puzzle.undirected_goals()) {
        (Proof::Layers, _) => no_goal_before(puzzle, start, Some(bound), limits),
        (Proof::Balls, Some(goals)) => balls_apart(puzzle, start, goals, bound, limits),
        (Proof::Costs, _) => no_goal_below(puzzle, start, (bound, measure), limits),
        (Proof::Search(patterns), _) => {
            no_solution_below(puzzle, start, (bound, measure), patterns, body.patterns, limits)
        }
        _ => Err(body.header.wrong_proof()),
    }
}

/// Checks the claim about the nim-values of `R`.
fn heaps<R: HeapGame>(mut body: Body) -> Result<Found, Rejection> {
    let Proof::LeastExcluded { mask } = body.header.proof else {
        return Err(body.header.wrong_proof());
    };
    let game = R::open(&body.header.settings).map_err(|error| Rejection::no_such_game(&error))?;
    body.header.check_canonical(&game.settings(), "")?;
    match body.header.claim {
        Claim::NimValues(heaps) => body.nim_values(&game, heaps, mask),
        Claim::Period { period, preperiod } => body.period(&game, period, preperiod, mask),
        _ => Err(body.header.wrong_proof()),
    }
}

impl Body<'_, '_, '_> {
    fn show(&mut self, number: u64, entry: impl FnOnce() -> (String, String)) {
        if let Some(watch) = &mut self.watch {
            let (position, text) = entry();
            watch(Entry { number, position, text });
        }
    }

    /// Checks that there were as many entries as promised.
    fn all_read(&self, found: u64) -> Result<(), Rejection> {
        let promised = self.header.entries;
        if found == promised { Ok(()) } else { Err(Rejection::Entries { promised, found }) }
    }

    /// Plays the solution that the entries list, and returns its cost.
    fn replay<P: Puzzle + Notation>(
        &mut self,
        puzzle: &P,
        start: &P::State,
    ) -> Result<u64, Rejection> {
        let (mut state, mut cost) = (start.clone(), 0);
        for entry in 0..self.header.entries {
            let moves = puzzle.moves(&state);
            self.work.charge(u32::try_from(moves.len()).unwrap_or(u32::MAX))?;
            let number = self.source.bits(width(moves.len()), entry)?;
            let mv = named(&moves, number, entry, || puzzle.state_text(&state))?;
            cost += u64::from(puzzle.cost(&state, mv));
            self.show(entry, || (puzzle.state_text(&state), puzzle.move_text(&state, mv)));
            puzzle.play(&mut state, mv);
        }
        if puzzle.is_goal(&state) {
            Ok(cost)
        } else {
            Err(Rejection::NotSolved { position: puzzle.state_text(&state) })
        }
    }

    /// Checks that the cost of the solution is as claimed.
    fn check_cost(&self, cost: u64, holds: bool) -> Result<(), Rejection> {
        match holds {
            true => Ok(()),
            false => Err(Rejection::WrongCost { claim: self.header.claim.to_string(), cost }),
        }
    }

    /// Compares the nim-value of a position with the claim.
    fn nim_value<G: Game + Notation>(
        &mut self,
        game: &G,
        state: &G::State,
        claimed: u16,
        proof: &Proof,
    ) -> Result<Found, Rejection> {
        self.all_read(0)?;
        let limits = SpaceLimits::new(self.limit, self.work);
        let found = nimbers::by(game, state, proof, limits);
        let (value, states) = found.ok_or_else(|| self.header.wrong_proof())??;
        match value == u64::from(claimed) {
            true => Ok((None, states)),
            false => Err(Rejection::OtherNimValue { claim: self.header.claim.to_string(), value }),
        }
    }

    /// Compares the bounds that the listed values prove with the claim.
    fn expected<G: Game + Notation>(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        (least, most): (u64, u64),
    ) -> Result<Found, Rejection> {
        let limits = SpaceLimits::new(self.limit, self.work);
        let found = expectation::bounds(game, state, player, limits, |number, position| {
            if number == self.header.entries {
                self.all_read(number + 1)?;
            }
            let value = self.source.bits(64, number)?;
            self.show(number, || (game.state_text(position), expectation::text(value)));
            Ok(value)
        })?;
        self.all_read(found.positions)?;
        match found.claim(player) {
            Some(Claim::Expected { least: proved, most: within, .. })
                if least <= proved && within <= most =>
            {
                Ok((None, found.positions))
            }
            other => {
                let proved = other.map_or("no upper bound".to_owned(), |claim| claim.to_string());
                Err(Rejection::OtherClaim { claim: self.header.claim.to_string(), proved })
            }
        }
    }

    /// Counts the positions that can be reached.
    fn reachable<R: Rules + Notation>(
        &mut self,
        rules: &R,
        start: &R::State,
        claimed: (u64, u32),
        proof: &Proof,
    ) -> Result<Found, Rejection> {
        let limits = SpaceLimits::new(self.limit, self.work);
        let count = match proof {
            Proof::Layers => counts::layers,
            Proof::UndirectedLayers => counts::undirected_layers,
            _ => return Err(self.header.wrong_proof()),
        };
        self.counted(claimed, |each| count(rules, start, limits, each))
    }

    /// Compares the listed numbers of positions, and their sum, with those that are counted.
    fn counted(
        &mut self,
        (positions, moves): (u64, u32),
        count: impl FnOnce(&mut Count) -> Result<(), Rejection>,
    ) -> Result<Found, Rejection> {
        let (mut sum, mut distance) = (0, 0);
        count(&mut |found| {
            if distance == self.header.entries {
                self.all_read(distance + 1)?;
            }
            let listed = self.source.bits(64, distance)?;
            self.show(distance, || ("distance".to_owned(), listed.to_string()));
            if found != listed {
                return Err(Rejection::WrongCount { distance, found, listed });
            }
            (sum, distance) = (sum + found, distance + 1);
            Ok(())
        })?;
        self.all_read(distance)?;
        if (sum, distance) == (positions, u64::from(moves) + 1) {
            return Ok((None, sum));
        }
        let claim = self.header.claim.to_string();
        Err(Rejection::WrongSum { claim, found: sum, layers: distance })
    }

    /// Compares the listed values with the computed ones.
    fn nim_values<R: HeapGame>(
        &mut self,
        game: &R,
        heaps: u64,
        mask: u16,
    ) -> Result<Found, Rejection> {
        // No value is computed that is not listed: the number in the header may be anything.
        self.all_read(heaps)?;
        let mut listed = Vec::new();
        for heap in 0..heaps {
            self.work.charge(1)?;
            let value = self.source.bits(16, heap)?;
            self.show(heap, || (heap.to_string(), value.to_string()));
            listed.push(value as u16);
        }
        let values = self.values(game, listed.len(), mask)?;
        for (heap, (value, listed)) in values.into_iter().zip(listed).enumerate() {
            if listed != value {
                return Err(Rejection::WrongValue { heap, value, listed });
            }
        }
        Ok((None, heaps))
    }

    /// Compares the values of the window with those a period later.
    fn period<R: HeapGame>(
        &mut self,
        game: &R,
        period: u64,
        preperiod: u64,
        mask: u16,
    ) -> Result<Found, Rejection> {
        let too_large = || Rejection::WrongPeriod("the window is too large".to_owned());
        let size = |number: u64| usize::try_from(number).map_err(|_| too_large());
        let (period, preperiod) = (size(period)?, size(preperiod)?);
        if period == 0 {
            return Err(Rejection::WrongPeriod("a period is at least 1".to_owned()));
        }
        let window: Range<usize> =
            game.period_window(preperiod, period).map_err(Rejection::WrongPeriod)?;
        let count = window.end.checked_add(period).ok_or_else(too_large)?;
        if count as u64 > self.limit.saturating_mul(Checker::HEAPS) {
            return Err(Rejection::Limit { limit: self.limit });
        }
        self.all_read(0)?;
        let values = self.values(game, count, mask)?;
        for heap in window {
            let (Some(value), Some(other)) = (values.get(heap), values.get(heap + period)) else {
                return Err(too_large());
            };
            if value != other {
                return Err(Rejection::WrongPeriod(format!(
                    "a heap of {heap} tokens has value {value}, one of {} tokens {other}",
                    heap + period
                )));
            }
        }
        Ok((None, count as u64))
    }

    fn values<R: HeapGame>(
        &self,
        game: &R,
        count: usize,
        mask: u16,
    ) -> Result<Vec<u16>, Rejection> {
        let values = game.nim_values(count, mask, &mut |units| self.work.charge(units));
        let values = values.map_err(|error| match error {
            NimValuesError::Stopped(limit) => Rejection::Stopped { limit },
            error => Rejection::NoValues(error.to_string()),
        })?;
        match values.len() == count {
            true => Ok(values),
            false => Err(Rejection::NoValues(format!(
                "{} returns the values of {} heaps, not of {count}",
                R::NAME,
                values.len()
            ))),
        }
    }
}

/// Checks an argument that the puzzle has.
fn check_argument<P: Puzzle>(puzzle: &P, start: &P::State, name: &str) -> Result<(), Rejection> {
    let checked = match P::ARGUMENTS.contains(&name) {
        true => puzzle.check_argument(name, start),
        false if P::ARGUMENTS.is_empty() => Err("this puzzle has no arguments".to_owned()),
        false => Err(format!("the arguments of this puzzle are {}", P::ARGUMENTS.join(", "))),
    };
    checked.map_err(|problem| Rejection::Argument { argument: name.to_owned(), problem })
}

impl<G: Game + Notation> Chooser<G> for Body<'_, '_, '_> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let number = self.source.bits(width(ask.choices()), ask.entry)?;
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
