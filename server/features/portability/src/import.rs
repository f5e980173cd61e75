//! The life of an uploaded archive: sent in chunks, checked, imported. Checking and importing are jobs, so that they
//! continue when nobody watches and restart when a process dies: an import adds only what does not exist yet, so it is
//! idempotent.

use std::collections::HashSet;
use std::io::{Read, Seek};
use std::time::Duration;

use api::ProblemBody;
use area::{Services, Upkeep};
use async_trait::async_trait;
use audit::{Event, Kind};
use bytes::Bytes;
use conversations::{
    ImportedConversation, Message, add_messages, insert_all_imported, lock_conversation,
};
use identity::{Eraser, Person, SignedIn};
use jobs::{Job, JobResult, Queue};
use kernel::{DAY, Failure, Fallible, Problem, UserId, Uuid, WorkspaceId, uuid_v7};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{StoreResult, Tx, sql};
use tokio::runtime::Handle;
use tokio::sync::mpsc::Receiver;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::archive::{ArchiveLine, Entity, Restorer};
use crate::formats::{Origin, Unmapped};
use crate::own::{Own, own};
use crate::pieces::{self, Archive};
use crate::problems::{
    IMPORT_NOT_FOUND, NOT_NOW, NOTHING_FOUND, PIECE_WRONG, PIECES_MISSING, UNREADABLE,
};
use crate::reading::{Found, read_archive};
use crate::rules::{KEPT_DAYS, PIECE_BYTES, check_archive};
use crate::store as rows;
use crate::store::{End, Import};
use crate::wire::{ImportBody, ImportState, NewImport, Report};

/// Maximum number of messages, or lines of our own archives, per transaction: on SQLite it blocks other writers.
const AT_ONCE: usize = 500;
/// Conversations that one transaction writes, however few messages they have.
const CONVERSATIONS_AT_ONCE: usize = 100;

/// Begins to take an archive.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewImport,
) -> Fallible<ImportBody> {
    check_archive(&new.name, new.size_bytes)?;
    let now = services.clock.now();
    let import = Import {
        id: uuid_v7(now),
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name: new.name,
        size_bytes: i64::try_from(new.size_bytes).map_err(Failure::internal)?,
        state: ImportState::Uploading.as_str().to_owned(),
        report: None,
        problem: None,
        done: 0,
        total: None,
        created_at: now,
    };
    let mut tx = services.db.begin().await?;
    rows::insert(&mut tx, &import).await?;
    tx.commit().await?;
    import.into_body()
}

/// Stores the next chunk. Sending an existing one again is allowed.
pub(crate) async fn put_piece(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    number: u64,
    bytes: Bytes,
) -> Fallible<()> {
    let import = find(services, caller, id).await?;
    if import.state() != ImportState::Uploading {
        return Err(NOT_NOW.into());
    }
    let there = u64::try_from(import.done).unwrap_or(0);
    let all = pieces::count(import.size());
    let wanted = if number + 1 == all { import.size() - number * PIECE_BYTES } else { PIECE_BYTES };
    if number >= all || number > there || bytes.len() as u64 != wanted {
        return Err(PIECE_WRONG.with("number", number).into());
    }
    let key = pieces::key(import.workspace_id, id, number);
    services.files.put(&key, bytes).await.map_err(Failure::internal)?;
    let mut tx = services.db.begin().await?;
    let count = i64::try_from(there.max(number + 1)).map_err(Failure::internal)?;
    rows::note_piece(&mut tx, id, count, services.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Starts checking the archive.
pub(crate) async fn check(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
) -> Fallible<ImportBody> {
    let import = find(services, caller, id).await?;
    let is_whole = i64::try_from(pieces::count(import.size())).is_ok_and(|all| all == import.done);
    if import.state() == ImportState::Uploading && !is_whole {
        return Err(PIECES_MISSING.into());
    }
    let from = [ImportState::Uploading, ImportState::Checked, ImportState::Failed];
    go_on(services, caller, id, &from, ImportState::Checking).await
}

/// Starts importing the archive.
pub(crate) async fn start(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
) -> Fallible<ImportBody> {
    find(services, caller, id).await?;
    go_on(services, caller, id, &[ImportState::Checked], ImportState::Importing).await
}

async fn go_on(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    from: &[ImportState],
    to: ImportState,
) -> Fallible<ImportBody> {
    let mut tx = services.db.begin().await?;
    if !rows::step(&mut tx, id, from, to, services.clock.now()).await? {
        return Err(NOT_NOW.into());
    }
    services.queue.enqueue(&mut tx, &Step { import_id: id }).await?;
    if to == ImportState::Importing {
        let imported = Event::new(Kind::Imported, caller.actor()).subject(id);
        services.audit.record(&mut tx, imported).await?;
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    find(services, caller, id).await?.into_body()
}

/// Returns the caller's newest imports.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<Vec<ImportBody>> {
    let mut conn = services.db.read().await?;
    let imports = rows::list(&mut conn, caller.user_id).await?;
    imports.into_iter().map(Import::into_body).collect()
}

pub(crate) async fn find(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<Import> {
    let mut conn = services.db.read().await?;
    Ok(rows::find(&mut conn, caller.user_id, id).await?.ok_or(IMPORT_NOT_FOUND)?)
}

/// Deletes an import and its archive. Imported data stays.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let import = find(services, caller, id).await?;
    let mut tx = services.db.begin().await?;
    rows::delete(&mut tx, id).await?;
    services.queue.enqueue(&mut tx, &DropPieces::of(&import)).await?;
    Ok(tx.commit().await?)
}

/// Notifies the person's open pages of the progress.
fn announce(services: &Services, user_id: UserId, id: Uuid) {
    let hint = json!({ "event": "import.changed", "import_id": id });
    services.bus.notify_user(user_id, &hint.to_string());
}

/// Checks an archive, or imports it, whichever it waits for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    import_id: Uuid,
}

impl Job for Step {
    type Context = Services;
    const NAME: &'static str = "portability.read_archive";
    const MAX_ATTEMPTS: u32 = 3;

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let import = rows::find_any(&mut conn, self.import_id).await?;
        drop(conn);
        let Some(import) = import else { return Ok(()) };
        let is_import = match import.state() {
            ImportState::Checking => false,
            ImportState::Importing => true,
            _ => return Ok(()),
        };
        let archive = Archive::new(
            services.files.clone(),
            Handle::current(),
            import.workspace_id,
            import.id,
            import.size(),
        );
        let person = Person { user_id: import.user_id, workspace_id: import.workspace_id };
        let mut work = Work::new(services, person, Some(import.id), is_import);
        work.do_all(read_archive(archive, is_import)).await?;
        end(services, &import, is_import, work.outcome(&import.name)).await
    }
}

/// Writes what came of a step. Its commit makes all before it survive a power cut.
async fn end(
    services: &Services,
    import: &Import,
    is_import: bool,
    (report, problem): (Report, Option<Problem>),
) -> Fallible<()> {
    let problem = problem.as_ref().map(ProblemBody::from);
    let state = match (&problem, is_import) {
        (Some(_), _) => ImportState::Failed,
        (None, true) => ImportState::Done,
        (None, false) => ImportState::Checked,
    };
    let done = report.conversations as i64;
    let end = End { state, report: Some(&report), problem: problem.as_ref(), done };
    let mut tx = services.db.begin().await?;
    rows::end_step(&mut tx, import.id, end, services.clock.now()).await?;
    if state == ImportState::Done {
        services.queue.enqueue(&mut tx, &DropPieces::of(import)).await?;
    }
    tx.commit().await?;
    announce(services, import.user_id, import.id);
    let hint = json!({ "event": "conversations.changed" });
    services.bus.notify_user(import.user_id, &hint.to_string());
    Ok(())
}

/// Imports an archive from elsewhere, completely. The result is the same as through the API.
///
/// Problems: `portability.unreadable`, `portability.nothing_found`.
pub async fn import_archive(
    services: &Services,
    person: Person,
    archive: impl Read + Seek + Send + 'static,
) -> Fallible<Report> {
    let mut work = Work::new(services, person, None, true);
    work.do_all(read_archive(archive, true)).await?;
    let (report, problem) = work.outcome("");
    // Its commit makes those before it survive a power cut.
    services.db.begin().await?.commit().await?;
    match problem {
        Some(problem) => Err(problem.into()),
        None => Ok(report),
    }
}

/// One pass through an archive.
struct Work<'a> {
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
    fn new(
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

    async fn do_all(&mut self, mut found: Receiver<Found>) -> Fallible<()> {
        while let Some(found) = found.recv().await {
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
        }
        self.flush().await?;
        if let Some(ready) = self.ready.take() {
            self.write(ready).await?;
        }
        self.flush_lines().await?;
        if let Some(restorer) = self.restorer.take() {
            self.report = restorer.finish().await?;
        }
        Ok(())
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
    fn outcome(mut self, name: &str) -> (Report, Option<Problem>) {
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

/// Deletes the bytes of an archive that is no longer needed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DropPieces {
    import_id: Uuid,
    workspace_id: WorkspaceId,
    pieces: u64,
}

impl DropPieces {
    fn of(import: &Import) -> Self {
        let pieces = pieces::count(import.size());
        Self { import_id: import.id, workspace_id: import.workspace_id, pieces }
    }
}

impl Job for DropPieces {
    type Context = Services;
    const NAME: &'static str = "portability.drop_pieces";

    async fn run(self, services: &Services) -> JobResult {
        for number in 0..self.pieces {
            let key = pieces::key(self.workspace_id, self.import_id, number);
            services.files.delete(&key).await.map_err(Failure::internal)?;
        }
        Ok(())
    }
}

/// Deletes the archives of an account that goes.
pub(crate) struct Archives(pub Queue);

#[async_trait]
impl Eraser for Archives {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        let imports = sql!(
            tx,
            all Import,
            "SELECT * FROM imports WHERE user_id = $1",
            person.user_id
        )?;
        for import in &imports {
            self.0.enqueue(tx, &DropPieces::of(import)).await?;
        }
        Ok(())
    }
}

/// Forgets archives that lie here for a week without being imported.
pub(crate) const FORGET_OLD: Upkeep = Upkeep {
    name: "portability.forget_old_archives",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let before = services.clock.now().plus(-KEPT_DAYS * DAY);
            let mut tx = services.db.begin().await?;
            for import in rows::list_old(&mut tx, before).await? {
                rows::delete(&mut tx, import.id).await?;
                services.queue.enqueue(&mut tx, &DropPieces::of(&import)).await?;
            }
            Ok(tx.commit().await?)
        })
    },
};
