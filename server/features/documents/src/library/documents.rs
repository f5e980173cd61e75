//! Actions on documents: add, rename, ignore, retry, delete.

use api::{PageBody, PageQuery};
use area::Services;
use entitlements::{DocumentLimits, day_of};
use files::{FILE_EMPTY, FILE_TOO_LARGE, NewUpload, Upload, UploadState, sanitise_name};
use identity::SignedIn;
use kernel::{Fallible, FileId, Payer, Problem, Timestamp, UserId, collapse_whitespace};
use parsing::{Extent, Format, Parsed};
use store::{Conn, Cursor, Page, StoreResult, Tx};

use super::address::{check_address, name_at};
use super::document::{Document, DocumentId, DocumentState};
use super::fetch::FetchDocument;
use super::store::{
    count_documents, find_by_file, find_own, insert_document, list_documents, rename, set_deleted,
    set_ignored, set_pages, set_problem,
};
use super::wire::{DocumentBody, DocumentChange, NewDocument, NewDocumentSource};
use crate::problems::{
    DOCUMENT_ID_TAKEN, DOCUMENT_NOT_FOUND, NAME_EMPTY, NOT_A_PDF, NOTHING_TO_RETRY,
    TOO_MANY_DOCUMENTS, TOO_MANY_UPLOADS,
};
use crate::read::ReadFile;
use crate::rules::{DOCUMENT_MAX_BYTES, DOCUMENT_NAME_MAX_CHARS, DOCUMENT_WORDS_MAX};
use crate::settings::Settings;

/// Adds a document. Its bytes are then uploaded like those of any file, or fetched by a job. Repeating the request
/// returns it in its current state.
///
/// Problems: it is not a PDF, too large or empty; the address is invalid, or not in the white list; the plan's limit is
/// reached; [`DOCUMENT_ID_TAKEN`].
pub(crate) async fn begin(
    services: &Services,
    settings: &Settings,
    caller: &SignedIn,
    new: NewDocument,
) -> Fallible<DocumentBody> {
    let (name, url, upload) = match new.source {
        NewDocumentSource::Upload { file_id, name, size_bytes } => {
            let upload = new_upload(caller, file_id, &name, size_bytes)?;
            (upload.name.clone(), None, Some(upload))
        }
        NewDocumentSource::Address { url } => {
            let url = check_address(&url, settings)?;
            (name_at(&url), Some(String::from(url)), None)
        }
    };
    let now = services.clock.now();
    let document = Document {
        id: new.id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name,
        url,
        file_id: upload.as_ref().map(|upload| upload.id),
        problem: None,
        page_count: None,
        pages_kept: None,
        recognised_pages: 0,
        ignored: false,
        created_at: now,
    };
    let mut tx = services.db.begin().await?;
    if let Some(known) = find_own(&mut tx, caller.user_id, new.id).await? {
        let is_same = known.url == document.url
            && (known.file_id == document.file_id || document.file_id.is_none());
        if !is_same {
            return Err(DOCUMENT_ID_TAKEN.into());
        }
        return body(services, &mut tx, known).await;
    }
    check_plan(services, &mut tx, &caller.payer(), true).await?;
    if let Some(upload) = &upload {
        services.files.begin_upload(&mut tx, upload, now).await?;
        services.files.retain_upload(&mut tx, upload.id).await?;
        if find_by_file(&mut tx, upload.id).await?.is_some() {
            return Err(DOCUMENT_ID_TAKEN.into());
        }
    }
    if !insert_document(&mut tx, &document).await? {
        return Err(DOCUMENT_ID_TAKEN.into());
    }
    if document.url.is_some() {
        let fetch =
            FetchDocument { document_id: document.id, white_list: settings.address_hosts.clone() };
        services.queue.enqueue(&mut tx, &fetch).await?;
    }
    let body = body(services, &mut tx, document).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Checks a client's description of a document's file before any of it arrives.
fn new_upload(
    caller: &SignedIn,
    id: FileId,
    name: &str,
    size_bytes: i64,
) -> Result<NewUpload, Problem> {
    let name = sanitise_name(name);
    check_pdf(&name, size_bytes)?;
    Ok(NewUpload {
        id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name,
        media_type: Format::Pdf.media_type().to_owned(),
        size_bytes,
        sha256: None,
    })
}

/// Checks the name and size of a PDF. Spec §5: "Documents for chat: PDF only, at most 50MB".
fn check_pdf(name: &str, size_bytes: i64) -> Result<(), Problem> {
    if Format::of_name(name) != Some(Format::Pdf) {
        return Err(NOT_A_PDF.into());
    }
    match size_bytes {
        ..=0 => Err(FILE_EMPTY.into()),
        size if size > DOCUMENT_MAX_BYTES => {
            Err(FILE_TOO_LARGE.with("max_bytes", DOCUMENT_MAX_BYTES))
        }
        _ => Ok(()),
    }
}

/// Returns the document limits of a workspace's plan.
///
/// Problems: the workspace is a team's that nobody pays for.
pub(crate) async fn limits_of(
    services: &Services,
    conn: &mut Conn,
    whose: &Payer,
) -> Fallible<DocumentLimits> {
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(conn, whose.workspace_id, now).await?;
    plan.check_not_locked()?;
    Ok(plan.documents)
}

/// Checks that one more document may be kept, and, if `is_new`, that one more may be added today.
async fn check_plan(
    services: &Services,
    conn: &mut Conn,
    whose: &Payer,
    is_new: bool,
) -> Fallible<()> {
    let limits = limits_of(services, conn, whose).await?;
    let (kept, added) = count_documents(conn, whose, today(services)).await?;
    match (limits.files, limits.uploads) {
        (Some(max), _) if kept >= max => Err(TOO_MANY_DOCUMENTS.with("max", max).into()),
        (_, Some(max)) if is_new && added >= max => Err(TOO_MANY_UPLOADS.with("max", max).into()),
        _ => Ok(()),
    }
}

/// Returns the start of the day by which uploads are counted.
fn today(services: &Services) -> Timestamp {
    day_of(services.clock.now())
}

/// Returns how much of a file is read, if it belongs to a document.
pub(crate) async fn extent_of(services: &Services, file_id: FileId) -> Fallible<Option<Extent>> {
    let mut conn = services.db.read().await?;
    let Some(document) = find_by_file(&mut conn, file_id).await? else { return Ok(None) };
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, document.workspace_id, now).await?;
    let pages_max = plan.documents.pages;
    Ok(Some(Extent { pages_max, words_max: DOCUMENT_WORDS_MAX }))
}

/// Records how much of a file was read, if it belongs to a document.
pub(crate) async fn note_pages(
    tx: &mut Tx,
    file_id: FileId,
    extent: Extent,
    parsed: &Parsed,
) -> StoreResult<()> {
    let count = parsed.page_count.map(i64::from);
    let kept = match (count, extent.pages_max) {
        (Some(count), Some(max)) => Some(count.min(i64::from(max))),
        (count, _) => count,
    };
    set_pages(tx, file_id, count, kept).await
}

/// Lists the caller's documents, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<DocumentBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let rows = list_documents(&mut conn, &caller.payer(), cursor, limit).await?;
    let page = Page::of(rows, limit, |one| Cursor { at: one.created_at, id: one.id.0 });
    let items = bodies(services, &mut conn, caller.user_id, page.items).await?;
    Ok(Page { items, next: page.next }.into())
}

/// Returns a document of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: DocumentId,
) -> Fallible<DocumentBody> {
    let mut conn = services.db.read().await?;
    let document = find_own(&mut conn, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    body(services, &mut conn, document).await
}

pub(crate) async fn body(
    services: &Services,
    conn: &mut Conn,
    document: Document,
) -> Fallible<DocumentBody> {
    let upload = find_file(services, conn, &document).await?;
    Ok(DocumentBody::of(document, upload))
}

/// Converts several documents of one person.
pub(crate) async fn bodies(
    services: &Services,
    conn: &mut Conn,
    user_id: UserId,
    documents: Vec<Document>,
) -> Fallible<Vec<DocumentBody>> {
    let ids: Vec<FileId> = documents.iter().filter_map(|document| document.file_id).collect();
    let mut uploads = services.files.find_uploads(conn, user_id, &ids).await?;
    let with_upload = |document: Document| {
        let upload = document.file_id.and_then(|id| uploads.remove(&id));
        DocumentBody::of(document, upload)
    };
    Ok(documents.into_iter().map(with_upload).collect())
}

async fn find_file(
    services: &Services,
    conn: &mut Conn,
    document: &Document,
) -> Fallible<Option<Upload>> {
    match document.file_id {
        Some(file_id) => Ok(services.files.find_upload(conn, document.user_id, file_id).await?),
        None => Ok(None),
    }
}

/// Renames a document, or says whether its failure is to be heard of.
///
/// Problems: [`NAME_EMPTY`].
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: DocumentId,
    change: DocumentChange,
) -> Fallible<DocumentBody> {
    let mut tx = services.db.begin().await?;
    let mut document = find_own(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    if let Some(name) = change.name {
        document.name = clean_name(&name).ok_or(NAME_EMPTY)?;
        rename(&mut tx, id, &document.name).await?;
    }
    if let Some(ignored) = change.ignored {
        document.ignored = ignored;
        set_ignored(&mut tx, id, ignored).await?;
    }
    let body = body(services, &mut tx, document).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Returns a name on one line, truncated if it is too long; `None`: nothing is left of it.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let words = collapse_whitespace(name);
    let shown: String = words.chars().filter(|ch| !ch.is_control()).collect();
    let name: String = shown.chars().take(DOCUMENT_NAME_MAX_CHARS).collect();
    (!name.is_empty()).then_some(name)
}

/// Retries a failed document, or continues to read one of which not everything was kept.
///
/// Problems: [`NOTHING_TO_RETRY`]; the plan's limit of documents or pages is reached; the address is not in the white
/// list any more.
pub(crate) async fn retry(
    services: &Services,
    settings: &Settings,
    caller: &SignedIn,
    id: DocumentId,
) -> Fallible<DocumentBody> {
    let mut tx = services.db.begin().await?;
    let document = find_own(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    let limits = limits_of(services, &mut tx, &caller.payer()).await?;
    let upload = find_file(services, &mut tx, &document).await?;
    let has_more = document.pages_kept < document.page_count
        && limits.pages.is_none_or(|max| Some(i64::from(max)) > document.pages_kept);
    let is_partly = upload.as_ref().is_some_and(|upload| upload.unread.is_some());
    let is_fetched = upload.as_ref().is_some_and(|upload| upload.state != UploadState::Receiving);
    let state = document.state(upload.as_ref());
    if state == DocumentState::Failed {
        // While failed it did not count; others may have taken its place, and its day's upload.
        let is_of_today = document.created_at >= today(services);
        check_plan(services, &mut tx, &caller.payer(), is_of_today).await?;
    }
    match state {
        DocumentState::Failed if document.url.is_some() && !is_fetched => {
            check_address(document.url.as_deref().unwrap_or_default(), settings)?;
            set_problem(&mut tx, id, None).await?;
            let fetch =
                FetchDocument { document_id: id, white_list: settings.address_hosts.clone() };
            services.queue.enqueue(&mut tx, &fetch).await?;
        }
        DocumentState::Failed => read_again(services, &mut tx, &document).await?,
        DocumentState::Parsed if has_more || is_partly => {
            read_again(services, &mut tx, &document).await?
        }
        _ => return Err(NOTHING_TO_RETRY.into()),
    }
    let document = find_own(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    let body = body(services, &mut tx, document).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

async fn read_again(services: &Services, tx: &mut Tx, document: &Document) -> Fallible<()> {
    let file_id = document.file_id.ok_or(NOTHING_TO_RETRY)?;
    if !services.files.request_reparse(tx, file_id, services.clock.now()).await? {
        return Err(NOTHING_TO_RETRY.into());
    }
    set_problem(tx, document.id, None).await?;
    services.queue.enqueue(tx, &ReadFile { file_id }).await?;
    Ok(())
}

/// Deletes a document; it can be restored for 30 days.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: DocumentId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(DOCUMENT_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(())
}

/// Restores a deleted document.
///
/// Problems: the plan's limit is reached.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: DocumentId,
) -> Fallible<DocumentBody> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(DOCUMENT_NOT_FOUND.into());
    }
    let document = find_own(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    let limits = limits_of(services, &mut tx, &caller.payer()).await?;
    let (kept, _) = count_documents(&mut tx, &caller.payer(), services.clock.now()).await?;
    if let Some(max) = limits.files.filter(|max| kept > *max) {
        return Err(TOO_MANY_DOCUMENTS.with("max", max).into());
    }
    let body = body(services, &mut tx, document).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Notifies the person's open windows that documents or collections changed.
pub(crate) fn announce(services: &Services, user_id: UserId) {
    let hint = serde_json::json!({ "event": "documents.changed" });
    services.bus.notify_user(user_id, &hint.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "Documents for chat: PDF only, at most 50MB; only the first 20 pages kept."
    // spec §9: "Chat PDF: 50MB, 20 pages, free users 1 upload per day or 3 PDF queries per day."
    #[test]
    fn a_document_is_a_pdf_of_at_most_50_megabytes() {
        assert_eq!(DOCUMENT_MAX_BYTES, 50_000_000);
        assert!(check_pdf("a.pdf", 50_000_000).is_ok());
        assert_eq!(check_pdf("a.pdf", 50_000_001).unwrap_err().kind.code, "files.too_large");
        assert_eq!(check_pdf("a.pdf", 0).unwrap_err().kind.code, "files.empty");
        for other in ["a.docx", "a", "a.pdf.exe", "a.png"] {
            assert_eq!(check_pdf(other, 5).unwrap_err().kind.text, "Non-PDF type file", "{other}");
        }
    }

    #[test]
    fn a_name_is_one_line_and_never_empty() {
        assert_eq!(clean_name("  a \n b\t").as_deref(), Some("a b"));
        assert_eq!(clean_name(&"x".repeat(300)).unwrap().len(), DOCUMENT_NAME_MAX_CHARS);
        assert_eq!(clean_name(" \n "), None);
    }
}
