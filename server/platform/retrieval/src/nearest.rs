//! Exact search for the passages whose vectors are closest to a question's: a person has thousands, not millions, and
//! there is no graph to maintain. Sketches, which stay in memory while they are searched, bound the similarity of each;
//! only vectors of those that may be among the closest are read, in slices, so that only one slice is in memory.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap, HashSet};

use kernel::{FileId, Uuid};
use store::{Conn, StoreResult, sql, to_json};

use crate::cache::SKETCHES;
use crate::index::{IndexRow, distinct_ids, list_index_rows};
use crate::sketch::{Block, Nearness, ROWS, Wanted, list_blocks};
use crate::vectors::{numbers_of, unit};

/// Vectors that are in memory at once: 3 MB of a large model's (1,536 numbers).
const SLICE: usize = 512;

/// Returns the passages of files whose vectors are closest to `wanted`, the closest first. Vectors of other models or
/// lengths are not compared.
pub async fn nearest(
    conn: &mut Conn,
    file_ids: &[FileId],
    model: &str,
    wanted: &[f32],
    limit: usize,
) -> StoreResult<Vec<(FileId, i64)>> {
    let file_ids = distinct_ids(file_ids);
    let rows = list_index_rows(conn, &file_ids).await?;
    nearest_of(conn, &file_ids, &rows, model, wanted, limit).await
}

/// Returns the same, where it is known what the database says about the indexes of the files.
pub async fn nearest_of(
    conn: &mut Conn,
    file_ids: &[FileId],
    rows: &[IndexRow],
    model: &str,
    wanted: &[f32],
    limit: usize,
) -> StoreResult<Vec<(FileId, i64)>> {
    let stamps: HashMap<FileId, Uuid> =
        rows.iter().filter_map(|row| Some((row.file_id, row.sketches_stamp?))).collect();
    let wanted = unit(wanted);
    let rough = Wanted::of(&wanted);
    let mut search = Search { conn, model, wanted, rough, best: Best::of(limit) };
    let mut close = Close::of(limit);
    let unstamped: Vec<FileId> =
        file_ids.iter().copied().filter(|id| !stamps.contains_key(id)).collect();
    let unstamped = search.list_with_vectors(&unstamped).await?;
    for (file, file_id) in file_ids.iter().enumerate() {
        let stamp = stamps.get(file_id).copied();
        if stamp.is_none() && !unstamped.contains(file_id) {
            continue;
        }
        if !search.note_sketches(file, *file_id, stamp, &mut close).await? {
            search.note_all(file, *file_id).await?;
        }
    }
    for some in close.places().chunks(SLICE) {
        search.note_those(file_ids, some).await?;
    }
    let nearest = search.best.nearest_first();
    Ok(nearest.into_iter().map(|near| (file_ids[near.file], near.position)).collect())
}

struct Search<'a> {
    conn: &'a mut Conn,
    model: &'a str,
    /// The wanted vector, of length 1.
    wanted: Vec<f32>,
    rough: Wanted,
    best: Best,
}

impl Search<'_> {
    /// Returns those of the files that have a vector of the model.
    async fn list_with_vectors(&mut self, file_ids: &[FileId]) -> StoreResult<HashSet<FileId>> {
        if file_ids.is_empty() {
            return Ok(HashSet::new());
        }
        let found = sql!(
            self.conn,
            all(FileId,),
            {
                sqlite: "SELECT unhex(value, '-') FROM json_each($1) WHERE EXISTS
                             (SELECT 1 FROM passage_vectors WHERE file_id = unhex(value, '-') AND model = $2)",
                postgres: "SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value WHERE EXISTS
                               (SELECT 1 FROM passage_vectors WHERE file_id = value::uuid AND model = $2)",
            },
            to_json(file_ids)?,
            self.model
        )?;
        Ok(found.into_iter().map(|(id,)| id).collect())
    }

    /// Collects the passages of a file that may be close; `false` if it has no sketches. What is read from the database
    /// stays in memory under its stamp, if there is room.
    async fn note_sketches(
        &mut self,
        file: usize,
        file_id: FileId,
        stamp: Option<Uuid>,
        close: &mut Close,
    ) -> StoreResult<bool> {
        let key = stamp.map(|stamp| (stamp, self.model.to_owned()));
        if let Some(kept) = key.as_ref().and_then(|key| SKETCHES.get(key)) {
            self.note_blocks(file, &kept.value, close);
            return Ok(true);
        }
        let mut room = key.as_ref().and_then(|_| SKETCHES.reserve(0));
        let (mut all, mut from) = (Vec::new(), 0);
        loop {
            let blocks = list_blocks(self.conn, file_id, self.model, from).await?;
            self.note_blocks(file, &blocks, close);
            let last = blocks.last().map(|last| last.number);
            let is_last = blocks.len() < ROWS;
            from = last.map_or(from, |last| last + 1);
            let more = SKETCHES.reserve(blocks.iter().map(Block::bytes).sum());
            match (&mut room, more) {
                (Some(room), Some(more)) => {
                    room.join(more);
                    all.extend(blocks);
                }
                _ => (room, all) = (None, Vec::new()),
            }
            if is_last {
                break;
            }
        }
        if let (Some(key), Some(room), true) = (key, room, from > 0) {
            SKETCHES.keep(key, all, room);
        }
        Ok(from > 0)
    }

    fn note_blocks(&self, file: usize, blocks: &[Block], close: &mut Close) {
        for block in blocks {
            block.nearness(&self.rough, |position, nearness| close.note(file, position, nearness));
        }
    }

    /// Scores every vector of a file.
    async fn note_all(&mut self, file: usize, file_id: FileId) -> StoreResult<()> {
        let mut from = 0;
        loop {
            let slice = list_vectors(self.conn, file_id, self.model, from).await?;
            self.note(file, &slice);
            match slice.last() {
                Some((last, _)) if slice.len() == SLICE => from = last + 1,
                _ => return Ok(()),
            }
        }
    }

    /// Scores the vectors of some passages, each by the place of its file.
    async fn note_those(&mut self, file_ids: &[FileId], some: &[(usize, i64)]) -> StoreResult<()> {
        let keys: Vec<_> = some.iter().map(|(file, at)| (file_ids[*file], *at)).collect();
        let files: HashMap<FileId, usize> =
            some.iter().map(|(file, _)| (file_ids[*file], *file)).collect();
        for (file_id, position, vector) in list_vectors_at(self.conn, self.model, &keys).await? {
            if let Some(file) = files.get(&file_id) {
                self.note(*file, &[(position, vector)]);
            }
        }
        Ok(())
    }

    fn note(&mut self, file: usize, vectors: &[(i64, Vec<u8>)]) {
        for (position, vector) in vectors {
            if let Some(score) = score(&self.wanted, vector) {
                self.best.note(Near { score, position: *position, file });
            }
        }
    }
}

/// Returns the next vectors of a file, in the order of its passages.
async fn list_vectors(
    conn: &mut Conn,
    file_id: FileId,
    model: &str,
    from: i64,
) -> StoreResult<Vec<(i64, Vec<u8>)>> {
    sql!(
        conn,
        all(i64, Vec<u8>),
        "SELECT position, vector FROM passage_vectors
         WHERE file_id = $1 AND position >= $2 AND model = $3 ORDER BY position LIMIT $4",
        file_id,
        from,
        model,
        SLICE as i64
    )
}

/// Returns the vectors of some passages.
async fn list_vectors_at(
    conn: &mut Conn,
    model: &str,
    keys: &[(FileId, i64)],
) -> StoreResult<Vec<(FileId, i64, Vec<u8>)>> {
    sql!(
        conn,
        all(FileId, i64, Vec<u8>),
        {
            sqlite: "SELECT v.file_id, v.position, v.vector
                     FROM json_each($1) AS wanted CROSS JOIN passage_vectors v
                     WHERE v.file_id = unhex(wanted.value ->> 0, '-') AND v.position = wanted.value ->> 1
                         AND v.model = $2",
            postgres: "SELECT v.file_id, v.position, v.vector
                       FROM jsonb_array_elements($1::jsonb) AS wanted, LATERAL
                           (SELECT * FROM passage_vectors
                            WHERE file_id = (wanted ->> 0)::uuid AND position = (wanted ->> 1)::bigint
                                AND model = $2
                            OFFSET 0) v",
        },
        to_json(keys)?,
        model
    )
}

/// Returns the similarity of two vectors of length 1; `None`: they cannot be compared.
fn score(wanted: &[f32], bytes: &[u8]) -> Option<f32> {
    if bytes.len() != wanted.len() * 4 {
        return None;
    }
    Some(wanted.iter().zip(numbers_of(bytes)).map(|(a, b)| a * b).sum())
}

/// A passage, and how near it is. The nearer one is the greater one; of equals the one that is read earlier.
#[derive(Debug, Clone, Copy)]
struct Near {
    score: f32,
    position: i64,
    /// Its place among the files that are asked.
    file: usize,
}

impl Ord for Near {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        by_score.then_with(|| (other.position, other.file).cmp(&(self.position, self.file)))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Near {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Near {}

/// Keeps the closest of all scored passages, no more than wanted.
struct Best {
    limit: usize,
    /// Heap with the farthest on top, which the next closer one replaces.
    kept: BinaryHeap<Reverse<Near>>,
}

impl Best {
    fn of(limit: usize) -> Self {
        Self { limit, kept: BinaryHeap::new() }
    }

    fn note(&mut self, near: Near) {
        if self.kept.len() < self.limit {
            self.kept.push(Reverse(near));
        } else if let Some(mut farthest) = self.kept.peek_mut()
            && near > farthest.0
        {
            *farthest = Reverse(near);
        }
    }

    /// Returns the similarity of the farthest vector that cannot be dropped yet.
    fn least(&self) -> f32 {
        match self.kept.peek() {
            Some(Reverse(farthest)) if self.kept.len() == self.limit => farthest.score,
            _ => f32::NEG_INFINITY,
        }
    }

    fn nearest_first(self) -> Vec<Near> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(near)| near).collect()
    }
}

/// The passages that may be among the nearest by what their sketches say.
struct Close {
    /// The nearest of all if each were as far as it may be: what cannot be as near as the last of them is not close.
    surest: Best,
    /// Candidates with the upper bound of their similarity.
    kept: Vec<Near>,
    /// Number of candidates kept before those that are no longer close are dropped.
    room: usize,
}

impl Close {
    const ROOM: usize = 1_024;

    fn of(limit: usize) -> Self {
        Self { surest: Best::of(limit), kept: Vec::new(), room: Self::ROOM }
    }

    fn note(&mut self, file: usize, position: i64, nearness: Nearness) {
        if nearness.most < self.surest.least() {
            return;
        }
        self.surest.note(Near { score: nearness.least, position, file });
        let near = Near { score: nearness.most, position, file };
        if near.score >= self.surest.least() {
            self.kept.push(near);
        }
        if self.kept.len() > self.room {
            self.let_go();
            self.room = (self.kept.len() * 2).max(Self::ROOM);
        }
    }

    fn let_go(&mut self) {
        let least = self.surest.least();
        self.kept.retain(|near| near.score >= least);
    }

    /// Returns the passages that are close, each by the place of its file.
    fn places(mut self) -> Vec<(usize, i64)> {
        self.let_go();
        self.kept.iter().map(|near| (near.file, near.position)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::to_bytes;

    #[test]
    fn a_vector_is_nearest_to_itself_however_long_it_is() {
        let wanted = unit(&[3.0, 4.0]);
        let near = |other: &[f32]| score(&wanted, &to_bytes(&unit(other))).unwrap();
        assert!((near(&[30.0, 40.0]) - 1.0).abs() < 1e-6);
        assert!(near(&[4.0, 3.0]) > near(&[-3.0, 4.0]));
    }

    #[test]
    fn what_has_another_length_is_not_compared() {
        assert_eq!(score(&[1.0, 0.0], &to_bytes(&[1.0, 0.0, 0.0])), None);
    }

    #[test]
    fn the_best_are_those_that_sorting_all_would_give() {
        // Each score occurs at several positions, in arbitrary order.
        let all: Vec<Near> = (0..200_i64)
            .map(|at| Near {
                score: (at * 37 % 20) as f32,
                position: at * 53 % 40,
                file: (at % 3) as usize,
            })
            .collect();
        let mut sorted = all.clone();
        sorted.sort_by(|a, b| b.cmp(a));
        for limit in [0, 1, 50, 200, 300] {
            let mut best = Best::of(limit);
            all.iter().for_each(|near| best.note(*near));
            assert_eq!(best.nearest_first(), sorted[..limit.min(200)], "the best {limit}");
        }
        assert_eq!((sorted[0].score, sorted[0].position), (19.0, 11), "of equals the earlier one");
    }

    #[test]
    fn what_may_be_among_the_nearest_is_close_and_no_more_than_that() {
        let mut close = Close::of(2);
        // How near they are is their position; each may be three nearer or farther.
        for position in (0..5_000).map(|at| at * 37 % 100) {
            let real = position as f32;
            close.note(0, position, Nearness { least: real - 3.0, most: real + 3.0 });
            assert!(close.kept.len() <= Close::ROOM);
        }
        let mut positions: Vec<i64> = close.places().into_iter().map(|(_, at)| at).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions, [93, 94, 95, 96, 97, 98, 99]);
    }
}
