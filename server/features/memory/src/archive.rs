//! Memory items in a person's archive. Suggestions are left out: nobody has adopted them.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, MessageId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, sql};

use crate::rules::{ItemText, profile_text};
use crate::store::{
    NewRow, Profile, find_item, find_profile, find_same, insert_item, save_profile,
};
use crate::wire::{ItemId, Learn, Scope};

/// Memory, as something that an archive holds.
pub(crate) struct MemoryInArchive(Db);

impl MemoryInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// Id of the first line: the person's settings. It sorts before all others.
const PROFILE: Uuid = Uuid::nil();

#[derive(Debug, Serialize, Deserialize)]
struct ProfileLine {
    id: Uuid,
    recall: bool,
    learn: Learn,
    model: Option<String>,
    about: String,
    about_at: Option<Timestamp>,
    respond: String,
    respond_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ItemLine {
    id: ItemId,
    text: String,
    scope: Scope,
    message_id: Option<MessageId>,
    added_at: Timestamp,
    updated_at: Timestamp,
    #[serde(default)]
    forgotten_at: Option<Timestamp>,
}

#[derive(::store::FromRow)]
struct Row {
    id: ItemId,
    text: String,
    scope: String,
    scope_id: Option<Uuid>,
    message_id: Option<MessageId>,
    added_at: Timestamp,
    updated_at: Timestamp,
    forgotten_at: Option<Timestamp>,
}

impl From<Row> for ItemLine {
    fn from(row: Row) -> Self {
        let scope = Scope::of(&row.scope, row.scope_id);
        let Row { id, text, message_id, added_at, updated_at, forgotten_at, .. } = row;
        Self { id, text, scope, message_id, added_at, updated_at, forgotten_at }
    }
}

/// Lines that are read at once.
const LINES_MAX: i64 = 100;

#[async_trait]
impl ArchiveSource for MemoryInArchive {
    fn name(&self) -> &'static str {
        "memory"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let mut conn = self.0.read().await?;
        let Some(after) = after.and_then(|line| Uuid::deserialize(&line["id"]).ok()) else {
            let profile = find_profile(&mut conn, person.user_id).await?;
            if profile != Profile::usual() {
                return archive_lines(vec![ProfileLine::from(profile)]);
            }
            return self.items(person, PROFILE).await;
        };
        drop(conn);
        self.items(person, after).await
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        match Uuid::deserialize(&line["id"]) {
            Ok(PROFILE) => restore_profile(tx, person, line).await,
            Ok(_) => restore_item(tx, person, line).await,
            Err(_) => Ok(Restored::Refused),
        }
    }
}

impl MemoryInArchive {
    async fn items(&self, person: Person, after: Uuid) -> Fallible<Vec<Value>> {
        let mut conn = self.0.read().await?;
        let rows = sql!(
            &mut conn,
            all Row,
            "SELECT id, text, scope, scope_id, message_id, added_at, updated_at, forgotten_at
             FROM memory_items WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3",
            person.user_id,
            after,
            LINES_MAX
        )?;
        archive_lines(rows.into_iter().map(ItemLine::from).collect())
    }
}

impl From<Profile> for ProfileLine {
    fn from(profile: Profile) -> Self {
        let Profile { recall, learn, model, about, about_at, respond, respond_at } = profile;
        Self { id: PROFILE, recall, learn, model, about, about_at, respond, respond_at }
    }
}

async fn restore_profile(tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
    let Ok(line) = ProfileLine::deserialize(line) else { return Ok(Restored::Refused) };
    let (Ok(about), Ok(respond)) = (profile_text(&line.about), profile_text(&line.respond)) else {
        return Ok(Restored::Refused);
    };
    // The person's current settings stay.
    if find_profile(tx, person.user_id).await? != Profile::usual() {
        return Ok(Restored::Present);
    }
    let ProfileLine { recall, learn, model, about_at, respond_at, .. } = line;
    let profile = Profile { recall, learn, model, about, about_at, respond, respond_at };
    save_profile(tx, person.user_id, &profile).await?;
    Ok(Restored::Added)
}

async fn restore_item(tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
    let Ok(line) = ItemLine::deserialize(line) else { return Ok(Restored::Refused) };
    // The rules apply to imported data, too.
    let Ok(text) = ItemText::parse(&line.text) else { return Ok(Restored::Refused) };
    let row = NewRow {
        id: line.id,
        owner: person.user_id,
        text: &text,
        scope: line.scope,
        message_id: line.message_id,
        added_at: line.added_at,
        updated_at: line.updated_at,
        forgotten_at: line.forgotten_at,
    };
    if insert_item(tx, &row).await? {
        return Ok(Restored::Added);
    }
    let is_own = find_item(tx, person.user_id, line.id).await?.is_some()
        || find_same(tx, person.user_id, &text.key).await?.is_some();
    Ok(if is_own { Restored::Present } else { Restored::Refused })
}
