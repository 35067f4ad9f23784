//! Proved results for later searches.

#[cfg(feature = "files")]
mod file;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Place;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tesuji_core::Instant;

use tesuji_core::{Game, Hints, Player};
use tesuji_zobrist::Transpositions;

use crate::entry::Entry;
use crate::numbers::{DISPROVED, PROVED, salt};

#[cfg(feature = "files")]
pub use file::ProofStoreError;

/// Proved results that later searches start from.
///
/// A [`DfPn`](crate::DfPn) that is [given a store](crate::DfPn::store) starts from its results and
/// adds the positions that took the most work: [periodically](Self::every) while it runs, and at
/// the end, even if its budget ends before the root is settled. Several searches may share a store
/// at the same time, and it can be written to a file, which several processes may share.
///
/// It stores whole positions, not keys, and only unconditional results: proofs and disproofs that
/// do not depend on the path. They are as reliable as the searches that produced them. A store is
/// for one game with its settings; with other rules it makes answers wrong.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{GameSolver, Rules};
/// use tesuji_proof::{DfPn, ProofStore};
///
/// let game = Breakthrough::new(3, 4)?;
/// let store = Arc::new(ProofStore::new(10_000));
/// let search = DfPn::new().store(Arc::clone(&store));
/// let first = search.solve(&game, &game.initial());
/// let again = search.solve(&game, &game.initial());
/// assert_eq!(first.judgement.value, again.judgement.value);
/// assert!(again.stats.expanded * 2 < first.stats.expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ProofStore<S> {
    max_positions: usize,
    interval: Duration,
    known: Mutex<Known<S>>,
    /// Whether something is known that was not saved.
    has_news: AtomicBool,
}

/// A hash of the same value in every run.
type Known<S> = HashMap<S, Worth, BuildHasherDefault<std::hash::DefaultHasher>>;

/// What is known of a position, and how many nodes it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    proved: Proved,
    work: u64,
}

/// Whether each player wins, as far as is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Proved([Option<bool>; 2]);

impl Proved {
    fn of(claimant: Player, holds: bool, drawn: bool) -> Self {
        let mut proved = Proved::default();
        proved.0[claimant as usize] = Some(holds);
        if holds || !drawn {
            proved.0[claimant.other() as usize] = Some(!holds);
        }
        proved
    }

    fn and(self, other: Self) -> Self {
        let both = [self.0[0].or(other.0[0]), self.0[1].or(other.0[1])];
        // One of two proofs that contradict each other rests on positions that share a key.
        if both == [Some(true); 2] { self } else { Proved(both) }
    }

    /// Whether a player does not win, while the other is not known to win.
    fn may_be_drawn(self) -> bool {
        self.0.contains(&Some(false)) && !self.0.contains(&Some(true))
    }
}

/// A result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<S> {
    pub(crate) state: S,
    pub(crate) claimant: Player,
    pub(crate) holds: bool,
    pub(crate) work: u64,
}

/// The source and the target of proved results: a [`ProofStore`], or [`NoStore`].
pub trait Proofs<G: Game>: Learn<G::State> + sealed::Sealed {
    /// The number of results that it accepts.
    #[doc(hidden)]
    fn room(&self) -> usize;

    /// Visits the results: position, for each player whether that player wins, and the nodes
    /// searched.
    #[doc(hidden)]
    fn visit(&self, visit: impl FnMut(&G::State, [Option<bool>; 2], u64));
}

/// A receiver of proved results.
#[doc(hidden)]
pub trait Learn<S>: Sync {
    /// Takes results. `drawn` if a disproof may depend on something else than a win of the other
    /// player.
    fn learn(&self, lessons: &[Lesson<S>], drawn: bool);

    /// The interval at which a running search hands over its results.
    fn interval(&self) -> Duration;
}

/// No proof store.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStore;

impl<G: Game> Proofs<G> for NoStore {
    fn room(&self) -> usize {
        0
    }

    fn visit(&self, _: impl FnMut(&G::State, [Option<bool>; 2], u64)) {}
}

impl<S> Learn<S> for NoStore {
    fn learn(&self, _: &[Lesson<S>], _: bool) {}

    fn interval(&self) -> Duration {
        Duration::MAX
    }
}

impl<G: Game<State: Send>> Proofs<G> for Arc<ProofStore<G::State>> {
    fn room(&self) -> usize {
        self.max_positions
    }

    fn visit(&self, mut visit: impl FnMut(&G::State, [Option<bool>; 2], u64)) {
        // In an order that is the same in every run: a full table keeps what comes last.
        let known = self.known();
        let mut all: Vec<_> = known.iter().collect();
        all.sort_by_key(|(state, worth)| (worth.work, tesuji_core::hash::mix(state)));
        for (state, worth) in all {
            visit(state, worth.proved.0, worth.work);
        }
    }
}

impl<S: Eq + std::hash::Hash + Clone + Send> Learn<S> for Arc<ProofStore<S>> {
    fn learn(&self, lessons: &[Lesson<S>], drawn: bool) {
        if lessons.is_empty() {
            return;
        }
        let mut known = self.known();
        for Lesson { state, claimant, holds, work } in lessons {
            let proved = Proved::of(*claimant, *holds, drawn);
            add(&mut known, state.clone(), Worth { proved, work: *work });
        }
        self.trim(&mut known);
        self.has_news.store(true, Ordering::Relaxed);
    }

    fn interval(&self) -> Duration {
        self.interval
    }
}

mod sealed {
    /// Keeps [`Proofs`](super::Proofs) to what is known to be sound.
    pub trait Sealed {}
    impl Sealed for super::NoStore {}
    impl<S> Sealed for std::sync::Arc<super::ProofStore<S>> {}
}

fn add<S: Eq + std::hash::Hash>(known: &mut Known<S>, state: S, worth: Worth) {
    match known.entry(state) {
        Place::Vacant(place) => {
            place.insert(worth);
        }
        Place::Occupied(mut place) => {
            let there = place.get_mut();
            there.proved = there.proved.and(worth.proved);
            there.work = there.work.max(worth.work);
        }
    }
}

impl<S: Eq + std::hash::Hash + Clone> ProofStore<S> {
    /// An empty store of at most this number of positions: it keeps those that took the most work.
    #[must_use]
    pub fn new(max_positions: usize) -> Self {
        let interval = Duration::from_secs(20);
        ProofStore {
            max_positions,
            interval,
            known: Mutex::default(),
            has_news: AtomicBool::new(false),
        }
    }

    /// Sets the interval at which a running search hands over its results and
    /// [`save_during`](Self::save_during) writes them to a file; 20 seconds by default.
    #[must_use]
    pub fn every(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known().len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `player` wins in `state`, if it is known.
    #[must_use]
    pub fn wins(&self, state: &S, player: Player) -> Option<bool> {
        self.known().get(state)?.proved.0[player as usize]
    }

    /// Forgets the cheapest of what is too much.
    fn trim(&self, known: &mut Known<S>) {
        if known.len() <= self.max_positions {
            return;
        }
        let mut works: Vec<u64> = known.values().map(|worth| worth.work).collect();
        let excess = known.len() - self.max_positions;
        let (_, &mut dearest_to_go, _) = works.select_nth_unstable(excess - 1);
        // Of those that cost just as much, all go: which of them would be an accident.
        known.retain(|_, worth| worth.work > dearest_to_go);
    }
}

impl<S> ProofStore<S> {
    fn known(&self) -> std::sync::MutexGuard<'_, Known<S>> {
        // What is in there is true, whatever befell the thread that was adding to it.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts what a store knows into a search's table. Gives whether a disproof among it may rest on
/// something else than a win of the other player.
pub(crate) fn preload<G: Game>(
    game: &G,
    hints: &impl Hints<G>,
    store: &impl Proofs<G>,
    table: &mut impl Transpositions<G::State, Entry>,
) -> bool {
    let mut drawn = false;
    store.visit(|state, wins, work| {
        drawn |= Proved(wins).may_be_drawn();
        for (player, wins) in [Player::First, Player::Second].into_iter().zip(wins) {
            let Some(wins) = wins else { continue };
            let numbers = if wins { PROVED } else { DISPROVED };
            let key = hints.key(game, state) ^ salt(player);
            table.store(key, state, Entry { numbers, parent: 0, work });
        }
    });
    drawn
}

/// The results of a search that is under way: the dearest, as many as there is room for.
pub(crate) struct Lessons<'s, S> {
    list: Vec<Lesson<S>>,
    max_lessons: usize,
    /// The least work that is worth a lesson.
    min_work: u64,
    /// Receives them now and then.
    store: &'s dyn Learn<S>,
    has_news: bool,
    told: Instant,
}

impl<'s, S> Lessons<'s, S> {
    /// Below this, finding it again is as good.
    const MIN_WORK: u64 = 16;

    pub(crate) fn new(max_lessons: usize, store: &'s dyn Learn<S>) -> Self {
        let min_work = if max_lessons == 0 { u64::MAX } else { Self::MIN_WORK };
        Lessons {
            list: Vec::new(),
            max_lessons,
            min_work,
            store,
            has_news: false,
            told: Instant::now(),
        }
    }

    /// Whether any results are wanted.
    pub(crate) fn are_wanted(&self) -> bool {
        self.max_lessons > 0
    }

    /// Whether a result of this much work is wanted.
    #[inline]
    pub(crate) fn wants(&self, work: u64) -> bool {
        work >= self.min_work
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn add(&mut self, lesson: Lesson<S>) {
        while self.list.len() >= self.max_lessons {
            self.min_work *= 2;
            let min_work = self.min_work;
            self.list.retain(|lesson| lesson.work >= min_work);
        }
        if self.wants(lesson.work) {
            self.list.push(lesson);
            self.has_news = true;
        }
    }

    /// Hands over what there is, if it is time. It stays here too: in the end more may be known of
    /// what the disproofs rest on.
    #[cold]
    #[inline(never)]
    pub(crate) fn tell(&mut self, drawn: bool) {
        if self.has_news && self.told.elapsed() >= self.store.interval() {
            self.store.learn(&self.list, drawn);
            (self.has_news, self.told) = (false, Instant::now());
        }
    }

    pub(crate) fn into_list(self) -> Vec<Lesson<S>> {
        self.list
    }
}
