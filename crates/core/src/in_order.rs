use std::collections::HashMap;
use std::iter;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Does the pieces of some work, numbered from 0, in several threads, and hands each result to
/// `take` in the order of the numbers, as soon as those before it are handed over. Begins no
/// further piece once `take` breaks; those that are under way are completed. A single thread is the
/// calling one; where the system refuses threads, those that it gives do it all.
///
/// # Panics
/// If `work` or `take` panics: with the same payload, after the results of the pieces before are
/// handed over.
///
/// # Example
/// ```
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// let end = tesuji_core::in_order(2, 5, |number| number * number, |square| {
///     squares.push(square);
///     if square < 9 { ControlFlow::Continue(()) } else { ControlFlow::Break(square) }
/// });
/// assert_eq!((squares, end), (vec![0, 1, 4, 9], ControlFlow::Break(9)));
/// ```
pub fn in_order<T: Send, B>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let alone = |take: &mut dyn FnMut(T) -> ControlFlow<B>| {
        (0..count).try_for_each(|number| take(work(number)))
    };
    if threads <= 1 {
        return alone(&mut take);
    }
    let (next, (send, results)) = (AtomicUsize::new(0), mpsc::channel());
    let run = |send: Sender<(usize, thread::Result<T>)>| {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        // There is no receiver any more once `take` breaks.
        let _ = numbers.take_while(|&number| number < count).try_for_each(|number| {
            // The calling thread goes on with a panic, so that nobody uses what it has left.
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(number)));
            send.send((number, result))
        });
    };
    thread::scope(|scope| {
        let start = |send| thread::Builder::new().spawn_scoped(scope, || run(send));
        let started = (0..threads.min(count)).take_while(|_| start(send.clone()).is_ok()).count();
        if started == 0 {
            return alone(&mut take);
        }
        drop(send);
        let mut early = HashMap::new();
        let mut handed_over = 0;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&handed_over) {
                take(result.unwrap_or_else(|panic| panic::resume_unwind(panic)))?;
                handed_over += 1;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_piece_is_that_of_the_call_after_the_pieces_before() {
        for threads in [1, 4] {
            let mut taken = Vec::new();
            let call = AssertUnwindSafe(|| {
                let work = |number| if number == 5 { panic!("piece {number}") } else { number };
                in_order(threads, 1_000, work, |number| {
                    taken.push(number);
                    ControlFlow::<()>::Continue(())
                })
            });
            let panic = panic::catch_unwind(call).expect_err("a piece panics");
            let text = panic.downcast_ref::<String>().map(String::as_str);
            assert_eq!((text, taken), (Some("piece 5"), vec![0, 1, 2, 3, 4]), "{threads}");
        }
    }
}
