//! A part of a file is read as if it were a file of its own.

use std::io::{Read, Seek, SeekFrom, Write};

use tesuji_storage::Section;

#[test]
fn a_section_has_its_bytes_and_no_others() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"0123456789").unwrap();
    let mut section = Section::open(file.path(), Some(2..6)).unwrap();
    let mut text = String::new();
    section.read_to_string(&mut text).unwrap();
    assert_eq!(text, "2345");
    assert_eq!(section.seek(SeekFrom::End(-1)).unwrap(), 3);
    assert_eq!(section.seek(SeekFrom::Current(-2)).unwrap(), 1);
    assert!(section.seek(SeekFrom::Current(-2)).is_err());
    text.clear();
    section.read_to_string(&mut text).unwrap();
    assert_eq!(text, "345");
    assert!(Section::open(file.path(), Some(2..11)).is_err());
}
