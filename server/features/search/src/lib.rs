//! Search: answers from web results with numbered sources, and the server half of the assistant beside the results
//! of other search engines.
//!
//! Start at `searches.rs` (actions on searches) and `work.rs` (their tasks: search engines are asked, pages are
//! read, a model answers). The platform's `web_search` queries search engines and reads pages; `retrieval` checks an
//! answer's citations against its sources.
//!
//! The web in chats: `in_chat.rs` decides when it is searched, `in_chat/tool.rs` is the tool for models, `in_chat/pages.rs`
//! stores the pages found for an answer, `in_chat/cites.rs` its citations, and `archive/pages.rs` archives both.
//!
//! People manage their news feeds in `feed_routes.rs` and their preferred and excluded sites in `site_routes.rs`;
//! operators manage search engines in `search_engine_routes.rs`.
//!
//! The assistant: layouts of results pages are data too (`engines.rs` and `contract/search-engines.json`), so that a
//! changed page needs no new release. `assistant.rs` has its settings and quota.

mod archive;
mod assistant;
mod effort;
mod engines;
mod feed_routes;
mod in_chat;
mod library_source;
mod limits;
mod problems;
mod prompt;
mod routes;
mod rules;
mod search_engine_routes;
mod searches;
mod settings;
mod site_routes;
mod store;
mod today;
mod web_routes;
mod web_upkeep;
mod web_wire;
mod work;
mod workspace_eraser;

use area::{Area, Services};
use tasks::AreaTasks;

pub use settings::Settings;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_0110_searches",
        sql: include_str!("../migrations/20261122_0110_searches.sql"),
    },
    ::store::Migration {
        name: "20261124_0868_search_uses",
        sql: include_str!("../migrations/20261124_0868_search_uses.sql"),
    },
    ::store::Migration {
        name: "20261124_0894_answer_pages",
        sql: include_str!("../migrations/20261124_0894_answer_pages.sql"),
    },
    ::store::Migration {
        name: "20261125_0911_own_finders",
        sql: include_str!("../migrations/20261125_0911_own_finders.sql"),
    },
    ::store::Migration {
        name: "20261125_0916_feeds_trash",
        sql: include_str!("../migrations/20261125_0916_feeds_trash.sql"),
    },
    ::store::Migration {
        name: "20261125_0917_sites",
        sql: include_str!("../migrations/20261125_0917_sites.sql"),
    },
    ::store::Migration {
        name: "20261126_1630_searches_as_tasks",
        sql: include_str!("../migrations/20261126_1630_searches_as_tasks.sql"),
    },
];

/// All that this area registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    let web_in_chats = in_chat::WebInChats::new(services, settings.clone());
    Area::new("search")
        .settings(&settings)
        .routes(
            routes::router(settings)
                .merge(web_routes::router(services))
                .merge(search_engine_routes::router())
                .merge(feed_routes::router(services))
                .merge(site_routes::router()),
        )
        // The pages that answers cite, and what a chat may be given with `#`.
        .extension_paths(&[
            "/api/search/answers/*",
            "/api/search/assistant",
            "/api/search/engines",
            "/api/search/own/*",
        ])
        .migrations(MIGRATIONS)
        .impersonal_tables(&[
            ("search_finders", "the operator's"),
            ("search_paces", "how often each was asked"),
        ])
        .limits(rules::LIMITS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .task_kind::<work::SearchTask>(services)
        .context(web_in_chats)
        .archive(archive::SearchesInArchive::new(services))
        .archive(archive::feeds::FeedsInArchive::new(services))
        .archive(archive::sites::SitesInArchive::new(services))
        .archive(archive::pages::AnswerPagesInArchive::new(services))
        .library_source(library_source::SearchLibrary::new(services))
        .daily_source(today::SearchedToday)
        .answer_check::<in_chat::cites::CheckChat>(services)
        .eraser(workspace_eraser::WorkspaceEraser)
        .upkeep(web_upkeep::SWEEP)
}
