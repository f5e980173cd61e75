//! Research: a question is clarified, a plan is agreed on, pages are searched for and read, what they say is
//! taken from them as statements that are held against them, gaps are looked for, and a report is written
//! section by section. Done again, it reports what changed.
//!
//! Start at `steps.rs`: which step comes next is a pure function of those that were done. `work.rs` does them,
//! `turn.rs` keeps what they brought and begins what is next, in one transaction: any process goes on where
//! another died. `looking.rs` asks services and reads pages, `thinking.rs` has models write (`prompts.rs`,
//! `answers.rs`) or does by words alone what can be done so (`extract.rs`). `researches.rs` is what people do,
//! `again.rs` does a research once more, `away.rs` mails who is not there meanwhile, `export.rs` gives its report as a file, `changes.rs` says what
//! is different then.

mod again;
mod answers;
mod archive;
mod away;
mod changes;
mod export;
mod extract;
mod library_source;
mod limits;
mod looking;
mod mail_texts;
mod of_teams;
mod problems;
mod prompts;
mod report;
mod research;
mod researches;
mod routes;
mod steps;
mod store;
mod thinking;
mod turn;
mod upkeep;
mod wire;
mod work;

use area::{Area, Services};

/// The feature that its runs carry, and its [`RunFollower`](generation::RunFollower) goes by.
const FEATURE: &str = "research";

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_1530_research",
        sql: include_str!("../migrations/20261122_1530_research.sql"),
    },
    ::store::Migration {
        name: "20261123_0110_unattended",
        sql: include_str!("../migrations/20261123_0110_unattended.sql"),
    },
    ::store::Migration {
        name: "20261123_1410_research_schedules",
        sql: include_str!("../migrations/20261123_1410_schedules.sql"),
    },
];

/// All that this area registers.
pub fn area(services: &Services) -> Area {
    let queue = services.queue.clone();
    Area::new("research")
        .routes(routes::router(services))
        .migrations(MIGRATIONS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .mails(&[&mail_texts::TEMPLATE])
        .job::<work::DoStep>()
        .job::<work::KeepStep>()
        .job::<again::DoAgain>()
        .archive(archive::ResearchesInArchive::new(services))
        .eraser(of_teams::Researches::new(services))
        .library_source(library_source::ResearchLibrary::new(services))
        .follower(work::WhenWritten { queue })
        .upkeep(upkeep::SWEEP)
}
