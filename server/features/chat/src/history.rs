//! The list of conversations: search, groups, trash, branches and windows of messages.

pub(crate) mod batch;
pub(crate) mod groups;
pub(crate) mod hints;
pub(crate) mod list;
pub(crate) mod query;
pub(crate) mod routes;
pub(crate) mod trash;
pub(crate) mod tree;
pub(crate) mod window;
pub(crate) mod wire;
