//! What the workers send one another: whole arrays of bytes, each for one worker.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// Bytes for a worker.
///
/// To the dataflow it is one record, however many states are in it: the dataflow counts, routes and
/// copies records, and so has nothing to do for each state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) to: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes.is_empty())
    }
}

/// The bytes after their number, filled up to a multiple of eight. The receiver knows who it is.
impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Self {
        let content = bytes.split_first_chunk().and_then(|(length, rest)| {
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            rest.get(..length)
        });
        Batch { to: 0, bytes: content.unwrap_or_default().to_vec() }
    }

    fn length_in_bytes(&self) -> usize {
        8 + self.bytes.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let length = self.bytes.len();
        let padding = length.next_multiple_of(8) - length;
        let written = writer
            .write_all(&(length as u64).to_le_bytes())
            .and_then(|()| writer.write_all(&self.bytes))
            .and_then(|()| writer.write_all(&[0; 8][..padding]));
        debug_assert!(written.is_ok(), "it is written to memory that has the length asked for");
    }
}

/// Sends each batch, as it is, to the worker that it is for.
pub(crate) struct ByAddress;

impl Distributor<Batch> for ByAddress {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = batch.to;
        Message::push_at(batch, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}
