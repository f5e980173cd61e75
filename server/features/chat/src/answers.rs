//! Messages and the runs that answer them: who asks, which model answers, what is sent.

pub(crate) mod access;
pub(crate) mod asker;
pub(crate) mod attachments;
pub(crate) mod beside;
pub(crate) mod model;
pub(crate) mod regenerate;
pub(crate) mod send;
pub(crate) mod start;
