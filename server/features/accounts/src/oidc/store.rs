use identity::UserIdentity;
use kernel::{SessionId, Timestamp, UserId};
use sha2::{Digest, Sha256};
use store::{StoreResult, Tx, sql};

/// Records that a sign-in came back. Returns `false` if it already had.
pub(super) async fn add_return(tx: &mut Tx, state: &str, now: Timestamp) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO account_oidc_returns (state_hash, returned_at) VALUES ($1, $2)
         ON CONFLICT (state_hash) DO NOTHING",
        Sha256::digest(state.as_bytes()).to_vec(),
        now
    )?;
    Ok(added == 1)
}

pub(super) async fn delete_returns_before(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_oidc_returns WHERE returned_at < $1", before).map(|_| ())
}

/// Returns true if an account has an identity of one of these issuers.
pub(super) async fn has_identity_of(
    tx: &mut Tx,
    user_id: UserId,
    issuers: &[String; 2],
) -> StoreResult<bool> {
    let found = sql!(
        tx,
        optional(i32,),
        "SELECT 1 FROM user_identities WHERE user_id = $1 AND issuer IN ($2, $3) LIMIT 1",
        user_id,
        &issuers[0],
        &issuers[1]
    )?;
    Ok(found.is_some())
}

/// A session that a provider began.
pub(super) struct BegunSession<'a> {
    pub id: SessionId,
    pub user_id: UserId,
    pub provider_id: &'a str,
    /// The issuer as its tokens write it.
    pub identity: &'a UserIdentity,
    /// The session at the provider.
    pub sid: Option<&'a str>,
}

/// Records that a provider began a session.
pub(super) async fn add_session(tx: &mut Tx, begun: &BegunSession<'_>) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO account_oidc_sessions (session_id, user_id, provider_id, issuer, subject, sid)
         VALUES ($1, $2, $3, $4, $5, $6)",
        begun.id,
        begun.user_id,
        begun.provider_id,
        begun.identity.issuer.trim_end_matches('/'),
        &begun.identity.subject,
        begun.sid
    )
    .map(|_| ())
}

/// Lists the sessions that a provider began, of a person, or of one session of theirs.
pub(super) async fn list_sessions(
    tx: &mut Tx,
    provider_id: &str,
    issuer: &str,
    subject: Option<&str>,
    sid: Option<&str>,
) -> StoreResult<Vec<(SessionId, UserId)>> {
    sql!(
        tx,
        all(SessionId, UserId),
        "SELECT session_id, user_id FROM account_oidc_sessions
         WHERE provider_id = $1 AND issuer = $2
             AND ($3 = '' OR subject = $3) AND ($4 = '' OR sid = $4) ORDER BY user_id, session_id",
        provider_id,
        issuer.trim_end_matches('/'),
        subject.unwrap_or_default(),
        sid.unwrap_or_default()
    )
}

/// Records the id of a logout token. Returns `false` if it came before.
pub(super) async fn add_logout(tx: &mut Tx, id: &str, now: Timestamp) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO account_oidc_logouts (token_hash, came_at) VALUES ($1, $2)
         ON CONFLICT (token_hash) DO NOTHING",
        Sha256::digest(id.as_bytes()).to_vec(),
        now
    )?;
    Ok(added == 1)
}

pub(super) async fn delete_logouts_before(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_oidc_logouts WHERE came_at < $1", before).map(|_| ())
}
