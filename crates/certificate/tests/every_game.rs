//! Every claim that can be stated about every position of small games: a proof of each false one is
//! asked of a player who plays as well as can be, one who plays at random and one who looks for gaps
//! in the checker, and none comes about; each true one is proved.
//!
//! What is true a solver of its own says, which shares nothing with the searches.

use std::collections::HashMap;

use crate::common::strategy_claims::{claims, holds};
use crate::common::{Searching, check, strategy};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Ask, Checker, Chooser, Claim, Duty, Length, Outline, Rejection};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Game, GameResult, NamedGame, Player};
use tesuji_nim::{Convention, Grundy, NamedRule, Nim, OctalCode, TakeSet};
use tesuji_rush_hour::RushHourRocks;
use tesuji_tic_tac_toe::TicTacToe;

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// The most plies of the checker's searches.
const SEARCHES: [u32; 3] = [0, 4, LONGEST];

/// No game of these without repetition has more plies.
const LONGEST: u32 = 60;

/// No strategy for games as small as these has more entries.
const ENTRIES: u64 = 1 << 20;

/// Who wins from a position, and in how many plies if both play as well as can be.
type Won = Option<(Player, u32)>;

/// The positions that can be reached from the first, and what they are worth: those won in `n`
/// plies follow from those won in `n` − 1.
struct Truth<'g, G: Game + NamedGame> {
    game: &'g G,
    /// In the order in which they were met.
    states: Vec<G::State>,
    won: HashMap<G::State, Won>,
}

impl<'g, G: Game + NamedGame> Truth<'g, G> {
    fn find(game: &'g G, start: &G::State) -> Self {
        let mut states = vec![start.clone()];
        let mut won = HashMap::from([(start.clone(), None)]);
        let mut next = 0;
        while let Some(state) = states.get(next).cloned() {
            next += 1;
            for mv in game.moves(&state) {
                let after = game.successor(&state, mv);
                if won.insert(after.clone(), None).is_none() {
                    states.push(after);
                }
            }
        }
        for state in &states {
            if let Some(GameResult::Win(winner)) = game.result(state) {
                won.insert(state.clone(), Some((winner, 0)));
            }
        }
        // Neither player wins a draw by rule, or a position that neither can win.
        for plies in 1.. {
            let mut found = Vec::new();
            for state in states.iter().filter(|state| won[*state].is_none()) {
                let mover = game.to_move(state);
                let moves = game.moves(state);
                let after = |&mv: &G::Move| won[&game.successor(state, mv)];
                if moves.iter().any(|mv| after(mv) == Some((mover, plies - 1))) {
                    found.push((state, (mover, plies)));
                } else if !moves.is_empty()
                    && moves.iter().all(|mv| after(mv).is_some_and(|(who, _)| who != mover))
                {
                    found.push((state, (mover.other(), plies)));
                }
            }
            if found.is_empty() {
                break;
            }
            let found: Vec<_> = found.into_iter().map(|(state, w)| (state.clone(), w)).collect();
            won.extend(found.into_iter().map(|(state, w)| (state, Some(w))));
        }
        Truth { game, states, won }
    }

    fn holds(&self, state: &G::State, claim: Claim) -> bool {
        holds(self.won[state], claim)
    }

    /// All claims that can be stated, with lengths up to three plies more than the true one.
    fn claims(&self, state: &G::State) -> Vec<Claim> {
        claims(self.won[state].map_or(4, |(_, plies)| plies) + 3)
    }
}

/// Wins as soon as possible, and where that cannot be, loses as late as possible.
struct Perfect<'t, 'g, G: Game + NamedGame>(&'t Truth<'g, G>);

impl<G: Game + NamedGame> Chooser<G> for Perfect<'_, '_, G> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let worth = |&number: &usize| {
            let after = ask.game.successor(ask.state, ask.moves[number]);
            match self.0.won[&after] {
                Some((who, plies)) if who == ask.player => (2, -i64::from(plies)),
                None => (1, 0),
                Some((_, plies)) => (0, i64::from(plies)),
            }
        };
        Ok((0..ask.moves.len()).max_by_key(worth).expect("there are moves"))
    }
}

/// Among the moves and this number of other choices.
struct AtRandom(Pcg64, usize);

impl<G: Game + NamedGame> Chooser<G> for AtRandom {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        Ok(self.0.next_u64() as usize % (ask.moves.len() + self.1))
    }
}

/// Leaves everything to the checker.
struct Lazy;

impl<G: Game + NamedGame> Chooser<G> for Lazy {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        Ok(ask.moves.len())
    }
}

/// Wants the checker to look at as little as possible: ends the game with any winner, leads to
/// positions that were met or are left out, and else plays what takes the claimed plies to the last.
struct Gaps<'t, 'g, G: Game + NamedGame>(&'t Truth<'g, G>);

impl<G: Game + NamedGame> Chooser<G> for Gaps<'_, '_, G> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let left = match ask.duty {
            Duty::Win(plies) | Duty::Survive(plies) => plies.map_or(0, i64::from),
            Duty::Value => 0,
        };
        let seen = |&number: &usize| {
            let after = ask.game.successor(ask.state, ask.moves[number]);
            let plies = self.0.won[&after].map_or(0, |(_, plies)| i64::from(plies) + 1);
            (
                ask.game.result(&after).is_none(),
                ask.new_entries(ask.moves[number]),
                (plies - left).abs(),
            )
        };
        Ok((0..ask.moves.len()).min_by_key(seen).expect("there are moves"))
    }
}

/// Plays perfectly but for some moves at random where a value is to be kept, and notes all of these.
struct Noted<'t, 'g, G: Game + NamedGame> {
    perfect: Perfect<'t, 'g, G>,
    rng: Pcg64,
    /// The positions, with those after the moves.
    moves: Vec<(G::State, G::State)>,
}

impl<G: Game + NamedGame> Chooser<G> for Noted<'_, '_, G> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        let at_random = ask.duty == Duty::Value && self.rng.next_u64().is_multiple_of(20);
        let choice = match at_random {
            true => self.rng.next_u64() as usize % ask.moves.len(),
            false => self.perfect.choose(ask)?,
        };
        if ask.duty == Duty::Value {
            self.moves.push((ask.state.clone(), ask.game.successor(ask.state, ask.moves[choice])));
        }
        Ok(choice)
    }
}

/// Proves the values of a game by strategies that err now and then; returns how many were proved and
/// how many were not.
fn kept_values<G: Game + NamedGame>(game: &G, step: usize, tries: u64) -> [u64; 2] {
    let truth = Truth::find(game, &game.initial());
    let mut found = [0; 2];
    for (seed, state) in (0..).zip(truth.states.iter().step_by(step)) {
        let result = truth.won[state].map_or(GameResult::Draw, |(who, _)| GameResult::Win(who));
        let claim = Claim::SemiStrong { result, positions: 0 };
        for (leaves, seed) in (0..tries).map(|turn| (turn % 2, tries * seed + turn)) {
            let outline = Outline { leaves: leaves as u32, symmetry: leaves > 0, search: 0 };
            let (perfect, rng) = (Perfect(&truth), Pcg64::seed_from_u64(seed));
            let mut noted = Noted { perfect, rng, moves: Vec::new() };
            let made = strategy(game, state, claim, outline, &mut noted, ENTRIES);
            let value = |state: &G::State| truth.won[state].map(|(who, _)| who);
            let kept = noted.moves.iter().all(|(from, to)| value(from) == value(to));
            assert_eq!(made.is_ok(), kept, "{}: {:?}", game.state_text(state), made.err());
            found[usize::from(!kept)] += 1;
            let Ok(made) = made else { continue };
            // Each position with an entry is one whose value is proved, and so are no others.
            let Claim::SemiStrong { positions, .. } = made.header().claim else {
                panic!("{}", made.header())
            };
            assert_eq!(positions, noted.moves.len() as u64);
            if leaves == 0 {
                assert_eq!(positions, led_to(game, state, &noted.moves));
            }
        }
    }
    found
}

/// The number of positions in which a player is to move, of all that the player's moves lead to, for
/// both players.
fn led_to<G: Game>(game: &G, start: &G::State, moves: &[(G::State, G::State)]) -> u64 {
    let moves: HashMap<_, _> = moves.iter().cloned().collect();
    let mut count = 0;
    for player in PLAYERS {
        let (mut waiting, mut met) = (vec![start.clone()], HashMap::new());
        while let Some(state) = waiting.pop() {
            if game.result(&state).is_some() || met.insert(state.clone(), ()).is_some() {
                continue;
            }
            if game.to_move(&state) == player {
                count += 1;
                waiting.push(moves[&state].clone());
            } else {
                waiting.extend(game.moves(&state).iter().map(|&mv| game.successor(&state, mv)));
            }
        }
    }
    count
}

/// How thoroughly a game is gone through.
#[derive(Clone, Copy)]
struct Depth {
    /// One position in `step` is tried.
    step: usize,
    /// Whether each claim is tried with all outlines, or with one after the other.
    all_outlines: bool,
}

/// What was tried.
#[derive(Default)]
struct Count {
    positions: usize,
    right: usize,
    wrong: usize,
}

/// Goes through the positions of a game.
fn every_claim<G: Game + NamedGame>(game: &G, depth: Depth, count: &mut Count) {
    every_claim_from(game, &game.initial(), depth, count);
}

/// Goes through the positions that can be reached from `start`.
fn every_claim_from<G: Game + NamedGame>(
    game: &G,
    start: &G::State,
    depth: Depth,
    count: &mut Count,
) {
    let truth = Truth::find(game, start);
    let outlines: Vec<_> = SEARCHES
        .into_iter()
        .flat_map(|search| [0, 1, 3, 5, 7].map(|leaves| (leaves, search)))
        .flat_map(|(leaves, search)| {
            [false, true].map(|symmetry| Outline { leaves, symmetry, search })
        })
        .collect();
    for (number, state) in truth.states.iter().enumerate().step_by(depth.step) {
        count.positions += 1;
        for (turn, claim) in truth.claims(state).into_iter().enumerate() {
            let chosen = match depth.all_outlines {
                true => &outlines[..],
                false => &outlines[(number + turn) % outlines.len()..][..1],
            };
            for &outline in chosen {
                one_claim(&truth, state, claim, outline, number as u64, count);
            }
        }
    }
}

fn one_claim<G: Game + NamedGame>(
    truth: &Truth<G>,
    state: &G::State,
    claim: Claim,
    outline: Outline,
    seed: u64,
    count: &mut Count,
) {
    let game = truth.game;
    let what = || format!("{} {}: {claim}, {outline:?}", G::NAME, game.state_text(state));
    let random = &mut AtRandom(Pcg64::seed_from_u64(seed), usize::from(outline.search > 0));
    let made = [
        strategy(game, state, claim, outline, &mut Perfect(truth), ENTRIES),
        strategy(game, state, claim, outline, &mut Searching(Perfect(truth), 20), ENTRIES),
        strategy(game, state, claim, outline, &mut Lazy, ENTRIES),
        strategy(game, state, claim, outline, random, ENTRIES),
        strategy(game, state, claim, outline, &mut Gaps(truth), ENTRIES),
    ];
    if truth.holds(state, claim) {
        if matches!(claim, Claim::SemiStrong { .. }) && !game.never_repeats() {
            // There may be no proof where positions repeat.
            return;
        }
        count.right += 1;
        // A search alone proves it if no play takes longer, or none that matters for the claim.
        let plies = match claim {
            Claim::Wins { length: Length::Within(plies) | Length::Exactly(plies), .. } => plies,
            _ if G::NEVER_REPEATS => LONGEST,
            _ => u32::MAX,
        };
        let proofs = if plies <= outline.search { 3 } else { 2 };
        for made in &made[..proofs] {
            let certificate = made.as_ref().unwrap_or_else(|error| panic!("{}: {error}", what()));
            let checked = check(&Checker::new(), &certificate.to_bytes());
            let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", what()));
            let plies = truth.won[state].map(|(_, plies)| plies);
            match claim {
                Claim::Wins { length: Length::Exactly(_), .. } => assert_eq!(checked.plies, plies),
                Claim::Wins { .. } => assert!(checked.plies >= plies, "{}", what()),
                _ => assert_eq!(checked.plies, None),
            }
        }
    } else {
        count.wrong += 1;
        let proved = made.into_iter().flatten().next();
        assert!(proved.is_none(), "proved: {}\n{}", what(), proved.unwrap().header());
    }
}

fn heaps<R: NamedRule>(rule: &R, start: &[usize], depth: Depth, count: &mut Count) {
    for convention in [Convention::Misere, Convention::Normal] {
        let game = Nim::new(rule.clone(), convention, start).unwrap();
        every_claim(&game, depth, count);
    }
}

fn from_text<G: Game + NamedGame>(game: &G, text: &str, depth: Depth, count: &mut Count) {
    every_claim_from(game, &game.parse_state(text).unwrap(), depth, count);
}

/// Won by the driver, endless, and blocked by the adversary.
const CARDS: [&str; 3] = ["AA.B ...B ..CC DD..", "AA.B ...B CC.D ...D", "DDB. AAB. ..CC ...."];

const ALL: Depth = Depth { step: 1, all_outlines: true };

/// Each position with each claim, and one outline for each in turn.
const EACH: Depth = Depth { step: 1, all_outlines: false };

fn some(step: usize) -> Depth {
    Depth { step, all_outlines: false }
}

/// Games that start with one heap, and with several; all smaller heaps are positions of these.
fn heap_games(larger: bool, depth: Depth, count: &mut Count) {
    let [takes, splits, breaks] = if larger { [20, 12, 8] } else { [10, 8, 6] };
    heaps(&TakeSet::up_to_three(), &[takes], depth, count);
    heaps(&"1,3,4".parse::<TakeSet>().unwrap(), &[takes], depth, count);
    heaps(&TakeSet::any(), if larger { &[2, 3, 4] } else { &[1, 2, 2] }, depth, count);
    heaps(&Grundy, &[splits], depth, count);
    heaps(&Grundy, if larger { &[6, 5] } else { &[5, 4] }, depth, count);
    for code in ["0.77", "0.137", "0.6", "4.3", "0.07"] {
        let rule: OctalCode = code.parse().unwrap();
        heaps(&rule, &[breaks], depth, count);
        heaps(&rule, if larger { &[3, 4] } else { &[2, 3] }, depth, count);
    }
}

fn enough(count: &Count, positions: usize) {
    let Count { positions: found, right, wrong } = *count;
    println!("{found} positions, {right} true claims, {wrong} false ones");
    assert!(found >= positions && right >= 3 * found && wrong > 10 * found, "{found} positions");
}

#[test]
fn nothing_false_is_proved_of_small_heaps() {
    let count = &mut Count::default();
    heap_games(false, EACH, count);
    enough(count, 500);
}

#[test]
fn nothing_false_is_proved_of_small_boards() {
    let count = &mut Count::default();
    from_text(&TicTacToe::new(), ".../.../...", some(29), count);
    from_text(&TicTacToe::new(), "X../.O./..X", EACH, count);
    every_claim(&Breakthrough::with_rows(2, 4, 1).unwrap(), EACH, count);
    every_claim(&Breakthrough::new(2, 4).unwrap(), some(3), count);
    for (width, height) in [(4, 1), (1, 5), (7, 1), (4, 2)] {
        every_claim(&ConnectFour::new(width, height).unwrap(), some(5), count);
    }
    for card in CARDS {
        every_claim(&RushHourRocks::new(card.parse().unwrap()), some(11), count);
    }
    enough(count, 500);
}

#[test]
fn exactly_the_strategies_that_keep_all_values_are_semi_strong() {
    let heaps = Nim::new(Grundy, Convention::Misere, &[7]).unwrap();
    let found = [
        kept_values(&TicTacToe::new(), 97, 12),
        kept_values(&Breakthrough::new(2, 4).unwrap(), 1, 12),
        kept_values(&Breakthrough::with_rows(3, 4, 1).unwrap(), 7, 4),
        kept_values(&ConnectFour::new(4, 2).unwrap(), 3, 4),
        kept_values(&heaps, 1, 4),
        kept_values(&Nim::simple(13).unwrap(), 1, 20),
    ];
    let [kept, lost] = [0, 1].map(|kind| found.iter().map(|found| found[kind]).sum::<u64>());
    println!("{found:?}");
    assert!(kept > 200 && lost > 200, "{found:?}");
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_any_heaps() {
    let count = &mut Count::default();
    heap_games(false, ALL, count);
    heap_games(true, EACH, count);
    enough(count, 1500);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_tic_tac_toe() {
    let count = &mut Count::default();
    from_text(&TicTacToe::new(), ".../.../...", EACH, count);
    enough(count, 5478);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_breakthrough() {
    let count = &mut Count::default();
    every_claim(&Breakthrough::with_rows(2, 4, 1).unwrap(), ALL, count);
    every_claim(&Breakthrough::with_rows(3, 4, 1).unwrap(), EACH, count);
    every_claim(&Breakthrough::new(2, 4).unwrap(), EACH, count);
    every_claim(&Breakthrough::new(2, 5).unwrap(), EACH, count);
    enough(count, 3000);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_connect_four() {
    let count = &mut Count::default();
    for (width, height) in [(4, 1), (1, 5), (7, 1), (4, 2), (5, 2)] {
        every_claim(&ConnectFour::new(width, height).unwrap(), EACH, count);
    }
    every_claim(&ConnectFour::new(4, 3).unwrap(), some(3), count);
    from_text(&ConnectFour::new(4, 4).unwrap(), "12341234", EACH, count);
    enough(count, 5000);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_rush_hour_against_rocks() {
    let count = &mut Count::default();
    for card in CARDS {
        every_claim(&RushHourRocks::new(card.parse().unwrap()), ALL, count);
    }
    enough(count, 800);
}
