//! The audit log: security-relevant events, with their actor, the account concerned, and the origin. It never contains
//! text written by people, names, mail addresses or secrets (security.md §4.8, decision 0903).
//!
//! A row is written in the transaction of the action it records: [`Audit::record`]. A single writer links rows into a
//! hash chain afterwards (`upkeep.rs`), so that writers never wait for each other; [`Audit::check`] verifies the chain.
//! Rows are append-only: triggers of the schema refuse everything but linking, forgetting an address, and sweeping old
//! rows.

mod chain;
mod check;
mod event;
mod kind;
mod limits;
mod list;
mod network;
mod reads;
mod store;
mod upkeep;

use ::store::{Migration, StoreResult, Tx};
use kernel::{Clock, UserId, uuid_v7};

pub use chain::Head;
pub use check::{ChainError, ChainStatus};
pub use event::{Actor, Event};
pub use kind::Kind;
pub use limits::{ADDRESS_KEPT_MICROS, EVENTS_KEPT_MICROS, LIMITS};
pub use list::{EventFilter, RecordedEvent};
use reads::Reads;

pub const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261125_0903_audit",
    sql: include_str!("../migrations/20261125_0903_audit.sql"),
}];

/// The audit log. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Audit {
    clock: Clock,
    reads: Reads,
}

impl Audit {
    pub fn new(clock: Clock) -> Self {
        Self { clock, reads: Reads::default() }
    }

    /// Writes down that something was done: one insert, and nothing is read.
    pub async fn record(&self, tx: &mut Tx, event: Event) -> StoreResult<()> {
        let now = self.clock.now();
        store::insert(tx, uuid_v7(now), now, &event).await
    }

    /// Forgets the exact addresses of a person when their account is deleted. The events and networks stay.
    pub async fn forget_addresses(&self, tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
        store::forget_addresses_of(tx, user_id).await
    }
}
