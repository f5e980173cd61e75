use area::Services;
use bytes::Bytes;
use fair_queue::run_in_background;
use files::{
    Assembled, FILE_TYPE, IMAGE_MAX_PIXELS, IMAGE_SIZE, IMAGE_UPLOAD_FAILED, Outcome, Upload,
    UploadState,
};
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, FileId};
use parsing::{Extent, Format, ParseFailure, Parsed, UnreadReason};
use retrieval::{Passages, store_passages};
use serde::{Deserialize, Serialize};
use store::to_json;

use crate::library::{self, EmbedDocument, extent_of, note_pages};
use crate::recognise::{RecognisePages, lacks_pages};
use crate::rules::problem_of;

/// Assembles an upload and reads it. May run twice: final results stay.
#[derive(Serialize, Deserialize)]
pub(crate) struct ReadFile {
    pub file_id: FileId,
}

impl Job for ReadFile {
    type Context = Services;

    const NAME: &'static str = "documents.read_file";

    async fn run(self, services: &Services) -> JobResult {
        let Some(upload) = find_waiting(services, self.file_id).await? else { return Ok(()) };
        let of_document = extent_of(services, self.file_id).await?;
        let extent = of_document.unwrap_or(Extent::ATTACHMENT);
        let _memory = services.memory.reserve_in_background(memory_bytes(&upload)).await?;
        let examined = match services.files.assemble(&services.db, &upload).await? {
            Assembled::Whole(content) => examine(services, &upload, content, extent).await?,
            Assembled::Damaged if upload.is_image() => {
                Examined::Done(Outcome::Failed(IMAGE_UPLOAD_FAILED), None)
            }
            Assembled::Damaged => Examined::Done(Outcome::DAMAGED, None),
        };
        match examined {
            Examined::Done(outcome, parsed) => {
                conclude(services, &upload, of_document, outcome, parsed).await
            }
            // It stays in the queue: recognition takes seconds per page, while other files are read.
            Examined::HasPictures => {
                let mut tx = services.db.begin().await?;
                let file_id = self.file_id;
                services.queue.enqueue(&mut tx, &RecognisePages { file_id }).await?;
                Ok(tx.commit().await?)
            }
        }
    }
}

/// Returns the bytes of memory that reading a file takes: its content, and what its reader says.
pub(crate) fn memory_bytes(upload: &Upload) -> u64 {
    u64::try_from(upload.size_bytes).unwrap_or_default() + READ_BYTES
}

/// Memory of the text and the drawings that come back from readers; rarely more.
const READ_BYTES: u64 = 16 * 1024 * 1024;

/// Finds an upload that waits to be read; `None`: nobody waits for it any more.
pub(crate) async fn find_waiting(services: &Services, file_id: FileId) -> Fallible<Option<Upload>> {
    let mut conn = services.db.read().await?;
    let found = services.files.find_any_upload(&mut conn, file_id).await?;
    Ok(found.filter(|upload| upload.state == UploadState::Waiting))
}

/// Stores the result of reading a file; `of_document`: how much of it was read, if it belongs to a document.
pub(crate) async fn conclude(
    services: &Services,
    upload: &Upload,
    of_document: Option<Extent>,
    outcome: Outcome,
    parsed: Option<Parsed>,
) -> Fallible<()> {
    let text = match parsed {
        Some(parsed) => Some(index(upload.id, parsed).await?),
        None => None,
    };
    let mut tx = services.db.begin_low_priority().await?;
    if let Some((parsed, passages)) = text {
        store_passages(&mut tx, passages).await?;
        if let Some(extent) = of_document {
            note_pages(&mut tx, upload.id, extent, &parsed).await?;
            services.queue.enqueue(&mut tx, &EmbedDocument { file_id: upload.id }).await?;
        }
    }
    let now = services.clock.now();
    services.files.conclude_upload(&mut tx, upload.id, &outcome, now).await?;
    tx.commit().await?;
    announce(services, upload);
    if of_document.is_some() {
        library::announce(services, upload.user_id);
    }
    Ok(())
}

/// Cuts a text into passages and indexes it.
async fn index(file_id: FileId, parsed: Parsed) -> Fallible<(Parsed, Passages)> {
    run_in_background(move || {
        let passages = Passages::of(file_id, &parsed);
        (parsed, passages)
    })
    .await
}

/// Progress of reading a file.
enum Examined {
    Done(Outcome, Option<Parsed>),
    /// Pages of it are pictures, which can be read here.
    HasPictures,
}

/// Detects a file's format and reads its text. An error is a fault of the server: the job is retried.
async fn examine(
    services: &Services,
    upload: &Upload,
    content: Bytes,
    extent: Extent,
) -> Fallible<Examined> {
    let done = |outcome| Ok(Examined::Done(outcome, None));
    let format = Format::of_name(&upload.name).filter(|format| format.begins_with(&content));
    let Some(format) = format else { return done(Outcome::Failed(FILE_TYPE)) };
    if !format.fits(&content, IMAGE_MAX_PIXELS) {
        return done(Outcome::Failed(IMAGE_SIZE));
    }
    if format.is_image() {
        return done(Outcome::Parsed { words: None, pages: None, unread: None });
    }
    let read = services.parser.parse_within(format, content, extent).await;
    if format == Format::Pdf && lacks_pages(&read) && services.parser.recognises().await {
        return Ok(Examined::HasPictures);
    }
    let (outcome, parsed) = outcome_of(read, extent)?;
    Ok(Examined::Done(outcome, parsed))
}

/// Returns the outcome reported for a file, depending on what was read. Pages beyond those of a document's plan are told
/// by its page count.
pub(crate) fn outcome_of(
    read: Result<Parsed, ParseFailure>,
    extent: Extent,
) -> Fallible<(Outcome, Option<Parsed>)> {
    match read {
        Ok(mut parsed) => {
            if extent.pages_max.is_some() {
                parsed.unread.retain(|unread| unread.reason != UnreadReason::Limit);
            }
            let unread = match parsed.unread.as_slice() {
                [] => None,
                unread => Some(to_json(&unread)?),
            };
            let (words, pages) = (Some(parsed.words() as i64), Some(parsed.pages.len() as i64));
            Ok((Outcome::Parsed { words, pages, unread }, Some(parsed)))
        }
        Err(ParseFailure::Unavailable) => Err(Failure::internal(ParseFailure::Unavailable)),
        Err(failure) => Ok((Outcome::Failed(problem_of(failure)), None)),
    }
}

/// Makes the person's windows reload the file.
fn announce(services: &Services, upload: &Upload) {
    let hint = serde_json::json!({ "event": "file.changed", "file_id": upload.id });
    services.bus.notify_user(upload.user_id, &hint.to_string());
}
