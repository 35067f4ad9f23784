//! Children before they are searched: their bounds, and what the table knows of them.

use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, Limit, NodeEvent, Observer, Rules, Score};
use tesuji_zobrist::{Bound, Transpositions};

use super::order::KillersAt;
use super::{Entry, Run, choice_of, rank};
use crate::score::{INFINITE, at_ply, is_loss, is_win};
use crate::{Hints, StaticBounds};

/// A position before it is searched: what the hints say, its depth, and what the table was asked.
pub(super) struct Frame<N, V> {
    pub(super) notes: N,
    /// Scores for its player to move, counted from the root.
    pub(super) lower: Score,
    pub(super) upper: Score,
    /// Plies from the root.
    pub(super) ply: u32,
    pub(super) depth: u32,
    pub(super) memory: Memory,
    /// Its key, once that was worked out.
    pub(super) key: u64,
    /// The best move that the table names, once it was asked.
    pub(super) choice: Option<u16>,
    /// How the observer knows it.
    pub(super) seen: V,
}

/// How much of the table lookup of a position is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Memory {
    /// The key is not computed yet.
    Untouched,
    /// The key is known.
    Keyed,
    /// What the table knows settles nothing.
    Asked,
}

impl<N, V> Frame<N, V> {
    #[inline]
    fn new((static_bounds, notes): (StaticBounds, N), ply: u32, depth: u32, seen: V) -> Self {
        let (lower, upper) = static_bounds.at_ply(ply);
        let memory = Memory::Untouched;
        Frame { notes, lower, upper, ply, depth, memory, key: 0, choice: None, seen }
    }

    /// Has the table asked again.
    #[inline]
    pub(super) fn ask_again(&mut self) {
        if self.memory == Memory::Asked {
            self.memory = Memory::Keyed;
        }
    }
}

/// A child; or, where the moves after it are forced, the first position with a choice.
pub(super) struct Prospect<S, N, V> {
    pub(super) state: S,
    pub(super) frame: Frame<N, V>,
    /// Whether the player to move there is the one who is to move in the parent.
    pub(super) same: bool,
}

pub(super) type ProspectOf<G, H, O> =
    Prospect<<G as Rules>::State, <H as Hints<G>>::Notes, <O as Observer<G>>::Node>;

impl<S, N, V> Prospect<S, N, V> {
    /// Between which scores it is, for the parent's player.
    #[inline]
    fn range(&self) -> (Score, Score) {
        let Frame { lower, upper, .. } = self.frame;
        if self.same { (lower, upper) } else { (-upper, -lower) }
    }

    /// The same in another place.
    // What a call can see by reference is kept in memory on all paths. There it is read in other
    // pieces than it was written, which processors are slow at; so calls get a copy.
    #[inline]
    fn apart(self) -> Self {
        let Prospect { state, frame, same } = self;
        let Frame { notes, lower, upper, ply, depth, memory, key, choice, seen } = frame;
        let frame = Frame { notes, lower, upper, ply, depth, memory, key, choice, seen };
        Prospect { state, frame, same }
    }
}

/// A child that was looked at before the first is entered.
pub(super) struct Child<G: Game, H: Hints<G>, V> {
    /// As a [`Candidate`](super::Candidate) has it.
    pub(super) rank: i64,
    pub(super) mv: G::Move,
    pub(super) prospect: Prospect<G::State, H::Notes, V>,
}

/// The best of the children so far.
pub(super) struct Found {
    pub(super) best: Score,
    /// Which of the candidates it is.
    pub(super) choice: Option<u16>,
    /// What the others have to beat.
    pub(super) low: Score,
}

impl Found {
    /// Nothing yet, where the score is `lower` at least and has to beat `alpha`.
    #[inline]
    pub(super) fn new(lower: Score, alpha: Score) -> Self {
        Found { best: lower, choice: None, low: alpha.max(lower) }
    }

    /// Takes note of a child's score, and says whether it is the best so far.
    #[inline]
    pub(super) fn note(&mut self, score: Score, choice: u16) -> bool {
        let is_better = score > self.best;
        if is_better {
            self.best = score;
            self.choice = Some(choice);
            self.low = self.low.max(score);
        }
        is_better
    }

    /// Takes note that a child's score is between two, and says whether it needs to be searched.
    #[inline]
    fn narrow(&mut self, (lower, upper): (Score, Score), choice: u16) -> bool {
        self.note(lower, choice);
        if upper > self.low {
            return true;
        }
        self.best = self.best.max(upper);
        false
    }
}

impl<G, E, H, T, O> Run<'_, '_, G, E, H, T, O>
where
    G: Game,
    E: Evaluator<G>,
    H: Hints<G>,
    T: Transpositions<G::State, Entry>,
    O: Observer<G>,
{
    /// What can be seen of a position.
    #[inline]
    pub(super) fn see(
        &self,
        state: &G::State,
        ply: u32,
        depth: u32,
        seen: O::Node,
    ) -> Frame<H::Notes, O::Node> {
        Frame::new(self.hints.study(self.game, state), ply, depth, seen)
    }

    /// The child after `mv`, or where the moves that are forced after it lead; `depth` is the
    /// parent's, and `notes` are those of the parent, which is unsettled. The observer knows it as
    /// `parent`.
    #[inline(always)]
    pub(super) fn prospect(
        &mut self,
        state: &G::State,
        notes: &H::Notes,
        tried: (G::Move, H::Draft),
        ply: u32,
        depth: u32,
        parent: O::Node,
    ) -> ProspectOf<G, H, O> {
        let child = self.child(state, notes, tried, ply, depth, parent);
        self.pass_over(child)
    }

    /// The child after `mv` and nothing further.
    #[inline(always)]
    fn child(
        &mut self,
        state: &G::State,
        notes: &H::Notes,
        (mv, draft): (G::Move, H::Draft),
        ply: u32,
        depth: u32,
        parent: O::Node,
    ) -> ProspectOf<G, H, O> {
        let child = self.game.successor(state, mv);
        let same = self.same_player(state, &child);
        let told = self.hints.study_after(self.game, notes, mv, draft, &child);
        let seen = self.observer.child(parent, mv, &child);
        let frame = Frame::new(told, ply + 1, depth - 1, seen);
        Prospect { state: child, frame, same }
    }

    /// The same for a parent that may be settled.
    #[inline(never)]
    pub(super) fn prospect_at_root(
        &mut self,
        state: &G::State,
        mv: G::Move,
        ply: u32,
        depth: u32,
        parent: O::Node,
    ) -> ControlFlow<Limit, ProspectOf<G, H, O>> {
        self.tally.generate(1, self.meter)?;
        let child = self.game.successor(state, mv);
        let same = self.same_player(state, &child);
        let seen = self.observer.child(parent, mv, &child);
        let frame = self.see(&child, ply + 1, depth - 1, seen);
        let mut prospect = self.pass_over(Prospect { state: child, frame, same });
        prospect.frame.key = self.hints.key(self.game, &prospect.state);
        prospect.frame.memory = Memory::Keyed;
        ControlFlow::Continue(prospect)
    }

    /// Where forced moves lead.
    #[inline(always)]
    fn pass_over(&mut self, prospect: ProspectOf<G, H, O>) -> ProspectOf<G, H, O> {
        match self.forced_move(&prospect.state, &prospect.frame) {
            None => prospect,
            Some(forced) => self.follow(prospect.apart(), forced),
        }
    }

    #[inline(always)]
    fn forced_move(
        &self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
    ) -> Option<(G::Move, H::Draft)> {
        let is_open = frame.depth > 0 && frame.lower < frame.upper;
        if is_open { self.hints.forced_move(self.game, state, &frame.notes) } else { None }
    }

    #[inline(always)]
    fn follow(
        &mut self,
        prospect: ProspectOf<G, H, O>,
        forced: (G::Move, H::Draft),
    ) -> ProspectOf<G, H, O> {
        match self.level {
            Some(level) if H::BITBOARDS => level.run(
                #[inline(always)]
                || self.followed(prospect, forced),
            ),
            _ => self.follow_by_baseline(prospect, forced),
        }
    }

    #[inline(never)]
    fn follow_by_baseline(
        &mut self,
        prospect: ProspectOf<G, H, O>,
        forced: (G::Move, H::Draft),
    ) -> ProspectOf<G, H, O> {
        self.followed(prospect, forced)
    }

    #[inline(always)]
    fn followed(
        &mut self,
        prospect: ProspectOf<G, H, O>,
        forced: (G::Move, H::Draft),
    ) -> ProspectOf<G, H, O> {
        let Prospect { mut state, mut frame, mut same } = prospect;
        let mut next = Some(forced);
        while let Some((mv, draft)) = next {
            // A limit that this reaches is met with the next node.
            let _ = self.tally.generate(1, self.meter);
            let child = self.game.successor(&state, mv);
            same = same == self.same_player(&state, &child);
            let told = self.hints.study_after(self.game, &frame.notes, mv, draft, &child);
            self.observer.note(frame.seen, NodeEvent::Expanded);
            let seen = self.observer.child(frame.seen, mv, &child);
            frame = Frame::new(told, frame.ply + 1, frame.depth - 1, seen);
            state = child;
            next = self.forced_move(&state, &frame);
        }
        Prospect { state, frame, same }
    }

    /// Looks at all children before the first is entered: what hints know of them, and what the
    /// table knows (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting Graph Properties of Game
    /// Trees", AAAI 1996). Those that this does not settle are put on the stack of children; none
    /// of them is needed once `found` reaches `high`.
    #[inline(always)]
    pub(super) fn look_ahead(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        table_choice: Option<u16>,
        high: Score,
        found: &mut Found,
    ) -> ControlFlow<Limit> {
        let &Frame { ref notes, ply, seen, .. } = frame;
        let (game, hints, first) = (self.game, self.hints, self.children.len());
        let killers = self.killers.at(ply);
        let mut choice = 0;
        // Compiled for newer processors, all of it has to be inlined; otherwise that is too much.
        let visited = if H::BITBOARDS {
            hints.visit_candidates(
                game,
                state,
                notes,
                #[inline(always)]
                |mv, ordering, draft| {
                    self.look_at(state, frame, &killers, (mv, ordering, draft), choice, found);
                    choice = choice.saturating_add(1);
                    if found.low >= high {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            )
        } else {
            hints.visit_candidates(game, state, notes, |mv, ordering, draft| {
                self.look_at(state, frame, &killers, (mv, ordering, draft), choice, found);
                choice = choice.saturating_add(1);
                if found.low >= high { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        self.tally.generate(u32::from(choice), self.meter)?;
        if visited.is_break() {
            self.cut_all_but(choice.into(), state, notes, seen);
            return ControlFlow::Continue(());
        }
        let mut kept = first;
        for index in first..self.children.len() {
            let estimates = self.estimates;
            let known = self.known(index, found.low);
            let Child { rank, .. } = self.children[index];
            let choice = choice_of(rank);
            if found.narrow(known, choice) {
                if table_choice == Some(choice) {
                    self.children[index].rank = self.rank_of_table_move(rank);
                }
                if kept < index {
                    self.children.swap(kept, index);
                }
                kept += 1;
            } else {
                self.tell_range(state, known, index, estimates, NodeEvent::Duplicate);
            }
            if found.low >= high {
                if O::IS_ON {
                    for child in &self.children[index + 1..] {
                        self.observer.note(child.prospect.frame.seen, NodeEvent::Refuted);
                    }
                }
                break;
            }
        }
        self.children.truncate(kept);
        ControlFlow::Continue(())
    }

    /// Looks at one of the children.
    #[inline(always)]
    fn look_at(
        &mut self,
        state: &G::State,
        frame: &Frame<H::Notes, O::Node>,
        killers: &KillersAt<G::Move>,
        (mv, ordering, draft): (G::Move, i32, H::Draft),
        choice: u16,
        found: &mut Found,
    ) {
        let &Frame { ref notes, ply, depth, seen, .. } = frame;
        let ordering = self.ordering(killers, state, mv, ordering, choice);
        let rank = rank(ordering, choice);
        let child = self.child(state, notes, (mv, draft), ply, depth, seen);
        match self.forced_move(&child.state, &child.frame) {
            None => self.take_in(child, mv, rank, found),
            Some(forced) => self.take_in_beyond(child.apart(), forced, mv, rank, found),
        }
    }

    /// Reports to the observer a child that is not entered, as it lies between two scores.
    #[inline]
    fn tell_range(
        &self,
        state: &G::State,
        (lower, upper): (Score, Score),
        child: usize,
        estimates: u64,
        why: NodeEvent,
    ) {
        if O::IS_ON {
            let seen = self.children[child].prospect.frame.seen;
            self.tell(seen, state, estimates, |told, player| {
                if lower == upper {
                    told.exactly(player, upper)
                } else {
                    told.at_most(player, upper)
                }
            });
            self.observer.note(seen, why);
        }
    }

    /// Puts a child on the stack of children, unless hints settle it.
    #[inline(always)]
    fn take_in(
        &mut self,
        mut prospect: ProspectOf<G, H, O>,
        mv: G::Move,
        rank: i64,
        found: &mut Found,
    ) {
        if found.narrow(prospect.range(), choice_of(rank)) {
            // All entries are asked for before the first is waited for.
            let key = self.hints.key_by(self.game, &prospect.state, &prospect.frame.notes);
            self.table.prefetch(key);
            (prospect.frame.key, prospect.frame.memory) = (key, Memory::Keyed);
            self.children.push(Child { rank, mv, prospect });
        } else {
            let Prospect { state, frame, .. } = &prospect;
            self.tell(frame.seen, state, self.estimates, |told, player| {
                told.between(player, frame.lower, frame.upper)
            });
            self.observer.note(frame.seen, NodeEvent::Finished);
        }
    }

    /// The same for where forced moves lead.
    #[inline(always)]
    fn take_in_beyond(
        &mut self,
        child: ProspectOf<G, H, O>,
        forced: (G::Move, H::Draft),
        mv: G::Move,
        rank: i64,
        found: &mut Found,
    ) {
        match self.level {
            Some(level) if H::BITBOARDS => level.run(
                #[inline(always)]
                || {
                    let prospect = self.followed(child, forced);
                    self.take_in(prospect, mv, rank, found);
                },
            ),
            _ => self.take_in_beyond_by_baseline(child, forced, mv, rank, found),
        }
    }

    #[inline(never)]
    fn take_in_beyond_by_baseline(
        &mut self,
        child: ProspectOf<G, H, O>,
        forced: (G::Move, H::Draft),
        mv: G::Move,
        rank: i64,
        found: &mut Found,
    ) {
        let prospect = self.follow_by_baseline(child, forced);
        self.take_in(prospect, mv, rank, found);
    }

    /// Takes the child to enter next, of those from `first` on, off the stack of children.
    #[inline(always)]
    pub(super) fn next_child(&mut self, first: usize) -> Option<Child<G, H, O::Node>> {
        let (mut best, mut best_rank) = (None, i64::MIN);
        for (index, child) in self.children[first..].iter().enumerate() {
            if child.rank > best_rank {
                (best, best_rank) = (Some(first + index), child.rank);
            }
        }
        best.map(|index| self.children.swap_remove(index))
    }

    /// The least that a prospect is worth to the parent's player, as far as hints and the table
    /// know.
    pub(super) fn at_least(
        &mut self,
        prospect: ProspectOf<G, H, O>,
        mv: G::Move,
        low: Score,
    ) -> Score {
        let (lower, _) = prospect.range();
        let number = self.children.len();
        self.children.push(Child { rank: 0, mv, prospect });
        let (known, _) = self.known(number, low);
        self.children.pop();
        lower.max(known)
    }

    /// Between which scores the table says a prospect is, for the parent's player.
    #[inline(always)]
    fn known(&mut self, child: usize, low: Score) -> (Score, Score) {
        const NOTHING: (Score, Score) = (-INFINITE, INFINITE);
        let Prospect { state, frame, same } = &mut self.children[child].prospect;
        frame.memory = Memory::Asked;
        let Some(entry) = self.table.probe(frame.key, state) else { return NOTHING };
        frame.choice = entry.choice;
        let score = at_ply(entry.score, frame.ply);
        let Entry { bound, to_the_end, .. } = entry;
        let answers = entry.answers(frame.depth, self.entries);
        let decides = entry.decides(frame.depth, self.entries);
        // A win is a win whatever the depth, and a loss a loss; that there is none sooner, or
        // later, holds to the depth only.
        let (mut lower, mut min_holds) = (-INFINITE, true);
        if bound != Bound::Upper && (answers || decides && is_win(score)) {
            (lower, min_holds) = (score, to_the_end || is_win(score));
        }
        let (mut upper, mut max_holds) = (INFINITE, true);
        if bound != Bound::Lower && (answers || decides && is_loss(score)) {
            (upper, max_holds) = (score, to_the_end || is_loss(score));
        }
        if !*same {
            (lower, upper) = (-upper, -lower);
            (min_holds, max_holds) = (max_holds, min_holds);
        }
        if lower > low && !min_holds || upper <= low && !max_holds {
            self.estimates += 1;
        }
        (lower, upper)
    }
}
