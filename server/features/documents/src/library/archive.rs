//! The documents in a person's archive: each as a line, its bytes as a blob.

use api::ProblemBody;
use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::{NAME_MAX_BYTES, Outcome, Upload, UploadState};
use identity::Person;
use kernel::{ConversationId, Failure, Fallible, Timestamp, Uuid};
use parsing::Format;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Tx};

use super::address::check_address;
use super::archive_store::{chats_in_archive, documents_after, has_document};
use super::document::{Document, DocumentId};
use super::store::{find_by_file, insert_document, tie_chat};
use crate::archived_files::{ArchivedFiles, FileLine};
use crate::settings::Settings;

/// Documents, as something that an archive holds. Their state is that of their file.
pub(crate) struct DocumentsInArchive(ArchivedFiles);

impl DocumentsInArchive {
    pub fn new(services: &Services) -> Self {
        Self(ArchivedFiles::new(services))
    }
}

/// Lines that are read at once.
const LINES_MAX: i64 = 50;
/// More conversations than anybody has about one thing.
pub(super) const CHATS_MAX: usize = 10_000;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: DocumentId,
    name: String,
    url: Option<String>,
    /// The reason why it was not fetched.
    problem: Option<ProblemBody>,
    page_count: Option<i64>,
    pages_kept: Option<i64>,
    ignored: bool,
    created_at: Timestamp,
    file: Option<KeptFile>,
    /// The conversations about it.
    chats: Vec<ConversationId>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptFile {
    #[serde(flatten)]
    file: FileLine,
    /// The code of the problem that it was not read for.
    problem: Option<String>,
}

impl Line {
    /// Checks the rules for data from a file, too. Plan limits do not apply: see decision 0813.
    fn is_sound(&self) -> bool {
        let pages = [self.page_count, self.pages_kept];
        let is_web = |url: &String| check_address(url, &Settings::default()).is_ok();
        let has_name = !self.name.trim().is_empty()
            && self.name.chars().count() <= NAME_MAX_BYTES
            && !self.name.chars().any(char::is_control);
        has_name
            && self.url.as_ref().is_none_or(is_web)
            // A document without a file was to be fetched, and could not be.
            && (self.file.is_some() || (self.url.is_some() && self.problem.is_some()))
            && pages.into_iter().flatten().all(|count| count >= 0)
            && self.pages_kept <= self.page_count
            && self.chats.len() <= CHATS_MAX
    }

    /// Returns the file, and the problem that it was not read for. `None`: it is none that could have been added.
    fn upload(&self, person: Person) -> Option<Option<Upload>> {
        let Some(KeptFile { file, problem }) = &self.file else { return Some(None) };
        let mut upload = file.clone().into_document_file(person)?;
        upload.problem.clone_from(problem);
        (problem.is_none() || upload.failure_problem().is_some()).then_some(Some(upload))
    }
}

fn parse(person: Person, line: &Value) -> Option<(Line, Option<Upload>)> {
    let line = Line::deserialize(line).ok().filter(Line::is_sound)?;
    let upload = line.upload(person)?;
    Some((line, upload))
}

#[async_trait]
impl ArchiveSource for DocumentsInArchive {
    fn name(&self) -> &'static str {
        "library"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| DocumentId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(DocumentId(Uuid::nil()));
        let mut conn = self.0.db.read().await?;
        let mut lines = Vec::new();
        for document in documents_after(&mut conn, person, after, LINES_MAX).await? {
            lines.push(self.line_of(&mut conn, document).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Some((line, upload)) = parse(person, line) else { return Ok(Restored::Refused) };
        if has_document(tx, person.user_id, line.id).await? {
            return Ok(Restored::Present);
        }
        if let Some(upload) = &upload
            && !self.restore_file(tx, upload).await?
        {
            return Ok(Restored::Refused);
        }
        let document = Document {
            id: line.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            name: line.name,
            url: line.url,
            file_id: upload.map(|upload| upload.id),
            problem: line.problem,
            page_count: line.page_count,
            pages_kept: line.pages_kept,
            // Counted as they are read again.
            recognised_pages: 0,
            ignored: line.ignored,
            created_at: line.created_at,
        };
        if !insert_document(tx, &document).await? {
            return Ok(Restored::Refused);
        }
        tie_chats(tx, person, document.id.0, &line.chats, self.0.clock.now()).await?;
        Ok(Restored::Added)
    }

    fn blob(&self, person: Person, line: &Value) -> Option<ArchiveBlob> {
        let (_, upload) = parse(person, line)?;
        let upload = upload?;
        let max_bytes = u64::try_from(upload.size_bytes).ok()?;
        Some(ArchiveBlob { key: upload.key(), max_bytes })
    }

    /// Queues the file for reading again, as far as the plan here allows.
    async fn use_blob(&self, person: Person, line: &Value) -> Fallible<bool> {
        match parse(person, line) {
            Some((_, Some(promised))) => self.0.take_bytes(&promised, true).await,
            _ => Ok(false),
        }
    }
}

impl DocumentsInArchive {
    async fn line_of(&self, conn: &mut Conn, document: Document) -> Fallible<Line> {
        let upload = match document.file_id {
            Some(id) => self.0.files.find_upload(conn, document.user_id, id).await?,
            None => None,
        };
        // An interrupted download is restarted.
        let upload = upload.filter(|upload| upload.state != UploadState::Receiving);
        let file = upload.map(|upload| {
            let problem = upload.problem.clone();
            KeptFile { file: upload.into(), problem }
        });
        let chats = chats_in_archive(conn, document.user_id, document.id.0).await?;
        Ok(Line {
            id: document.id,
            name: document.name,
            url: document.url,
            problem: document.problem,
            page_count: document.page_count,
            pages_kept: document.pages_kept,
            ignored: document.ignored,
            created_at: document.created_at,
            file,
            chats,
        })
    }

    /// Reserves a document's file, or finds it if messages use it, too. `false`: it is another person's.
    async fn restore_file(&self, tx: &mut Tx, upload: &Upload) -> Fallible<bool> {
        if find_by_file(tx, upload.id).await?.is_some() {
            return Ok(false);
        }
        let now = self.0.clock.now();
        match self.0.files.restore_upload(tx, upload, now).await {
            Ok(true) => {}
            Ok(false) => {
                let known = self.0.files.find_any_upload(tx, upload.id).await?;
                let is_pdf = known.is_some_and(|known| {
                    Format::of_name(&known.name) == Some(Format::Pdf)
                        && known.workspace_id == upload.workspace_id
                });
                if !is_pdf {
                    return Ok(false);
                }
            }
            Err(Failure::Problem(_)) => return Ok(false),
            Err(fault) => return Err(fault),
        }
        if let Some(problem) = upload.failure_problem()
            && self.0.files.finish_restored(tx, upload.id, UploadState::Waiting, now).await?
        {
            let failed = Outcome::Failed(problem.kind);
            self.0.files.conclude_upload(tx, upload.id, &failed, now).await?;
        }
        self.0.files.retain_upload(tx, upload.id).await?;
        Ok(true)
    }
}

/// Restores the links of conversations, which are imported later. One that is about something else here stays that.
pub(super) async fn tie_chats(
    tx: &mut Tx,
    person: Person,
    subject_id: Uuid,
    chats: &[ConversationId],
    now: Timestamp,
) -> Fallible<()> {
    for conversation_id in chats {
        tie_chat(tx, person.user_id, *conversation_id, subject_id, now).await?;
    }
    Ok(())
}
