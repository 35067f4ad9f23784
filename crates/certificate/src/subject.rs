//! The games of which certificates can be made: how a header names them, and what the checker
//! knows of them beyond the rules.

use tesuji_breakthrough::{Breakthrough, Position as Pawns};
use tesuji_connect_four::{ConnectFour, Position as Stones, Word as StoneWord};
use tesuji_core::{Game, Notation, Player, Puzzle, Rules, quoted};
use tesuji_nim::{
    Convention, Grundy, HeapRule, Heaps, LargeHeaps, LargeNim, Nim, OctalCode, TakeSet, parse_heaps,
};
use tesuji_rush_hour::{Card, Metric, RocksState, RushHour, RushHourRocks};
use tesuji_taquin::{Board, Goal, Size, Taquin, Word, read_tiles};
use tesuji_tic_tac_toe::{Board as Marks, TicTacToe};

use crate::{Header, Rejection};

/// Rules that a header can name.
pub trait Named: Notation {
    /// The name of the game.
    const NAME: &'static str;

    /// The settings that these rules need to be made again, each with its name.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// Makes the rules and the position that a header names.
    ///
    /// # Errors
    /// What is wrong with a setting or the position.
    fn open(header: &Header) -> Result<(Self, Self::State), Rejection>
    where
        Self: Sized;
}

/// A game of which strategies can be checked. The provided methods know nothing; what others say
/// `docs/certificates.md` proves.
pub trait Subject: Game + Named {
    /// One of the positions that are mirror images of `state` or turned, with the same future.
    fn representative(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// `player` does not win before he has made so many moves himself; none: he cannot win any
    /// more, whatever happens.
    fn fewest_moves(&self, state: &Self::State, player: Player) -> Option<u32> {
        let _ = (state, player);
        Some(0)
    }
}

/// A puzzle of which solutions and their absence can be checked.
pub trait Riddle: Puzzle + Named {
    /// The goals, where there are few, moves can be taken back, and each back is a move of its
    /// own: what a proof by balls needs.
    fn goals(&self) -> Option<Vec<Self::State>> {
        None
    }

    /// Proves by the parity of the tiles' order that there is no solution.
    ///
    /// # Errors
    /// Why that is no proof here.
    fn parity(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Err("this game has no tiles".to_owned())
    }

    /// Proves by cells that are covered for ever that there is no solution.
    ///
    /// # Errors
    /// Why that is no proof here.
    fn hemmed_in(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Err("this game has no cars".to_owned())
    }
}

fn wrong(error: impl std::fmt::Display) -> Rejection {
    Rejection::NoSuchGame(error.to_string())
}

/// The rules and the position that a header names, in the one way to write them.
pub(crate) fn open<N: Named>(header: &Header) -> Result<(N, N::State), Rejection> {
    let (game, state) = N::open(header)?;
    header.is_usual(&game.settings(), &game.state_text(&state))?;
    Ok((game, state))
}

fn position<G: Notation>(game: G, header: &Header) -> Result<(G, G::State), Rejection> {
    let state = game.parse_state(&header.position).map_err(wrong)?;
    Ok((game, state))
}

/// A board size, width and height.
fn size(header: &Header) -> Result<(usize, usize), Rejection> {
    let text = header.setting("size")?;
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| wrong(format_args!("{} is no board size", quoted(text))))
}

fn setting<T: std::str::FromStr<Err: std::fmt::Display>>(
    header: &Header,
    name: &str,
) -> Result<T, Rejection> {
    header.setting(name)?.parse().map_err(wrong)
}

impl Named for Breakthrough {
    const NAME: &'static str = "breakthrough";

    fn settings(&self) -> Vec<(&'static str, String)> {
        let size = format!("{}x{}", self.width(), self.height());
        vec![("size", size), ("rows", self.rows().to_string())]
    }

    fn open(header: &Header) -> Result<(Self, Pawns), Rejection> {
        let (width, height) = size(header)?;
        let rows = setting(header, "rows")?;
        position(Breakthrough::with_rows(width, height, rows).map_err(wrong)?, header)
    }
}

impl Subject for Breakthrough {
    fn representative(&self, state: &Pawns) -> Pawns {
        self.canonical(state)
    }

    /// Whoever wins has walked a pawn home, a row a move, or taken every enemy pawn, one a move.
    fn fewest_moves(&self, state: &Pawns, player: Player) -> Option<u32> {
        let top = u32::from(self.height()) - 1;
        let row_of = |cell: u32| Some(u32::from(self.row_of(u8::try_from(cell).ok()?)));
        let (rows, prey) = match player {
            Player::First => (top - row_of(state.white().checked_ilog2()?)?, state.black()),
            Player::Second => (row_of(state.black().trailing_zeros())?, state.white()),
        };
        Some(rows.min(prey.count_ones()))
    }
}

impl<W: StoneWord> Named for ConnectFour<W> {
    const NAME: &'static str = "connect-four";

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("size", format!("{}x{}", self.width(), self.height()))]
    }

    fn open(header: &Header) -> Result<(Self, Stones<W>), Rejection> {
        let (width, height) = size(header)?;
        position(ConnectFour::in_word(width, height).map_err(wrong)?, header)
    }
}

impl<W: StoneWord> Subject for ConnectFour<W> {
    fn representative(&self, state: &Stones<W>) -> Stones<W> {
        self.canonical(state)
    }

    /// A player whose stones and all empty cells together have no four in a line never gets one.
    fn fewest_moves(&self, state: &Stones<W>, player: Player) -> Option<u32> {
        let own = if self.to_move(state) == player { state.own() } else { state.opponent() };
        let empty = self.board() & !state.taken();
        self.has_four(own | empty).then_some(0)
    }
}

impl Named for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";

    fn settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn open(header: &Header) -> Result<(Self, Marks), Rejection> {
        position(TicTacToe::new(), header)
    }
}

impl Subject for TicTacToe {
    fn representative(&self, state: &Marks) -> Marks {
        self.canonical(state)
    }
}

/// A rule for heaps that a header can name.
pub trait NamedRule: HeapRule + Sized {
    /// The name of the game, or of the rule.
    const NAME: &'static str;

    /// The settings of the rule.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The rule that a header names.
    ///
    /// # Errors
    /// What is wrong with a setting.
    fn open(header: &Header) -> Result<Self, Rejection>;
}

impl NamedRule for TakeSet {
    const NAME: &'static str = "nim";

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("take", self.to_string())]
    }

    fn open(header: &Header) -> Result<Self, Rejection> {
        setting(header, "take")
    }
}

impl NamedRule for Grundy {
    const NAME: &'static str = "grundy";

    fn settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn open(_: &Header) -> Result<Self, Rejection> {
        Ok(Grundy)
    }
}

impl NamedRule for OctalCode {
    const NAME: &'static str = "octal";

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("code", self.to_string())]
    }

    fn open(header: &Header) -> Result<Self, Rejection> {
        setting(header, "code")
    }
}

impl<R: NamedRule> Named for Nim<R> {
    const NAME: &'static str = R::NAME;

    fn settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = vec![("rules", self.convention().to_string())];
        settings.extend(self.rule().settings());
        let heaps: Vec<_> = self.start_sizes().iter().map(ToString::to_string).collect();
        settings.push(("start", heaps.join("-")));
        settings
    }

    fn open(header: &Header) -> Result<(Self, Heaps), Rejection> {
        let convention: Convention = setting(header, "rules")?;
        let rule = R::open(header)?;
        let heaps = parse_heaps(header.setting("start")?).map_err(wrong)?;
        position(Nim::new(rule, convention, &heaps).map_err(wrong)?, header)
    }
}

/// Positions of these games have no certificates, only the nim-values of their heaps.
impl<R: NamedRule> Named for LargeNim<R> {
    const NAME: &'static str = R::NAME;

    fn settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = vec![("rules", self.convention().to_string())];
        settings.extend(self.rule().settings());
        settings
    }

    fn open(header: &Header) -> Result<(Self, LargeHeaps), Rejection> {
        let convention: Convention = setting(header, "rules")?;
        let heaps = header.position.split(' ').next().unwrap_or_default();
        let heaps = parse_heaps(heaps).map_err(wrong)?;
        position(LargeNim::new(R::open(header)?, convention, &heaps).map_err(wrong)?, header)
    }
}

impl<R: NamedRule> Subject for Nim<R> {
    fn representative(&self, state: &Heaps) -> Heaps {
        self.canonical(state)
    }
}

impl Named for RushHourRocks {
    const NAME: &'static str = "rush-hour-rocks";

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("card", self.alone().card().to_string())]
    }

    fn open(header: &Header) -> Result<(Self, RocksState), Rejection> {
        let card: Card = setting(header, "card")?;
        position(RushHourRocks::new(card), header)
    }
}

impl Subject for RushHourRocks {
    /// The driver wins when the red car is at the exit, and moves a car by one cell a time.
    fn fewest_moves(&self, state: &RocksState, player: Player) -> Option<u32> {
        match player {
            Player::First => {
                let red = self.alone().car(state.board(), 0);
                // Moves that lead it to the exit and not past it.
                let way = self.alone().card().width().checked_sub(red.length + red.offset);
                Some(way.map_or(0, u32::from))
            }
            Player::Second => Some(0),
        }
    }
}

impl Named for RushHour {
    const NAME: &'static str = "rush-hour";

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("metric", self.metric().to_string()), ("card", self.card().to_string())]
    }

    fn open(header: &Header) -> Result<(Self, Self::State), Rejection> {
        let metric: Metric = setting(header, "metric")?;
        let card: Card = setting(header, "card")?;
        position(RushHour::new(card, metric), header)
    }
}

impl Riddle for RushHour {
    fn hemmed_in(&self, state: &Self::State) -> Result<(), String> {
        crate::hemmed_in::check(&self.card_at(*state))
    }
}

impl<W: Word> Named for Taquin<W> {
    const NAME: &'static str = "taquin";

    fn settings(&self) -> Vec<(&'static str, String)> {
        let tiles: Vec<_> = self.tiles(self.goal()).map(|tile| tile.to_string()).collect();
        vec![("size", self.board_size().to_string()), ("goal", tiles.join(" "))]
    }

    fn open(header: &Header) -> Result<(Self, Board<W>), Rejection> {
        let size: Size = setting(header, "size")?;
        let goal = read_tiles(header.setting("goal")?, Some(size)).map_err(wrong)?;
        let goal = Goal::Tiles(goal.tiles);
        position(Taquin::new(size.width(), size.height(), goal).map_err(wrong)?, header)
    }
}

impl<W: Word> Riddle for Taquin<W> {
    /// A slide is taken back by sliding the same tile again.
    fn goals(&self) -> Option<Vec<Board<W>>> {
        Some(vec![self.goal()])
    }

    /// A slide exchanges the blank and a tile, and moves the blank from one colour of a
    /// chessboard to the other. So the parity of the exchanges that make the goal of a board is
    /// that of the blank's way, if slides can.
    fn parity(&self, state: &Board<W>) -> Result<(), String> {
        let (here, goal): (Vec<u8>, Vec<u8>) =
            (self.tiles(*state).collect(), self.tiles(self.goal()).collect());
        let place = |tiles: &[u8], tile| tiles.iter().position(|&other| other == tile);
        let Some((from, to)) = place(&here, 0).zip(place(&goal, 0)) else {
            return Err("there is no blank".to_owned());
        };
        let width = usize::from(self.width());
        let way = from / width + from % width + to / width + to % width;
        // Exchanges that bring each cell what the goal has there.
        let (mut tiles, mut exchanges) = (here, 0);
        for (cell, &tile) in goal.iter().enumerate() {
            if tiles[cell] != tile {
                let other = place(&tiles, tile).ok_or("the goal has other tiles")?;
                tiles.swap(cell, other);
                exchanges += 1;
            }
        }
        if (exchanges + way) % 2 == 1 {
            Ok(())
        } else {
            Err("the parity is that of the goal".to_owned())
        }
    }
}

/// Calls the rules of a game by the name in a header.
///
/// # Errors
/// There is no such game, or whatever `visit` says.
pub(crate) fn dispatch<V: Visit>(header: &Header, visit: V) -> Result<V::Output, Rejection> {
    match header.game.as_str() {
        Breakthrough::NAME => visit.game::<Breakthrough>(),
        <ConnectFour as Named>::NAME => match size(header)? {
            (width, height) if ConnectFour::new(width, height).is_ok() => {
                visit.game::<ConnectFour>()
            }
            _ => visit.game::<ConnectFour<u128>>(),
        },
        TicTacToe::NAME => visit.game::<TicTacToe>(),
        <TakeSet as NamedRule>::NAME => visit.game::<Nim<TakeSet>>(),
        <Grundy as NamedRule>::NAME => visit.game::<Nim<Grundy>>(),
        <OctalCode as NamedRule>::NAME => visit.game::<Nim<OctalCode>>(),
        RushHourRocks::NAME => visit.game::<RushHourRocks>(),
        RushHour::NAME => visit.puzzle::<RushHour>(),
        <Taquin as Named>::NAME => match setting::<Size>(header, "size")?.cells() {
            ..=16 => visit.puzzle::<Taquin<u64>>(),
            _ => visit.puzzle::<Taquin<u128>>(),
        },
        name => Err(wrong(format_args!("there is no game {}", quoted(name)))),
    }
}

/// What is done with a game once it is known which.
pub(crate) trait Visit {
    type Output;
    fn game<G: Subject>(self) -> Result<Self::Output, Rejection>;
    fn puzzle<P: Riddle>(self) -> Result<Self::Output, Rejection>;
}
