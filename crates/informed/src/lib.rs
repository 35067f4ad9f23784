//! Informed search.
#![forbid(unsafe_code)]
mod ida_star;
pub use ida_star::IdaStar;
