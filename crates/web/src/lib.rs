//! The web page and its server.
#![forbid(unsafe_code)]
