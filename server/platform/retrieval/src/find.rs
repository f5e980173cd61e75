//! Passages that answer a question: ranked by the indexes of their files, and read from the database only when they are
//! among the best.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::FileId;
use store::words::tokens;
use store::{Conn, StoreResult, sql, to_json};

use crate::cache::Kept;
use crate::fuse::fuse;
use crate::index::{IndexRow, IndexedWords, distinct_ids, list_index_rows, load_words};
use crate::missing::index_fresh;
use crate::nearest::nearest_of;
use crate::passages::{Found, Passage, find_by_engine};
use crate::rank::distinct;
use crate::search::{Part, search};

/// A passage: its file and its place there.
type Key = (FileId, i64);

/// Returns the passages of these files that answer `query` best, the best first.
pub async fn find_passages(
    conn: &mut Conn,
    file_ids: &[FileId],
    query: &str,
    limit: usize,
) -> StoreResult<Vec<Found>> {
    find_by_both(conn, file_ids, query, None, limit).await
}

/// The embedding of a question, by the model that made the passages' vectors.
pub struct Meaning<'a> {
    pub model: &'a str,
    pub vector: &'a [f32],
}

/// Depth to which a ranking is considered in fusion.
const FUSED_DEPTH: usize = 50;

/// Finds the passages of these files that match `query` best, by words and by meaning. Without a `meaning` by words
/// alone.
pub async fn find_by_both(
    conn: &mut Conn,
    file_ids: &[FileId],
    query: &str,
    meaning: Option<&Meaning<'_>>,
    limit: usize,
) -> StoreResult<Vec<Found>> {
    let file_ids = distinct_ids(file_ids);
    if file_ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = list_index_rows(conn, &file_ids).await?;
    let depth = if meaning.is_some() { limit.max(FUSED_DEPTH) } else { limit };
    let by_words = rank_by_words(conn, &file_ids, &rows, query, depth).await?;
    let best = match meaning {
        None => by_words,
        Some(Meaning { model, vector }) => {
            let by_meaning = nearest_of(conn, &file_ids, &rows, model, vector, depth).await?;
            fuse(&[by_words, by_meaning])
        }
    };
    list_in_order(conn, &best[..best.len().min(limit)]).await
}

/// Returns the passages of these files that answer `query` best by their words, the best first.
async fn rank_by_words(
    conn: &mut Conn,
    file_ids: &[FileId],
    rows: &[IndexRow],
    query: &str,
    limit: usize,
) -> StoreResult<Vec<Key>> {
    let wanted = distinct(tokens(query));
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let Some(indexes) = Indexes::load(conn, file_ids, rows).await? else {
        let found = find_by_engine(conn, file_ids, query, limit).await?;
        return Ok(found.iter().map(|passage| (passage.file_id, passage.position)).collect());
    };
    let best = search(&indexes.parts(file_ids), &wanted, limit);
    Ok(best.into_iter().map(|(file, position)| (file_ids[file], position)).collect())
}

/// The indexes of files for one search.
struct Indexes {
    kept: HashMap<FileId, Arc<Kept<IndexedWords>>>,
    /// Indexes of files of which the database has none yet.
    fresh: HashMap<FileId, IndexedWords>,
}

impl Indexes {
    /// `None`: the index of the database engine has to do.
    async fn load(
        conn: &mut Conn,
        file_ids: &[FileId],
        rows: &[IndexRow],
    ) -> StoreResult<Option<Self>> {
        let indexed: Vec<IndexRow> = rows.iter().filter(|row| row.has_words()).cloned().collect();
        let Some(kept) = load_words(conn, &indexed).await? else {
            return Ok(None);
        };
        let kept: HashMap<_, _> = indexed.iter().map(|row| row.file_id).zip(kept).collect();
        let others: Vec<FileId> =
            file_ids.iter().copied().filter(|id| !kept.contains_key(id)).collect();
        let Some(fresh) = index_fresh(conn, &others).await? else {
            return Ok(None);
        };
        Ok(Some(Self { kept, fresh: fresh.into_iter().collect() }))
    }

    fn parts(&self, file_ids: &[FileId]) -> Vec<Part<'_>> {
        let indexed = file_ids.iter().enumerate().filter_map(|(file, id)| {
            let kept = self.kept.get(id).map(|kept| &kept.value);
            Some((file, kept.or_else(|| self.fresh.get(id))?))
        });
        indexed
            .flat_map(|(file, indexed)| {
                indexed.iter().map(move |(first, postings)| Part { file, first: *first, postings })
            })
            .collect()
    }
}

/// Reads passages, in this order. Those that were deleted meanwhile are left out.
async fn list_in_order(conn: &mut Conn, keys: &[Key]) -> StoreResult<Vec<Passage>> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let read = sql!(
        conn,
        all Passage,
        {
            sqlite: "SELECT p.file_id, p.position, p.page, p.title, p.text
                     FROM json_each($1) AS wanted CROSS JOIN passages p
                     WHERE p.file_id = unhex(wanted.value ->> 0, '-') AND p.position = wanted.value ->> 1",
            postgres: "SELECT p.file_id, p.position, p.page, p.title, p.text
                       FROM jsonb_array_elements($1::jsonb) AS wanted, LATERAL
                           (SELECT * FROM passages
                            WHERE file_id = (wanted ->> 0)::uuid AND position = (wanted ->> 1)::bigint
                            OFFSET 0) p",
        },
        to_json(keys)?
    )?;
    let mut read: HashMap<Key, Passage> =
        read.into_iter().map(|passage| ((passage.file_id, passage.position), passage)).collect();
    Ok(keys.iter().filter_map(|key| read.remove(key)).collect())
}
