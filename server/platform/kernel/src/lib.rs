//! The vocabulary of every crate: ids, time, problems, limits. No I/O, no async, no framework.
//!
//! Start at `problem.rs` (what a caller may be told) and `id.rs` (typed UUIDv7 ids). The `sqlx` and
//! `utoipa` dependencies are for derived column and schema types only; nothing here opens anything.

extern crate self as kernel;

mod clock;
mod collapse_whitespace;
mod failure;
mod hex;
mod strip_hidden;
mod truncate;
mod wildcard;
#[macro_use]
mod id;
mod limit;
mod problem;
mod secret;
mod tier;
mod timestamp;

pub use clock::Clock;
pub use collapse_whitespace::collapse_whitespace;
pub use failure::{Failure, Fallible};
pub use hex::hex;
pub use id::uuid_v7;
pub use limit::Limit;
pub use problem::{Problem, ProblemKind};
pub use secret::Secret;
pub use strip_hidden::strip_hidden;
pub use tier::Tier;
pub use timestamp::{DAY, HOUR, MINUTE, SECOND, Timestamp};
pub use truncate::truncate;
pub use uuid::Uuid;
pub use wildcard::matches_wildcard;

#[doc(hidden)]
pub mod macro_support {
    pub use {serde, sqlx, sqlx_macros, utoipa, uuid};
}

id! {
    /// A person's account.
    UserId
}
id! {
    /// A person's own space, or a team's.
    WorkspaceId
}
id! {
    /// One signed-in device.
    SessionId
}
id! {
    /// One thread of messages.
    ConversationId
}
id! {
    /// One turn in a conversation. Made by the client for its own messages, so that a retry is safe.
    MessageId
}
id! {
    /// One piece of generation.
    RunId
}
id! {
    /// A file that a person uploaded, or that a tool made for them.
    FileId
}
id! {
    /// A bot: instructions and a model under a name.
    BotId
}
id! {
    /// A group of conversations.
    GroupId
}

/// The payer of an operation: always a workspace, a person's own or a team's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Payer {
    pub workspace_id: WorkspaceId,
    pub user_id: UserId,
}
