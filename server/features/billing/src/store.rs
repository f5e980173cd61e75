mod books;
mod cancellations;
mod customers;
mod orders;

use entitlements::Entitlements;
use kernel::{Timestamp, UserId, Uuid, WorkspaceId, id};
use store::{Conn, StoreResult, Tx, sql};

use crate::rules::{Cycle, Phase, Subscription, Terms};

pub(crate) use books::{add_notice, delete_notices, find_offer, save_offer};
pub(crate) use cancellations::{
    CancellationFeedback, CancellationRow, Offered, ReasonCount, add_cancellation,
    count_cancellations, forget_canceller, list_cancellations, note_return,
};
pub(crate) use customers::{
    Customer, find_customer, forget_customer, keep_customer, list_customers, note_customer,
};
pub(crate) use orders::{
    Order, add_order, count_orders_by_hand, find_first_paid, find_latest_paid, find_order,
    find_order_by_reference, forget_payment, list_all_orders, list_disputed_orders,
    list_open_plan_orders, list_orders, list_stale_orders, move_order, set_disputed, set_former,
    set_payment, set_refund_due, sum_orders,
};

id! {
    /// The id of an order.
    OrderId
}

/// A subscription's row.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Row {
    pub workspace_id: WorkspaceId,
    pub user_id: UserId,
    phase: String,
    plan: String,
    cycle: String,
    price: i64,
    currency: String,
    anchor_at: Timestamp,
    period_start: Timestamp,
    period_end: Timestamp,
    grace_end: Option<Timestamp>,
    cancel_at_end: bool,
    next_plan: String,
    next_cycle: String,
    next_price: i64,
    seats: i64,
    next_seats: i64,
    trial_used: bool,
    trial_extended: bool,
    reminded_of: Option<Timestamp>,
    period_price: i64,
}

impl Row {
    pub fn subscription(&self, entitlements: &Entitlements) -> Subscription {
        let terms = |plan: &str, cycle: &str, seats: i64, price: i64| {
            let cycle = Cycle::from_name(cycle)?;
            let rank = entitlements.plan(plan).map_or(0, |plan| plan.rank);
            let currency = self.currency.clone();
            Some(Terms { plan: plan.to_owned(), rank, cycle, seats, price, currency })
        };
        let phase = Phase::ALL.into_iter().find(|phase| phase.as_str() == self.phase);
        Subscription {
            phase: phase.unwrap_or(Phase::Ended),
            terms: terms(&self.plan, &self.cycle, self.seats, self.price),
            anchor_at: self.anchor_at,
            period_start: self.period_start,
            period_end: self.period_end,
            period_price: self.period_price,
            grace_end: self.grace_end,
            cancel_at_end: self.cancel_at_end,
            next: terms(&self.next_plan, &self.next_cycle, self.next_seats, self.next_price),
            trial_used: self.trial_used,
            trial_extended: self.trial_extended,
            reminded_of: self.reminded_of,
        }
    }
}

pub(crate) async fn find_row(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<Row>> {
    sql!(
        conn,
        optional Row,
        "SELECT workspace_id, user_id, phase, plan, cycle, price, currency, anchor_at, period_start,
             period_end, grace_end, cancel_at_end, next_plan, next_cycle, next_price, seats,
             next_seats, trial_used, trial_extended, reminded_of, period_price
         FROM billing_subscriptions WHERE workspace_id = $1",
        workspace_id
    )
}

/// Returns a workspace's row, creating it if missing, and locks the workspace's plan until the transaction ends.
pub(crate) async fn lock_row(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    user_id: UserId,
    now: Timestamp,
) -> StoreResult<Row> {
    sql!(
        tx,
        execute,
        "INSERT INTO billing_subscriptions
             (workspace_id, user_id, phase, plan, cycle, price, currency, anchor_at, period_start,
              period_end, cancel_at_end, next_plan, next_cycle, next_price, trial_used, trial_extended,
              version, updated_at)
         VALUES ($1, $2, 'none', '', '', 0, '', $3, $3, $3, $4, '', '', 0, $4, $4, 0, $3)
         ON CONFLICT (workspace_id) DO NOTHING",
        workspace_id,
        user_id,
        now,
        false
    )?;
    // A change of nothing: on PostgreSQL it is the lock.
    sql!(
        tx,
        execute,
        "UPDATE billing_subscriptions SET updated_at = updated_at WHERE workspace_id = $1",
        workspace_id
    )?;
    let row = find_row(tx, workspace_id).await?;
    Ok(row.expect("it was made above"))
}

/// Stores the current state of a subscription; its version increases.
pub(crate) async fn save(
    tx: &mut Tx,
    row: &Row,
    subscription: &Subscription,
    now: Timestamp,
) -> StoreResult<()> {
    let empty = Terms {
        plan: String::new(),
        rank: 0,
        cycle: Cycle::Monthly,
        seats: 1,
        price: 0,
        currency: String::new(),
    };
    let cycle_of = |terms: &Option<Terms>| terms.as_ref().map_or("", |terms| terms.cycle.as_str());
    let terms = subscription.terms.as_ref().unwrap_or(&empty);
    let next = subscription.next.as_ref().unwrap_or(&empty);
    sql!(
        tx,
        execute,
        "UPDATE billing_subscriptions SET phase = $2, plan = $3, cycle = $4, price = $5,
             currency = $6, anchor_at = $7, period_start = $8, period_end = $9, grace_end = $10,
             cancel_at_end = $11, next_plan = $12, next_cycle = $13, next_price = $14,
             trial_used = $15, trial_extended = $16, reminded_of = $17, due_at = $18,
             version = version + 1, updated_at = $19, seats = $20, next_seats = $21,
             period_price = $22
         WHERE workspace_id = $1",
        row.workspace_id,
        subscription.phase.as_str(),
        terms.plan.as_str(),
        cycle_of(&subscription.terms),
        terms.price,
        terms.currency.as_str(),
        subscription.anchor_at,
        subscription.period_start,
        subscription.period_end,
        subscription.grace_end,
        subscription.cancel_at_end,
        next.plan.as_str(),
        cycle_of(&subscription.next),
        next.price,
        subscription.trial_used,
        subscription.trial_extended,
        subscription.reminded_of,
        crate::rules::due_at(subscription),
        now,
        terms.seats,
        next.seats,
        subscription.period_price
    )?;
    Ok(())
}

/// Lists the workspaces whose subscription has something due at `now`.
pub(crate) async fn list_due(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> StoreResult<Vec<(WorkspaceId, UserId)>> {
    sql!(
        conn,
        all(WorkspaceId, UserId),
        "SELECT workspace_id, user_id FROM billing_subscriptions
         WHERE due_at IS NOT NULL AND due_at <= $1 ORDER BY due_at LIMIT $2",
        now,
        limit
    )
}

/// Counts subscriptions by plan, cycle and phase.
pub(crate) async fn count_subscriptions(
    conn: &mut Conn,
) -> StoreResult<Vec<(String, String, String, i64)>> {
    sql!(
        conn,
        all(String, String, String, i64),
        "SELECT plan, cycle, phase, count(*) FROM billing_subscriptions
         WHERE phase IN ('trial', 'active', 'past_due') GROUP BY plan, cycle, phase
         ORDER BY plan, cycle, phase"
    )
}

/// Deletes a subscription with its account. Its orders stay in the books without a person. Returns the customers that
/// providers still have.
pub(crate) async fn forget(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<Vec<Customer>> {
    let id: Uuid = workspace_id.0;
    sql!(tx, execute, "DELETE FROM billing_subscriptions WHERE workspace_id = $1", id)?;
    sql!(tx, execute, "DELETE FROM billing_auto_deductions WHERE workspace_id = $1", id)?;
    cancellations::forget_cancellations(tx, id).await?;
    sql!(
        tx,
        execute,
        "UPDATE billing_orders SET state = CASE WHEN state = 'open' THEN 'cancelled' ELSE state END,
             workspace_id = NULL, user_id = NULL, page = ''
         WHERE workspace_id = $1",
        id
    )?;
    customers::take_customers(tx, id).await
}
