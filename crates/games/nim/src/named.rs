//! The Nim family by name.

use std::ops::Range;

use tesuji_core::{
    HeapGame, Limit, NamedGame, NimValuesError, OpenError, Rules, Setting, Settings,
};

use crate::heaps::Heaps;
use crate::large::{LargeHeaps, LargeNim};
use crate::nim::Nim;
use crate::notation::parse_heaps;
use crate::octal::OctalCode;
use crate::rule::{Convention, Grundy, HeapRule};
use crate::take_set::TakeSet;
use crate::theory::{self, NimValues, Period};

const CONVENTION: Setting = Setting {
    name: "rules",
    value: "RULES",
    summary: "normal (a player who cannot move loses) or misere (a player who cannot move wins)",
};

/// A rule for heaps with a name.
pub trait NamedRule: HeapRule + HeapGame {
    /// What the game is, in one line.
    const SUMMARY: &'static str;

    /// How its positions and moves are written, in one line.
    const NOTATION: &'static str;

    /// The settings of the rule and of the convention.
    const SETTINGS: &'static [Setting];

    /// The heaps of the initial position.
    const START: &'static str;
}

/// The methods of a [`HeapGame`] that the theory of its rule gives.
macro_rules! by_theory {
    () => {
        fn nim_values(
            &self,
            count: usize,
            mask: u16,
            charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
        ) -> Result<Vec<u16>, NimValuesError> {
            theory::values(self, count, mask, charge)
        }

        fn period_window(&self, preperiod: usize, period: usize) -> Result<Range<usize>, String> {
            window(self, preperiod, period)
        }
    };
}

impl HeapGame for TakeSet {
    const NAME: &'static str = "nim";

    fn open(settings: &Settings) -> Result<Self, OpenError> {
        Ok(settings.parse("take")?.unwrap_or_else(TakeSet::any))
    }

    fn settings(&self) -> Settings {
        Settings::new().with("take", self)
    }

    by_theory!();
}

impl NamedRule for TakeSet {
    const SUMMARY: &'static str =
        "take tokens from one of several heaps; the player who takes the last one wins";
    const NOTATION: &'static str = "the heaps, joined by hyphens, then second if the second player is to move: 3-4-5 second; \
         moves 1:2 take 2 from the first heap";
    const SETTINGS: &'static [Setting] = &[
        CONVENTION,
        Setting {
            name: "take",
            value: "TOKENS",
            summary: "how many tokens a move may take: any, 1-3, or 1,3,4",
        },
    ];
    const START: &'static str = "3-4-5";
}

impl HeapGame for Grundy {
    const NAME: &'static str = "grundy";

    fn open(_: &Settings) -> Result<Self, OpenError> {
        Ok(Grundy)
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }

    by_theory!();
}

impl NamedRule for Grundy {
    const SUMMARY: &'static str =
        "split a heap into two unequal heaps; a player who cannot move loses";
    const NOTATION: &'static str = "the heaps, joined by hyphens, then second if the second player is to move: 12-5 second; \
         moves 1/3 split 3 tokens off the first heap";
    const SETTINGS: &'static [Setting] = &[CONVENTION];
    const START: &'static str = "12";
}

impl HeapGame for OctalCode {
    const NAME: &'static str = "octal";

    fn open(settings: &Settings) -> Result<Self, OpenError> {
        let kayles = || "0.77".parse().expect("an octal code");
        Ok(settings.parse("code")?.unwrap_or_else(kayles))
    }

    fn settings(&self) -> Settings {
        Settings::new().with("code", self)
    }

    by_theory!();
}

impl NamedRule for OctalCode {
    const SUMMARY: &'static str =
        "take tokens and split heaps as an octal code permits (Kayles is 0.77)";
    const NOTATION: &'static str = "the heaps, joined by hyphens, then second if the second player is to move: 12-5 second; \
         moves 1:2 take 2 from the first heap, 1:2/5 take 2 and split off a heap of 5";
    const SETTINGS: &'static [Setting] = &[
        CONVENTION,
        Setting { name: "code", value: "CODE", summary: "the octal code; 0.77 by default" },
    ];
    const START: &'static str = "12";
}

fn window<R: HeapRule>(rule: &R, preperiod: usize, period: usize) -> Result<Range<usize>, String> {
    Period { preperiod, period }.try_window(rule).map_err(|error| error.to_string())
}

/// Heaps are separated by spaces.
#[derive(Debug, thiserror::Error)]
#[error("join heaps by hyphens: {0}")]
struct Unjoined(String);

/// The heaps at the start: those of the setting `start`, or else of the position.
fn start<R: NamedRule>(
    settings: &Settings,
    position: Option<&str>,
) -> Result<Vec<usize>, OpenError> {
    if let Some(text) = settings.get("start") {
        return parse_heaps(text).map_err(|error| settings.error("start", error));
    }
    let text = position.unwrap_or(R::START);
    if text.split_whitespace().nth(1).is_some_and(|word| word.parse::<usize>().is_ok()) {
        let hyphens = text.split_whitespace().collect::<Vec<_>>().join("-");
        return Err(OpenError::position(text, Unjoined(hyphens)));
    }
    // Whose turn it is follows the heaps.
    let heaps = text.split_once(' ').map_or(text, |(heaps, _)| heaps);
    parse_heaps(heaps).map_err(|error| OpenError::position(text, error))
}

fn settings<R: NamedRule>(convention: Convention, rule: &R) -> Settings {
    rule.settings()
        .iter()
        .fold(Settings::new().with("rules", convention), |all, (name, value)| all.with(name, value))
}

impl<R: NamedRule> NamedGame for Nim<R> {
    const NAME: &'static str = R::NAME;
    const SUMMARY: &'static str = R::SUMMARY;
    const NOTATION: &'static str = R::NOTATION;
    const SETTINGS: &'static [Setting] = R::SETTINGS;

    fn open(given: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let convention = given.parse("rules")?.unwrap_or(Convention::Normal);
        let heaps = start::<R>(given, position)?;
        Nim::new(R::open(given)?, convention, &heaps)
            .map_err(|error| OpenError::position(position.unwrap_or(R::START), error))
    }

    fn settings(&self) -> Settings {
        let heaps: Vec<_> = self.start_sizes().iter().map(ToString::to_string).collect();
        settings(self.convention(), self.rule()).with("start", heaps.join("-"))
    }

    fn facts(&self, heaps: &Heaps) -> Vec<(&'static str, String)> {
        use tesuji_core::Rules;
        let moves = self.moves(heaps).len().to_string();
        let mut facts = vec![("rules", self.convention().to_string()), ("legal moves", moves)];
        let values = nim_values(self.rule(), &heaps.to_vec());
        facts.extend(values.map(|values| ("nim-values", values)));
        facts
    }
}

/// The nim-value of each heap; `None` if one does not fit in 16 bits.
fn nim_values<R: HeapRule>(rule: &R, heaps: &[usize]) -> Option<String> {
    let largest = heaps.iter().copied().max()?;
    let mut values = NimValues::new(rule.clone()).ok()?;
    values.extend_to(largest + 1).ok()?;
    let each = heaps.iter().map(|&heap| values.get(heap).map(|value| value.to_string()));
    Some(each.collect::<Option<Vec<_>>>()?.join(" "))
}

impl<R: NamedRule> NamedGame for LargeNim<R> {
    const NAME: &'static str = R::NAME;
    const SUMMARY: &'static str = R::SUMMARY;
    const NOTATION: &'static str = R::NOTATION;
    const SETTINGS: &'static [Setting] = R::SETTINGS;

    fn open(given: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let convention = given.parse("rules")?.unwrap_or(Convention::Normal);
        let heaps = start::<R>(given, position)?;
        LargeNim::new(R::open(given)?, convention, &heaps)
            .map_err(|error| OpenError::position(position.unwrap_or(R::START), error))
    }

    fn settings(&self) -> Settings {
        settings(self.convention(), self.rule())
    }

    fn facts(&self, heaps: &LargeHeaps) -> Vec<(&'static str, String)> {
        let moves = self.count_moves(heaps).to_string();
        vec![("rules", self.convention().to_string()), ("legal moves", moves)]
    }
}
