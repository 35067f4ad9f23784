//! Certificates and their checker.
#![forbid(unsafe_code)]
