use crate::error::HostsError;

/// How many workers there are, and where: threads of this process, or of several processes on this
/// host or on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// The workers of each process, at least 1.
    pub(crate) threads: usize,
    /// The number of this process.
    pub(crate) process: usize,
    /// The address at which each process listens; none if there is one process.
    pub(crate) addresses: Vec<String>,
}

impl Topology {
    /// One process with `workers` workers, at least 1.
    #[must_use]
    pub fn threads(workers: usize) -> Self {
        Topology { threads: workers.max(1), process: 0, addresses: Vec::new() }
    }

    /// Several processes with `workers` workers each; this is process number `process`.
    ///
    /// `hosts` has a line `host:port` for each process, the address at which that process listens.
    /// Empty lines and those that begin with `#` are ignored.
    ///
    /// The connections are neither encrypted nor authenticated: the hosts should be on a network of
    /// their own.
    ///
    /// # Errors
    /// A line is no address, or there is no such process.
    pub fn hosts(hosts: &str, process: usize, workers: usize) -> Result<Self, HostsError> {
        let mut addresses = Vec::new();
        for (line, text) in (1..).zip(hosts.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let has_port = text.rsplit_once(':').is_some_and(|(host, port)| {
                !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
            });
            if !has_port || text.contains(char::is_whitespace) {
                let text = text.chars().take(100).collect();
                return Err(HostsError::Address { line, text });
            }
            addresses.push(text.to_owned());
        }
        if process >= addresses.len() {
            return Err(HostsError::Process { process, hosts: addresses.len() });
        }
        if addresses.len() == 1 {
            addresses.clear();
        }
        Ok(Topology { threads: workers.max(1), process, addresses })
    }

    /// The number of this process.
    #[must_use]
    pub fn process(&self) -> usize {
        self.process
    }

    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.addresses.len().max(1)
    }

    /// The number of workers of all processes.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.processes() * self.threads
    }
}
