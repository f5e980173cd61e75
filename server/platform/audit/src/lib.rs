//! The audit log: what was done that matters for security, by whom, whose account it concerns, and from where. Never
//! what people write, no names, no addresses of mail, no secrets (security.md §4.8, decision 0903).
//!
//! A row is written in the transaction of what it tells of: [`Audit::record`]. A single writer links rows into a chain of
//! hashes afterwards (`upkeep.rs`), so that nobody who writes one waits for another; [`Audit::check`] says whether the
//! chain holds. Rows are only added: triggers of the schema refuse what is neither linking, nor forgetting an address,
//! nor the sweep of what is too old.

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
pub use check::{Broken, Standing};
pub use event::{By, Event};
pub use kind::Kind;
pub use limits::{ADDRESS_KEPT_MICROS, EVENTS_KEPT_MICROS, LIMITS};
pub use list::{EventFilter, Recorded};
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

    /// Forgets from where exactly somebody came, with their account. That they did, and from which network, stays.
    pub async fn forget_addresses(&self, tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
        store::forget_addresses_of(tx, user_id).await
    }
}
