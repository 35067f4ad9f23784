//! Many clients at one time: `cargo xtask load` runs this against the program itself.
//!
//! 64 clients, each on one connection, ask for hints of random 3×3 taquins without a pause. The
//! slowest hint in a hundred must come within a tenth of a second, nothing but 429 may be
//! refused, and afterwards the server must have the memory back that it took.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: usize = 64;
const HINTS: usize = 250;
const SLOWEST: Duration = Duration::from_millis(100);
/// What the allocator may keep for itself.
const KEPT: u64 = 4 << 20;

/// The program, serving.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let program = env::var("TESUJI").expect("TESUJI names the program; see cargo xtask load");
        let mut process = Command::new(program)
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").expect("it says where it listens");
        let address = rest.split('/').next().unwrap().to_owned();
        Server { process, address }
    }

    /// The memory that it has, in bytes.
    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.expect("the load is measured on Linux");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One connection, kept.
struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream: BufReader::new(stream), host: address.to_owned() }
    }

    fn post(&mut self, path: &str, body: &str) -> (u16, String) {
        let (host, length) = (&self.host, body.len());
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        (status, String::from_utf8(body).unwrap())
    }
}

/// Waits until the server has the pattern databases that it builds when it starts.
fn settle(server: &Server) {
    let mut client = Client::new(&server.address);
    for goal in ["blank-first", "blank-last"] {
        let body =
            format!(r#"{{"at":{{"game":"taquin","settings":{{"size":"4x4","goal":"{goal}"}}}}}}"#);
        let started = Instant::now();
        while !client.post("/api/hint", &body).1.contains("pdb:") {
            assert!(started.elapsed() < Duration::from_secs(60), "no database for {goal}");
            thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Positions of every distance, asked of the server itself.
fn positions(server: &Server) -> Vec<String> {
    let mut client = Client::new(&server.address);
    let shuffle = |seed: usize| {
        let body = format!("{{\"at\":{{\"game\":\"taquin\"}},\"seed\":{seed}}}");
        let (status, text) = client.post("/api/shuffle", &body);
        assert_eq!(status, 200, "{text}");
        let position: serde_json::Value = serde_json::from_str(&text).unwrap();
        position["position"].as_str().unwrap().to_owned()
    };
    (0..200).map(shuffle).collect()
}

/// All the clients at once; the time and the status of each hint.
fn storm(server: &Server, positions: &[String], hints: usize) -> Vec<(Duration, u16)> {
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                scope.spawn(move || {
                    let mut client = Client::new(&server.address);
                    let ask = |turn: usize| {
                        let position = &positions[(number * 37 + turn) % positions.len()];
                        let body = format!(
                            "{{\"at\":{{\"game\":\"taquin\",\"position\":\"{position}\"}}}}"
                        );
                        let started = Instant::now();
                        let (status, text) = client.post("/api/hint", &body);
                        let took = started.elapsed();
                        assert!(status != 200 || text.contains("\"optimal\":true"), "{text}");
                        (took, status)
                    };
                    (0..hints).map(ask).collect::<Vec<_>>()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    })
}

#[test]
#[ignore = "needs the program; cargo xtask load"]
fn hints_come_soon_for_sixty_four_clients() {
    let server = Server::start();
    settle(&server);
    let positions = positions(&server);
    // The first storm fills what is filled once: threads, buffers, the allocator's own.
    storm(&server, &positions, HINTS / 5);
    let before = server.resident();
    let started = Instant::now();
    let mut answers = storm(&server, &positions, HINTS);
    let took = started.elapsed();
    thread::sleep(Duration::from_secs(1));
    let after = server.resident();

    answers.sort();
    let at = |share: f64| answers[((answers.len() - 1) as f64 * share) as usize].0;
    let refused = answers.iter().filter(|(_, status)| *status == 429).count();
    println!(
        "{} hints for {CLIENTS} clients in {took:.2?}: {:.0} a second, {refused} refused\n\
         half within {:.1?}, 99 in 100 within {:.1?}, all within {:.1?}\n\
         memory: {} KiB before, {} KiB after",
        answers.len(),
        answers.len() as f64 / took.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0),
        before / 1024,
        after / 1024,
    );
    for (_, status) in &answers {
        assert!(matches!(status, 200 | 429), "status {status}");
    }
    assert!(at(0.99) < SLOWEST, "99 in 100 took {:?}", at(0.99));
    assert!(after <= before + KEPT, "{} KiB more than before", (after - before) / 1024);
}
