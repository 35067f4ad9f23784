//! Certificates: an input is a file without its checksum.

use tesuji::catalogue::Catalogue;
use tesuji::certificate::{Checker, Header};
use tesuji::core::Budget;

pub(crate) const WORDS: &[&str] = &[
    "first wins",
    "second wins",
    " within 3 plies",
    " in exactly 2 plies",
    "first holds",
    "draw",
    "unsolvable",
    "shortest solution 6 moves",
    "nim-values of heaps below 9",
    "period 4 from heap 0 on",
    "strategy leaves 7 symmetry",
    " search 40",
    "layers",
    "balls",
    "costs",
    "exhaustion",
    "parity",
    "hemmed-in",
    "least-excluded mask 0",
    "set size 4x4",
    "set take any",
    "set rules misere",
    "255-255-255-255",
    "position ",
    "18446744073709551615",
    "4294967295",
];

/// CRC-64 of ECMA-182, reflected.
fn checksum(bytes: &[u8]) -> u64 {
    let mut remainder = u64::MAX;
    for &byte in bytes {
        remainder ^= u64::from(byte);
        for _ in 0..8 {
            remainder = (remainder >> 1) ^ ((remainder & 1) * 0xc96c_5795_d787_0f42);
        }
    }
    !remainder
}

/// The same with the number of bytes of its entries as it is.
fn with_length(input: &[u8]) -> Option<Vec<u8>> {
    let end = input.windows(2).position(|pair| pair == b"\n\n")? + 2;
    let header = str::from_utf8(&input[..end]).ok()?;
    let (before, _) = header.split_once("\nbytes ")?;
    let entries = &input[end..];
    Some([format!("{before}\nbytes {}\n\n", entries.len()).as_bytes(), entries].concat())
}

pub(crate) fn feed(input: &[u8]) {
    let catalogue = Catalogue::standard();
    let checker = Checker::new().positions(2000).budget(Budget::unlimited().nodes(20_000));
    // As it is, and as a program that knows the format would write it.
    let mut files = vec![input.to_vec()];
    for content in [Some(input.to_vec()), with_length(input)].into_iter().flatten() {
        let sum = checksum(&content);
        files.push([&content[..], &sum.to_le_bytes()].concat());
    }
    for file in files {
        let header = Header::read(&file[..]);
        let mut entries = 0;
        let watched = catalogue.verify(&checker, &file[..], Some(&mut |_| entries += 1));
        let checked = catalogue.verify(&checker, &file[..], None);
        assert_eq!(checked.is_ok(), watched.is_ok(), "watching changes nothing");
        if let Ok(checked) = checked {
            assert_eq!(checked.header, header.expect("a header that was checked"));
            assert_eq!(checked.header.entries, entries, "every entry is shown");
            let text = checked.header.to_string();
            assert!(file.starts_with(text.as_bytes()), "one way to write each header: {text}");
        }
    }
}
