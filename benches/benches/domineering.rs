//! The bench of the book's tutorial, here with the others.

#[allow(dead_code, unreachable_pub, reason = "a bench needs the rules alone")]
#[path = "../../examples/domineering/src/lib.rs"]
mod domineering;

include!("../../examples/domineering/benches/speed.rs");
