//! Ranking of positions.
//!
//! A position is seen from the side of the player to move, with the board rotated for Black. Then
//! none of `mine` is on the last row (I would have won), at most one of `theirs` is on the first
//! row (they have just won), and they have at least one pawn; there are no other conditions. The
//! cells are filled from the first to the last, each empty, mine or theirs, and a table counts the
//! fillings of the remaining cells: the rank is the number of fillings that come before in this
//! order (Cover, "Enumerative Source Encoding", IEEE Transactions on Information Theory 19, 1973).

use tesuji_core::{Layered, Player, Ranked};

use crate::geometry::cells;
use crate::position::Position;
use crate::rules::Breakthrough;

/// The ranking table of one board.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    width: usize,
    /// Cells from one row to the next.
    stride: usize,
    cells: usize,
    /// The maximum number of pawns of a side.
    max_pawns: usize,
    /// The number of fillings of the cells from one on with at most `i` of mine and exactly `j`
    /// of theirs, see [`Ranking::index`].
    ways: Vec<u64>,
    /// The number of positions with at most this many of theirs.
    up_to: Vec<u64>,
}

/// The state of a partial filling: the next cell, and the remaining pawns.
#[derive(Clone, Copy)]
struct Stage {
    cell: usize,
    /// One of theirs is on the first row: no other can be.
    arrived: bool,
    mine: usize,
    theirs: usize,
}

/// The content of a cell, in the order of the ranking.
#[derive(Clone, Copy)]
enum Content {
    Empty,
    Mine,
    Theirs,
}

impl Ranking {
    /// Returns the table, or `None` if the numbers exceed 64 bits.
    fn new(game: &Breakthrough) -> Option<Self> {
        let (width, height) = (usize::from(game.width()), usize::from(game.height()));
        let (cells, max_pawns) = (width * height, game.max_pawns() as usize);
        let size = (cells + 1 + width) * (max_pawns + 1) * (max_pawns + 1);
        let (stride, ways) = (usize::from(game.geometry.stride), vec![0; size]);
        let mut ranking = Ranking { width, stride, cells, max_pawns, ways, up_to: vec![0] };
        for cell in (0..=cells).rev() {
            // After the first row, it does not matter whether they have arrived.
            for arrived in [false, true].into_iter().take(if cell < width { 2 } else { 1 }) {
                for (mine, theirs) in
                    (0..=max_pawns).flat_map(|i| (0..=max_pawns).map(move |j| (i, j)))
                {
                    let stage = Stage { cell, arrived, mine, theirs };
                    let ways = if cell == cells {
                        u64::from(theirs == 0)
                    } else {
                        [Content::Empty, Content::Mine, Content::Theirs]
                            .into_iter()
                            .try_fold(0u64, |sum, c| sum.checked_add(ranking.ways_with(stage, c)))?
                    };
                    let index = ranking.index(stage);
                    ranking.ways[index] = ways;
                }
            }
        }
        let mut sum = 0u64;
        for theirs in 1..=max_pawns {
            sum = sum.checked_add(ranking.ways[ranking.index(ranking.start(theirs))])?;
            ranking.up_to.push(sum);
        }
        sum.checked_mul(2).is_some().then_some(ranking)
    }

    /// An empty board that will have this number of theirs.
    fn start(&self, theirs: usize) -> Stage {
        Stage { cell: 0, arrived: false, mine: self.max_pawns, theirs }
    }

    /// The table index of a stage.
    #[inline]
    fn index(&self, Stage { cell, arrived, mine, theirs }: Stage) -> usize {
        let row = if arrived && cell < self.width { self.cells + 1 + cell } else { cell };
        (row * (self.max_pawns + 1) + mine) * (self.max_pawns + 1) + theirs
    }

    /// The stage after the next cell got this content, if that is possible.
    #[inline]
    fn next(&self, stage: Stage, content: Content) -> Option<Stage> {
        let Stage { cell, arrived, mine, theirs } = stage;
        let stage = Stage { cell: cell + 1, ..stage };
        match content {
            Content::Empty => Some(stage),
            Content::Mine if mine > 0 && cell < self.cells - self.width => {
                Some(Stage { mine: mine - 1, ..stage })
            }
            Content::Theirs if theirs > 0 && cell >= self.width => {
                Some(Stage { theirs: theirs - 1, ..stage })
            }
            Content::Theirs if theirs > 0 && !arrived => {
                Some(Stage { theirs: theirs - 1, arrived: true, ..stage })
            }
            Content::Mine | Content::Theirs => None,
        }
    }

    /// The number of fillings if the next cell gets this content.
    #[inline]
    fn ways_with(&self, stage: Stage, content: Content) -> u64 {
        self.next(stage, content).map_or(0, |next| self.ways[self.index(next)])
    }

    /// The number of positions with one player to move.
    fn half(&self) -> u64 {
        self.up_to[self.max_pawns]
    }

    /// The number of a position seen from the side of the player to move.
    fn rank(&self, mine: u64, theirs: u64) -> u64 {
        let count = theirs.count_ones() as usize;
        let (mut rank, mut stage) = (self.up_to[count - 1], self.start(count));
        for cell in cells(mine | theirs) {
            // Empty is the first content.
            let cell_index = usize::from(cell);
            stage.cell = cell_index / self.stride * self.width + cell_index % self.stride;
            rank += self.ways_with(stage, Content::Empty);
            let content = if mine >> cell & 1 == 1 {
                Content::Mine
            } else {
                rank += self.ways_with(stage, Content::Mine);
                Content::Theirs
            };
            stage = self.next(stage, content).expect("the position is valid");
        }
        rank
    }

    /// The pawns of the position with this number, mine and theirs.
    fn unrank(&self, mut rank: u64) -> (u64, u64) {
        let count = self.up_to.partition_point(|&positions| positions <= rank);
        rank -= self.up_to[count - 1];
        let (mut stage, mut mine, mut theirs) = (self.start(count), 0, 0);
        while stage.cell < self.cells {
            let bit = 1 << (stage.cell / self.width * self.stride + stage.cell % self.width);
            let contents =
                [(Content::Empty, 0, 0), (Content::Mine, bit, 0), (Content::Theirs, 0, bit)];
            for (content, my_pawn, their_pawn) in contents {
                let ways = self.ways_with(stage, content);
                if rank < ways {
                    (mine, theirs) = (mine | my_pawn, theirs | their_pawn);
                    stage = self.next(stage, content).expect("some content fits");
                    break;
                }
                rank -= ways;
            }
        }
        (mine, theirs)
    }
}

impl Breakthrough {
    /// The number of valid [`Position`]s, reachable or not: the [state
    /// count](Ranked::state_count). `None` if it exceeds 64 bits, on boards of more than 42 cells
    /// with two rows of pawns.
    #[must_use]
    pub fn count_positions(&self) -> Option<u64> {
        self.try_ranking().map(|ranking| 2 * ranking.half())
    }

    fn try_ranking(&self) -> Option<&Ranking> {
        self.ranking.get_or_init(|| Ranking::new(self)).as_ref()
    }

    fn ranking(&self) -> &Ranking {
        self.try_ranking().expect("the positions of this board need more than 64 bits")
    }
}

/// Ranks all valid [`Position`]s, reachable or not: first those with White to move, then those with
/// Black. The first use builds a table of about ten thousand numbers; `rank` makes one look-up for
/// every pawn, `unrank` one for every cell.
///
/// # Panics
/// Every method panics on boards where [`Breakthrough::count_positions`] is `None`.
impl Ranked for Breakthrough {
    fn state_count(&self) -> u64 {
        2 * self.ranking().half()
    }

    fn rank(&self, position: &Position) -> u64 {
        let ranking = self.ranking();
        let Position { white, black, turn, .. } = *position;
        match turn {
            Player::First => ranking.rank(white, black),
            Player::Second => {
                ranking.half() + ranking.rank(self.geometry.flip(black), self.geometry.flip(white))
            }
        }
    }

    fn unrank(&self, rank: u64) -> Position {
        let ranking = self.ranking();
        assert!(rank < self.state_count(), "{rank} is not a rank below {}", self.state_count());
        match rank.checked_sub(ranking.half()) {
            None => {
                let (white, black) = ranking.unrank(rank);
                self.keyed(white, black, Player::First)
            }
            Some(rank) => {
                let (black, white) = ranking.unrank(rank);
                let (white, black) = (self.geometry.flip(white), self.geometry.flip(black));
                self.keyed(white, black, Player::Second)
            }
        }
    }
}

/// The layer is the number of rows that all pawns together have advanced, where a captured pawn
/// counts as one on its goal: a step advances by one row, a capture by at most the board's height.
impl Layered for Breakthrough {
    fn max_step(&self) -> Option<u32> {
        self.try_ranking().map(|_| u32::from(self.height()))
    }

    fn layer(&self, position: &Position) -> u32 {
        let goal = u32::from(self.height()) - 1;
        let Position { white, black, .. } = *position;
        let left = goal * white.count_ones() - self.sum_of_rows(white) + self.sum_of_rows(black);
        2 * self.max_pawns() * goal - left
    }
}
