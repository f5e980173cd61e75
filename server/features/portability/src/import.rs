//! The life of an uploaded archive: sent in chunks, checked, imported. Checking and importing are jobs, so that they
//! continue when nobody watches and restart when a process dies: an import adds only what does not exist yet, so it is
//! idempotent.

use std::future::pending;
use std::io::{Read, Seek};
use std::time::Duration;

use api::ProblemBody;
use area::{Services, Upkeep};
use async_trait::async_trait;
use audit::{Event, Kind};
use bytes::Bytes;
use identity::{Eraser, Person, SignedIn, suspension_topic};
use jobs::{Job, JobResult, Queue};
use kernel::{DAY, Failure, Fallible, Problem, UserId, Uuid, WorkspaceId, uuid_v7};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{StoreResult, Tx, sql};
use tokio::sync::mpsc::channel;
use tokio::time::sleep;

use crate::pieces;
use crate::problems::{IMPORT_NOT_FOUND, NOT_NOW, PIECE_WRONG, PIECES_MISSING, STOPPED};
use crate::reader::{WAITING, read_import};
use crate::reading::read_archive;
use crate::rules::{KEPT_DAYS, PIECE_BYTES, check_archive, check_unfinished};
use crate::store as rows;
use crate::store::{End, Import};
use crate::wire::{ImportBody, ImportState, NewImport, Report};
use crate::work::Work;

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
        piece_bytes: i64::try_from(PIECE_BYTES).map_err(Failure::internal)?,
        state: ImportState::Uploading.as_str().to_owned(),
        report: None,
        problem: None,
        done: 0,
        total: None,
        created_at: now,
    };
    let mut tx = services.db.begin().await?;
    // Two at once do not both find room.
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let unfinished = rows::unfinished_sizes(&mut tx, caller.user_id).await?;
    check_unfinished(&unfinished, import.size())?;
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
    let (all, one) = (import.pieces(), import.piece_bytes());
    let wanted = if number + 1 == all { import.size() - number * one } else { one };
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
    let is_whole = i64::try_from(import.pieces()).is_ok_and(|all| all == import.done);
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

/// Deletes an import and its archive. Imported data stays, and reading the archive ends.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let import = find(services, caller, id).await?;
    let mut tx = services.db.begin().await?;
    rows::delete(&mut tx, id).await?;
    services.queue.enqueue(&mut tx, &DropPieces::of(&import)).await?;
    tx.commit().await?;
    services.bus.publish(&deletion_topic(id), "deleted");
    Ok(())
}

/// The topic on which the process that reads an archive hears that it is deleted.
fn deletion_topic(id: Uuid) -> String {
    format!("portability.import.{id}")
}

/// Reason for which an archive is not read to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    Deleted,
    /// Its person is suspended.
    Suspended,
}

/// Waits until an import is to be read no further.
async fn wait_for_stop(services: &Services, import: &Import) -> Stopped {
    let mut deletions = services.bus.subscribe(&deletion_topic(import.id));
    let mut suspensions = services.bus.subscribe(&suspension_topic(import.user_id));
    loop {
        match find_stop(services, import).await {
            Ok(Some(stopped)) => return stopped,
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "an import cannot be found for the moment"),
        }
        // Hints may be lost.
        tokio::select! {
            Some(_) = deletions.next() => {}
            Some(_) = suspensions.next() => {}
            () = sleep(LOOK_EVERY) => {}
        }
    }
}

/// Interval at which an import that is read is looked for.
const LOOK_EVERY: Duration = Duration::from_secs(10);

async fn find_stop(services: &Services, import: &Import) -> StoreResult<Option<Stopped>> {
    let mut conn = services.db.read().await?;
    if rows::find_any(&mut conn, import.id).await?.is_none() {
        return Ok(Some(Stopped::Deleted));
    }
    let is_suspended = services.identity.is_suspended(&mut conn, import.user_id).await?;
    Ok(is_suspended.then_some(Stopped::Suspended))
}

/// Notifies the person's open pages of the progress.
pub(crate) fn announce(services: &Services, user_id: UserId, id: Uuid) {
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
    // Each has a process that takes a core, and up to a gigabyte.
    const AT_ONCE: usize = 2;

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
        let person = Person { user_id: import.user_id, workspace_id: import.workspace_id };
        let mut work = Work::new(services, person, Some(import.id), is_import);
        let (sender, items) = channel(WAITING);
        tokio::select! {
            done = work.do_all(items) => done?,
            // It ends what is above, once that has taken everything.
            () = async { read_import(services, &import, is_import, sender).await; pending().await } => {}
            stopped = wait_for_stop(services, &import) => return match stopped {
                Stopped::Deleted => Ok(()),
                Stopped::Suspended => stop(services, &import).await,
            },
        }
        end(services, &import, is_import, work.outcome(&import.name)).await
    }
}

/// Stops a step whose person is suspended. What was imported stays, and the archive can be checked again.
async fn stop(services: &Services, import: &Import) -> Fallible<()> {
    let problem = ProblemBody::from(&Problem::from(STOPPED));
    let end = End {
        state: ImportState::Failed,
        report: None,
        problem: Some(&problem),
        done: import.done,
    };
    let mut tx = services.db.begin().await?;
    rows::end_step(&mut tx, import.id, end, services.clock.now()).await?;
    Ok(tx.commit().await?)
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

/// Deletes the bytes of an archive that is no longer needed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DropPieces {
    import_id: Uuid,
    workspace_id: WorkspaceId,
    pieces: u64,
}

impl DropPieces {
    fn of(import: &Import) -> Self {
        let pieces = import.pieces();
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
