use entitlements::Entitlements;
use kernel::{Timestamp, UserId, Uuid, WorkspaceId, id};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

use crate::rules::{Cycle, Phase, Subscription, Terms};

id! {
    /// Something to be paid.
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
             next_seats, trial_used, trial_extended, reminded_of
         FROM billing_subscriptions WHERE workspace_id = $1",
        workspace_id
    )
}

/// A workspace's row, made where it is missing; nobody else changes the workspace's plan until the
/// transaction ends.
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
              period_end, cancel_at_end, cancel_reason, cancel_feedback, next_plan, next_cycle,
              next_price, trial_used, trial_extended, version, updated_at)
         VALUES ($1, $2, 'none', '', '', 0, '', $3, $3, $3, $4, '', '', '', '', 0, $4, $4, 0, $3)
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

/// Why and with what words somebody cancelled.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Farewell<'a> {
    pub reason: &'a str,
    pub feedback: &'a str,
}

/// Writes what a subscription is now; its version grows.
pub(crate) async fn save(
    tx: &mut Tx,
    row: &Row,
    now_is: &Subscription,
    farewell: Option<Farewell<'_>>,
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
    let terms = now_is.terms.as_ref().unwrap_or(&empty);
    let next = now_is.next.as_ref().unwrap_or(&empty);
    sql!(
        tx,
        execute,
        "UPDATE billing_subscriptions SET phase = $2, plan = $3, cycle = $4, price = $5,
             currency = $6, anchor_at = $7, period_start = $8, period_end = $9, grace_end = $10,
             cancel_at_end = $11, next_plan = $12, next_cycle = $13, next_price = $14,
             trial_used = $15, trial_extended = $16, reminded_of = $17, due_at = $18,
             version = version + 1, updated_at = $19, seats = $20, next_seats = $21
         WHERE workspace_id = $1",
        row.workspace_id,
        now_is.phase.as_str(),
        terms.plan.as_str(),
        cycle_of(&now_is.terms),
        terms.price,
        terms.currency.as_str(),
        now_is.anchor_at,
        now_is.period_start,
        now_is.period_end,
        now_is.grace_end,
        now_is.cancel_at_end,
        next.plan.as_str(),
        cycle_of(&now_is.next),
        next.price,
        now_is.trial_used,
        now_is.trial_extended,
        now_is.reminded_of,
        crate::rules::due_at(now_is),
        now,
        terms.seats,
        next.seats
    )?;
    let Some(Farewell { reason, feedback }) = farewell else { return Ok(()) };
    sql!(
        tx,
        execute,
        "UPDATE billing_subscriptions SET cancel_reason = $2, cancel_feedback = $3
         WHERE workspace_id = $1",
        row.workspace_id,
        reason,
        feedback
    )?;
    Ok(())
}

/// Whose subscription has something due at `now`.
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

/// An order's row.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Order {
    pub id: OrderId,
    /// None: the account is gone.
    pub workspace_id: Option<WorkspaceId>,
    pub user_id: Option<UserId>,
    /// `subscribe`, `upgrade`, `renew`, `pack`.
    pub kind: String,
    pub item: String,
    pub cycle: String,
    pub seats: i64,
    pub credits: i64,
    pub price: i64,
    pub credit: i64,
    pub amount: i64,
    pub currency: String,
    /// `open`, `paid`, `failed`, `cancelled`, `refunded`.
    pub state: String,
    pub reason: String,
    pub provider: String,
    pub reference: String,
    pub page: String,
    pub refund_due: bool,
    pub created_at: Timestamp,
    pub closed_at: Option<Timestamp>,
    pub paid_at: Option<Timestamp>,
}

impl Order {
    pub fn is_open(&self) -> bool {
        self.state == "open"
    }

    pub fn is_of_pack(&self) -> bool {
        self.kind == "pack"
    }
}

macro_rules! order_columns {
    ($rest:literal) => {
        concat!(
            "SELECT id, workspace_id, user_id, kind, item, cycle, seats, credits, price, credit, amount,
                 currency, state, reason, provider, reference, page, refund_due, created_at,
                 closed_at, paid_at FROM billing_orders ",
            $rest
        )
    };
}

pub(crate) async fn add_order(tx: &mut Tx, order: &Order) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO billing_orders (id, workspace_id, user_id, kind, item, cycle, credits, price,
             credit, amount, currency, state, reason, provider, reference, page, refund_due,
             created_at, seats)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
             $19)",
        order.id,
        order.workspace_id,
        order.user_id,
        order.kind.as_str(),
        order.item.as_str(),
        order.cycle.as_str(),
        order.credits,
        order.price,
        order.credit,
        order.amount,
        order.currency.as_str(),
        order.state.as_str(),
        order.reason.as_str(),
        order.provider.as_str(),
        order.reference.as_str(),
        order.page.as_str(),
        order.refund_due,
        order.created_at,
        order.seats
    )?;
    Ok(())
}

pub(crate) async fn find_order(conn: &mut Conn, id: OrderId) -> StoreResult<Option<Order>> {
    sql!(conn, optional Order, order_columns!("WHERE id = $1"), id)
}

/// A workspace's open orders of plans.
pub(crate) async fn list_open_plan_orders(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Vec<Order>> {
    sql!(
        conn,
        all Order,
        order_columns!("WHERE workspace_id = $1 AND state = 'open' AND kind <> 'pack' ORDER BY id"),
        workspace_id
    )
}

/// The order of a plan that a workspace paid last and that was not given back, and when.
pub(crate) async fn find_latest_paid(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<(OrderId, Timestamp)>> {
    sql!(
        conn,
        optional(OrderId, Timestamp),
        "SELECT id, paid_at FROM billing_orders
         WHERE workspace_id = $1 AND state = 'paid' AND kind <> 'pack'
         ORDER BY paid_at DESC, id DESC LIMIT 1",
        workspace_id
    )
}

/// Open orders from before `before`.
pub(crate) async fn list_stale_orders(
    conn: &mut Conn,
    before: Timestamp,
    limit: i64,
) -> StoreResult<Vec<Order>> {
    sql!(
        conn,
        all Order,
        order_columns!("WHERE state = 'open' AND created_at <= $1 ORDER BY created_at LIMIT $2"),
        before,
        limit
    )
}

/// A workspace's orders, newest first.
pub(crate) async fn list_orders(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Order>> {
    let rows = sql!(
        conn,
        all Order,
        order_columns!(
            "WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
             ORDER BY created_at DESC, id DESC LIMIT $4"
        ),
        workspace_id,
        cursor.at,
        cursor.id,
        one_more(limit)
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

/// Everybody's orders in a state, or in any (''), newest first.
pub(crate) async fn list_all_orders(
    conn: &mut Conn,
    state: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Order>> {
    let rows = sql!(
        conn,
        all Order,
        order_columns!(
            "WHERE ($1 = '' OR state = $1) AND (created_at, id) < ($2, $3)
             ORDER BY created_at DESC, id DESC LIMIT $4"
        ),
        state,
        cursor.at,
        cursor.id,
        one_more(limit)
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

fn one_more(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
}

/// Writes down where an order is paid.
pub(crate) async fn set_payment(
    tx: &mut Tx,
    id: OrderId,
    reference: &str,
    page: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_orders SET reference = $2, page = $3 WHERE id = $1",
        id,
        reference,
        page
    )?;
    Ok(())
}

/// Moves an order from one state to another. Returns `false` when it was in another one.
pub(crate) async fn move_order(
    tx: &mut Tx,
    id: OrderId,
    from: &str,
    to: &str,
    reason: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    let moved = sql!(
        tx,
        execute,
        "UPDATE billing_orders SET state = $3, reason = $4, closed_at = $5,
             paid_at = CASE WHEN $3 = 'paid' THEN $5 ELSE paid_at END
         WHERE id = $1 AND state = $2",
        id,
        from,
        to,
        reason,
        now
    )?;
    Ok(moved == 1)
}

/// Writes down that money for an order is to be given back, or that it was.
pub(crate) async fn set_refund_due(tx: &mut Tx, id: OrderId, is_due: bool) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE billing_orders SET refund_due = $2 WHERE id = $1", id, is_due)?;
    Ok(())
}

/// The order that a provider calls so.
pub(crate) async fn find_order_by_reference(
    conn: &mut Conn,
    provider: &str,
    reference: &str,
) -> StoreResult<Option<Order>> {
    sql!(
        conn,
        optional Order,
        order_columns!("WHERE provider = $1 AND reference = $2"),
        provider,
        reference
    )
}

/// Keeps news. Returns `false` when they were taken before.
pub(crate) async fn add_notice(
    tx: &mut Tx,
    provider: &str,
    notice_id: &str,
    reference: &str,
    body: &[u8],
    now: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO billing_notices (provider, notice_id, reference, body, received_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, notice_id) DO NOTHING",
        provider,
        notice_id,
        reference,
        body,
        now
    )?;
    Ok(added == 1)
}

/// Forgets news from before `before`: providers send nothing again after that.
pub(crate) async fn delete_notices(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM billing_notices WHERE received_at < $1", before)?;
    Ok(())
}

/// The offer as the operator changed it.
pub(crate) async fn find_offer(conn: &mut Conn) -> StoreResult<Option<String>> {
    let row = sql!(conn, optional(String,), "SELECT body FROM billing_offer WHERE id = 1")?;
    Ok(row.map(|(body,)| body))
}

pub(crate) async fn save_offer(tx: &mut Tx, body: &str, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO billing_offer (id, body, changed_at) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET body = $1, changed_at = $2",
        body,
        now
    )?;
    Ok(())
}

/// How many subscriptions there are of each plan, cycle and phase.
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

/// What was paid and given back since `since`, by currency: how often, and how much.
pub(crate) async fn sum_orders(
    conn: &mut Conn,
    since: Timestamp,
) -> StoreResult<Vec<(String, String, i64, i64)>> {
    sql!(
        conn,
        all(String, String, i64, i64),
        "SELECT currency, state, count(*), CAST(SUM(amount) AS BIGINT) FROM billing_orders
         WHERE paid_at >= $1 AND state IN ('paid', 'refunded') GROUP BY currency, state
         ORDER BY currency, state",
        since
    )
}

/// Deletes a subscription with its account. Its orders stay in the books, and nobody's.
pub(crate) async fn forget(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    let id: Uuid = workspace_id.0;
    sql!(tx, execute, "DELETE FROM billing_subscriptions WHERE workspace_id = $1", id)?;
    sql!(tx, execute, "DELETE FROM billing_auto_deductions WHERE workspace_id = $1", id)?;
    sql!(
        tx,
        execute,
        "UPDATE billing_orders SET state = CASE WHEN state = 'open' THEN 'cancelled' ELSE state END,
             workspace_id = NULL, user_id = NULL, page = ''
         WHERE workspace_id = $1",
        id
    )?;
    Ok(())
}
