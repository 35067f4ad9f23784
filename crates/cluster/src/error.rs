use std::io;

/// Another process or thread of the computation has ended before its time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// The connection to a process is lost.
    #[error("process {process} of the cluster has ended, or its connection is lost: {reason}")]
    Process {
        /// Which process.
        process: usize,
        /// What the operating system says.
        reason: String,
    },
    /// Another worker has sent what is no state.
    #[error("a message of another worker cannot be read")]
    Message,
    /// A thread of this process has panicked.
    #[error("a thread of the cluster has panicked")]
    Thread,
}

/// The reason for which several workers could not do a computation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of hosts makes no sense.
    #[error("{0}")]
    Hosts(#[from] HostsError),
    /// This process cannot listen for the others.
    #[error("process {process} cannot listen at {address:?}")]
    Listen {
        /// The number of this process.
        process: usize,
        /// Its address.
        address: String,
        /// The error.
        source: io::Error,
    },
    /// Another process has not been there in time.
    #[error("no connection with process {process} ({address}) within {seconds} seconds")]
    Absent {
        /// Which process.
        process: usize,
        /// Its address.
        address: String,
        /// How long this process has waited.
        seconds: u64,
    },
    /// Another process does something else.
    #[error(
        "process {process} ({address}) runs another command, another version, has other numbers of \
        processes and workers, or another word size or byte order: all must be the same"
    )]
    Mismatch {
        /// Which process.
        process: usize,
        /// Its address.
        address: String,
    },
    /// The processes were still connecting when the command was interrupted.
    #[error("interrupted before all processes were connected")]
    Interrupted,
    /// Another process or thread has ended before its time.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A worker would own more states than fit its numbers.
    #[error(
        "{states} states are too many: at most 4,294,967,296 for each worker (number of workers: \
         {workers})"
    )]
    TooFewWorkers {
        /// The number of states.
        states: u64,
        /// The number of workers.
        workers: usize,
    },
    /// The rules have no form of states that could be sent.
    #[error(
        "the states of this game cannot be sent to other workers: its rules do not write states as bytes (`pack`)"
    )]
    NotPacked,
    /// Threads or connections could not be made.
    #[error("cannot start the workers: {0}")]
    Start(String),
}

impl ClusterError {
    /// Whether the network or another process failed, and not what was asked for.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            ClusterError::Listen { .. }
            | ClusterError::Absent { .. }
            | ClusterError::Lost(_)
            | ClusterError::Start(_) => true,
            ClusterError::Hosts(_)
            | ClusterError::Mismatch { .. }
            | ClusterError::Interrupted
            | ClusterError::TooFewWorkers { .. }
            | ClusterError::NotPacked => false,
        }
    }
}

/// The reason for which a list of hosts makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line is no address.
    #[error("line {line} of the hosts: {text:?} is not of the form host:port")]
    Address {
        /// Which line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// The list has too few hosts.
    #[error("process {process} is not one of the {hosts} in the list of hosts, which count from 0")]
    Process {
        /// The number of the process.
        process: usize,
        /// The number of hosts.
        hosts: usize,
    },
}
