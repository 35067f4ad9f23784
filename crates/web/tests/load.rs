//! Many clients at one time: `cargo xtask load` runs this against the program itself.
//!
//! * 64 clients, each on one connection, ask for hints of random 3×3 taquins without a pause. The
//!   slowest hint in a hundred must come within a tenth of a second, nothing but 503 may be
//!   refused, and afterwards the server must have the memory back that it took.
//! * 100,000 requests of every kind, sound and unsound, must leave the server below the memory that
//!   it says it takes at most, and without what they took when they are over.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::json;

const CLIENTS: usize = 64;
const HINTS: usize = 250;
const SLOWEST: Duration = Duration::from_millis(100);
/// What the allocator may keep for itself.
const KEPT: u64 = 4 << 20;

/// The requests of every kind, and how many clients send them.
const REQUESTS: usize = 100_000;
const SENDERS: usize = 16;
/// What each of two workers is granted meanwhile.
const MEBIBYTES: u64 = 64;

/// The program, serving.
struct Server {
    process: Child,
    address: String,
    /// What it says that it takes at most, in MiB.
    stated: f64,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let program = env::var("TESUJI").expect("TESUJI names the program; see cargo xtask load");
        let mut process = Command::new(program)
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut line = || lines.next().unwrap().unwrap();
        let first = line();
        let (_, rest) = first.split_once("http://").expect("it says where it listens");
        let address = rest.split('/').next().unwrap().to_owned();
        let second = line();
        let words: Vec<_> = second.split(' ').collect();
        let ["It", "takes", "at", "most", number, unit, "of", "memory"] = words[..] else {
            panic!("it says how much memory it takes: {second}");
        };
        let factor = match unit {
            "MiB" => 1.0,
            "GiB" => 1024.0,
            _ => panic!("a number of MiB or GiB: {second}"),
        };
        let stated = number.parse::<f64>().unwrap() * factor;
        Server { process, address, stated }
    }

    /// The memory that it has, in bytes, when it has given back what its searches freed.
    fn resident_when_idle(&self) -> u64 {
        thread::sleep(Duration::from_secs(3));
        self.resident()
    }

    /// The memory that it has, in bytes.
    fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The most that it has had.
    fn peak(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.expect("the load is measured on Linux");
        let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
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
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = Some(value.trim().parse().unwrap());
            }
        }
        let body = match length {
            Some(length) => self.take(length),
            None => self.chunks(),
        };
        (status, String::from_utf8(body).unwrap())
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }

    /// A body of unknown length, as events come.
    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            let length = usize::from_str_radix(line.trim(), 16).unwrap();
            body.extend(self.take(length));
            self.take(2);
            if length == 0 {
                return body;
            }
        }
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
    let server = Server::start(&[]);
    settle(&server);
    let positions = positions(&server);
    // The first storm fills what is filled once: threads, buffers, the allocator's own.
    storm(&server, &positions, HINTS / 5);
    let before = server.resident_when_idle();
    let started = Instant::now();
    let mut answers = storm(&server, &positions, HINTS);
    let took = started.elapsed();
    let after = server.resident_when_idle();

    answers.sort();
    let at = |share: f64| answers[((answers.len() - 1) as f64 * share) as usize].0;
    let refused = answers.iter().filter(|(_, status)| *status == 503).count();
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
        assert!(matches!(status, 200 | 503), "status {status}");
    }
    assert!(at(0.99) < SLOWEST, "99 in 100 took {:?}", at(0.99));
    assert!(after <= before + KEPT, "{} KiB more than before", (after - before) / 1024);
}

/// A request drawn at random: its path and its body.
fn anything(random: &mut Pcg64) -> (&'static str, String) {
    fn pick<'a>(random: &mut Pcg64, of: &[&'a str]) -> &'a str {
        of[below(random, of.len())]
    }
    const ONE: &[&str] = &["bfs", "dfs", "ids", "ida*", "a*", "weighted-a*", "bidirectional"];
    const TWO: &[&str] =
        &["alpha-beta", "pvs", "mtd-f", "df-pn", "pn", "pn2", "uct", "grave", "retrograde"];
    const GAMES: &[&str] =
        &["tic-tac-toe", "connect-four", "breakthrough", "nim", "rush-hour-rocks", "octal"];
    let mut order: Vec<usize> = (0..16).collect();
    for place in 1..order.len() {
        order.swap(place, below(random, place + 1));
    }
    let tiles: Vec<_> = order.iter().map(ToString::to_string).collect();
    let tiles = tiles.join(" ");
    let large = json!({ "game": "taquin", "settings": { "size": "4x4" }, "position": tiles });
    let (game, seed) = (pick(random, GAMES), random.next_u64() >> 1);
    let (path, body) = match below(random, 100) {
        0..30 => ("/api/position", json!({ "game": game })),
        30..40 => ("/api/move", json!({ "at": { "game": game }, "move": tiles })),
        40..50 => (
            "/api/position",
            json!({ "game": "taquin", "settings": { "goal": tiles, "size": tiles } }),
        ),
        50..60 => {
            ("/api/shuffle", json!({ "at": { "game": "taquin" }, "seed": seed, "walk": 100 }))
        }
        60..70 => ("/api/hint", json!({ "at": { "game": "tic-tac-toe" } })),
        70..72 => ("/api/values", json!({ "at": { "game": "nim" } })),
        72..75 => {
            let distance = below(random, 32);
            (
                "/api/shuffle",
                json!({ "at": { "game": "taquin" }, "seed": seed, "distance": distance }),
            )
        }
        75..78 => ("/api/record", json!({ "at": large, "search": "bfs", "nodes": 2000 })),
        78..79 => {
            // A goal of its own has databases of its own.
            let at = json!({ "game": "taquin", "settings": { "size": "4x4", "goal": tiles } });
            let search = "ida*:heuristic=pdb:5-5-5";
            ("/api/solve", json!({ "at": at, "search": search, "milliseconds": 200 }))
        }
        79..80 => {
            let search = pick(random, ONE);
            let searches = [search, search];
            ("/api/compare", json!({ "at": large, "searches": searches, "milliseconds": 5 }))
        }
        80..88 => {
            let search = pick(random, ONE);
            ("/api/solve", json!({ "at": large, "search": search, "milliseconds": 5 }))
        }
        _ => {
            let (at, search) = (json!({ "game": game }), pick(random, TWO));
            ("/api/solve", json!({ "at": at, "search": search, "milliseconds": 5 }))
        }
    };
    let mut text = body.to_string();
    if below(random, 10) == 0 {
        text.truncate(below(random, text.len()));
    }
    (path, text)
}

fn below(random: &mut Pcg64, bound: usize) -> usize {
    usize::try_from(random.next_u64() % bound as u64).unwrap()
}

#[test]
#[ignore = "needs the program; cargo xtask load"]
fn a_hundred_thousand_requests_stay_within_the_stated_memory() {
    let memory = format!("{MEBIBYTES}MiB");
    let server =
        Server::start(&["--workers", "2", "--memory", &memory, "--time", "1s", "--queue", "16"]);
    let (sent, started) = (AtomicUsize::new(0), Instant::now());
    let mut statuses = BTreeMap::<u16, usize>::new();
    thread::scope(|scope| {
        let senders: Vec<_> = (0..SENDERS as u64)
            .map(|number| {
                let (server, sent) = (&server, &sent);
                scope.spawn(move || {
                    let mut random = Pcg64::seed_from_u64(number);
                    let mut client = Client::new(&server.address);
                    let mut statuses = Vec::new();
                    while sent.fetch_add(1, Ordering::Relaxed) < REQUESTS {
                        let (path, body) = anything(&mut random);
                        statuses.push(client.post(path, &body).0);
                    }
                    statuses
                })
            })
            .collect();
        for status in senders.into_iter().flat_map(|sender| sender.join().unwrap()) {
            *statuses.entry(status).or_default() += 1;
        }
    });
    let busy = server.resident();
    let (peak, idle) = (server.peak(), server.resident_when_idle());
    println!(
        "{REQUESTS} requests in {:.0?}, by status: {statuses:?}\n\
         memory: {} MiB stated, {} MiB at the most, {} MiB at the end, {} MiB when idle",
        started.elapsed(),
        server.stated,
        peak >> 20,
        busy >> 20,
        idle >> 20,
    );
    assert!(statuses.keys().all(|status| matches!(status, 200 | 400 | 422 | 503)), "{statuses:?}");
    assert!((peak as f64) < server.stated * f64::from(1 << 20), "{peak} bytes");
    // The pattern databases that are kept, and the program.
    assert!(idle >> 20 < 2 * MEBIBYTES, "{idle} bytes");
}
