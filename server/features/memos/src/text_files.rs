//! Files in the texts of memos: a text that shows a file of its person's keeps it.

use files::{Files, Upload, UploadState};
use kernel::{FileId, UserId};
use store::{Conn, StoreResult, Tx, sql};

use crate::links::files_in;
use crate::picture::name_beside;
use crate::wire::MemoId;

/// Keeps the files that the text of a memo shows, and releases those that it does not show any more.
///
/// Files of others, incomplete ones and those that something besides memos keeps are left alone.
pub(crate) async fn keep_files(
    files: &Files,
    tx: &mut Tx,
    owner: UserId,
    memo_id: MemoId,
    body: &str,
) -> StoreResult<()> {
    let (shown, known) = (files_in(body), list_files(tx, memo_id).await?);
    for id in shown.iter().filter(|id| !known.contains(id)) {
        let upload = files.find_upload(tx, owner, *id).await?;
        let is_whole = |upload: &Upload| upload.state == UploadState::Parsed;
        if !upload.as_ref().is_some_and(is_whole) {
            continue;
        }
        if is_used(tx, *id).await? || files.retain_upload(tx, *id).await? {
            let insert = "INSERT INTO memo_files (memo_id, file_id) VALUES ($1, $2)";
            sql!(tx, execute, insert, memo_id, *id)?;
        }
    }
    for id in known.iter().filter(|id| !shown.contains(id)) {
        let delete = "DELETE FROM memo_files WHERE memo_id = $1 AND file_id = $2";
        sql!(tx, execute, delete, memo_id, *id)?;
        if !is_used(tx, *id).await? {
            files.release_upload(tx, *id).await?;
        }
    }
    Ok(())
}

/// Returns the files that the text of a memo keeps.
pub(crate) async fn list_files(conn: &mut Conn, memo_id: MemoId) -> StoreResult<Vec<FileId>> {
    let rows = sql!(
        conn,
        all(FileId,),
        "SELECT file_id FROM memo_files WHERE memo_id = $1 ORDER BY file_id",
        memo_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the path of a file in a folder of memos: one that a link can have as it is.
pub(crate) fn path_beside(upload: &Upload) -> String {
    if upload.is_image() {
        return name_beside(upload);
    }
    let ending = upload.name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let is_plain = |ending: &String| {
        (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let ending = ending.filter(is_plain);
    format!("files/{}.{}", upload.id, ending.as_deref().unwrap_or("bin"))
}

/// Returns true if a memo keeps the file.
async fn is_used(conn: &mut Conn, id: FileId) -> StoreResult<bool> {
    let used = sql!(
        conn,
        optional(FileId,),
        "SELECT file_id FROM memo_files WHERE file_id = $1
         UNION SELECT file_id FROM memos WHERE file_id = $1",
        id
    )?;
    Ok(used.is_some())
}
