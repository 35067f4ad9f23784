//! Sequences of numbers in few bits, by a model of what number follows.
//!
//! A model has a list of likely numbers for each *context*: what was before. Only exceptions are
//! written, numbers that are not the first one of their list: for each a *token*, by a Huffman code,
//! says how many numbers before it are the first ones of their lists, and its own place in its list.
//! The model and the code are found from samples.

/// The contexts of a model.
const CONTEXTS: usize = 1 << 10;

/// The places in a list; the last one is never used, so that it stands for numbers not in the list.
const PLACES: usize = 16;

/// Smaller numbers are symbols of their own, larger ones share one by their length in bits.
const OWN_SYMBOLS: u64 = 192;

/// The number of symbols, with [`NONE`].
const SYMBOLS: usize = 1 << 8;

/// No symbol.
const NONE: u8 = u8::MAX;

/// The maximum length of the code of a token.
const MAX_BITS: u32 = 11;

/// The numbers up to the end are the first ones of their lists.
const REST: u8 = 0;

/// A token without a code follows.
const ESCAPE: u8 = 16;

/// For the upper four bits of a token: the minimum number of numbers that are the first ones of their
/// lists, and how many bits follow that are added to it.
const RUNS: [(usize, u32); PLACES] = {
    let mut runs = [(12, 3), (20, 4), (36, 5), (68, 6)].as_slice();
    let (mut all, mut class) = ([(0, 0); PLACES], 0);
    while class < PLACES {
        all[class] = (class, 0);
        if class >= SHORT_RUNS
            && let [next, rest @ ..] = runs
        {
            (all[class], runs) = (*next, rest);
        }
        class += 1;
    }
    all
};

/// Runs of fewer numbers have a class of their own.
const SHORT_RUNS: usize = 12;

/// A symbol takes a place in the list of a context if it was there so often in the samples.
const MIN_COUNT: u32 = 3;

/// The symbol of a number.
#[inline]
fn symbol_of(number: u64) -> u8 {
    let symbol = if number < OWN_SYMBOLS {
        number
    } else {
        OWN_SYMBOLS + u64::from(number.ilog2() - OWN_SYMBOLS.ilog2())
    };
    symbol.to_le_bytes()[0]
}

/// The number of a number's extra bits, which follow its symbol.
#[inline(always)]
fn extra_bits(symbol: u8) -> u32 {
    match u64::from(symbol).checked_sub(OWN_SYMBOLS) {
        None => 0,
        Some(longer) => OWN_SYMBOLS.ilog2() + longer as u32,
    }
}

/// What was before a number.
#[derive(Clone, Copy)]
struct Past {
    /// The sum of a key and the numbers after it, and of their count.
    key: u64,
    /// The last symbols, the last one lowest.
    symbols: u64,
}

impl Past {
    /// The context: the lowest bits of the key, or a hash of the last `order` symbols.
    #[inline(always)]
    fn context(self, order: u32) -> usize {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let context = if order == 0 {
            self.key
        } else {
            (self.symbols << (u64::BITS - 8 * order)).wrapping_mul(FACTOR)
                >> (u64::BITS - CONTEXTS.ilog2())
        };
        context as usize % CONTEXTS
    }

    #[inline(always)]
    fn add(&mut self, number: u64, symbol: u8) {
        self.key = self.key.wrapping_add(number).wrapping_add(1);
        self.symbols = self.symbols << 8 | u64::from(symbol);
    }
}

/// A sequence that is written by itself: the key before it, and its numbers.
#[derive(Clone, Copy)]
pub(crate) struct Sequence<'a, T> {
    pub(crate) key: u64,
    pub(crate) numbers: &'a [T],
}

/// How sequences of one kind are written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Model {
    /// The order: the number of symbols that a context depends on; 0 if it depends on the key.
    order: u32,
    /// The first symbol of each list.
    firsts: Box<[u8; CONTEXTS]>,
    /// For each context its symbols, the likely ones first, then [`NONE`].
    lists: Box<[[u8; PLACES]; CONTEXTS]>,
    code: Code,
}

impl Model {
    /// The memory of a model.
    pub(crate) const BYTES: usize = CONTEXTS * (PLACES + 1) + (2 << MAX_BITS) + 3 * 256;

    /// The memory for training, besides the samples and the model.
    #[cfg(test)]
    pub(crate) const TRAINING_BYTES: usize = (CONTEXTS + 1) * SYMBOLS * size_of::<u32>();

    /// The model of one of these orders that makes the samples shortest.
    pub(crate) fn train<'a, T: Copy + Into<u64> + 'a>(
        samples: impl Iterator<Item = Sequence<'a, T>> + Clone,
        orders: &[u32],
    ) -> Self {
        let models = orders.iter().map(|&order| Self::of_order(samples.clone(), order));
        let (_, model) = models.min_by_key(|(bits, _)| *bits).expect("an order to try");
        model
    }

    /// The model of this order, and the bits of the samples by it.
    fn of_order<'a, T: Copy + Into<u64> + 'a>(
        samples: impl Iterator<Item = Sequence<'a, T>> + Clone,
        order: u32,
    ) -> (u64, Self) {
        // Those of all contexts together come last.
        let mut counts = vec![0u32; (CONTEXTS + 1) * SYMBOLS];
        for sequence in samples.clone() {
            let mut past = Past { key: sequence.key, symbols: 0 };
            for number in sequence.numbers.iter().map(|&number| number.into()) {
                let symbol = symbol_of(number);
                counts[past.context(order) * SYMBOLS + usize::from(symbol)] += 1;
                counts[CONTEXTS * SYMBOLS + usize::from(symbol)] += 1;
                past.add(number, symbol);
            }
        }
        let list = |counts: &[u32], least| {
            let mut likely: Vec<(u32, u8)> = (0..NONE)
                .map(|symbol| (counts[usize::from(symbol)], symbol))
                .filter(|&(count, _)| count >= least)
                .collect();
            likely.sort_unstable_by_key(|&(count, symbol)| (u32::MAX - count, symbol));
            let mut list = [NONE; PLACES];
            for (place, (_, symbol)) in list[..PLACES - 1].iter_mut().zip(likely) {
                *place = symbol;
            }
            list
        };
        let (own, all) = counts.split_at(CONTEXTS * SYMBOLS);
        let all = list(all, 1);
        let mut lists = Box::new([all; CONTEXTS]);
        for (place, counts) in lists.iter_mut().zip(own.chunks(SYMBOLS)) {
            let own = list(counts, MIN_COUNT);
            *place = if own[0] == NONE { all } else { own };
        }
        let mut model = Model::new(order, lists, Code::new(vec![0; 256]).expect("no code"));
        let (mut counts, mut extra) = (vec![0; 256], 0);
        for sequence in samples {
            model.visit(sequence, |token, bits, _| {
                extra += u64::from(bits);
                if let Some(token) = token {
                    counts[usize::from(token)] += 1;
                }
            });
        }
        let (bits, code) = Code::for_counts(counts);
        model.code = code;
        (extra + bits, model)
    }

    fn new(order: u32, lists: Box<[[u8; PLACES]; CONTEXTS]>, code: Code) -> Self {
        let firsts = Box::new(lists.each_ref().map(|list| list[0]));
        Model { order, firsts, lists, code }
    }

    /// Calls `put` with what is written of a sequence: tokens, and numbers with their widths.
    #[inline]
    fn visit<T: Copy + Into<u64>>(
        &self,
        sequence: Sequence<'_, T>,
        mut put: impl FnMut(Option<u8>, u32, u64),
    ) {
        let mut past = Past { key: sequence.key, symbols: 0 };
        let mut first = 0;
        for (index, number) in sequence.numbers.iter().map(|&number| number.into()).enumerate() {
            let (symbol, context) = (symbol_of(number), past.context(self.order));
            past.add(number, symbol);
            if self.firsts[context] == symbol {
                continue;
            }
            let list = &self.lists[context];
            let place = list.iter().position(|&other| other == symbol).unwrap_or(PLACES - 1);
            let run = index - first;
            let class = if run < SHORT_RUNS {
                run
            } else {
                RUNS.iter().rposition(|&(least, _)| least <= run).unwrap_or(0)
            };
            put(Some((class * PLACES + place) as u8), 0, 0);
            if run >= SHORT_RUNS {
                put(None, RUNS[class].1, (run - RUNS[class].0) as u64);
            }
            put_extra_bits(&sequence.numbers[first..index], &mut put);
            if place == PLACES - 1 {
                put(None, 8, symbol.into());
            }
            put_extra_bits(&sequence.numbers[index..=index], &mut put);
            first = index + 1;
        }
        if first < sequence.numbers.len() {
            put(Some(REST), 0, 0);
            put_extra_bits(&sequence.numbers[first..], &mut put);
        }
    }

    /// Appends a sequence of at most 128 numbers.
    pub(crate) fn encode<T: Copy + Into<u64>>(&self, sequence: Sequence<'_, T>, out: &mut Vec<u8>) {
        let mut bits = BitWriter::new(out);
        self.visit(sequence, |token, count, number| match token {
            None => bits.put(count, number),
            Some(token) => match self.code.lengths[usize::from(token)] {
                0 => {
                    bits.put_token(&self.code, ESCAPE);
                    bits.put(8, token.into());
                }
                _ => bits.put_token(&self.code, token),
            },
        });
        bits.finish();
    }

    /// Shows `visit` the numbers that were written after `key`, as long as it returns true; `None` if there
    /// is no such sequence.
    #[inline(always)]
    pub(crate) fn decode(
        &self,
        key: u64,
        bits: Bits<'_>,
        visit: impl FnMut(u64) -> bool,
    ) -> Option<()> {
        if self.order == 0 {
            self.decode_from::<true>(key, bits, visit)
        } else {
            self.decode_from::<false>(key, bits, visit)
        }
    }

    #[inline(always)]
    fn decode_from<const BY_KEY: bool>(
        &self,
        key: u64,
        mut bits: Bits<'_>,
        mut visit: impl FnMut(u64) -> bool,
    ) -> Option<()> {
        let order = if BY_KEY { 0 } else { self.order };
        let mut past = Past { key, symbols: 0 };
        loop {
            let mut token = bits.token(&self.code)?;
            if token == ESCAPE {
                token = bits.take(8) as u8;
            }
            let place = usize::from(token) % PLACES;
            let (mut run, more) = RUNS[usize::from(token) / PLACES];
            if place == 0 {
                run = if token == REST { usize::MAX } else { return None };
            }
            run += bits.take(more) as usize;
            for _ in 0..run {
                let symbol = self.firsts[past.context(order)];
                let number = bits.number(symbol)?;
                past.add(number, symbol);
                if !visit(number) {
                    return Some(());
                }
            }
            let symbol = if place == PLACES - 1 {
                bits.take(8) as u8
            } else {
                self.lists[past.context(order)][place]
            };
            let number = bits.number(symbol)?;
            past.add(number, symbol);
            if !visit(number) {
                return Some(());
            }
        }
    }

    /// Appends the model.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(self.order as u8);
        out.extend(&self.code.lengths);
        for list in self.lists.iter() {
            let length = list.iter().position(|&symbol| symbol == NONE).unwrap_or(PLACES - 1);
            out.push(length as u8);
            out.extend(&list[..length]);
        }
    }

    /// Reads what [`write`](Self::write) appended, and shortens `bytes` by it.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (&order, rest) = bytes.split_first()?;
        let (lengths, mut rest) = rest.split_at_checked(256)?;
        let code = Code::new(lengths.to_vec())?;
        let mut lists = Box::new([[NONE; PLACES]; CONTEXTS]);
        for list in lists.iter_mut() {
            let (&length, after) = rest.split_first()?;
            let (symbols, after) = after.split_at_checked(length.into())?;
            list[..PLACES - 1].get_mut(..length.into())?.copy_from_slice(symbols);
            rest = after;
        }
        *bytes = rest;
        (order <= 8).then(|| Model::new(order.into(), lists, code))
    }
}

fn put_extra_bits<T: Copy + Into<u64>>(numbers: &[T], put: &mut impl FnMut(Option<u8>, u32, u64)) {
    for number in numbers.iter().map(|&number| number.into()) {
        if number >= OWN_SYMBOLS {
            put(None, number.ilog2(), number ^ (1 << number.ilog2()));
        }
    }
}

/// A Huffman code of the tokens.
#[derive(Debug, PartialEq, Eq)]
struct Code {
    /// The bits of each token; 0 for one without a code.
    lengths: Vec<u8>,
    /// The code of each token, its first bit lowest.
    codes: Vec<u16>,
    /// For each [`MAX_BITS`] bits the token that they begin with, and its length; 0 where there is none.
    table: Box<[(u8, u8); 1 << MAX_BITS]>,
}

impl Code {
    /// The canonical code of these lengths: in the order of the lengths, then of the tokens.
    fn new(lengths: Vec<u8>) -> Option<Self> {
        let mut codes = vec![0; lengths.len()];
        let mut table = Box::new([(0, 0); 1 << MAX_BITS]);
        let mut next = 0u32;
        for length in 1..=MAX_BITS {
            for (token, _) in
                (0..=u8::MAX).zip(&lengths).filter(|(_, own)| u32::from(**own) == length)
            {
                if next >> length != 0 {
                    return None;
                }
                let code = next.reverse_bits() >> (u32::BITS - length);
                codes[usize::from(token)] = code as u16;
                for index in (code as usize..table.len()).step_by(1 << length) {
                    table[index] = (token, length as u8);
                }
                next += 1;
            }
            next <<= 1;
        }
        let is_short = lengths.iter().all(|&length| u32::from(length) <= MAX_BITS);
        is_short.then_some(Code { lengths, codes, table })
    }

    /// A code for tokens that are so frequent, and the bits of them all by it.
    fn for_counts(mut counts: Vec<u64>) -> (u64, Self) {
        let max_rare = counts.iter().sum::<u64>() >> MAX_BITS;
        let mut rare = 0;
        for count in counts.iter_mut().filter(|count| **count <= max_rare) {
            rare += std::mem::take(count);
        }
        counts[usize::from(ESCAPE)] = rare + 1;
        let mut weights = counts.clone();
        let lengths = loop {
            let lengths = huffman_lengths(&weights);
            if lengths.iter().all(|&length| u32::from(length) <= MAX_BITS) {
                break lengths;
            }
            // Closer to each other.
            weights.iter_mut().filter(|one| **one > 0).for_each(|one| *one = *one / 2 + 1);
        };
        let bits = counts.iter().zip(&lengths).map(|(count, &length)| count * u64::from(length));
        (bits.sum::<u64>() + 8 * rare, Code::new(lengths).expect("a code of these lengths"))
    }
}

/// The lengths of a Huffman code for symbols that are so frequent; 0 for those that do not occur.
fn huffman_lengths(counts: &[u64]) -> Vec<u8> {
    // Trees with their counts; the symbols of each.
    let mut trees: Vec<(u64, Vec<usize>)> = (0..counts.len())
        .filter(|&symbol| counts[symbol] > 0)
        .map(|symbol| (counts[symbol], vec![symbol]))
        .collect();
    let mut lengths = vec![0; counts.len()];
    if let [(_, only)] = &trees[..] {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        // The two rarest last.
        trees.sort_by(|one, other| other.cmp(one));
        let (Some((one, symbols)), Some((other, tree))) = (trees.pop(), trees.last_mut()) else {
            break;
        };
        *other += one;
        tree.extend(symbols);
        tree.iter().for_each(|&symbol| lengths[symbol] += 1);
    }
    lengths
}

/// Bits that are written, the lowest of a byte first.
pub(crate) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    last: u64,
    count: u32,
}

impl<'a> BitWriter<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        BitWriter { out, last: 0, count: 0 }
    }

    /// Writes a number of at most `bits` bits, 64 at most.
    #[inline(always)]
    pub(crate) fn put(&mut self, bits: u32, number: u64) {
        if bits <= 32 {
            self.put_few(bits, number);
        } else {
            self.put_few(32, number & u64::from(u32::MAX));
            self.put_few(bits - 32, number >> 32);
        }
    }

    #[inline(always)]
    fn put_few(&mut self, bits: u32, number: u64) {
        self.last |= number << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.out.extend(&self.last.to_le_bytes()[..4]);
            self.last >>= 32;
            self.count -= 32;
        }
    }

    #[inline(always)]
    fn put_token(&mut self, code: &Code, token: u8) {
        let token = usize::from(token);
        self.put_few(code.lengths[token].into(), code.codes[token].into());
    }

    /// Writes the last bits, and zeros up to the end of a byte.
    pub(crate) fn finish(self) {
        self.out.extend(&self.last.to_le_bytes()[..self.count.div_ceil(8) as usize]);
    }
}

/// Bits that are read, the lowest of a byte first; zeros after the last one.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    is_backward: bool,
}

impl<'a> Bits<'a> {
    pub(crate) fn forward(bytes: &'a [u8]) -> Self {
        Bits { bytes, at: 0, is_backward: false }
    }

    /// The last byte first.
    pub(crate) fn backward(bytes: &'a [u8]) -> Self {
        Bits { bytes, at: 0, is_backward: true }
    }

    /// The next bits, 57 of them at least.
    #[inline(always)]
    fn peek(&self) -> u64 {
        let (byte, length) = (self.at / 8, self.bytes.len());
        if byte + 8 > length {
            return self.peek_at_the_end();
        }
        let first = if self.is_backward { length - 8 - byte } else { byte };
        let Some(eight) = self.bytes.get(first..).and_then(|rest| rest.first_chunk()) else {
            return 0;
        };
        let word =
            if self.is_backward { u64::from_be_bytes(*eight) } else { u64::from_le_bytes(*eight) };
        word >> (self.at % 8)
    }

    #[cold]
    fn peek_at_the_end(&self) -> u64 {
        let byte = |index: usize| {
            let place =
                if self.is_backward { self.bytes.len().checked_sub(index + 1)? } else { index };
            self.bytes.get(place).copied()
        };
        let eight = std::array::from_fn(|index| byte(self.at / 8 + index).unwrap_or(0));
        u64::from_le_bytes(eight) >> (self.at % 8)
    }

    /// Reads a number of at most 57 bits.
    #[inline(always)]
    pub(crate) fn take(&mut self, bits: u32) -> u64 {
        let number = self.peek() & ((1 << bits) - 1);
        self.at += bits as usize;
        number
    }

    /// Reads the extra bits of a number with this symbol.
    #[inline(always)]
    fn number(&mut self, symbol: u8) -> Option<u64> {
        if u64::from(symbol) < OWN_SYMBOLS { Some(symbol.into()) } else { self.long_number(symbol) }
    }

    #[cold]
    fn long_number(&mut self, symbol: u8) -> Option<u64> {
        let bits = extra_bits(symbol);
        let low = self.take(bits.min(32));
        let high = self.take(bits.saturating_sub(32));
        (bits < u64::BITS).then(|| 1 << bits | high << 32 | low)
    }

    #[inline(always)]
    fn token(&mut self, code: &Code) -> Option<u8> {
        let (token, length) = code.table[self.peek() as usize % (1 << MAX_BITS)];
        self.at += usize::from(length);
        (length > 0).then_some(token)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    /// Numbers that follow patterns most often, and are of all sizes sometimes.
    fn sequences() -> Vec<(u64, Vec<u64>)> {
        let mut rng = Pcg64::seed_from_u64(1);
        let number = |index: u64, rng: &mut Pcg64| match rng.random_range(0..40) {
            0 => rng.random_range(0..1 << 44) >> rng.random_range(0..44),
            1..8 => rng.random_range(0..30),
            _ => index * index % 11,
        };
        (0..300u64)
            .map(|at| {
                let length = if at % 7 == 0 { at % 129 } else { 128 };
                let key = rng.random_range(0..1 << 44);
                (key, (0..length).map(|index| number(index, &mut rng)).collect())
            })
            .collect()
    }

    #[test]
    fn sequences_are_read_as_written_in_both_directions() {
        let all = sequences();
        let samples = all.iter().map(|(key, numbers)| Sequence { key: *key, numbers });
        for orders in [&[0][..], &[1], &[2], &[3], &[8], &[0, 2, 3]] {
            // Models of few samples have tokens and numbers without a code, too.
            for few in [0, 1, 10, 300] {
                let trained = Model::train(samples.clone().take(few), orders);
                let mut written = Vec::new();
                trained.write(&mut written);
                let mut rest = &written[..];
                let model = Model::read(&mut rest).unwrap();
                assert!(rest.is_empty() && model == trained);
                for length in [0, 1, 200, 300, written.len() - 1] {
                    assert_eq!(Model::read(&mut &written[..length]), None);
                }
                for sequence in samples.clone().filter(|one| !one.numbers.is_empty()) {
                    let mut bytes = Vec::new();
                    model.encode(sequence, &mut bytes);
                    let backward: Vec<u8> = bytes.iter().rev().copied().collect();
                    for bits in [Bits::forward(&bytes), Bits::backward(&backward)] {
                        let mut read = Vec::new();
                        let end = model.decode(sequence.key, bits, |number| {
                            read.push(number);
                            read.len() < sequence.numbers.len()
                        });
                        assert_eq!((end, &read[..]), (Some(()), sequence.numbers));
                    }
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let all = sequences();
        let samples = all.iter().map(|(key, numbers)| Sequence { key: *key, numbers });
        let model = Model::train(samples.clone(), &[2]);
        for (key, numbers) in &all {
            let bytes: Vec<u8> = numbers.iter().map(|number| number.to_le_bytes()[0]).collect();
            let mut left = 1000;
            model.decode(*key, Bits::forward(&bytes), |_| {
                left -= 1;
                left > 0
            });
        }
    }

    #[test]
    fn codes_are_short_for_what_is_frequent_and_never_too_long() {
        let (mut doubling, mut fibonacci) = (vec![0; 256], vec![0; 256]);
        for token in 0..60 {
            doubling[token] = 1u64 << (token / 2);
            // Those that are not rare make a tree of 15 levels.
            fibonacci[token] =
                if token < 2 { 1 } else { fibonacci[token - 1] + fibonacci[token - 2] };
        }
        for counts in [doubling, fibonacci] {
            let (bits, code) = Code::for_counts(counts.clone());
            assert!(code.lengths.iter().all(|&length| u32::from(length) <= MAX_BITS));
            assert!(code.lengths[59] <= 2 && code.lengths[usize::from(ESCAPE)] > 0);
            assert_eq!(code.lengths[0], 0, "it is rare");
            // Each token by its own code, or by the escape and itself; and one escape more.
            let escape = u64::from(code.lengths[usize::from(ESCAPE)]);
            let lengths = code.lengths.iter().enumerate().map(|(token, &length)| {
                let is_rare = length == 0 || token == usize::from(ESCAPE);
                if is_rare { escape + 8 } else { length.into() }
            });
            let all: u64 = counts.iter().zip(lengths).map(|(count, length)| count * length).sum();
            assert_eq!(bits, all + escape);
        }
        assert_eq!(huffman_lengths(&[5, 0, 1, 1, 2]), [1, 0, 3, 3, 2]);
        assert!(Code::new(vec![1, 1, 1]).is_none() && Code::new(vec![12]).is_none());
    }
}
