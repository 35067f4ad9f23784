//! The dataflow, as one worker sees it.
//!
//! ```text
//! input ── exchange by address ── inbox ── probe
//! ```
//!
//! Timestamps are whole numbers. A *slice* of the work begins at a multiple of [`SLICE`] and has a
//! timestamp for each of its *rounds*; it is over when the frontier at the probe reaches the next
//! slice: then each batch of the slice has arrived, at whichever worker.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::communication::Allocator;
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;
use timely::{WorkerConfig, container::CapacityContainerBuilder};

use crate::batch::{Batch, ByAddress};
use crate::error::Lost;
use crate::link::Alarm;

/// The timestamps of a slice.
const SLICE: u64 = 1 << 32;

/// After how many bytes a round ends.
const ROUND_BYTES: usize = 1 << 18;

/// How many rounds a worker may be ahead of the slowest: with [`ROUND_BYTES`], a bound on what is
/// under way.
const ROUNDS_AHEAD: u64 = 8;

/// How long a worker sleeps at most before it looks whether all others are still there.
const NAP: Duration = Duration::from_millis(2);

/// The slices of what has arrived, in increasing order, with the bytes.
type Inbox = Rc<RefCell<VecDeque<(u64, Vec<u8>)>>>;

/// What a worker has sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sent {
    pub(crate) batches: u64,
    pub(crate) bytes: u64,
}

pub(crate) struct Fabric {
    worker: Worker,
    input: InputHandle<u64, NoopBuilder<Batch>>,
    probe: ProbeHandle<u64>,
    inbox: Inbox,
    alarm: Alarm,
    /// The slice whose batches are taken. Others may be in the next when this one is over.
    slice: u64,
    /// Bytes sent in this round.
    in_round: usize,
    sent: Sent,
}

impl Fabric {
    pub(crate) fn new(allocator: Allocator, alarm: Alarm) -> Self {
        // A worker without a clock never sleeps: it cannot tell that nothing is due.
        let clock = Some(Instant::now());
        let mut worker = Worker::new(WorkerConfig::default(), allocator, clock);
        let (inbox, probe) = (Inbox::default(), ProbeHandle::new());
        let arriving = Rc::clone(&inbox);
        let input = worker.dataflow(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Batch>>();
            let pact = DistributorPact(|_| ByAddress);
            stream
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(pact, "Inbox", |_, _| {
                    move |input, _| {
                        input.for_each(|capability, batch| {
                            let slice = capability.least().map_or(0, |time| time / SLICE);
                            let bytes = std::mem::take(&mut batch.bytes);
                            arriving.borrow_mut().push_back((slice, bytes));
                        });
                    }
                })
                .probe_with(&probe);
            input
        });
        Fabric { worker, input, probe, inbox, alarm, slice: 0, in_round: 0, sent: Sent::default() }
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// The number of workers.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    pub(crate) fn sent(&self) -> Sent {
        self.sent
    }

    /// Sends bytes, which must not be none, to a worker. They arrive before the slice is over.
    pub(crate) fn send(&mut self, to: usize, bytes: Vec<u8>) {
        self.in_round += bytes.len();
        self.sent.batches += 1;
        self.sent.bytes += bytes.len() as u64;
        self.input.send_batch(&mut Batch { to, bytes });
    }

    /// What has arrived of the slice.
    pub(crate) fn received(&mut self) -> Option<Vec<u8>> {
        let mut inbox = self.inbox.borrow_mut();
        inbox.pop_front_if(|(slice, _)| *slice == self.slice).map(|(_, bytes)| bytes)
    }

    /// Whether enough was sent for a round.
    pub(crate) fn is_full(&self) -> bool {
        self.in_round >= ROUND_BYTES
    }

    /// Ends a round, if enough was sent or `is_late`. Whether the worker is too far ahead of
    /// others: then it should not send more, but take what has [arrived](Self::received), and call
    /// this again.
    pub(crate) fn turn(&mut self, is_late: bool) -> Result<bool, Lost> {
        if is_late || self.is_full() {
            self.in_round = 0;
            self.input.advance_to(self.input.time() + 1);
        }
        let is_ahead = self.is_ahead();
        self.worker.step_or_park(Some(if is_ahead { NAP } else { Duration::ZERO }));
        self.alarm.check()?;
        Ok(is_ahead && self.is_ahead())
    }

    fn is_ahead(&self) -> bool {
        let now = *self.input.time();
        // The rounds of a slice do not wait for those of the one before.
        let oldest = now.saturating_sub(ROUNDS_AHEAD).max(now / SLICE * SLICE);
        self.probe.less_than(&oldest)
    }

    /// Ends the slice for this worker; the others may still be in it.
    pub(crate) fn end_slice(&mut self) {
        self.in_round = 0;
        self.input.advance_to((self.input.time() / SLICE + 1) * SLICE);
    }

    /// Whether the slice that [ended](Self::end_slice) for this worker is over for all. If not,
    /// waits a while for something to arrive.
    pub(crate) fn is_over(&mut self) -> Result<bool, Lost> {
        if self.probe.less_than(self.input.time()) {
            self.worker.step_or_park(Some(NAP));
            self.alarm.check()?;
        }
        Ok(!self.probe.less_than(self.input.time()))
    }

    /// Begins the next slice, after [`is_over`](Self::is_over) and when all of the last was
    /// [received](Self::received).
    pub(crate) fn begin_slice(&mut self) {
        self.slice += 1;
    }

    /// Sends a record to all workers, and returns the records of all by their numbers: a slice of
    /// its own, in which nothing else is sent.
    pub(crate) fn gather(&mut self, record: &[u64]) -> Result<Vec<Vec<u64>>, Lost> {
        let mut bytes = (self.index() as u64).to_le_bytes().to_vec();
        record.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        for to in 0..self.peers() {
            self.input.send_batch(&mut Batch { to, bytes: bytes.clone() });
        }
        self.end_slice();
        while !self.is_over()? {}
        let mut records = vec![Vec::new(); self.peers()];
        while let Some(bytes) = self.received() {
            let words: Vec<u64> =
                bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
            if let [from, record @ ..] = &words[..] {
                records[usize::try_from(*from).unwrap_or(0)] = record.to_vec();
            }
        }
        self.begin_slice();
        Ok(records)
    }

    /// Ends the dataflow together with the other workers.
    pub(crate) fn end(self) -> Result<(), Lost> {
        let Fabric { mut worker, input, alarm, .. } = self;
        drop(input);
        while worker.has_dataflows() {
            worker.step_or_park(Some(NAP));
            alarm.check()?;
        }
        Ok(())
    }
}
