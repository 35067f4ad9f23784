//! Monte-Carlo tree search.
#![forbid(unsafe_code)]
