//! The Nim family by name. A position is its heaps, and the game starts with them.

use tesuji_adversarial::{Even, NoHints};
use tesuji_core::{GameSolver, Rules};
use tesuji_nim::{
    Convention, Grundy, Heaps, LargeNim, NamedRule, Nim, OctalCode, TakeSet, parse_heaps,
};

use crate::position::{Described, Placed};
use crate::theory::NimTheory;
use crate::two_players::TwoPlayers;
use crate::{Algorithm, AnyPosition, CatalogueError, GameEntry, SettingInfo, Settings};

const CONVENTION: SettingInfo = SettingInfo {
    name: "rules",
    summary: "normal (who cannot move loses) or misere (who cannot move wins)",
};

const TAKE: SettingInfo =
    SettingInfo { name: "take", summary: "how many tokens a move may take: any, 1-3, or 1,3,4" };

/// Heaps with spaces between.
#[derive(Debug, thiserror::Error)]
#[error("join heaps by hyphens: {0}")]
struct Unjoined(String);

const TAKING: &str = "the heaps, joined by hyphens, then second if he is to move: 3-4-5 second; \
                      moves 1:2 take 2 from the first heap";

/// A member of the family in the catalogue.
pub(super) struct Entry<R> {
    name: &'static str,
    summary: &'static str,
    notation: &'static str,
    settings: &'static [SettingInfo],
    convention: Convention,
    start: &'static str,
    /// What a move may do to a heap, as the settings say.
    rule: fn(&Settings) -> Result<R, CatalogueError>,
}

/// One heap, one to three tokens a move, who takes the last one loses.
pub(super) const SIMPLE: Entry<TakeSet> = Entry {
    name: "simple-nim",
    summary: "take 1 to 3 tokens from a heap; who takes the last one loses",
    notation: TAKING,
    settings: &[CONVENTION, TAKE],
    convention: Convention::Misere,
    start: "15",
    rule: |settings| Ok(settings.parse("take")?.unwrap_or_else(TakeSet::up_to_three)),
};

/// Several heaps, any number of tokens from one of them.
pub(super) const HEAPS: Entry<TakeSet> = Entry {
    name: "nim",
    summary: "take tokens from one of several heaps; who takes the last one wins",
    notation: TAKING,
    settings: &[CONVENTION, TAKE],
    convention: Convention::Normal,
    start: "3-4-5",
    rule: |settings| Ok(settings.parse("take")?.unwrap_or_else(TakeSet::any)),
};

/// Splitting heaps into unequal parts.
pub(super) const GRUNDY: Entry<Grundy> = Entry {
    name: "grundy",
    summary: "split a heap into two unequal heaps; who cannot move loses",
    notation: "the heaps, joined by hyphens, then second if he is to move: 12-5 second; \
               moves 1/3 split 3 tokens off the first heap",
    settings: &[CONVENTION],
    convention: Convention::Normal,
    start: "12",
    rule: |_| Ok(Grundy),
};

/// Taking and breaking by an octal code.
pub(super) const OCTAL: Entry<OctalCode> = Entry {
    name: "octal",
    summary: "take tokens and break heaps as an octal code says (Kayles is 0.77)",
    notation: "the heaps, joined by hyphens, then second if he is to move: 12-5 second; \
               moves 1:2 take 2 from the first heap, 1:2/5 leave a heap of 5 split off",
    settings: &[
        CONVENTION,
        SettingInfo { name: "code", summary: "the octal code; 0.77 by default" },
    ],
    convention: Convention::Normal,
    start: "12",
    rule: |settings| {
        let kayles = || "0.77".parse().expect("an octal code");
        Ok(settings.parse("code")?.unwrap_or_else(kayles))
    },
};

impl<R: NamedRule + Clone + Send + Sync + 'static> GameEntry for Entry<R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn notation(&self) -> &'static str {
        self.notation
    }

    fn settings(&self) -> &'static [SettingInfo] {
        self.settings
    }

    fn default_algorithm(&self) -> Algorithm {
        // Who wins is known at once, where a search may take for ever.
        Algorithm::Theory
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        settings.check(self.name, self.settings)?;
        let convention = settings.parse("rules")?.unwrap_or(self.convention);
        let text = text.unwrap_or(self.start);
        if text.split_whitespace().nth(1).is_some_and(|word| word.parse::<usize>().is_ok()) {
            let hyphens = text.split_whitespace().collect::<Vec<_>>().join("-");
            return Err(CatalogueError::position(self.name, text, Unjoined(hyphens)));
        }
        // The game starts with the heaps of the position; whose turn it is follows them.
        let heaps = text.split_once(' ').map_or(text, |(heaps, _)| heaps);
        let heaps =
            parse_heaps(heaps).map_err(|error| CatalogueError::position(self.name, text, error))?;
        let rule = (self.rule)(settings)?;
        // What searches have no room for is left to theory.
        match Nim::new(rule.clone(), convention, &heaps) {
            Ok(nim) => Placed::read(self.name, nim, Some(text)),
            Err(_) => {
                let nim = LargeNim::new(rule, convention, &heaps)
                    .map_err(|error| CatalogueError::position(self.name, text, error))?;
                Placed::read(self.name, nim, Some(text))
            }
        }
    }
}

impl<R: NamedRule + Clone + Send + Sync + 'static> Described for Nim<R> {
    fn facts(&self, heaps: &Heaps) -> Vec<(&'static str, String)> {
        let moves = self.moves(heaps).len().to_string();
        vec![("rules", self.convention().to_string()), ("legal moves", moves)]
    }
}

impl<R: NamedRule + Clone + Send + Sync + 'static> TwoPlayers for Nim<R> {
    type Hints = NoHints;
    type Estimate = Even;

    const HINTS: NoHints = NoHints;
    const ESTIMATE: Even = Even;

    fn theory(&self, best_moves: bool) -> Option<Box<dyn GameSolver<Self>>> {
        Some(Box::new(NimTheory { best_moves }))
    }
}
