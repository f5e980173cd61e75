//! Chat: conversations with a model; the list of them, their branches, and full-text search in past ones.
//!
//! Start at `send.rs` (a message, its answers, their runs and charges in one transaction), `ensemble.rs` (several
//! answers merged into one), `window.rs` (reading) and `tree.rs` (renaming, deleting). Messages are stored by
//! `conversations`; answers are written by `generation`.

mod answer;
mod archive;
mod attachments;
mod batch;
mod context;
mod context_counts;
mod context_fit;
mod context_report;
mod context_routes;
mod ended;
mod ensemble;
mod ensemble_prompt;
mod followed;
mod groups;
mod hints;
mod history_routes;
mod history_wire;
mod links;
mod list;
mod merges;
mod model;
mod own;
mod pace;
mod problems;
mod query;
mod reference_citations;
mod reference_text;
mod references;
mod reply_language;
mod resources;
mod routes;
mod rules;
mod send;
mod settings;
mod share;
mod summaries;
mod summary_text;
mod temporary;
mod titles;
mod trash;
mod tree;
mod upkeep;
mod window;
mod wire;

use std::sync::Arc;

use area::{Area, Services};
use axum::Extension;

use crate::pace::Pace;

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
];

/// Returns everything that chat registers.
pub fn area(services: &Services) -> Area {
    let pace = Extension(Arc::new(Pace::new(&services.clock)));
    Area::new("chat")
        .routes(
            routes::router()
                .layer(pace)
                .merge(history_routes::router())
                .merge(context_routes::router()),
        )
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .limits(context_fit::LIMITS)
        .limits(resources::LIMITS)
        .migrations(MIGRATIONS)
        .share(share::Chats::new(services))
        .archive(archive::OwnSummaries::new(services))
        .eraser(upkeep::Words)
        .own_source(own::OwnChats::new(services))
        .context(references::References(services.clone()))
        .follower(ended::WhenEnded { queue: services.queue.clone() })
        .answer_check::<reference_citations::CheckReferenceCitations>(services)
        .job::<merges::MergeAnswers>()
        .job::<summaries::WriteSummary>()
        .job::<titles::MakeTitle>()
        .job::<temporary::ForgetTemporary>()
        .upkeep(temporary::FORGET_TEMPORARY)
        .upkeep(upkeep::EMPTY_TRASH)
        .upkeep(upkeep::DROP_OLD_EVENTS)
}
