use std::collections::HashMap;
use std::iter;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Does the pieces of some work, numbered from 0, in several threads, and hands each result to
/// `take` in the order of the numbers, as soon as those before it are handed over. Begins no
/// further piece once `take` breaks; those that are under way are completed. A single thread is the
/// calling one.
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
    if threads <= 1 {
        return (0..count).try_for_each(|number| take(work(number)));
    }
    let (next, (send, results)) = (AtomicUsize::new(0), mpsc::channel());
    let run = |send: Sender<(usize, T)>| {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        // There is no receiver any more once `take` breaks.
        let _ = numbers
            .take_while(|&number| number < count)
            .try_for_each(|number| send.send((number, work(number))));
    };
    thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            let send = send.clone();
            scope.spawn(|| run(send));
        }
        drop(send);
        let mut early = HashMap::new();
        let mut handed_over = 0;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&handed_over) {
                take(result)?;
                handed_over += 1;
            }
        }
        ControlFlow::Continue(())
    })
}
