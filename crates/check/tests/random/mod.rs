//! Random files without entries or with a single one: about positions that are valid or nearly so,
//! often of a game that is over or that can be won at once, and about random rules of heaps.

use rand_pcg::Pcg64;

use super::common::parts::{Parts, below};

/// A game, the lines of its settings, and a position.
struct Subject {
    game: &'static str,
    settings: String,
    position: String,
}

/// A file without entries, or with one, often a search.
pub(crate) fn short(rng: &mut Pcg64) -> Vec<u8> {
    const HEAPS: [&str; 10] =
        ["0", "1", "2", "3", "4", "6", "8", "12", "01", "18446744073709551616"];
    let (subject, claim, proof) = match below(rng, 12) {
        0 => (breakthrough(rng), win_or_draw(rng), strategy(rng)),
        1 => (tic_tac_toe(rng), win_or_draw(rng), strategy(rng)),
        2 => (connect_four(rng), win_or_draw(rng), strategy(rng)),
        3 => (nim(rng), win_or_draw(rng), strategy(rng)),
        4 => (rocks(rng), win_or_draw(rng), strategy(rng)),
        5 | 6 => {
            let (game, settings) = rule(rng);
            let claim = format!("period {} from heap {} on", one(rng, &HEAPS), one(rng, &HEAPS));
            let subject = Subject { game, settings, position: String::new() };
            (subject, claim, "least-excluded mask 1".to_owned())
        }
        7 => {
            let proof = ["nimbers", "nimbers", "least-excluded mask 1", "least-excluded mask 2"];
            let claim = format!("nim-value {}", one(rng, &["0", "0", "1", "2", "3", "65536"]));
            (nim(rng), claim, one(rng, &proof).to_owned())
        }
        kind => {
            let subject = match (kind, below(rng, 2)) {
                (8, _) => taquin(rng),
                (9, _) => grid(rng),
                (10, _) => sokoban(rng),
                _ => rush_hour(rng),
            };
            let solved = below(rng, 2) == 0;
            let claim = if solved { "shortest solution 0 moves" } else { "unsolvable" };
            let proofs = [
                "layers",
                "balls",
                "costs",
                "exhaustion",
                "parity",
                "hemmed-in",
                "dead-square",
                "frozen",
            ];
            let proofs = if solved { &proofs[..3] } else { &proofs[3..] };
            (subject, claim.to_owned(), one(rng, proofs).to_owned())
        }
    };
    let Subject { game, settings, position } = subject;
    let body = if proof.contains("search") { vec![below(rng, 10) as u8] } else { Vec::new() };
    let entries = body.len();
    let header = format!(
        "tesuji certificate 1\ngame {game}\n{settings}position {position}\nclaim {claim}\n\
         proof {proof}\nentries {entries}\nbytes {entries}\n\n"
    );
    Parts { header: header.into_bytes(), body }.file()
}

/// One of these.
fn one<'a>(rng: &mut Pcg64, of: &[&'a str]) -> &'a str {
    of[below(rng, of.len())]
}

/// Some of these, joined.
fn some(rng: &mut Pcg64, count: usize, of: &[&str], between: &str) -> String {
    (0..count).map(|_| one(rng, of)).collect::<Vec<_>>().join(between)
}

fn win_or_draw(rng: &mut Pcg64) -> String {
    let player = one(rng, &["first", "second"]);
    let plies = one(rng, &["0", "1", "2", "3", "4", "01", "4294967295", "4294967296"]);
    match below(rng, 6) {
        5 => {
            let result = one(rng, &["first wins", "second wins", "draw"]);
            let positions = one(rng, &["0", "0", "1", "2", "3", "01", "18446744073709551616"]);
            format!("semi-strong {result}, {positions} positions")
        }
        0 => format!("{player} wins"),
        1 => format!("{player} wins within {plies} plies"),
        2 => format!("{player} wins in exactly {plies} plies"),
        3 => format!("{player} holds"),
        _ => "draw".to_owned(),
    }
}

fn strategy(rng: &mut Pcg64) -> String {
    let leaves = one(rng, &["0", "1", "2", "3", "5"]);
    let symmetry = one(rng, &["", " symmetry"]);
    let search = one(rng, &["", "", "", "", " search 1", " search 4", " search 20"]);
    format!("strategy leaves {leaves}{symmetry}{search}")
}

fn breakthrough(rng: &mut Pcg64) -> Subject {
    let (width, height) = (2 + below(rng, 2), 3 + below(rng, 3));
    let row = |_| {
        let cells = some(rng, width, &["P", "p", ".", ".", "."], "");
        cells.replace("...", "3").replace("..", "2").replace('.', "1")
    };
    let rows = (0..height).map(row).collect::<Vec<_>>().join("/");
    let settings = format!("set size {width}x{height}\nset rows {}\n", 1 + below(rng, 2));
    Subject { game: "breakthrough", settings, position: rows + one(rng, &[" w", " b"]) }
}

fn tic_tac_toe(rng: &mut Pcg64) -> Subject {
    let position = some(rng, 9, &["X", "O", "X", "O", "."], "");
    Subject { game: "tic-tac-toe", settings: String::new(), position }
}

/// Stones fall even after a win; then one may be exchanged.
fn connect_four(rng: &mut Pcg64) -> Subject {
    let (width, height) = (3 + below(rng, 4), 1 + below(rng, 6));
    let mut rows = vec![vec!["."; width]; height];
    for stone in 0..below(rng, width * height + 1) {
        let column = below(rng, width);
        if let Some(row) = rows.iter_mut().rev().find(|row| row[column] == ".") {
            row[column] = ["x", "o"][stone % 2];
        }
    }
    if below(rng, 9) == 0 {
        rows[below(rng, height)][below(rng, width)] = one(rng, &["x", "o", "."]);
    }
    let rows: Vec<String> = rows.iter().map(|row| row.concat()).collect();
    let settings = format!("set size {width}x{height}\n");
    Subject { game: "connect-four", settings, position: rows.join("/") }
}

/// A game on heaps, and the line of its rule.
fn rule(rng: &mut Pcg64) -> (&'static str, String) {
    match below(rng, 4) {
        0 => {
            ("nim", format!("set take {}\n", one(rng, &["any", "1", "1-3", "1,3", "2,4,5", "3,1"])))
        }
        1 => ("grundy", String::new()),
        2 => ("octal", format!("set code {}\n", one(rng, &["0.12", "0.3", "0.7", "0.77", "4.1"]))),
        _ => {
            let count = 1 + below(rng, 3);
            let digits = some(rng, count, &["0", "1", "2", "3", "4", "5", "7"], "");
            ("octal", format!("set code {}.{digits}\n", one(rng, &["0", "4"])))
        }
    }
}

fn nim(rng: &mut Pcg64) -> Subject {
    let heaps = |rng: &mut Pcg64| {
        let count = 1 + below(rng, 3);
        some(rng, count, &["0", "1", "2", "3"], "-")
    };
    let ((game, rule), start) = (rule(rng), heaps(rng));
    let line = format!("set start {start}\n");
    let line = one(rng, &[&line, &line, &line, ""]);
    let settings = format!("set rules {}\n{rule}{line}", one(rng, &["normal", "misere"]));
    let heaps = if below(rng, 2) == 0 { start } else { heaps(rng) };
    Subject { game, settings, position: heaps + one(rng, &["", " second"]) }
}

fn taquin(rng: &mut Pcg64) -> Subject {
    let mut tiles = || {
        let mut tiles = ["0", "1", "2", "3", "4", "5"];
        (0..5).for_each(|last| tiles.swap(last, last + below(rng, 6 - last)));
        if below(rng, 9) == 0 {
            tiles[0] = "1";
        }
        tiles
    };
    let (goal, board) = (tiles(), tiles());
    let board = if below(rng, 2) == 0 { goal } else { board };
    let settings = format!("set size {}\nset goal {}\n", one(rng, &["3x2", "2x3"]), goal.join(" "));
    Subject { game: "taquin", settings, position: board.concat() }
}

fn rush_hour(rng: &mut Pcg64) -> Subject {
    let (card, position) = (board(rng), board(rng));
    let position = [&card, &card, &mirrored(&card), &position][below(rng, 4)].clone();
    let settings = format!("set metric {}\nset card {card}\n", one(rng, &["steps", "slides"]));
    Subject { game: "rush-hour", settings, position }
}

/// A small map, often with equal rows, and its agent at the goal or elsewhere.
fn grid(rng: &mut Pcg64) -> Subject {
    let rows: Vec<String> = (0..1 + below(rng, 3))
        .map(|_| {
            let width = if below(rng, 12) == 0 { 3 } else { 4 };
            some(rng, width, &[".", ".", ".", "#", "W", "5", "S"], "")
        })
        .collect();
    let map = rows.join("/");
    let mut cell = || one(rng, &["0,0", "1,0", "2,1", "3,2", "0,1", "4,0", "01,0"]).to_owned();
    let (start, agent, goal) = (cell(), cell(), cell());
    let agent = [&agent, &goal, &goal][below(rng, 3)].clone();
    let settings = format!(
        "set directions {}\nset map {map} {start} {goal}\n",
        one(rng, &["4", "8", "8", "6"])
    );
    Subject { game: "grid", settings, position: format!("{map} {agent} {goal}") }
}

/// A small level within walls, and a position of it or of another.
fn sokoban(rng: &mut Pcg64) -> Subject {
    let mut level = || {
        let mut cells: Vec<&str> =
            (0..9).map(|_| one(rng, &["-", "-", "-", "-", ".", "*", "#", "$"])).collect();
        cells[0] = one(rng, &["@", "@", "@", "+", "-"]);
        let rows: Vec<String> = cells.chunks(3).map(|row| format!("#{}#", row.concat())).collect();
        let edge = one(rng, &["#####", "#####", "#####", "####"]);
        format!("#####/{}/{edge}", rows.join("/"))
    };
    let (board, other) = (level(), level());
    let position = [&board, &board, &board, &other][below(rng, 4)].clone();
    let settings = format!("set metric {}\nset board {board}\n", one(rng, &["moves", "pushes"]));
    Subject { game: "sokoban", settings, position }
}

fn rocks(rng: &mut Pcg64) -> Subject {
    let card = board(rng);
    let board = if below(rng, 3) == 0 { mirrored(&card) } else { card.clone() };
    let rock = one(rng, &["-", "-", "0-0", "1-3", "2-1", "2-2", "3-4"]);
    let position = format!("{board} {rock} {}", one(rng, &["driver", "adversary"]));
    Subject { game: "rush-hour-rocks", settings: format!("set card {card}\n"), position }
}

/// A board of Rush Hour with few cars.
fn board(rng: &mut Pcg64) -> String {
    let (width, height) = (2 + below(rng, 4), 1 + below(rng, 4));
    let mut cells = vec![b'.'; width * height];
    for letter in [b'B', b'C', b'x', b'D', b'A'] {
        let (row, column, length) = (below(rng, height), below(rng, width), 2 + below(rng, 2));
        let step = if letter == b'A' || below(rng, 2) == 0 { 1 } else { width };
        if letter == b'A' || below(rng, 3) > 0 {
            let line = cells.iter_mut().skip(row * width + column).step_by(step);
            line.take(length).for_each(|cell| *cell = letter);
        }
    }
    let text = String::from_utf8(cells).expect("letters");
    let rows: Vec<&str> = (0..height).map(|row| &text[row * width..(row + 1) * width]).collect();
    match (width == height, below(rng, 5) == 0) {
        (true, false) | (false, true) => text,
        (false, false) if height == 1 => text + "/",
        (true, true) | (false, false) => rows.join("/"),
    }
}

/// A board with each row backwards: some cars have passed others.
fn mirrored(board: &str) -> String {
    let backwards = |row: &str| row.chars().rev().collect::<String>();
    if board.contains('/') {
        return board.split('/').map(backwards).collect::<Vec<_>>().join("/");
    }
    let side = board.len().isqrt();
    let rows = (0..board.len()).step_by(side);
    rows.map(|row| backwards(&board[row..board.len().min(row + side)])).collect()
}
