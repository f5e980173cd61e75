//! Runs: generations that outlive the request that started them.
//!
//! A run is reserved and stored before its provider is called; the model's output is journaled before any client sees
//! it; it is settled exactly once. Clients, first-time or reconnecting, read the journal. Start at `generation.rs` (the
//! operations), `engine.rs` (the life of a run), `steps.rs` (the loop of a run with tools), `pause.rs` (runs that wait
//! for their person), `pause/questions.rs` (tools that ask their person something), `queue.rs` (runs that wait for a
//! slot), `journal.rs` (how words reach the disk), `follow.rs` (how readers get them), `recover.rs` (what happens to runs
//! whose process died).

mod completion;
mod conclude;
mod costs;
mod draft;
mod engine;
mod event;
mod follow;
mod generation;
mod hub;
mod journal;
mod outcome;
mod pause;
mod plugs;
mod problems;
mod progress;
mod queue;
mod recover;
mod rules;
mod run;
mod sources;
mod steps;
mod store;
mod wait;
mod writer;

pub use completion::{Completion, CompletionCall};
pub use costs::embedding_use;
pub use costs::price::answer_charge;
pub use draft::DraftState;
pub use event::{RunEvent, Sequenced, UsageBody};
pub use generation::Generation;
pub use pause::Decision;
pub use pause::questions::rows::has_open_question;
pub use pause::questions::{Question, QuestionAction, Questions, Reply, run_within};
pub use plugs::{
    Attached, BotResources, ContextScope, ContextSource, Contribution, FollowedRuns, MemoryUse,
    MessageContext, ParentTask, RunFollower, RunNote, SpendingFollower, Tool, ToolChoice,
    ToolError, ToolOutput, ToolScope,
};
pub use problems::*;
pub use queue::fair_queue::Settings;
pub use queue::refusal::refuse_new_answers;
pub use rules::{LIMITS, QUESTION_SECONDS_MAX, QUESTIONS_PER_CALL_MAX};
pub use run::{Run, RunRequest, RunState, WhenFull};
pub use store::{
    count_waiting, delete_old_events, delete_runs_of, find_run, forget_events, note_check,
};
pub use wait::{RunSnapshot, event_of};

/// This crate's tables. They refer to tables of `identity` and `conversations`.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261120_0500_generation",
        sql: include_str!("../migrations/20261120_0500_generation.sql"),
    },
    ::store::Migration {
        name: "20261121_0500_generation_paused_runs",
        sql: include_str!("../migrations/20261121_0500_generation_paused_runs.sql"),
    },
    ::store::Migration {
        name: "20261121_2100_generation_queued_runs",
        sql: include_str!("../migrations/20261121_2100_generation_queued_runs.sql"),
    },
    ::store::Migration {
        name: "20261122_1500_generation_memories",
        sql: include_str!("../migrations/20261122_1500_generation_memories.sql"),
    },
    ::store::Migration {
        name: "20261124_0892_generation_prices",
        sql: include_str!("../migrations/20261124_0892_generation_prices.sql"),
    },
    ::store::Migration {
        name: "20261127_0010_generation_checks",
        sql: include_str!("../migrations/20261127_0010_generation_checks.sql"),
    },
    ::store::Migration {
        name: "20261128_0974_generation_questions",
        sql: include_str!("../migrations/20261128_0974_generation_questions.sql"),
    },
];
