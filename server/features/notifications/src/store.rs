use kernel::{SessionId, Timestamp, UserId, id};
use store::{Conn, StoreResult, Tx, sql};

id! {
    /// The id of a subscription.
    SubscriptionId
}

/// A device's subscription to notifications.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Subscription {
    pub id: SubscriptionId,
    pub user_id: UserId,
    pub session_id: SessionId,
    pub endpoint_hash: Vec<u8>,
    /// Sealed.
    pub target: Vec<u8>,
    pub with_title: bool,
    pub created_at: Timestamp,
}

type Key = (Vec<u8>,);

/// Returns the server's own key, sealed.
pub(crate) async fn find_key(conn: &mut Conn) -> StoreResult<Option<Vec<u8>>> {
    let row = sql!(conn, optional Key, "SELECT private_key FROM push_keys WHERE id = 1")?;
    Ok(row.map(|(key,)| key))
}

/// Stores a key, unless another process was quicker.
pub(crate) async fn insert_key(
    tx: &mut Tx,
    public: &[u8],
    private: &[u8],
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO push_keys (id, public_key, private_key, created_at) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO NOTHING",
        public,
        private,
        now
    )?;
    Ok(())
}

/// Replaces a device's subscription, also one of another person on it.
pub(crate) async fn replace(tx: &mut Tx, new: &Subscription) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM push_subscriptions WHERE session_id = $1 OR endpoint_hash = $2",
        new.session_id,
        new.endpoint_hash.as_slice()
    )?;
    sql!(
        tx,
        execute,
        "INSERT INTO push_subscriptions
             (id, user_id, session_id, endpoint_hash, target, with_title, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        new.id,
        new.user_id,
        new.session_id,
        new.endpoint_hash.as_slice(),
        new.target.as_slice(),
        new.with_title,
        new.created_at
    )?;
    Ok(())
}

/// Finds the subscription of the device with this session.
pub(crate) async fn find_of_session(
    conn: &mut Conn,
    session_id: SessionId,
) -> StoreResult<Option<Subscription>> {
    sql!(
        conn,
        optional Subscription,
        "SELECT * FROM push_subscriptions WHERE session_id = $1",
        session_id
    )
}

pub(crate) async fn find(conn: &mut Conn, id: SubscriptionId) -> StoreResult<Option<Subscription>> {
    sql!(conn, optional Subscription, "SELECT * FROM push_subscriptions WHERE id = $1", id)
}

pub(crate) async fn list_of(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Subscription>> {
    sql!(
        conn,
        all Subscription,
        "SELECT * FROM push_subscriptions WHERE user_id = $1 ORDER BY id",
        user_id
    )
}

/// Returns true if any device of a person is subscribed.
pub(crate) async fn has_any(conn: &mut Conn, user_id: UserId) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM push_subscriptions WHERE user_id = $1",
        user_id
    )?;
    Ok(count > 0)
}

pub(crate) async fn delete(tx: &mut Tx, id: SubscriptionId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM push_subscriptions WHERE id = $1", id)?;
    Ok(())
}

pub(crate) async fn delete_of_session(tx: &mut Tx, session_id: SessionId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM push_subscriptions WHERE session_id = $1", session_id)?;
    Ok(())
}

/// Deletes what devices wanted that are signed out.
pub(crate) async fn delete_of_ended_sessions(tx: &mut Tx) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM push_subscriptions WHERE session_id IN
             (SELECT id FROM sessions WHERE ended_at IS NOT NULL)"
    )?;
    Ok(())
}

/// Counts a person's conversations with unread answers.
pub(crate) async fn count_unread(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM conversations WHERE user_id = $1 AND deleted_at IS NULL
             AND NOT temporary AND answered_at > read_at",
        user_id
    )?;
    Ok(count)
}
