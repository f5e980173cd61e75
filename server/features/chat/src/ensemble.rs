//! Several answers merged into one.

pub(crate) mod merge;
pub(crate) mod merge_job;
pub(crate) mod prompt;
