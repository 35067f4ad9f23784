//! The Nim family as entries.

use std::borrow::Cow;
use std::sync::Arc;

use tesuji_core::NoHints;
use tesuji_nim::{Grundy, LargeNim, NamedRule, Nim, OctalCode, TabledRule, TakeSet};

use super::theory::{self, NimTheory};
use crate::algorithms::THEORY;
use crate::entry::Either;
use crate::search_as::{SearchAs, ToAnswerAs};
use crate::{GameEntry, Search, TwoPlayers, options};

const TOO_LARGE: &str = "searches from more than 32 heaps, 255 tokens in a heap, or what can break into more heaps than \
     that; theory needs no search: --with theory";

/// The positions that searches have room for; the others are left to theory.
fn family<R: NamedRule + Clone + Send + Sync + 'static>(
    adapt: fn(Both<R>) -> Both<R>,
) -> Arc<dyn GameEntry> {
    let small = nim_of::<R>();
    let large = TwoPlayers::<LargeNim<R>>::new()
        .algorithm(THEORY, |_, search| Box::new(by_theory(search)))
        .certified(THEORY.name, |nim: &LargeNim<R>, heaps, _, budget| {
            theory::certify((nim, heaps), nim.rule(), &heaps.to_vec(), budget)
        })
        .default_algorithm(THEORY.name);
    let Both(small, large) = adapt(Both(small, large));
    let small = small.searched_as::<AsTabled, ToAnswerAs<Nim<R>, AsTabled>>();
    Arc::new(Either(small, large.without_searches(TOO_LARGE)))
}

/// Rules as a table, so that all rules share one compilation of the searches.
struct AsTabled;

impl<R: NamedRule + Clone + Send + Sync + 'static> SearchAs<Nim<R>> for AsTabled {
    type Rules = Nim<TabledRule>;

    fn rules(nim: &Nim<R>) -> Cow<'_, Nim<TabledRule>> {
        Cow::Owned(nim.tabled())
    }
}

fn by_theory(search: &Search) -> NimTheory {
    NimTheory { best_moves: search.is_on(options::BEST_MOVES) }
}

/// The game of a rule, on heaps that searches have room for.
#[must_use]
pub fn nim_of<R: NamedRule + Clone + Send + Sync + 'static>() -> TwoPlayers<Nim<R>, NoHints> {
    TwoPlayers::<Nim<R>>::new()
        .hints(NoHints)
        .algorithm(THEORY, |_, search| Box::new(by_theory(search)))
        .certified(THEORY.name, |nim: &Nim<R>, heaps, _, budget| {
            theory::certify((nim, heaps), nim.rule(), &heaps.to_vec(), budget)
        })
        // The winner is known at once, where a search may take for ever.
        .default_algorithm(THEORY.name)
        .rule_claims(|checker, reader, watch| checker.check_heaps::<R>(reader, watch))
}

/// The two entries of a rule.
struct Both<R: NamedRule + Clone + Send + Sync + 'static>(
    TwoPlayers<Nim<R>, NoHints>,
    TwoPlayers<LargeNim<R>>,
);

/// Nim: tokens from one of several heaps.
#[must_use]
pub fn nim() -> Arc<dyn GameEntry> {
    family::<TakeSet>(|Both(small, large)| Both(small.layered(), large))
}

/// One heap, one to three tokens a move; the player who takes the last one loses.
#[must_use]
pub fn simple_nim() -> Arc<dyn GameEntry> {
    const NAME: &str = "simple-nim";
    const SUMMARY: &str = "take 1 to 3 tokens from a heap; the player who takes the last one loses";
    const DEFAULTS: [(&str, &str); 3] = [("rules", "misere"), ("take", "1-3"), ("start", "15")];
    family::<TakeSet>(|Both(small, large)| {
        let (mut small, mut large) = (small.called(NAME, SUMMARY), large.called(NAME, SUMMARY));
        for (name, value) in DEFAULTS {
            small = small.default_setting(name, value);
            large = large.default_setting(name, value);
        }
        Both(small.layered(), large)
    })
}

/// Grundy's game: a heap is split into two unequal heaps.
#[must_use]
pub fn grundy() -> Arc<dyn GameEntry> {
    family::<Grundy>(|both| both)
}

/// Taking and breaking by an octal code.
#[must_use]
pub fn octal() -> Arc<dyn GameEntry> {
    family::<OctalCode>(|both| both)
}
