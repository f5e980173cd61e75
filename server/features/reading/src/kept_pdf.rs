//! The PDF of a reading, as it was fetched: a number of its summary leads to a page of that, whatever stands at the
//! address by now.

use area::Services;
use bytes::Bytes;
use files::{NewUpload, Upload, UploadState, sanitise_name};
use kernel::{Failure, Fallible, FileId};
use parsing::Format;
use store::{Conn, Tx};
use tasks::TaskId;

use crate::source::Kind;
use crate::source_store::{find_file, forget_places, set_file, take_file};
use crate::work::Reading;

/// Keeps the fetched PDF. Without room for it, only the text is kept.
///
/// Until its bytes are there it is kept by nothing: what a crash, or a full disk, leaves is an upload that stands still,
/// which upkeep removes with its bytes.
pub(crate) async fn keep_pdf(
    services: &Services,
    reading: &Reading,
    content: Bytes,
) -> Fallible<()> {
    let now = services.clock.now();
    let new = NewUpload {
        id: FileId::new(now),
        user_id: reading.head.user_id,
        workspace_id: reading.head.workspace_id,
        name: name_of(&reading.head.title),
        media_type: Format::Pdf.media_type().to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let mut tx = services.db.begin().await?;
    let before = let_go(services, &mut tx, reading.head.id).await?;
    let upload = match services.files.begin_upload(&mut tx, &new, now).await {
        Err(Failure::Problem(_)) => None,
        begun => Some(begun?),
    };
    tx.commit().await?;
    remove(services, before).await?;
    let Some(upload) = upload else { return Ok(()) };
    services.files.put(&upload.key(), content).await.map_err(Failure::internal)?;
    let mut tx = services.db.begin().await?;
    services.files.finish_restored(&mut tx, upload.id, UploadState::Parsed, now).await?;
    services.files.retain_upload(&mut tx, upload.id).await?;
    set_file(&mut tx, reading.head.id, upload.id).await?;
    Ok(tx.commit().await?)
}

/// Deletes the kept text; its file is [`remove`]d after the transaction.
pub(crate) async fn forget_source(
    services: &Services,
    tx: &mut Tx,
    id: TaskId,
) -> Fallible<Option<Upload>> {
    forget_places(tx, id).await?;
    let_go(services, tx, id).await
}

/// Detaches a file from its reading.
pub(crate) async fn let_go(
    services: &Services,
    tx: &mut Tx,
    id: TaskId,
) -> Fallible<Option<Upload>> {
    let Some(file_id) = take_file(tx, id).await? else { return Ok(None) };
    services.files.release_upload(tx, file_id).await?;
    Ok(services.files.find_any_upload(tx, file_id).await?)
}

/// Removes a file that no reading keeps.
pub(crate) async fn remove(services: &Services, upload: Option<Upload>) -> Fallible<()> {
    let Some(upload) = upload else { return Ok(()) };
    match services.files.remove_upload(&services.db, &upload).await {
        // A message has it by now: it stays as long as that.
        Ok(()) | Err(Failure::Problem(_)) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// Returns the PDF that a reading's places refer to; `None` if it is gone.
pub(crate) async fn find_pdf(
    services: &Services,
    conn: &mut Conn,
    reading: &Reading,
) -> Fallible<Option<FileId>> {
    if reading.input.kind != Kind::Pdf {
        return Ok(None);
    }
    let file_id = match reading.input.source.file_id() {
        Some(file_id) => Some(file_id),
        None => find_file(conn, reading.head.id).await?,
    };
    let Some(file_id) = file_id else { return Ok(None) };
    let upload = services.files.find_upload(conn, reading.head.user_id, file_id).await?;
    Ok(upload.filter(|upload| upload.state == UploadState::Parsed).map(|upload| upload.id))
}

/// Converts a title to a file name.
fn name_of(title: &str) -> String {
    let stem = match title.to_lowercase().ends_with(".pdf") {
        true => &title[..title.len() - ".pdf".len()],
        false => title,
    };
    let name = sanitise_name(&format!("{stem}.pdf"));
    if Format::of_name(&name) == Some(Format::Pdf) { name } else { "document.pdf".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_name_of_what_was_read() {
        assert_eq!(name_of("tides.PDF"), "tides.pdf");
        assert_eq!(name_of("Tides"), "Tides.pdf");
        assert_eq!(name_of("..."), "document.pdf");
    }
}
