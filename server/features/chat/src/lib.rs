//! Chat: conversations with a model; the list of them, their branches, and full-text search in past ones.
//!
//! Start at `answers/send.rs` (a message, its answers, their runs and charges in one transaction), `ensemble/merge.rs`
//! (several answers merged into one), `history/window.rs` (reading) and `history/tree.rs` (renaming, deleting). Messages
//! are stored by `conversations`, and runs by `generation`.

mod answers;
mod archive;
mod context;
mod ended;
mod ensemble;
mod feedback;
mod followed;
mod history;
mod pace;
mod problems;
mod references;
mod resources;
mod routes;
mod rules;
mod scheduled;
mod settings;
mod share;
mod temporary;
mod titles;
mod upkeep;
mod wire;

use std::sync::Arc;

use area::{Area, Services};
use axum::Extension;

use crate::pace::Pace;

/// The feature that its runs carry, and its [`RunFollower`](generation::RunFollower) goes by.
const FEATURE: &str = "chat";

/// This area's tables. They refer to tables of `conversations`.
const MIGRATIONS: &[store::Migration] = &[
    store::Migration {
        name: "20261121_1430_chat_merges",
        sql: include_str!("../migrations/20261121_1430_chat_merges.sql"),
    },
    store::Migration {
        name: "20261121_1440_chat_summaries",
        sql: include_str!("../migrations/20261121_1440_chat_summaries.sql"),
    },
    store::Migration {
        name: "20261125_0907_chat_given",
        sql: include_str!("../migrations/20261125_0907_chat_given.sql"),
    },
    store::Migration {
        name: "20261127_2300_chat_titles_without_jobs",
        sql: include_str!("../migrations/20261127_2300_chat_titles_without_jobs.sql"),
    },
];

/// Returns everything that chat registers.
pub fn area(services: &Services) -> Area {
    let pace = Extension(Arc::new(Pace::new(&services.rates)));
    Area::new("chat")
        .routes(
            routes::router()
                .layer(pace)
                .merge(history::routes::router())
                .merge(context::routes::router())
                .merge(feedback::router()),
        )
        .extension_paths(&["/api/chat/*"])
        // Deletes many at once.
        .essential_paths(&["/api/chat/conversations/batch"])
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .limits(feedback::LIMITS)
        .limits(context::fit::LIMITS)
        .limits(resources::list::LIMITS)
        .migrations(MIGRATIONS)
        .share(share::Chats::new(services))
        .archive(archive::OwnSummaries::new(services))
        .eraser(upkeep::Words)
        .schedulable(scheduled::ScheduledPrompts(services.clone()))
        .library_source(references::library_source::ChatLibrary::new(services))
        .context(references::source::References(services.clone()))
        .follower(ended::WhenEnded {
            queue: services.queue.clone(),
            titles: titles::Titles::new(services),
        })
        .answer_check::<references::citations::CheckReferenceCitations>(services)
        .job::<ensemble::merge_job::MergeAnswers>()
        .job::<context::summaries::WriteSummary>()
        .job::<temporary::ForgetTemporary>()
        .upkeep(temporary::FORGET_TEMPORARY)
        .upkeep(upkeep::EMPTY_TRASH)
        .upkeep(upkeep::DROP_OLD_EVENTS)
}
