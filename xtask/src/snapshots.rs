//! Review of changed snapshots.

use anyhow::{Context, Result};

use crate::run;

/// Runs the tests with changed snapshots written beside the old ones, then asks about each.
pub(crate) fn review() -> Result<()> {
    run::output(&["insta", "--version"]).context(
        "this needs `cargo install cargo-insta`; or look at `git diff` after \
                  `INSTA_UPDATE=always cargo test`",
    )?;
    run::cargo(&["insta", "test", "--workspace", "--review"], &[], &[])
}
