use kernel::{BotId, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, lock, sql};

use crate::extras::Extras;
use crate::review_rules::{Held, Offer, ReviewState};
use crate::rules::{Accessibility, BotTexts};

/// Locks what others see of a bot, between its author and the operator who approves.
pub(crate) async fn lock_bot(tx: &mut Tx, id: BotId) -> StoreResult<()> {
    lock(tx, &format!("bots.seen.{id}")).await
}

/// A bot that awaits the operator's review, with the version others see.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Review {
    pub bot_id: BotId,
    pub author_id: UserId,
    pub workspace_id: WorkspaceId,
    pub state: String,
    pub version: i64,
    pub sent_at: Timestamp,
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
    pub model: Option<String>,
    pub icon_id: Option<Uuid>,
    pub extras: String,
    pub seen_accessibility: Option<String>,
    pub seen_name: String,
    pub seen_description: String,
    pub seen_welcome: String,
    pub seen_prompt: String,
    pub seen_model: Option<String>,
    pub seen_icon_id: Option<Uuid>,
    pub seen_extras: String,
}

impl Review {
    /// Returns the version that others see; `None`: nothing.
    pub fn seen(&self) -> Option<Offer> {
        let accessibility = self.seen_accessibility.as_deref().map(Accessibility::parse)?;
        Some(Offer {
            accessibility,
            texts: BotTexts {
                name: self.seen_name.clone(),
                description: self.seen_description.clone(),
                welcome: self.seen_welcome.clone(),
                prompt: self.seen_prompt.clone(),
            },
            model: self.seen_model.clone(),
            icon_id: self.seen_icon_id,
            extras: Extras::of(&self.seen_extras),
        })
    }

    pub fn held(&self) -> Held {
        Held { seen: self.seen() }
    }
}

macro_rules! review_columns {
    () => {
        "r.bot_id, b.user_id AS author_id, b.workspace_id, r.state, r.version, r.sent_at, b.name,
         b.description, b.welcome, b.prompt, b.model, b.icon_id, b.extras, r.seen_accessibility, r.seen_name,
         r.seen_description, r.seen_welcome, r.seen_prompt, r.seen_model, r.seen_icon_id, r.seen_extras"
    };
}

/// Returns the review of a bot that is still there.
pub(crate) async fn find_review(conn: &mut Conn, id: BotId) -> StoreResult<Option<Review>> {
    sql!(
        conn,
        optional Review,
        concat!(
            "SELECT ", review_columns!(), " FROM bot_reviews r JOIN bots b ON b.id = r.bot_id
             WHERE r.bot_id = $1 AND b.deleted_at IS NULL"
        ),
        id
    )
}

/// Lists bots that wait for the operator, the last submitted first.
pub(crate) async fn list_waiting(
    conn: &mut Conn,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Review>> {
    let rows = sql!(
        conn,
        all Review,
        concat!(
            "SELECT ", review_columns!(), " FROM bot_reviews r JOIN bots b ON b.id = r.bot_id
             WHERE r.state = 'in_review' AND b.deleted_at IS NULL
                 AND (r.sent_at < $1 OR (r.sent_at = $1 AND r.bot_id < $2))
             ORDER BY r.sent_at DESC, r.bot_id DESC LIMIT $3"
        ),
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.sent_at, id: row.bot_id.0 }))
}

/// Submits a bot for review. A waiting one keeps its place.
pub(crate) async fn hold(
    tx: &mut Tx,
    id: BotId,
    version: i64,
    seen: Option<&Offer>,
    now: Timestamp,
) -> StoreResult<()> {
    let text = |of: fn(&BotTexts) -> &String| seen.map_or("", |seen| of(&seen.texts).as_str());
    sql!(
        tx,
        execute,
        "INSERT INTO bot_reviews (bot_id, state, version, reason, sent_at, seen_accessibility, seen_name,
             seen_description, seen_welcome, seen_prompt, seen_model, seen_icon_id, seen_words, seen_extras)
         VALUES ($1, 'in_review', $2, '', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (bot_id) DO UPDATE SET state = 'in_review', version = $2, reason = '',
             sent_at = CASE WHEN bot_reviews.state = 'in_review' THEN bot_reviews.sent_at ELSE $3 END",
        id,
        version,
        now,
        seen.map(|seen| seen.accessibility.as_str()),
        text(|texts| &texts.name),
        text(|texts| &texts.description),
        text(|texts| &texts.welcome),
        text(|texts| &texts.prompt),
        seen.and_then(|seen| seen.model.as_deref()),
        seen.and_then(|seen| seen.icon_id),
        seen.map_or_else(String::new, |seen| seen.texts.words()),
        seen.map(|seen| seen.extras.clone()).unwrap_or_default().to_text()
    )?;
    Ok(())
}

/// Ends a review: others see the bot as it is from now on.
pub(crate) async fn end_review(tx: &mut Tx, id: BotId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM bot_reviews WHERE bot_id = $1", id)?;
    Ok(())
}

/// Ends the wait for review; others keep seeing the version before.
pub(crate) async fn set_review_state(
    tx: &mut Tx,
    id: BotId,
    state: ReviewState,
    reason: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE bot_reviews SET state = $2, reason = $3 WHERE bot_id = $1",
        id,
        state.as_str(),
        reason
    )?;
    Ok(())
}
