use std::ops::ControlFlow;

use tesuji_core::{
    Budget, Evaluator, Game, GameSolver, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver,
    Observer, Score, Silent, Unobserved, Value,
};
use tesuji_zobrist::{EitherTable, Transpositions};

use crate::driver::Driver;
use crate::engine::{Access, Entries, Entry, Growing, Kept, Root, Run, Thread};
use crate::score::{self, Certainty, MAX_PLIES, is_win};
use crate::{Even, Hints, NoHints, finished};

/// Alpha-beta with a transposition table, move ordering, null-window searches, iterative deepening,
/// and the game's own knowledge ([`Hints`]).
///
/// The constructor determines how the value is found:
/// * [`TableSearch::principal_variation`]: PVS with iterative deepening, to play games;
/// * [`TableSearch::mtd_f`]: MTD(f), null windows only, with iterative deepening;
/// * [`TableSearch::mtd_bi`]: MTD(bi), without deepening, to solve games that are short enough;
/// * [`TableSearch::outcome_only`]: one or two null windows, to solve games without distances.
///
/// Without a [depth](Self::depth) it searches until the value is proved, or the budget is spent: it
/// then returns what the last completed depth found. If the budget limits neither nodes nor time,
/// iterative deepening adds a quarter of the depth and one ply each time. Proved wins and losses
/// have the exact distance in plies, unless the budget ended the search.
///
/// A value of this type keeps the table's memory from one search to the next, cleared unless
/// [`remember`](Self::remember) is set.
///
/// # Games with cycles
/// Repetitions are not detected. Proved wins and losses are correct nevertheless; a draw is proved
/// only if every line of play ends, so infinite play remains an estimate. In such games the MTD(bi)
/// driver terminates only with a depth.
///
/// # Complexity
/// Time `O(b^(d/2))` at best, `O(b^d)` at worst, for `b` moves and `d` plies; memory that of the
/// table and `O(bd)`.
///
/// # Example
/// ```
/// use tesuji_adversarial::TableSearch;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let answer = TableSearch::principal_variation().solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Draw);
/// assert_eq!(answer.judgement.pv.len(), 9);
/// ```
#[derive(Clone, Debug)]
pub struct TableSearch<E = Even, H = NoHints> {
    pub(crate) driver: Driver,
    pub(crate) evaluator: E,
    pub(crate) hints: H,
    pub(crate) depth: Option<u32>,
    pub(crate) table_bytes: usize,
    pub(crate) verified: bool,
    pub(crate) remember: bool,
    pub(crate) best_moves: bool,
    pub(crate) whole_pv: bool,
    pub(crate) deeper_entries: bool,
    kept: Kept,
}

impl TableSearch {
    /// Principal variation search (Marsland and Campbell, "Parallel Search of Strongly Ordered Game
    /// Trees", ACM Computing Surveys 14, 1982) with iterative deepening and aspiration windows.
    #[must_use]
    pub fn principal_variation() -> Self {
        Self::by(Driver::PrincipalVariation(25))
    }

    /// MTD(f) with iterative deepening (Plaat, Schaeffer, Pijls and de Bruin, "Best-First
    /// Fixed-Depth Minimax Algorithms", Artificial Intelligence 87, 1996).
    #[must_use]
    pub fn mtd_f() -> Self {
        Self::by(Driver::MtdF)
    }

    /// MTD(bi), of the same paper: null windows that halve the range of values, straight to the end
    /// of the game or to the depth.
    #[must_use]
    pub fn mtd_bi() -> Self {
        Self::by(Driver::MtdBi)
    }

    /// Who wins and nothing else, straight to the end of the game or to the depth.
    #[must_use]
    pub fn outcome_only() -> Self {
        Self::by(Driver::OutcomeOnly)
    }

    const TABLE_BYTES: usize = 64 << 20;

    fn by(driver: Driver) -> Self {
        TableSearch {
            driver,
            evaluator: Even,
            hints: NoHints,
            depth: None,
            table_bytes: Self::TABLE_BYTES,
            verified: false,
            remember: false,
            best_moves: false,
            whole_pv: true,
            deeper_entries: false,
            kept: Kept::default(),
        }
    }
}

impl<E, H> TableSearch<E, H> {
    /// The half width of the first window of [PVS](TableSearch::principal_variation) around the
    /// last depth's value, in the evaluator's units; 25 unless set. The others have no such window.
    #[must_use]
    pub fn aspiration(mut self, half_width: Score) -> Self {
        if let Driver::PrincipalVariation(aspiration) = &mut self.driver {
            *aspiration = half_width;
        }
        self
    }

    /// Limits the depth to `plies`, at least 1; leaves are scored by the evaluator. The value is
    /// that of [`Minimax`](crate::Minimax) of the same depth, at depths of up to 254 plies, unless
    /// [hints](Self::hints) prove more or [deeper entries](Self::deeper_entries) are used.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies.max(1));
        self
    }

    /// Whether a search with a [depth](Self::depth) uses all entries of its table, also those from
    /// deeper searches and proofs beyond its depth. Its value can then differ from that of minimax
    /// of the same depth. A search without a depth always uses them.
    #[must_use]
    pub fn deeper_entries(mut self, wanted: bool) -> Self {
        self.deeper_entries = wanted;
        self
    }

    /// The table entries that may cut off.
    fn entries(&self) -> Entries {
        match self.depth {
            Some(depth) if depth <= Entry::MAX_DEPTH && !self.deeper_entries => Entries::SameDepth,
            _ => Entries::Deeper,
        }
    }

    /// Sets the evaluator.
    #[must_use]
    pub fn evaluator<F>(self, evaluator: F) -> TableSearch<F, H> {
        self.map(|_| evaluator, |hints| hints)
    }

    /// Sets the game's hints.
    #[must_use]
    pub fn hints<I>(self, hints: I) -> TableSearch<E, I> {
        self.map(|evaluator| evaluator, |_| hints)
    }

    fn map<F, I>(
        self,
        evaluator: impl FnOnce(E) -> F,
        hints: impl FnOnce(H) -> I,
    ) -> TableSearch<F, I> {
        TableSearch {
            driver: self.driver,
            evaluator: evaluator(self.evaluator),
            hints: hints(self.hints),
            depth: self.depth,
            table_bytes: self.table_bytes,
            verified: self.verified,
            remember: self.remember,
            best_moves: self.best_moves,
            whole_pv: self.whole_pv,
            deeper_entries: self.deeper_entries,
            kept: self.kept,
        }
    }

    /// The maximum memory of the transposition table; 64 MiB by default. The table grows as needed.
    /// With 0 there is no table.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Whether the table compares whole positions, not only their keys, so that no proof depends on
    /// a key. Such a table is allocated in full, serves one thread, and [remembers](Self::remember)
    /// nothing. Positions to which hints give the same key, such as mirror images, are searched
    /// separately.
    #[must_use]
    pub fn verified(mut self, wanted: bool) -> Self {
        self.verified = wanted;
        self
    }

    /// Whether later searches with these settings reuse the table, as in a game played move by
    /// move. All of them must search the same game.
    #[must_use]
    pub fn remember(mut self, wanted: bool) -> Self {
        self.remember = wanted;
        self
    }

    /// Whether to report all best moves, which takes more nodes.
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.best_moves = wanted;
        self
    }

    /// Whether to compute the principal variation to its end (the default), or only the best move,
    /// which takes fewer nodes.
    #[must_use]
    pub fn whole_pv(mut self, wanted: bool) -> Self {
        self.whole_pv = wanted;
        self
    }
}

impl<G, E, H> GameSolver<G> for TableSearch<E, H>
where
    G: Game,
    E: Evaluator<G>,
    H: Hints<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G, E, H> ObservableGameSolver<G> for TableSearch<E, H>
where
    G: Game,
    E: Evaluator<G>,
    H: Hints<G>,
{
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let observed = (observer, observer.root(state));
        if let Some(judgement) = finished(game, state, observed, meter) {
            return judgement;
        }
        self.with_table(state, meter, |mut table, meter| {
            let section = self.resume(game, state, &mut table, meter);
            let thread = Thread { section: section.as_deref(), ..Thread::default() };
            self.search_with(game, state, table, observed, meter, thread)
        })
    }
}

/// The table of a search as one thread sees it.
type Table<'t, S> = EitherTable<Access<'t>, S, Entry>;

impl<E, H> TableSearch<E, H> {
    /// Runs `search` with a table for one thread, and counts its memory.
    fn with_table<S: Clone + Eq, R>(
        &self,
        state: &S,
        meter: &mut Meter,
        search: impl FnOnce(&mut Table<S>, &mut Meter) -> R,
    ) -> R {
        if self.verified {
            let bytes = self.table_bytes.min(meter.bytes_left());
            let mut table = EitherTable::verified(bytes, state);
            return meter.set_aside(bytes, |meter| {
                let found = search(&mut table, meter);
                (found, table.verified_bytes())
            });
        }
        self.with_growing(meter, |growing, meter| {
            search(&mut EitherTable::Keyed(growing.access(1)), meter)
        })
    }

    /// Runs `search` with a table that compares keys, and counts its memory.
    pub(crate) fn with_growing<R>(
        &self,
        meter: &mut Meter,
        search: impl FnOnce(&Growing, &mut Meter) -> R,
    ) -> R {
        let bytes = self.table_bytes.min(meter.bytes_left());
        self.kept.lend(bytes, self.remember, meter, |growing, meter| {
            meter.set_aside(bytes, |meter| {
                let found = search(growing, meter);
                (found, growing.bytes())
            })
        })
    }

    /// Takes up the table of this search from its checkpoint, if there is one. Returns the name of
    /// its checkpoints, if the table is to be saved.
    pub(crate) fn resume<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        table: &mut impl Transpositions<G::State, Entry>,
        meter: &mut Meter,
    ) -> Option<String> {
        if !meter.has_checkpoints() {
            return None;
        }
        if !table.is_savable() {
            meter.no_checkpoints("the search has no table, or one that compares positions");
            return None;
        }
        let depth = self.depth.unwrap_or(MAX_PLIES);
        let section = format!("table to depth {depth} from {:016x}", game.key(state));
        // What is not there is searched again.
        let _ = meter.resume(&section, |input, _| table.load(input));
        Some(section)
    }

    /// A move that guarantees at least `least`, searched to the end of the game or to the depth
    /// with one null window, which is much cheaper than the value. A win in `n` plies means a win
    /// in at most `n`, a loss in `n` plies a loss in at least `n`.
    ///
    /// `None` if there is no such move, none is found within the budget, or the game is over. The
    /// search must have a depth unless every game ends.
    ///
    /// # Example
    /// ```
    /// use tesuji_adversarial::TableSearch;
    /// use tesuji_core::{Budget, Notation, Value};
    /// use tesuji_tic_tac_toe::TicTacToe;
    ///
    /// let game = TicTacToe::new();
    /// let state = game.parse_state("XX./OO./...")?;
    /// let search = TableSearch::outcome_only();
    /// let within = |plies| search.reach(&game, &state, Value::Win(Some(plies)), &Budget::unlimited());
    /// assert_eq!(within(1).map(|mv| game.move_text(&state, mv)), Some("c3".to_owned()));
    /// assert_eq!(within(0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach<G>(
        &self,
        game: &G,
        state: &G::State,
        least: Value,
        budget: &Budget,
    ) -> Option<G::Move>
    where
        G: Game,
        E: Evaluator<G>,
        H: Hints<G>,
    {
        if game.result(state).is_some() {
            return None;
        }
        let mut progress = Silent;
        let mut meter = Meter::new(budget, &mut progress);
        self.with_table(state, &mut meter, |table, meter| {
            let TableSearch { evaluator, hints, .. } = self;
            let (entries, thread) = (self.entries(), Thread::default());
            let mut run =
                Run::new(game, Unobserved, evaluator, hints, entries, table, meter, thread);
            let longest = hints.max_plies(game, state).unwrap_or(MAX_PLIES);
            let depth = self.depth.unwrap_or(MAX_PLIES).min(longest);
            let score = score::at_least(least);
            let ControlFlow::Continue(mv) = run.reach(state, depth, score, ()) else { return None };
            // What rests on estimates makes sure of nothing but a win.
            mv.filter(|_| run.estimates() == 0 || is_win(score))
        })
    }

    /// Searches with a table. The helpers of a parallel search have numbers from 1 and order moves
    /// differently. `observed` is the observer with its handle to the root.
    pub(crate) fn search_with<G, T, O>(
        &self,
        game: &G,
        state: &G::State,
        table: T,
        (observer, seen): (O, O::Node),
        meter: &mut Meter,
        thread: Thread,
    ) -> Judgement<G::Move>
    where
        G: Game,
        E: Evaluator<G>,
        H: Hints<G>,
        T: Transpositions<G::State, Entry>,
        O: Observer<G>,
    {
        // Those that deepen are at other depths; the others would only miss each other.
        let place = if self.driver.deepens() { thread } else { Thread { number: 0, ..thread } };
        let TableSearch { evaluator, hints, .. } = self;
        let entries = self.entries();
        // Where nothing but a proof ends the search, no depth is of interest by itself.
        let hurries = self.depth.is_none() && !meter.limits_work();
        let mut run = Run::new(game, observer, evaluator, hints, entries, table, meter, place);
        let mut root = run.root(state.clone(), 0, self.best_moves, seen);
        let has_depths = self.depth.is_some() || self.driver.deepens();
        let mut judgement = Judgement {
            value: Value::Estimate(score::estimate(self.evaluator.score(game, state))),
            depth: has_depths.then_some(0),
            ..Judgement::of_move(root.moves.first().copied())
        };
        let longest = self.hints.max_plies(game, state).unwrap_or(MAX_PLIES);
        let last = self.depth.unwrap_or(MAX_PLIES).min(longest);
        // Every other helper is a ply ahead.
        let first = if thread.number % 2 == 1 { 2 } else { 1 };
        let mut depth = if self.driver.deepens() { first.min(last) } else { last };
        let (mut guess, mut complete_depth) = (None, None);
        loop {
            let estimates = run.estimates();
            observer.note(seen, NodeEvent::Iteration { bound: has_depths.then_some(depth) });
            let answer = self.driver.settle(guess, longest, &mut |alpha, beta| {
                // An even score that the driver begins with is a guess, unless it asks who wins.
                let is_guess = has_depths && (alpha == 0 || beta == 0);
                run.trust(if is_guess { u64::MAX } else { estimates });
                run.ask(&mut root, depth, alpha, beta)
            });
            let found = match answer {
                ControlFlow::Continue(found) => found,
                ControlFlow::Break(limit) => {
                    judgement.limit = Some(limit);
                    break;
                }
            };
            let complete = run.estimates() == estimates;
            let certainty = self.certainty(found, depth, complete);
            judgement.value = match certainty {
                // A draw is a draw without plies.
                Certainty::Winner if complete && found == 0 => Value::Draw,
                _ => score::value_of(found, certainty),
            };
            observer.note(seen, NodeEvent::exactly(game.to_move(state), judgement.value));
            judgement.best = root.moves.first().copied();
            complete_depth = Some(depth);
            judgement.depth = complete_depth.filter(|_| has_depths);
            guess = Some(found);
            if self.driver.deepens() {
                run.complete(depth);
            }
            // Without distances a win beyond the depth would be as good.
            let is_decided =
                !self.driver.has_distances() && !self.best_moves && judgement.value.is_proved();
            let settled = complete || certainty == Certainty::Distance || is_decided;
            if settled || depth >= last {
                if !settled {
                    judgement.limit = Some(Limit::Depth);
                }
                break;
            }
            let stride = if hurries { 1 + depth / 4 } else { 1 };
            depth = depth.saturating_add(stride).min(last);
        }
        if let (Some(found), Some(depth)) = (guess, complete_depth) {
            self.add_details(&mut run, &mut root, depth, found, &mut judgement);
        }
        run.finish();
        judgement
    }

    /// How much of a score from a search of this depth is proved.
    fn certainty(&self, found: Score, depth: u32, without_estimates: bool) -> Certainty {
        // Every win within the depth would have been seen: of two the sooner was taken.
        let plies = score::plies_to(found);
        let decided = score::is_win(found) || score::is_loss(found);
        if !self.driver.has_distances() {
            Certainty::Winner
        } else if without_estimates || decided && plies <= depth {
            Certainty::Distance
        } else {
            Certainty::Winner
        }
    }

    /// Adds the principal variation and the other best moves, if requested.
    fn add_details<G, T, O>(
        &self,
        run: &mut Run<'_, '_, G, E, H, T, O>,
        root: &mut Root<G, O::Node>,
        depth: u32,
        found: Score,
        judgement: &mut Judgement<G::Move>,
    ) where
        G: Game,
        E: Evaluator<G>,
        H: Hints<G>,
        T: Transpositions<G::State, Entry>,
        O: Observer<G>,
    {
        let Some(best) = judgement.best else { return };
        // A search that was cut short may have brought another move to the front.
        if let Some(place) = root.moves.iter().position(|&mv| mv == best) {
            root.moves[..=place].rotate_right(1);
        }
        judgement.pv = vec![best];
        if judgement.limit.is_some_and(|limit| limit != Limit::Depth) {
            return;
        }
        let proved = judgement.value.is_proved();
        if self.best_moves {
            // Without distances, a sooner win is no better.
            let (least, proved) = match judgement.value {
                value @ (Value::Win(_) | Value::Loss(_)) if !self.driver.has_distances() => {
                    (score::at_least(value), false)
                }
                _ => (found, proved),
            };
            match run.as_good(root, depth, least, proved) {
                ControlFlow::Continue((good, limit)) => {
                    judgement.best_moves = good;
                    judgement.limit = limit.or(judgement.limit);
                }
                ControlFlow::Break(limit) => judgement.limit = Some(limit),
            }
        }
        if self.whole_pv {
            let (pv, limit) = run.pv(root, best, depth, found, proved);
            judgement.pv = pv;
            judgement.limit = limit.or(judgement.limit);
        }
    }
}
