//! Certificates of what tables say are accepted, and what is false gets past the checker in no
//! way that was tried.

use std::io::Read;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::{
    ByTable, HELD, SMALL_CARDS, Searching, argument, check, check_reader, check_watched, checksum,
    follows, of_every_kind, shortest_slides, strategy, true_claims, unsolvable,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{
    Ask, Certificate, Checker, Chooser, Claim, Entry, Header, Length, Outline, Rejection,
};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Game, Limit, NamedGame, Notation, Player, Ranked, Rules, StopFlag};
use tesuji_nim::{Convention, Grundy, Nim, TakeSet};
use tesuji_retrograde::{Exact, Numbered, Reachable, Table};
use tesuji_rush_hour::{Metric, RushHour, RushHourRocks};
use tesuji_tic_tac_toe::TicTacToe;

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

#[test]
fn true_claims_of_every_kind_are_accepted() {
    for certificate in of_every_kind() {
        let file = certificate.to_bytes();
        match check(&Checker::new(), &file) {
            Ok(checked) => assert_eq!(checked.header, *certificate.header()),
            Err(error) => panic!("{}: {error}", certificate.header()),
        }
    }
}

/// A chooser of whatever moves.
struct AtRandom(Pcg64);

impl<G: Game + NamedGame> Chooser<G> for AtRandom {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        Ok(self.0.next_u64() as usize % ask.moves.len())
    }
}

#[test]
fn random_strategies_prove_nothing_that_is_false() {
    let game = TicTacToe::new();
    let table = Table::solve(Numbered::new(&game));
    let mut chooser = AtRandom(Pcg64::seed_from_u64(3));
    let (mut proved, mut refused) = (0, 0);
    for rank in (0..game.state_count()).step_by(23) {
        let state = game.unrank(rank);
        let value = table.value(&state).unwrap();
        let lengths = [Length::Any, Length::Within(2), Length::Exactly(1), Length::Exactly(4)];
        let wins = PLAYERS
            .into_iter()
            .flat_map(|winner| lengths.map(|length| Claim::Wins { winner, length }));
        let holds = PLAYERS.map(|player| Claim::Holds { player });
        for claim in wins.chain(holds).chain([Claim::Draw]) {
            let outline = Outline {
                leaves: [0, 1, 3, 5][rank as usize % 4],
                symmetry: rank % 2 == 0,
                search: 0,
            };
            match strategy(&game, &state, claim, outline, &mut chooser, 10_000) {
                Ok(certificate) => {
                    assert!(follows(&game, &state, value, claim), "{claim} in {state:?}");
                    check(&Checker::new(), &certificate.to_bytes()).unwrap();
                    proved += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(proved > 200 && refused > 200, "{proved} proved, {refused} refused");
}

#[test]
fn every_value_of_a_small_board_is_certified_with_its_exact_length() {
    let game = Breakthrough::new(2, 4).unwrap();
    let table = Table::solve(Numbered::new(&game));
    let start = game.initial();
    let reachable = Table::solve(Reachable::explore_all(&game, &start));
    let mut checked = 0;
    for rank in 0..game.state_count() {
        let state = game.unrank(rank);
        if reachable.value(&state).is_none() {
            continue;
        }
        let value = table.value(&state).unwrap();
        let claim = true_claims(&game, &state, value)[0];
        let outline = Outline { leaves: 0, symmetry: false, search: 0 };
        let made = strategy(&game, &state, claim, outline, &mut ByTable(&reachable), 10_000);
        let file = made.unwrap().to_bytes();
        let (Exact::Win(plies) | Exact::Loss(plies)) = value else { panic!("a draw") };
        assert_eq!(check(&Checker::new(), &file).unwrap().plies, Some(plies));
        checked += 1;
    }
    assert_eq!(checked, 646);
}

/// What happens to a claim that is not quite true, with a chooser that does its best.
fn best_effort<G: Game + NamedGame>(game: &G, claim: Claim) -> Rejection {
    let table = Table::solve(Reachable::explore_all(game, &game.initial()));
    let outline = Outline { leaves: 0, symmetry: false, search: 0 };
    let mut chooser = WhateverHappens(ByTable(&table));
    strategy(game, &game.initial(), claim, outline, &mut chooser, 1 << 20).unwrap_err()
}

/// Plays the first move where none is good.
struct WhateverHappens<C>(C);

impl<G: Game + NamedGame, C: Chooser<G>> Chooser<G> for WhateverHappens<C> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        Ok(self.0.choose(ask).unwrap_or(0))
    }
}

#[test]
fn rejections_say_where_and_why() {
    let board = Breakthrough::new(2, 5).unwrap();
    let wins = |winner, length| Claim::Wins { winner, length };
    let second = |length| best_effort(&board, wins(Player::Second, length)).to_string();
    let rocks = RushHourRocks::new(SMALL_CARDS[1].parse().unwrap());
    let lines = [
        best_effort(&board, wins(Player::First, Length::Any)).to_string(),
        second(Length::Within(8)),
        second(Length::Exactly(12)),
        best_effort(&board, Claim::Draw).to_string(),
        best_effort(&rocks, wins(Player::First, Length::Any)).to_string(),
        best_effort(&board, Claim::Unsolvable).to_string(),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

/// A file with a word of its header changed, and the checksum made anew.
fn with(certificate: &Certificate, from: &str, to: &str) -> String {
    with_in(&certificate.to_bytes(), from, to)
}

fn with_in(file: &[u8], from: &str, to: &str) -> String {
    let end = file.windows(2).position(|bytes| bytes == b"\n\n").unwrap();
    let text = std::str::from_utf8(&file[..end]).unwrap();
    assert!(text.contains(from), "{text}");
    let mut changed = text.replace(from, to).into_bytes();
    changed.extend(&file[end..file.len() - 8]);
    let sum = checksum(&changed);
    changed.extend(sum.to_le_bytes());
    match check(&Checker::new().positions(1_000_000), &changed) {
        Ok(checked) => format!("accepted: {}", checked.header.claim),
        Err(error) => error.to_string(),
    }
}

/// The numbers of a claim that depend on the proof are compared with it.
#[test]
fn a_wrong_number_of_values_is_rejected() {
    for name in ["breakthrough-semi-strong", "connect-four-semi-strong"] {
        let path = format!("{}/tests/samples/{name}.tesuji", env!("CARGO_MANIFEST_DIR"));
        let file = std::fs::read(path).unwrap();
        let Claim::SemiStrong { positions, .. } = Header::read(&file[..]).unwrap().claim else {
            panic!("{name} makes another claim")
        };
        let from = format!("{positions} positions");
        assert!(with_in(&file, &from, &from).starts_with("accepted: "));
        for other in [positions - 1, positions + 1, 0, 2 * positions, u64::MAX] {
            let found = with_in(&file, &from, &format!("{other} positions"));
            assert!(found.contains(&from), "{other}: {found}");
        }
    }
}

/// A file of this header, without entries.
fn bare(game: &str, position: &str, claim: &str, proof: &str) -> Vec<u8> {
    listing(game, position, claim, proof, &[])
}

/// A file of this header that lists these values of 16 bits.
fn listing(game: &str, position: &str, claim: &str, proof: &str, entries: &[u16]) -> Vec<u8> {
    let text = format!(
        "tesuji certificate 1\n{game}\nposition {position}\nclaim {claim}\nproof {proof}\n\
         entries {}\nbytes {}\n\n",
        entries.len(),
        2 * entries.len()
    );
    let mut file = text.into_bytes();
    file.extend(entries.iter().flat_map(|value| value.to_le_bytes()));
    let sum = checksum(&file);
    file.extend(sum.to_le_bytes());
    file
}

#[test]
fn a_win_that_takes_one_ply_more_than_claimed_is_refused() {
    // The player who must take the last token loses by that move.
    let game = "game nim\nset rules misere\nset take 1-3\nset start 1";
    let check = |claim: &str| {
        let file = bare(game, "1", claim, "strategy leaves 0");
        check(&Checker::new(), &file).map(|checked| checked.plies)
    };
    for claim in ["second wins in exactly 0 plies", "second wins within 0 plies"] {
        let error = check(claim).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("after 0 entries: no win within 0 plies"), "{claim}: {error}");
    }
    assert_eq!(check("second wins in exactly 1 plies").unwrap(), Some(1));
    // And where the winner moves first, or the checker tries the moves itself.
    let simple = Nim::simple(40).unwrap();
    let pair = Nim::new(TakeSet::any(), Convention::Misere, &[2]).unwrap();
    let grundy = Nim::new(Grundy, Convention::Misere, &[7]).unwrap();
    for leaves in [0, 1, 3, 5, 7] {
        for difference in [-2, -1, 1] {
            refused(&simple, 20, difference, leaves);
            refused(&pair, 2, difference, leaves);
            refused(&grundy, 4, difference, leaves);
        }
    }
}

/// Sees that a win in `difference` plies more than the true number is not proved by a chooser that
/// does its best, and that the true number is.
fn refused<G: Game + NamedGame>(game: &G, plies: u32, difference: i32, leaves: u32) {
    let start = game.initial();
    let table = Table::solve(Reachable::explore_all(game, &start));
    let prove = |length| {
        let claim = Claim::Wins { winner: Player::First, length };
        let outline = Outline { leaves, symmetry: false, search: 0 };
        let mut chooser = WhateverHappens(ByTable(&table));
        strategy(game, &start, claim, outline, &mut chooser, 1 << 20)
    };
    let wrong = Length::Exactly(plies.strict_add_signed(difference));
    assert!(prove(wrong).is_err(), "{wrong:?} with leaves {leaves} was accepted");
    let right = prove(Length::Exactly(plies)).unwrap().to_bytes();
    assert_eq!(check(&Checker::new(), &right).unwrap().plies, Some(plies));
}

/// Files that ask for work without end.
fn endless() -> Vec<(&'static str, Vec<u8>)> {
    let heaps = "game nim\nset rules normal\nset take any\nset start 255-255-255-255";
    vec![
        ("leaves", bare(heaps, "255-255-255-255", "first wins", "strategy leaves 7")),
        ("a search", {
            // There are 1,020 moves.
            let proof = "strategy leaves 0 search 255";
            listing(heaps, "255-255-255-255", "first wins", proof, &[1020])
        }),
        ("values of 20 million heaps", {
            let claim = "nim-values of heaps below 20000000";
            let game = "game octal\nset code 0.6";
            listing(game, "", claim, "least-excluded mask 0", &[0; 20_000_000])
        }),
        ("period of 8 million heaps", {
            let claim = "period 8000000 from heap 0 on";
            bare("game octal\nset code 0.6", "", claim, "least-excluded mask 0")
        }),
        ("values of 200,000 heaps", {
            let claim = "nim-values of heaps below 200000";
            listing("game grundy", "", claim, "least-excluded mask 0", &[0; 200_000])
        }),
        ("heaps that may be taken whole", {
            let claim = "nim-values of heaps below 1000000";
            listing("game nim\nset take any", "", claim, "least-excluded mask 0", &[0; 1_000_000])
        }),
        ("all boards of the 15-puzzle", {
            let goal = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
            let game = format!("game taquin\nset size 4x4\nset goal {goal}");
            bare(&game, "2 1 0 3 4 5 6 7 8 9 10 11 12 13 14 15", "unsolvable", "exhaustion")
        }),
    ]
}

#[test]
fn what_asks_for_endless_work_ends_at_the_limits() {
    let stopped = |checker: &Checker, name, file: &[u8]| match check(checker, file) {
        Err(Rejection::Stopped { limit }) => limit,
        other => panic!("{name}: {other:?}"),
    };
    for (name, file) in endless() {
        let work = Checker::new().budget(Budget::unlimited().nodes(1_000_000));
        assert_eq!(stopped(&work, name, &file), Limit::Nodes, "{name}");
        let (begun, time) = (Instant::now(), Duration::from_millis(200));
        let timed = Checker::new().budget(Budget::unlimited().time(time));
        assert_eq!(stopped(&timed, name, &file), Limit::Time, "{name}");
        assert!(begun.elapsed() < time + Duration::from_secs(2), "{name}: {:?}", begun.elapsed());
        let flag = StopFlag::new();
        flag.raise();
        let interrupted = Checker::new().budget(Budget::unlimited().stop(flag));
        assert_eq!(stopped(&interrupted, name, &file), Limit::Interrupted, "{name}");
    }
}

#[test]
fn values_that_are_not_listed_are_not_computed() {
    let claim = "nim-values of heaps below 20000000";
    let file = bare("game octal\nset code 0.6", "", claim, "least-excluded mask 0");
    let error = check(&Checker::new().budget(Budget::unlimited().nodes(1000)), &file);
    assert!(matches!(error, Err(Rejection::OtherClaim { .. })), "{error:?}");
}

#[test]
fn what_follows_the_entries_without_end_is_not_read_to_its_end() {
    let (kind, place) = ("entries 0\nbytes 0\n\n", "entries 0\nbytes 18446744073709551615\n\n");
    let game = "game nim\nset rules misere\nset take 1-3\nset start 1";
    let text = bare(game, "1", "second wins", "strategy leaves 0");
    let text = String::from_utf8_lossy(&text[..text.len() - 8]).replace(kind, place);
    let checker = Checker::new().budget(Budget::unlimited().nodes(1_000_000));
    let header = Header::read(text.as_bytes()).unwrap();
    let file = text.as_bytes().chain(std::io::repeat(1));
    let error = check_reader(&checker, &header, file, None).unwrap_err();
    assert!(matches!(error, Rejection::Stopped { limit: Limit::Nodes }), "{error}");
}

#[test]
fn a_small_file_keeps_no_more_positions_than_allowed() {
    // Every reply to every move waits to be looked at.
    let heaps = "game nim\nset rules normal\nset take any\nset start 255-255-255-255-255-255";
    let file = bare(heaps, "255-255-255-255-255-255", "second wins", "strategy leaves 0");
    let error = check(&Checker::new().positions(1000), &file).unwrap_err();
    assert!(matches!(error, Rejection::Limit { limit: 1000 }), "{error}");
}

#[test]
fn a_search_proves_a_claim_with_and_without_a_table() {
    let game = ConnectFour::new(4, 4).unwrap();
    let outline = Outline { leaves: 0, symmetry: true, search: 16 };
    let made = |claim: &str| {
        let (start, claim) = (game.initial(), claim.parse().unwrap());
        let mut chooser = Searching(WhateverHappens(AtRandom(Pcg64::seed_from_u64(1))), u64::MAX);
        strategy(&game, &start, claim, outline, &mut chooser, 9)
    };
    // One entry for the first move, and one for each reply that is no mirror image of another.
    let draw = made("draw").unwrap();
    assert_eq!(draw.header().entries, 3);
    let states =
        |positions| check(&Checker::new().positions(positions), &draw.to_bytes()).unwrap().states;
    assert!(states(1_000) > states(1_000_000));
    assert!(made("first wins").is_err());
    let holds = made("first holds").unwrap();
    for (word, other) in
        [("first holds", "first wins"), ("search 16", "search 5"), ("search 16", "search 256")]
    {
        let said = with(&holds, word, other);
        assert!(!said.starts_with("accepted"), "{other}: {said}");
    }
}

#[test]
fn leaves_are_an_odd_number_of_plies_or_none() {
    let game = "game nim\nset rules misere\nset take 1-3\nset start 1";
    for leaves in 0..=9 {
        let proof = format!("strategy leaves {leaves}");
        let checked = check(&Checker::new(), &bare(game, "1", "second wins", &proof));
        let allowed = [0, 1, 3, 5, 7].contains(&leaves);
        assert_eq!(checked.is_ok(), allowed, "{proof}: {checked:?}");
        let outline = Outline { leaves, symmetry: false, search: 0 };
        let pair = Nim::new(TakeSet::any(), Convention::Misere, &[2]).unwrap();
        let claim = Claim::Wins { winner: Player::First, length: Length::Any };
        let (start, mut chooser) = (pair.initial(), AtRandom(Pcg64::seed_from_u64(1)));
        let made = strategy(&pair, &start, claim, outline, &mut chooser, 9);
        assert_eq!(matches!(made, Err(Rejection::WrongProof(_))), !allowed, "{proof}");
    }
}

#[test]
fn headers_are_not_believed() {
    let game = ConnectFour::new(4, 4).unwrap();
    let state = game.parse_state("12341234").unwrap();
    let table = Table::solve(Reachable::explore_all(&game, &state));
    let outline = Outline { leaves: 1, symmetry: true, search: 0 };
    let draw = strategy(
        &game,
        &state,
        Claim::Holds { player: Player::First },
        outline,
        &mut ByTable(&table),
        9999,
    )
    .unwrap();
    let slides = &shortest_slides("125374680")[0];
    let [parity, exhaustion, ..] = &unsolvable()[..] else { panic!("there are some") };
    let lines = [
        with(&draw, "certificate 1", "certificate 2"),
        with(&draw, "connect-four", "connect-five"),
        with(&draw, "size 4x4", "size 4x9"),
        with(&draw, "size 4x4", "size 04x4"),
        with(&draw, "first holds", "second wins"),
        with(&draw, "first holds", "unsolvable"),
        with(&draw, "claim first", "claim nobody"),
        with(&draw, "leaves 1", "leaves 8"),
        with(&draw, "entries ", "entries 1"),
        with(&draw, "entries ", "entries 99999999999999"),
        with(&draw, "bytes ", "bytes 9"),
        with(&draw, "claim ", "claims "),
        with(slides, "solution 6", "solution 7"),
        with(
            slides,
            "solution 6 moves\nproof balls\nentries 6",
            "solution 8 moves\nproof balls\nentries 8",
        ),
        with(slides, "125374680", "125374608"),
        with(parity, "parity", "hemmed-in"),
        with(parity, "213/450", "123/450"),
        with(exhaustion, "213/450", "123/450"),
        // What a terminal would obey.
        with(exhaustion, "213/450", "213/450\u{1b}[2K\rverified: unsolvable\u{1b}[8m"),
        with(&draw, "size 4x4", "size 4x4\u{9b}2K"),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_file_that_was_damaged_or_cut_off_is_called_so() {
    for certificate in shortest_slides("125374680") {
        let file = certificate.to_bytes();
        for place in certificate.header().to_string().len()..file.len() {
            let mut damaged = file.clone();
            damaged[place] ^= 4;
            let error = check(&Checker::new(), &damaged).unwrap_err();
            assert!(matches!(error, Rejection::Checksum), "{error}");
        }
        for length in 0..file.len() {
            assert!(check(&Checker::new(), &file[..length]).is_err());
        }
        let mut longer = file.clone();
        longer.push(0);
        assert!(matches!(check(&Checker::new(), &longer), Err(Rejection::Entries(_))));
    }
}

#[test]
fn entries_can_be_read_by_people() {
    let game = Breakthrough::new(2, 4).unwrap();
    let start = game.initial();
    let table = Table::solve(Reachable::explore_all(&game, &start));
    let claim = Claim::Wins { winner: Player::Second, length: Length::Exactly(8) };
    let outline = Outline { leaves: 1, symmetry: true, search: 0 };
    let made = strategy(&game, &start, claim, outline, &mut ByTable(&table), 9999).unwrap();
    let mut text = made.header().to_string();
    let mut write = |entry: Entry| {
        text += &format!("{} {} {}\n", entry.number, entry.position, entry.text);
    };
    let checked = check_watched(&Checker::new(), &made.to_bytes(), Some(&mut write));
    assert_eq!(checked.unwrap().plies, Some(8));
    insta::assert_snapshot!(text);
}

#[test]
fn a_board_that_only_a_search_can_call_unsolvable_is_not_hemmed_in() {
    let solvable = RushHour::new("AA.B ...B .... ....".parse().unwrap(), Metric::Steps);
    let certificate =
        Certificate::unsolvable(&solvable, &solvable.initial(), argument("hemmed-in"));
    let error = check(&Checker::new(), &certificate.to_bytes()).unwrap_err();
    assert!(error.to_string().contains("hemmed-in"), "{error}");
    // What the checker sees is what the game's own argument sees.
    let held = RushHour::new(HELD.parse().unwrap(), Metric::Steps);
    assert!(held.unsolvable(held.initial()).is_some());
}

/// The cards of the most slides, and those of the most steps, without walls and with them: Michael Fogleman, "Solving Rush Hour, the
/// Puzzle" (2018).
#[test]
fn the_hardest_cards_are_certified_in_both_metrics() {
    for (card, metric, length) in [
        ("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", Metric::Slides, 51),
        ("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", Metric::Steps, 81),
        ("BBBKLMHCCKLMH.AALMDDJ....IJEE..IFFGG", Metric::Steps, 92),
        ("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", Metric::Slides, 60),
        ("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", Metric::Steps, 103),
        ("BB.KMxDDDKM.IAAL..I.JLEE..JFFN.GG.xN", Metric::Steps, 110),
    ] {
        let made = common::shortest_drive(card, metric);
        assert_eq!(made.header().claim, Claim::Shortest(length));
        assert!(made.to_bytes().len() < 1000);
        check(&Checker::new(), &made.to_bytes()).unwrap();
    }
}
