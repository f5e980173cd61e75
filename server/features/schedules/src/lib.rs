//! Schedules: work that starts by itself at the times its person chose, with a history, limits and notices.
//!
//! Start at `recurrence.rs` (times that come again, without I/O) and `due.rs` (a time that came becomes a run, once).
//! `start.rs` starts the work of a run, `conclude.rs` ends the run with it, `notices.rs` tells its person. `schedules.rs` is what
//! people do, `agent_tool.rs` what agents may, `archive.rs` takes all along. What can be scheduled is registered by other areas:
//! [`area::Schedulable`].

mod agent_tool;
mod archive;
mod conclude;
mod due;
mod hints;
mod mail_texts;
mod notices;
mod problems;
mod recurrence;
mod routes;
mod rules;
mod schedule;
mod schedules;
mod start;
mod store;
mod upkeep;
mod wire;

use area::{Area, Services};

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261128_1074_schedules",
    sql: include_str!("../migrations/20261128_1074_schedules.sql"),
}];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("schedules")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .mails(&[&mail_texts::TEMPLATE])
        .agent_tools(agent_tool::CreatesSchedules(services.clone()))
        .archive(archive::SchedulesInArchive::new(services))
        .archive(archive::RunsInArchive::new(services))
        .follower(conclude::WhenRunEnds { queue: services.queue.clone() })
        .job::<due::FireDue>()
        .job::<start::StartRuns>()
        .job::<conclude::Conclude>()
        .upkeep(upkeep::CATCH_UP)
        .upkeep(upkeep::EMPTY_TRASH)
}
