//! Files and links of a conversation.

pub(crate) mod links;
pub(crate) mod list;
