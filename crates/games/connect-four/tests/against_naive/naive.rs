//! A second implementation of the rules, which shares only the names of the players: a board is
//! a stack of stones for each column, and lines are followed cell by cell.

use tesuji_core::{GameResult, Player};

#[derive(Clone, Debug)]
pub(crate) struct NaiveBoard {
    height: usize,
    columns: Vec<Vec<Player>>,
    result: Option<GameResult>,
}

impl NaiveBoard {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        NaiveBoard { height, columns: vec![Vec::new(); width], result: None }
    }

    pub(crate) fn to_move(&self) -> Player {
        let stones: usize = self.columns.iter().map(Vec::len).sum();
        if stones.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    pub(crate) fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The columns open to the player to move.
    pub(crate) fn moves(&self) -> Vec<usize> {
        if self.result.is_some() {
            return Vec::new();
        }
        (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.height).collect()
    }

    pub(crate) fn play(&mut self, column: usize) {
        let mover = self.to_move();
        let row = self.columns[column].len();
        assert!(row < self.height && self.result.is_none(), "column {column} of {self:?}");
        if self.wins(mover, column, row) {
            self.result = Some(GameResult::Win(mover));
        }
        self.columns[column].push(mover);
        if self.result.is_none() && self.moves().is_empty() {
            self.result = Some(GameResult::Draw);
        }
    }

    pub(crate) fn after(&self, column: usize) -> Self {
        let mut next = self.clone();
        next.play(column);
        next
    }

    pub(crate) fn stone(&self, column: usize, row: usize) -> Option<Player> {
        self.columns.get(column)?.get(row).copied()
    }

    pub(crate) fn rows_in(&self, column: usize) -> usize {
        self.columns[column].len()
    }

    /// Whether a stone of `player` on an empty cell would complete four in a row, regardless of the
    /// cells below.
    pub(crate) fn wins(&self, player: Player, column: usize, row: usize) -> bool {
        let owned = |column: isize, row: isize| {
            let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
                return false;
            };
            self.stone(column, row) == Some(player)
        };
        let run = |dx: isize, dy: isize| {
            (1..4)
                .take_while(|step| {
                    owned(column.cast_signed() + step * dx, row.cast_signed() + step * dy)
                })
                .count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| run(dx, dy) + run(-dx, -dy) >= 3)
    }

    /// The empty cells that would complete four in a row for `player`.
    pub(crate) fn winning_cells(&self, player: Player) -> Vec<(usize, usize)> {
        (0..self.columns.len())
            .flat_map(|column| (0..self.height).map(move |row| (column, row)))
            .filter(|&(column, row)| self.stone(column, row).is_none())
            .filter(|&(column, row)| self.wins(player, column, row))
            .collect()
    }
}
