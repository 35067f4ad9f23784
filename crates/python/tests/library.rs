//! The library that Python loads.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::{env, fs};

/// Whether the library contains these bytes.
fn contains(library: &[u8], text: &str) -> bool {
    library.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn the_library_is_a_python_module_for_every_interpreter() {
    // Cargo builds it beside this test.
    let file = format!("{DLL_PREFIX}tesuji_python{DLL_SUFFIX}");
    let library = fs::read(env::current_exe().unwrap().with_file_name(file)).unwrap();
    assert!(contains(&library, "PyInit__native"), "it has no entry point for Python");
    assert!(!contains(&library, "libpython"), "it is linked to one interpreter");
}
