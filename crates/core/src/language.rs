use crate::named_values;

/// A language in which a game tells its moves in words: `en` or `fr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// `en`.
    English,
    /// `fr`.
    French,
}

named_values!(Language: "en" => English, "fr" => French);
