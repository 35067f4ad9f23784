//! Perft counts, and numbers of reachable positions.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_breakthrough::{Breakthrough, Position};
use tesuji_core::{Game, Ranked, Rules};

/// Perft without bulk counting; the sum of the final keys keeps the compiler from omitting the last
/// moves.
fn perft(game: &Breakthrough, position: &Position, depth: u32, keys: &mut u64) -> u64 {
    let mut count = 0;
    let ControlFlow::Continue(()) = game.visit_moves(position, |step| {
        let next = game.successor(position, step);
        if depth == 1 {
            count += 1;
            *keys = keys.wrapping_add(game.key(&next));
        } else {
            count += perft(game, &next, depth - 1, keys);
        }
        ControlFlow::<Infallible>::Continue(())
    });
    count
}

fn check_perft(width: usize, height: usize, first_depth: u32, counts: &[u64]) {
    let game = Breakthrough::new(width, height).unwrap();
    for (depth, &count) in (first_depth..).zip(counts) {
        let found = perft(&game, &game.initial(), depth, &mut 0);
        assert_eq!(found, count, "{width}x{height}, depth {depth}");
    }
}

#[test]
fn perft_on_5x5() {
    check_perft(5, 5, 1, &[13, 156, 1_924, 23_084, 289_828, 3_538_840, 43_719_470]);
}

#[test]
fn perft_on_6x6() {
    check_perft(6, 6, 1, &[16, 256, 4_308, 71_478, 1_248_290, 21_470_998]);
}

#[test]
fn perft_on_8x8() {
    check_perft(8, 8, 1, &[22, 484, 11_132, 256_036, 6_182_818]);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn deep_perft() {
    check_perft(5, 5, 8, &[527_270_518]);
    check_perft(6, 6, 7, &[381_006_806]);
    check_perft(8, 8, 6, &[149_264_638, 3_751_915_714]);
}

/// The exact values of all reachable positions.
struct Solution<'a> {
    game: &'a Breakthrough,
    /// By rank: the plies to the end with best play of both sides, or `UNKNOWN`. With an even
    /// number the player to move loses, with an odd one wins.
    plies: Vec<u8>,
    reached: u64,
}

const UNKNOWN: u8 = u8::MAX;

impl Solution<'_> {
    fn solve(&mut self, position: &Position) -> u8 {
        let rank = usize::try_from(self.game.rank(position)).unwrap();
        if self.plies[rank] == UNKNOWN {
            self.reached += 1;
            let game = self.game;
            let (mut quickest_win, mut longest_loss) = (None, 0);
            let ControlFlow::Continue(()) = game.visit_moves(position, |step| {
                let plies = self.solve(&game.successor(position, step)) + 1;
                if plies % 2 == 1 {
                    quickest_win = Some(quickest_win.map_or(plies, |best: u8| best.min(plies)));
                } else {
                    longest_loss = longest_loss.max(plies);
                }
                ControlFlow::<Infallible>::Continue(())
            });
            let plies = quickest_win.unwrap_or(longest_loss);
            assert_eq!(plies == 0, game.result(position).is_some());
            self.plies[rank] = plies;
        }
        self.plies[rank]
    }
}

/// Solves a board: the plies to the end from the start, and the number of reachable positions.
fn solve(width: usize, height: usize) -> (u8, u64) {
    let game = Breakthrough::new(width, height).unwrap();
    let plies = vec![UNKNOWN; usize::try_from(game.state_count()).unwrap()];
    let mut solution = Solution { game: &game, plies, reached: 0 };
    (solution.solve(&game.initial()), solution.reached)
}

#[test]
fn small_boards_have_the_known_values_and_sizes() {
    assert_eq!(solve(2, 4), (8, 646));
    assert_eq!(solve(2, 5), (10, 11_287));
    assert_eq!(solve(2, 6), (15, 71_474));
    assert_eq!(solve(3, 4), (12, 55_152));
    assert_eq!(solve(3, 5), (18, 2_418_400));
    assert_eq!(solve(4, 4), (14, 3_212_224));
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn three_by_six_is_won_by_the_first_player_in_23() {
    assert_eq!(solve(3, 6), (23, 35_546_763));
}
