use api::ProblemBody;
use area::Services;
use files::{FILE_EMPTY, NewUpload, UploadState};
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, FileId, Problem};
use parsing::Format;
use serde::{Deserialize, Serialize};
use url::Url;
use web_access::{FetchError, Limits};

use super::address::{is_in, name_at};
use super::announce;
use super::document::{Document, DocumentId};
use super::store::{find_document, set_file, set_problem};
use crate::problems::{NOT_A_PDF, NOT_IN_WHITE_LIST};
use crate::read::ReadFile;
use crate::rules::DOCUMENT_MAX_BYTES;

/// Downloads a document from its address. May run twice: what has arrived is kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct FetchDocument {
    pub document_id: DocumentId,
    /// The white list at the time of the request: it applies to every redirect.
    #[serde(default)]
    pub white_list: Vec<String>,
}

impl Job for FetchDocument {
    type Context = Services;

    const NAME: &'static str = "documents.fetch_document";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let Some(document) = find_document(&mut conn, self.document_id).await? else {
            return Ok(());
        };
        drop(conn);
        let Some(url) = document.url.clone().filter(|_| document.problem.is_none()) else {
            return Ok(());
        };
        let limits = Limits { max_bytes: DOCUMENT_MAX_BYTES as usize, ..Limits::PAGE };
        let outcome =
            match services.web.get_where(&url, limits, |hop| is_in(&self.white_list, hop)).await {
                Ok(fetched) if fetched.body.is_empty() => Err(FILE_EMPTY.into()),
                // The server's content type is ignored.
                Ok(fetched) if !Format::Pdf.begins_with(&fetched.body) => Err(NOT_A_PDF.into()),
                Ok(fetched) => Ok(fetched.body),
                Err(FetchError::NotWanted) => Err(NOT_IN_WHITE_LIST.into()),
                Err(error) => Err(error.problem()),
            };
        match outcome {
            Ok(content) => take(services, &document, &url, content).await?,
            Err(problem) => give_up(services, &document, &problem).await?,
        }
        announce(services, document.user_id);
        Ok(())
    }
}

/// Stores a download as the document's file, and queues it for reading.
async fn take(
    services: &Services,
    document: &Document,
    url: &str,
    content: bytes::Bytes,
) -> Fallible<()> {
    let now = services.clock.now();
    let new = NewUpload {
        id: document.file_id.unwrap_or_else(|| FileId::new(now)),
        user_id: document.user_id,
        workspace_id: document.workspace_id,
        // Its person may have renamed it meanwhile; a file's type is known by its extension.
        name: name_at(&Url::parse(url).map_err(Failure::internal)?),
        media_type: Format::Pdf.media_type().to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let mut tx = services.db.begin().await?;
    let upload = match services.files.find_any_upload(&mut tx, new.id).await? {
        Some(known) if known.state != UploadState::Receiving => return Ok(()),
        known => {
            let begun = match known {
                // Begun by a process that died: the content may have another size by now.
                Some(_) => services.files.restart_upload(&mut tx, &new, now).await,
                None => services.files.begin_upload(&mut tx, &new, now).await,
            };
            let upload = match begun {
                Err(Failure::Problem(problem)) => {
                    drop(tx);
                    return give_up(services, document, &problem).await;
                }
                other => other?,
            };
            if !set_file(&mut tx, document.id, upload.id).await? {
                return Ok(());
            }
            services.files.retain_upload(&mut tx, upload.id).await?;
            upload
        }
    };
    tx.commit().await?;
    services.files.put(&upload.key(), content).await.map_err(Failure::internal)?;
    let mut tx = services.db.begin().await?;
    if services.files.finish_restored(&mut tx, upload.id, UploadState::Waiting, now).await? {
        services.queue.enqueue(&mut tx, &ReadFile { file_id: upload.id }).await?;
    }
    Ok(tx.commit().await?)
}

async fn give_up(services: &Services, document: &Document, problem: &Problem) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    set_problem(&mut tx, document.id, Some(&ProblemBody::from(problem))).await?;
    Ok(tx.commit().await?)
}
