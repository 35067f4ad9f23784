use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Game, Hints, Limit, Meter, NodeEvent, Observer, Player, StaticBounds, with_v3};
use tesuji_zobrist::Transpositions;

use super::company::Company;
use super::conditions::{Condition, Conditions, Rests, Standing, UNNAMED};
use super::path::Path;
use super::{Counting, Knobs, save};
use crate::FirstNumbers;
use crate::entry::Entry;
use crate::judge::{Proof, Prove};
use crate::numbers::{
    DISPROVED, INFINITE, LARGEST, Numbers, PROVED, REACHED, Side, finite, is_settled, salt, side,
    told,
};
use crate::store::{Learn, Lesson, Lessons, NoStore};

/// Everything that changes while searching.
pub(crate) struct Run<'r, 'm, G: Game, H, F, T, C: Company, O: Observer<G>> {
    game: &'r G,
    observer: O,
    hints: &'r H,
    first: &'r F,
    knobs: Knobs,
    counting: Counting,
    claimant: Player,
    /// What the keys are combined with, so that the two claims do not share entries.
    salt: u64,
    table: T,
    company: C,
    meter: &'r mut Meter<'m>,
    /// The nodes from the root to the one that is searched.
    frames: Vec<Frame<G::State, O::Node>>,
    /// How many of them, from the root on, the company knows of.
    announced: usize,
    /// The open children of each of them, one node's after the other's.
    children: Vec<Child<G::Move, O::Node>>,
    /// The states of the children that are being made.
    made: Vec<G::State>,
    path: Path,
    conditions: Conditions,
    lessons: Lessons<'r, G::State>,
    /// Whether a claim was disproved somewhere by anything else than a win of the other player.
    drawn: bool,
    /// The name of the checkpoints of the table, if it is saved.
    section: Option<&'r str>,
}

/// What a run leaves behind.
pub(crate) struct Findings<G: Game> {
    pub(crate) lessons: Vec<Lesson<G::State>>,
    pub(crate) drawn: bool,
    pub(crate) most_promising: Option<G::Move>,
    pub(crate) numbers: Option<(Player, Numbers)>,
}

impl<G: Game> Default for Findings<G> {
    fn default() -> Self {
        Findings { lessons: Vec::new(), drawn: false, most_promising: None, numbers: None }
    }
}

impl<G: Game> Findings<G> {
    /// Adds what another run of the same team leaves behind.
    pub(crate) fn add(&mut self, other: Self) {
        self.lessons.extend(other.lessons);
        self.drawn |= other.drawn;
        self.most_promising = self.most_promising.or(other.most_promising);
        self.numbers = self.numbers.or(other.numbers);
    }
}

/// A node on the path.
struct Frame<S, N> {
    state: S,
    key: u64,
    /// The mark of the parent that first met it.
    parent: u8,
    side: Side,
    /// Where its children begin.
    first: usize,
    /// It is left when either number reaches its limit.
    limits: Numbers,
    /// The child that is being searched.
    current: usize,
    /// How many nodes had been expanded before it.
    before: u64,
    /// What the disproofs of its children rest on.
    rests: Rests,
    /// What stands for it where something rests on it.
    condition: Condition,
    /// How the observer knows it.
    seen: N,
}

/// A node that is to be put on the path.
struct Entering<S, N> {
    state: S,
    key: u64,
    parent: u8,
    limits: Numbers,
    seen: N,
}

/// A child that is not settled.
#[derive(Clone, Copy)]
struct Child<M, N> {
    mv: M,
    key: u64,
    numbers: Numbers,
    parent: u8,
    /// Whether its parent on the path is the one that first met it.
    own: bool,
    /// How the observer knows it.
    seen: N,
}

/// A node that the search has left.
struct Left<M> {
    numbers: Numbers,
    /// The move by which its player reaches the own aim.
    decisive: Option<M>,
    /// What a disproof rests on.
    rests: Rests,
    /// How many nodes it took this time.
    work: u64,
}

/// A node's numbers, and where to go on.
struct Weighed {
    numbers: Numbers,
    best: usize,
    /// The limits for the best child.
    limits: Numbers,
}

/// The number of nodes after which there may be news from other threads, or for a store.
const NEWS: u64 = 256;

/// A node is announced to the other threads once this number of nodes were expanded below it. Most
/// take fewer, and announcing each one would have the processors pass the counters to and fro.
const ANNOUNCED: u64 = 8;

impl<'r, 'm, G, H, F, T, C, O> Run<'r, 'm, G, H, F, T, C, O>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    T: Transpositions<G::State, Entry>,
    C: Company,
    O: Observer<G>,
{
    #[expect(clippy::too_many_arguments, reason = "they are what a run is made of")]
    pub(crate) fn new(
        game: &'r G,
        observer: O,
        hints: &'r H,
        first: &'r F,
        knobs: Knobs,
        table: T,
        company: C,
        conditions: usize,
        meter: &'r mut Meter<'m>,
    ) -> Self {
        Run {
            game,
            observer,
            hints,
            first,
            knobs,
            counting: knobs.counting(game.never_repeats()),
            claimant: Player::First,
            salt: 0,
            table,
            meter,
            frames: Vec::with_capacity(64),
            announced: 0,
            children: Vec::with_capacity(1024),
            made: Vec::with_capacity(64),
            path: Path::default(),
            conditions: Conditions::new(conditions, company.number()),
            lessons: Lessons::new(0, &NoStore),
            drawn: false,
            section: None,
            company,
        }
    }

    /// Keeps at most `lessons` results for a store.
    pub(crate) fn learning(mut self, lessons: usize, store: &'r dyn Learn<G::State>) -> Self {
        self.lessons = Lessons::new(lessons, store);
        self
    }

    /// Whether what the table holds already may rest on draws.
    pub(crate) fn drawn_if(mut self, drawn: bool) -> Self {
        self.drawn |= drawn;
        self
    }

    /// Saves the table in checkpoints of this name, if there is one.
    pub(crate) fn saving(mut self, section: Option<&'r str>) -> Self {
        self.section = section;
        self
    }

    #[cold]
    #[inline(never)]
    fn save(&mut self, section: &str) {
        self.meter
            .save(section, |out| save(&self.table, || self.drawn || self.company.is_drawn(), out));
    }

    /// Notes whether something was disproved by anything else than a win of the other player.
    #[inline(always)]
    fn note_draw(&mut self, is_drawn: bool) {
        if is_drawn && !self.drawn {
            self.drawn = true;
            self.company.draw();
        }
    }

    /// What it leaves behind. Counts the memory that was taken beside the table.
    pub(crate) fn into_findings(self) -> Findings<G> {
        let (most_promising, numbers) = (self.most_promising(), self.numbers());
        let lessons = self.lessons.into_list();
        let bytes = self.conditions.bytes() + size_of_val(lessons.as_slice());
        let claimed = self.meter.claim(bytes);
        debug_assert_eq!(claimed, Ok(()), "there is no more than was allowed");
        if C::SHARED {
            // The next run of the team takes its own.
            self.meter.release(bytes);
        }
        Findings { lessons, drawn: self.drawn, most_promising, numbers }
    }

    #[inline(always)]
    fn key(&self, state: &G::State) -> u64 {
        self.hints.key(self.game, state) ^ self.salt
    }

    /// Expands a node and puts it on the path, unless its children settle it.
    #[inline(always)]
    fn enter(
        &mut self,
        entering: Entering<G::State, O::Node>,
    ) -> ControlFlow<Limit, Option<Left<G::Move>>> {
        let Entering { state, key, parent, limits, seen } = entering;
        let (game, hints, observer) = (self.game, self.hints, self.observer);
        observer.note(seen, NodeEvent::Expanded);
        let ply = self.frames.len() as u32;
        let before = self.meter.tally.expanded;
        self.meter.expand(ply);
        let mover = side(self.claimant, game.to_move(&state));
        let mut frame = Frame {
            state,
            key,
            parent,
            side: mover,
            first: self.children.len(),
            limits,
            current: 0,
            before,
            rests: Rests::NOTHING,
            condition: UNNAMED,
            seen,
        };
        if !self.game.never_repeats() {
            if !self.conditions.make_room_for(self.frames.len() + 1) {
                self.conditions.give_up();
                self.frames.iter_mut().for_each(|frame| frame.condition = UNNAMED);
            }
            if let Some(above) = self.frames.last()
                && above.condition != UNNAMED
                && let way = key ^ self.conditions.way(above.condition)
                && let Some(entry) = self.table.probe(way, &frame.state)
                && let (condition, _) = entry.condition()
                && self.conditions.come_back(condition, above.condition)
            {
                frame.condition = condition;
            }
            self.path.push(key);
        }
        let state = frame.state.clone();
        let (static_bounds, notes) = hints.study(game, &state);
        // The moves that hints leave out may be draws.
        self.note_draw(mover == 0 && !static_bounds.may_lose());
        self.made.clear();
        let (mut made, mut decisive) = (0, None);
        if ply == 0 {
            // The hints may have settled the root, but which move bears them out?
            let ControlFlow::Continue(()) = game.visit_moves(&state, |mv| {
                self.visit(&mut frame, mv, &mut made, &mut decisive);
                ControlFlow::<Infallible>::Continue(())
            });
        } else {
            let ControlFlow::Continue(()) = hints.visit_candidates(
                game,
                &state,
                &notes,
                #[inline(always)]
                |mv, _, _| {
                    self.visit(&mut frame, mv, &mut made, &mut decisive);
                    ControlFlow::<Infallible>::Continue(())
                },
            );
        }
        let first = frame.first;
        // A node that is cut short here has announced nothing.
        if let ControlFlow::Break(limit) = self.meter.generate(made) {
            self.children.truncate(first);
            return ControlFlow::Break(limit);
        }
        if decisive.is_none() {
            decisive = self.look_up(&mut frame);
        }
        self.frames.push(frame);
        let left = if let Some((mv, rests)) = decisive {
            Some(self.leave(REACHED[mover], Some(mv), rests))
        } else if self.children.len() == first {
            let rests = self.frames.last().expect("just put there").rests;
            Some(self.leave(REACHED[1 - mover], None, rests))
        } else {
            None
        };
        ControlFlow::Continue(left)
    }

    /// Makes the child after a move, unless one before it was decisive, and sees whether it is
    /// settled.
    #[inline(always)]
    fn visit(
        &mut self,
        frame: &mut Frame<G::State, O::Node>,
        mv: G::Move,
        made: &mut u32,
        decisive: &mut Option<(G::Move, Rests)>,
    ) {
        let (game, hints, observer) = (self.game, self.hints, self.observer);
        if decisive.is_some() {
            observer.cut(frame.seen, mv);
            return;
        }
        *made += 1;
        let child = game.successor(&frame.state, mv);
        let seen = observer.child(frame.seen, mv, &child);
        let to_move =
            if H::TAKE_TURNS { 1 - frame.side } else { side(self.claimant, game.to_move(&child)) };
        if let Some(numbers) = self.static_numbers(hints.study(game, &child).0, to_move) {
            observer.note_with(seen, || told(self.claimant, numbers));
            observer.note(seen, NodeEvent::Finished);
            if numbers[frame.side] == 0 {
                *decisive = Some((mv, Rests::NOTHING));
            }
            return;
        }
        let key = self.key(&child);
        self.table.prefetch(key);
        if !game.never_repeats()
            && let Some(above) = self.repeated(key, &child, frame)
        {
            self.note_draw(true);
            observer.note_with(seen, || told(self.claimant, DISPROVED));
            observer.note(seen, NodeEvent::Duplicate);
            if frame.side == 1 {
                *decisive = Some((mv, above));
            } else {
                frame.rests = frame.rests.and(above);
            }
            return;
        }
        let parent = mark(frame.key);
        self.children.push(Child { mv, key, numbers: [1, 1], parent, own: true, seen });
        self.made.push(child);
    }

    /// Proves or disproves the claim for the root, which is the first node to enter.
    #[inline(always)]
    fn prove_from(
        &mut self,
        root: Entering<G::State, O::Node>,
    ) -> ControlFlow<Limit, Proof<G::Move>> {
        let mut look_up_at = NEWS;
        let mut tell_at = if self.lessons.are_wanted() { 0 } else { u64::MAX };
        let mut next = root;
        loop {
            let mut left = self.enter(next)?;
            next = loop {
                let Some(frame) = self.frames.last() else {
                    let left = left.expect("a root without a frame is settled");
                    return ControlFlow::Continue(Proof {
                        holds: left.numbers == PROVED,
                        decisive: left.decisive,
                    });
                };
                if let Some(Left { numbers, rests, work, .. }) = left.take() {
                    let (side, current) = (frame.side, frame.current);
                    if numbers[side] == 0 {
                        let decisive = self.children[current].mv;
                        left = Some(self.leave(REACHED[side], Some(decisive), rests));
                        continue;
                    }
                    if numbers[side] == INFINITE {
                        self.children.swap_remove(current);
                        let frame = self.frames.last_mut().expect("it was there");
                        frame.rests = frame.rests.and(rests);
                    } else {
                        self.children[current].numbers = numbers;
                    }
                    if C::SHARED
                        && work >= NEWS
                        && let Some(mv) = self.read_anew()
                    {
                        left = Some(self.leave(REACHED[side], Some(mv), Rests::NOTHING));
                        continue;
                    }
                }
                if self.meter.tally.expanded >= tell_at {
                    tell_at = self.meter.tally.expanded + NEWS;
                    // What the others' disproofs rest on is known in the end.
                    self.lessons.tell(C::SHARED || self.drawn);
                }
                if let Some(section) = self.section
                    && self.meter.is_due()
                {
                    self.save(section);
                }
                if C::SHARED {
                    if self.company.is_over() {
                        return ControlFlow::Break(Limit::Interrupted);
                    }
                    self.announce();
                    if self.meter.tally.expanded >= look_up_at {
                        // A look takes as many probes as the path has nodes.
                        look_up_at = self.meter.tally.expanded + NEWS.max(self.frames.len() as u64);
                        left = self.overtaken();
                        if left.is_some() {
                            continue;
                        }
                    }
                }
                let frame = self.frames.last().expect("it was there");
                let weighed = self.weigh(frame);
                let [proof, disproof] = weighed.numbers;
                self.observer.note_with(frame.seen, || told(self.claimant, weighed.numbers));
                if proof >= frame.limits[0] || disproof >= frame.limits[1] {
                    let rests = if proof == INFINITE { frame.rests } else { Rests::NOTHING };
                    left = Some(self.leave(weighed.numbers, None, rests));
                    continue;
                }
                let child = self.children[weighed.best];
                let state = self.game.successor(&frame.state, child.mv);
                self.frames.last_mut().expect("it was there").current = weighed.best;
                break Entering {
                    state,
                    key: child.key,
                    parent: child.parent,
                    limits: weighed.limits,
                    seen: child.seen,
                };
            };
        }
    }

    /// What hints settle of the claim in a position with the turn of `to_move`.
    #[inline(always)]
    fn static_numbers(&mut self, static_bounds: StaticBounds, to_move: Side) -> Option<Numbers> {
        let (proved, other_wins, disproved) = match to_move {
            0 => (static_bounds.is_won(), static_bounds.is_lost(), !static_bounds.may_win()),
            _ => (static_bounds.is_lost(), static_bounds.is_won(), !static_bounds.may_lose()),
        };
        if proved {
            Some(PROVED)
        } else if disproved {
            self.note_draw(!other_wins);
            Some(DISPROVED)
        } else {
            None
        }
    }

    /// What it rests on that `child` of the node `frame`, not yet on the path's stack, is not won
    /// by the claimant: that it is on the path, or that it was disproved under conditions that
    /// still hold.
    #[inline]
    fn repeated(
        &self,
        key: u64,
        child: &G::State,
        frame: &Frame<G::State, O::Node>,
    ) -> Option<Rests> {
        if self.path.has(key) {
            // Positions may share a key: mirror images, say.
            let mut path = self.frames.iter().chain([frame]);
            if let Some(ply) = path.position(|frame| frame.state == *child) {
                return Some(Rests::on(ply as u32));
            }
        }
        let conditional = self.table.probe(key ^ self.conditions.salt(), child);
        if let Some((condition, lowest)) = conditional.map(Entry::condition)
            && let Standing::Holds(rests) = self.conditions.standing(condition, lowest)
        {
            return Some(rests);
        }
        None
    }

    /// Adds to the children just made what is known of them, and takes out those that are settled.
    /// Gives the one that settles the node, if there is one, and what that rests on.
    #[inline(always)]
    fn look_up(&mut self, frame: &mut Frame<G::State, O::Node>) -> Option<(G::Move, Rests)> {
        let mine = mark(frame.key);
        let mut kept = frame.first;
        for (index, state) in self.made.iter().enumerate() {
            let mut child = self.children[frame.first + index];
            match self.table.probe(child.key, state) {
                Some(entry) => {
                    self.meter.duplicates += 1;
                    self.observer.note_with(child.seen, || told(self.claimant, entry.numbers));
                    if is_settled(entry.numbers) {
                        self.observer.note(child.seen, NodeEvent::Duplicate);
                    }
                    if entry.numbers[frame.side] == 0 {
                        return Some((child.mv, Rests::NOTHING));
                    }
                    if entry.numbers[frame.side] == INFINITE {
                        continue;
                    }
                    child.numbers = entry.numbers;
                    child.parent = entry.parent;
                    child.own = entry.parent == mine;
                }
                None => {
                    let numbers = self.first.numbers(self.game, state, self.claimant);
                    child.numbers = numbers.map(|number| number.clamp(1, LARGEST));
                    self.observer.note_with(child.seen, || told(self.claimant, child.numbers));
                }
            }
            self.children[kept] = child;
            kept += 1;
        }
        self.children.truncate(kept);
        None
    }

    /// The numbers of the last node on the path, from those of its children.
    #[inline(always)]
    fn weigh(&self, frame: &Frame<G::State, O::Node>) -> Weighed {
        let itself = u8::from(self.announced == self.frames.len());
        let has_company = self.company.is_met(frame.key, itself);
        self.weigh_children(frame, &self.children[frame.first..], has_company)
    }

    /// The numbers of a node on the path that has these open children; whether other threads are
    /// there, and may be at some of them.
    #[inline(always)]
    fn weigh_children(
        &self,
        frame: &Frame<G::State, O::Node>,
        children: &[Child<G::Move, O::Node>],
        has_company: bool,
    ) -> Weighed {
        let (mover, other) = (frame.side, 1 - frame.side);
        let mut truly_least = INFINITE;
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
        let (mut sum, mut most) = (0u64, 0u32);
        for (index, child) in children.iter().enumerate() {
            truly_least = truly_least.min(child.numbers[mover]);
            let mut number = child.numbers[mover];
            if has_company {
                number = self.company.seems(child.key, number, frame.limits[mover]);
            }
            if number < least {
                (second, least, best) = (least, number, index);
            } else if number < second {
                second = number;
            }
            let against = child.numbers[other];
            let counts = match self.counting {
                Counting::Sum => true,
                Counting::Max => false,
                Counting::SumOrMax => child.own,
            };
            if counts {
                sum += u64::from(against);
            } else {
                most = most.max(against);
            }
        }
        let Some(chosen) = children.get(best) else {
            return Weighed { numbers: REACHED[other], best, limits: [0; 2] };
        };
        let against = u64::from(chosen.numbers[other]);
        // What the best child's number may reach until that of the node is at its limit.
        let limit = u64::from(frame.limits[other]);
        let (total, room) = match self.counting {
            Counting::Max => {
                let others = children.len() as u64 - 1;
                (u64::from(most) + others, limit.saturating_sub(others))
            }
            Counting::Sum | Counting::SumOrMax if chosen.own || self.counting == Counting::Sum => {
                (sum.max(u64::from(most)), (limit + against).saturating_sub(sum))
            }
            Counting::Sum | Counting::SumOrMax => (sum.max(u64::from(most)), limit),
        };
        let mut numbers = [0; 2];
        numbers[mover] = truly_least;
        numbers[other] = finite(total);
        let mut limits = [0; 2];
        limits[mover] = frame.limits[mover].min(self.knobs.beyond(second));
        limits[other] = if frame.limits[other] == INFINITE { INFINITE } else { finite(room) };
        Weighed { numbers, best: frame.first + best, limits }
    }

    /// Takes the last node from the path and remembers what was found out.
    fn leave(
        &mut self,
        numbers: Numbers,
        decisive: Option<G::Move>,
        rests: Rests,
    ) -> Left<G::Move> {
        let frame = self.frames.pop().expect("it is on the path");
        self.observer.note_with(frame.seen, || told(self.claimant, numbers));
        self.children.truncate(frame.first);
        let ply = self.frames.len() as u32;
        let work = self.meter.tally.expanded - frame.before;
        let rests = rests.above(ply);
        self.withdraw(frame.key);
        if !self.game.never_repeats() {
            self.path.pop(frame.key);
            self.left(&frame, numbers, rests, work);
            if rests != Rests::NOTHING {
                if self.conditions.make_room_for(self.frames.len()) {
                    let condition = self.condition(rests.deepest);
                    if let Some(entry) = Entry::conditional(condition, rests.lowest, work) {
                        let key = frame.key ^ self.conditions.salt();
                        self.table.store(key, &frame.state, entry);
                    }
                }
                return Left { numbers, decisive, rests, work };
            }
        }
        debug_assert!(is_settled(numbers) || decisive.is_none());
        if is_settled(numbers) {
            if self.lessons.wants(work) {
                let (state, claimant, holds) =
                    (frame.state.clone(), self.claimant, numbers == PROVED);
                self.lessons.add(Lesson { state, claimant, holds, work });
            }
        } else if C::SHARED
            && ply > 0
            && let Some(entry) = self.table.probe(frame.key, &frame.state)
            && is_settled(entry.numbers)
        {
            // Another thread has been quicker.
            return Left { numbers: entry.numbers, decisive, rests, work };
        }
        let entry = Entry { numbers, parent: frame.parent, work };
        self.table.store(frame.key, &frame.state, entry);
        Left { numbers, decisive, rests, work }
    }

    /// Announces the nodes on the path to the company, once the last of them has taken some work.
    #[inline(always)]
    fn announce(&mut self) {
        let frame = self.frames.last().expect("it was there");
        if self.announced < self.frames.len()
            && self.meter.tally.expanded - frame.before >= ANNOUNCED
        {
            for frame in &self.frames[self.announced..] {
                self.company.come(frame.key);
            }
            self.announced = self.frames.len();
        }
    }

    /// Announces to the company, if it knows of the node with this key, which was the last on the
    /// path, that the search has left it.
    #[inline(always)]
    fn withdraw(&mut self, key: u64) {
        if C::SHARED && self.announced > self.frames.len() {
            self.announced = self.frames.len();
            self.company.go(key);
        }
    }

    /// Reads anew what is known of the children of the last node on the path, and takes out those
    /// that are settled. Gives the one that settles the node, if there is one.
    fn read_anew(&mut self) -> Option<G::Move> {
        let frame = self.frames.last().expect("the path has a node");
        let (side, mut index) = (frame.side, frame.first);
        while let Some(child) = self.children.get_mut(index) {
            // Tables that threads share know positions by their keys alone.
            if let Some(entry) = self.table.probe(child.key, &frame.state) {
                if entry.numbers[side] == 0 {
                    return Some(child.mv);
                }
                if entry.numbers[side] == INFINITE {
                    self.children.swap_remove(index);
                    continue;
                }
                child.numbers = entry.numbers;
            }
            index += 1;
        }
        None
    }

    /// Leaves the path from the first node on that another thread has settled, if there is one.
    fn overtaken(&mut self) -> Option<Left<G::Move>> {
        let settled = self.frames.iter().enumerate().skip(1).find_map(|(ply, frame)| {
            let entry = self.table.probe(frame.key, &frame.state)?;
            is_settled(entry.numbers).then_some((ply, entry.numbers))
        });
        let (ply, numbers) = settled?;
        while self.frames.len() > ply {
            let frame = self.frames.pop().expect("there are more than that");
            self.children.truncate(frame.first);
            self.withdraw(frame.key);
            if !self.game.never_repeats() {
                self.path.pop(frame.key);
                let numbers = if self.frames.len() == ply { numbers } else { [1, 1] };
                self.left(&frame, numbers, Rests::NOTHING, 0);
            }
        }
        Some(Left { numbers, decisive: None, rests: Rests::NOTHING, work: NEWS })
    }

    /// Says what became of a node that was last on the path, to what rests on it.
    #[inline]
    fn left(
        &mut self,
        frame: &Frame<G::State, O::Node>,
        numbers: Numbers,
        rests: Rests,
        work: u64,
    ) {
        let condition = frame.condition;
        if condition == UNNAMED {
            return;
        }
        if numbers == DISPROVED {
            self.conditions.disprove(condition, rests.lowest);
        } else if numbers == PROVED {
            self.conditions.prove(condition);
        } else {
            self.conditions.leave(condition);
            if let Some(above) = self.frames.last() {
                let key = frame.key ^ self.conditions.way(above.condition);
                if let Some(entry) = Entry::conditional(condition, 0, work) {
                    self.table.store(key, &frame.state, entry);
                }
            }
        }
    }

    /// The condition of the node at `ply` of the path.
    #[inline]
    fn condition(&mut self, ply: u32) -> Condition {
        let named =
            self.frames[..=ply as usize].iter().rposition(|frame| frame.condition != UNNAMED);
        let (first, mut before) = match named {
            Some(named) => (named + 1, self.frames[named].condition),
            None => (0, UNNAMED),
        };
        for frame in &mut self.frames[first..=ply as usize] {
            frame.condition = self.conditions.name(before);
            before = frame.condition;
        }
        before
    }
}

impl<G, H, F, T, C, O> Prove<G> for Run<'_, '_, G, H, F, T, C, O>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    T: Transpositions<G::State, Entry>,
    C: Company,
    O: Observer<G>,
{
    type Node = O::Node;

    fn child(&self, parent: O::Node, mv: G::Move, state: &G::State) -> O::Node {
        self.observer.child(parent, mv, state)
    }

    fn prove(
        &mut self,
        state: &G::State,
        claimant: Player,
        node: O::Node,
    ) -> ControlFlow<Limit, Proof<G::Move>> {
        self.claimant = claimant;
        self.salt = salt(claimant);
        self.frames.clear();
        self.announced = 0;
        self.children.clear();
        self.path = Path::default();
        self.conditions.give_up();
        let key = self.key(state);
        let root =
            Entering { state: state.clone(), key, parent: 0, limits: [INFINITE; 2], seen: node };
        with_v3(
            H::BITBOARDS,
            #[inline(always)]
            || self.prove_from(root),
        )
    }

    fn most_promising(&self) -> Option<G::Move> {
        let root = self.frames.first()?;
        let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
        let open = self.children.get(root.first..end)?;
        open.iter().min_by_key(|child| child.numbers[root.side]).map(|child| child.mv)
    }

    fn numbers(&self) -> Option<(Player, Numbers)> {
        // Those of the nodes on the path come up to date from the last one, as when it is left.
        let (mut numbers, mut end) = (None, self.children.len());
        for (ply, frame) in self.frames.iter().enumerate().rev() {
            let mut children = self.children[frame.first..end].to_vec();
            if let (Some(below), true) = (numbers, ply + 1 < self.frames.len()) {
                children[frame.current - frame.first].numbers = below;
            }
            numbers = Some(self.weigh_children(frame, &children, false).numbers);
            end = frame.first;
        }
        numbers.map(|numbers| (self.claimant, numbers))
    }

    fn drawn(&self) -> bool {
        self.drawn
    }

    fn work(&self, state: &G::State) -> u64 {
        self.table.probe(self.key(state), state).map_or(0, |entry| entry.work)
    }
}

/// Some bits of a key, by which children remember their parent.
#[inline]
fn mark(key: u64) -> u8 {
    (key >> 40) as u8
}
