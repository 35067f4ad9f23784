//! Files are replaced whole or not at all, for every kind of target.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tesuji_storage::{
    Lock, check_writable, open, place_with, remove_unfinished, sync_directory, unfinished, write,
    write_with,
};

/// A temporary directory.
struct Directory(TempDir);

impl Directory {
    fn new() -> Self {
        Directory(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_file_is_written_and_replaced_and_nothing_is_left_beside_it() {
    let directory = Directory::new();
    let file = directory.at("text");
    for text in ["one", "a longer two", ""] {
        check_writable(&file).unwrap();
        write(&file, text).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert_eq!(directory.names(), ["text"]);
    }
    place_with(&file, |out| out.write_all(b"placed")).unwrap();
    place_with(&file, |_| Err(io::Error::other("no text"))).unwrap_err();
    sync_directory(&directory.0).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "placed");
    assert_eq!(directory.names(), ["text"]);
    // The maximum length of a name on most systems.
    let long = directory.at(&"é".repeat(127));
    write(&long, "text").unwrap();
    assert_eq!(fs::read_to_string(long).unwrap(), "text");
}

/// So each of many files takes the same time.
#[test]
fn of_a_large_directory_a_writer_looks_at_a_part() {
    let directory = Directory::new();
    for number in 0..1200 {
        fs::write(directory.at(&format!("text.{number}.unfinished")), "").unwrap();
    }
    write(directory.at("text"), "whole").unwrap();
    assert_eq!(unfinished(&directory.0).unwrap().len(), 200);
    remove_unfinished(&directory.0).unwrap();
    assert_eq!(directory.names(), ["text"]);
}

#[test]
fn a_writer_that_fails_leaves_the_old_file() {
    let directory = Directory::new();
    let file = directory.at("text");
    write(&file, "old").unwrap();
    let failed = write_with(&file, |out| {
        out.write_all(&[b'x'; 1 << 20])?;
        Err(io::Error::other("no more"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "no more");
    assert_eq!(
        (fs::read_to_string(&file).unwrap(), directory.names()),
        ("old".into(), vec!["text".into()])
    );
}

#[test]
fn what_cannot_be_written_is_known_before() {
    let directory = Directory::new();
    for name in ["", "missing/text", ".."] {
        let path = directory.at(name);
        let checked = check_writable(&path).unwrap_err();
        assert_eq!(checked.to_string(), write(&path, "text").unwrap_err().to_string());
        // The error must not mention names that the user did not give.
        assert!(!checked.to_string().contains("unfinished"), "{checked}");
    }
    fs::write(directory.at("text"), "").unwrap();
    assert!(check_writable(directory.at("text/below")).is_err());
    check_writable(directory.at("new")).unwrap();
    assert_eq!(directory.names(), ["text"]);
}

#[test]
fn files_of_killed_writers_are_found_and_removed_and_others_stay() {
    let directory = Directory::new();
    let (file, stale) = (directory.at("text"), directory.at("text.A1b2C3.unfinished"));
    let others = ["text.unfinished", "other.A1b2C3.unfinished", "text.A1b2C3"];
    for name in others {
        fs::write(directory.at(name), "of a user").unwrap();
    }
    fs::write(&stale, "half of").unwrap();
    let found = [directory.at(others[1]), stale.clone()];
    assert_eq!(unfinished(&directory.0).unwrap(), found);
    write_with(&file, |out| {
        // A file that is being written is not taken for a remnant.
        assert!(!stale.exists());
        assert_eq!(remove_unfinished(&directory.0)?, [directory.at(others[1])]);
        out.write_all(b"text")
    })
    .unwrap();
    assert_eq!(directory.names(), ["text", others[2], others[0]]);
}

#[test]
fn threads_that_write_one_file_leave_one_of_their_texts() {
    let directory = Directory::new();
    let file = directory.at("text");
    std::thread::scope(|scope| {
        for letter in b'a'..b'i' {
            let file = &file;
            scope.spawn(move || {
                for _ in 0..20 {
                    write(file, [letter; 10_000]).unwrap();
                    let found = fs::read(file).unwrap();
                    assert_eq!(found, [found[0]; 10_000]);
                }
            });
        }
    });
    assert_eq!(directory.names(), ["text"]);
}

#[test]
fn a_lock_lets_one_at_a_time_change_a_file() {
    let directory = Directory::new();
    let file = directory.at("count");
    write(&file, "0").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..25 {
                    let _lock = Lock::acquire(&file).unwrap();
                    let count: u32 = fs::read_to_string(&file).unwrap().parse().unwrap();
                    write(&file, (count + 1).to_string()).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read_to_string(&file).unwrap(), "200");
    assert!(Lock::acquire(directory.at("missing/text")).is_err());
    let held = Lock::acquire(&file).unwrap();
    assert!(Lock::try_acquire(&file).unwrap().is_none());
    drop(held);
    assert!(Lock::try_acquire(&file).unwrap().is_some());
    assert!(Lock::try_acquire(directory.at("missing/text")).is_err());
    if cfg!(unix) {
        assert_eq!(directory.names(), ["count"]);
    }
    // A file of that name with something in it is not ours to remove.
    write(directory.at("count.lock"), "version = 4").unwrap();
    drop(Lock::acquire(&file).unwrap());
    assert_eq!(fs::read_to_string(directory.at("count.lock")).unwrap(), "version = 4");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn permissions_are_kept_and_new_files_have_the_usual_ones() {
        let directory = Directory::new();
        let (file, usual) = (directory.at("text"), directory.at("usual"));
        fs::write(&usual, "").unwrap();
        write(&file, "one").unwrap();
        assert_eq!(mode(&file), mode(&usual));
        for kept in [0o600, 0o664, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            write(&file, "two").unwrap();
            assert_eq!(mode(&file), kept);
        }
        // The superuser may write to any file.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        if fs::OpenOptions::new().write(true).open(&file).is_err() {
            assert!(check_writable(&file).is_err() && write(&file, "three").is_err());
        }
    }

    #[test]
    fn symbolic_links_stay() {
        let directory = Directory::new();
        fs::create_dir(directory.at("below")).unwrap();
        symlink("second", directory.at("first")).unwrap();
        symlink("below/text", directory.at("second")).unwrap();
        for text in ["new", "replaced"] {
            check_writable(directory.at("first")).unwrap();
            write(directory.at("first"), text).unwrap();
            assert_eq!(fs::read_to_string(directory.at("below/text")).unwrap(), text);
            assert!(directory.at("first").is_symlink() && directory.at("second").is_symlink());
            assert!(!directory.at("below/text").is_symlink());
        }
        symlink("cycle", directory.at("cycle")).unwrap();
        assert!(check_writable(directory.at("cycle")).is_err());
        assert!(write(directory.at("cycle"), "").is_err());
    }

    #[test]
    fn pipes_and_devices_are_written_to_directly() {
        let directory = Directory::new();
        let pipe = directory.at("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // There is no reader yet: this must not wait.
        check_writable(&pipe).unwrap();
        let refused = open(&pipe).unwrap_err();
        assert!(refused.to_string().contains("not a regular file"), "{refused}");
        let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        write(&pipe, "through the pipe").unwrap();
        assert_eq!(reader.wait_with_output().unwrap().stdout, b"through the pipe");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        for device in ["/dev/null", "/dev/zero"] {
            check_writable(device).unwrap();
            write(device, "text").unwrap();
            assert!(open(device).is_err());
        }
        assert_eq!(directory.names(), ["pipe"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_an_error() {
        let error = write("/dev/full", "text").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
