//! Entitlements: plans, and the grants that give them to workspaces.
//!
//! Plans are data (`plans.toml`, compiled in, changed by [`Settings`]); a plan grant gives a workspace a plan from one
//! time until another. How much of it is used up is tracked by the ledger. Start at [`Entitlements::plan_of`] and
//! [`Plan`].

mod daily;
mod gives;
mod grants;
mod meter;
mod plan;
mod plans;
mod problems;
mod settings;
mod store;
mod window;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use ::store::{Conn, Migration, StoreResult, Tx};
use kernel::{Fallible, Problem, Timestamp, WorkspaceId};

pub use daily::{DailyLimits, DailyUse, DayLimit, day_of};
pub use gives::{DailyGives, DocumentGives, PlanGives};
pub use grants::{PlanGrant, REWARD, ROLE};
pub use meter::Meter;
pub use plan::{Allowance, DocumentLimits, FREE, LOCKED, OPEN, OPERATOR, Plan};
pub use plans::PlansError;
pub use problems::{AMOUNT_MAX, LIMITS, PLAN_INVALID, PROBLEMS, TEAM_LOCKED, UPGRADE_TO_UNLOCK};
pub use settings::{
    Amount, DailySettings, DocumentSettings, PlanSettings, Settings, UnlimitedWord,
};
pub use window::{Period, Window, months_after};

use plans::Plans;

pub const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261120_0250_entitlements",
        sql: include_str!("../migrations/20261120_0250_entitlements.sql"),
    },
    Migration {
        name: "20261122_0821_teams_seats",
        sql: include_str!("../migrations/20261122_0821_seats.sql"),
    },
    Migration {
        name: "20261123_1510_entitlements_changes",
        sql: include_str!("../migrations/20261123_1510_changes.sql"),
    },
];

/// The seats of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    /// Number of seats that the plan's amounts are multiplied by.
    pub all: i64,
    /// Number of seats that may be filled: fewer while some are given up at the end of the period.
    pub open: i64,
}

/// The plans of this installation and their grants. Cheap to clone.
#[derive(Clone)]
pub struct Entitlements(Arc<Inner>);

struct Inner {
    /// The plans from the settings.
    base: Plans,
    /// True while everybody may use everything.
    is_open: Arc<dyn Fn() -> bool + Send + Sync>,
    /// The plans as the operator edited them in the app, as far as this process knows.
    cached: RwLock<CachedPlans>,
}

#[derive(Debug, Clone)]
struct CachedPlans {
    version: i64,
    plans: Arc<Plans>,
}

impl fmt::Debug for Entitlements {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Entitlements").field(&self.0.base).finish()
    }
}

impl Entitlements {
    /// Returns the plans that are compiled in, with the operator's changes.
    pub fn new(settings: &Settings) -> Result<Self, PlansError> {
        Ok(Self::of(Plans::load(settings)?, Arc::new(|| false)))
    }

    /// Creates the plans of an installation that charges for nothing: everybody has [`OPEN`].
    #[must_use]
    pub fn open_to_everybody(&self) -> Self {
        self.open_while(|| true)
    }

    /// Creates the plans of an installation that charges for nothing while `is_open`: everybody has [`OPEN`] then.
    #[must_use]
    pub fn open_while(&self, is_open: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self::of(self.0.base.clone(), Arc::new(is_open))
    }

    fn of(base: Plans, is_open: Arc<dyn Fn() -> bool + Send + Sync>) -> Self {
        let cached = CachedPlans { version: 0, plans: Arc::new(base.clone()) };
        Self(Arc::new(Inner { base, is_open, cached: RwLock::new(cached) }))
    }

    /// Returns the current version of a plan; `None` if there is none of this name.
    pub fn plan(&self, id: &str) -> Option<Arc<Plan>> {
        self.cached().plans.get(id).cloned()
    }

    /// Returns the plan of a workspace at `now`: the highest one it was granted, or the free one.
    pub async fn plan_of(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
        now: Timestamp,
    ) -> StoreResult<Arc<Plan>> {
        if self.is_open_to_everybody() {
            return Ok(self.0.base.open());
        }
        let holding = store::find_holding(conn, workspace_id, now).await?;
        let plans = self.plans_of(conn, holding.version).await?;
        Ok(match holding.seats {
            Some(seats) => plans.best_of_team(holding.plans(), seats),
            None => plans.best(holding.plans()),
        })
    }

    /// Loads plans that another process changed.
    pub async fn refresh_plans(&self, conn: &mut Conn) -> StoreResult<()> {
        let version = store::find_version(conn).await?;
        self.plans_of(conn, version).await.map(|_| ())
    }

    /// Returns the current contents of each plan that the operator may edit.
    pub async fn gives(&self, conn: &mut Conn) -> StoreResult<BTreeMap<String, PlanGives>> {
        let version = store::find_version(conn).await?;
        Ok(self.plans_of(conn, version).await?.gives())
    }

    /// Checks that plans can have these contents.
    ///
    /// Problems: [`PLAN_INVALID`].
    pub fn check_gives(&self, gives: &BTreeMap<String, PlanGives>) -> Result<(), Problem> {
        self.0.base.check(gives)
    }

    /// Changes the contents of plans, for all future grants. Existing grants keep what they included until they end,
    /// and get additions at once. Plans that are not named stay unchanged.
    ///
    /// Problems: [`PLAN_INVALID`].
    pub async fn change_plans(
        &self,
        tx: &mut Tx,
        gives: &BTreeMap<String, PlanGives>,
        now: Timestamp,
    ) -> Fallible<()> {
        self.check_gives(gives)?;
        let mut all = self.gives(tx).await?;
        let before = all.clone();
        all.extend(gives.iter().map(|(id, gives)| (id.clone(), gives.clone())));
        if all == before {
            return Ok(());
        }
        let version = store::find_version(tx).await? + 1;
        store::add_change(tx, version, &all, now).await?;
        let changes = store::list_changes(tx).await?;
        let plans = Arc::new(self.0.base.changed(&changes));
        let this = self.clone();
        tx.after_commit(move || this.set_cached(CachedPlans { version, plans }));
        Ok(())
    }

    /// Returns the plans of this version: those that are known, or else as they are read.
    async fn plans_of(&self, conn: &mut Conn, version: i64) -> StoreResult<Arc<Plans>> {
        let cached = self.cached();
        if cached.version == version {
            return Ok(cached.plans);
        }
        let changes = store::list_changes(conn).await?;
        let plans = Arc::new(self.0.base.changed(&changes));
        self.set_cached(CachedPlans { version, plans: plans.clone() });
        Ok(plans)
    }

    fn cached(&self) -> CachedPlans {
        self.0.cached.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_cached(&self, cached: CachedPlans) {
        *self.0.cached.write().unwrap_or_else(PoisonError::into_inner) = cached;
    }

    /// Returns true if everybody may use everything, whatever plans they were granted.
    pub fn is_open_to_everybody(&self) -> bool {
        (self.0.is_open)()
    }

    /// Makes a workspace a team's, or changes its number of seats.
    pub async fn set_seats(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        seats: Seats,
        now: Timestamp,
    ) -> StoreResult<()> {
        store::set_seats(tx, workspace_id, seats, now).await
    }

    /// Returns the seats of a team; `None`: it is none.
    pub async fn seats_of(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Option<Seats>> {
        store::find_seats(conn, workspace_id).await
    }

    /// Returns the end of the last plan granted to a workspace; `None`: it never had one.
    pub async fn last_end(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Option<Timestamp>> {
        store::last_end(conn, workspace_id).await
    }

    /// Returns true if a workspace bought a plan `held` microseconds ago and kept it since, or kept it for its whole
    /// period if that is shorter. False after a refund.
    pub async fn kept_paid_plan(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
        held: i64,
        now: Timestamp,
    ) -> StoreResult<bool> {
        store::kept_paid_plan(conn, workspace_id, held, now).await
    }

    /// Grants a plan as it was at `sold_at`: now, or when the payer ordered it. Returns `false`, and changes nothing,
    /// if the same was granted before.
    pub async fn grant_plan(
        &self,
        tx: &mut Tx,
        grant: &PlanGrant,
        sold_at: Timestamp,
    ) -> StoreResult<bool> {
        store::add_grant(tx, grant, sold_at).await
    }

    /// Ends at `now` every grant that `source` gave a workspace: a lost role, a refund.
    pub async fn end_plans(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        source: &str,
        now: Timestamp,
    ) -> StoreResult<()> {
        store::end_grants(tx, workspace_id, source, now).await?;
        Ok(())
    }

    /// Revokes one grant as if it had never been made, because its payment was refunded.
    pub async fn revoke_plan(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        source: &str,
        reference: &str,
    ) -> StoreResult<()> {
        store::void_grant(tx, workspace_id, source, reference).await
    }

    /// Postpones the grants of `source` from `from` on until after `to`, one after the other without losing any time:
    /// time that is given starts when what is bought ends. `to` may be earlier than before, or now.
    pub async fn postpone_plans(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        source: &str,
        (from, to): (Timestamp, Timestamp),
    ) -> StoreResult<()> {
        let spans = store::list_spans(tx, workspace_id, source, from).await?;
        for span in grants::put_off(&spans, from, to) {
            store::move_grant(tx, span).await?;
        }
        Ok(())
    }

    /// Deletes the data of a workspace, with its account.
    pub async fn forget(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        store::delete_grants(tx, workspace_id).await
    }
}
