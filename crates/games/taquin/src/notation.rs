#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("x")]
pub struct BoardError;
pub(crate) fn check_tiles(_: &[u8], _: u8, _: u8) -> Result<(), BoardError> { Ok(()) }
