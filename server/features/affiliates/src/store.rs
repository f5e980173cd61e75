use ::store::{Conn, Cursor, Page, StoreResult, Tx, sql};
use kernel::{Timestamp, UserId, Uuid};

/// An affiliate, or an applicant.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Affiliate {
    pub user_id: UserId,
    pub code: String,
    /// `applied`, `approved`, `refused`.
    pub state: String,
    pub about: String,
    pub payout_to: String,
    pub clicks: i64,
    pub applied_at: Timestamp,
}

impl Affiliate {
    pub fn is_approved(&self) -> bool {
        self.state == "approved"
    }
}

macro_rules! affiliate_columns {
    ($rest:literal) => {
        concat!(
            "SELECT user_id, code, state, about, payout_to, clicks, applied_at FROM affiliates ",
            $rest
        )
    };
}

pub(crate) async fn find_affiliate(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Option<Affiliate>> {
    sql!(conn, optional Affiliate, affiliate_columns!("WHERE user_id = $1"), user_id)
}

pub(crate) async fn find_by_code(conn: &mut Conn, code: &str) -> StoreResult<Option<Affiliate>> {
    sql!(conn, optional Affiliate, affiliate_columns!("WHERE code = $1"), code)
}

/// Applies, or says something else of oneself; the code and the state stay.
pub(crate) async fn save_application(tx: &mut Tx, is: &Affiliate) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO affiliates (user_id, code, state, about, payout_to, clicks, applied_at)
         VALUES ($1, $2, $3, $4, $5, 0, $6)
         ON CONFLICT (user_id) DO UPDATE SET about = $4, payout_to = $5",
        is.user_id,
        is.code.as_str(),
        is.state.as_str(),
        is.about.as_str(),
        is.payout_to.as_str(),
        is.applied_at
    )?;
    Ok(())
}

/// Sets a decision. Returns `false` if nobody with that id applied.
pub(crate) async fn decide(
    tx: &mut Tx,
    user_id: UserId,
    state: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    let moved = sql!(
        tx,
        execute,
        "UPDATE affiliates SET state = $2, decided_at = $3 WHERE user_id = $1",
        user_id,
        state,
        now
    )?;
    Ok(moved == 1)
}

/// Affiliates in a state, or in any (''), the last to apply first.
pub(crate) async fn list_affiliates(
    conn: &mut Conn,
    state: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Affiliate>> {
    let rows = sql!(
        conn,
        all Affiliate,
        affiliate_columns!(
            "WHERE ($1 = '' OR state = $1) AND (applied_at, user_id) < ($2, $3)
             ORDER BY applied_at DESC, user_id DESC LIMIT $4"
        ),
        state,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.applied_at, id: row.user_id.0 }))
}

/// Returns the owner of the link that was followed, and the time.
pub(crate) async fn find_click(
    conn: &mut Conn,
    id: Uuid,
) -> StoreResult<Option<(UserId, Timestamp)>> {
    sql!(
        conn,
        optional(UserId, Timestamp),
        "SELECT affiliate_id, created_at FROM affiliates_clicks WHERE id = $1",
        id
    )
}

pub(crate) async fn add_click(
    tx: &mut Tx,
    id: Uuid,
    affiliate_id: UserId,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO affiliates_clicks (id, affiliate_id, created_at) VALUES ($1, $2, $3)",
        id,
        affiliate_id,
        now
    )?;
    sql!(
        tx,
        execute,
        "UPDATE affiliates SET clicks = clicks + 1 WHERE user_id = $1",
        affiliate_id
    )?;
    Ok(())
}

pub(crate) async fn delete_clicks(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM affiliates_clicks WHERE created_at < $1", before)?;
    Ok(())
}

/// Returns the owner of the link that a person came by, and the time of their sign-up.
pub(crate) async fn find_referral(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Option<(UserId, Timestamp)>> {
    sql!(
        conn,
        optional(UserId, Timestamp),
        "SELECT affiliate_id, registered_at FROM affiliates_referrals WHERE user_id = $1",
        user_id
    )
}

pub(crate) async fn add_referral(
    tx: &mut Tx,
    affiliate_id: UserId,
    user_id: UserId,
    registered_at: Timestamp,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO affiliates_referrals (id, affiliate_id, user_id, registered_at, created_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id) DO NOTHING",
        kernel::uuid_v7(now),
        affiliate_id,
        user_id,
        registered_at,
        now
    )?;
    Ok(())
}

pub(crate) async fn count_referrals(conn: &mut Conn, affiliate_id: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM affiliates_referrals WHERE affiliate_id = $1",
        affiliate_id
    )?;
    Ok(count)
}

/// The commission on one payment.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Commission {
    pub id: Uuid,
    pub affiliate_id: UserId,
    pub order_id: Uuid,
    pub amount: i64,
    pub currency: String,
    /// `pending`, `approved`, `paid`, `clawed_back`.
    pub state: String,
    pub created_at: Timestamp,
    pub due_at: Timestamp,
}

/// Records the commission on an order, once.
pub(crate) async fn add_commission(tx: &mut Tx, is: &Commission) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO affiliates_commissions
             (id, affiliate_id, order_id, amount, currency, state, created_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (order_id) DO NOTHING",
        is.id,
        is.affiliate_id,
        is.order_id,
        is.amount,
        is.currency.as_str(),
        is.state.as_str(),
        is.created_at,
        is.due_at
    )?;
    Ok(())
}

/// Voids the commission on an order whose money was refunded.
pub(crate) async fn claw_back(tx: &mut Tx, order_id: Uuid) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE affiliates_commissions SET state = 'clawed_back' WHERE order_id = $1",
        order_id
    )?;
    Ok(())
}

/// Approves commissions that have waited long enough. Returns the affiliate, currency and amount of each.
pub(crate) async fn approve_due(
    tx: &mut Tx,
    now: Timestamp,
) -> StoreResult<Vec<(UserId, String, i64)>> {
    sql!(
        tx,
        all(UserId, String, i64),
        "UPDATE affiliates_commissions SET state = 'approved'
         WHERE state = 'pending' AND due_at <= $1 RETURNING affiliate_id, currency, amount",
        now
    )
}

/// Lists an affiliate's commissions, newest first.
pub(crate) async fn list_commissions(
    conn: &mut Conn,
    affiliate_id: UserId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Commission>> {
    let rows = sql!(
        conn,
        all Commission,
        "SELECT id, affiliate_id, order_id, amount, currency, state, created_at, due_at
         FROM affiliates_commissions WHERE affiliate_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        affiliate_id,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id }))
}

/// Totals of an affiliate's commissions in one currency.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Sums {
    pub currency: String,
    pub pending: i64,
    pub approved: i64,
    pub paid: i64,
    pub clawed_back: i64,
    /// The part of `clawed_back` that was paid out before, and not yet deducted from a later payout.
    pub owed_back: i64,
}

pub(crate) async fn sum_commissions(
    conn: &mut Conn,
    affiliate_id: UserId,
) -> StoreResult<Vec<Sums>> {
    sql!(
        conn,
        all Sums,
        "SELECT currency,
             CAST(SUM(CASE WHEN state = 'pending' THEN amount ELSE 0 END) AS BIGINT) AS pending,
             CAST(SUM(CASE WHEN state = 'approved' THEN amount ELSE 0 END) AS BIGINT) AS approved,
             CAST(SUM(CASE WHEN state = 'paid' THEN amount ELSE 0 END) AS BIGINT) AS paid,
             CAST(SUM(CASE WHEN state = 'clawed_back' THEN amount ELSE 0 END) AS BIGINT) AS clawed_back,
             CAST(SUM(CASE WHEN state = 'clawed_back' AND payout_id IS NOT NULL AND offset_id IS NULL
                 THEN amount ELSE 0 END) AS BIGINT) AS owed_back
         FROM affiliates_commissions WHERE affiliate_id = $1 GROUP BY currency ORDER BY currency",
        affiliate_id
    )
}

/// Adds approved commissions to a payout. Returns their total.
pub(crate) async fn take_into(
    tx: &mut Tx,
    payout_id: Uuid,
    affiliate_id: UserId,
    currency: &str,
) -> StoreResult<i64> {
    let rows = sql!(
        tx,
        all(i64,),
        "UPDATE affiliates_commissions SET state = 'paid', payout_id = $1
         WHERE affiliate_id = $2 AND currency = $3 AND state = 'approved' RETURNING amount",
        payout_id,
        affiliate_id,
        currency
    )?;
    Ok(rows.iter().map(|(amount,)| amount).sum())
}

/// Deducts from a payout the commissions that were paid out before and refunded since. Returns their total.
pub(crate) async fn keep_of(
    tx: &mut Tx,
    payout_id: Uuid,
    affiliate_id: UserId,
    currency: &str,
) -> StoreResult<i64> {
    let rows = sql!(
        tx,
        all(i64,),
        "UPDATE affiliates_commissions SET offset_id = $1
         WHERE affiliate_id = $2 AND currency = $3 AND state = 'clawed_back'
             AND payout_id IS NOT NULL AND offset_id IS NULL RETURNING amount",
        payout_id,
        affiliate_id,
        currency
    )?;
    Ok(rows.iter().map(|(amount,)| amount).sum())
}

pub(crate) async fn add_payout(
    tx: &mut Tx,
    id: Uuid,
    affiliate_id: UserId,
    (amount, currency): (i64, &str),
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO affiliates_payouts (id, affiliate_id, amount, currency, created_at)
         VALUES ($1, $2, $3, $4, $5)",
        id,
        affiliate_id,
        amount,
        currency,
        now
    )?;
    Ok(())
}

/// Lists the payouts of an affiliate, with times and amounts, newest first.
pub(crate) async fn list_payouts(
    conn: &mut Conn,
    affiliate_id: UserId,
    limit: i64,
) -> StoreResult<Vec<(Timestamp, i64, String)>> {
    sql!(
        conn,
        all(Timestamp, i64, String),
        "SELECT created_at, amount, currency FROM affiliates_payouts
         WHERE affiliate_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
        affiliate_id,
        limit
    )
}

pub(crate) async fn forget(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM affiliates WHERE user_id = $1", user_id)?;
    sql!(tx, execute, "DELETE FROM affiliates_clicks WHERE affiliate_id = $1", user_id)?;
    sql!(tx, execute, "DELETE FROM affiliates_referrals WHERE affiliate_id = $1", user_id)?;
    sql!(tx, execute, "DELETE FROM affiliates_commissions WHERE affiliate_id = $1", user_id)?;
    sql!(
        tx,
        execute,
        "UPDATE affiliates_payouts SET affiliate_id = NULL WHERE affiliate_id = $1",
        user_id
    )?;
    sql!(
        tx,
        execute,
        "UPDATE affiliates_referrals SET user_id = NULL WHERE user_id = $1",
        user_id
    )?;
    Ok(())
}
