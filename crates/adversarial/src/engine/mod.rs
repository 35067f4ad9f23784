//! The search below the root, common to all table searches: fail-soft negamax with a transposition
//! table, null windows, move ordering, and pruning by a game's hints.
//!
//! What makes its proofs sound: every value is either true of the game, or rests on an estimate at
//! the depth's end. `estimates` counts the latter; a value during whose search it did not move is
//! true, and is stored as [`Entry::to_the_end`]. Besides, a win is true whatever the depth, and so
//! is a loss.

mod busy;
mod entry;
mod memory;
mod order;
mod prospect;
mod root;

pub(crate) use busy::{Busy, Thread};
pub(crate) use entry::{Entries, Entry};
pub(crate) use memory::{Access, Growing, Kept};
pub(crate) use root::Root;

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, Limit, Meter, NodeEvent, Observer, Player, Score, Tally, V3};
use tesuji_zobrist::{Bound, Transpositions, worth_of_work};

use crate::Hints;
use crate::deep::{counted, is_checked, look};
use crate::score::{self, LARGEST_ESTIMATE, Told, at_ply, from_ply, is_loss, is_win};
use order::{Experience, Killers, KillersAt};
use prospect::{Child, Found, Frame, Memory, Prospect, ProspectOf};

/// A move that may be tried.
#[derive(Clone, Copy, Debug)]
struct Candidate<M, D> {
    rank: i64,
    mv: M,
    /// What the hints want to have again.
    draft: D,
}

/// The candidates of a position on the stack of candidates: where they begin, and the best of them.
#[derive(Clone, Copy)]
struct Collected {
    first: usize,
    best: usize,
}

/// The rank of a candidate, larger ones first: its move-ordering score, and below it its place in
/// the order of the hints.
#[inline]
fn rank(ordering: i32, choice: u16) -> i64 {
    i64::from(ordering) << 16 | i64::from(!choice)
}

/// The number in the order of the hints of a candidate with this rank.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "its lowest bits")]
fn choice_of(rank: i64) -> u16 {
    !(rank as u16)
}

/// Everything that changes while searching.
pub(crate) struct Run<'r, 'm, G: Game, E, H: Hints<G>, T, O: Observer<G>> {
    pub(crate) game: &'r G,
    observer: O,
    evaluator: &'r E,
    hints: &'r H,
    entries: Entries,
    /// The instructions that the search was also compiled for, if it was and they are there.
    level: Option<V3>,
    /// What helpers of a parallel search add to the move-ordering scores of later candidates, so
    /// that threads search different moves: a mask of the candidate's number.
    tilt: u16,
    table: T,
    /// Where the other threads are, in a parallel search.
    busy: Option<&'r Busy>,
    /// The name of the checkpoints of the table, if it is saved.
    section: Option<&'r str>,
    tally: Tally,
    meter: &'r mut Meter<'m>,
    /// The candidates of each position on the path, one position after the other.
    candidates: Vec<Candidate<G::Move, H::Draft>>,
    /// The same for those positions whose children are all looked at first.
    children: Vec<Child<G, H, O::Node>>,
    /// The moves tried so far in each position on the path, where that is of interest.
    tried: Vec<G::Move>,
    killers: Killers<G::Move>,
    experience: Experience,
    /// How often a value was used that rests on an estimate.
    estimates: u64,
    /// As long as this is the number of estimates, an even score that ends a window is a draw.
    trusted: u64,
    /// The nodes on the path that are announced to the other threads, from the root on.
    announced: Vec<Announced<G::State>>,
    /// The number of expanded nodes at which to look next whether those are settled.
    next_look: u64,
    /// The number of the announced node that a search is broken off to go on with, and its score.
    settled: Option<(usize, Score)>,
}

/// A node that is announced to the other threads, which may settle it: the question asked there.
struct Announced<S> {
    state: S,
    key: u64,
    ply: u32,
    depth: u32,
    /// For the player to move.
    alpha: Score,
    beta: Score,
}

/// Nodes with less depth left than this do not look at all their children before they enter one.
const ENHANCED_DEPTH: u32 = 6;

/// The threads of a parallel search keep out of each other's way in positions with at least this
/// depth.
const BUSY_DEPTH: u32 = 14;

/// The number of expanded nodes after which a thread looks for nodes above that others have
/// settled.
const LOOK_EVERY: u64 = 1 << 10;

/// Beyond all ranks: twice as much is taken off the rank of a child left for later.
const DEFERRED: i64 = 1 << 56;

impl<'r, 'm, G, E, H, T, O> Run<'r, 'm, G, E, H, T, O>
where
    G: Game,
    E: Evaluator<G>,
    H: Hints<G>,
    T: Transpositions<G::State, Entry>,
    O: Observer<G>,
{
    #[expect(clippy::too_many_arguments, reason = "they are what a run is made of")]
    pub(crate) fn new(
        game: &'r G,
        observer: O,
        evaluator: &'r E,
        hints: &'r H,
        entries: Entries,
        table: T,
        meter: &'r mut Meter<'m>,
        Thread { number, busy, section }: Thread<'r>,
    ) -> Self {
        Run {
            game,
            observer,
            evaluator,
            hints,
            entries,
            level: if H::BITBOARDS { V3::detect() } else { None },
            tilt: if number == 0 { 0 } else { 7 },
            table,
            busy,
            section,
            tally: meter.tally,
            meter,
            candidates: Vec::with_capacity(256),
            children: Vec::with_capacity(256),
            tried: Vec::with_capacity(256),
            killers: Killers::new(hints.max_learned(game)),
            experience: Experience::new(hints.history_size(game), hints.max_learned(game)),
            estimates: 0,
            trusted: 0,
            announced: Vec::with_capacity(64),
            next_look: if busy.is_some() { 0 } else { u64::MAX },
            settled: None,
        }
    }

    /// Reports to the observer that a depth is completed.
    pub(crate) fn complete(&mut self, depth: u32) {
        self.meter.tally = self.tally;
        self.meter.complete(depth);
    }

    /// Hands the counters back.
    pub(crate) fn finish(self) {
        self.meter.tally = self.tally;
    }

    /// Saves the table, from which a later search goes on.
    #[cold]
    #[inline(never)]
    fn save(&mut self, section: &str) {
        self.meter.tally = self.tally;
        self.meter.save(section, |out| self.table.save(out));
        self.tally = self.meter.tally;
    }

    /// Reports to the observer what a position is worth, given whose turn it is there. An even
    /// score is a draw if no estimate was used since the number of estimates was `estimates`.
    #[inline]
    fn tell(
        &self,
        seen: O::Node,
        state: &G::State,
        estimates: u64,
        event: impl FnOnce(Told, Player) -> NodeEvent,
    ) {
        self.observer.note_with(seen, || {
            let told = Told { distances: true, estimated: self.estimates != estimates };
            event(told, self.game.to_move(state))
        });
    }

    /// Reports to the observer that all moves of a position but the first `tried` are left out.
    #[inline]
    fn cut_all_but(&self, tried: usize, state: &G::State, notes: &H::Notes, seen: O::Node) {
        if O::IS_ON {
            let mut number = 0;
            let ControlFlow::Continue(()) =
                self.hints.visit_candidates(self.game, state, notes, |mv, _, _| {
                    if number >= tried {
                        self.observer.cut(seen, mv);
                    }
                    number += 1;
                    ControlFlow::<Infallible>::Continue(())
                });
        }
    }

    /// The score of a position for its player to move, searched as deep as its frame says: exact
    /// between `alpha` and `beta`, an upper bound at or below `alpha`, a lower bound at or above
    /// `beta`.
    #[inline(always)]
    fn node(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        match self.level {
            Some(level) if H::BITBOARDS => level.run(
                #[inline(always)]
                || self.search_node(state, frame, alpha, beta),
            ),
            _ => self.node_by_baseline(state, frame, alpha, beta),
        }
    }

    #[inline(never)]
    fn node_by_baseline(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        self.search_node(state, frame, alpha, beta)
    }

    #[inline(always)]
    fn search_node(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        let &Frame { ref notes, lower, upper, ply, depth, memory, seen, .. } = frame;
        let before = self.estimates;
        self.tell(seen, state, self.trusted, |told, player| told.window(player, alpha, beta));
        if lower >= beta || lower >= upper {
            self.tell(seen, state, before, |told, player| told.between(player, lower, upper));
            self.observer.note(seen, NodeEvent::Finished);
            return ControlFlow::Continue(lower);
        }
        if upper <= alpha {
            self.tell(seen, state, before, |told, player| told.at_most(player, upper));
            self.observer.note(seen, NodeEvent::Finished);
            return ControlFlow::Continue(upper);
        }
        if depth == 0 {
            self.estimates += 1;
            let score = score::estimate(self.evaluator.score(self.game, state));
            self.tell(seen, state, before, |told, player| told.exactly(player, score));
            self.observer.note(seen, NodeEvent::Horizon);
            return ControlFlow::Continue(score);
        }
        if depth <= self.evaluator.lookahead(self.game)
            && let Some(score) = self.looked_ahead(state, frame, alpha, beta)
        {
            self.tell(seen, state, before, |told, player| told.within(player, score, alpha, beta));
            self.observer.note(seen, NodeEvent::Horizon);
            return ControlFlow::Continue(score);
        }
        if depth == 1 {
            return self.frontier(state, frame, alpha, beta);
        }
        let key = match memory {
            Memory::Untouched => self.hints.key_by(self.game, state, notes),
            Memory::Keyed | Memory::Asked => frame.key,
        };
        // The candidates are collected while the table's memory answers.
        let collected = (depth < ENHANCED_DEPTH).then(|| {
            if memory == Memory::Untouched {
                self.table.prefetch(key);
            }
            self.collect(state, notes, ply)
        });
        let mut table_choice = frame.choice;
        if memory != Memory::Asked
            && let Some(entry) = self.table.probe(key, state)
        {
            if let Some(score) = self.usable(entry, ply, depth, alpha, beta) {
                if let Some(collected) = collected {
                    self.candidates.truncate(collected.first);
                }
                self.tell(seen, state, before, |told, player| {
                    told.within(player, score, alpha, beta)
                });
                self.observer.note(seen, NodeEvent::Duplicate);
                return ControlFlow::Continue(score);
            }
            table_choice = entry.choice;
        }
        self.tally.expanded += 1;
        self.observer.note(seen, NodeEvent::Expanded);
        let (work, estimates) = (self.tally.expanded, self.estimates);
        let window = (alpha, beta);
        let found = if let Some(collected) = collected {
            let first = self.lead(collected, table_choice);
            self.lazily(state, frame, window, first)?
        } else {
            if let Some(section) = self.section
                && self.meter.is_due()
            {
                self.save(section);
            }
            if self.tally.expanded >= self.next_look {
                self.look_above()?;
            }
            self.widely(state, frame, window, table_choice)?
        };
        let Found { best, choice, .. } = found;
        let bound = if best >= upper || (best > alpha && best < beta) {
            Bound::Exact
        } else if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let entry = Entry {
            score: from_ply(best, ply),
            bound,
            depth: Entry::depth(depth),
            to_the_end: self.estimates == estimates,
            choice,
            worth: worth_of_work(self.tally.expanded - work),
        };
        self.table.store(key, state, entry);
        self.tell(seen, state, before, |told, player| match bound {
            Bound::Exact => told.exactly(player, best),
            Bound::Lower => told.at_least(player, best),
            Bound::Upper => told.at_most(player, best),
        });
        ControlFlow::Continue(best)
    }

    /// The best of the children, all of which are looked at before the first is entered.
    #[inline(always)]
    fn widely(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        (alpha, beta): (Score, Score),
        table_choice: Option<u16>,
    ) -> ControlFlow<Limit, Found> {
        let &Frame { lower, upper, ply, depth, seen, .. } = frame;
        let (mut found, estimates) = (Found::new(lower, alpha), self.estimates);
        let high = beta.min(upper);
        let scout_only = beta - alpha == 1;
        let first = self.children.len();
        self.look_ahead(state, frame, table_choice, high, &mut found)?;
        let (mut tried, first_tried) = (0, self.tried.len());
        while found.low < high
            && let Some(Child { rank, mv, mut prospect }) = self.next_child(first)
        {
            if tried > 0 && self.busy.is_some() || !scout_only {
                // The answer may be another by now, or the question.
                prospect.frame.ask_again();
            }
            if tried > 0
                && rank > -DEFERRED
                && let Some(busy) = self.busy_at(&prospect)
                && busy.has(prospect.frame.key)
            {
                self.children.push(Child { rank: rank - 2 * DEFERRED, mv, prospect });
                continue;
            }
            let score = if tried == 0 || scout_only {
                self.enter_announced(&prospect, ply, found.low, high)?
            } else {
                self.scout(&mut prospect, ply, found.low, high)?
            };
            if found.note(score, choice_of(rank)) {
                self.tell(seen, state, estimates, |told, player| told.at_least(player, score));
            }
            if self.hints.max_learned(self.game) > 0 {
                self.tried.push(mv);
                if score >= high {
                    self.learn(state, ply, depth, first_tried);
                }
            }
            tried += 1;
        }
        if O::IS_ON {
            for child in &self.children[first..] {
                self.observer.note(child.prospect.frame.seen, NodeEvent::Refuted);
            }
        }
        self.children.truncate(first);
        self.tried.truncate(first_tried);
        ControlFlow::Continue(found)
    }

    /// The best of the children, each of which is made when its turn comes; of the candidates from
    /// `first` on, the first of them in front.
    #[inline(always)]
    fn lazily(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        (alpha, beta): (Score, Score),
        first: usize,
    ) -> ControlFlow<Limit, Found> {
        let &Frame { ref notes, lower, upper, ply, depth, seen, .. } = frame;
        let (mut found, estimates) = (Found::new(lower, alpha), self.estimates);
        let high = beta.min(upper);
        let scout_only = beta - alpha == 1;
        let (mut index, first_tried) = (first, self.tried.len());
        while index < self.candidates.len() && found.low < high {
            if index > first {
                self.bring_best(index);
            }
            let Candidate { rank, mv, draft } = self.candidates[index];
            self.tally.generate(1, self.meter)?;
            let mut child = self.prospect(state, notes, (mv, draft), ply, depth, seen);
            let score = if index == first || scout_only {
                self.enter(&child, ply, found.low, high)?
            } else {
                self.scout(&mut child, ply, found.low, high)?
            };
            if found.note(score, choice_of(rank)) {
                self.tell(seen, state, estimates, |told, player| told.at_least(player, score));
            }
            if self.hints.max_learned(self.game) > 0 {
                self.tried.push(mv);
                if score >= high {
                    self.learn(state, ply, depth, first_tried);
                }
            }
            index += 1;
        }
        if O::IS_ON {
            let left_out = &self.candidates[index..];
            left_out.iter().for_each(|candidate| self.observer.cut(seen, candidate.mv));
        }
        self.candidates.truncate(first);
        self.tried.truncate(first_tried);
        ControlFlow::Continue(found)
    }

    /// The score of a position whose children are leaves. It is searched sooner than its moves are
    /// put in order, or the table's memory answers.
    fn frontier(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        let &Frame { ref notes, lower, upper, ply, seen, .. } = frame;
        self.tally.expanded += 1;
        self.observer.note(seen, NodeEvent::Expanded);
        let (mut found, estimates) = (Found::new(lower, alpha), self.estimates);
        let (high, mut tried) = (beta.min(upper), 0);
        let visited = self.hints.visit_candidates(self.game, state, notes, |mv, _, draft| {
            self.tally.generate(1, self.meter).map_break(Some)?;
            let child = self.prospect(state, notes, (mv, draft), ply, 1, seen);
            let score = self.enter(&child, ply, found.low, high).map_break(Some)?;
            if found.note(score, 0) {
                self.tell(seen, state, estimates, |told, player| told.at_least(player, score));
            }
            tried += 1;
            if found.low >= high { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        });
        match visited {
            ControlFlow::Break(Some(limit)) => ControlFlow::Break(limit),
            ControlFlow::Break(None) | ControlFlow::Continue(()) => {
                if visited.is_break() {
                    self.cut_all_but(tried, state, notes, seen);
                }
                self.tell(seen, state, estimates, |told, player| {
                    told.within(player, found.best, alpha, high)
                });
                ControlFlow::Continue(found.best)
            }
        }
    }

    /// The score of a position near the depth's end, where the evaluator's lookahead settles it for
    /// this window.
    #[inline]
    fn looked_ahead(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let &Frame { lower, upper, depth, .. } = frame;
        let (smallest, largest) = self.evaluator.range(self.game, state, depth);
        let floor = if smallest < -LARGEST_ESTIMATE { lower } else { smallest.clamp(lower, upper) };
        let ceiling = if largest > LARGEST_ESTIMATE { upper } else { largest.clamp(lower, upper) };
        let score = if ceiling <= alpha || floor == ceiling {
            ceiling
        } else if floor >= beta {
            floor
        } else {
            return None;
        };
        self.estimates += 1;
        Some(score)
    }

    /// The score that an entry settles for this window and depth.
    #[inline]
    fn usable(
        &mut self,
        entry: Entry,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let score = at_ply(entry.score, ply);
        let at_least = entry.bound != Bound::Upper && score >= beta;
        let at_most = entry.bound != Bound::Lower && score <= alpha;
        if (at_least && is_win(score) || at_most && is_loss(score))
            && entry.decides(depth, self.entries)
        {
            return Some(score);
        }
        if !entry.answers(depth, self.entries)
            || !(at_least || at_most || entry.bound == Bound::Exact)
        {
            return None;
        }
        if !entry.to_the_end {
            self.estimates += 1;
        }
        Some(score)
    }

    /// Whether the same player moves again.
    #[inline]
    fn same_player(&self, state: &G::State, child: &G::State) -> bool {
        !H::TAKE_TURNS && self.game.to_move(state) == self.game.to_move(child)
    }

    /// The score of a child for its parent's player.
    #[inline(always)]
    fn enter(
        &mut self,
        child: &ProspectOf<G, H, O>,
        from: u32,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        if is_checked(from) {
            self.enter_deep(child, alpha, beta)
        } else {
            self.enter_here(child, alpha, beta)
        }
    }

    /// The same on the present stack segment.
    #[inline(always)]
    fn enter_here(
        &mut self,
        child: &ProspectOf<G, H, O>,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        let Prospect { state, frame, same } = child;
        if *same {
            self.node(state, frame, alpha, beta)
        } else {
            let score = self.node(state, frame, -beta, -alpha)?;
            ControlFlow::Continue(-score)
        }
    }

    /// The same on a new stack segment if need be, which counts as memory of the search: where
    /// positions repeat, a line of play has no end.
    #[cold]
    #[inline(never)]
    fn enter_deep(
        &mut self,
        child: &ProspectOf<G, H, O>,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        let stack = counted(child.frame.ply);
        if let Err(limit) = self.meter.claim(stack) {
            return ControlFlow::Break(limit);
        }
        let score = look(|| self.enter_here(child, alpha, beta));
        self.meter.release(stack);
        score
    }

    /// Where the threads are, if a child is large enough for them to keep out of each other's way.
    #[inline]
    fn busy_at(&self, child: &ProspectOf<G, H, O>) -> Option<&'r Busy> {
        self.busy.filter(|_| child.frame.depth >= BUSY_DEPTH)
    }

    /// The score of a child for its parent's player; a large child is announced to the other
    /// threads.
    #[inline(always)]
    fn enter_announced(
        &mut self,
        child: &ProspectOf<G, H, O>,
        from: u32,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        match self.busy_at(child) {
            Some(busy) => self.enter_beside(busy, child, from, alpha, beta),
            None => self.enter(child, from, alpha, beta),
        }
    }

    /// The same for a large child. The search below it is broken off when another thread has
    /// settled it.
    #[inline(never)]
    fn enter_beside(
        &mut self,
        busy: &Busy,
        child: &ProspectOf<G, H, O>,
        from: u32,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        let &Prospect { ref state, frame: Frame { ply, depth, key, .. }, same } = child;
        let number = self.announced.len();
        let [candidates, children, tried] =
            [self.candidates.len(), self.children.len(), self.tried.len()];
        let (alpha_there, beta_there) = if same { (alpha, beta) } else { (-beta, -alpha) };
        self.announced.push(Announced {
            state: state.clone(),
            key,
            ply,
            depth,
            alpha: alpha_there,
            beta: beta_there,
        });
        busy.enter(key);
        let mut score = self.enter(child, from, alpha, beta);
        busy.leave(key);
        self.announced.truncate(number);
        if let Some((_, there)) = self.settled.take_if(|&mut (settled, _)| settled == number) {
            self.candidates.truncate(candidates);
            self.children.truncate(children);
            self.tried.truncate(tried);
            score = ControlFlow::Continue(if same { there } else { -there });
        }
        score
    }

    /// Breaks the search off if another thread has settled one of the announced nodes above.
    #[cold]
    #[inline(never)]
    fn look_above(&mut self) -> ControlFlow<Limit> {
        self.next_look = self.tally.expanded + LOOK_EVERY;
        for node in &self.announced {
            self.table.prefetch(node.key);
        }
        for number in 0..self.announced.len() {
            let &Announced { ref state, key, ply, depth, alpha, beta } = &self.announced[number];
            if let Some(entry) = self.table.probe(key, state)
                && let Some(score) = self.usable(entry, ply, depth, alpha, beta)
            {
                self.settled = Some((number, score));
                return ControlFlow::Break(Limit::Interrupted);
            }
        }
        ControlFlow::Continue(())
    }

    /// The same for a child that is thought to be no better than `alpha`: asks that first, and for
    /// its score only if it is better.
    #[inline(always)]
    fn scout(
        &mut self,
        child: &mut ProspectOf<G, H, O>,
        from: u32,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        let score = self.enter_announced(child, from, alpha, alpha + 1)?;
        if score <= alpha || score >= beta {
            return ControlFlow::Continue(score);
        }
        child.frame.ask_again();
        self.enter_announced(child, from, alpha, beta)
    }

    /// Puts the candidates on the stack of candidates.
    #[inline(always)]
    fn collect(&mut self, state: &G::State, notes: &H::Notes, ply: u32) -> Collected {
        let first = self.candidates.len();
        let (mut choice, mut best, mut best_rank) = (0, first, i64::MIN);
        let (game, hints) = (self.game, self.hints);
        let killers = self.killers.at(ply);
        let ControlFlow::Continue(()) =
            hints.visit_candidates(game, state, notes, |mv, ordering, draft| {
                let ordering = self.ordering(&killers, state, mv, ordering, choice);
                let rank = rank(ordering, choice);
                if rank > best_rank {
                    (best, best_rank) = (self.candidates.len(), rank);
                }
                self.candidates.push(Candidate { rank, mv, draft });
                choice = choice.saturating_add(1);
                ControlFlow::<Infallible>::Continue(())
            });
        Collected { first, best }
    }

    /// Puts the best of the candidates in front, now that the table has named one, and says where
    /// they begin.
    #[inline(always)]
    fn lead(&mut self, collected: Collected, table_choice: Option<u16>) -> usize {
        let Collected { first, mut best } = collected;
        if let Some(choice) = table_choice
            && let named = first + usize::from(choice)
            && let Some(&Candidate { rank, .. }) = self.candidates.get(named)
        {
            self.candidates[named].rank = self.rank_of_table_move(rank);
            if self.candidates[named].rank > self.candidates[best].rank {
                best = named;
            }
        }
        if best > first {
            self.candidates.swap(first, best);
        }
        first
    }

    /// Exchanges the candidate at `index` for the best from there on.
    #[inline]
    fn bring_best(&mut self, index: usize) {
        let rest = &mut self.candidates[index..];
        let (mut best, mut best_rank) = (0, i64::MIN);
        for (place, candidate) in rest.iter().enumerate() {
            if candidate.rank > best_rank {
                (best, best_rank) = (place, candidate.rank);
            }
        }
        rest.swap(0, best);
    }

    /// A candidate's move-ordering score, with what the search has learned.
    #[inline(always)]
    fn ordering(
        &self,
        killers: &KillersAt<G::Move>,
        state: &G::State,
        mv: G::Move,
        ordering: i32,
        choice: u16,
    ) -> i32 {
        let mut sum = ordering + i32::from(choice & self.tilt);
        if self.hints.max_learned(self.game) > 0 {
            sum += killers.of(mv);
            if self.experience.is_on() {
                sum += self.experience.of(self.hints.history_index(self.game, state, mv));
            }
        }
        sum
    }

    /// The rank of the move that the table names, given what it is otherwise.
    ///
    /// It is tried before all others, unless the search is to a depth and its hints let it learn:
    /// there the move mostly comes from the depth before, where estimates favour other moves, and
    /// counts as much as what the search can learn.
    #[inline(always)]
    fn rank_of_table_move(&self, otherwise: i64) -> i64 {
        let learned = self.hints.max_learned(self.game);
        if self.entries == Entries::SameDepth && learned > 0 {
            otherwise + (i64::from(learned) << 16)
        } else {
            rank(i32::MAX, choice_of(otherwise))
        }
    }

    /// Notes that the last move tried was good enough, and that those from `first` on before it
    /// were not.
    #[inline(always)]
    fn learn(&mut self, state: &G::State, ply: u32, depth: u32, first: usize) {
        let Some((&best, others)) = self.tried[first..].split_last() else { return };
        self.killers.add(ply, best);
        if self.experience.is_on() {
            let (game, hints) = (self.game, self.hints);
            for &mv in others {
                self.experience.blame(hints.history_index(game, state, mv), depth);
            }
            self.experience.praise(hints.history_index(game, state, best), depth);
        }
    }

    fn clear_path(&mut self) {
        self.candidates.clear();
        self.children.clear();
        self.tried.clear();
    }
}
