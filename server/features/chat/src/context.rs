//! The context of a run: what its model reads, and the summaries of what does not fit.

pub(crate) mod assemble;
pub(crate) mod counts;
pub(crate) mod fit;
pub(crate) mod reply_language;
pub(crate) mod report;
pub(crate) mod routes;
pub(crate) mod summaries;
pub(crate) mod summary_text;
