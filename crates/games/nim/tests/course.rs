//! Facts about the games of a lab on minimax (Simple-Nim, several heaps, splitting), by search and
//! by theory.

use std::collections::HashMap;

use tesuji_core::{Game, GameResult, Notation, Rules};
use tesuji_nim::theory::Sums;
use tesuji_nim::{Convention, Grundy, HeapRule, Heaps, Nim, TakeSet};

/// Whether the player to move wins, by exhaustive search.
struct Search<'a, R> {
    game: &'a Nim<R>,
    known: HashMap<Heaps, bool>,
}

impl<'a, R: HeapRule> Search<'a, R> {
    fn new(game: &'a Nim<R>) -> Self {
        Search { game, known: HashMap::new() }
    }

    fn mover_wins(&mut self, heaps: &Heaps) -> bool {
        let heaps = self.game.canonical(heaps);
        if let Some(&wins) = self.known.get(&heaps) {
            return wins;
        }
        let wins = match self.game.result(&heaps) {
            Some(GameResult::Win(winner)) => winner == self.game.to_move(&heaps),
            Some(GameResult::Draw) => unreachable!("no draws"),
            None => {
                let moves = self.game.moves(&heaps);
                moves.iter().any(|&mv| !self.mover_wins(&self.game.successor(&heaps, mv)))
            }
        };
        self.known.insert(heaps, wins);
        wins
    }
}

#[test]
fn simple_nim_is_lost_where_one_more_than_a_multiple_of_four_is_left() {
    let mut theory = Sums::new(TakeSet::up_to_three()).unwrap();
    for tokens in 0..=255 {
        let game = Nim::simple(tokens).unwrap();
        let wins = tokens % 4 != 1;
        assert_eq!(Search::new(&game).mover_wins(&game.initial()), wins, "{tokens} by search");
        let by_theory = theory.mover_wins(&[tokens], Convention::Misere).unwrap();
        assert_eq!(by_theory, wins, "{tokens} by theory");
    }
}

#[test]
fn from_six_tokens_the_winning_move_is_to_five() {
    let mut theory = Sums::new(TakeSet::up_to_three()).unwrap();
    let moves = theory.winning_moves(&[6], Convention::Misere).unwrap();
    assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1:1"]);
    // The heap of 6 leads to 5, 4 and 3, of which only 5 is lost for the next player.
    let lost = [5, 4, 3].map(|heap| !theory.mover_wins(&[heap], Convention::Misere).unwrap());
    assert_eq!(lost, [true, false, false]);
}

#[test]
fn from_six_tokens_there_are_twenty_four_games() {
    fn games<R: HeapRule>(game: &Nim<R>, heaps: &Heaps) -> u64 {
        let moves = game.moves(heaps);
        if moves.is_empty() {
            return 1;
        }
        moves.iter().map(|&mv| games(game, &game.successor(heaps, mv))).sum()
    }
    let counts: Vec<u64> = (1..=7)
        .map(|tokens| {
            let game = Nim::simple(tokens).unwrap();
            games(&game, &game.initial())
        })
        .collect();
    assert_eq!(counts, [1, 2, 4, 7, 13, 24, 44]);
}

/// Every multiset of heaps with at most this many tokens, the largest heap first.
fn multisets(tokens: usize, largest: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for heap in 1..=largest.min(tokens) {
        for mut rest in multisets(tokens - heap, heap) {
            rest.insert(0, heap);
            found.push(rest);
        }
    }
    found
}

#[test]
fn of_the_sums_up_to_twenty_tokens_280_and_279_are_lost() {
    let mut theory = Sums::new(TakeSet::any()).unwrap();
    let all = multisets(20, 20);
    assert_eq!(all.len(), 2714);
    let start: Vec<usize> = (1..=20).map(|place| 20 / place).collect();
    let games = [Convention::Normal, Convention::Misere]
        .map(|convention| Nim::new(TakeSet::any(), convention, &start).unwrap());
    let mut searches = [Search::new(&games[0]), Search::new(&games[1])];
    let (mut lost, mut differ) = ([0, 0], 0);
    for heaps in &all {
        let text = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
        let text = if text.is_empty() { "0" } else { &text };
        let mut wins = [false, false];
        for (index, search) in searches.iter_mut().enumerate() {
            let convention = search.game.convention();
            wins[index] = theory.mover_wins(heaps, convention).unwrap();
            let state = search.game.parse_state(text).unwrap();
            assert_eq!(search.mover_wins(&state), wins[index], "{text} under {convention}");
            lost[index] += usize::from(!wins[index]);
        }
        if wins[0] != wins[1] {
            differ += 1;
        }
        let tiny = heaps.iter().all(|&heap| heap <= 1);
        assert_eq!(wins[0] != wins[1], tiny, "{text}");
    }
    assert_eq!((lost, differ), ([280, 279], 21));
}

#[test]
fn the_winning_moves_of_theory_are_those_of_the_rules() {
    for convention in [Convention::Normal, Convention::Misere] {
        let game = Nim::new(TakeSet::any(), convention, &[3, 4, 5]).unwrap();
        let mut search = Search::new(&game);
        let mut theory = Sums::new(TakeSet::any()).unwrap();
        for state in tesuji_core::laws::states(&game, 1000) {
            let mut winning = game.moves(&state);
            winning.retain(|&mv| !search.mover_wins(&game.successor(&state, mv)));
            let found = theory.winning_moves(&state.to_vec(), convention).unwrap();
            assert_eq!(found, winning, "{state:?} under {convention}");
        }
    }
}

#[test]
fn eleven_single_heaps_up_to_two_hundred_are_lost_in_the_splitting_game() {
    let lost = [0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53];
    let mut theory = Sums::new(Grundy).unwrap();
    let by_theory: Vec<usize> = (0..=200)
        .filter(|&heap| !theory.mover_wins(&[heap], Convention::Normal).unwrap())
        .collect();
    assert_eq!(by_theory, lost);
    let game = Nim::new(Grundy, Convention::Normal, &[27]).unwrap();
    let mut search = Search::new(&game);
    for heap in 0..=27 {
        let state = game.parse_state(&heap.to_string()).unwrap();
        assert_eq!(search.mover_wins(&state), !lost.contains(&heap), "{heap} by search");
    }
}
