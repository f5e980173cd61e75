//! Memos: notes of a person, and things saved from elsewhere: pages, videos, answers, with their address and quoted
//! text.
//!
//! Start at `memos.rs` (actions on memos) and `tags.rs`. `index.rs` indexes them: a list is searched by all words of a
//! memo, questions by its passages. `own.rs` serves searches: a question over one's memos is a search with the source
//! `my_memo` (decision 0761). `imports.rs` imports memos from other programs, `interchange.rs` exports them; `links.rs`
//! resolves links in texts. `text_files.rs` keeps the files that texts show, `picture.rs` stores images that are memos,
//! `summary.rs` has a model describe them. `agent_tool.rs` lets agents save memos.

mod agent_tool;
mod archive;
mod hints;
mod import_formats;
mod imports;
mod index;
mod interchange;
mod kind;
mod library_source;
mod links;
mod listing;
mod memos;
mod picture;
mod problems;
mod routes;
mod rules;
mod store;
mod summary;
mod summary_store;
mod tags;
mod text_files;
mod upkeep;
mod wire;
mod words;

use area::{Area, Services};

pub use index::WORD_INDEX;

/// The feature that its runs carry, and its [`RunFollower`](generation::RunFollower) goes by.
const FEATURE: &str = "memos";

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_0760_memos",
        sql: include_str!("../migrations/20261122_0760_memos.sql"),
    },
    ::store::Migration {
        name: "20261125_0907_memo_sources",
        sql: include_str!("../migrations/20261125_0907_memo_sources.sql"),
    },
    ::store::Migration {
        name: "20261125_0912_memo_summaries",
        sql: include_str!("../migrations/20261125_0912_memo_summaries.sql"),
    },
    ::store::Migration {
        name: "20261125_0922_memo_links",
        sql: include_str!("../migrations/20261125_0922_memo_links.sql"),
    },
    ::store::Migration {
        name: "20261128_0983_memo_files",
        sql: include_str!("../migrations/20261128_0983_memo_files.sql"),
    },
];

/// Returns everything that memos registers.
pub fn area(services: &Services) -> Area {
    Area::new("memos")
        .routes(routes::router())
        // To add one, and to show what was added; the rest of them is the web page's.
        .extension_paths(&["/api/memos"])
        // Deletes many at once.
        .essential_paths(&["/api/memos/batch"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::MemosInArchive::new(services))
        .agent_tools(agent_tool::SavesMemos::new(services))
        .library_source(library_source::MemoLibrary::new(services))
        .job::<picture::ReadPicture>()
        .job::<summary::KeepSummary>()
        .follower(summary::SummaryRunFollower { queue: services.queue.clone() })
        .upkeep(upkeep::EMPTY_TRASH)
}
