//! Work for later, in the database: a queue with leases, retries and dead letters, and schedules.
//!
//! A job is enqueued in the transaction that needs it, so it exists exactly when the change does. It
//! runs at least once: a process that dies lets its lease run out and another takes over, so jobs are
//! idempotent. Start at [`Job`]; [`Queue`] enqueues, [`Workers`] run.

mod job;
mod queue;
mod registry;
mod slots;
mod store;
mod workers;

pub use job::{Job, JobResult};
pub use queue::{Backlog, Queue};
pub use registry::Registry;
pub use slots::{ReleasedSlot, release_slot};
pub use workers::Workers;

use ::store::Migration;

pub const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261120_0050_jobs",
        sql: include_str!("../migrations/20261120_0050_jobs.sql"),
    },
    Migration {
        name: "20261127_0050_job_shares",
        sql: include_str!("../migrations/20261127_0050_job_shares.sql"),
    },
    Migration {
        name: "20261127_0060_job_places",
        sql: include_str!("../migrations/20261127_0060_job_places.sql"),
    },
];
