//! How the positions of a table are identified in its file.

use tesuji_core::{Game, Layered, Notation};

/// An ordered key of a position, with its written form: the first key of a block whole, the others
/// by their difference from the one before.
pub trait Key: Ord + Clone + Send + Sync + 'static {
    /// The memory of the key besides its own size.
    fn heap_bytes(&self) -> usize;

    /// Appends the key.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads what [`write`](Self::write) appended, which is all of `bytes`.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// Appends what distinguishes the key from `previous`, which is less.
    fn write_after(&self, previous: &Self, out: &mut Vec<u8>);

    /// Reads what [`write_after`](Self::write_after) appended, and shortens `bytes` by it.
    fn read_after(previous: &Self, bytes: &mut &[u8]) -> Option<Self>;

    /// These keys, if they are ranks.
    fn ranks(keys: &[Self]) -> Option<&[u64]>;

    /// The key of a rank; `None` if keys are no ranks.
    fn of_rank(rank: u64) -> Option<Self>;
}

/// The rank of a position.
impl Key for u64 {
    fn heap_bytes(&self) -> usize {
        0
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    #[inline]
    fn write_after(&self, previous: &Self, out: &mut Vec<u8>) {
        write_number(self - previous - 1, out);
    }

    #[inline]
    fn read_after(previous: &Self, bytes: &mut &[u8]) -> Option<Self> {
        previous.checked_add(read_number(bytes)?)?.checked_add(1)
    }

    fn ranks(keys: &[u64]) -> Option<&[u64]> {
        Some(keys)
    }

    fn of_rank(rank: u64) -> Option<u64> {
        Some(rank)
    }
}

/// The text of a position.
impl Key for Box<str> {
    fn heap_bytes(&self) -> usize {
        self.len()
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        str::from_utf8(bytes).ok().map(Box::from)
    }

    fn write_after(&self, previous: &Self, out: &mut Vec<u8>) {
        let pairs = self.bytes().zip(previous.bytes());
        let shared = pairs.take_while(|(one, other)| one == other).count();
        write_number(shared as u64, out);
        write_number((self.len() - shared) as u64, out);
        out.extend(&self.as_bytes()[shared..]);
    }

    fn read_after(previous: &Self, bytes: &mut &[u8]) -> Option<Self> {
        let shared = usize::try_from(read_number(bytes)?).ok()?;
        let length = usize::try_from(read_number(bytes)?).ok()?;
        let (own, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        let text = [previous.as_bytes().get(..shared)?, own].concat();
        let next = Self::read(&text)?;
        (next > *previous).then_some(next)
    }

    fn ranks(_: &[Self]) -> Option<&[u64]> {
        None
    }

    fn of_rank(_: u64) -> Option<Self> {
        None
    }
}

/// Appends a number in groups of seven bits, the lowest first (LEB128).
#[inline]
pub(crate) fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Reads what [`write_number`] appended, and shortens `bytes` by it.
#[inline(always)]
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    // Most have one byte.
    match bytes {
        [byte @ ..0x80, rest @ ..] => {
            let number = u64::from(*byte);
            *bytes = rest;
            Some(number)
        }
        _ => read_long_number(bytes),
    }
}

fn read_long_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let group = u64::from(byte & 0x7f);
        if group << shift >> shift != group {
            return None;
        }
        number |= group << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// How a table identifies the positions of a game: [`ByRank`] or [`ByText`].
pub trait Numbering<G: Game>: Send + Sync + 'static {
    /// The key of a position.
    type Key: Key;

    /// The name that files have of it.
    const NAME: &'static str;

    /// How the values of its tables are computed.
    const METHOD: &'static str;

    /// Whether the positions of this game have keys.
    fn is_available(game: &G) -> bool {
        let _ = game;
        true
    }

    /// The layer of a position, and its key, by which the positions of a layer are sorted.
    fn place(game: &G, state: &G::State) -> (u32, Self::Key);

    /// The position of a key; `None` if it is not one of the game's.
    fn state(game: &G, key: &Self::Key) -> Option<G::State>;
}

/// By the ranks of a [`Layered`] game, in its layers.
#[derive(Clone, Copy, Debug)]
pub struct ByRank;

impl<G: Layered> Numbering<G> for ByRank {
    type Key = u64;

    const NAME: &'static str = "ranks";
    const METHOD: &'static str = "layers";

    fn is_available(game: &G) -> bool {
        game.max_step().is_some()
    }

    #[inline]
    fn place(game: &G, state: &G::State) -> (u32, u64) {
        (game.layer(state), game.rank(state))
    }

    #[inline]
    fn state(game: &G, &rank: &u64) -> Option<G::State> {
        (rank < game.state_count()).then(|| game.unrank(rank))
    }
}

/// By the texts of positions, all in one layer: for any game.
#[derive(Clone, Copy, Debug)]
pub struct ByText;

impl<G: Game + Notation> Numbering<G> for ByText {
    type Key = Box<str>;

    const NAME: &'static str = "texts";
    const METHOD: &'static str = "retrograde";

    fn place(game: &G, state: &G::State) -> (u32, Box<str>) {
        (0, game.state_text(state).into())
    }

    fn state(game: &G, text: &Box<str>) -> Option<G::State> {
        game.parse_state(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_are_read_as_written() {
        let lengths = (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) - 1, u64::MAX >> bit]);
        for number in lengths {
            let mut out = Vec::new();
            write_number(number, &mut out);
            let mut bytes = &out[..];
            assert_eq!(read_number(&mut bytes), Some(number));
            assert!(bytes.is_empty());
            assert_eq!(read_number(&mut &out[..out.len() - 1]), None);
        }
        assert_eq!(read_number(&mut &[0xff; 9][..]), None);
        assert_eq!(read_number(&mut &[[0xff; 9].as_slice(), &[2]].concat()[..]), None, "65 bits");
    }

    fn differences<K: Key + std::fmt::Debug>(keys: &[K]) {
        let mut out = Vec::new();
        for pair in keys.windows(2) {
            pair[1].write_after(&pair[0], &mut out);
        }
        let (mut bytes, mut key) = (&out[..], keys[0].clone());
        for expected in &keys[1..] {
            key = K::read_after(&key, &mut bytes).unwrap();
            assert_eq!(key, *expected);
        }
        assert!(bytes.is_empty());
        for key in keys {
            let mut out = Vec::new();
            key.write(&mut out);
            assert_eq!(K::read(&out).as_ref(), Some(key));
        }
    }

    #[test]
    fn keys_are_read_as_written() {
        differences(&[0, 1, 2, 200, 1 << 40, u64::MAX - 1, u64::MAX]);
        differences(&(0..100).map(|number| number * number).collect::<Vec<u64>>());
        let texts = ["", "a", "ab", "abc", "b", "é", "ê", "êa"];
        differences(&texts.map(Box::<str>::from));
        let mut same = &[1, 0][..];
        assert_eq!(Box::<str>::read_after(&"a".into(), &mut same), None, "no greater than before");
    }
}
