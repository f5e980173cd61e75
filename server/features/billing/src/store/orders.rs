use kernel::{Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

use super::OrderId;
use crate::rules::{ChangeKind, FormerPeriod};

/// An order's row.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Order {
    pub id: OrderId,
    /// The workspace; `None`: the account is gone.
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
    pub discount: i64,
    /// The promotion that took it off; empty if none.
    pub promotion: String,
    pub amount: i64,
    pub currency: String,
    /// `open`, `paid`, `failed`, `cancelled`, `refunded`.
    pub state: String,
    pub reason: String,
    pub provider: String,
    /// The provider's name for the payment; '' until it is begun.
    pub reference: String,
    pub page: String,
    /// Number of failed attempts to begin a payment.
    pub attempt: i64,
    pub refund_due: bool,
    /// True if the payer disputes the payment, and the dispute is open.
    pub disputed: bool,
    /// Time until which it may be paid, if the amount it credits changes with the days.
    pub pay_by: Option<Timestamp>,
    /// [`FormerPeriod`] as JSON; ''.
    pub former: String,
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

    /// Returns the period whose days it credited, once it was paid.
    pub fn former_period(&self) -> Option<FormerPeriod> {
        let read = |json| {
            serde_json::from_str(json).inspect_err(|error| {
                tracing::error!(order.id = %self.id, %error, "a former period cannot be read");
            })
        };
        Some(self.former.as_str()).filter(|json| !json.is_empty()).and_then(|json| read(json).ok())
    }

    /// Returns true if it is the bill of a past-due period.
    pub fn is_renewal(&self) -> bool {
        self.kind == ChangeKind::Renew.as_str()
    }
}

macro_rules! order_columns {
    ($rest:literal) => {
        concat!(
            "SELECT id, workspace_id, user_id, kind, item, cycle, seats, credits, price, credit, discount,
                 promotion, amount, currency, state, reason, provider, reference, page, attempt, refund_due,
                 disputed, pay_by, former, created_at, closed_at, paid_at FROM billing_orders ",
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
             created_at, seats, discount, promotion, attempt, pay_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
             $19, $20, $21, $22, $23)",
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
        order.seats,
        order.discount,
        order.promotion.as_str(),
        order.attempt,
        order.pay_by
    )?;
    Ok(())
}

pub(crate) async fn find_order(conn: &mut Conn, id: OrderId) -> StoreResult<Option<Order>> {
    sql!(conn, optional Order, order_columns!("WHERE id = $1"), id)
}

/// Lists a workspace's open orders of plans.
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

/// Finds the last paid order of a plan of a workspace, other than `except`, that was not refunded, with the time of its
/// payment.
pub(crate) async fn find_latest_paid(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    except: OrderId,
) -> StoreResult<Option<(OrderId, Timestamp)>> {
    sql!(
        conn,
        optional(OrderId, Timestamp),
        "SELECT id, paid_at FROM billing_orders
         WHERE workspace_id = $1 AND state = 'paid' AND kind <> 'pack' AND id <> $2
         ORDER BY paid_at DESC, id DESC LIMIT 1",
        workspace_id,
        except
    )
}

/// Finds the first paid order of a plan of a workspace, refunded or not.
pub(crate) async fn find_first_paid(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<Order>> {
    sql!(
        conn,
        optional Order,
        order_columns!(
            "WHERE workspace_id = $1 AND kind <> 'pack' AND paid_at IS NOT NULL
             ORDER BY paid_at, id LIMIT 1"
        ),
        workspace_id
    )
}

/// Lists open orders from before `before`.
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

/// Lists orders whose payment is disputed, the oldest one first.
pub(crate) async fn list_disputed_orders(conn: &mut Conn) -> StoreResult<Vec<Order>> {
    sql!(conn, all Order, order_columns!("WHERE disputed ORDER BY created_at"))
}

/// Lists a workspace's orders, newest first.
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

/// Lists everybody's orders in a state, in any (''), with money to be refunded (`refund_due`), or with a `disputed`
/// payment, newest first.
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
            "WHERE ($1 = '' OR state = $1 OR ($1 = 'refund_due' AND refund_due)
                 OR ($1 = 'disputed' AND disputed))
                 AND (created_at, id) < ($2, $3)
             ORDER BY created_at DESC, id DESC LIMIT $4"
        ),
        state,
        cursor.at,
        cursor.id,
        one_more(limit)
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

pub(super) fn one_more(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
}

/// Stores the page where an order is paid. Returns `false`, and changes nothing, if another payment was begun since
/// `order` was read, or it is paid elsewhere by now.
pub(crate) async fn set_payment(
    tx: &mut Tx,
    order: &Order,
    reference: &str,
    page: &str,
) -> StoreResult<bool> {
    let set = sql!(
        tx,
        execute,
        "UPDATE billing_orders SET reference = $3, page = $4
         WHERE id = $1 AND attempt = $2 AND (reference = '' OR reference = $3)",
        order.id,
        order.attempt,
        reference,
        page
    )?;
    Ok(set == 1)
}

/// Forgets the failed payment of an order that stays open: a new one is begun when its payer comes. If another payment
/// was begun since `order` was read, nothing is changed.
pub(crate) async fn forget_payment(tx: &mut Tx, order: &Order, reason: &str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_orders SET reference = '', page = '', reason = $3, attempt = attempt + 1
         WHERE id = $1 AND reference = $2 AND state = 'open'",
        order.id,
        order.reference.as_str(),
        reason
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

/// Writes down which period's days an upgrade credited.
pub(crate) async fn set_former(tx: &mut Tx, id: OrderId, former: &FormerPeriod) -> StoreResult<()> {
    let json = serde_json::to_string(former).expect("a period is plain data");
    sql!(tx, execute, "UPDATE billing_orders SET former = $2 WHERE id = $1", id, json)?;
    Ok(())
}

/// Records that an order must be refunded, or that it was. Returns `false` if that was already recorded.
pub(crate) async fn set_refund_due(tx: &mut Tx, id: OrderId, is_due: bool) -> StoreResult<bool> {
    let set = sql!(
        tx,
        execute,
        "UPDATE billing_orders SET refund_due = $2 WHERE id = $1 AND refund_due <> $2",
        id,
        is_due
    )?;
    Ok(set == 1)
}

/// Writes down whether the payment of an order is disputed. Of one whose money is back nothing is. Returns `false` when that was
/// so before.
pub(crate) async fn set_disputed(tx: &mut Tx, id: OrderId, is_disputed: bool) -> StoreResult<bool> {
    let set = sql!(
        tx,
        execute,
        "UPDATE billing_orders SET disputed = $2
         WHERE id = $1 AND disputed <> $2 AND (disputed OR state <> 'refunded')",
        id,
        is_disputed
    )?;
    Ok(set == 1)
}

/// Counts the orders collected by hand that a workspace has made since `since`.
pub(crate) async fn count_orders_by_hand(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    since: Timestamp,
) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM billing_orders
         WHERE workspace_id = $1 AND created_at > $2 AND provider = 'manual' AND amount > 0",
        workspace_id,
        since
    )?;
    Ok(count)
}

/// Finds an order by the provider's reference.
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

/// Sums the orders that were paid from `since` until before `until`, refunded ones included, as (currency, state,
/// count, amount).
pub(crate) async fn sum_orders(
    conn: &mut Conn,
    since: Timestamp,
    until: Timestamp,
) -> StoreResult<Vec<(String, String, i64, i64)>> {
    sql!(
        conn,
        all(String, String, i64, i64),
        "SELECT currency, state, count(*), CAST(SUM(amount) AS BIGINT) FROM billing_orders
         WHERE paid_at >= $1 AND paid_at < $2 AND state IN ('paid', 'refunded') GROUP BY currency, state
         ORDER BY currency, state",
        since,
        until
    )
}
