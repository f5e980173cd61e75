use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use area::{ArchiveSource, Restored, Services};
use conversations::{
    Group, ImportedConversation, Message, add_messages, file_ids, find_conversation,
    find_message_owner, find_places, insert_all_imported, insert_group, list_groups,
    lock_conversation,
};
use identity::{Person, UserSettings};
use kernel::{ConversationId, Failure, Fallible, FileId, GroupId, MessageId};
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::Tx;

use super::blobs::{Blobs, Put};
use super::{
    ArchiveLine, CONVERSATIONS, ConversationLine, Entity, GROUPS, GroupLine, MESSAGES, SETTINGS,
    settled,
};
use crate::formats::{Origin, Unmapped};
use crate::wire::Report;

/// Name under which blobs are counted.
const BLOBS: &str = "blobs";

/// Restores an archive: existing data stays as it is, and nothing of anybody else's is changed.
pub(crate) struct Restorer {
    services: Services,
    person: Person,
    /// Messages that are there, by conversation: only they can be answered.
    known: HashMap<ConversationId, HashSet<MessageId>>,
    blobs: Blobs,
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
            blobs: Blobs::new(services, person),
            report,
        }
    }

    /// Counts what lines would do, without doing it.
    pub(crate) async fn look(&mut self, lines: Vec<Entity>) -> Fallible<()> {
        let mut conn = self.services.db.read().await?;
        for Entity { name, value } in lines {
            match name.as_str() {
                CONVERSATIONS => {
                    let Some(line) = self.parse::<ConversationLine>(&name, value) else {
                        continue;
                    };
                    self.report.conversations += 1;
                    let owned = find_conversation(&mut conn, self.person.user_id, line.id).await?;
                    match owned {
                        Some(_) => self.report.present_conversations += 1,
                        None => self.report.new_conversations += 1,
                    }
                }
                MESSAGES => {
                    let Some(message) = self.parse::<Message>(&name, value) else { continue };
                    self.report.messages += 1;
                    let owned = find_message_owner(&mut conn, message.id).await?;
                    self.report.new_messages += u64::from(owned.is_none());
                }
                _ => *self.report.other.entry(name).or_default() += 1,
            }
        }
        Ok(())
    }

    /// Counts a blob, without storing it.
    pub(crate) fn look_at_blob(&mut self, line: &ArchiveLine) {
        if let ArchiveLine::BlobBegins { .. } = line {
            *self.report.other.entry(BLOBS.to_owned()).or_default() += 1;
        }
    }

    /// Restores lines.
    pub async fn take(&mut self, tx: &mut Tx, lines: Vec<Entity>) -> Fallible<()> {
        let mut lines = lines.into_iter().peekable();
        while let Some(Entity { name, value }) = lines.next() {
            let mut values = vec![value];
            while let Some(next) = lines.next_if(|next| next.name == name) {
                values.push(next.value);
            }
            match name.as_str() {
                // Handled before the transaction: see `take_settings`.
                SETTINGS => {}
                GROUPS => self.take_groups(tx, values).await?,
                CONVERSATIONS => self.take_conversations(tx, values).await?,
                MESSAGES => self.take_messages(tx, values).await?,
                _ => self.take_other(tx, &name, values).await?,
            }
        }
        Ok(())
    }

    /// Restores a chunk of a blob. Outside of a transaction: storage may be remote.
    pub async fn take_blob(&mut self, line: ArchiveLine) -> Fallible<()> {
        match self.blobs.take(line).await? {
            Put::Nothing => {}
            Put::Used => *self.report.other.entry(BLOBS.to_owned()).or_default() += 1,
            Put::Refused(path) => self.report.leave_out(Unmapped::new("file", &path, "")),
        }
        Ok(())
    }

    /// Restores the settings if the line contains them. A person who has already chosen something keeps it.
    ///
    /// Outside of a transaction: they are written in one of their own.
    pub async fn take_settings(&mut self, line: &Entity) -> Fallible<()> {
        if line.name != SETTINGS {
            return Ok(());
        }
        let value = line.value.clone();
        let Some(settings) = self.parse::<UserSettings>(SETTINGS, value) else {
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

    /// Returns the result of the whole import.
    pub async fn finish(self) -> Fallible<Report> {
        let Self { blobs, mut report, .. } = self;
        for path in blobs.missing().await? {
            report.leave_out(Unmapped::new("file", &path, ""));
        }
        Ok(report)
    }

    async fn take_groups(&mut self, tx: &mut Tx, values: Vec<Value>) -> Fallible<()> {
        for value in values {
            let Some(line) = self.parse::<GroupLine>(GROUPS, value) else { continue };
            let group = Group {
                id: line.id,
                user_id: self.person.user_id,
                name: line.name,
                created_at: line.created_at,
                count: 0,
            };
            let is_new = insert_group(tx, &group).await?;
            self.count(GROUPS, if is_new { Restored::Added } else { Restored::Present });
        }
        Ok(())
    }

    async fn take_conversations(&mut self, tx: &mut Tx, values: Vec<Value>) -> Fallible<()> {
        let groups = list_groups(tx, self.person.user_id).await?;
        let groups: HashSet<GroupId> = groups.into_iter().map(|group| group.id).collect();
        let mut imported = Vec::with_capacity(values.len());
        for value in values {
            let Some(line) = self.parse::<ConversationLine>(CONVERSATIONS, value) else { continue };
            let mut conversation = line.into_conversation(self.person);
            conversation.group_id = conversation.group_id.filter(|id| groups.contains(id));
            imported.push(ImportedConversation::new(conversation, Vec::new()));
        }
        self.report.conversations += imported.len() as u64;
        let mut added = insert_all_imported(tx, self.person.user_id, &imported).await?;
        for ImportedConversation { conversation, .. } in &imported {
            if added.remove(&conversation.id) {
                self.report.new_conversations += 1;
            } else if self.is_own(tx, conversation.id).await? {
                self.report.present_conversations += 1;
            } else {
                let id = conversation.id.to_string();
                let title = &conversation.title;
                self.report.leave_out(Unmapped::new("belongs_to_others", title, id));
                continue;
            }
            self.known.entry(conversation.id).or_default();
        }
        Ok(())
    }

    async fn is_own(&mut self, tx: &mut Tx, id: ConversationId) -> Fallible<bool> {
        let owner = lock_conversation(tx, id).await?;
        Ok(owner.is_some_and(|(owner, _)| owner == self.person.user_id))
    }

    async fn take_messages(&mut self, tx: &mut Tx, values: Vec<Value>) -> Fallible<()> {
        let lines: Vec<Message> =
            values.into_iter().filter_map(|value| self.parse(MESSAGES, value)).collect();
        let ids: Vec<MessageId> = lines.iter().map(|message| message.id).collect();
        let places = find_places(tx, &ids).await?;
        let mut new = Vec::with_capacity(lines.len());
        for message in lines {
            let Some(known) = self.known.get_mut(&message.conversation_id) else { continue };
            self.report.messages += 1;
            // Answers to it would be attached to another conversation's message, possibly another person's.
            let place = places.get(&message.id);
            let reason = if place.is_some_and(|place| *place != message.conversation_id) {
                "belongs_to_others"
            } else if message.parent_id.is_some_and(|parent| !known.contains(&parent)) {
                "unreadable"
            } else {
                if known.insert(message.id) && place.is_none() {
                    new.push(settled(message));
                }
                continue;
            };
            self.report.leave_out(Unmapped::new(reason, MESSAGES, message.id.to_string()));
        }
        let refs: Vec<&Message> = new.iter().collect();
        let added = add_messages(tx, self.person.user_id, &refs).await?;
        if added.len() != new.len() {
            return Err(Failure::internal(
                "a message's id was taken while an archive was put back",
            ));
        }
        self.report.new_messages += added.len() as u64;
        self.link_files(tx, &new).await
    }

    /// Links files to their messages again.
    async fn link_files(&mut self, tx: &mut Tx, messages: &[Message]) -> Fallible<()> {
        let user_id = self.person.user_id;
        for message in messages {
            let file_ids: Vec<FileId> = file_ids(&message.parts).collect();
            self.services.files.link_own_uploads(tx, user_id, message.id, &file_ids).await?;
        }
        Ok(())
    }

    async fn take_other(&mut self, tx: &mut Tx, name: &str, values: Vec<Value>) -> Fallible<()> {
        let source = self.source(name);
        for value in values {
            let Some(source) = &source else {
                self.report.leave_out(Unmapped::new("content", name, value["id"].to_string()));
                continue;
            };
            let restored = source.restore(tx, self.person, &value).await?;
            match restored {
                Restored::Added | Restored::Present => self.blobs.wait_for(source, value),
                Restored::NotHere => {
                    let called = value["name"].as_str().unwrap_or_default();
                    self.report.leave_out(Unmapped::new("not_here", name, called));
                }
                Restored::Refused => {}
            }
            self.count(name, restored);
        }
        Ok(())
    }

    fn source(&self, name: &str) -> Option<Arc<dyn ArchiveSource>> {
        self.services.archives.iter().find(|source| source.name() == name).cloned()
    }

    fn count(&mut self, name: &str, restored: Restored) {
        match restored {
            Restored::Added => *self.report.other.entry(name.to_owned()).or_default() += 1,
            Restored::Present | Restored::NotHere => {}
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
