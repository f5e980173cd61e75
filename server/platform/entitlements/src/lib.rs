//! What somebody may use: plans, and that a workspace has one.
//!
//! Plans are data (`plans.toml`, compiled in, changed by [`Settings`]); a plan grant says that a
//! workspace has one, from when until when. How much of it is used up is the ledger's to know. Start at
//! [`Entitlements::plan_of`] and [`Plan`].

mod grants;
mod meter;
mod plan;
mod plans;
mod problems;
mod settings;
mod store;
mod window;

use std::sync::Arc;

use ::store::{Conn, Migration, StoreResult, Tx};
use kernel::{Timestamp, WorkspaceId};

pub use grants::{PlanGrant, REWARD, ROLE};
pub use meter::Meter;
pub use plan::{Allowance, DocumentLimits, FREE, LOCKED, OPEN, OPERATOR, Plan};
pub use plans::PlansError;
pub use problems::{AMOUNT_MAX, LIMITS, PROBLEMS, TEAM_LOCKED, UPGRADE_TO_UNLOCK};
pub use settings::{Amount, DocumentSettings, PlanSettings, Settings, UnlimitedWord};
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
];

/// The seats of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    /// What its plan gives the amounts of.
    pub all: i64,
    /// How many of them may be taken: fewer while some are given up at the end of the period.
    pub open: i64,
}

/// The plans of this installation and who has which. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Entitlements(Arc<Plans>);

impl Entitlements {
    /// The plans that are compiled in, with the operator's changes.
    pub fn new(settings: &Settings) -> Result<Self, PlansError> {
        Ok(Self(Arc::new(Plans::load(settings)?)))
    }

    /// The same for an installation that charges for nothing: everybody has [`OPEN`].
    #[must_use]
    pub fn open_to_everybody(&self) -> Self {
        Self(Arc::new(self.0.open_to_everybody()))
    }

    /// A plan as everybody gets it; `None` when there is none of this name.
    pub fn plan(&self, id: &str) -> Option<Arc<Plan>> {
        self.0.get(id).cloned()
    }

    /// What a workspace may use at `now`: the highest plan it was granted, or the free one.
    pub async fn plan_of(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
        now: Timestamp,
    ) -> StoreResult<Arc<Plan>> {
        if let Some(plan) = self.0.of_everybody() {
            return Ok(plan);
        }
        let (granted, seats) = store::list_granted_plans(conn, workspace_id, now).await?;
        let granted = granted.iter().map(|(plan, since)| (plan.as_str(), *since));
        Ok(match seats {
            Some(seats) => self.0.best_of_team(granted, seats),
            None => self.0.best(granted),
        })
    }

    /// Whether everybody may use everything, whatever they were granted.
    pub fn is_open_to_everybody(&self) -> bool {
        self.0.of_everybody().is_some()
    }

    /// Makes a workspace a team's, or changes how many seats it has.
    pub async fn set_seats(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        seats: Seats,
        now: Timestamp,
    ) -> StoreResult<()> {
        store::set_seats(tx, workspace_id, seats, now).await
    }

    /// The seats of a team; `None`: it is none.
    pub async fn seats_of(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Option<Seats>> {
        store::find_seats(conn, workspace_id).await
    }

    /// When the last plan that a workspace was granted ends or ended; `None`: it never had one.
    pub async fn last_end(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Option<Timestamp>> {
        store::last_end(conn, workspace_id).await
    }

    /// Whether a workspace bought a plan `held` microseconds ago and had it since, or for its whole period where that is shorter:
    /// whoever gave it back has not.
    pub async fn kept_bought(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
        held: i64,
        now: Timestamp,
    ) -> StoreResult<bool> {
        store::kept_bought(conn, workspace_id, held, now).await
    }

    /// Grants a plan. Returns `false`, and changes nothing, when the same was granted before.
    pub async fn grant_plan(
        &self,
        tx: &mut Tx,
        grant: &PlanGrant,
        now: Timestamp,
    ) -> StoreResult<bool> {
        store::add_grant(tx, grant, now).await
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

    /// Takes back one grant, as if it had never been given: its money was.
    pub async fn take_back_plan(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        source: &str,
        reference: &str,
    ) -> StoreResult<()> {
        store::void_grant(tx, workspace_id, source, reference).await
    }

    /// Has what `source` gives a workspace from `from` on come after `to` instead, one after the other and none of it lost: time
    /// that is given is had when what is bought ends. `to` may be earlier than it was, or now.
    pub async fn put_off_plans(
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

    /// Deletes what is known of a workspace, with its account.
    pub async fn forget(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        store::delete_grants(tx, workspace_id).await
    }
}
