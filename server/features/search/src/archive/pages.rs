//! The pages of the web that answers in a person's chats name, in their archive: as they were read for them.

use std::collections::HashSet;

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use conversations::find_message;
use identity::Person;
use kernel::{Fallible, MessageId, UserId, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx, sql};

use crate::in_chat::pages::{ChatPage, has_pages, insert_pages, list_answer_pages};

/// Pages of answers, as something that an archive holds.
pub(crate) struct AnswerPagesInArchive(Db);

impl AnswerPagesInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// The pages of one answer.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The answer's.
    id: MessageId,
    pages: Vec<ChatPage>,
}

/// Lines that are read at once: each may hold a dozen pages.
const LINES_MAX: i64 = 10;
/// More than any answer has.
const PAGES_MAX: usize = 1_000;

impl Line {
    /// The rules hold for what comes from a file, too.
    fn is_sound(&self) -> bool {
        let mut numbers = HashSet::new();
        let is_sound = |page: &ChatPage| {
            let texts = [&page.title, &page.url, &page.about, &page.snippet];
            let mut texts = texts.into_iter().chain(&page.text);
            // No text of PostgreSQL's can hold this sign.
            page.number > 0 && texts.all(|text| !text.contains('\0'))
        };
        !self.pages.is_empty()
            && self.pages.len() <= PAGES_MAX
            && self.pages.iter().all(is_sound)
            && self.pages.iter().all(|page| numbers.insert(page.number))
    }
}

/// The next answers after `after` that pages were kept with.
async fn list_answers(
    conn: &mut Conn,
    user_id: UserId,
    after: MessageId,
) -> StoreResult<Vec<MessageId>> {
    let rows = sql!(
        conn,
        all(MessageId,),
        "SELECT m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
         WHERE c.user_id = $1 AND m.id > $2 AND m.state <> 'running'
           AND c.deleted_at IS NULL AND NOT c.temporary
           AND EXISTS (SELECT 1 FROM search_answer_pages p WHERE p.message_id = m.id)
         ORDER BY m.id LIMIT $3",
        user_id,
        after,
        LINES_MAX
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

#[async_trait]
impl ArchiveSource for AnswerPagesInArchive {
    /// They stand behind the messages that name them: `portability` knows this name.
    fn name(&self) -> &'static str {
        "answer_pages"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| MessageId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(MessageId(Uuid::nil()));
        let mut conn = self.0.read().await?;
        let mut lines = Vec::new();
        for id in list_answers(&mut conn, person.user_id, after).await? {
            lines.push(Line { id, pages: list_answer_pages(&mut conn, id).await? });
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_sound() || find_message(tx, person.user_id, line.id).await?.is_none() {
            return Ok(Restored::Refused);
        }
        if has_pages(tx, line.id).await? {
            return Ok(Restored::Present);
        }
        insert_pages(tx, line.id, &line.pages).await?;
        Ok(Restored::Added)
    }
}
