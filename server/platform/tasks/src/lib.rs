//! Long work that people start and wait for: one life cycle for every kind of it.
//!
//! A task is queued, runs step by step, may wait for its person, and succeeds, fails or is cancelled; a retry starts it once
//! more. Each step is a job with a lease; what it brought and the new state are written in one transaction, so a process that
//! dies loses one step at most. Start at [`TaskKind`]; `state.rs` has the transitions, `work.rs` does the steps, `actions.rs`
//! is what people do, `events.rs` what they see meanwhile, `children.rs` what becomes of tasks that tools of others start.
//!
//! # How to add a kind, or move an area here
//!
//! 1. Declare `Input` (what is asked for) and `Output` (what comes of it) with serde: both are stored as JSON with the task,
//!    so a kind needs no table of its own. What is large or searched goes into a table that refers to `tasks (id)` with
//!    `ON DELETE CASCADE`.
//! 2. Implement [`TaskKind`]. `step` looks at the task, does one thing and says how it goes on: [`Step::next`],
//!    [`Step::run`] (a model writes; `after_run` follows), [`Step::poll`] (a provider works), [`Step::wait`] (jobs of
//!    the kind's own do several things at a time), [`Step::pause`], [`Step::done`], [`Step::failed`]. What it brought goes into the step by [`Step::with`]; `write` puts that into the task
//!    and the kind's tables, in the transaction of the new state. `write` gets the task as it is then: changes that its
//!    person made meanwhile are in it.
//! 3. Register it: `Area::new("reading").task_kind::<ReadingTask>(services)`. Jobs, the follower of runs, erasure, upkeep and
//!    the trash come with that. The routes of all kinds are `/api/tasks`.
//! 4. The area's own routes start with [`start`] (queued) or [`start_now`] (the first step is done in the request, so that
//!    its problems are the caller's), read with [`find`] and [`list_page`], and use [`cancel`], [`delete`], [`restore`],
//!    [`retry`], [`start_again`] and [`change`].
//! 5. Archives: [`list_archived`] and [`restore_archived`] leave an area to describe its lines.
//! 6. To move an area that has a table: a migration inserts its rows into `tasks` and drops it. In SQLite, dropping a table
//!    empties those that refer to it: copy these first.

mod actions;
mod archive;
mod children;
mod events;
mod hold;
mod kind;
mod notices;
mod problems;
mod progress;
mod provider_turn;
mod register;
mod report;
mod routes;
mod start;
mod state;
mod store;
mod task;
mod upkeep;
mod wire;
mod work;

use area::Area;

pub use actions::{
    announce, cancel, cancel_all, check_workspace, delete, find, find_head, find_own, list,
    list_newest, list_page, mark_seen, restore, resume, retry,
};
pub use archive::{ArchivedTask, archived_state, list_archived, restore_archived};
pub use children::{ChildCost, costs_of_children};
pub use events::{body_of, follow, settled};
pub use hold::TaskFates;
pub use jobs::{ReleasedSlot, release_slot};
pub use kind::{Lane, Step, TaskKind, run_of};
pub use notices::{DEVICES_JOB, Notice, tell_of_question};
pub use problems::*;
pub use progress::{estimated_wait_seconds, percent};
pub use provider_turn::{ProviderTurn, failed_at_provider, provider_turn};
pub use register::AreaTasks;
pub use report::report_of;
pub use start::{
    NewTask, change, check_daily, check_limits, problem_body, queue_in, start, start_again,
    start_for, start_in, start_now,
};
pub use state::{Event, State};
pub use store::ListFilter;
pub use task::{Head, Parent, Task, TaskId, TaskOf, run_as_told};
pub use upkeep::count_daily_use;
pub use wire::{QueuePlace, TaskBody, TaskPageQuery};
pub use work::{advance, find_any, lock_any, save};

/// This crate's tables. They refer to tables of `identity`.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261126_1600_tasks",
        sql: include_str!("../migrations/20261126_1600_tasks.sql"),
    },
    ::store::Migration {
        name: "20261126_2010_task_seen",
        sql: include_str!("../migrations/20261126_2010_task_seen.sql"),
    },
    ::store::Migration {
        name: "20261129_1016_task_parents",
        sql: include_str!("../migrations/20261129_1016_task_parents.sql"),
    },
];

/// Returns the routes of all tasks, whatever their kind, as an area.
pub fn area() -> Area {
    Area::new("tasks")
        .routes(routes::router())
        .extension_paths(&["/api/tasks", "/api/tasks/*"])
        .limits(notices::LIMITS)
        .mails(&[&notices::TEMPLATE])
        .job::<notices::TellOfTask>()
        .problems(PROBLEMS)
}
