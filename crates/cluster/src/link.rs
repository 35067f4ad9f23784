//! Connections between the processes. What goes over them is the dataflow's; here they are opened,
//! watched and counted.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tesuji_core::StopFlag;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::{ClusterError, Lost};
use crate::topology::Topology;

/// How long a process waits for the others at the start.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long another process may take to accept a connection, and then to say who it is: meanwhile
/// this one does not see whether it is to stop.
const CALL_TIME: Duration = Duration::from_secs(1);

const PAUSE: Duration = Duration::from_millis(20);

const MAGIC: [u8; 8] = *b"TESUJICL";

/// A flag for the workers of a process: another worker is lost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alarm(Arc<Mutex<Option<Lost>>>);

impl Alarm {
    /// Raises the alarm; the first loss is the one that is reported.
    pub(crate) fn raise(&self, lost: Lost) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(lost);
    }

    pub(crate) fn check(&self) -> Result<(), Lost> {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(lost) => Err(lost.clone()),
            None => Ok(()),
        }
    }
}

/// The connection to a process.
pub(crate) struct Link {
    stream: TcpStream,
    process: usize,
    alarm: Alarm,
    /// Bytes written to all links.
    written: Arc<AtomicU64>,
    /// How many zeros were the last bytes read.
    zeros: usize,
}

/// The dataflow ends a stream by the header of an empty message, and that by zeros.
const END_ZEROS: usize = 48;

impl Link {
    /// Another handle to the connection.
    pub(crate) fn line(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }

    fn lost(&self, reason: impl ToString) {
        self.alarm.raise(Lost::Process { process: self.process, reason: reason.to_string() });
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => self.read(buffer),
            Ok(read) if read > 0 => {
                let zeros = buffer[..read].iter().rev().take_while(|&&byte| byte == 0);
                let zeros = zeros.take(END_ZEROS).count();
                self.zeros = if zeros < read { zeros } else { self.zeros + zeros };
                Ok(read)
            }
            Ok(_) if self.zeros >= END_ZEROS => Ok(0),
            // The dataflow's thread of this link would panic, and the workers after it. They learn
            // of it by the alarm, and the thread has nothing to do any more.
            other => {
                let closed = || "closed".to_owned();
                self.lost(other.err().map_or_else(closed, |error| error.to_string()));
                loop {
                    thread::park();
                }
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) => {
                self.written.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            // The rest is of no use.
            Err(error) => {
                self.lost(error);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Link {
            stream: self.stream.try_clone()?,
            process: self.process,
            alarm: self.alarm.clone(),
            written: Arc::clone(&self.written),
            zeros: 0,
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It may be closed already by the other side.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

/// Connects this process with all others; the link to itself is `None`. `task` must be the same in
/// all processes.
pub(crate) fn connect(
    topology: &Topology,
    task: u64,
    stop: &StopFlag,
    alarm: &Alarm,
    written: &Arc<AtomicU64>,
) -> Result<Vec<Option<Link>>, ClusterError> {
    let own = topology.process;
    let address = topology.addresses[own].clone();
    let listen = |source| ClusterError::Listen { process: own, address: address.clone(), source };
    let listener = TcpListener::bind(&address).map_err(listen)?;
    listener.set_nonblocking(true).map_err(listen)?;
    let deadline = Instant::now() + PATIENCE;
    let mut streams: Vec<Option<TcpStream>> = topology.addresses.iter().map(|_| None).collect();
    loop {
        let missing = (0..streams.len()).find(|&other| other != own && streams[other].is_none());
        let Some(missing) = missing else { break };
        let address = || topology.addresses[missing].clone();
        if stop.is_raised() {
            return Err(ClusterError::Interrupted);
        }
        if Instant::now() > deadline {
            let seconds = PATIENCE.as_secs();
            return Err(ClusterError::Absent { process: missing, address: address(), seconds });
        }
        // Each process calls those before it.
        for other in (0..own).filter(|&other| streams[other].is_none()).collect::<Vec<_>>() {
            let Ok(mut stream) = call(&topology.addresses[other]) else { continue };
            match greet(&mut stream, task, own) {
                Ok(Some(process)) if process == other => streams[other] = Some(stream),
                // Where no process listens yet, the system may connect a port of this host with
                // itself.
                Ok(Some(process)) if process == own => {}
                Ok(_) => {
                    let address = topology.addresses[other].clone();
                    return Err(ClusterError::Mismatch { process: other, address });
                }
                Err(_) => {}
            }
        }
        match listener.accept() {
            Ok((mut stream, _)) => {
                match stream.set_nonblocking(false).and_then(|()| greet(&mut stream, task, own)) {
                    Ok(Some(other)) if other > own && other < streams.len() => {
                        streams[other] = Some(stream);
                    }
                    // No process of this computation; it has read the greeting and knows why.
                    Ok(_) | Err(_) => {}
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) => return Err(listen(error)),
        }
    }
    let link = |(process, stream): (usize, Option<TcpStream>)| {
        let (alarm, written) = (alarm.clone(), Arc::clone(written));
        stream.map(|stream| Link { stream, process, alarm, written, zeros: 0 })
    };
    Ok(streams.into_iter().enumerate().map(link).collect())
}

/// Connects to the first of the addresses behind this text that answers soon.
fn call(address: &str) -> io::Result<TcpStream> {
    let mut refusal = ErrorKind::AddrNotAvailable.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CALL_TIME) {
            Ok(stream) => return Ok(stream),
            Err(error) => refusal = error,
        }
    }
    Err(refusal)
}

/// Exchanges greetings. Returns the number of the other process, or nothing if that has another
/// task.
fn greet(stream: &mut TcpStream, task: u64, own: usize) -> io::Result<Option<usize>> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(CALL_TIME))?;
    let mut greeting = MAGIC.to_vec();
    greeting.extend(task.to_le_bytes());
    greeting.extend((own as u64).to_le_bytes());
    stream.write_all(&greeting)?;
    let mut answer = [0; 24];
    stream.read_exact(&mut answer)?;
    stream.set_read_timeout(None)?;
    let is_same = answer[..16] == greeting[..16];
    let other = u64::from_le_bytes(answer[16..].try_into().unwrap_or_default());
    Ok(usize::try_from(other).ok().filter(|_| is_same))
}
