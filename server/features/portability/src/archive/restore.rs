use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use area::{ArchiveSource, Restored, Services};
use conversations::{
    Group, Message, add_messages, find_conversation, find_message, insert_group, insert_whole,
    list_groups, lock_conversation,
};
use files::FileKey;
use identity::{Person, UserSettings};
use kernel::{ConversationId, Failure, Fallible, MessageId};
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::Tx;

use super::{
    ArchiveLine, CONVERSATIONS, ConversationLine, GROUPS, GroupLine, MESSAGES, SETTINGS, settled,
};
use crate::formats::{Origin, Unmapped};
use crate::wire::Report;

/// Puts an archive back, line by line: what is there already stays as it is, and nothing of anybody else's
/// is touched.
pub(crate) struct Restorer {
    services: Services,
    person: Person,
    /// Messages that are there, by conversation: only they can be answered.
    known: HashMap<ConversationId, HashSet<MessageId>>,
    /// Where the blobs of restored lines go, by their path in the archive.
    blobs: HashMap<String, FileKey>,
    pub(crate) report: Report,
}

impl Restorer {
    pub fn new(services: &Services, person: Person) -> Self {
        let mut report = Report::default();
        report.see(Origin::Ensemble);
        Self {
            services: services.clone(),
            person,
            known: HashMap::new(),
            blobs: HashMap::new(),
            report,
        }
    }

    /// Notes what a line would do, and does nothing.
    pub(crate) async fn look(&mut self, line: ArchiveLine) -> Fallible<()> {
        let ArchiveLine::Entity { name, value } = line else {
            *self.report.other.entry("blobs".to_owned()).or_default() += 1;
            return Ok(());
        };
        match name.as_str() {
            CONVERSATIONS => {
                let Some(line) = self.parse::<ConversationLine>(&name, value) else {
                    return Ok(());
                };
                self.report.conversations += 1;
                let mut conn = self.services.db.read().await?;
                let owned = find_conversation(&mut conn, self.person.user_id, line.id).await?;
                match owned {
                    Some(_) => self.report.present_conversations += 1,
                    None => self.report.new_conversations += 1,
                }
            }
            MESSAGES => {
                let Some(message) = self.parse::<Message>(&name, value) else { return Ok(()) };
                self.report.messages += 1;
                let mut conn = self.services.db.read().await?;
                let owned = find_message(&mut conn, self.person.user_id, message.id).await?;
                self.report.new_messages += u64::from(owned.is_none());
            }
            _ => *self.report.other.entry(name).or_default() += 1,
        }
        Ok(())
    }

    /// Puts a line back.
    pub async fn take(&mut self, tx: &mut Tx, line: ArchiveLine) -> Fallible<()> {
        match line {
            ArchiveLine::Blob { path, bytes } => self.take_blob(&path, bytes).await,
            ArchiveLine::Entity { name, value } => match name.as_str() {
                // Taken before the transaction: see `take_settings`.
                SETTINGS => Ok(()),
                GROUPS => self.take_group(tx, value).await,
                CONVERSATIONS => self.take_conversation(tx, value).await,
                MESSAGES => self.take_message(tx, value).await,
                _ => self.take_other(tx, &name, value).await,
            },
        }
    }

    /// Puts the settings back, if the line holds them. A person who has chosen something keeps it.
    ///
    /// Outside of a transaction: they are written in one of their own.
    pub async fn take_settings(&mut self, line: &ArchiveLine) -> Fallible<()> {
        let ArchiveLine::Entity { name, value } = line else { return Ok(()) };
        if name != SETTINGS {
            return Ok(());
        }
        let Some(settings) = self.parse::<UserSettings>(SETTINGS, value.clone()) else {
            return Ok(());
        };
        let fields = serde_json::to_value(&settings).map_err(Failure::internal)?;
        let Value::Object(fields) = fields else { return Ok(()) };
        let change = |now: UserSettings| {
            if now == UserSettings::default() { now.patched(fields) } else { Some(now) }
        };
        self.services.identity.change_settings(self.person.user_id, change).await?;
        Ok(())
    }

    async fn take_group(&mut self, tx: &mut Tx, value: Value) -> Fallible<()> {
        let Some(line) = self.parse::<GroupLine>(GROUPS, value) else { return Ok(()) };
        let group = Group {
            id: line.id,
            user_id: self.person.user_id,
            name: line.name,
            created_at: line.created_at,
            count: 0,
        };
        let is_new = insert_group(tx, &group).await?;
        self.count(GROUPS, if is_new { Restored::Added } else { Restored::Present });
        Ok(())
    }

    async fn take_conversation(&mut self, tx: &mut Tx, value: Value) -> Fallible<()> {
        let Some(line) = self.parse::<ConversationLine>(CONVERSATIONS, value) else {
            return Ok(());
        };
        self.report.conversations += 1;
        let mut conversation = line.into_conversation(self.person);
        if let Some(group_id) = conversation.group_id {
            let groups = list_groups(tx, self.person.user_id).await?;
            if groups.iter().all(|group| group.id != group_id) {
                conversation.group_id = None;
            }
        }
        let id = conversation.id;
        if insert_whole(tx, &conversation, &[]).await? {
            self.report.new_conversations += 1;
        } else if lock_conversation(tx, id)
            .await?
            .is_some_and(|(owner, _)| owner == self.person.user_id)
        {
            self.report.present_conversations += 1;
        } else {
            let title = conversation.title;
            self.report.leave_out(Unmapped::new("belongs_to_others", &title, id.to_string()));
            return Ok(());
        }
        self.known.insert(id, HashSet::new());
        Ok(())
    }

    async fn take_message(&mut self, tx: &mut Tx, value: Value) -> Fallible<()> {
        let Some(message) = self.parse::<Message>(MESSAGES, value) else { return Ok(()) };
        let message = settled(message);
        let Some(known) = self.known.get_mut(&message.conversation_id) else { return Ok(()) };
        self.report.messages += 1;
        if message.parent_id.is_some_and(|parent| !known.contains(&parent)) {
            let detail = message.id.to_string();
            self.report.leave_out(Unmapped::new("unreadable", MESSAGES, detail));
            return Ok(());
        }
        let (user_id, id) = (self.person.user_id, message.conversation_id);
        if add_messages(tx, user_id, id, std::slice::from_ref(&message)).await? == 1 {
            self.report.new_messages += 1;
        } else {
            // Its answers would hang on another conversation's message, which may be somebody else's.
            let present = find_message(tx, self.person.user_id, message.id).await?;
            let is_same = present.is_some_and(|one| one.conversation_id == message.conversation_id);
            if !is_same {
                let detail = message.id.to_string();
                self.report.leave_out(Unmapped::new("belongs_to_others", MESSAGES, detail));
                return Ok(());
            }
        }
        known.insert(message.id);
        Ok(())
    }

    async fn take_other(&mut self, tx: &mut Tx, name: &str, value: Value) -> Fallible<()> {
        let Some(source) = self.source(name) else {
            self.report.leave_out(Unmapped::new("content", name, value["id"].to_string()));
            return Ok(());
        };
        let restored = source.restore(tx, self.person, &value).await?;
        if restored != Restored::Refused
            && let (Some(key), Some(id)) = (source.blob(self.person, &value), value["id"].as_str())
        {
            self.blobs.insert(format!("{name}/{id}"), key);
        }
        self.count(name, restored);
        Ok(())
    }

    async fn take_blob(&mut self, path: &str, bytes: Vec<u8>) -> Fallible<()> {
        let Some(key) = self.blobs.get(path) else {
            self.report.leave_out(Unmapped::new("file", path, ""));
            return Ok(());
        };
        if self.services.files.size(key).await.map_err(Failure::internal)?.is_none() {
            self.services.files.put(key, bytes.into()).await.map_err(Failure::internal)?;
        }
        *self.report.other.entry("blobs".to_owned()).or_default() += 1;
        Ok(())
    }

    fn source(&self, name: &str) -> Option<Arc<dyn ArchiveSource>> {
        self.services.archives.iter().find(|source| source.name() == name).cloned()
    }

    fn count(&mut self, name: &str, restored: Restored) {
        match restored {
            Restored::Added => *self.report.other.entry(name.to_owned()).or_default() += 1,
            Restored::Present => {}
            Restored::Refused => {
                self.report.leave_out(Unmapped::new("belongs_to_others", name, ""))
            }
        }
    }

    fn parse<T: DeserializeOwned>(&mut self, name: &str, value: Value) -> Option<T> {
        let id = value["id"].to_string();
        let parsed = serde_json::from_value(value);
        if let Err(error) = &parsed {
            let detail = format!("{id}: {error}");
            self.report.leave_out(Unmapped::new("unreadable", name, detail));
        }
        parsed.ok()
    }
}
