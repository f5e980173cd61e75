//! Files without an index: indexed for one search, or built by upkeep.

use kernel::{FileId, Uuid};
use store::words::tokens;
use store::{Conn, Db, StoreResult, sql, to_json};

use crate::cache::take_damaged;
use crate::index::{IndexWriter, IndexedWords, lock_index, lock_vectors};
use crate::postings::{FORMAT, Postings};
use crate::sketch::sketch_again;

/// Maximum number of passages that are indexed for one search, because the database has no index of them yet.
const FRESH_MAX: i64 = 2_000;

/// Indexes passages of files that have no index yet, for one search. `None`: there are too many.
pub async fn index_fresh(
    conn: &mut Conn,
    file_ids: &[FileId],
) -> StoreResult<Option<Vec<(FileId, IndexedWords)>>> {
    if file_ids.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let passages = sql!(
        conn,
        all(FileId, String),
        {
            sqlite: "SELECT file_id, text FROM passages
                     WHERE file_id IN (SELECT unhex(value, '-') FROM json_each($1))
                     ORDER BY file_id, position LIMIT $2",
            postgres: "SELECT file_id, text FROM passages WHERE file_id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)
                       ORDER BY file_id, position LIMIT $2",
        },
        to_json(file_ids)?,
        FRESH_MAX + 1
    )?;
    if passages.len() as i64 > FRESH_MAX {
        return Ok(None);
    }
    let mut writers: Vec<IndexWriter> = Vec::new();
    for (file_id, text) in passages {
        if writers.last().is_none_or(|last| last.file_id != file_id) {
            writers.push(IndexWriter::new(file_id));
        }
        if let Some(writer) = writers.last_mut() {
            writer.add(&tokens(&text));
        }
    }
    let indexed = writers.into_iter().map(|writer| {
        let file_id = writer.file_id;
        let parts = writer.into_parts().into_iter();
        let read = parts.filter_map(|(first, bytes)| Some((first, Postings::read(bytes)?)));
        (file_id, read.collect())
    });
    Ok(Some(indexed.collect()))
}

/// Uploads that are looked at by one statement for what has no index.
const LOOKED_AT: i64 = 1_000;
/// Passages of which the text is in memory at once.
const TEXTS: i64 = 1_024;

/// Builds the indexes that are missing, incomplete or of another version: of files that were read before there were any.
/// Also those that a search in this process found damaged. Returns the number of files.
pub async fn index_missing(db: &Db) -> StoreResult<usize> {
    let mut built = 0;
    for file_id in take_damaged() {
        built += usize::from(index_file(db, file_id).await?);
    }
    let mut from = FileId(Uuid::nil());
    loop {
        let mut conn = db.read().await?;
        let last = sql!(
            &mut conn,
            optional(FileId,),
            "SELECT id FROM (SELECT id FROM uploads WHERE id > $1 ORDER BY id LIMIT $2) AS page
             ORDER BY id DESC LIMIT 1",
            from,
            LOOKED_AT
        )?;
        let Some((last,)) = last else { return Ok(built) };
        let missing = list_missing(&mut conn, from, last).await?;
        drop(conn);
        for file_id in missing {
            built += usize::from(index_file(db, file_id).await?);
        }
        from = last;
    }
}

/// Returns the files with passages or vectors and without a whole index of them, after `from` and up to `last`.
async fn list_missing(conn: &mut Conn, from: FileId, last: FileId) -> StoreResult<Vec<FileId>> {
    let missing = sql!(
        conn,
        all(FileId,),
        "SELECT u.id FROM uploads u LEFT JOIN passage_index i ON i.file_id = u.id
         WHERE u.id > $1 AND u.id <= $2
             AND ((COALESCE(i.format, 0) <> $3 AND EXISTS (SELECT 1 FROM passages p WHERE p.file_id = u.id))
                  OR (i.format = $3 AND i.bytes <> (SELECT COALESCE(SUM(LENGTH(w.postings)), 0)
                      FROM passage_postings w WHERE w.file_id = u.id))
                  OR (i.sketches_stamp IS NULL
                      AND EXISTS (SELECT 1 FROM passage_vectors v WHERE v.file_id = u.id)))
         ORDER BY u.id",
        from,
        last,
        i64::from(FORMAT)
    )?;
    Ok(missing.into_iter().map(|(id,)| id).collect())
}

/// Builds the index of a file from its passages, and its sketches if there are none; `false` if it is being read at this
/// moment.
async fn index_file(db: &Db, file_id: FileId) -> StoreResult<bool> {
    let mut writer = IndexWriter::new(file_id);
    let mut conn = db.read().await?;
    let before = extent(&mut conn, file_id).await?;
    loop {
        let texts = sql!(
            &mut conn,
            all(String,),
            "SELECT text FROM passages WHERE file_id = $1 AND position >= $2 ORDER BY position LIMIT $3",
            file_id,
            writer.passages,
            TEXTS
        )?;
        texts.iter().for_each(|(text,)| writer.add(&tokens(text)));
        if texts.is_empty() {
            break;
        }
    }
    drop(conn);
    let mut tx = db.begin_low_priority().await?;
    lock_index(&mut tx, file_id).await?;
    // Whoever reads it meanwhile writes its index, too.
    if before.is_none() || extent(&mut tx, file_id).await? != before {
        return Ok(false);
    }
    writer.write(&mut tx).await?;
    lock_vectors(&mut tx, file_id).await?;
    sketch_again(&mut tx, file_id, std::iter::empty()).await?;
    tx.commit().await?;
    Ok(true)
}

/// Number of passages of a file, and the last that was written.
type Extent = (i64, Option<i64>);

/// Returns the number of a file's passages and the last that was written: others after it was read again. `None`: it was
/// deleted.
async fn extent(conn: &mut Conn, file_id: FileId) -> StoreResult<Option<Extent>> {
    sql!(
        conn,
        optional(i64, Option<i64>),
        "SELECT (SELECT COUNT(*) FROM passages p WHERE p.file_id = u.id),
                (SELECT MAX(row_id) FROM passages p WHERE p.file_id = u.id)
         FROM uploads u WHERE u.id = $1",
        file_id
    )
}
