//! Certificates as parts that can be changed, with the checksum made right again.

use rand_core::Rng;
use rand_pcg::Pcg64;
use tesuji_certificate::Certificate;

use super::checksum;

/// A file in its parts.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) header: Vec<u8>,
    pub(crate) body: Vec<u8>,
}

impl Parts {
    pub(crate) fn of(certificate: &Certificate) -> Self {
        let file = certificate.to_bytes();
        let header = certificate.header().to_string().into_bytes();
        let body = file[header.len()..file.len() - 8].to_vec();
        Parts { header, body }
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        let mut file = [self.header.as_slice(), &self.body].concat();
        let sum = checksum(&file);
        file.extend(sum.to_le_bytes());
        file
    }

    /// Makes the header tell the true length.
    fn set_length(&mut self) {
        let text = String::from_utf8_lossy(&self.header);
        // An earlier change may have taken the line away.
        let Some(end) = text.find("\nbytes ") else { return };
        self.header = format!("{}\nbytes {}\n\n", &text[..end], self.body.len()).into_bytes();
    }
}

pub(crate) fn below(rng: &mut Pcg64, bound: usize) -> usize {
    rng.next_u64() as usize % bound.max(1)
}

/// One change of one bit, byte, number or word.
pub(crate) fn mutate(parts: &mut Parts, rng: &mut Pcg64) {
    match below(rng, 8) {
        0..4 if !parts.body.is_empty() => {
            let place = below(rng, parts.body.len());
            parts.body[place] ^= 1 << below(rng, 8);
        }
        4 if !parts.body.is_empty() => {
            let place = below(rng, parts.body.len());
            parts.body[place] = rng.next_u32() as u8;
        }
        5 => {
            if below(rng, 2) == 0 {
                parts.body.pop();
            } else {
                parts.body.insert(below(rng, parts.body.len() + 1), rng.next_u32() as u8);
            }
            parts.set_length();
        }
        6 => {
            let place = below(rng, parts.header.len());
            parts.header[place] ^= 1 << below(rng, 8);
        }
        _ => change_a_word(parts, rng),
    }
}

fn change_a_word(parts: &mut Parts, rng: &mut Pcg64) {
    let text = String::from_utf8_lossy(&parts.header);
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let place = below(rng, words.len());
    // A word ends its line, and then the name of the next line follows.
    let (word, rest) = match words[place].split_once('\n') {
        Some((word, rest)) => (word.to_owned(), format!("\n{rest}")),
        None => (words[place].clone(), String::new()),
    };
    let changed = match (word.as_str(), word.parse::<u64>()) {
        (_, Ok(number)) => match below(rng, 4) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            2 => rng.next_u64() >> below(rng, 64),
            _ => below(rng, 30) as u64,
        }
        .to_string(),
        ("first", _) => "second".to_owned(),
        ("second", _) => "first".to_owned(),
        ("wins", _) => "holds".to_owned(),
        ("within", _) => "in exactly".to_owned(),
        ("balls" | "costs" | "parity" | "hemmed-in" | "nimbers", _) => "layers".to_owned(),
        ("undirected", _) => String::new(),
        ("wins,", _) => "holds,".to_owned(),
        ("positions", _) => "states".to_owned(),
        ("states", _) => "positions".to_owned(),
        ("layers", _) => ["balls", "costs", "search", "solution"][below(rng, 4)].to_owned(),
        ("search" | "solution", _) => "layers".to_owned(),
        ("most", _) => "least".to_owned(),
        ("least", _) => "most".to_owned(),
        (word, _) if word.contains([',', '/']) => {
            let mut bytes = word.as_bytes().to_vec();
            let place = below(rng, bytes.len());
            bytes[place] = b"0123456789,/"[below(rng, 12)];
            String::from_utf8_lossy(&bytes).into_owned()
        }
        ("exhaustion", _) => "parity".to_owned(),
        _ => words[below(rng, words.len())].clone(),
    };
    words[place] = changed + &rest;
    parts.header = words.join(" ").into_bytes();
}
