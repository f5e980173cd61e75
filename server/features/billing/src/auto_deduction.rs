//! Auto deduction (spec §3, §5, §6): a team's credits are ordered automatically when few are left.
//!
//! No card is charged without consent: it creates an order like any other, of the configured amount, within the monthly
//! limit, and collecting it is the provider's task (decision 0822).

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError, RwLock};

use crate::mails::deductions::TeamNews;
use ::store::{Db, StoreResult, Tx};
use area::Services;
use async_trait::async_trait;
use bus::Subscription;
use entitlements::{Meter, Window};
use generation::{FollowedRuns, Run, RunFollower, RunState};
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{DAY, Failure, Fallible, Payer, SECOND, Timestamp, UserId, WorkspaceId};
use serde::{Deserialize, Serialize};

use crate::deductions::{self, Deduction};
use crate::offer::Offer;
use crate::problems::{
    DEDUCTION_ABOVE_LIMIT, DEDUCTION_TOO_SMALL, NOT_A_TEAM, NOT_SOLD, PAYMENT_FAILED,
};
use crate::rules::PRICE_MAX;
use crate::store::{self, Order, OrderId, Row};
use crate::{collecting, mails, orders};

/// The item name on auto-deduction orders, used in place of a pack's name.
pub(crate) const ITEM: &str = "auto_deduction";

/// Notifies a team's admins of the result of an automatic order; other orders notify nobody.
pub(crate) async fn tell(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    news: TeamNews,
) -> StoreResult<()> {
    if !order.is_of_pack() || order.item != ITEM {
        return Ok(());
    }
    let amount = (order.amount, order.currency.as_str());
    mails::tell_team(services, tx, row, news, amount, order.credits).await
}

/// Switches it off after a chargeback of an automatic order, until an admin enables it again.
pub(crate) async fn switch_off(tx: &mut Tx, order: &Order) -> StoreResult<()> {
    match order.workspace_id {
        Some(workspace_id) if order.is_of_pack() && order.item == ITEM => {
            deductions::switch_off(tx, workspace_id).await
        }
        _ => Ok(()),
    }
}

/// Returns the caller's team's auto deduction; `None`: it was never set.
pub(crate) async fn read(services: &Services, caller: &SignedIn) -> Fallible<Option<Deduction>> {
    let mut conn = services.db.read().await?;
    Ok(deductions::find_deduction(&mut conn, caller.workspace_id).await?)
}

/// Sets it for the caller's team.
///
/// Problems: [`NOT_A_TEAM`], `identity.team_admin_only`, [`NOT_SOLD`] where there are no packs,
/// [`DEDUCTION_TOO_SMALL`], [`DEDUCTION_ABOVE_LIMIT`].
pub(crate) async fn set(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    (enabled, amount, monthly_limit): (bool, i64, i64),
) -> Fallible<()> {
    if caller.team_role.is_none() {
        return Err(NOT_A_TEAM.into());
    }
    caller.check_manages_workspace()?;
    let least = offer.least_deduction().ok_or(NOT_SOLD)?;
    let credits = offer.credits_for(amount).filter(|_| amount <= PRICE_MAX);
    let Some(credits) = credits else {
        return Err(DEDUCTION_TOO_SMALL.with("min", least).into());
    };
    if monthly_limit < amount {
        return Err(DEDUCTION_ABOVE_LIMIT.into());
    }
    let deduction = Deduction {
        workspace_id: caller.workspace_id,
        user_id: caller.user_id,
        enabled,
        amount,
        credits,
        monthly_limit,
        currency: offer.currency.clone(),
    };
    let mut tx = services.db.begin().await?;
    deductions::save_deduction(&mut tx, &deduction, services.clock.now()).await?;
    let (workspace_id, user_id) = (caller.workspace_id, caller.user_id);
    services.queue.enqueue(&mut tx, &Deduct { workspace_id, user_id }).await?;
    let bus = services.bus.clone();
    tx.after_commit(move || bus.publish(TOPIC, ""));
    Ok(tx.commit().await?)
}

/// Topic of changes to auto deductions: processes read again which teams have one.
const TOPIC: &str = "billing.auto_deductions";
/// Time after which they are read again although nobody told of a change.
const READ_EVERY: i64 = 30 * SECOND;

/// Checks after each run of a team with auto deduction if credits must be ordered.
pub(crate) struct AfterRuns {
    services: Services,
    changes: Mutex<Subscription>,
    enabled: RwLock<Enabled>,
}

/// The teams with auto deduction, which are few: most runs are nobody's of them.
#[derive(Default)]
struct Enabled {
    teams: HashSet<WorkspaceId>,
    read_at: Option<Timestamp>,
}

impl AfterRuns {
    pub fn new(services: &Services) -> Self {
        let changes = Mutex::new(services.bus.subscribe(TOPIC));
        Self { services: services.clone(), changes, enabled: RwLock::default() }
    }

    fn is_current(&self, now: Timestamp) -> bool {
        let is_changed = self.changes.lock().unwrap_or_else(PoisonError::into_inner).take_all();
        let mut enabled = self.enabled.write().unwrap_or_else(PoisonError::into_inner);
        if is_changed {
            enabled.read_at = None;
        }
        enabled.read_at.is_some_and(|at| now.since(at) < READ_EVERY)
    }
}

#[async_trait]
impl RunFollower for AfterRuns {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::All
    }

    async fn is_concerned(&self, db: &Db, run: &Run) -> StoreResult<bool> {
        let now = self.services.clock.now();
        // Before reading, so that a change meanwhile is read next time.
        if !self.is_current(now) {
            let mut conn = db.read().await?;
            let teams = deductions::list_enabled(&mut conn).await?;
            *self.enabled.write().unwrap_or_else(PoisonError::into_inner) =
                Enabled { teams, read_at: Some(now) };
        }
        let enabled = self.enabled.read().unwrap_or_else(PoisonError::into_inner);
        Ok(enabled.teams.contains(&run.workspace_id))
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        let job = Deduct { workspace_id: run.workspace_id, user_id: run.user_id };
        self.services.queue.enqueue(tx, &job).await
    }
}

/// Orders credits for a team that has few left.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Deduct {
    pub workspace_id: WorkspaceId,
    pub user_id: UserId,
}

impl Job for Deduct {
    type Context = Services;
    const NAME: &'static str = "billing.deduct";

    async fn run(self, services: &Services) -> JobResult {
        let Some(order) = order(services, self.workspace_id, self.user_id).await? else {
            return Ok(());
        };
        match collecting::begin_payment(services, order).await {
            // The team's admins were notified.
            Err(Failure::Problem(problem)) if problem.kind == PAYMENT_FAILED => Ok(()),
            begun => begun.map(|_| ()),
        }
    }
}

/// Creates the order of a deduction, if one is due. If it runs twice, the second call finds the first one's order.
async fn order(
    services: &Services,
    workspace_id: WorkspaceId,
    user_id: UserId,
) -> Fallible<Option<Order>> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let Some(deduction) = deductions::find_deduction(&mut tx, workspace_id).await? else {
        return Ok(None);
    };
    let plan = services.entitlements.plan_of(&mut tx, workspace_id, now).await?;
    let managers = services.identity.list_managers(&mut tx, workspace_id).await?;
    // Nobody is billed who could not switch it off (decision 0865).
    let is_on = deduction.enabled && services.payments.settings().enabled && !managers.is_empty();
    if !is_on || plan.is_locked() {
        return Ok(None);
    }
    let row = orders::lock_row(services, &mut tx, workspace_id, deduction.user_id, now).await?;
    let month = Window::Monthly.period(now).starts_at;
    let (is_undecided, spent) =
        deductions::sum_deductions(&mut tx, workspace_id, ITEM, month).await?;
    // An unpaid one is reported once a day, not after each answer; setting it again triggers another attempt.
    let failed = deductions::has_failed(&mut tx, workspace_id, ITEM, now.plus(-DAY)).await?;
    if is_undecided || failed {
        return Ok(None);
    }
    let usage = services.ledger.usage(&mut tx, &Payer { workspace_id, user_id }).await?;
    let credit = usage.into_iter().find(|usage| usage.meter == Meter::AdvancedCredit);
    let is_enough =
        credit.is_some_and(|usage| usage.left.is_none_or(|left| left >= deduction.credits / 10));
    if is_enough {
        return Ok(None);
    }
    if spent.saturating_add(deduction.amount) > deduction.monthly_limit {
        if deductions::note_limit(&mut tx, workspace_id, month, now).await? {
            let limit = (deduction.monthly_limit, deduction.currency.as_str());
            mails::tell_team(services, &mut tx, &row, TeamNews::DeductionLimit, limit, 0).await?;
            tx.commit().await?;
        }
        return Ok(None);
    }
    let order = Order {
        id: OrderId::new(now),
        kind: "pack".to_owned(),
        item: ITEM.to_owned(),
        credits: deduction.credits,
        price: deduction.amount,
        amount: deduction.amount,
        currency: deduction.currency,
        ..orders::empty(services, &row, now)
    };
    store::add_order(&mut tx, &order).await?;
    mails::tell_of_waiting(services, &mut tx, &order).await?;
    tx.commit().await?;
    Ok(Some(order))
}
