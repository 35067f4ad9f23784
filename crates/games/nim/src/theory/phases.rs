//! Work that threads do together, one phase after the other.

use std::hint;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, RwLock};

/// Phases of work, and where the threads that do it meet.
///
/// One thread leads. Phases are short, and so is what it does between them: the others look for the
/// next for a while before they sleep.
#[derive(Debug)]
pub(super) struct Phases<P> {
    /// None between two phases.
    current: RwLock<Option<P>>,
    /// How many there were, or [`OVER`].
    turn: AtomicU32,
    /// For those who sleep until the next.
    asleep: Mutex<()>,
    next: Condvar,
}

/// No phase will follow.
const OVER: u32 = u32::MAX;

/// How often a thread looks whether others have done their part before it sleeps: for less than a
/// tenth of a millisecond.
const LOOKS: u32 = 1 << 11;

/// Lets the helpers end when it is dropped.
pub(super) struct End<'p, P>(&'p Phases<P>);

impl<P> Drop for End<'_, P> {
    fn drop(&mut self) {
        self.0.call(OVER);
    }
}

impl<P> Default for Phases<P> {
    fn default() -> Self {
        let (current, turn) = (RwLock::new(None), AtomicU32::new(0));
        Phases { current, turn, asleep: Mutex::new(()), next: Condvar::new() }
    }
}

impl<P> Phases<P> {
    /// Takes part in a phase together with those that [help](Self::help), and returns it once all
    /// have done their part.
    pub(super) fn lead(&self, phase: P, take_part: impl Fn(&P)) -> P {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(phase);
        self.call(self.turn.load(Ordering::Relaxed) + 1);
        self.join(take_part);
        let soon = looks().find_map(|()| self.current.try_write().ok());
        let late = || self.current.write().unwrap_or_else(PoisonError::into_inner);
        soon.unwrap_or_else(late).take().expect("only the thread that leads takes it")
    }

    /// Takes part in all phases until the [end](Self::end). A thread that comes late may miss one.
    pub(super) fn help(&self, take_part: impl Fn(&P)) {
        let mut turn = 0;
        loop {
            let is_next = || self.turn.load(Ordering::Acquire) != turn;
            if !looks().any(|()| is_next()) {
                let asleep = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
                let woken = self.next.wait_while(asleep, |()| !is_next());
                drop(woken.unwrap_or_else(PoisonError::into_inner));
            }
            turn = self.turn.load(Ordering::Acquire);
            if turn == OVER {
                break;
            }
            self.join(&take_part);
        }
    }

    /// Lets the helpers end when what is returned goes out of scope, also by a panic.
    pub(super) fn end(&self) -> End<'_, P> {
        End(self)
    }

    fn join(&self, take_part: impl Fn(&P)) {
        if let Some(phase) = &*self.current.read().unwrap_or_else(PoisonError::into_inner) {
            take_part(phase);
        }
    }

    fn call(&self, turn: u32) {
        let asleep = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        self.turn.store(turn, Ordering::Release);
        drop(asleep);
        self.next.notify_all();
    }
}

fn looks() -> impl Iterator<Item = ()> {
    (0..LOOKS).map(|_| hint::spin_loop())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_phase_ends_before_the_next_whether_the_others_look_or_sleep() {
        const PIECES: usize = 50;
        for helpers in 0..4 {
            let phases = Phases::default();
            let work = |(next, done): &(AtomicUsize, AtomicUsize)| {
                while next.fetch_add(1, Ordering::Relaxed) < PIECES {
                    done.fetch_add(1, Ordering::Relaxed);
                }
            };
            thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| phases.help(work));
                }
                let _end = phases.end();
                for round in 0..200 {
                    let (_, done) = phases.lead(Default::default(), work);
                    assert_eq!(done.into_inner(), PIECES);
                    if round % 50 == 0 {
                        thread::sleep(Duration::from_millis(2));
                    }
                }
            });
        }
    }

    #[test]
    fn the_others_end_when_the_thread_that_leads_panics() {
        let phases = Phases::<()>::default();
        let ended = thread::scope(|scope| {
            let helper = scope.spawn(|| phases.help(|()| {}));
            let leader = scope.spawn(|| {
                let _end = phases.end();
                phases.lead((), |()| panic!("on purpose"));
            });
            (leader.join().is_err(), helper.join().is_ok())
        });
        assert_eq!(ended, (true, true));
    }
}
