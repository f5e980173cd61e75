use ::store::{Conn, StoreResult, Tx, sql};
use kernel::{Timestamp, UserId, Uuid};

use crate::origins::Origin;
use crate::rules::AlikeFriends;

/// A row of a person who came by an invitation.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct FriendRow {
    pub id: Uuid,
    pub inviter_id: UserId,
    /// The user; `None`: the account is gone.
    pub user_id: Option<UserId>,
    pub registered_at: Timestamp,
    pub registration: String,
    pub subscription: String,
}

macro_rules! friend_columns {
    ($rest:literal) => {
        concat!(
            "SELECT id, inviter_id, user_id, registered_at, registration, subscription
             FROM rewards_friends ",
            $rest
        )
    };
}

/// Returns a person's code; `code` where they have none yet.
pub(crate) async fn code_of(
    tx: &mut Tx,
    user_id: UserId,
    code: &str,
    now: Timestamp,
) -> StoreResult<String> {
    sql!(
        tx,
        execute,
        "INSERT INTO rewards_codes (user_id, code, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO NOTHING",
        user_id,
        code,
        now
    )?;
    let (code,) =
        sql!(tx, one(String,), "SELECT code FROM rewards_codes WHERE user_id = $1", user_id)?;
    Ok(code)
}

pub(crate) async fn find_inviter(conn: &mut Conn, code: &str) -> StoreResult<Option<UserId>> {
    let row =
        sql!(conn, optional(UserId,), "SELECT user_id FROM rewards_codes WHERE code = $1", code)?;
    Ok(row.map(|(id,)| id))
}

/// Finds the invitation by which a person came.
pub(crate) async fn find_invited(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Option<FriendRow>> {
    sql!(conn, optional FriendRow, friend_columns!("WHERE user_id = $1"), user_id)
}

/// Records who came by whose invitation. Returns `false`, and changes nothing, if the person came before.
pub(crate) async fn add_friend(
    tx: &mut Tx,
    row: &FriendRow,
    origin: &Origin,
    now: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO rewards_friends
             (id, inviter_id, user_id, registered_at, claimed_at, registration, subscription,
              mailbox_mac, address_mac, network_mac)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id) DO NOTHING",
        row.id,
        row.inviter_id,
        row.user_id,
        row.registered_at,
        now,
        row.registration.as_str(),
        row.subscription.as_str(),
        origin.mailbox_mac.as_deref(),
        origin.address_mac.as_deref(),
        origin.network_mac.as_deref()
    )?;
    Ok(added == 1)
}

/// Lists the people somebody invited, newest first.
pub(crate) async fn list_friends(
    conn: &mut Conn,
    inviter_id: UserId,
    limit: i64,
) -> StoreResult<Vec<FriendRow>> {
    sql!(
        conn,
        all FriendRow,
        friend_columns!("WHERE inviter_id = $1 ORDER BY registered_at DESC, id DESC LIMIT $2"),
        inviter_id,
        limit
    )
}

/// Counts the friends of a person who were rewarded since `since`.
pub(crate) async fn count_approved(
    conn: &mut Conn,
    inviter_id: UserId,
    since: Timestamp,
) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM rewards_friends
         WHERE inviter_id = $1 AND registration = 'approved' AND registered_at >= $2",
        inviter_id,
        since
    )?;
    Ok(count)
}

/// Returns where a friend came from.
pub(crate) async fn origin_of(conn: &mut Conn, id: Uuid) -> StoreResult<Origin> {
    let find = "SELECT mailbox_mac, address_mac, network_mac FROM rewards_friends WHERE id = $1";
    Ok(sql!(conn, optional Origin, find, id)?.unwrap_or_default())
}

/// Counts the friends who were rewarded and have the same origin: the mailbox whenever, the rest since `since`.
pub(crate) async fn count_alike(
    conn: &mut Conn,
    origin: &Origin,
    since: Timestamp,
) -> StoreResult<AlikeFriends> {
    let (mailbox,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM rewards_friends WHERE mailbox_mac = $1 AND registration = 'approved'",
        origin.mailbox_mac.as_deref()
    )?;
    let (network, address) = sql!(
        conn,
        one(i64, i64),
        "SELECT count(*), count(CASE WHEN address_mac = $2 THEN 1 END) FROM rewards_friends
         WHERE network_mac = $1 AND registration = 'approved' AND registered_at >= $3",
        origin.network_mac.as_deref(),
        origin.address_mac.as_deref(),
        since
    )?;
    Ok(AlikeFriends { mailbox, address, network })
}

/// Lists registrations that have waited since before `before`, by id.
pub(crate) async fn list_waiting(
    conn: &mut Conn,
    before: Timestamp,
    after: Uuid,
    limit: i64,
) -> StoreResult<Vec<FriendRow>> {
    sql!(
        conn,
        all FriendRow,
        friend_columns!(
            "WHERE registration = 'pending' AND claimed_at <= $1 AND id > $2 ORDER BY id LIMIT $3"
        ),
        before,
        after,
        limit
    )
}

/// Lists friends whose sign-up was rewarded, but no subscription yet, by id.
pub(crate) async fn list_unpaid(
    conn: &mut Conn,
    after: Uuid,
    limit: i64,
) -> StoreResult<Vec<FriendRow>> {
    sql!(
        conn,
        all FriendRow,
        friend_columns!(
            "WHERE subscription = 'none' AND registration = 'approved' AND user_id IS NOT NULL
                 AND id > $1 ORDER BY id LIMIT $2"
        ),
        after,
        limit
    )
}

/// Moves a registration that waits. Returns `false` when it no longer does.
pub(crate) async fn move_registration(tx: &mut Tx, id: Uuid, to: &str) -> StoreResult<bool> {
    let moved = sql!(
        tx,
        execute,
        "UPDATE rewards_friends SET registration = $2 WHERE id = $1 AND registration = 'pending'",
        id,
        to
    )?;
    Ok(moved == 1)
}

/// Marks a subscription as rewarded. Returns `false` if it already was.
pub(crate) async fn approve_subscription(tx: &mut Tx, id: Uuid) -> StoreResult<bool> {
    let moved = sql!(
        tx,
        execute,
        "UPDATE rewards_friends SET subscription = 'approved'
         WHERE id = $1 AND subscription = 'none'",
        id
    )?;
    Ok(moved == 1)
}

pub(crate) async fn forget(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM rewards_codes WHERE user_id = $1", user_id)?;
    sql!(tx, execute, "DELETE FROM rewards_friends WHERE inviter_id = $1", user_id)?;
    sql!(tx, execute, "UPDATE rewards_friends SET user_id = NULL WHERE user_id = $1", user_id)?;
    Ok(())
}
