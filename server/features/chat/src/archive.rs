//! Summaries of trimmed turns in a person's archive: a person may have written them.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use conversations::find_message;
use identity::Person;
use kernel::{ConversationId, Fallible, MessageId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, sql};

use crate::context::fit::SUMMARY_MAX_CHARS;

/// Summaries, as something that an archive holds.
pub(crate) struct OwnSummaries(Db);

impl OwnSummaries {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct Line {
    id: Uuid,
    conversation_id: ConversationId,
    until_message_id: MessageId,
    text: String,
    edited: bool,
    model: String,
    model_name: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Lines that are read at once.
const PAGE: i64 = 500;

#[async_trait]
impl ArchiveSource for OwnSummaries {
    /// Returns the name; it sorts behind the messages that summaries cover, which `portability` relies on.
    fn name(&self) -> &'static str {
        "summaries"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| Uuid::deserialize(&line["id"]).ok());
        let mut conn = self.0.read().await?;
        let lines = sql!(
            &mut conn,
            all Line,
            "SELECT s.* FROM conversation_summaries s JOIN conversations c ON c.id = s.conversation_id
             WHERE c.user_id = $1 AND c.deleted_at IS NULL AND NOT c.temporary AND s.state = 'ready'
               AND ($2 IS NULL OR s.id > $2)
             ORDER BY s.id LIMIT $3",
            person.user_id,
            after,
            PAGE
        )?;
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let until = find_message(tx, person.user_id, line.until_message_id).await?;
        let is_there = until.is_some_and(|message| message.conversation_id == line.conversation_id);
        if !is_there || line.text.chars().count() > SUMMARY_MAX_CHARS {
            return Ok(Restored::Refused);
        }
        let added = sql!(
            tx,
            execute,
            "INSERT INTO conversation_summaries (id, conversation_id, until_message_id, text, edited, model,
                 model_name, state, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'ready', $8, $9) ON CONFLICT DO NOTHING",
            line.id,
            line.conversation_id,
            line.until_message_id,
            line.text.as_str(),
            line.edited,
            line.model.as_str(),
            line.model_name.as_str(),
            line.created_at,
            line.updated_at
        )?;
        Ok(if added == 1 { Restored::Added } else { Restored::Present })
    }
}
