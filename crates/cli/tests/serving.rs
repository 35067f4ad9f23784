//! `tesuji serve` as an operator calls it: its limits, and how it ends.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::common::program;
use rustix::process::{Pid, Signal, kill_process};

/// A server, or why it did not start.
struct Server {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    complaint: BufReader<ChildStderr>,
}

impl Server {
    fn start(arguments: &str) -> Server {
        let mut child = program()
            .args(["serve", "--port", "0"])
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("tesuji runs");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let complaint = BufReader::new(child.stderr.take().unwrap());
        Server { child, lines, complaint }
    }

    /// The host and port of the page; none if the server has ended.
    fn address(&mut self) -> Option<String> {
        let line = self.lines.next()?.unwrap();
        let (_, rest) = line.split_once("http://").expect("it says where it listens");
        Some(rest.split('/').next().unwrap().to_owned())
    }

    fn signal(&self, signal: Signal) {
        let process = Pid::from_child(&self.child);
        kill_process(process, signal).unwrap();
    }

    /// Sends a first signal, and waits until the server has it.
    fn end_with_grace(&mut self, signal: Signal) {
        self.signal(signal);
        let mut line = String::new();
        self.complaint.read_line(&mut line).unwrap();
        assert!(line.starts_with("completing the responses"), "{line}");
    }

    /// How it ended, and what it complained of.
    fn end(mut self) -> (ExitStatus, String) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > Duration::from_secs(300) {
                self.child.kill().unwrap();
                panic!("the server does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut complaint = String::new();
        self.complaint.read_to_string(&mut complaint).unwrap();
        (status, complaint)
    }
}

/// Sends a question for a position; the reader of the stream gets the answer.
fn ask(address: &str, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// Sends a question; the server has it before this returns.
fn ask_and_wait(address: &str, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // It asks for the body.
    let mut interim = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut interim).unwrap();
    assert!(interim.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&interim));
    stream.write_all(body.as_bytes()).unwrap();
    stream
}

fn read(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn every_limit_at_its_extremes_holds_or_is_refused() {
    let largest = u64::MAX;
    for (arguments, serves) in [
        ("--queue 0".to_owned(), true),
        ("--queue 1000000".to_owned(), true),
        (format!("--queue {largest}"), false),
        ("--queue 99999999999999999999".to_owned(), false),
        ("--workers 256 --queue 1000000".to_owned(), true),
        ("--workers 0".to_owned(), false),
        (format!("--workers {largest}"), false),
        ("--time 1ns --wait 1ns --patience 1s --grace 1ns".to_owned(), true),
        (
            format!("--time {largest}s --wait {largest}s --patience {largest}s --grace {largest}s"),
            true,
        ),
        ("--time 0s".to_owned(), false),
        ("--memory 1B".to_owned(), true),
        (format!("--memory {largest}B"), true),
        ("--memory 0".to_owned(), false),
        ("--connections 1 --per-address 1".to_owned(), true),
        ("--per-address 1000000".to_owned(), true),
        ("--connections 0".to_owned(), false),
        (format!("--connections {largest}"), false),
        (format!("--per-address {largest}"), false),
    ] {
        let mut server = Server::start(&arguments);
        let address = server.address();
        assert_eq!(address.is_some(), serves, "{arguments}");
        if let Some(address) = address {
            let told = read(ask(&address, "/api/position", r#"{"game":"tic-tac-toe"}"#));
            assert!(told.starts_with("HTTP/1.1 200 "), "{arguments}: {told}");
            let memory = server.lines.next().unwrap().unwrap();
            assert!(memory.starts_with("It takes at most "), "{arguments}: {memory}");
            server.signal(Signal::TERM);
        }
        let (status, complaint) = server.end();
        assert_eq!(status.code(), Some(if serves { 0 } else { 2 }), "{arguments}: {complaint}");
        assert_eq!(complaint.contains("error: "), !serves, "{arguments}: {complaint}");
    }
}

#[test]
fn more_connections_than_files_are_refused() {
    let program = env!("CARGO_BIN_EXE_tesuji");
    let limited = |files: &str, connections: &str| {
        let serve = format!("{program} serve --port 0 --connections {connections}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {files} && exec {serve}")]);
        shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let refused = limited("200", "512").wait_with_output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let complaint = String::from_utf8(refused.stderr).unwrap();
    assert!(complaint.contains("512 connections need 640 open files"), "{complaint}");
    assert!(complaint.contains("--connections 72"), "{complaint}");
    // The soft limit alone is raised.
    let mut child = limited("-S 100", "512");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("The page is at"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
}

const ENDLESS: &str = r#"{"at":{"game":"taquin","position":
    "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"},"search":"ids"}"#;

#[test]
fn a_signal_lets_the_server_complete_its_responses() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Server::start("--time 1500ms --grace 1h");
        let address = server.address().unwrap();
        let long = ask_and_wait(&address, "/api/solve", ENDLESS);
        server.end_with_grace(signal);
        assert!(read(long).contains(r#""limit":"time""#));
        assert_eq!(server.end().0.code(), Some(0));
    }
}

#[test]
fn a_second_signal_ends_the_server_at_once() {
    let mut server = Server::start("--grace 1h --time 1h");
    let address = server.address().unwrap();
    let _long = ask_and_wait(&address, "/api/solve", ENDLESS);
    server.end_with_grace(Signal::TERM);
    assert!(server.child.try_wait().unwrap().is_none(), "it completes the response first");
    server.signal(Signal::TERM);
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn hints_and_values_come_from_tables_if_there_are_any() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let folder = folder.path();
    let build = ["table", "build", "connect-four", "--size", "4x4", "--out"];
    let built = program().args(build).arg(folder.join("4x4.table")).output().unwrap();
    assert!(built.status.success());
    // Another table is being built there.
    fs::write(folder.join("5x4.table.1.unfinished"), "").unwrap();
    let mut server = Server::start(&format!("--tables {}", folder.display()));
    let address = server.address().expect("it starts");
    let at = |size: &str| {
        format!(r#"{{ "at": {{ "game": "connect-four", "settings": {{ "size": "{size}" }} }} }}"#)
    };
    let table = read(ask(&address, "/api/table", &at("4x4")));
    assert!(table.contains(r#""outcome":"draw""#) && table.contains("by_move"), "{table}");
    let hint = read(ask(&address, "/api/hint", &at("4x4")));
    assert!(hint.contains(r#""algorithm":"table""#), "{hint}");
    assert!(hint.contains(r#""settings":{"size":"4x4"}"#), "{hint}");
    let values = read(ask(&address, "/api/values", &at("4x4")));
    assert_eq!(values.matches(r#""verdict":"draw""#).count(), 4, "{values}");
    let missing = read(ask(&address, "/api/table", &at("5x4")));
    assert!(missing.starts_with("HTTP/1.1 404") && missing.contains("no table here"), "{missing}");
    let hint = read(ask(&address, "/api/hint", &at("5x4")));
    assert!(hint.contains(r#""algorithm":"pvs""#), "{hint}");
    server.signal(Signal::TERM);
    assert!(server.end().0.success());
    fs::write(folder.join("notes.txt"), "no table").unwrap();
    let mut server = Server::start(&format!("--tables {}", folder.display()));
    assert_eq!(server.address(), None);
    let (status, complaint) = server.end();
    assert!(status.code() != Some(0) && complaint.contains("notes.txt"), "{complaint}");
}
