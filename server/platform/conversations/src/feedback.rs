//! Ratings of answers: each belongs to the person who gave it.

use std::collections::HashMap;

use kernel::{ConversationId, MessageId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};
use utoipa::ToSchema;

use crate::{Message, MessageKind, Role};

/// Longest comment on an answer.
pub const COMMENT_MAX_CHARS: usize = 1_000;

/// A person's rating of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MessageFeedback {
    pub rating: Rating,
    /// The fault of the answer; null: not given.
    #[serde(default)]
    pub reason: Option<FeedbackReason>,
    /// The person's own words; null: none.
    #[serde(default)]
    pub comment: Option<String>,
}

/// Thumbs up or down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    Up,
    Down,
}

impl Rating {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    fn parse(text: &str) -> Self {
        if text == "up" { Self::Up } else { Self::Down }
    }
}

/// The reason for a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackReason {
    Incorrect,
    Incomplete,
    /// The answer is to another question.
    NotAsked,
    Slow,
    Unsafe,
    Other,
}

impl FeedbackReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Incorrect => "incorrect",
            Self::Incomplete => "incomplete",
            Self::NotAsked => "not_asked",
            Self::Slow => "slow",
            Self::Unsafe => "unsafe",
            Self::Other => "other",
        }
    }

    fn parse(text: &str) -> Self {
        match text {
            "incorrect" => Self::Incorrect,
            "incomplete" => Self::Incomplete,
            "not_asked" => Self::NotAsked,
            "slow" => Self::Slow,
            "unsafe" => Self::Unsafe,
            _ => Self::Other,
        }
    }
}

impl Message {
    /// Returns true if people can rate it once it is written: a model wrote it as an answer.
    pub fn is_rateable(&self) -> bool {
        self.role == Role::Assistant && self.kind != MessageKind::Welcome
    }
}

/// Stores a person's rating of a message, in place of an earlier one.
pub async fn save_feedback(
    tx: &mut Tx,
    user_id: UserId,
    message: &Message,
    feedback: &MessageFeedback,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO message_feedback (message_id, user_id, conversation_id, rating, reason, comment, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (message_id, user_id) DO UPDATE SET rating = $4, reason = $5, comment = $6, updated_at = $7",
        message.id,
        user_id,
        message.conversation_id,
        feedback.rating.as_str(),
        feedback.reason.map(FeedbackReason::as_str),
        feedback.comment.as_deref(),
        now
    )?;
    Ok(())
}

/// Deletes a person's rating of a message; `false` if there was none.
pub async fn delete_feedback(
    tx: &mut Tx,
    user_id: UserId,
    message_id: MessageId,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "DELETE FROM message_feedback WHERE message_id = $1 AND user_id = $2",
        message_id,
        user_id
    )?;
    Ok(done == 1)
}

/// Fills in a person's ratings of messages of one conversation.
pub async fn add_feedback(
    conn: &mut Conn,
    user_id: UserId,
    conversation_id: ConversationId,
    messages: &mut [Message],
) -> StoreResult<()> {
    if !messages.iter().any(Message::is_rateable) {
        return Ok(());
    }
    let rows = sql!(
        conn,
        all Row,
        "SELECT message_id, rating, reason, comment FROM message_feedback
         WHERE conversation_id = $1 AND user_id = $2",
        conversation_id,
        user_id
    )?;
    let mut given: HashMap<MessageId, MessageFeedback> =
        rows.into_iter().map(|row| (row.message_id, row.into_feedback())).collect();
    for message in messages {
        message.feedback = given.remove(&message.id);
    }
    Ok(())
}

/// Numbers of ratings of one model's answers.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct ModelRatings {
    /// `<connection>/<model>`.
    pub model: String,
    pub up: i64,
    pub down: i64,
}

/// Counts the ratings of everybody that were given from `from` on and before `until`, by model.
pub async fn count_ratings(
    conn: &mut Conn,
    from: Timestamp,
    until: Timestamp,
) -> StoreResult<Vec<ModelRatings>> {
    sql!(
        conn,
        all ModelRatings,
        "SELECT m.model AS model, SUM(CASE WHEN f.rating = 'up' THEN 1 ELSE 0 END) AS up,
             SUM(CASE WHEN f.rating = 'up' THEN 0 ELSE 1 END) AS down
         FROM message_feedback f JOIN messages m ON m.id = f.message_id
         WHERE f.updated_at >= $1 AND f.updated_at < $2 AND m.model IS NOT NULL
         GROUP BY m.model ORDER BY m.model",
        from,
        until
    )
}

/// Stores the ratings that imported messages carry, as far as a person could have given them.
pub(crate) async fn import_feedback(
    tx: &mut Tx,
    user_id: UserId,
    messages: &[&Message],
) -> StoreResult<()> {
    for message in messages.iter().filter(|message| message.is_rateable()) {
        let Some(feedback) = &message.feedback else { continue };
        let length = feedback.comment.as_ref().map_or(0, |comment| comment.chars().count());
        if length <= COMMENT_MAX_CHARS {
            save_feedback(tx, user_id, message, feedback, message.created_at).await?;
        }
    }
    Ok(())
}

#[derive(::store::FromRow)]
struct Row {
    message_id: MessageId,
    rating: String,
    reason: Option<String>,
    comment: Option<String>,
}

impl Row {
    fn into_feedback(self) -> MessageFeedback {
        MessageFeedback {
            rating: Rating::parse(&self.rating),
            reason: self.reason.as_deref().map(FeedbackReason::parse),
            comment: self.comment,
        }
    }
}
