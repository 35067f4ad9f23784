//! A program with a game of its own, as `tesuji new game` writes it: every command works with it.
//! The test runs itself as that program.
#![allow(unreachable_pub, reason = "the templates are libraries")]

#[path = "../templates/game/lib.rs"]
mod template_game;
#[path = "../templates/puzzle/lib.rs"]
mod template_puzzle;

use std::io::{BufRead, BufReader, Write};
use std::num::ParseIntError;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Output, Stdio};
use std::{env, fmt};

use tesuji::catalogue::TwoPlayers;
use tesuji::core::{
    Game, GameResult, NamedGame, Notation, OpenError, Player, Render, Rules, Setting, Settings,
};
use tesuji_cli::Catalogue;

/// Which game the program has: this variable is set where the test runs itself.
const OWN: &str = "TESUJI_TEST_OWN";

fn main() -> ExitCode {
    match env::var(OWN).as_deref() {
        Ok("game") => tesuji_cli::run(Catalogue::standard().with(template_game::entry())),
        Ok("puzzle") => tesuji_cli::run(Catalogue::standard().with(template_puzzle::entry())),
        Ok("alone") => tesuji_cli::run(Catalogue::new().with(template_game::entry())),
        Ok("twice") => tesuji_cli::run(Catalogue::new().with(TwoPlayers::<Twice>::new())),
        Ok(other) => panic!("{other}"),
        Err(_) => {
            both_work_with_every_command();
            a_game_for_two_is_played_and_judged();
            a_puzzle_is_enumerated();
            flags_follow_from_the_catalogue();
            an_option_that_a_setting_shares_its_name_with_is_not_taken_for_it();
            examples_are_its_own();
            a_page_is_served();
            a_move_after_which_the_same_player_moves_has_the_value_for_that_player();
            a_table_of_a_game_that_is_not_there_is_named();
            an_answer_of_which_no_certificate_can_be_made_is_unproved();
            ExitCode::SUCCESS
        }
    }
}

fn command(own: &str, arguments: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.env(OWN, own).args(arguments.split_whitespace()).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command prints that is to end with this code.
fn printed(own: &str, arguments: &str, code: i32) -> String {
    let Output { status, stdout, stderr } =
        command(own, arguments).output().expect("the program runs");
    let (stdout, stderr) = (String::from_utf8(stdout), String::from_utf8(stderr));
    let (stdout, stderr) = (stdout.expect("text"), stderr.expect("text"));
    assert_eq!(status.code(), Some(code), "{own}: {arguments}: {stdout}{stderr}");
    stdout
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("own-games");
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

fn both_work_with_every_command() {
    for own in ["game", "puzzle"] {
        let file = folder().join(own);
        let file = file.to_str().expect("a path in UTF-8");
        for (arguments, code, part) in [
            ("games", 0, "template-game "),
            ("algorithms template-game", 0, "guarantee: "),
            ("show template-game", 0, "template-game "),
            ("solve template-game", 0, "expanded"),
            ("solve template-game --size 5 --all", if own == "game" { 0 } else { 2 }, ""),
            ("compare template-game --size 7 --no-times", 0, "| algorithm "),
            ("tree template-game --size 4", 0, "nodes"),
            ("perft template-game 3", 0, "sequences of 3 moves"),
            ("count template-game", 0, "positions"),
            ("shuffle template-game --seed 1 --walk 3", 0, ""),
            ("nim-values 0.77 --heaps 100", 0, "period"),
            ("pdb list --json", 0, "["),
            ("completions bash", 0, "template"),
            ("generate template-game --min-moves 3", 2, ""),
            ("lab template-game", 2, ""),
            ("solve taquin 125374680", 0, "solved in 6 moves"),
            (&format!("solve template-game --certificate {file}"), 0, "certificate in"),
            (&format!("verify {file}"), 0, "verified: "),
        ] {
            let text = printed(own, arguments, code);
            // The script for a shell names options, not games.
            let part = if arguments.starts_with("completions") { "--size" } else { part };
            assert!(text.contains(part), "{own}: {arguments}: {text}");
        }
    }
}

fn a_game_for_two_is_played_and_judged() {
    assert!(printed("game", "solve template-game 7", 0).contains("the player to move wins in"));
    assert!(printed("game", "count template-game --values", 0).contains("lost"));
    let players = "match template-game --players alpha-beta:depth=2,random --games 4";
    assert!(printed("game", players, 0).contains("Elo difference"));
    let mut child = command("game", "play template-game --against alpha-beta").spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"hint\n1\nquit\n").unwrap();
    let played = child.wait_with_output().unwrap();
    let text = String::from_utf8(played.stdout).unwrap();
    assert!(text.contains("alpha-beta plays 3"), "{text}");
}

fn a_puzzle_is_enumerated() {
    let text = printed("puzzle", "enumerate template-game --size 9", 0);
    assert!(text.contains("9 states"), "{text}");
    let text = printed("puzzle", "solve template-game 4 --with ida* --heuristic jumps", 0);
    assert!(text.contains("ida* with jumps: solved in 4 moves"), "{text}");
    let refused = printed("puzzle", "match template-game --players pvs,random", 2);
    assert_eq!(refused, "");
}

fn flags_follow_from_the_catalogue() {
    let help = printed("puzzle", "show --help", 0);
    assert!(help.contains("template-game: the number of cells, 1 to 100; by default 12"), "{help}");
    assert!(help.contains("taquin: the board"), "{help}");
}

fn an_option_that_a_setting_shares_its_name_with_is_not_taken_for_it() {
    for (arguments, told) in [
        (
            "--nodes 800",
            "warning: --nodes is not the setting nodes of twice: that is --game-nodes\n",
        ),
        ("--nodes 800 --game-nodes 3", ""),
        ("--game-nodes 3", ""),
        ("", ""),
    ] {
        let solve = command("twice", &format!("solve twice --progress never {arguments}"));
        let Output { status, stderr, .. } = { solve }.output().expect("the program runs");
        assert_eq!(status.code(), Some(0));
        assert_eq!(String::from_utf8(stderr).as_deref(), Ok(told), "{arguments}");
    }
}

/// The examples in the help are about games that the program has.
fn examples_are_its_own() {
    for command in ["solve", "shuffle", "table build"] {
        let help = printed("alone", &format!("{command} --help"), 0);
        let mut examples = help.lines().filter(|line| line.starts_with("  tesuji "));
        assert!(!examples.any(|line| line.contains("taquin")), "{help}");
    }
    // All of these name games, and the heading goes with them.
    assert!(!printed("alone", "generate --help", 0).contains("Examples:"));
    assert!(printed("alone", "verify --help", 0).contains("  tesuji verify - <"));
}

fn a_table_of_a_game_that_is_not_there_is_named() {
    let folder = folder().join("tables");
    std::fs::create_dir_all(&folder).expect("a folder for tables");
    let file = folder.join("other.table");
    printed("game", &format!("table build nim 1-2 --out {}", file.display()), 0);
    let served = command("alone", &format!("serve --port 0 --tables {}", folder.display()));
    let Output { status, stderr, .. } = { served }.output().expect("the program runs");
    let complaint = String::from_utf8(stderr).expect("text");
    assert_eq!(status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("other.table") && complaint.contains("\"nim\""), "{complaint}");
}

/// What the server of a program answers.
fn served(own: &str, question: &str, body: &str) -> String {
    let mut server: Child = command(own, "serve --port 0").spawn().unwrap();
    let mut line = String::new();
    let mut lines = BufReader::new(server.stdout.take().unwrap());
    lines.read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let mut stream = std::net::TcpStream::connect(address.expect("an address")).unwrap();
    write!(
        stream,
        "POST /api/{question} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        address.unwrap(),
        body.len(),
    )
    .unwrap();
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    answer
}

fn a_page_is_served() {
    let answer = served("game", "position", r#"{"game":"template-game"}"#);
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("12 first"), "{answer}");
}

fn a_move_after_which_the_same_player_moves_has_the_value_for_that_player() {
    let answer = served("twice", "values", r#"{"at":{"game":"twice"}}"#);
    assert!(answer.contains(r#""move":"take","verdict":"win","length":3"#), "{answer}");
}

/// Three tokens, of which the first player takes two, one after the other.
#[derive(Clone, Debug)]
struct Twice;

impl Rules for Twice {
    type State = u8;
    type Move = ();
    type Undo = ();

    fn initial(&self) -> u8 {
        3
    }

    fn visit_moves<B>(
        &self,
        &tokens: &u8,
        visit: impl FnMut(()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (tokens > 0).then_some(()).into_iter().try_for_each(visit)
    }

    fn play(&self, tokens: &mut u8, (): ()) {
        *tokens -= 1;
    }

    fn undo(&self, tokens: &mut u8, (): (), (): ()) {
        *tokens += 1;
    }
}

impl Game for Twice {
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, &tokens: &u8) -> Player {
        if tokens > 1 { Player::First } else { Player::Second }
    }

    fn result(&self, &tokens: &u8) -> Option<GameResult> {
        (tokens == 0).then_some(GameResult::Win(Player::First))
    }
}

impl Notation for Twice {
    type Error = ParseIntError;

    fn parse_state(&self, text: &str) -> Result<u8, ParseIntError> {
        text.parse()
    }

    fn write_state(&self, tokens: &u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{tokens}")
    }

    fn parse_move(&self, _: &u8, _: &str) -> Result<(), ParseIntError> {
        Ok(())
    }

    fn write_move(&self, _: &u8, (): (), out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("take")
    }
}

impl Render for Twice {}

impl NamedGame for Twice {
    const NAME: &'static str = "twice";
    const SUMMARY: &'static str = "a player moves twice in a row";
    const NOTATION: &'static str = "the number of tokens; the move is take";
    const SETTINGS: &'static [Setting] =
        &[Setting { name: "nodes", value: "N", summary: "changes nothing" }];

    fn open(_: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Twice)
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }
}

fn an_answer_of_which_no_certificate_can_be_made_is_unproved() {
    let file = folder().join("twice");
    let solve = format!("solve twice --certificate {}", file.display());
    let solved = printed("twice", &solve, 5);
    assert!(solved.contains("the player to move wins in 3 plies"), "{solved}");
    assert!(!file.exists());
}
