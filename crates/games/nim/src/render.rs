use std::fmt::Write as _;

use tesuji_core::{Game, GameResult, Notation, Player, Render};

use crate::heaps::Heaps;
use crate::nim::Nim;
use crate::rule::HeapRule;

/// How many tokens a heap shows one by one; of a larger one the number has to do.
const MOST_DRAWN: usize = 40;

impl<R: HeapRule> Render for Nim<R> {
    /// One line for each heap, its number, its tokens and how many they are; then whose turn it is.
    fn text(&self, heaps: &Heaps) -> String {
        let mut text = String::new();
        for (number, &size) in (1..).zip(self.shown(heaps)) {
            let tokens = "o".repeat(usize::from(size).min(MOST_DRAWN));
            let more = if usize::from(size) > MOST_DRAWN { "..." } else { "" };
            let space = if size > 0 { " " } else { "" };
            writeln!(text, "{number:>3}  {tokens}{more}{space}({size})")
                .expect("a string takes any text");
        }
        writeln!(text, "{}", self.caption(heaps)).expect("a string takes any text");
        text
    }

    /// One column of discs for each heap, with its number and its size below.
    fn svg(&self, heaps: &Heaps) -> String {
        const STEP: usize = 24;
        let shown = self.shown(heaps);
        let tallest = shown.iter().copied().max().map_or(0, usize::from).clamp(1, MOST_DRAWN);
        let width = (shown.len() * 2 * STEP).max(9 * STEP);
        let ground = (tallest + 1) * STEP;
        let height = ground + 3 * STEP;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
             <title>{}</title>\n\
             <path d=\"M0 {ground}h{width}\" stroke=\"#888\"/>\n",
            self.state_text(heaps)
        );
        for (index, &size) in shown.iter().enumerate() {
            let x = (2 * index + 1) * STEP;
            for token in 0..usize::from(size).min(MOST_DRAWN) {
                let y = ground - STEP / 2 - token * STEP;
                writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#d9a441\" stroke=\"#6b4e16\"/>"
                )
                .expect("a string takes any text");
            }
            let y = ground + 3 * STEP / 4;
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}: {size}</text>", index + 1)
                .expect("a string takes any text");
        }
        let (x, y) = (width / 2, ground + 2 * STEP);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>\n</svg>", self.caption(heaps))
            .expect("a string takes any text");
        svg
    }
}

impl<R: HeapRule> Nim<R> {
    /// The heaps that a drawing shows: all of the start, and those behind them.
    fn shown<'a>(&self, heaps: &'a Heaps) -> &'a [u8] {
        &heaps.sizes()[..heaps.occupied().len().max(self.start_sizes().len())]
    }

    fn caption(&self, heaps: &Heaps) -> String {
        let name = |player| match player {
            Player::First => "first player",
            Player::Second => "second player",
        };
        match self.result(heaps) {
            Some(GameResult::Win(winner)) => format!("the {} wins", name(winner)),
            Some(GameResult::Draw) => "a draw".to_owned(),
            None => format!("the {} moves", name(heaps.to_move())),
        }
    }
}
