//! Agents: a task is worked at in visible steps, with tools, until it is done, stopped, or needs its person.
//!
//! `agents.rs` has the agents themselves, the house's and those that people make. `work.rs` is the task: what comes next
//! is a pure function of what stands in its entries, so that any process goes on where another died, and nothing is done
//! or charged twice. `house_tools.rs` has the tools of the house; other areas offer theirs as [`area::AgentTools`] or as
//! they offer them to chats. `share.rs` shows a task to others, `scheduled.rs` starts tasks at times.

mod agents;
mod archive;
mod house_tools;
mod limits;
mod problems;
mod routes;
mod scheduled;
mod share;
mod wire;
mod work;

use std::time::Duration;

use area::{Area, Services, Upkeep};
use tasks::AreaTasks;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261128_1068_agents",
    sql: include_str!("../migrations/20261128_1068_agents.sql"),
}];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("agents")
        .routes(routes::router(services))
        .extension_paths(&["/api/agents", "/api/agents/*"])
        .migrations(MIGRATIONS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .task_kind::<work::task::AgentKind>(services)
        .archive(archive::AgentsInArchive::new(services))
        .archive(archive::TasksInArchive::new(services))
        .share(share::AgentTasks::new(services))
        .schedulable(scheduled::ScheduledAgents(services.clone()))
        .upkeep(Upkeep {
            name: "agents.empty_trash",
            every: Duration::from_secs(3_600),
            run: |services| Box::pin(agents::own::empty_trash(services)),
        })
}
