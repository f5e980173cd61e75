//! Research: a question is clarified, a plan is agreed on, pages are searched for and read, what they say is
//! taken from them as statements that are held against them, gaps are looked for, and a report is written
//! section by section. Done again, it reports what changed.
//!
//! Start at `steps.rs`: which step comes next is a pure function of those that were done. `work.rs` is its task, and does
//! the steps; `advance.rs` keeps what they brought and begins what is next, in one transaction: any process goes on where
//! another died. `search_steps.rs` asks services and reads pages, `model_steps.rs` has models write (`prompts.rs`,
//! `answers.rs`) or does by words alone what can be done so (`extract.rs`). `researches.rs` is what people do,
//! `schedules.rs` does a research once more, `notices.rs` mails who is not there meanwhile, `export.rs` gives its report as
//! a file, `changes.rs` says what is different then. `offers.rs` has what other areas use.

mod advance;
mod answers;
mod archive;
mod changes;
mod export;
mod extract;
mod limits;
mod mail_texts;
mod model_steps;
mod notices;
mod offers;
mod problems;
mod prompts;
mod report;
mod research;
mod researches;
mod routes;
mod schedules;
mod search_steps;
mod steps;
mod store;
mod wire;
mod work;

use area::{Area, Services};
use tasks::AreaTasks;

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
    ::store::Migration {
        name: "20261126_2020_researches_as_tasks",
        sql: include_str!("../migrations/20261126_2020_researches_as_tasks.sql"),
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
        .job::<schedules::DoAgain>()
        .task_kind::<work::ResearchTask>(services)
        .archive(archive::ResearchesInArchive::new(services))
        .agent_tools(offers::StartsResearches::new(services))
        .library_source(offers::ResearchLibrary::new(services))
        .follower(work::WhenStepEnds { queue })
        .schedulable(offers::ScheduledResearches(services.clone()))
        .upkeep(schedules::CATCH_UP)
}
