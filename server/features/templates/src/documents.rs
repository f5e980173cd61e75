//! Documents: templates that somebody fills, and the files made of them.

use area::Services;
use bytes::Bytes;
use files::{NewUpload, Upload};
use identity::SignedIn;
use kernel::{
    Fallible, FileId, Problem, Timestamp, UserId, Uuid, WorkspaceId, collapse_whitespace,
};
use sha2::{Digest, Sha256};
use store::{Cursor, Page, to_json};

use crate::document_store::{self as rows, Document, find_document};
use crate::filling::{Values, check_values};
use crate::hints::announce_change;
use crate::limits::{DOCUMENTS_MAX, NAME_MAX_CHARS};
use crate::problems::{
    CHANGED_ELSEWHERE, DOCUMENT_NOT_FOUND, SOURCE_NOT_FOUND, TOO_LONG, TOO_MANY_DOCUMENTS,
};
use crate::produce::{Content, Format, page, produce};
use crate::templates::{find, release_unused, retain};
use crate::wire::{DocumentBody, DocumentChange, FileBody, NewDocument, SummaryBody};

/// The person for whom a document is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner<'a> {
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub locale: Option<&'a str>,
}

impl<'a> From<&'a SignedIn> for Owner<'a> {
    fn from(caller: &'a SignedIn) -> Self {
        Self {
            user_id: caller.user_id,
            workspace_id: caller.workspace_id,
            locale: caller.locale.as_deref(),
        }
    }
}

/// Lists a person's documents, the last changed first.
pub(crate) async fn list(
    services: &Services,
    user_id: UserId,
    (cursor, limit): (Cursor, usize),
) -> Fallible<Page<SummaryBody>> {
    let mut conn = services.db.read().await?;
    let page = rows::list_documents(&mut conn, user_id, cursor, limit).await?;
    let summary = |document: Document| -> Fallible<SummaryBody> {
        Ok(SummaryBody {
            template_name: document.definition()?.name,
            id: document.id,
            template: document.template,
            title: document.title,
            updated_at: document.updated_at,
        })
    };
    let items = page.items.into_iter().map(summary).collect::<Fallible<_>>()?;
    Ok(Page { items, next: page.next })
}

/// Begins a document, once however often it is retried. Fields may be missing.
///
/// Problems: `templates.not_found`; those of values; [`TOO_MANY_DOCUMENTS`].
pub(crate) async fn create(
    services: &Services,
    owner: Owner<'_>,
    new: NewDocument,
) -> Fallible<Document> {
    let template = find(services, owner.user_id, owner.locale, &new.template).await?;
    let values = check_values(&template.definition, &new.values)?;
    let title = match &new.title {
        Some(title) => check_title(title)?,
        None => String::new(),
    };
    let title = if title.is_empty() { template.definition.name.clone() } else { title };
    let now = services.clock.now();
    let document = Document {
        id: new.id,
        user_id: owner.user_id,
        template: template.key,
        title,
        definition: to_json(&template.definition)?,
        file_id: template.file_id,
        locale: owner.locale.map(str::to_owned),
        filled: to_json(&values)?,
        version: 1,
        created_at: now,
        updated_at: now,
    };
    let mut tx = services.db.begin().await?;
    if let Some(known) = find_document(&mut tx, owner.user_id, new.id).await? {
        return Ok(known);
    }
    if rows::count_documents(&mut tx, owner.user_id).await? >= DOCUMENTS_MAX {
        return Err(TOO_MANY_DOCUMENTS.with("max", DOCUMENTS_MAX).into());
    }
    if !rows::insert_document(&mut tx, &document).await? {
        return Err(DOCUMENT_NOT_FOUND.into());
    }
    retain(services, &mut tx, document.file_id).await?;
    tx.commit().await?;
    announce_change(services, owner.user_id);
    Ok(document)
}

fn check_title(title: &str) -> Result<String, Problem> {
    let title = collapse_whitespace(title);
    match title.chars().count() > NAME_MAX_CHARS {
        true => Err(TOO_LONG.with("max", NAME_MAX_CHARS).with("field", "title")),
        false => Ok(title),
    }
}

/// Finds a document of a person's.
///
/// Problems: [`DOCUMENT_NOT_FOUND`].
pub(crate) async fn get(services: &Services, user_id: UserId, id: Uuid) -> Fallible<Document> {
    let mut conn = services.db.read().await?;
    Ok(find_document(&mut conn, user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?)
}

/// Returns a document with its files, as clients get it.
pub(crate) async fn body(services: &Services, document: Document) -> Fallible<DocumentBody> {
    let mut conn = services.db.read().await?;
    let made = rows::list_files(&mut conn, document.id).await?;
    let ids: Vec<FileId> = made.iter().map(|file| file.file_id).collect();
    let mut uploads = services.files.find_uploads(&mut conn, document.user_id, &ids).await?;
    drop(conn);
    let files = made.into_iter().filter_map(|file| {
        let upload = uploads.remove(&file.file_id)?;
        Some(FileBody { created_at: file.created_at, ..FileBody::new(&file.format, upload) })
    });
    let definition = document.definition()?;
    Ok(DocumentBody {
        id: document.id,
        values: document.values()?,
        template: document.template,
        title: document.title,
        formats: Format::of(definition.output),
        definition,
        files: files.collect(),
        version: document.version,
        created_at: document.created_at,
        updated_at: document.updated_at,
    })
}

/// Stores what fills a document. Fields may be missing.
///
/// Problems: [`DOCUMENT_NOT_FOUND`], [`CHANGED_ELSEWHERE`]; those of values.
pub(crate) async fn update(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    expected: Option<i64>,
    change: DocumentChange,
) -> Fallible<Document> {
    let mut tx = services.db.begin().await?;
    let before = find_document(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    let definition = before.definition()?;
    let values = check_values(&definition, &change.values)?;
    let title = check_title(&change.title)?;
    let title = if title.is_empty() { definition.name } else { title };
    let version = expected.unwrap_or(before.version);
    let now = services.clock.now();
    if !rows::update_document(&mut tx, id, version, &title, &values, now).await? {
        return Err(CHANGED_ELSEWHERE.into());
    }
    let after = find_document(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(after)
}

/// Deletes a document with the files that were made of it.
///
/// Problems: [`DOCUMENT_NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let document = find_document(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    for file in rows::list_files(&mut tx, id).await? {
        services.files.release_upload(&mut tx, file.file_id).await?;
    }
    rows::delete_document(&mut tx, id).await?;
    release_unused(services, &mut tx, document.file_id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Returns the page of a document.
///
/// Problems: [`DOCUMENT_NOT_FOUND`]; printed, `templates.fields_missing`; those of Word files.
pub(crate) async fn page_of(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    is_printed: bool,
) -> Fallible<String> {
    let document = get(services, caller.user_id, id).await?;
    let (definition, values) = (document.definition()?, document.values()?);
    let content = Content {
        title: &document.title,
        definition: &definition,
        values: &values,
        locale: document.locale.as_deref(),
        file_id: document.file_id,
        user_id: document.user_id,
    };
    page(services, &content, is_printed).await
}

/// Makes a file of a document. It takes the place of the last one of its format.
///
/// Problems: [`DOCUMENT_NOT_FOUND`]; those of [`produce`]; the person has too much stored already.
pub(crate) async fn make_file(
    services: &Services,
    owner: Owner<'_>,
    id: Uuid,
    format: Format,
) -> Fallible<FileBody> {
    let document = get(services, owner.user_id, id).await?;
    let (definition, values): (_, Values) = (document.definition()?, document.values()?);
    let content = Content {
        title: &document.title,
        definition: &definition,
        values: &values,
        locale: document.locale.as_deref(),
        file_id: document.file_id,
        user_id: document.user_id,
    };
    let made = produce(services, &content, format).await?;
    let name = format!("{}.{}", printed::file_name(&document.title, "document"), format.ending());
    let now = services.clock.now();
    let new = new_upload(owner, name, format.media_type(), &made, now);
    let sha256 = hash(&made);
    let upload = services.files.begin_single_upload(&services.db, &new, made, now).await?;
    let mut tx = services.db.begin().await?;
    // The document may be gone by now. Then upkeep removes the file, which nothing keeps.
    find_document(&mut tx, owner.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    services.files.finish_single_upload(&mut tx, upload.id, &sha256, now).await?;
    services.files.retain_archived_upload(&mut tx, upload.id).await?;
    let before = rows::save_file(&mut tx, id, format.as_str(), upload.id, now).await?;
    if let Some(before) = before {
        services.files.release_upload(&mut tx, before).await?;
    }
    tx.commit().await?;
    announce_change(services, owner.user_id);
    Ok(FileBody::new(format.as_str(), upload))
}

/// Returns the description of a file that is made for somebody.
pub(crate) fn new_upload(
    owner: Owner<'_>,
    name: String,
    media_type: &str,
    content: &Bytes,
    now: Timestamp,
) -> NewUpload {
    NewUpload {
        id: FileId::new(now),
        user_id: owner.user_id,
        workspace_id: owner.workspace_id,
        name: files::sanitise_name(&name),
        media_type: media_type.to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    }
}

/// Returns the hash by which a file is known.
pub(crate) fn hash(content: &[u8]) -> String {
    kernel::hex(&Sha256::digest(content))
}

/// Finds one of a person's files, with its content.
///
/// Problems: [`SOURCE_NOT_FOUND`].
pub(crate) async fn read_file(
    services: &Services,
    user_id: UserId,
    id: FileId,
) -> Fallible<(Upload, Bytes)> {
    let mut conn = services.db.read().await?;
    let upload = services.files.find_upload(&mut conn, user_id, id).await?;
    let upload = upload.ok_or(SOURCE_NOT_FOUND)?;
    drop(conn);
    let content = services.files.get(&upload.key()).await?.ok_or(SOURCE_NOT_FOUND)?;
    Ok((upload, content))
}
