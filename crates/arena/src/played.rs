use std::io;
use std::time::Duration;

use tesuji_core::{Checkpoints, Game, GameResult, Player, StateReader, StateWriter};

use crate::{Forfeit, GameEnding, MatchScore, Pentanomial, PlayedGame};

/// The pairs of games that were played before an interruption: a [`Match`](crate::Match) takes them
/// from here in place of playing them again, and adds its own.
///
/// All matches of a tournament share the checkpoints, with a [label](Self::labelled) for each
/// match.
///
/// # Complexity
/// Memory, and the size of a checkpoint: two bytes for each move of all games, and some 300 for
/// each pair.
#[derive(Clone, Debug)]
pub struct PlayedPairs {
    checkpoints: Checkpoints,
    label: String,
}

impl PlayedPairs {
    /// The pairs in these checkpoints.
    #[must_use]
    pub fn new(checkpoints: Checkpoints) -> Self {
        PlayedPairs { checkpoints, label: String::new() }
    }

    /// The same for the match that has this label: its players, and whatever else its games depend
    /// on besides the seed.
    #[must_use]
    pub fn labelled(self, label: &str) -> Self {
        PlayedPairs { label: label.to_owned(), ..self }
    }

    /// The key of a pair; it includes the opening, as the file that it comes from may have changed.
    fn key<G: Game>(&self, game: &G, (seed, number): (u64, u64), opening: &G::State) -> String {
        format!("{} seed {seed} pair {number} from {:016x}", self.label, game.key(opening))
    }

    /// Completes a pair of games whose openings are played, if it is here.
    pub(crate) fn find<G: Game>(
        &self,
        game: &G,
        seed_and_number: (u64, u64),
        games: [PlayedGame<G>; 2],
        opening: &G::State,
    ) -> Option<(MatchScore, [PlayedGame<G>; 2])> {
        let pair = self.checkpoints.result(&self.key(game, seed_and_number, opening))?;
        let mut bytes = &pair[..];
        let input = &mut StateReader::new(&mut bytes);
        let score = read_score(input).ok()?;
        let [mut first, mut second] = games;
        read_game(game, input, &mut first, opening.clone()).ok()?;
        read_game(game, input, &mut second, opening.clone()).ok()?;
        Some((score, [first, second]))
    }

    /// Adds a pair, and saves all if that is due.
    pub(crate) fn add<G: Game>(
        &self,
        game: &G,
        seed_and_number: (u64, u64),
        score: &MatchScore,
        games: &[PlayedGame<G>; 2],
        opening: &G::State,
    ) {
        let mut pair = Vec::new();
        let out = &mut StateWriter::new(&mut pair);
        let written = write_score(score, out).and_then(|()| {
            games.iter().try_for_each(|played| write_game(game, played, opening.clone(), out))
        });
        written.expect("memory takes what is written");
        self.checkpoints.add_result(&self.key(game, seed_and_number, opening), pair);
    }

    /// Saves all pairs.
    pub(crate) fn save(&self) {
        self.checkpoints.save_results();
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is no pair of games")
}

/// The counters of a pair in a fixed order.
const COUNTERS: usize = 19;

fn write_score(score: &MatchScore, out: &mut StateWriter) -> io::Result<()> {
    let MatchScore { pairs, won, draws, won_by_side, cut_off, forfeits, moves, nodes, .. } = score;
    let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let thought = score.thought.map(nanos);
    let two = [won, won_by_side, forfeits, moves, nodes, &thought];
    let numbers = pairs.0.iter().chain(two.into_iter().flatten()).chain([draws, cut_off]);
    let numbers: Vec<u64> = numbers.copied().collect();
    debug_assert_eq!(numbers.len(), COUNTERS);
    out.words(&numbers)
}

fn read_score(input: &mut StateReader) -> io::Result<MatchScore> {
    let mut numbers = [0u64; COUNTERS];
    input.words(&mut numbers)?;
    let two = |place: usize| [numbers[5 + 2 * place], numbers[6 + 2 * place]];
    let mut pairs = Pentanomial::default();
    pairs.0.copy_from_slice(&numbers[..5]);
    Ok(MatchScore {
        pairs,
        won: two(0),
        won_by_side: two(1),
        forfeits: two(2),
        moves: two(3),
        nodes: two(4),
        thought: two(5).map(Duration::from_nanos),
        draws: numbers[17],
        cut_off: numbers[18],
        elapsed: Duration::ZERO,
    })
}

/// Writes the moves after the opening, by their numbers among the legal ones, and the end.
fn write_game<G: Game>(
    game: &G,
    played: &PlayedGame<G>,
    mut state: G::State,
    out: &mut StateWriter,
) -> io::Result<()> {
    let moves = &played.moves[played.opening_plies..];
    out.number(moves.len() as u64)?;
    for &mv in moves {
        let number = game.moves(&state).iter().position(|&other| other == mv);
        out.words(&[number.and_then(|number| u16::try_from(number).ok()).unwrap_or(u16::MAX)])?;
        game.play(&mut state, mv);
    }
    let result = match played.result {
        GameResult::Draw => 0u8,
        GameResult::Win(Player::First) => 1,
        GameResult::Win(Player::Second) => 2,
    };
    let (ending, text) = match &played.ending {
        GameEnding::Rules => (0, ""),
        GameEnding::Length => (1, ""),
        GameEnding::Forfeit(Forfeit::IllegalMove(text)) => (2, &**text),
        GameEnding::Forfeit(Forfeit::Time) => (3, ""),
        GameEnding::Forfeit(Forfeit::Failure(text)) => (4, &**text),
    };
    out.words(&[result, ending])?;
    out.bytes(text.as_bytes())
}

fn read_game<G: Game>(
    game: &G,
    input: &mut StateReader,
    played: &mut PlayedGame<G>,
    mut state: G::State,
) -> io::Result<()> {
    for _ in 0..input.number()? {
        let mut number = [0u16];
        input.words(&mut number)?;
        let moves = game.moves(&state);
        let mv = *moves.get(usize::from(number[0])).ok_or_else(damaged)?;
        game.play(&mut state, mv);
        played.moves.push(mv);
    }
    let (mut end, mut text) = ([0u8; 2], Vec::new());
    input.words(&mut end)?;
    input.bytes(&mut text)?;
    let text = String::from_utf8(text).map_err(|_| damaged())?;
    played.result = match end[0] {
        0 => GameResult::Draw,
        1 => GameResult::Win(Player::First),
        2 => GameResult::Win(Player::Second),
        _ => return Err(damaged()),
    };
    played.ending = match end[1] {
        0 => GameEnding::Rules,
        1 => GameEnding::Length,
        2 => GameEnding::Forfeit(Forfeit::IllegalMove(text)),
        3 => GameEnding::Forfeit(Forfeit::Time),
        4 => GameEnding::Forfeit(Forfeit::Failure(text)),
        _ => return Err(damaged()),
    };
    Ok(())
}
