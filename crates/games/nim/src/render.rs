use std::fmt::Write as _;

use tesuji_core::{Game, GameResult, Notation, Player, Render};

use crate::heaps::Heaps;
use crate::nim::Nim;
use crate::rule::HeapRule;

/// The maximum number of tokens of a heap drawn one by one.
const MAX_DRAWN: usize = 40;

/// The data of a drawing of heaps.
pub(crate) struct Drawing {
    pub(crate) title: String,
    pub(crate) sizes: Vec<usize>,
    pub(crate) to_move: Player,
    pub(crate) result: Option<GameResult>,
}

impl<R: HeapRule> Render for Nim<R> {
    /// One line for each heap with its number, its tokens and their count; then the turn.
    fn text(&self, heaps: &Heaps) -> String {
        self.drawing(heaps).text()
    }

    /// One column of discs for each heap, with its number and its size below.
    fn svg(&self, heaps: &Heaps) -> String {
        self.drawing(heaps).svg()
    }
}

impl<R: HeapRule> Nim<R> {
    /// Shows all heaps of the start, and the later ones.
    fn drawing(&self, heaps: &Heaps) -> Drawing {
        let shown = heaps.occupied().len().max(self.start_sizes().len());
        Drawing {
            title: self.state_text(heaps),
            sizes: heaps.sizes()[..shown].iter().map(|&size| usize::from(size)).collect(),
            to_move: heaps.to_move(),
            result: self.result(heaps),
        }
    }
}

impl Drawing {
    /// One line for each heap with its number, its tokens and their count; then the turn.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (number, &size) in (1..).zip(&self.sizes) {
            let tokens = "o".repeat(size.min(MAX_DRAWN));
            let more = if size > MAX_DRAWN { "..." } else { "" };
            let space = if size > 0 { " " } else { "" };
            writeln!(text, "{number:>3}  {tokens}{more}{space}({size})")
                .expect("a string takes any text");
        }
        writeln!(text, "{}", self.caption()).expect("a string takes any text");
        text
    }

    /// One column of discs for each heap, with its number and its size below.
    pub(crate) fn svg(&self) -> String {
        const STEP: usize = 24;
        let shown = &self.sizes;
        let tallest = shown.iter().copied().max().map_or(1, |size| size.clamp(1, MAX_DRAWN));
        let width = (shown.len() * 2 * STEP).max(9 * STEP);
        let ground = (tallest + 1) * STEP;
        let height = ground + 3 * STEP;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
             <title>{}</title>\n\
             <path d=\"M0 {ground}h{width}\" stroke=\"#888\"/>\n",
            self.title
        );
        for (index, &size) in shown.iter().enumerate() {
            let x = (2 * index + 1) * STEP;
            for token in 0..size.min(MAX_DRAWN) {
                let y = ground - STEP / 2 - token * STEP;
                writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#55545a\" stroke=\"#9a989c\"/>"
                )
                .expect("a string takes any text");
            }
            let y = ground + 3 * STEP / 4;
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}: {size}</text>", index + 1)
                .expect("a string takes any text");
        }
        let (x, y) = (width / 2, ground + 2 * STEP);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>\n</svg>", self.caption())
            .expect("a string takes any text");
        svg
    }

    fn caption(&self) -> String {
        let name = |player| match player {
            Player::First => "first player",
            Player::Second => "second player",
        };
        match self.result {
            Some(GameResult::Win(winner)) => format!("the {} wins", name(winner)),
            Some(GameResult::Draw) => "a draw".to_owned(),
            None => format!("the {} moves", name(self.to_move)),
        }
    }
}
