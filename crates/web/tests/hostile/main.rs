//! Clients that mean ill, or know no better: silent, slow, too many, and no HTTP. How soon others
//! have an answer is measured, so that these tests run apart from those that search.

#[path = "../api/over_tcp.rs"]
mod over_tcp;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use tesuji::catalogue::Catalogue;
use tesuji_web::{Limits, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use over_tcp::{reply, request, served, status, status_of};

fn hint() -> String {
    request("/api/hint", &json!({ "at": { "game": "tic-tac-toe" } }))
}

/// A connection from another of this machine's own addresses.
async fn connect_from(last: u8, address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)), 0)).unwrap();
    socket.connect(address).await.unwrap()
}

/// Whether the server closes a connection within a time.
async fn is_closed_within(stream: &mut TcpStream, time: Duration) -> bool {
    timeout(time, stream.read_to_end(&mut Vec::new())).await.is_ok()
}

/// A connection that is held against the server, in one of four ways.
async fn hostile(number: usize, address: SocketAddr) -> TcpStream {
    // The address of the honest client is among them.
    let mut stream = connect_from(1 + (number % 7) as u8, address).await;
    let question = hint();
    match number % 4 {
        0 => {}
        1 => stream.write_all(&question.as_bytes()[..30]).await.unwrap(),
        2 => stream.write_all(&question.as_bytes()[..question.len() - 5]).await.unwrap(),
        _ => {
            // A client that has gone without a word: nothing is read from here on.
            stream.write_all(b"GET /js/main.js HTTP/1.1\r\nhost: localhost\r\n").await.unwrap();
            stream.shutdown().await.unwrap();
        }
    }
    stream
}

/// That a hint comes within a second as a rule, and never takes long.
async fn assert_hints_come(address: SocketAddr) {
    let mut times = Vec::new();
    for _ in 0..5 {
        let started = Instant::now();
        assert_eq!(status(address, &hint()).await, 200);
        times.push(started.elapsed());
    }
    times.sort_unstable();
    assert!(times[2] < Duration::from_secs(1) && times[4] < Duration::from_secs(10), "{times:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_comes_within_a_second_past_two_thousand_hostile_connections() {
    // Both ends of them are in this process.
    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    setrlimit(Resource::Nofile, files).unwrap();

    let address = served(Limits::default()).await;
    let mut held = Vec::new();
    for number in 0..2000 {
        held.push(hostile(number, address).await);
    }
    assert_hints_come(address).await;
    // The slow ones go on byte by byte, and new ones come.
    let slow = tokio::spawn(async move {
        for number in 2000.. {
            let place = number % held.len();
            let _ = held[place].write_all(b"x").await;
            held[place] = hostile(number, address).await;
        }
    });
    assert_hints_come(address).await;
    slow.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_too_slow_is_left() {
    let mut limits = Limits::default();
    limits.patience = Duration::from_millis(600);
    let address = served(limits).await;
    let question = hint();
    // Silent; slow in the head; slow in the body; silent after an answer.
    for sent in [0, 30, question.len() - 20] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(&question.as_bytes()[..sent]).await.unwrap();
        let (mut reader, mut writer) = stream.into_split();
        let rest = question[sent..].to_owned();
        // A byte at a time, well within what the server waits for one.
        let dripping = tokio::spawn(async move {
            for byte in rest.bytes().take(if sent == 0 { 0 } else { 19 }) {
                sleep(Duration::from_millis(200)).await;
                if writer.write_all(&[byte]).await.is_err() {
                    break;
                }
            }
            writer
        });
        let started = Instant::now();
        let mut text = String::new();
        let read = timeout(Duration::from_secs(8), reader.read_to_string(&mut text)).await;
        let _ = read.expect("the connection is closed");
        assert!(started.elapsed() < Duration::from_secs(3), "{sent}: {:?}", started.elapsed());
        if sent > 30 {
            assert_eq!(status_of(&text), 408, "{text}");
            assert!(text.contains("slow-body") && text.contains("connection: close"), "{text}");
        }
        dripping.abort();
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert!(is_closed_within(&mut stream, Duration::from_secs(3)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_announced_as_too_long_is_refused_at_once() {
    let address = served(Limits::default()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = "POST /api/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut text = String::new();
    let read = timeout(Duration::from_secs(2), stream.read_to_string(&mut text)).await;
    read.expect("the server answers and closes").unwrap();
    assert_eq!(status_of(&text), 413, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_too_many_connections_the_one_that_waits_longest_closes() {
    let mut limits = Limits::default();
    limits.connections = NonZeroUsize::new(4).unwrap();
    limits.connections_per_address = NonZeroUsize::new(2).unwrap();
    let address = served(limits).await;
    let brief = Duration::from_millis(400);

    // A third from one address closes the first from there.
    let mut first = connect_from(2, address).await;
    sleep(brief).await;
    let mut others = Vec::new();
    for last in [3, 2, 2] {
        others.push(connect_from(last, address).await);
        sleep(brief).await;
    }
    assert!(is_closed_within(&mut first, brief).await);
    for other in &mut others {
        assert!(!is_closed_within(other, brief).await);
    }
    // A fifth in all closes the first of all.
    let _fourth = connect_from(4, address).await;
    let mut fifth = connect_from(5, address).await;
    assert!(is_closed_within(&mut others[0], Duration::from_secs(1)).await);
    // What the server works for stays, and where it works for all, a new one is refused.
    drop(others);
    sleep(brief).await;
    let position = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let endless = json!({ "at": { "game": "taquin", "position": position }, "search": "ids" });
    let mut busy = Vec::new();
    for _ in 0..2 {
        let mut stream = connect_from(6, address).await;
        stream.write_all(request("/api/solve", &endless).as_bytes()).await.unwrap();
        busy.push(stream);
    }
    sleep(brief).await;
    let mut refused = connect_from(6, address).await;
    let mut text = String::new();
    refused.read_to_string(&mut text).await.unwrap();
    assert_eq!(status_of(&text), 429, "{text}");
    assert!(text.contains("retry-after: 1"), "{text}");
    assert!(text.contains("too-many-connections"), "{text}");
    for stream in &mut busy {
        assert!(!is_closed_within(stream, brief).await);
    }
    assert!(!is_closed_within(&mut fifth, brief).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_names_its_host_once() {
    let address = served(Limits::default()).await;
    let ask = |version: &str, hosts: &[&str], target: &str| {
        let hosts: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
        format!("GET {target} HTTP/{version}\r\n{hosts}connection: close\r\n\r\n")
    };
    for (hosts, expected) in [
        (&["localhost"][..], 200),
        (&["LOCALHOST"], 200),
        (&["LocalHost.:8321"], 200),
        (&["localhost:"], 200),
        (&["127.0.0.1:80"], 200),
        (&["127.3.2.1"], 200),
        (&["[::1]:8321"], 200),
        (&["[0:0:0:0:0:0:0:1]"], 200),
        (&["[::ffff:127.0.0.1]"], 200),
        (&["evil.example"], 421),
        (&["localhost.evil.example"], 421),
        (&["127.0.0.1.evil.example:80"], 421),
        (&["[::2]"], 421),
        (&[""], 421),
        (&[], 400),
        (&["localhost", "localhost"], 400),
        (&["localhost", "evil.example"], 400),
        (&["local host"], 400),
        (&["localhost:port"], 400),
        (&["localhost:99999"], 400),
        (&["user@localhost"], 400),
        (&["localhost/path"], 400),
        (&["::1"], 400),
        (&["b\u{fc}cher"], 400),
    ] {
        let told = reply(address, ask("1.1", hosts, "/api/games").as_bytes()).await;
        assert_eq!(status_of(&told), expected, "{hosts:?}: {told}");
        assert!(told.contains("content-security-policy"), "{told}");
        assert!(told.contains("content-length: "), "{told}");
    }
    // What is asked for goes before the header, and HTTP/1.0 has no need of one.
    for (version, hosts, target, expected) in [
        ("1.1", &["localhost"][..], "http://localhost/api/games", 200),
        ("1.1", &["localhost"], "http://evil.example/api/games", 421),
        ("1.0", &[], "/api/games", 200),
        ("1.0", &["evil.example"], "/api/games", 421),
    ] {
        let told = status(address, &ask(version, hosts, target)).await;
        assert_eq!(told, expected, "HTTP/{version} {target}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_is_refused_like_everything_else() {
    let address = served(Limits::default()).await;
    let long = "x".repeat(100_000);
    let many = "a: b\r\n".repeat(200);
    for (text, expected) in [
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nhost localhost\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/7.1\r\nhost: localhost\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\nlong: {long}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n"), 431),
        // After a good request on the same connection.
        ("GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\nnonsense\r\n\r\n".to_owned(), 400),
    ] {
        let told = reply(address, text.as_bytes()).await;
        let last = told.rfind("HTTP/1.1 4").unwrap_or_else(|| panic!("{text:.60}: {told:?}"));
        let (head, body) = told[last..].split_once("\r\n\r\n").unwrap();
        assert_eq!(status_of(head), expected, "{text:.60}: {head}");
        for header in
            ["content-security-policy: ", "x-content-type-options: nosniff", "connection: close"]
        {
            assert!(head.contains(header), "{text:.60}: {head}");
        }
        let body: Value = serde_json::from_str(body).expect("the body is JSON");
        assert_eq!(body["error"]["code"], "bad-head");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_completes_its_responses() {
    let mut limits = Limits::default();
    limits.time = Duration::from_secs(3);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let serving = tokio::spawn(serve(listener, Catalogue::standard(), limits, async {
        let _ = ended.await;
    }));
    let position = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let long = json!({
        "at": { "game": "taquin", "position": position }, "search": "ids",
    });
    let long = request("/api/solve", &long);
    let long = tokio::spawn(async move { reply(address, long.as_bytes()).await });
    let mut idle = TcpStream::connect(address).await.unwrap();
    sleep(Duration::from_secs(1)).await;
    end.send(()).unwrap();
    assert!(is_closed_within(&mut idle, Duration::from_secs(1)).await);
    let told = long.await.unwrap();
    assert_eq!(status_of(&told), 200, "{told}");
    assert!(told.contains("\"limit\":\"time\""), "{told}");
    timeout(Duration::from_secs(10), serving).await.expect("it ends").unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_does_not_wait_for_ever() {
    let mut limits = Limits::default();
    limits.grace = Duration::from_millis(300);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let serving = tokio::spawn(serve(listener, Catalogue::standard(), limits, async {
        let _ = ended.await;
    }));
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    sleep(Duration::from_millis(100)).await;
    end.send(()).unwrap();
    timeout(Duration::from_secs(2), serving).await.expect("it ends").unwrap().unwrap();
}
