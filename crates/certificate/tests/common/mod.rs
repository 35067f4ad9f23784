//! Certificates of every kind, made from tables of exact values.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod parts;
pub(crate) mod strategy_claims;

use std::io::Read;

use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{
    Ask, Certificate, Checked, Checker, Chooser, Claim, Duty, Entry, Header, Length, Outline,
    Proof, Rejection, best_mask,
};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Game, GameResult, NamedGame, Notation, Player, Puzzle, Rules, Silent, Solver, laws,
};
use tesuji_nim::theory::nim_values_by_definition;
use tesuji_nim::{Convention, Grundy, Nim, OctalCode, TakeSet};
use tesuji_retrograde::{Exact, Expectation, Expected, MovesOf, Reachable, Table};
use tesuji_rush_hour::{Blocked, Metric, RushHour, RushHourRocks};
use tesuji_taquin::{Goal, Taquin};
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_uninformed::{BreadthFirst, reachable_states};

/// Checks a certificate of whichever game of the workspace its header names.
pub(crate) fn check(checker: &Checker, file: &[u8]) -> Result<Checked, Rejection> {
    check_watched(checker, file, None)
}

pub(crate) fn check_watched(
    checker: &Checker,
    file: &[u8],
    watch: Option<&mut dyn FnMut(Entry)>,
) -> Result<Checked, Rejection> {
    check_reader(checker, &Header::read(file)?, file, watch)
}

/// Checks a certificate whose header is known to be this one.
pub(crate) fn check_reader(
    checker: &Checker,
    header: &Header,
    file: impl Read,
    watch: Option<&mut dyn FnMut(Entry)>,
) -> Result<Checked, Rejection> {
    let heaps = header.position.is_empty();
    match (header.game.as_str(), heaps) {
        ("nim", true) => checker.check_heaps::<TakeSet>(file, watch),
        ("grundy", true) => checker.check_heaps::<Grundy>(file, watch),
        ("octal", true) => checker.check_heaps::<OctalCode>(file, watch),
        ("nim", false) => checker.check_game::<Nim<TakeSet>>(file, watch),
        ("grundy", false) => checker.check_game::<Nim<Grundy>>(file, watch),
        ("octal", false) => checker.check_game::<Nim<OctalCode>>(file, watch),
        ("breakthrough", _) => checker.check_game::<Breakthrough>(file, watch),
        ("connect-four", _) => checker.check_game::<ConnectFour>(file, watch),
        ("rush-hour-rocks", _) => checker.check_game::<RushHourRocks>(file, watch),
        ("rush-hour", _) => checker.check_puzzle::<RushHour>(file, watch),
        ("taquin", _) if header.settings.get("size") == Some("5x5") => {
            checker.check_puzzle::<Taquin<u128>>(file, watch)
        }
        ("taquin", _) => checker.check_puzzle::<Taquin<u64>>(file, watch),
        // Refuses every game but its own.
        _ => checker.check_game::<TicTacToe>(file, watch),
    }
}

/// The game and the position of a header that was checked.
pub(crate) fn opened<G: NamedGame>(header: &Header) -> (G, G::State) {
    let game = G::open(&header.settings, Some(&header.position)).expect("it was opened");
    let state = game.parse_state(&header.position).expect("it was opened");
    (game, state)
}

/// Records the strategies of a chooser, with any number of tries.
pub(crate) fn strategy<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    claim: Claim,
    outline: Outline,
    chooser: &mut dyn Chooser<G>,
    max_entries: u64,
) -> Result<Certificate, Rejection> {
    let budget = Budget::unlimited();
    Certificate::strategy(game, state, claim, outline, chooser, max_entries, &budget)
}

/// A proof by an argument of this name.
pub(crate) fn argument(name: &str) -> Proof {
    Proof::Argument(name.to_owned())
}

/// The bitwise twin of the crate's checksum.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut remainder = u64::MAX;
    for &byte in bytes {
        remainder ^= u64::from(byte);
        for _ in 0..8 {
            let carry = remainder & 1;
            remainder = (remainder >> 1) ^ (carry * 0xc96c_5795_d787_0f42);
        }
    }
    !remainder
}

/// Plays by a table: the first move that keeps the value, soon or late enough.
pub(crate) struct ByTable<'t, G: Game>(pub(crate) &'t Table<Reachable<'t, G>>);

impl<G: Game + NamedGame> Chooser<G> for ByTable<'_, G> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let keeps = |&mv: &G::Move| {
            let value = self.0.value(&ask.game.successor(ask.state, mv));
            match (ask.duty, value.expect("reachable")) {
                (Duty::Value, value) => match self.0.value(ask.state).expect("reachable") {
                    Exact::Win(_) => matches!(value, Exact::Loss(_)),
                    Exact::Draw(_) | Exact::Endless => !matches!(value, Exact::Win(_)),
                    Exact::Loss(_) => true,
                },
                (Duty::Win(_), Exact::Loss(_)) => true,
                (Duty::Win(_), _) => false,
                (Duty::Survive(plies), Exact::Win(more)) => {
                    plies.is_some_and(|plies| more >= plies)
                }
                (Duty::Survive(_), _) => true,
            }
        };
        let cost = |mv: &G::Move| match self.0.value(&ask.game.successor(ask.state, *mv)) {
            Some(Exact::Loss(plies)) => plies,
            _ => u32::MAX,
        };
        let good = ask.moves.iter().enumerate().filter(|(_, mv)| keeps(mv));
        good.min_by_key(|(_, mv)| cost(mv))
            .map(|(number, _)| number)
            .ok_or_else(|| Rejection::NoMoveKnown { position: ask.game.state_text(ask.state) })
    }
}

/// Leaves to the checker what it finds in this number of tries, and asks another chooser for a move
/// elsewhere.
pub(crate) struct Searching<C>(pub(crate) C, pub(crate) u64);

impl<G: Game + NamedGame, C: Chooser<G>> Chooser<G> for Searching<C> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        if ask.search_proves(self.1) { Ok(ask.moves.len()) } else { self.0.choose(ask) }
    }
}

/// What a table says of a position, as claims: the strongest first, then weaker ones.
pub(crate) fn true_claims<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    value: Exact,
) -> Vec<Claim> {
    let mover = game.to_move(state);
    let won = |winner: Player, plies| {
        [Length::Exactly(plies), Length::Within(plies + 2), Length::Any]
            .into_iter()
            .map(|length| Claim::Wins { winner, length })
            .chain([Claim::Holds { player: winner }])
            .collect::<Vec<_>>()
    };
    let (mut claims, result) = match value {
        Exact::Win(plies) => (won(mover, plies), GameResult::Win(mover)),
        Exact::Loss(plies) => (won(mover.other(), plies), GameResult::Win(mover.other())),
        Exact::Draw(_) | Exact::Endless => {
            (vec![Claim::Draw, Claim::Holds { player: mover }], GameResult::Draw)
        }
    };
    // Where positions repeat, there may be no proof.
    if game.never_repeats() {
        claims.push(Claim::SemiStrong { result, positions: 0 });
    }
    claims
}

/// Whether a claim follows from the value of the position.
pub(crate) fn follows<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    value: Exact,
    claim: Claim,
) -> bool {
    let (winner, plies) = match value {
        Exact::Win(plies) => (Some(game.to_move(state)), plies),
        Exact::Loss(plies) => (Some(game.to_move(state).other()), plies),
        Exact::Draw(_) | Exact::Endless => (None, 0),
    };
    match claim {
        Claim::Wins { winner: claimed, length } => {
            winner == Some(claimed)
                && match length {
                    Length::Any => true,
                    Length::Within(most) => plies <= most,
                    Length::Exactly(exact) => plies == exact,
                }
        }
        Claim::Holds { player } => winner != Some(player.other()),
        Claim::Draw => winner.is_none(),
        Claim::SemiStrong { result, .. } => {
            result == winner.map_or(GameResult::Draw, GameResult::Win)
        }
        _ => false,
    }
}

/// A certificate of each true claim about a position, with each outline.
pub(crate) fn of_game<G: Game + NamedGame>(game: &G, state: &G::State) -> Vec<Certificate> {
    let table = Table::solve(Reachable::explore_all(game, state));
    let value = table.value(state).expect("the start of the table");
    let outlines = [(0, false, 0), (1, true, 0), (3, false, 0), (0, true, 5), (1, false, 40)];
    let mut certificates = Vec::new();
    for claim in true_claims(game, state, value) {
        for (leaves, symmetry, search) in outlines {
            let outline = Outline { leaves, symmetry, search };
            let mut chooser = Searching(ByTable(&table), 300);
            let made = strategy(game, state, claim, outline, &mut chooser, 1 << 24);
            certificates.push(made.unwrap_or_else(|error| panic!("{claim}: {error}")));
        }
    }
    certificates
}

pub(crate) fn of_position<G: Game + NamedGame>(game: &G, text: &str) -> Vec<Certificate> {
    of_game(game, &game.parse_state(text).expect("a position"))
}

pub(crate) fn shortest_slides(start: &str) -> Vec<Certificate> {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state(start).unwrap();
    let answer = BreadthFirst.solve(&taquin, &start);
    let plan = answer.outcome.plan().expect("solvable").moves.clone();
    let search = |patterns: &str| format!("search{patterns}").parse::<Proof>().unwrap();
    let patterns = search(" patterns 0,1,2,4/3,6/5,7/8");
    let made = [Proof::Balls, Proof::Layers, search(" patterns 1/2/3/4/5/6/7/8"), patterns.clone()]
        .map(|proof| Certificate::shortest(&taquin, &start, &plan, proof).unwrap());
    let cost = plan.len() as u32;
    let bounds = [
        Certificate::cost_at_least(&taquin, &start, cost, patterns),
        Certificate::cost_at_least(&taquin, &start, cost - 1, Proof::Layers),
        Certificate::cost_at_least(&taquin, &start, cost, Proof::Costs),
        Certificate::cost_at_least(&taquin, &start, cost.min(9), search("")),
        Certificate::cost_at_most(&taquin, &start, &plan).unwrap(),
    ];
    made.into_iter().chain(bounds).collect()
}

pub(crate) fn shortest_drive(card: &str, metric: Metric) -> Certificate {
    let game = RushHour::new(card.parse().unwrap(), metric);
    let answer = BreadthFirst.solve(&game, &game.initial());
    let plan = answer.outcome.plan().expect("solvable").moves.clone();
    Certificate::shortest(&game, &game.initial(), &plan, Proof::Layers).unwrap()
}

pub(crate) fn unsolvable() -> Vec<Certificate> {
    let taquin = Taquin::<u64>::new(3, 2, Goal::BlankLast).unwrap();
    let odd = taquin.parse_state("213450").unwrap();
    let large = Taquin::<u128>::new(5, 5, Goal::BlankFirst).unwrap();
    let tiles = "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24";
    let large_odd = large.parse_state(tiles).unwrap();
    let held = RushHour::new(HELD.parse().unwrap(), Metric::Steps);
    let board = held.initial();
    vec![
        Certificate::unsolvable(&taquin, &odd, argument("parity")),
        Certificate::unsolvable(&taquin, &odd, Proof::Exhaustion),
        Certificate::unsolvable(&large, &large_odd, argument("parity")),
        Certificate::unsolvable(&held, &board, argument("hemmed-in")),
        Certificate::unsolvable(&held, &board, Proof::Exhaustion),
    ]
}

/// Three cars fill the column before the exit.
pub(crate) const HELD: &str = "....B. ....B. AA..C. ....C. ....D. ....D.";

pub(crate) fn of_heaps() -> Vec<Certificate> {
    let kayles: OctalCode = "0.77".parse().unwrap();
    let values = nim_values_by_definition(&kayles, 160).unwrap();
    let mask = best_mask(&values);
    let grundy = nim_values_by_definition(&Grundy, 100).unwrap();
    let takes = TakeSet::up_to_three();
    vec![
        Certificate::period(&kayles, 12, 71, mask),
        Certificate::period(&takes, 4, 0, 0),
        Certificate::nim_values(&kayles, &values, mask),
        Certificate::nim_values(&Grundy, &grundy, 0),
        Certificate::nim_values(&takes, &[0, 1, 2, 3, 0, 1, 2, 3, 0], 3),
    ]
}

/// Nim-values of positions, by both proofs.
pub(crate) fn of_sums() -> Vec<Certificate> {
    let kayles: OctalCode = "0.77".parse().unwrap();
    let kayles = Nim::new(kayles, Convention::Normal, &[7, 3]).unwrap();
    let nim = Nim::new(TakeSet::any(), Convention::Normal, &[3, 4, 5]).unwrap();
    let grundy = Nim::new(Grundy, Convention::Normal, &[12, 0, 4]).unwrap();
    let budget = Budget::unlimited();
    [Proof::Nimbers, Proof::LeastExcluded { mask: 5 }]
        .into_iter()
        .flat_map(|proof| {
            [
                Certificate::nim_value(&kayles, &kayles.initial(), proof.clone(), &budget),
                Certificate::nim_value(&nim, &nim.initial(), proof.clone(), &budget),
                Certificate::nim_value(&grundy, &grundy.initial(), proof, &budget),
            ]
        })
        .map(Result::unwrap)
        .collect()
}

/// Least expected numbers of moves against rocks at random.
pub(crate) fn expectations() -> Vec<Certificate> {
    let mut certificates = Vec::new();
    for card in ["AA.B/...B/..../", "AAB./..B./.CC./"] {
        let rocks = RushHourRocks::with(card.parse().unwrap(), Blocked::Passes);
        let start = rocks.initial();
        let after = rocks.successor(&start, rocks.moves(&start)[0]);
        let table = expected(&rocks, &start);
        let moves = |state: &_| match table.expectation(state) {
            Some(Expectation::Cost(moves)) => Some(moves),
            _ => None,
        };
        for state in [start, after] {
            let (player, budget) = (Player::First, Budget::unlimited());
            certificates
                .push(Certificate::expected(&rocks, &state, player, moves, &budget).unwrap());
        }
    }
    certificates
}

/// The least expected numbers of the first player's moves.
pub(crate) fn expected<'g, G: Game>(
    game: &'g G,
    state: &G::State,
) -> Expected<Reachable<'g, G>, MovesOf> {
    let space = Reachable::explore_all(game, state);
    Expected::solve(space, MovesOf(Player::First), Player::First, 1e-9).expect("it converges")
}

/// Numbers of positions by their distances.
pub(crate) fn counts() -> Vec<Certificate> {
    let board = TicTacToe::new();
    let middle = board.parse_state("X...O...X").unwrap();
    let tiles = Taquin::<u64>::new(3, 2, Goal::BlankLast).unwrap();
    let solved = tiles.initial();
    let cars = RushHour::new("AA.B...B.....CC.".parse().unwrap(), Metric::Slides);
    let card = cars.initial();
    let by_tiles = layers(&tiles, &solved);
    vec![
        Certificate::reachable(&board, &middle, &layers(&board, &middle), Proof::Layers),
        Certificate::reachable(&tiles, &solved, &by_tiles, Proof::Layers),
        Certificate::reachable(&tiles, &solved, &by_tiles, Proof::UndirectedLayers),
        Certificate::reachable(&cars, &card, &layers(&cars, &card), Proof::UndirectedLayers),
        Certificate::distances(&tiles, &solved, &by_tiles),
        Certificate::distances(&cars, &card, &distances(&cars, &card)),
    ]
}

/// The positions that can be reached, by the fewest moves to them.
pub(crate) fn layers<R: Rules>(rules: &R, start: &R::State) -> Vec<u64> {
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    reachable_states(rules, start, &budget, &mut silent).layers
}

/// The states that can be reached, by the fewest moves from them to a goal.
pub(crate) fn distances<P: Puzzle>(puzzle: &P, start: &P::State) -> Vec<u64>
where
    BreadthFirst: Solver<P>,
{
    let mut counts = Vec::new();
    for state in laws::states(puzzle, usize::MAX) {
        let answer = BreadthFirst.solve(puzzle, &state);
        let moves = answer.outcome.plan().expect("solvable").moves.len();
        counts.resize(counts.len().max(moves + 1), 0);
        counts[moves] += 1;
    }
    assert_eq!(*start, puzzle.initial());
    counts
}

/// Certificates of every kind, small ones.
pub(crate) fn of_every_kind() -> Vec<Certificate> {
    let breakthrough = Breakthrough::new(2, 5).unwrap();
    let three_wide = Breakthrough::new(3, 4).unwrap();
    let connect_four = ConnectFour::new(4, 4).unwrap();
    let nim = Nim::new(TakeSet::any(), Convention::Misere, &[3, 4, 5]).unwrap();
    let simple = Nim::simple(13).unwrap();
    let grundy = Nim::new(Grundy, Convention::Normal, &[12]).unwrap();
    let kayles: OctalCode = "0.77".parse().unwrap();
    let kayles = Nim::new(kayles, Convention::Normal, &[7]).unwrap();
    let mut all = Vec::new();
    all.extend(of_game(&breakthrough, &breakthrough.initial()));
    all.extend(of_position(&three_wide, "p1p/2p/PP1/2P b"));
    all.extend(of_position(&connect_four, "xo../xoo./oxx./xxo. ".trim()));
    all.extend(of_position(&TicTacToe::new(), "X../.O./..."));
    all.extend(of_position(&TicTacToe::new(), "XO./.../..."));
    all.extend(of_game(&nim, &nim.initial()));
    all.extend(of_game(&simple, &simple.initial()));
    all.extend(of_game(&grundy, &grundy.initial()));
    all.extend(of_game(&kayles, &kayles.initial()));
    for card in SMALL_CARDS {
        let rocks = RushHourRocks::new(card.parse().unwrap());
        all.extend(of_game(&rocks, &rocks.initial()));
    }
    all.extend(shortest_slides("125374680"));
    all.push(shortest_drive("AA.B ...B .... ....", Metric::Slides));
    all.push(shortest_drive("AA.B ...B .... ....", Metric::Steps));
    all.extend(unsolvable());
    all.extend(of_heaps());
    all.extend(of_sums());
    all.extend(counts());
    all.extend(expectations());
    all
}

/// Won by the driver, endless, and blocked by the adversary.
pub(crate) const SMALL_CARDS: [&str; 3] =
    ["AA.B ...B ..CC DD..", "AA.B ...B CC.D ...D", "DDB. AAB. ..CC ...."];
