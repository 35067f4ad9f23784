//! The evaluation of a lab assignment on adversarial search, and the game with the history it uses.
//!
//! Rush Hour against rocks was set as a lab assignment ("TP2") of the course INF8215, artificial
//! intelligence, at Polytechnique Montréal in autumn 2019. This is the heuristic of É. Beauchamp
//! and J. E. Assaf's solution, with the same values as their program.

use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, Player, Puzzle, Rules, Score};

use crate::card::{Axis, Car, Card, Cell};
use crate::rocks::{RocksMove, RocksState, RushHourRocks};
use crate::rules::{Board, Slide};

/// The depth to which [`lab_evaluation`] follows obstructions of obstructions.
const DEPTH: u8 = 4;

/// Rush Hour against an adversary who drops rocks, or alone, with the history that
/// [`lab_evaluation`] uses: the number of plies, and whether the last one undid the driver's
/// previous move.
///
/// [Alone](Self::alone), every turn is the driver's, who is [`Player::First`].
///
/// # Example
/// ```
/// use tesuji_core::{Evaluator, Rules};
/// use tesuji_rush_hour::{LabGame, lab_evaluation};
///
/// let game = LabGame::against_rocks("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// let mut state = game.initial();
/// let right = game.moves(&state)[0];
/// game.play(&mut state, right);
/// assert_eq!((game.minimum_moves(&state), game.obstructions(&state)), (6, 16));
/// // The adversary is to move, so the score is from his side: ten for each of the red car's two
/// // columns, less the moves, the obstructions and one ply.
/// assert_eq!(lab_evaluation.score(&game, &state), -(20 - 6 - 16 - 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LabGame {
    rocks: RushHourRocks,
    alone: bool,
}

/// A position of a [`LabGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabState {
    /// Cars, rock and turn.
    pub position: RocksState,
    /// The number of moves by both players.
    pub plies: u32,
    /// The driver's last move.
    pub last: Option<Slide>,
    /// Whether the last ply was the driver's and undid his previous move.
    pub takes_back: bool,
}

impl LabGame {
    /// Returns the game for two on this card.
    #[must_use]
    pub fn against_rocks(card: Card) -> Self {
        LabGame { rocks: RushHourRocks::new(card), alone: false }
    }

    /// Returns the game of the driver alone on this card.
    #[must_use]
    pub fn alone(card: Card) -> Self {
        LabGame { rocks: RushHourRocks::new(card), alone: true }
    }

    /// The rules without the history.
    #[must_use]
    pub fn rocks(&self) -> &RushHourRocks {
        &self.rocks
    }

    /// The number of moves to the exit as [`lab_evaluation`] estimates it: the red car's distance,
    /// one for each car of length 2 in its way, and for each of length 3 its distance to the cells
    /// below the red car's row.
    ///
    /// Not a lower bound on boards where a long car can leave upwards.
    #[must_use]
    pub fn minimum_moves(&self, state: &LabState) -> i32 {
        View::new(&self.rocks, &state.position).minimum_moves()
    }

    /// The obstructions as [`lab_evaluation`] weights them: five for each car in the red car's way,
    /// then decreasing weights for the cars in the way of these and so on; rocks count like cars,
    /// and long cars in the last two columns more.
    #[must_use]
    pub fn obstructions(&self, state: &LabState) -> i32 {
        View::new(&self.rocks, &state.position).obstructions()
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).expect("fewer than 2^31 cars")
}

/// The evaluation of the lab assignment's solution, an [`Evaluator`](tesuji_core::Evaluator).
///
/// It is ten for each column between the left edge and the red car's first cell, less the
/// [estimated moves](LabGame::minimum_moves), the [obstructions](LabGame::obstructions), the plies
/// played, and a hundred if the driver has just undone his previous move. Won positions are
/// evaluated like any other.
///
/// It was designed for 6×6 cells and the red car in row 2; on other boards the exit, the red car's
/// row and the last two columns take the part of column 4, row 2, and columns 4 and 5.
///
/// # Sources
/// É. Beauchamp and J. E. Assaf, solution of lab assignment 2 (adversarial search) of the course
/// INF8215, Polytechnique Montréal, 2019.
pub fn lab_evaluation(game: &LabGame, state: &LabState) -> Score {
    let plies = i32::try_from(state.plies).unwrap_or(i32::MAX / 2);
    let loss = plies + if state.takes_back { 100 } else { 0 };
    let score = View::new(&game.rocks, &state.position).score() - loss;
    match game.to_move(state) {
        Player::First => score,
        Player::Second => -score,
    }
}

/// [`lab_evaluation`] of a position without its history: the red car's columns, the estimated moves
/// and the obstructions, rocks included, but neither the plies played nor the penalty for undoing a
/// move.
///
/// # Example
/// ```
/// use tesuji_core::{Evaluator, Notation};
/// use tesuji_rush_hour::{RushHourRocks, lab_position_evaluation};
///
/// let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// let score = |text| Ok::<_, Box<dyn std::error::Error>>(
///     lab_position_evaluation.score(&game, &game.parse_state(text)?)
/// );
/// // A rock below C is in the way of a car that is in the way of the red one.
/// let (far, near) = ("....B.....BC.AA.BC.D.....D.....DEEE. 0-0 driver",
///     "....B.....BC.AA.BC.D.....D.....DEEE. 3-5 driver");
/// assert_eq!((score(far)?, score(near)?), (-13, -16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lab_position_evaluation(game: &RushHourRocks, state: &RocksState) -> Score {
    let score = View::new(game, state).score();
    match state.turn() {
        Player::First => score,
        Player::Second => -score,
    }
}

/// The two directions of a car: left or up, and right or down.
#[derive(Clone, Copy)]
enum Way {
    Back,
    Forward,
}

/// The cars and the rock of a state.
struct View<'g> {
    rocks: &'g RushHourRocks,
    board: Board,
    rock: Option<Cell>,
}

impl<'g> View<'g> {
    fn new(rocks: &'g RushHourRocks, state: &RocksState) -> Self {
        View { rocks, board: state.board(), rock: state.rock() }
    }

    /// The part of the evaluation that depends only on the position, for the driver.
    fn score(&self) -> i32 {
        10 * i32::from(self.car(0).offset) - self.minimum_moves() - self.obstructions()
    }

    fn minimum_moves(&self) -> i32 {
        let red = self.car(0);
        let way = self.rocks.alone().card().width() - red.length - red.offset;
        let cars = self.blocking(red, Way::Forward).map(|car| match self.car(car) {
            Car { length: 3, offset, .. } => i32::from(red.line) + 1 - i32::from(offset),
            Car { .. } => 1,
        });
        i32::from(way) + cars.sum::<i32>()
    }

    fn obstructions(&self) -> i32 {
        let width = self.rocks.alone().card().width();
        let mut obstructed: Vec<usize> = self.blocking(self.car(0), Way::Forward).collect();
        let mut sum = 5 * count(obstructed.len());
        for level in 1..DEPTH {
            let weight = i32::from(DEPTH - level);
            let mut behind = Vec::new();
            for &index in &obstructed {
                let car = self.car(index);
                if level == 1 && car.length == 3 {
                    let below = count(self.blocking(car, Way::Forward).count());
                    match width - car.line {
                        2 => sum += below,
                        1 => sum += 2 * below - i32::from(car.offset),
                        _ => {}
                    }
                }
                for way in [Way::Back, Way::Forward] {
                    behind.extend(self.blocking(car, way));
                    sum += weight * i32::from(self.rock_blocks(car, way));
                }
            }
            sum += weight * count(behind.len());
            behind.sort_unstable();
            behind.dedup();
            obstructed = behind;
        }
        sum
    }

    fn car(&self, index: usize) -> Car {
        self.rocks.alone().car(self.board, index)
    }

    /// The cars other than the red one that stand across the line of `car` on one side of it,
    /// at any distance.
    fn blocking(&self, car: Car, way: Way) -> impl Iterator<Item = usize> {
        (1..self.rocks.alone().card().cars().len()).filter(move |&index| {
            let other = self.car(index);
            let crosses = (other.offset..other.offset + other.length).contains(&car.line);
            let beyond = match way {
                Way::Forward => other.line >= car.offset + car.length,
                Way::Back => other.line < car.offset,
            };
            other.axis != car.axis && crosses && beyond
        })
    }

    /// Whether the rock lies directly before or behind `car`.
    fn rock_blocks(&self, car: Car, way: Way) -> bool {
        self.rock.is_some_and(|rock| {
            let (line, along) = match car.axis {
                Axis::Horizontal => (rock.row, rock.column),
                Axis::Vertical => (rock.column, rock.row),
            };
            line == car.line
                && match way {
                    Way::Forward => along == car.offset + car.length,
                    Way::Back => along + 1 == car.offset,
                }
        })
    }
}

impl Rules for LabGame {
    type State = LabState;
    type Move = RocksMove;
    /// The state before.
    type Undo = LabState;

    fn initial(&self) -> LabState {
        LabState { position: self.rocks.initial(), plies: 0, last: None, takes_back: false }
    }

    fn visit_moves<B>(
        &self,
        state: &LabState,
        visit: impl FnMut(RocksMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.rocks.visit_moves(&state.position, visit)
    }

    fn play(&self, state: &mut LabState, mv: RocksMove) -> LabState {
        let before = *state;
        self.rocks.play(&mut state.position, mv);
        state.plies += 1;
        state.takes_back = false;
        if let RocksMove::Drive(slide) = mv {
            state.takes_back =
                before.last.is_some_and(|last| last.car == slide.car && last.by() == -slide.by());
            state.last = Some(slide);
        }
        if self.alone {
            state.position.turn = Player::First;
        }
        before
    }

    fn undo(&self, state: &mut LabState, _: RocksMove, before: LabState) {
        *state = before;
    }
}

impl Game for LabGame {
    fn to_move(&self, state: &LabState) -> Player {
        self.rocks.to_move(&state.position)
    }

    fn result(&self, state: &LabState) -> Option<GameResult> {
        self.rocks.result(&state.position)
    }
}

impl LabGame {
    /// Whether the driver has won.
    #[must_use]
    pub fn is_won(&self, state: &LabState) -> bool {
        self.rocks.alone().is_goal(&state.position.board())
    }
}
