use kernel::{BotId, Timestamp, UserId, Uuid};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

/// An open report, with its bot.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Report {
    pub id: Uuid,
    pub bot_id: BotId,
    pub reason: String,
    pub details: String,
    pub created_at: Timestamp,
    pub author_id: UserId,
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
}

pub(crate) async fn insert_report(
    tx: &mut Tx,
    id: Uuid,
    bot_id: BotId,
    user_id: UserId,
    said: (&str, &str),
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO bot_reports (id, bot_id, user_id, reason, details, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (bot_id, user_id) DO UPDATE SET reason = $4, details = $5, created_at = $6,
             resolved_at = NULL",
        id,
        bot_id,
        user_id,
        said.0,
        said.1,
        now
    )?;
    Ok(())
}

/// Lists reports about existing bots, the newest first, each with what others see of its bot.
pub(crate) async fn list_reports(
    conn: &mut Conn,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Report>> {
    let rows = sql!(
        conn,
        all Report,
        "SELECT r.id, r.bot_id, r.reason, r.details, r.created_at, b.user_id AS author_id,
             CASE WHEN s.seen_accessibility IS NULL THEN b.name ELSE s.seen_name END AS name,
             CASE WHEN s.seen_accessibility IS NULL THEN b.description ELSE s.seen_description END AS description,
             CASE WHEN s.seen_accessibility IS NULL THEN b.welcome ELSE s.seen_welcome END AS welcome,
             CASE WHEN s.seen_accessibility IS NULL THEN b.prompt ELSE s.seen_prompt END AS prompt
         FROM bot_reports r JOIN bots b ON b.id = r.bot_id LEFT JOIN bot_reviews s ON s.bot_id = b.id
         WHERE r.resolved_at IS NULL AND b.deleted_at IS NULL
             AND (r.created_at < $1 OR (r.created_at = $1 AND r.id < $2))
         ORDER BY r.created_at DESC, r.id DESC LIMIT $3",
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id }))
}

/// Returns the bot that an open report is about.
pub(crate) async fn find_report(conn: &mut Conn, id: Uuid) -> StoreResult<Option<BotId>> {
    let row = sql!(
        conn,
        optional(BotId,),
        "SELECT bot_id FROM bot_reports WHERE id = $1 AND resolved_at IS NULL",
        id
    )?;
    Ok(row.map(|(bot_id,)| bot_id))
}

/// Settles one report; with `all_of`, all that there are about that bot.
pub(crate) async fn resolve_reports(
    tx: &mut Tx,
    id: Uuid,
    all_of: Option<BotId>,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE bot_reports SET resolved_at = $3 WHERE (id = $1 OR bot_id = $2) AND resolved_at IS NULL",
        id,
        all_of,
        now
    )?;
    Ok(())
}
