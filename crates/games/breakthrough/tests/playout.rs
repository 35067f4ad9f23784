//! Random games: equal to those of the generic implementation, uniform, and repeatable.

use std::ops::ControlFlow;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_breakthrough::{Breakthrough, Position, Step};
use tesuji_core::{Game, GameResult, IncrementalKey, Player, Rules};

/// The same game with the default playout of core.
struct Plain<'a>(&'a Breakthrough);

impl Rules for Plain<'_> {
    type State = Position;
    type Move = Step;
    type Undo = Position;
    fn initial(&self) -> Position {
        self.0.initial()
    }
    fn visit_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_moves(position, visit)
    }
    fn play(&self, position: &mut Position, step: Step) -> Position {
        self.0.play(position, step)
    }
    fn undo(&self, position: &mut Position, step: Step, before: Position) {
        self.0.undo(position, step, before);
    }
}

impl Game for Plain<'_> {
    fn to_move(&self, position: &Position) -> Player {
        self.0.to_move(position)
    }
    fn result(&self, position: &Position) -> Option<GameResult> {
        self.0.result(position)
    }
}

#[test]
fn quick_games_are_the_plain_games() {
    for (width, height, rows) in [(2, 4, 2), (3, 7, 1), (5, 5, 2), (8, 4, 2), (8, 8, 2), (8, 8, 1)]
    {
        let game = Breakthrough::with_rows(width, height, rows).unwrap();
        let mut plain_rng = Pcg64::seed_from_u64(7);
        let mut quick_rng = plain_rng.clone();
        for _ in 0..2_000 {
            let plain = Plain(&game).playout(&game.initial(), &mut plain_rng);
            assert_eq!(game.playout(&game.initial(), &mut quick_rng), plain);
            assert_eq!(quick_rng, plain_rng, "as many numbers were drawn");
        }
    }
}

#[test]
fn a_watched_game_is_legal_and_ends_where_it_says() {
    let mut rng = Pcg64::seed_from_u64(8);
    for (width, height) in (2..=8).flat_map(|width| (4..=8).map(move |height| (width, height))) {
        let game = Breakthrough::new(width, height).unwrap();
        for _ in 0..20 {
            let (mut replayed, mut steps) = (game.initial(), Vec::new());
            let mut position = replayed;
            let winner = game.play_out(&mut position, &mut rng, |step| steps.push(step));
            for step in steps {
                assert!(game.moves(&replayed).contains(&step), "{step:?} in {replayed:?}");
                game.play(&mut replayed, step);
            }
            assert_eq!(position, replayed);
            assert_eq!(game.result(&position), Some(GameResult::Win(winner)));
            assert_eq!(game.key(&position), game.recomputed_key(&position));
            let mut again = position;
            assert_eq!(game.play_out(&mut again, &mut rng, |_| panic!("a move")), winner);
            assert_eq!(again, position, "a finished game stays as it is");
        }
    }
}

#[test]
fn the_key_is_right_after_each_of_a_million_moves() {
    for (width, height) in [(5, 5), (8, 8)] {
        let game = Breakthrough::new(width, height).unwrap();
        let mut rng = Pcg64::seed_from_u64(14);
        let mut moves = 0;
        while moves < 500_000 {
            let mut replayed = game.initial();
            game.play_out(&mut game.initial(), &mut rng, |step| {
                game.play(&mut replayed, step);
                assert_eq!(game.key(&replayed), game.recomputed_key(&replayed), "{replayed:?}");
                moves += 1;
            });
        }
    }
}

#[test]
fn a_playout_may_begin_with_black() {
    let game = Breakthrough::new(5, 5).unwrap();
    let start = game.moves(&game.initial())[0];
    let start = game.successor(&game.initial(), start);
    let mut movers = Vec::new();
    let mut position = start;
    let mut rng = Pcg64::seed_from_u64(9);
    game.play_out(&mut position, &mut rng, |Step { from, to }| movers.push(to < from));
    assert!(movers.iter().enumerate().all(|(ply, &black)| black == (ply % 2 == 0)));
}

#[test]
fn a_seed_gives_the_same_game_on_every_machine() {
    let game = Breakthrough::new(8, 8).unwrap();
    let mut position = game.initial();
    game.play_out(&mut position, &mut Pcg64::seed_from_u64(2002), |_| ());
    insta::assert_snapshot!(tesuji_core::Notation::state_text(&game, &position), @"p2P3p/4p1p1/p1p1pp2/5pP1/pPP3P1/p2p1P2/1PPP4/1PP3P1 b");
}

/// Pearson's statistic for counts that should be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn every_first_and_second_move_is_as_likely_as_any_other() {
    let game = Breakthrough::new(8, 8).unwrap();
    let mut rng = Pcg64::seed_from_u64(10);
    let firsts = game.moves(&game.initial());
    let seconds = game.moves(&game.successor(&game.initial(), firsts[0]));
    let mut counts = [vec![0; firsts.len()], vec![0; seconds.len()]];
    for _ in 0..100_000 {
        let mut ply = 0;
        game.play_out(&mut game.initial(), &mut rng, |step| {
            if ply < 2 {
                let moves = [&firsts, &seconds][ply];
                counts[ply][moves.iter().position(|&mv| mv == step).unwrap()] += 1;
            }
            ply += 1;
        });
    }
    for counts in counts {
        assert_eq!(counts.len(), 22);
        // 21 degrees of freedom: above 46.8 once in a thousand seeds.
        assert!(chi_square(&counts) < 46.8, "{counts:?}");
    }
}

#[test]
fn the_first_player_wins_about_half_of_the_random_games() {
    // 500,000 games of an independent program: 0.5096 on 8x8.
    let game = Breakthrough::new(8, 8).unwrap();
    let mut rng = Pcg64::seed_from_u64(11);
    let games = 100_000;
    let wins = (0..games)
        .filter(|_| game.playout(&game.initial(), &mut rng) == GameResult::Win(Player::First))
        .count();
    let share = wins as f64 / f64::from(games);
    assert!((share - 0.5096).abs() < 4.0 * 0.0016, "{share}");
}
