use kernel::Timestamp;
use store::{Conn, Cursor, StoreResult, Tx, sql};

use crate::{MailBacklog, MailId, MailState, Message};

#[derive(::store::FromRow)]
pub(crate) struct MailRow {
    pub id: MailId,
    pub to_address: String,
    pub subject: String,
    pub body: Vec<u8>,
    pub state: String,
    pub attempts: i64,
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

impl From<String> for MailState {
    fn from(text: String) -> Self {
        match text.as_str() {
            "waiting" => Self::Waiting,
            "sent" => Self::Sent,
            "kept" => Self::Kept,
            _ => Self::Failed,
        }
    }
}

pub(crate) async fn add_mail(
    tx: &mut Tx,
    id: MailId,
    message: &Message,
    body: &[u8],
    state: MailState,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO mails (id, to_address, subject, body, state, attempts, next_attempt_at, created_at)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $6)",
        id,
        &message.to,
        &message.subject,
        body,
        state.as_str(),
        now
    )
    .map(|_| ())
}

pub(crate) async fn count_backlog(conn: &mut Conn) -> StoreResult<MailBacklog> {
    let (waiting, oldest_waiting) = sql!(
        conn,
        one(i64, Option<Timestamp>),
        "SELECT COUNT(*), MIN(created_at) FROM mails WHERE state = 'waiting'"
    )?;
    let (failed,) = sql!(conn, one(i64,), "SELECT COUNT(*) FROM mails WHERE state = 'failed'")?;
    Ok(MailBacklog { waiting, oldest_waiting, failed })
}

pub(crate) async fn list_mails(
    conn: &mut Conn,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Vec<MailRow>> {
    sql!(
        conn,
        all MailRow,
        "SELECT id, to_address, subject, body, state, attempts, error, created_at, sent_at FROM mails
         WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3",
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )
}

/// Claims the mail that has waited longest, until `lease_until`. Of two processes, one gets it.
pub(crate) async fn claim_due(
    tx: &mut Tx,
    now: Timestamp,
    lease_until: Timestamp,
) -> StoreResult<Option<MailRow>> {
    sql!(
        tx,
        optional MailRow,
        {
            sqlite: "UPDATE mails SET attempts = attempts + 1, next_attempt_at = $2
                     WHERE id = (SELECT id FROM mails WHERE state = 'waiting' AND next_attempt_at <= $1
                                 ORDER BY next_attempt_at, id LIMIT 1)
                     RETURNING id, to_address, subject, body, state, attempts, error, created_at, sent_at",
            postgres: "UPDATE mails SET attempts = attempts + 1, next_attempt_at = $2
                     WHERE id = (SELECT id FROM mails WHERE state = 'waiting' AND next_attempt_at <= $1
                                 ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                     RETURNING id, to_address, subject, body, state, attempts, error, created_at, sent_at",
        },
        now,
        lease_until
    )
}

/// Marks a mail as sent, and deletes its content.
pub(crate) async fn mark_sent(tx: &mut Tx, id: MailId, now: Timestamp) -> StoreResult<()> {
    let nothing: &[u8] = &[];
    sql!(
        tx,
        execute,
        "UPDATE mails SET state = 'sent', sent_at = $2, body = $3, error = NULL WHERE id = $1",
        id,
        now,
        nothing
    )
    .map(|_| ())
}

pub(crate) async fn mark_unsent(
    tx: &mut Tx,
    id: MailId,
    state: MailState,
    error: &str,
    next_attempt_at: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE mails SET state = $2, error = $3, next_attempt_at = $4 WHERE id = $1",
        id,
        state.as_str(),
        error,
        next_attempt_at
    )
    .map(|_| ())
}

pub(crate) async fn delete_mails_to(tx: &mut Tx, address: &str) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM mails WHERE LOWER(to_address) = LOWER($1)", address).map(|_| ())
}

pub(crate) async fn delete_mails_before(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM mails WHERE created_at < $1", before).map(|_| ())
}
