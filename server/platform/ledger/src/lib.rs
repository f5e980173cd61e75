//! Usage and balances: the only crate that changes a balance.
//!
//! A run is *reserved* before its provider is called and *settled* once, whatever happens to it. A plan's allowance per
//! window and all other grants are kept in buckets; a hold takes from them and records from which. Start at
//! `reserve.rs` and `settle.rs`; prices are in `prices.rs`. Invariants:
//!
//! - I1 the entries of a bucket add up to what was granted less what was used;
//! - I2 nothing is below 0, and used and held are together at most what was granted;
//! - I3 the lines of open holds add up to what is held;
//! - I4 a run is settled at most once, and that settlement reduces what it counted towards an API key to its charge.
//!
//! Model costs of the operator are booked here too, and may be limited: `spending/mod.rs`.

mod at_once;
mod buckets;
mod budgets;
mod caps;
mod entries;
mod grants;
mod holds;
mod keys;
mod prices;
mod problems;
mod reserve;
mod rules;
mod settle;
mod spending;
mod sweep;
mod usage;
mod warnings;

use std::sync::Arc;

use entitlements::Entitlements;
use kernel::{Clock, RunId, Timestamp, WorkspaceId};
use live_settings::Section;
use store::{Migration, StoreResult, Tx, sql};

use spending::Spending;

pub use budgets::{Budget, BudgetUse};
pub use caps::{Cap, CappedUse, MemberUse, use_under_caps};
pub use entitlements::Meter;
pub use entries::Posting;
pub use grants::{ADD_ON, Grant};
pub use keys::KeyCaps;
pub use prices::{Charge, Operation, Prices};
pub use problems::{
    ACCOUNT_CAP_REACHED, CAP_REACHED, INSUFFICIENT_CREDITS, MODEL_UNPRICED, PROBLEMS,
    QUERIES_USED_UP, ReserveError, SPENDING_LIMIT,
};
pub use reserve::Reservation;
pub use rules::{DETAIL_MAX_CHARS, HOLD_MICROS, LIMITS, MONEY_MAX_MICROS, WARN_AT_PERCENT};
pub use settle::Settled;
pub use spending::ModelUse;
pub use spending::costs::{ModelCost, MonthCost, OpenCost};
pub use spending::limits::{SpendingLimits, SpendingNews, TakenNews};
pub use spending::prices::{MICROS, ModelPrice, Price, SpendingSettings, read_money, write_money};
pub use spending::rules::PeriodSpending;
pub use sweep::{RunFate, RunFates};
pub use usage::{Lot, LotSource, MeterUsage};
pub use warnings::{EndingLot, LowMonth};

pub const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261120_0300_ledger",
        sql: include_str!("../migrations/20261120_0300_ledger.sql"),
    },
    Migration {
        name: "20261122_0822_teams_caps",
        sql: include_str!("../migrations/20261122_0822_caps.sql"),
    },
    Migration {
        name: "20261123_0777_ledger_spending",
        sql: include_str!("../migrations/20261123_0777_spending.sql"),
    },
    Migration {
        name: "20261123_1410_ledger_budgets",
        sql: include_str!("../migrations/20261123_1410_budgets.sql"),
    },
    Migration {
        name: "20261123_1500_ledger_lots",
        sql: include_str!("../migrations/20261123_1500_lots.sql"),
    },
    Migration {
        name: "20261123_1800_ledger_warnings",
        sql: include_str!("../migrations/20261123_1800_warnings.sql"),
    },
    Migration {
        name: "20261125_0899_ledger_keys",
        sql: include_str!("../migrations/20261125_0899_keys.sql"),
    },
];

/// The ledger. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Ledger {
    clock: Clock,
    entitlements: Entitlements,
    spending: Arc<Spending>,
    keys: Option<Arc<dyn KeyCaps>>,
}

impl Ledger {
    pub fn new(clock: Clock, entitlements: Entitlements) -> Self {
        Self { clock, entitlements, spending: Arc::default(), keys: None }
    }

    /// Returns a ledger that knows the prices of models.
    #[must_use]
    pub fn with_prices(self, settings: impl Into<Section<SpendingSettings>>) -> Self {
        Self { spending: Arc::new(Spending::new(settings.into())), ..self }
    }

    /// Returns a ledger that also gives back to keys what was counted towards them and not charged.
    #[must_use]
    pub fn with_keys(self, keys: Arc<dyn KeyCaps>) -> Self {
        Self { keys: Some(keys), ..self }
    }

    /// Deletes a workspace's data, with its account. Pass what its runs held of the operator's limits to
    /// [`Ledger::free_costs`].
    pub async fn forget(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Vec<OpenCost>> {
        let mut held = sql!(
            tx,
            all(RunId, Timestamp, i64),
            "DELETE FROM ledger_holds WHERE workspace_id = $1 AND state = 'open' AND cost_held > 0
             RETURNING run_id, created_at, cost_held",
            workspace_id
        )?;
        // The periods in the order of all that wait for them.
        held.sort_by_key(|(_, begun_at, _)| *begun_at);
        for table in [
            "DELETE FROM ledger_caps WHERE workspace_id = $1",
            "DELETE FROM ledger_entries WHERE workspace_id = $1",
            "DELETE FROM ledger_holds WHERE workspace_id = $1",
            "DELETE FROM ledger_buckets WHERE workspace_id = $1",
        ] {
            sql!(tx, execute, table, workspace_id)?;
        }
        let open =
            held.into_iter().map(|(run_id, begun_at, held)| OpenCost::held(run_id, begun_at, held));
        Ok(open.collect())
    }
}
