/// A value in lines of the cache of its own: that threads write to it does not slow down
/// others that read what would be beside it. Two lines, as processors fetch them in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Line<T>(pub(crate) T);
