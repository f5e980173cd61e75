//! One pass through an archive: counts what is found in it, or writes it, in batches.

use std::collections::HashSet;

use area::Services;
use conversations::{
    ImportedConversation, Message, add_messages, insert_all_imported, lock_conversation,
};
use identity::Person;
use kernel::{Failure, Fallible, Problem, Uuid};
use store::Tx;
use tokio::sync::mpsc::Receiver;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::archive::{ArchiveLine, Entity, Restorer};
use crate::formats::{Origin, Unmapped};
use crate::import::announce;
use crate::own::{Own, own};
use crate::problems::{NOTHING_FOUND, UNREADABLE};
use crate::reader::Item;
use crate::reading::Found;
use crate::store as rows;
use crate::wire::Report;

/// Maximum number of messages, or lines of our own archives, per transaction: on SQLite it blocks other writers.
const AT_ONCE: usize = 500;
/// Conversations that one transaction writes, however few messages they have.
const CONVERSATIONS_AT_ONCE: usize = 100;

/// One pass through an archive.
pub(crate) struct Work<'a> {
    services: &'a Services,
    person: Person,
    /// Id of the import whose progress is recorded.
    import_id: Option<Uuid>,
    /// Otherwise it only looks.
    is_import: bool,
    report: Report,
    restorer: Option<Restorer>,
    /// An archive may hold a conversation twice.
    seen: HashSet<Uuid>,
    waiting: Vec<Own>,
    /// Is made ready to be written while what came before it is written.
    ready: Option<JoinHandle<Vec<ImportedConversation>>>,
    lines: Vec<Entity>,
    done: i64,
    broken: Option<String>,
}

impl<'a> Work<'a> {
    pub fn new(
        services: &'a Services,
        person: Person,
        import_id: Option<Uuid>,
        is_import: bool,
    ) -> Self {
        Self {
            services,
            person,
            import_id,
            is_import,
            report: Report::default(),
            restorer: None,
            seen: HashSet::new(),
            waiting: Vec::new(),
            ready: None,
            lines: Vec::new(),
            done: 0,
            broken: None,
        }
    }

    /// Takes everything that is found, until there is no more.
    pub async fn do_all(&mut self, mut items: Receiver<Item>) -> Fallible<()> {
        while let Some(Item { found, memory }) = items.recv().await {
            match found {
                Found::Conversation(origin, foreign) => {
                    let mut own = own(&foreign, origin, self.person, self.services.clock.now());
                    own.messages.iter_mut().for_each(without_nul);
                    if !self.seen.insert(own.conversation.id.0) {
                        continue;
                    }
                    for unmapped in foreign.unmapped {
                        self.report.leave_out(unmapped);
                    }
                    self.count(origin, &own);
                    self.waiting.push(own);
                    let messages: usize = self.waiting.iter().map(|own| own.messages.len()).sum();
                    if messages >= AT_ONCE || self.waiting.len() >= CONVERSATIONS_AT_ONCE {
                        self.flush().await?;
                    }
                }
                Found::Line(line) => self.take_line(*line).await?,
                Found::LeftOut(unmapped) => self.report.leave_out(unmapped),
                Found::Broken(why) => self.broken = Some(why),
            }
            if memory.is_some() {
                // A large one lies here no longer than it must: the next may wait for its memory.
                self.flush_all().await?;
            }
        }
        self.flush_all().await?;
        if let Some(restorer) = self.restorer.take() {
            self.report = restorer.finish().await?;
        }
        Ok(())
    }

    /// Writes, or counts, everything that is queued.
    async fn flush_all(&mut self) -> Fallible<()> {
        self.flush().await?;
        if let Some(ready) = self.ready.take() {
            self.write(ready).await?;
        }
        self.flush_lines().await
    }

    fn count(&mut self, origin: Origin, own: &Own) {
        self.report.see(origin);
        self.report.conversations += 1;
        self.report.messages += own.messages.len() as u64;
        let parents: HashSet<_> = own.messages.iter().filter_map(|one| one.parent_id).collect();
        let leaves = own.messages.iter().filter(|one| !parents.contains(&one.id)).count() as u64;
        self.report.branches += leaves.saturating_sub(1);
    }

    /// Writes, or counts, the queued items.
    async fn flush(&mut self) -> Fallible<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.waiting);
        if self.is_import {
            let next = spawn_blocking(move || {
                batch
                    .into_iter()
                    .map(|own| ImportedConversation::new(own.conversation, own.messages))
                    .collect()
            });
            return match self.ready.replace(next) {
                Some(ready) => self.write(ready).await,
                None => Ok(()),
            };
        }
        self.done += batch.len() as i64;
        let mut conn = self.services.db.read().await?;
        for own in &batch {
            let there = rows::message_ids(&mut conn, own.conversation.id.0).await?;
            let there: HashSet<Uuid> = there.into_iter().collect();
            let added = own.messages.iter().filter(|one| !there.contains(&one.id.0)).count() as u64;
            self.tally(there.is_empty(), added);
        }
        Ok(())
    }

    async fn write(&mut self, ready: JoinHandle<Vec<ImportedConversation>>) -> Fallible<()> {
        let imported = ready.await.map_err(Failure::internal)?;
        self.done += imported.len() as i64;
        let mut tx = self.services.db.begin_relaxed().await?;
        let added = insert_all_imported(&mut tx, self.person.user_id, &imported).await?;
        for imported in &imported {
            if added.contains(&imported.conversation.id) {
                self.tally(true, imported.messages.len() as u64);
            } else {
                self.add_to(&mut tx, imported).await?;
            }
        }
        self.commit(tx).await
    }

    /// Adds new messages to an existing conversation.
    async fn add_to(&mut self, tx: &mut Tx, imported: &ImportedConversation) -> Fallible<()> {
        let owner = lock_conversation(tx, imported.conversation.id).await?;
        if owner.is_none_or(|(owner, _)| owner != self.person.user_id) {
            let title = &imported.conversation.title;
            self.report.leave_out(Unmapped::new("belongs_to_others", title, ""));
            return Ok(());
        }
        let messages: Vec<&Message> = imported.messages.iter().collect();
        let added = add_messages(tx, self.person.user_id, &messages).await?;
        self.tally(false, added.len() as u64);
        Ok(())
    }

    fn tally(&mut self, is_new: bool, added: u64) {
        self.report.new_messages += added;
        if is_new {
            self.report.new_conversations += 1;
        } else {
            self.report.present_conversations += 1;
        }
    }

    async fn take_line(&mut self, line: ArchiveLine) -> Fallible<()> {
        self.restorer.get_or_insert_with(|| Restorer::new(self.services, self.person));
        match line {
            ArchiveLine::Entity(entity) => {
                self.lines.push(entity);
                if self.lines.len() >= AT_ONCE { self.flush_lines().await } else { Ok(()) }
            }
            blob => {
                self.flush_lines().await?;
                match self.restorer.as_mut() {
                    Some(restorer) if self.is_import => restorer.take_blob(blob).await,
                    Some(restorer) => {
                        restorer.look_at_blob(&blob);
                        Ok(())
                    }
                    None => Ok(()),
                }
            }
        }
    }

    async fn flush_lines(&mut self) -> Fallible<()> {
        let lines = std::mem::take(&mut self.lines);
        let Some(restorer) = self.restorer.as_mut().filter(|_| !lines.is_empty()) else {
            return Ok(());
        };
        if !self.is_import {
            return restorer.look(lines).await;
        }
        for line in &lines {
            restorer.take_settings(line).await?;
        }
        let mut tx = self.services.db.begin_relaxed().await?;
        restorer.take(&mut tx, lines).await?;
        self.done = restorer.report.conversations as i64;
        self.commit(tx).await
    }

    /// Commits what was written so far, and reports the progress.
    async fn commit(&mut self, mut tx: Tx) -> Fallible<()> {
        let Some(id) = self.import_id else { return Ok(tx.commit().await?) };
        let now = self.services.clock.now();
        rows::note_progress(&mut tx, id, self.done, now).await?;
        tx.commit().await?;
        announce(self.services, self.person.user_id, id);
        Ok(())
    }

    /// Returns the report, and the problem if nothing was imported.
    pub fn outcome(mut self, name: &str) -> (Report, Option<Problem>) {
        let is_empty = self.report.conversations == 0 && self.report.other.is_empty();
        let problem = match &self.broken {
            Some(why) if is_empty => Some(UNREADABLE.with("detail", why)),
            None if is_empty => Some(NOTHING_FOUND.into()),
            Some(why) => {
                self.report.leave_out(Unmapped::new("unreadable", name, why));
                None
            }
            None => None,
        };
        (self.report, problem)
    }
}

/// Removes NUL, which PostgreSQL cannot store in a text column; parts are JSON, where it is escaped.
fn without_nul(message: &mut Message) {
    if let Some(name) = &mut message.model_name {
        name.retain(|character| character != '\0');
    }
}
