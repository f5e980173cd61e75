//! Who used how much: the only crate that changes a balance.
//!
//! A run *reserves* before its provider is called and is *settled* once, whatever happens to it. What a
//! plan gives in a window, and what was granted besides, lies in buckets; a hold takes from them and says
//! from which. Start at `reserve.rs` and `settle.rs`; prices stand in `prices.rs`. What must always hold:
//!
//! - I1 the entries of a bucket add up to what was granted less what was used;
//! - I2 nothing is below 0, and used and held are together at most what was granted;
//! - I3 the lines of open holds add up to what is held;
//! - I4 a run is settled at most once.

mod buckets;
mod caps;
mod entries;
mod grants;
mod holds;
mod prices;
mod problems;
mod reserve;
mod rules;
mod settle;
mod sweep;
mod usage;

use entitlements::Entitlements;
use kernel::{Clock, WorkspaceId};
use store::{Migration, StoreResult, Tx, sql};

pub use caps::{Cap, MemberUse};
pub use entitlements::Meter;
pub use entries::Posting;
pub use grants::Grant;
pub use prices::{Charge, Operation, Prices};
pub use problems::{CAP_REACHED, INSUFFICIENT_CREDITS, PROBLEMS, QUERIES_USED_UP, ReserveError};
pub use reserve::Reservation;
pub use rules::{DETAIL_MAX_CHARS, HOLD_MICROS, LIMITS};
pub use settle::Settled;
pub use sweep::{RunFate, RunFates};
pub use usage::MeterUsage;

pub const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261120_0300_ledger",
        sql: include_str!("../migrations/20261120_0300_ledger.sql"),
    },
    Migration {
        name: "20261122_0822_teams_caps",
        sql: include_str!("../migrations/20261122_0822_caps.sql"),
    },
];

/// The ledger. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Ledger {
    clock: Clock,
    entitlements: Entitlements,
}

impl Ledger {
    pub fn new(clock: Clock, entitlements: Entitlements) -> Self {
        Self { clock, entitlements }
    }

    /// Deletes what is known of a workspace, with its account.
    pub async fn forget(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        for table in [
            "DELETE FROM ledger_caps WHERE workspace_id = $1",
            "DELETE FROM ledger_entries WHERE workspace_id = $1",
            "DELETE FROM ledger_holds WHERE workspace_id = $1",
            "DELETE FROM ledger_buckets WHERE workspace_id = $1",
        ] {
            sql!(tx, execute, table, workspace_id)?;
        }
        Ok(())
    }
}
