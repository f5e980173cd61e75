use ::store::{Conn, StoreResult, Tx, sql};
use kernel::{Timestamp, UserId, Uuid};

/// A passkey, as its person knows it.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct ListedPasskey {
    pub id: Uuid,
    pub name: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// A passkey to be kept.
pub(super) struct NewPasskey<'a> {
    pub id: Uuid,
    pub user_id: UserId,
    pub credential_id: &'a [u8],
    pub name: &'a str,
    pub credential: &'a str,
    pub created_at: Timestamp,
}

pub(crate) async fn list(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<ListedPasskey>> {
    sql!(
        conn,
        all ListedPasskey,
        "SELECT id, name, created_at, last_used_at FROM account_passkeys
         WHERE user_id = $1 ORDER BY created_at, id",
        user_id
    )
}

/// Lists the names that authenticators have for a person's passkeys.
pub(super) async fn list_credential_ids(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Vec<Vec<u8>>> {
    // Named, because rustfmt makes a type in parentheses of a tuple of one generic type.
    type CredentialId = (Vec<u8>,);
    let rows = sql!(
        conn,
        all CredentialId,
        "SELECT credential_id FROM account_passkeys WHERE user_id = $1",
        user_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Keeps a passkey. Returns false if somebody has it already.
pub(super) async fn add(tx: &mut Tx, new: NewPasskey<'_>) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO account_passkeys (id, user_id, credential_id, name, credential, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING",
        new.id,
        new.user_id,
        new.credential_id,
        new.name,
        new.credential,
        new.created_at
    )?;
    Ok(added == 1)
}

/// Returns the id and the key of a person's passkey.
pub(super) async fn find_credential(
    conn: &mut Conn,
    user_id: UserId,
    credential_id: &[u8],
) -> StoreResult<Option<(Uuid, String)>> {
    sql!(
        conn,
        optional(Uuid, String),
        "SELECT id, credential FROM account_passkeys WHERE user_id = $1 AND credential_id = $2",
        user_id,
        credential_id
    )
}

/// Notes the use of a passkey that was `before`. Returns false if it was removed, or used by another request, meanwhile.
pub(super) async fn note_use(
    tx: &mut Tx,
    id: Uuid,
    before: &str,
    credential: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    let noted = sql!(
        tx,
        execute,
        "UPDATE account_passkeys SET credential = $3, last_used_at = $4
         WHERE id = $1 AND credential = $2",
        id,
        before,
        credential,
        now
    )?;
    Ok(noted == 1)
}

pub(super) async fn rename(
    tx: &mut Tx,
    user_id: UserId,
    id: Uuid,
    name: &str,
) -> StoreResult<Option<ListedPasskey>> {
    sql!(
        tx,
        optional ListedPasskey,
        "UPDATE account_passkeys SET name = $3 WHERE id = $1 AND user_id = $2
         RETURNING id, name, created_at, last_used_at",
        id,
        user_id,
        name
    )
}

/// Removes a passkey. Returns false if the person has no such one.
pub(super) async fn remove(tx: &mut Tx, user_id: UserId, id: Uuid) -> StoreResult<bool> {
    let removed = sql!(
        tx,
        execute,
        "DELETE FROM account_passkeys WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    Ok(removed == 1)
}

/// Removes all of a person's passkeys. Returns how many there were.
pub(crate) async fn remove_all(tx: &mut Tx, user_id: UserId) -> StoreResult<u64> {
    sql!(tx, execute, "DELETE FROM account_passkeys WHERE user_id = $1", user_id)
}
