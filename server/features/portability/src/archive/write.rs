use std::io::Write;
use std::sync::Arc;

use area::{ArchiveSource, Services};
use bytes::Bytes;
use conversations::{
    Conversation, MessageOutline, add_feedback, list_conversations, list_groups, list_messages_of,
    list_outline,
};
use files::{FileKey, FilesError};
use futures::{Stream, TryStreamExt};
use identity::{Person, User};
use kernel::{Failure, Fallible, MessageId, Payer};
use printed::{Chunks, ZipStream};
use serde::Serialize;
use serde_json::{Value, json};
use store::Cursor;

use super::{
    CONVERSATIONS, ConversationLine, FORMAT, FORMAT_VERSION, GROUPS, GroupLine, MESSAGES,
    SCHEMA_FILE, SETTINGS, settled,
};

/// Rows that are read at once.
const PAGE: usize = 200;
/// Characters of the messages that are read at once, if there is more than one.
const BATCH_LENGTH: i64 = 1_000_000;

/// Writes the archive of `user`. With `records`, also what only this server can know (the account, keys
/// without their secrets, the usage record), which nothing reads back.
pub async fn write_archive(
    services: &Services,
    user: &User,
    records: bool,
    chunks: Chunks,
) -> Fallible<()> {
    let person = Person { user_id: user.id, workspace_id: user.workspace_id };
    let mut zip = Zip(ZipStream::new(chunks));
    zip.begin(SCHEMA_FILE)?;
    zip.line(&schema(services))?;
    zip.begin(&file(SETTINGS))?;
    zip.line(&user.settings)?;
    let mut conn = services.db.read().await?;
    let mut groups = list_groups(&mut conn, user.id).await?;
    drop(conn);
    groups.sort_by_key(|group| (group.created_at, group.id));
    zip.begin(&file(GROUPS))?;
    for group in &groups {
        zip.line(&GroupLine::from(group))?;
    }
    let mut sources: Vec<&Arc<dyn ArchiveSource>> = services.archives.iter().collect();
    sources.sort_by_key(|source| source.name());
    let mut blobs = Vec::new();
    for source in sources {
        zip.source(source.as_ref(), person, &mut blobs).await?;
    }
    let conversations = list_all(services, user).await?;
    zip.begin(&file(CONVERSATIONS))?;
    for conversation in &conversations {
        zip.line(&ConversationLine::from(conversation))?;
        zip.send().await?;
    }
    zip.begin(&file(MESSAGES))?;
    for conversation in &conversations {
        let mut conn = services.db.read().await?;
        let outline = list_outline(&mut conn, conversation.id).await?;
        drop(conn);
        for ids in batches(&outline) {
            let mut conn = services.db.read().await?;
            let mut messages = list_messages_of(&mut conn, conversation.id, &ids).await?;
            add_feedback(&mut conn, user.id, conversation.id, &mut messages).await?;
            drop(conn);
            for message in messages {
                zip.line(&settled(message))?;
            }
            zip.send().await?;
        }
    }
    blobs.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, key) in blobs {
        if let Some(content) = services.files.read(&key).await.map_err(Failure::internal)? {
            zip.blob(&path, content).await?;
        }
    }
    if records {
        write_records(services, user, &mut zip).await?;
    }
    zip.0.finish().await
}

/// Returns the messages of a conversation in batches, so that a long one is never in memory as a whole.
fn batches(outline: &[MessageOutline]) -> Vec<Vec<MessageId>> {
    let mut batches: Vec<Vec<MessageId>> = Vec::new();
    let mut left = 0;
    for place in outline {
        let is_full = batches.last().is_none_or(|batch| batch.len() >= PAGE);
        if is_full || left < place.length {
            batches.push(Vec::new());
            left = BATCH_LENGTH;
        }
        left -= place.length;
        if let Some(batch) = batches.last_mut() {
            batch.push(place.id);
        }
    }
    batches
}

fn file(name: &str) -> String {
    format!("{name}.jsonl")
}

fn schema(services: &Services) -> Value {
    let mut entities = serde_json::Map::new();
    let mut note = |name: &str, text: &str| entities.insert(file(name), text.into());
    note(SETTINGS, "one line: what the person chose for all devices");
    note(GROUPS, "groups of conversations: id, name, created_at");
    note(
        CONVERSATIONS,
        "the one that spoke last first: id, title, model, leaf_id (the end of the shown branch), pinned, favorited, group_id, bot_id, settings, created_at, updated_at",
    );
    note(
        MESSAGES,
        "parents before children: id, conversation_id, parent_id, role, parts, model, model_name, state, problem, receipt, kind, batch_id, bot_id, created_at, feedback (the person's rating: rating, reason, comment)",
    );
    for source in services.archives.iter() {
        note(source.name(), "as this area keeps it");
    }
    json!({
        "format": FORMAT, "format_version": FORMAT_VERSION, "entities": entities,
        "notes": "One JSON object per line, UTF-8. Ids are UUIDs, times RFC 3339 in UTC. blobs/<file>/<id> holds the bytes that belong to a line. records/, where it is, is for reading only. Conversations in the trash and temporary ones are not included.",
    })
}

async fn list_all(services: &Services, user: &User) -> Fallible<Vec<Conversation>> {
    let mut conn = services.db.read().await?;
    let mut all = Vec::new();
    let mut cursor = Some(Cursor::FIRST);
    while let Some(from) = cursor {
        let page = list_conversations(&mut conn, user.id, from, PAGE).await?;
        all.extend(page.items.into_iter().filter(|conversation| !conversation.temporary));
        cursor = page.next;
    }
    Ok(all)
}

/// Writes the records that only this server has.
async fn write_records(services: &Services, user: &User, zip: &mut Zip) -> Fallible<()> {
    zip.begin("records/account.jsonl")?;
    zip.line(&json!({ "id": user.id, "email": user.email, "name": user.name, "role": user.role,
        "created_at": user.created_at }))?;
    zip.begin("records/keys.jsonl")?;
    let mut conn = services.db.read().await?;
    for key in services.identity.list_keys(&mut conn, user.id).await? {
        zip.line(&json!({ "id": key.id, "name": key.name, "prefix": key.prefix, "cap": key.cap,
            "spent": key.spent, "created_at": key.created_at }))?;
    }
    zip.begin("records/usage.jsonl")?;
    let payer = Payer { workspace_id: user.workspace_id, user_id: user.id };
    let mut cursor = Some(Cursor::FIRST);
    while let Some(from) = cursor {
        let page = services.ledger.postings(&mut conn, &payer, from, PAGE).await?;
        for posting in &page.items {
            zip.line(&json!({ "id": posting.id, "created_at": posting.created_at,
                "feature": posting.feature, "detail": posting.detail,
                "meter": posting.meter.as_str(), "change": posting.change }))?;
        }
        cursor = page.next;
        zip.send().await?;
    }
    Ok(())
}

/// A ZIP file of lines and blobs.
struct Zip(ZipStream);

impl Zip {
    fn begin(&mut self, name: &str) -> Fallible<()> {
        self.0.begin(name)
    }

    fn line(&mut self, line: &impl Serialize) -> Fallible<()> {
        serde_json::to_writer(&mut self.0, line).map_err(Failure::internal)?;
        self.0.write_all(b"\n").map_err(Failure::internal)
    }

    async fn source(
        &mut self,
        source: &dyn ArchiveSource,
        person: Person,
        blobs: &mut Vec<(String, FileKey)>,
    ) -> Fallible<()> {
        self.begin(&file(source.name()))?;
        let mut after: Option<Value> = None;
        loop {
            let lines = source.lines(person, after.as_ref()).await?;
            for line in &lines {
                self.line(line)?;
                if let (Some(blob), Some(id)) = (source.blob(person, line), line["id"].as_str()) {
                    blobs.push((format!("{}/{id}", source.name()), blob.key));
                }
            }
            self.send().await?;
            match lines.into_iter().last() {
                Some(last) => after = Some(last),
                None => return Ok(()),
            }
        }
    }

    /// Writes a blob. Files are mostly compressed already. Only one chunk is held at a time.
    async fn blob(
        &mut self,
        path: &str,
        mut content: impl Stream<Item = Result<Bytes, FilesError>> + Unpin,
    ) -> Fallible<()> {
        self.0.begin_stored(&format!("blobs/{path}"))?;
        while let Some(piece) = content.try_next().await.map_err(Failure::internal)? {
            self.0.write_all(&piece).map_err(Failure::internal)?;
            self.send().await?;
        }
        self.send().await
    }

    async fn send(&mut self) -> Fallible<()> {
        self.0.send().await
    }
}

#[cfg(test)]
mod tests {
    use conversations::{MessageKind, MessageState, Role};
    use kernel::Timestamp;

    use super::*;

    #[test]
    fn a_long_conversation_is_read_in_batches_in_its_order() {
        let place = |length| MessageOutline {
            id: MessageId::new(Timestamp::from_micros(1)),
            parent_id: None,
            role: Role::User,
            kind: MessageKind::Plain,
            state: MessageState::Completed,
            batch_id: None,
            length,
        };
        let outline: Vec<_> =
            [10, BATCH_LENGTH, 1, 3 * BATCH_LENGTH, 1].into_iter().map(place).collect();
        let batches = batches(&outline);
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1, 1]);
        let ids: Vec<_> = outline.iter().map(|place| place.id).collect();
        assert_eq!(batches.concat(), ids);
        let many: Vec<_> = (0..PAGE + 1).map(|_| place(1)).collect();
        assert_eq!(super::batches(&many).len(), 2);
    }
}
