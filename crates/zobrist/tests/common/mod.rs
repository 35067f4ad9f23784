//! A payload of three words, for the tests of wide entries.

use tesuji_zobrist::{Payload, worth_of_work};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide {
    pub(crate) words: [u64; 2],
    pub(crate) work: u64,
}

impl Payload for Wide {
    type Words = [u64; 3];

    fn pack(self) -> [u64; 3] {
        [self.words[0], self.words[1], self.work]
    }

    fn unpack([first, second, work]: [u64; 3]) -> Self {
        Wide { words: [first, second], work }
    }

    fn worth([_, _, work]: [u64; 3]) -> u8 {
        worth_of_work(work)
    }
}
