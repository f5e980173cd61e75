//! What passages mean, as vectors of length 1 beside their text. Every vector of the files that are asked is
//! looked at: a person has thousands, not millions, and there is no index to keep right.

use kernel::FileId;
use store::{Conn, StoreResult, Tx, sql, to_json};

/// A passage without a vector.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub struct Bare {
    pub position: i64,
    pub text: String,
}

/// The next passages of a file that have no vector of this model.
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

/// Keeps vectors of passages, instead of those that another model made.
pub async fn store_vectors(
    tx: &mut Tx,
    file_id: FileId,
    model: &str,
    vectors: &[(i64, Vec<f32>)],
) -> StoreResult<()> {
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
    Ok(())
}

/// How many passages files have, and how many of them have a vector of this model.
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

/// Whether any passage of these files has a vector of this model.
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

/// Whether the first `most` passages of each of these files have a vector of this model.
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

/// The passages of files whose vectors are nearest to `wanted`, the nearest first. Vectors of other models
/// or lengths are not compared.
pub async fn nearest(
    conn: &mut Conn,
    file_ids: &[FileId],
    model: &str,
    wanted: &[f32],
    limit: usize,
) -> StoreResult<Vec<(FileId, i64)>> {
    let wanted = unit(wanted);
    let mut best: Vec<(f32, FileId, i64)> = Vec::new();
    for file_id in file_ids {
        let rows = sql!(
            conn,
            all(i64, Vec<u8>),
            "SELECT position, vector FROM passage_vectors WHERE file_id = $1 AND model = $2",
            *file_id,
            model
        )?;
        let scored = rows
            .iter()
            .filter_map(|(position, bytes)| Some((score(&wanted, bytes)?, *file_id, *position)));
        best.extend(scored);
        keep_best(&mut best, limit);
    }
    Ok(best.into_iter().map(|(_, file_id, position)| (file_id, position)).collect())
}

fn keep_best(found: &mut Vec<(f32, FileId, i64)>, limit: usize) {
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    found.truncate(limit);
}

/// How near two vectors of length 1 are; `None`: they cannot be compared.
fn score(wanted: &[f32], bytes: &[u8]) -> Option<f32> {
    if bytes.len() != wanted.len() * 4 {
        return None;
    }
    let numbers =
        bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    Some(wanted.iter().zip(numbers).map(|(a, b)| a * b).sum())
}

/// The vector with length 1; one without a direction is left as it is, and is near to nothing.
fn unit(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if !length.is_finite() || length == 0.0 {
        return vec![0.0; vector.len()];
    }
    vector.iter().map(|number| number / length).collect()
}

fn to_bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_nearest_to_itself_however_long_it_is() {
        let wanted = unit(&[3.0, 4.0]);
        let near = |other: &[f32]| score(&wanted, &to_bytes(&unit(other))).unwrap();
        assert!((near(&[30.0, 40.0]) - 1.0).abs() < 1e-6);
        assert!(near(&[4.0, 3.0]) > near(&[-3.0, 4.0]));
    }

    #[test]
    fn what_has_no_direction_or_another_length_is_near_to_nothing() {
        assert_eq!(unit(&[0.0, 0.0]), [0.0, 0.0]);
        assert_eq!(unit(&[f32::NAN, 1.0]), [0.0, 0.0]);
        assert_eq!(score(&[1.0, 0.0], &to_bytes(&[1.0, 0.0, 0.0])), None);
    }
}
