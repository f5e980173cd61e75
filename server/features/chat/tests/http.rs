//! Chat, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/answers.rs"]
mod answers;
#[path = "http/branches.rs"]
mod branches;
#[path = "http/charges.rs"]
mod charges;
#[path = "http/context.rs"]
mod context;
#[path = "http/conversations.rs"]
mod conversations;
#[path = "http/deductions.rs"]
mod deductions;
#[path = "http/durability.rs"]
mod durability;
#[path = "http/ensembles.rs"]
mod ensembles;
#[path = "http/faults.rs"]
mod faults;
#[path = "http/feedback.rs"]
mod feedback;
#[path = "http/followers.rs"]
mod followers;
#[path = "http/history.rs"]
mod history;
#[path = "http/postgres_bus.rs"]
mod postgres_bus;
#[path = "http/priced.rs"]
mod priced;
#[path = "http/queue.rs"]
mod queue;
#[path = "http/recorder.rs"]
mod recorder;
#[path = "http/references.rs"]
mod references;
#[path = "http/resources.rs"]
mod resources;
#[path = "http/search.rs"]
mod search;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/spending.rs"]
mod spending;
#[path = "http/statements.rs"]
mod statements;
#[path = "http/temporary.rs"]
mod temporary;
#[path = "http/titles.rs"]
mod titles;
#[path = "http/turns.rs"]
mod turns;
#[path = "http/window.rs"]
mod window;
#[path = "http/workspaces.rs"]
mod workspaces;
