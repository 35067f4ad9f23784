use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::panic;
use std::time::{Duration, Instant};
use std::{fmt, io};

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::Target;

/// No input is longer.
const MAX_LENGTH: usize = 1 << 14;

/// An input from which a target does not come back as it should.
#[derive(Clone, Debug)]
pub struct Crash {
    /// The input.
    pub input: Vec<u8>,
    /// What came of it.
    pub problem: String,
}

impl fmt::Display for Crash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} on the {} bytes {:?}", self.problem, self.input.len(), self.text())
    }
}

impl Crash {
    fn text(&self) -> String {
        self.input.escape_ascii().to_string()
    }
}

/// What a drive came to.
#[derive(Clone, Debug)]
pub struct Driven {
    /// How many inputs there were.
    pub inputs: u64,
    /// The first that broke something.
    pub crash: Option<Crash>,
}

/// A random seed.
#[must_use]
pub fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Feeds a target one input.
///
/// # Errors
/// It panics, or takes longer than an input of this size may.
pub fn run(target: &Target, input: &[u8]) -> Result<(), Crash> {
    const MAX_TIME: Duration = Duration::from_secs(20);
    let begun = Instant::now();
    let end = panic::catch_unwind(|| (target.feed)(input));
    let took = begun.elapsed();
    let problem = match end {
        Ok(()) if took <= MAX_TIME => return Ok(()),
        Ok(()) => format!("{} took {took:?}", target.name),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
            format!("{} panicked: {}", target.name, text.unwrap_or("?"))
        }
    };
    Err(Crash { input: input.to_vec(), problem })
}

/// Feeds a target its corpus, then mutations of it, until the time is up or something breaks. The
/// same seed makes the same inputs in the same order.
///
/// # Errors
/// The corpus cannot be read.
pub fn drive(target: &Target, seed: u64, time: Duration) -> io::Result<Driven> {
    let begun = Instant::now();
    let corpus = target.corpus()?;
    let mut inputs = 0;
    let mut rng = Pcg64::seed_from_u64(seed);
    let first = corpus.iter().cloned().map(Ok::<_, ()>);
    let more = std::iter::repeat_with(|| Err(()));
    for input in first.chain(more) {
        let input = input.unwrap_or_else(|()| mutated(target, &corpus, &mut rng));
        if inputs >= corpus.len() as u64 && begun.elapsed() >= time {
            break;
        }
        inputs += 1;
        if let Err(crash) = run(target, &input) {
            return Ok(Driven { inputs, crash: Some(crash) });
        }
    }
    Ok(Driven { inputs, crash: None })
}

fn below(rng: &mut Pcg64, bound: usize) -> usize {
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

/// An input of the corpus with a few changes, or, now and then, bytes at random.
fn mutated(target: &Target, corpus: &[Vec<u8>], rng: &mut Pcg64) -> Vec<u8> {
    if corpus.is_empty() || below(rng, 50) == 0 {
        return (0..below(rng, 200)).map(|_| rng.next_u32() as u8).collect();
    }
    let mut input = corpus[below(rng, corpus.len())].clone();
    for _ in 0..1 << below(rng, 4) {
        mutate(&mut input, target, corpus, rng);
        input.truncate(MAX_LENGTH);
    }
    input
}

/// A part of some bytes: where it begins and ends.
fn part(bytes: &[u8], rng: &mut Pcg64) -> std::ops::Range<usize> {
    let start = below(rng, bytes.len() + 1);
    let longest = if below(rng, 4) == 0 { bytes.len() } else { 8 };
    start..start + below(rng, (bytes.len() - start).min(longest) + 1)
}

/// A decimal number in some bytes, with what stands around it.
fn digits(bytes: &[u8], rng: &mut Pcg64) -> std::ops::Range<usize> {
    let from = below(rng, bytes.len() + 1);
    let Some(first) = bytes[from..].iter().position(u8::is_ascii_digit) else { return from..from };
    let start = from + first;
    let end = bytes[start..].iter().position(|byte| !byte.is_ascii_digit());
    start..end.map_or(bytes.len(), |length| start + length)
}

/// One change.
fn mutate(input: &mut Vec<u8>, target: &Target, corpus: &[Vec<u8>], rng: &mut Pcg64) {
    const NUMBERS: [&str; 8] =
        ["0", "1", "2", "7", "255", "65536", "4294967295", "18446744073709551615"];
    const BYTES: [u8; 8] = [0, 1, 0x7f, 0x80, 0xff, b' ', b'\n', b'0'];
    let place = below(rng, input.len() + 1);
    match below(rng, 9) {
        0 => input.insert(place, BYTES[below(rng, BYTES.len())]),
        1 => {
            let removed = part(input, rng);
            input.drain(removed);
        }
        2 => {
            let copied = input[part(input, rng)].to_vec();
            input.splice(place..place, copied);
        }
        3 => {
            let number = digits(input, rng);
            input.splice(number, NUMBERS[below(rng, NUMBERS.len())].bytes());
        }
        4 if !target.words.is_empty() => {
            let word = target.words[below(rng, target.words.len())];
            let replaced = if below(rng, 2) == 0 { place..place } else { part(input, rng) };
            input.splice(replaced, word.bytes());
        }
        5 => {
            let other = &corpus[below(rng, corpus.len())];
            input.truncate(place);
            input.extend(&other[place.min(other.len())..]);
        }
        6 => {
            let other = &corpus[below(rng, corpus.len())];
            input.splice(place..place, other[part(other, rng)].to_vec());
        }
        _ if place < input.len() => match below(rng, 3) {
            0 => input[place] ^= 1 << below(rng, 8),
            1 => input[place] = BYTES[below(rng, BYTES.len())],
            _ => input[place] = input[place].wrapping_add(rng.next_u32() as u8 % 9).wrapping_sub(4),
        },
        _ => {}
    }
}
