//! The code that checks certificates is as short as `docs/certificates.md` says.

use std::fs;
use std::path::Path;

/// The lines of Rust or Python in a file, or in all files below a folder, without comments, blank
/// lines and tests, which are last in their file.
fn lines(path: &Path) -> usize {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        return entries.map(|entry| lines(&entry.expect("an entry").path())).sum();
    }
    let text = fs::read_to_string(path).expect("text");
    let code = text.lines().map(str::trim).take_while(|line| *line != "#[cfg(test)]");
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("# ");
    code.filter(|line| !line.is_empty() && !is_comment(line)).count()
}

#[test]
fn the_checker_is_as_short_as_stated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let certificate = root.join("../certificate/src");
    // The feature `write` is off in the program.
    let checks = lines(&certificate) - lines(&certificate.join("write"));
    let program = lines(&root.join("src"));
    let second = lines(&root.join("../../tools/check.py"));
    let text = fs::read_to_string(root.join("../../docs/certificates.md")).expect("text");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let stated = |before: &str| -> usize {
        let (_, rest) = words.split_once(before).expect(before);
        let number = rest.split(' ').next().expect("a number");
        number.replace(',', "").parse().expect(number)
    };
    for (what, count, stated) in [
        ("format and checks", checks, stated("format and checks have at most ")),
        ("the program", program, stated("the program around them at most ")),
        ("the second checker", second, stated("from the specification below: at most ")),
    ] {
        assert!(count <= stated && stated < count + 50, "{what}: {count} lines, stated {stated}");
    }
}
