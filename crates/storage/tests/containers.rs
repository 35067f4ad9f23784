//! Containers: what is written is read, and nothing else is accepted.

use std::io::Cursor;

use tesuji_storage::container::{Container, ContainerError, StoredBlock, Writer};

/// Labels with contents.
type Blocks = Vec<(Vec<u8>, Vec<u8>)>;

fn written(metadata: &str, blocks: &Blocks) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, metadata).unwrap();
    for (label, content) in blocks {
        writer.block(label, content).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<(String, Blocks), ContainerError> {
    let mut container = Container::new(Cursor::new(bytes))?;
    let mut blocks = Vec::new();
    for block in 0..container.block_count() {
        let mut content = Vec::new();
        container.read(block, &mut content)?;
        blocks.push((container.label(block).to_vec(), content));
    }
    Ok((container.metadata().to_owned(), blocks))
}

fn sample() -> (Vec<u8>, Blocks) {
    let blocks = vec![
        (b"one".to_vec(), b"the same and the same and the same and the same".to_vec()),
        (Vec::new(), Vec::new()),
        (b"three".to_vec(), (0..200).collect()),
    ];
    (written("game: none\nsize: 3", &blocks), blocks)
}

#[test]
fn what_is_written_is_read() {
    let (bytes, blocks) = sample();
    assert_eq!(read(&bytes).unwrap(), ("game: none\nsize: 3".to_owned(), blocks));
    let empty = written("", &Vec::new());
    assert_eq!(read(&empty).unwrap(), (String::new(), Vec::new()));
}

#[test]
fn blocks_are_read_in_any_order() {
    let (bytes, blocks) = sample();
    let mut container = Container::new(Cursor::new(bytes)).unwrap();
    let mut content = Vec::new();
    for block in [2, 0, 1, 2, 2, 0] {
        container.read(block, &mut content).unwrap();
        assert_eq!(content, blocks[block].1);
    }
}

#[test]
fn blocks_that_cannot_be_compressed_are_stored_as_they_are() {
    let mixed = (0..100u8).map(|byte| byte.wrapping_mul(167) ^ byte >> 3).collect::<Vec<u8>>();
    let even = vec![7; 100];
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, "plain").unwrap();
    writer.stored_block(b"even", &StoredBlock::plain(even.clone()).unwrap()).unwrap();
    writer.block(b"mixed", &mixed).unwrap();
    writer.block(b"even", &even).unwrap();
    writer.stored_block(b"none", &StoredBlock::plain(Vec::new()).unwrap()).unwrap();
    writer.finish().unwrap();
    let mut container = Container::new(Cursor::new(&bytes)).unwrap();
    let all = [&even[..], &mixed, &even].concat();
    assert_eq!(container.read_all(all.len()).unwrap(), all);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(read(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn copied_blocks_make_the_same_file() {
    let (bytes, _) = sample();
    let mut container = Container::new(Cursor::new(&bytes)).unwrap();
    let mut copy = Vec::new();
    let mut writer = Writer::new(&mut copy, container.metadata()).unwrap();
    for block in 0..container.block_count() {
        let stored = container.stored(block).unwrap();
        writer.stored_block(container.label(block), &stored).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(copy, bytes);
}

#[test]
fn no_truncated_file_is_accepted() {
    let (bytes, _) = sample();
    for length in 0..bytes.len() {
        let error = read(&bytes[..length]).expect_err("a truncated file");
        assert!(matches!(error, ContainerError::Footer { .. }), "{length}: {error}");
    }
}

#[test]
fn no_file_with_a_changed_bit_is_accepted() {
    let (bytes, _) = sample();
    for (byte, bit) in (0..bytes.len()).flat_map(|byte| (0..8).map(move |bit| (byte, bit))) {
        let mut changed = bytes.clone();
        changed[byte] ^= 1 << bit;
        let error = read(&changed).expect_err("a changed bit");
        assert!(!matches!(error, ContainerError::Io(_)), "byte {byte}, bit {bit}: {error}");
    }
}

#[test]
fn no_file_with_added_or_exchanged_parts_is_accepted() {
    let (bytes, _) = sample();
    for added in [&[0][..], &bytes[bytes.len() - 40..], &bytes] {
        assert!(read(&[&bytes, added].concat()).is_err(), "{} bytes more", added.len());
    }
    let content = b"equal lengths".to_vec();
    let one = written("x", &vec![(vec![1], content.clone()), (vec![2], content.clone())]);
    let other = written("y", &vec![(vec![1], content.clone()), (vec![3], content)]);
    assert_eq!(one.len(), other.len());
    for at in 1..one.len() {
        let joined = [&one[..at], &other[at..]].concat();
        let is_one_of_both = joined == one || joined == other;
        assert_eq!(read(&joined).is_ok(), is_one_of_both, "joined at {at}");
    }
}

#[test]
fn the_error_says_what_is_wrong() {
    let (bytes, _) = sample();
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(
        error(b"a text of another kind"),
        "not a container: it begins with \"a text o\", not with \"TESUJICT\""
    );
    let mut newer = bytes.clone();
    newer[8] = 3;
    assert_eq!(error(&newer), "version 3 of the container format; this program reads version 2");
    let mut other = bytes.clone();
    other[20] ^= 1;
    assert_eq!(error(&other), "the header, bytes 0 to 42, is damaged");
    let mut block = bytes.clone();
    block[60] ^= 1;
    assert!(error(&block).starts_with("block 0, bytes 42 to "), "{}", error(&block));
    assert_eq!(
        error(&bytes[..100]),
        "the file is truncated, or damaged at its end, byte 100: there is no valid footer"
    );
}
