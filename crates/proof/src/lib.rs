//! Proof-number search.
#![forbid(unsafe_code)]
