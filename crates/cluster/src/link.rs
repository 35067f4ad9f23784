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

/// How long another process may take to accept a connection, and then to answer: meanwhile this one
/// does not see whether it is to stop.
const CALL_TIME: Duration = Duration::from_secs(1);

const PAUSE: Duration = Duration::from_millis(20);

const MAGIC: [u8; 8] = *b"TESUJIC2";

/// The magic, the task and the number of the process.
const GREETING: usize = 24;

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
    let greeting = greeting(task, own);
    let deadline = Instant::now() + PATIENCE;
    let mut callers = Vec::new();
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
            match ask(&mut stream, &greeting) {
                Ok(Some(process)) if process == other => {
                    streams[other] = stream.write_all(&[0]).is_ok().then_some(stream);
                }
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
        loop {
            match listener.accept() {
                Ok((stream, _)) => callers.extend(Caller::answer(stream, &greeting)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(listen(error)),
            }
        }
        for mut caller in std::mem::take(&mut callers) {
            match caller.process(&greeting) {
                Ok(Some(other)) if other > own && other < streams.len() => {
                    streams[other] = Some(caller.stream);
                }
                Ok(None) => callers.push(caller),
                // No process of this computation, or one that calls again.
                Ok(Some(_)) | Err(_) => {}
            }
        }
        thread::sleep(PAUSE);
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

fn greeting(task: u64, own: usize) -> [u8; GREETING] {
    let mut greeting = [0; GREETING];
    greeting[..8].copy_from_slice(&MAGIC);
    greeting[8..16].copy_from_slice(&task.to_le_bytes());
    greeting[16..].copy_from_slice(&(own as u64).to_le_bytes());
    greeting
}

/// The number of the process that greets like this, or nothing if it has another task.
fn process(greeting: &[u8], own: &[u8; GREETING]) -> Option<usize> {
    let (task, process) = greeting.split_at_checked(16)?;
    let process = u64::from_le_bytes(process.try_into().ok()?);
    usize::try_from(process).ok().filter(|_| *task == own[..16])
}

/// Sends the greeting to a process that was called. Returns its number, or nothing if it has
/// another task.
fn ask(stream: &mut TcpStream, greeting: &[u8; GREETING]) -> io::Result<Option<usize>> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(CALL_TIME))?;
    stream.write_all(greeting)?;
    let mut answer = [0; GREETING];
    stream.read_exact(&mut answer)?;
    stream.set_read_timeout(None)?;
    Ok(process(&answer, greeting))
}

/// A connection that was accepted. It counts when a byte after the greeting shows that the caller
/// has read the answer: one that had no patience has left its greeting, too.
struct Caller {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Caller {
    fn answer(stream: TcpStream, greeting: &[u8; GREETING]) -> io::Result<Self> {
        // No caller waits for another, which may be silent.
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        (&stream).write_all(greeting)?;
        Ok(Caller { stream, received: Vec::new() })
    }

    /// The number of the process that has called; nothing if it has not sent everything yet.
    fn process(&mut self, own: &[u8; GREETING]) -> io::Result<Option<usize>> {
        let left = GREETING + 1 - self.received.len();
        match (&self.stream).take(left as u64).read_to_end(&mut self.received) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            read => read?,
        };
        let greeting = self.received.get(..GREETING).filter(|_| self.received.len() > GREETING);
        let found = greeting.and_then(|greeting| process(greeting, own));
        self.stream.set_nonblocking(false)?;
        found.map(Some).ok_or_else(|| ErrorKind::InvalidData.into())
    }
}
