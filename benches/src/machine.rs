//! What a page of measurements says of its making: the command, the date, the machine, the compiler
//! and the commit.

use std::process::Command;
use std::time::SystemTime;

use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The sentence at the head of a page that `command` makes, today and here. No arguments may follow
/// the space after its name.
#[must_use]
pub fn made(command: &str) -> String {
    let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let date = date.split('T').next().unwrap_or_default();
    format!("Made by `{}` on {date}, {}.", command.trim_end(), machine())
}

/// The processor, its cores, the memory, the operating system, the compiler and the commit.
fn machine() -> String {
    let kinds = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(kinds).ok();
    let first = system.as_ref().and_then(|system| system.cpus().first());
    let brand = first.map_or("an unknown processor", |cpu| cpu.brand().trim());
    let cores = system.as_ref().map_or(0, |system| system.cpus().len());
    let memory = system.as_ref().map_or(0, System::total_memory) as f64 / f64::from(1 << 30);
    let os = System::long_os_version().unwrap_or_else(|_| "an unknown system".to_owned());
    let compiler = said("rustc", &["--version"]).unwrap_or_else(|| "an unknown rustc".to_owned());
    let commit = said("git", &["rev-parse", "--short=8", "HEAD"]);
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    // The pages themselves do not count.
    let sources = ["status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude)docs"];
    let changed = said("git", &sources).is_some_and(|files| !files.is_empty());
    let dirty = if changed { "-dirty" } else { "" };
    format!(
        "{brand}, {cores} cores, {memory:.1} GiB of memory, {os}, {compiler}, commit {commit}{dirty}"
    )
}

/// What a program prints, if it succeeds.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_page_names_the_machine_the_compiler_and_the_commit() {
        let made = made("cargo xtask report ");
        for part in [
            "Made by `cargo xtask report` on 2",
            " cores, ",
            " GiB of memory, ",
            ", rustc 1.",
            ", commit ",
        ] {
            assert!(made.contains(part), "{part:?} is missing in {made}");
        }
    }
}
