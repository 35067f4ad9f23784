#[cfg(feature = "cluster")]
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use sysinfo::System;
use tesuji::core::{Budget, Limit, Meter, Silent, StopFlag};

use crate::inputs::Limits;

/// The heading of the arguments that say when to stop.
pub(crate) const LIMITS: &str = "Limits";

/// Signals that come within this time are one request.
const TOGETHER: Duration = Duration::from_millis(500);

/// A flag that Ctrl-C raises, and a request to end (SIGTERM) or the end of the terminal (SIGHUP)
/// likewise; another of them ends the program at once, unless it comes together with the first, as
/// from `timeout`, which signals both the program and its group.
///
/// # Errors
/// The handler cannot be installed.
pub(crate) fn stop_on_interrupt() -> Result<StopFlag> {
    #[cfg(target_os = "linux")]
    keep_ignoring_the_end_of_the_terminal();
    let flag = StopFlag::new();
    let (raised, mut first) = (flag.clone(), None);
    ctrlc::set_handler(move || {
        raised.raise();
        if first.get_or_insert_with(Instant::now).elapsed() > TOGETHER {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}

/// Interrupts this process, as Ctrl-C does, when its standard input ends.
///
/// # Errors
/// There is no thread to wait in.
#[cfg(feature = "cluster")]
pub(crate) fn interrupt_at_the_end_of_input() -> Result<()> {
    let wait = || {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        #[cfg(unix)]
        let _ =
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TERM);
        #[cfg(not(unix))]
        std::process::exit(130);
    };
    thread::Builder::new().spawn(wait).context("cannot start a thread")?;
    Ok(())
}

/// Leaves SIGHUP ignored if the program was started so, as by `nohup`. It must come before the
/// first thread, and before the handler that takes its place.
#[cfg(target_os = "linux")]
fn keep_ignoring_the_end_of_the_terminal() {
    use nix::sys::signal::{SigSet, Signal};

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok());
    if ignored.is_some_and(|signals| signals >> (Signal::SIGHUP as u32 - 1) & 1 == 1) {
        // A signal that is blocked by every thread is as good as ignored.
        let _ = SigSet::from(Signal::SIGHUP).thread_block();
    }
}

/// The budget of a whole command: its clock starts now, whatever the command goes on to do.
///
/// # Errors
/// Ctrl-C cannot be listened for.
pub(crate) fn budget(limits: &Limits) -> Result<Budget> {
    Ok(budget_for_each(limits, stop_on_interrupt()?).start())
}

/// The budget of each of several searches; its clock starts with the search. Without a limit on
/// memory, a search may take three quarters of what is free, so that it ends before the machine
/// runs out of it.
pub(crate) fn budget_for_each(limits: &Limits, stop: StopFlag) -> Budget {
    let mut budget = Budget::unlimited().stop(stop);
    let free = || usize::try_from(free_memory()? / 4 * 3).ok();
    if let Some(bytes) = limits.memory.memory.or_else(free) {
        budget = budget.memory(bytes);
    }
    if let Some(nodes) = limits.nodes {
        budget = budget.nodes(nodes);
    }
    if let Some(time) = limits.time.time {
        budget = budget.time(time);
    }
    budget
}

/// Raises `stop` after a time, and with it the flag that is returned, which tells why.
///
/// # Errors
/// There is no thread to wait in.
pub(crate) fn raise_after(time: Option<Duration>, stop: &StopFlag) -> Result<StopFlag> {
    let (by_time, stop) = (StopFlag::new(), stop.clone());
    if let Some(time) = time {
        let told = by_time.clone();
        let wait = move || {
            thread::sleep(time);
            if !stop.is_raised() {
                told.raise();
                stop.raise();
            }
        };
        thread::Builder::new().spawn(wait).context("cannot start a thread")?;
    }
    Ok(by_time)
}

/// The limit that has been reached, if one has: for what is done piece by piece.
pub(crate) fn reached(budget: &Budget) -> Option<Limit> {
    Meter::new(budget, &mut Silent).look().err()
}

/// The memory that is free, here or in our container, and that the process may still take; unknown
/// on systems that do not tell.
fn free_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let container = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let own = address_space(&mut system).unwrap_or(u64::MAX);
    Some(container.min(system.available_memory()).min(own))
}

/// Where the address space is limited, keeps the allocator from reserving some for each thread. It
/// must come before the first thread.
#[cfg(unix)]
pub(crate) fn spare_address_space() {
    use rustix::process::{Resource, getrlimit};

    if getrlimit(Resource::As).current.is_some() {
        #[cfg(feature = "serve")]
        tesuji_web::share_one_arena();
    }
}

#[cfg(not(unix))]
pub(crate) fn spare_address_space() {}

/// Has the memory that a search frees go back to the system: the next one is of another thread.
pub(crate) fn give_back_memory() {
    #[cfg(feature = "serve")]
    tesuji_web::fix_thresholds();
}

/// What the process may take of its address space, if that is limited (`ulimit -v`).
#[cfg(unix)]
fn address_space(system: &mut System) -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, get_current_pid};

    let limit = getrlimit(Resource::As).current?;
    let pid = get_current_pid().ok()?;
    let (processes, what) = (ProcessesToUpdate::Some(&[pid]), ProcessRefreshKind::nothing());
    system.refresh_processes_specifics(processes, false, what.with_memory());
    Some(limit.saturating_sub(system.process(pid)?.virtual_memory()))
}

#[cfg(not(unix))]
fn address_space(_: &mut System) -> Option<u64> {
    None
}
