//! Whether others search the same root.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering, fence};

use crate::numbers::{INFINITE, LARGEST};

/// What a search has to know of the others.
pub(crate) trait Company {
    /// Whether there are any.
    const SHARED: bool;

    /// Which of all runs on the same table this is.
    fn number(&self) -> u32;

    /// Whether one of them has settled the root, or all are to stop.
    fn is_over(&self) -> bool;

    /// Announces to the others that what is stored from now on may rest on draws.
    fn draw(&self);

    /// Whether what was read before may rest on draws that others have announced.
    fn is_drawn(&self) -> bool;

    /// Announces to the others that this search is at the position with this key, or below it, and
    /// that it has come back from there.
    fn come(&self, key: u64);
    fn go(&self, key: u64);

    /// Whether the position with this key has more searches than `known` at it or below it.
    fn is_met(&self, key: u64, known: u8) -> bool;

    /// What the number of a child seems to be to one who is about to choose the least, up to
    /// `limit`.
    fn seems(&self, key: u64, number: u32, limit: u32) -> u32;
}

/// There are no others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone;

impl Company for Alone {
    const SHARED: bool = false;

    #[inline]
    fn number(&self) -> u32 {
        0
    }

    #[inline]
    fn is_over(&self) -> bool {
        false
    }

    fn draw(&self) {}

    fn is_drawn(&self) -> bool {
        false
    }

    #[inline]
    fn come(&self, _: u64) {}

    #[inline]
    fn go(&self, _: u64) {}

    #[inline]
    fn is_met(&self, _: u64, _: u8) -> bool {
        false
    }

    #[inline]
    fn seems(&self, _: u64, number: u32, _: u32) -> u32 {
        number
    }
}

/// How many threads have announced that they are at each position, or below it. Positions may share
/// a counter: then they seem harder than they are.
#[derive(Debug)]
pub(crate) struct Crowd {
    counters: Box<[AtomicU8]>,
    over: AtomicBool,
    drawn: AtomicBool,
}

impl Crowd {
    const BITS: u32 = 16;

    pub(crate) fn new(drawn: bool) -> Self {
        let counters = (0..1 << Self::BITS).map(|_| AtomicU8::new(0)).collect();
        Crowd { counters, over: AtomicBool::new(false), drawn: AtomicBool::new(drawn) }
    }

    pub(crate) fn stop(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    #[inline]
    fn counter(&self, key: u64) -> &AtomicU8 {
        &self.counters[(key >> (u64::BITS - Self::BITS)) as usize]
    }
}

/// One of a crowd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Together<'c> {
    pub(crate) crowd: &'c Crowd,
    pub(crate) number: u32,
}

impl Company for Together<'_> {
    const SHARED: bool = true;

    #[inline]
    fn number(&self) -> u32 {
        self.number
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.crowd.over.load(Ordering::Relaxed)
    }

    fn draw(&self) {
        self.crowd.drawn.store(true, Ordering::Relaxed);
        // Who reads an entry that this thread stores later, and then passes its own fence, sees it.
        // Entries that other threads derive from that one follow it on all processors that keep the
        // order of dependent reads.
        fence(Ordering::SeqCst);
    }

    fn is_drawn(&self) -> bool {
        fence(Ordering::SeqCst);
        self.crowd.drawn.load(Ordering::Relaxed)
    }

    #[inline]
    fn come(&self, key: u64) {
        self.crowd.counter(key).fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn go(&self, key: u64) {
        self.crowd.counter(key).fetch_sub(1, Ordering::Relaxed);
    }

    #[inline]
    fn is_met(&self, key: u64, known: u8) -> bool {
        self.crowd.counter(key).load(Ordering::Relaxed) > known
    }

    /// The virtual number: each thread at the child makes it larger by a quarter and one, as if it
    /// had found it so much harder already. A child that is past the limit without help is
    /// left to those who are there, as long as there is another.
    #[inline]
    fn seems(&self, key: u64, number: u32, limit: u32) -> u32 {
        let there = u64::from(self.crowd.counter(key).load(Ordering::Relaxed));
        if number >= limit && number < INFINITE {
            return LARGEST;
        }
        let seems = u64::from(number) + there * (u64::from(number) / 4 + 1);
        seems.min(u64::from(LARGEST - 1)) as u32
    }
}
