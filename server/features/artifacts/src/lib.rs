//! Artifacts: pages, apps, drawings and documents that models write in answers, and that people keep, edit and publish.
//!
//! An artifact begins as a block of an answer (`block.rs`); `collect.rs` stores it, with `edit.rs` for the edits of models,
//! once the answer is final. `in_chats.rs` tells models how to write blocks; agents have the tool of `agent_tool.rs`.
//! `artifacts.rs` is what people do with theirs, over the SQL of `store.rs`; `share.rs` publishes them through the area
//! `sharing`, and `gallery.rs` lists those whose authors want that. What runs in a preview is the client's: this server stores
//! content and never executes it; `hosts.rs` says what a preview may reach.

mod agent_tool;
mod archive;
mod artifacts;
mod block;
mod collect;
mod data;
mod edit;
mod eraser;
mod gallery;
mod hints;
mod hosts;
mod in_chats;
mod problems;
mod prompts;
mod routes;
mod rules;
mod share;
mod store;
mod wire;

use area::{Area, Services};

pub use hosts::preview_policy;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261128_1046_artifacts",
        sql: include_str!("../migrations/20261128_1046_artifacts.sql"),
    },
    ::store::Migration {
        name: "20261129_1017_artifact_gallery",
        sql: include_str!("../migrations/20261129_1017_artifact_gallery.sql"),
    },
    ::store::Migration {
        name: "20261129_1018_artifact_hosts",
        sql: include_str!("../migrations/20261129_1018_artifact_hosts.sql"),
    },
];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("artifacts")
        .routes(routes::router(services))
        .extension_paths(&["/api/artifacts"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .context(in_chats::WritesArtifacts(services.clone()))
        .agent_tools(agent_tool::WritesForAgents(services.clone()))
        .follower(collect::WhenAnswered(services.queue.clone()))
        .job::<collect::CollectBlocks>()
        .share(share::ArtifactShares(services.clone()))
        .archive(archive::ArtifactsInArchive::new(services))
        .eraser(eraser::WorkspaceEraser)
}
