//! The inverted indexes of files in the database: written with the passages, read when a search needs them. They are
//! derived: without one, a file is searched by its passages, and `missing.rs` builds it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::{FileId, Uuid};
use store::{Conn, StoreResult, Tx, lock, sql, to_json};

use crate::cache::{Kept, WORDS, note_damaged};
use crate::postings::{Builder, FORMAT, PASSAGES_MAX, Postings};

/// Bytes of memory of an index beside its own.
const OVERHEAD: usize = 256;

/// The index of a file as the database describes it.
#[derive(Debug, Clone, ::store::FromRow)]
pub struct IndexRow {
    pub file_id: FileId,
    format: i64,
    pub passages: i64,
    bytes: i64,
    words_stamp: Uuid,
    /// `None`: there are no sketches that could be kept in memory.
    pub sketches_stamp: Option<Uuid>,
}

impl IndexRow {
    pub fn has_words(&self) -> bool {
        self.format == i64::from(FORMAT)
    }

    /// Returns the bytes of memory that the index takes.
    fn memory_bytes(&self) -> usize {
        usize::try_from(self.bytes).unwrap_or(usize::MAX).saturating_add(OVERHEAD)
    }
}

/// The indexes of a file's passages, each with the position of its first passage.
pub type IndexedWords = Vec<(i64, Postings)>;

/// Returns what there is about these files.
pub async fn list_index_rows(conn: &mut Conn, file_ids: &[FileId]) -> StoreResult<Vec<IndexRow>> {
    sql!(
        conn,
        all IndexRow,
        {
            sqlite: "SELECT file_id, format, passages, bytes, words_stamp, sketches_stamp FROM passage_index
                     WHERE file_id IN (SELECT unhex(value, '-') FROM json_each($1))",
            postgres: "SELECT file_id, format, passages, bytes, words_stamp, sketches_stamp FROM passage_index
                       WHERE file_id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)",
        },
        to_json(file_ids)?
    )
}

/// Lets one transaction at a time write the index of a file.
pub async fn lock_index(tx: &mut Tx, file_id: FileId) -> StoreResult<()> {
    lock(tx, &format!("retrieval index {}", file_id.0)).await
}

/// Writes the index of a file's passages, which were given to it in order.
pub struct IndexWriter {
    pub file_id: FileId,
    current: Builder,
    /// Complete ones, each with the position of its first passage.
    parts: Vec<(i64, Vec<u8>)>,
    /// Number of passages that were added.
    pub passages: i64,
}

impl IndexWriter {
    pub fn new(file_id: FileId) -> Self {
        Self { file_id, current: Builder::default(), parts: Vec::new(), passages: 0 }
    }

    /// Adds the next passage by its words.
    pub fn add(&mut self, words: &[String]) {
        self.current.add(words);
        self.passages += 1;
        if self.current.is_full() {
            self.end_part();
        }
    }

    fn end_part(&mut self) {
        let current = std::mem::take(&mut self.current);
        if !current.is_empty() {
            let first = (self.passages - 1) / PASSAGES_MAX as i64 * PASSAGES_MAX as i64;
            self.parts.push((first, current.finish()));
        }
    }

    /// Returns the complete indexes.
    pub fn into_parts(mut self) -> Vec<(i64, Vec<u8>)> {
        self.end_part();
        self.parts
    }

    /// Replaces the index of the file. The transaction holds [`lock_index`].
    pub async fn write(self, tx: &mut Tx) -> StoreResult<()> {
        let (file_id, passages) = (self.file_id, self.passages);
        let parts = self.into_parts();
        let bytes: usize = parts.iter().map(|(_, postings)| postings.len()).sum();
        sql!(tx, execute, "DELETE FROM passage_postings WHERE file_id = $1", file_id)?;
        for (first, postings) in parts {
            sql!(
                tx,
                execute,
                "INSERT INTO passage_postings (file_id, first, postings) VALUES ($1, $2, $3)",
                file_id,
                first,
                postings
            )?;
        }
        sql!(
            tx,
            execute,
            "INSERT INTO passage_index (file_id, format, passages, bytes, words_stamp)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (file_id) DO UPDATE SET format = excluded.format, passages = excluded.passages,
                 bytes = excluded.bytes, words_stamp = excluded.words_stamp",
            file_id,
            i64::from(FORMAT),
            passages,
            bytes as i64,
            Uuid::new_v4()
        )?;
        Ok(())
    }
}

/// Notes that the sketches of a file are others now; `exist`: whether there are any.
pub async fn stamp_sketches(tx: &mut Tx, file_id: FileId, exist: bool) -> StoreResult<()> {
    let stamp = exist.then(Uuid::new_v4);
    sql!(
        tx,
        execute,
        "INSERT INTO passage_index (file_id, format, passages, bytes, words_stamp, sketches_stamp)
         VALUES ($1, 0, 0, 0, $2, $3)
         ON CONFLICT (file_id) DO UPDATE SET sketches_stamp = excluded.sketches_stamp",
        file_id,
        Uuid::new_v4(),
        stamp
    )?;
    Ok(())
}

/// Maximum bytes of indexes that are read by one statement, unless a single one has more.
const READ_AT_ONCE: i64 = 4 * 1024 * 1024;

/// Returns the indexes of files, from memory or else from the database. `None`: they take more memory than there is, or
/// one of them cannot be read.
pub async fn load_words(
    conn: &mut Conn,
    rows: &[IndexRow],
) -> StoreResult<Option<Vec<Arc<Kept<IndexedWords>>>>> {
    let mut kept: Vec<_> = rows.iter().map(|row| WORDS.get(&row.words_stamp)).collect();
    let missing: Vec<usize> = (0..rows.len()).filter(|at| kept[*at].is_none()).collect();
    let Some(mut room) = WORDS.reserve(missing.iter().map(|at| rows[*at].memory_bytes()).sum())
    else {
        return Ok(None);
    };
    let mut rest = missing.as_slice();
    while !rest.is_empty() {
        let mut bytes = 0;
        let fit = rest.iter().take_while(|at| {
            let before = bytes;
            bytes += rows[**at].bytes;
            before == 0 || bytes <= READ_AT_ONCE
        });
        let (some, behind) = rest.split_at(fit.count().max(1));
        rest = behind;
        for (at, indexed) in some.iter().zip(read_words(conn, rows, some).await?) {
            let row = &rows[*at];
            let held: i64 = indexed.iter().map(|(_, postings)| postings.passages() as i64).sum();
            if held != row.passages {
                note_damaged(row.file_id);
                return Ok(None);
            }
            let room = room.split(row.memory_bytes());
            kept[*at] = Some(WORDS.keep(row.words_stamp, indexed, room));
        }
    }
    Ok(kept.into_iter().collect())
}

/// Reads the indexes of some of the files. What is damaged is left out.
async fn read_words(
    conn: &mut Conn,
    rows: &[IndexRow],
    some: &[usize],
) -> StoreResult<Vec<IndexedWords>> {
    let ids: Vec<FileId> = some.iter().map(|at| rows[*at].file_id).collect();
    let read = sql!(
        conn,
        all(FileId, i64, Vec<u8>),
        {
            sqlite: "SELECT file_id, first, postings FROM passage_postings
                     WHERE file_id IN (SELECT unhex(value, '-') FROM json_each($1)) ORDER BY file_id, first",
            postgres: "SELECT file_id, first, postings FROM passage_postings
                       WHERE file_id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)
                       ORDER BY file_id, first",
        },
        to_json(&ids)?
    )?;
    let places: HashMap<FileId, usize> =
        ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let mut indexed: Vec<IndexedWords> = ids.iter().map(|_| Vec::new()).collect();
    for (file_id, first, postings) in read {
        if let (Some(place), Some(postings)) = (places.get(&file_id), Postings::read(postings)) {
            indexed[*place].push((first, postings));
        }
    }
    Ok(indexed)
}

/// Lets one transaction at a time write the vectors of a file: two would each miss the other's when building sketches.
pub async fn lock_vectors(tx: &mut Tx, file_id: FileId) -> StoreResult<()> {
    lock(tx, &format!("retrieval vectors {}", file_id.0)).await
}

/// Returns the ids without repetitions, in their order.
pub fn distinct_ids(file_ids: &[FileId]) -> Vec<FileId> {
    let mut seen = HashSet::new();
    file_ids.iter().copied().filter(|id| seen.insert(*id)).collect()
}
