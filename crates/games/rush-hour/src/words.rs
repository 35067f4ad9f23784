//! Moves in words, for people: "red car right", "roche sur la ligne 3, colonne 1".

use tesuji_core::Language;

use crate::card::{Axis, Cell};
use crate::rocks::{RocksMove, RushHourRocks};
use crate::rules::{RushHour, Slide};

impl RushHour {
    /// Returns a move in words: the car, its direction, and the number of cells if more than one.
    /// The red car is named by its colour, the others by their letters.
    ///
    /// # Example
    /// ```
    /// use tesuji_core::Language;
    /// use tesuji_rush_hour::{Metric, RushHour, Slide};
    ///
    /// let game = RushHour::new("BB...GC..H.GCAAH.GC..H..D...FFD.EEE.".parse()?, Metric::Slides);
    /// let (red, long) = (Slide { car: 0, from: 1, to: 2 }, Slide { car: 6, from: 0, to: 3 });
    /// assert_eq!(game.in_words(red, Language::English), "red car right");
    /// assert_eq!(game.in_words(red, Language::French), "voiture rouge vers la droite");
    /// assert_eq!(game.in_words(long, Language::English), "car G down 3");
    /// assert_eq!(game.in_words(long, Language::French), "voiture G vers le bas, 3 cases");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_words(&self, slide: Slide, language: Language) -> String {
        let car = self.card().cars()[usize::from(slide.car)];
        let cells = slide.by().unsigned_abs();
        let is_red = slide.car == 0;
        match language {
            Language::English => {
                let way = match (car.axis, slide.by() > 0) {
                    (Axis::Horizontal, true) => "right",
                    (Axis::Horizontal, false) => "left",
                    (Axis::Vertical, true) => "down",
                    (Axis::Vertical, false) => "up",
                };
                let car = if is_red { "red car".into() } else { format!("car {}", car.name()) };
                if cells == 1 { format!("{car} {way}") } else { format!("{car} {way} {cells}") }
            }
            Language::French => {
                let way = match (car.axis, slide.by() > 0) {
                    (Axis::Horizontal, true) => "la droite",
                    (Axis::Horizontal, false) => "la gauche",
                    (Axis::Vertical, true) => "le bas",
                    (Axis::Vertical, false) => "le haut",
                };
                let name = if is_red { "rouge".into() } else { car.name().to_string() };
                let far = if cells == 1 { String::new() } else { format!(", {cells} cases") };
                format!("voiture {name} vers {way}{far}")
            }
        }
    }
}

impl RushHourRocks {
    /// Returns a move in words: a car's move, or the rock's cell. Rows and columns count from 0.
    ///
    /// # Example
    /// ```
    /// use tesuji_core::Language;
    /// use tesuji_rush_hour::{Cell, RocksMove, RushHourRocks};
    ///
    /// let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
    /// let rock = RocksMove::Rock(Cell { row: 3, column: 1 });
    /// assert_eq!(game.in_words(rock, Language::English), "rock on row 3, column 1");
    /// assert_eq!(game.in_words(rock, Language::French), "roche sur la ligne 3, colonne 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_words(&self, mv: RocksMove, language: Language) -> String {
        match (mv, language) {
            (RocksMove::Drive(slide), language) => self.alone().in_words(slide, language),
            (RocksMove::Rock(Cell { row, column }), Language::English) => {
                format!("rock on row {row}, column {column}")
            }
            (RocksMove::Rock(Cell { row, column }), Language::French) => {
                format!("roche sur la ligne {row}, colonne {column}")
            }
            (RocksMove::Pass, Language::English) => "pass".to_owned(),
            (RocksMove::Pass, Language::French) => "passe".to_owned(),
        }
    }
}
