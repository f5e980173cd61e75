//! Embeddings of passages, as vectors of length 1 stored beside their text. `nearest.rs` finds those close to a
//! question.

use std::ops::Range;

use kernel::FileId;
use store::{Conn, StoreResult, Tx, sql, to_json};

use crate::index::lock_vectors;
use crate::sketch::sketch_again;

/// A passage without a vector.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub struct Bare {
    pub position: i64,
    pub text: String,
}

/// Returns the next passages of a file that have no vector of this model.
pub async fn list_without_vectors(
    conn: &mut Conn,
    file_id: FileId,
    model: &str,
    limit: i64,
) -> StoreResult<Vec<Bare>> {
    sql!(
        conn,
        all Bare,
        "SELECT p.position, p.text FROM passages p
         WHERE p.file_id = $1 AND NOT EXISTS
             (SELECT 1 FROM passage_vectors v
              WHERE v.file_id = p.file_id AND v.position = p.position AND v.model = $2)
         ORDER BY p.position LIMIT $3",
        file_id,
        model,
        limit
    )
}

/// Stores vectors of passages, replacing those of another model.
pub async fn store_vectors(
    tx: &mut Tx,
    file_id: FileId,
    model: &str,
    vectors: &[(i64, Vec<f32>)],
) -> StoreResult<()> {
    lock_vectors(tx, file_id).await?;
    for (position, vector) in vectors {
        sql!(
            tx,
            execute,
            "INSERT INTO passage_vectors (file_id, position, model, vector) VALUES ($1, $2, $3, $4)
             ON CONFLICT (file_id, position) DO UPDATE SET model = excluded.model, vector = excluded.vector",
            file_id,
            position,
            model,
            to_bytes(&unit(vector))
        )?;
    }
    sketch_again(tx, file_id, vectors.iter().map(|(position, _)| *position)).await
}

/// A vector as it is stored.
#[derive(Debug, ::store::FromRow)]
pub struct Stored {
    pub position: i64,
    pub model: String,
    pub vector: Vec<u8>,
}

/// Returns the vectors of passages of a file, of whatever models they are, in order.
pub async fn list_stored(
    conn: &mut Conn,
    file_id: FileId,
    positions: Range<i64>,
) -> StoreResult<Vec<Stored>> {
    sql!(
        conn,
        all Stored,
        "SELECT position, model, vector FROM passage_vectors
         WHERE file_id = $1 AND position >= $2 AND position < $3 ORDER BY position",
        file_id,
        positions.start,
        positions.end
    )
}

/// Returns the number of passages of a file, and of those with a vector of this model.
pub async fn count_vectors(
    conn: &mut Conn,
    file_id: FileId,
    model: &str,
) -> StoreResult<(i64, i64)> {
    sql!(
        conn,
        one(i64, i64),
        "SELECT (SELECT COUNT(*) FROM passages WHERE file_id = $1),
                (SELECT COUNT(*) FROM passage_vectors WHERE file_id = $1 AND model = $2)",
        file_id,
        model
    )
}

/// Returns true if any passage of these files has a vector of this model.
pub async fn have_any_vector(
    conn: &mut Conn,
    file_ids: &[FileId],
    model: &str,
) -> StoreResult<bool> {
    let (any,) = sql!(
        conn,
        one(bool,),
        {
            sqlite: "SELECT EXISTS (SELECT 1 FROM passage_vectors WHERE model = $2
                         AND file_id IN (SELECT unhex(value, '-') FROM json_each($1)))",
            postgres: "SELECT EXISTS (SELECT 1 FROM passage_vectors WHERE model = $2 AND file_id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value))",
        },
        to_json(file_ids)?,
        model
    )?;
    Ok(any)
}

/// Returns true if the first `most` passages of each of these files have a vector of this model.
pub async fn have_all_vectors(
    conn: &mut Conn,
    file_ids: &[FileId],
    model: &str,
    most: i64,
) -> StoreResult<bool> {
    let (lacking,) = sql!(
        conn,
        one(bool,),
        {
            sqlite: "SELECT EXISTS (SELECT 1 FROM passages p
                         WHERE p.file_id IN (SELECT unhex(value, '-') FROM json_each($1)) AND p.position < $3
                             AND NOT EXISTS (SELECT 1 FROM passage_vectors v
                                 WHERE v.file_id = p.file_id AND v.position = p.position AND v.model = $2))",
            postgres: "SELECT EXISTS (SELECT 1 FROM passages p WHERE p.position < $3 AND p.file_id IN
                               (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)
                           AND NOT EXISTS (SELECT 1 FROM passage_vectors v
                               WHERE v.file_id = p.file_id AND v.position = p.position AND v.model = $2))",
        },
        to_json(file_ids)?,
        model,
        most
    )?;
    Ok(!lacking)
}

/// Returns the vector with length 1; one without a direction is left as it is, and is near to nothing.
pub fn unit(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if !length.is_finite() || length == 0.0 {
        return vec![0.0; vector.len()];
    }
    vector.iter().map(|number| number / length).collect()
}

/// Returns the numbers as they are stored.
pub fn to_bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Returns the numbers of stored bytes.
pub fn numbers_of(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_direction_is_left_as_it_is() {
        assert_eq!(unit(&[3.0, 4.0]), [0.6, 0.8]);
        assert_eq!(unit(&[0.0, 0.0]), [0.0, 0.0]);
        assert_eq!(unit(&[f32::NAN, 1.0]), [0.0, 0.0]);
    }

    #[test]
    fn numbers_are_stored_as_they_are() {
        let numbers = [0.6, -0.8, f32::MIN_POSITIVE];
        assert_eq!(numbers_of(&to_bytes(&numbers)).collect::<Vec<_>>(), numbers);
    }
}
