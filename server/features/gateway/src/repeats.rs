//! Requests that come again. A program that never heard the answer sends the same once more, under the same
//! `Idempotency-Key`: it gets the answer of the first, which is charged once (architecture 1.13a, decision 0881).

use std::time::Duration;

use area::{Services, Upkeep};
use axum::extract::FromRequestParts;
use generation::{Run, find_run};
use http::request::Parts;
use identity::{ApiKeyId, KeyCaller};
use kernel::{DAY, Fallible, MINUTE, RunId, Timestamp, Uuid};
use providers::Embeddings;
use sha2::{Digest, Sha256};
use store::{Conn, StoreResult, Tx, sql};

use crate::error::OpenAiError;
use crate::follow::charged_for;
use crate::problems::{REPEAT_DIFFERS, REPEAT_NAME_MAX_CHARS, REPEAT_RUNNING};

/// Time in which a request can be repeated: as long as the events of its run are kept.
const KEPT: i64 = DAY;
/// Time after which vectors that were begun count as lost.
const VECTORS_LOST: i64 = 10 * MINUTE;

pub(crate) const FORGET_OLD: Upkeep = Upkeep {
    name: "gateway.forget_repeats",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let before = services.clock.now().plus(-KEPT);
            let mut tx = services.db.begin().await?;
            let delete = "DELETE FROM gateway_repeats WHERE created_at <= $1";
            sql!(&mut tx, execute, delete, before)?;
            Ok(tx.commit().await?)
        })
    },
};

/// The name that a program gave its request: the header `Idempotency-Key`, and where it was sent.
pub(crate) struct Named(Option<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = OpenAiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, OpenAiError> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let name = value.to_str().unwrap_or_default().trim();
        if !(1..=REPEAT_NAME_MAX_CHARS).contains(&name.len()) {
            let message = format!("Send 1 to {REPEAT_NAME_MAX_CHARS} visible characters.");
            return Err(OpenAiError::invalid("Idempotency-Key", message));
        }
        Ok(Self(Some((name.to_owned(), parts.uri.path().to_owned()))))
    }
}

impl Named {
    /// Returns the request with this body, if it can come again.
    pub fn request(self, caller: &KeyCaller, body: &[u8]) -> Option<Repeatable> {
        let (name, path) = self.0?;
        let hash = Sha256::new().chain_update(path).chain_update([0_u8]).chain_update(body);
        Some(Repeatable { key_id: caller.key_id, name, hash: hash.finalize().to_vec() })
    }
}

/// A request that can come again.
pub(crate) struct Repeatable {
    key_id: ApiKeyId,
    name: String,
    hash: Vec<u8>,
}

/// The state of the first request with a key.
struct First {
    run_id: RunId,
    vectors: Option<Vec<u8>>,
    input_tokens: Option<i64>,
    created_at: Timestamp,
}

/// Decides who answers a request: the first one with its key, or a repetition.
pub(crate) enum Answers<T> {
    /// It was answered before, or is being answered.
    First(T),
    /// A new attempt, replacing a first one that returned nothing and cost nothing.
    Anew { instead_of: Option<RunId> },
}

impl Repeatable {
    /// Returns the run that answers it already.
    ///
    /// Problems: [`REPEAT_DIFFERS`].
    pub async fn find_run(&self, services: &Services) -> Fallible<Answers<Run>> {
        let mut conn = services.db.read().await?;
        let Some(first) = self.find(&mut conn, services.clock.now()).await? else {
            return Ok(Answers::Anew { instead_of: None });
        };
        let instead_of = Some(first.run_id);
        let Some(run) = find_run(&mut conn, first.run_id).await? else {
            return Ok(Answers::Anew { instead_of });
        };
        drop(conn);
        let was_in_vain = run.state.is_final() && charged_for(services, &run).await == Some(0);
        Ok(if was_in_vain { Answers::Anew { instead_of } } else { Answers::First(run) })
    }

    /// Returns the vectors of `count` texts that answer it already.
    ///
    /// Problems: [`REPEAT_DIFFERS`], [`REPEAT_RUNNING`].
    pub async fn find_vectors(
        &self,
        services: &Services,
        count: usize,
    ) -> Fallible<Answers<Embeddings>> {
        let now = services.clock.now();
        let mut conn = services.db.read().await?;
        let Some(first) = self.find(&mut conn, now).await? else {
            return Ok(Answers::Anew { instead_of: None });
        };
        match first.vectors {
            Some(bytes) => Ok(Answers::First(Embeddings {
                vectors: vectors_of(&bytes, count),
                input_tokens: first.input_tokens.and_then(|tokens| tokens.try_into().ok()),
            })),
            None if now.since(first.created_at) < VECTORS_LOST => Err(is_running().into()),
            None => Ok(Answers::Anew { instead_of: Some(first.run_id) }),
        }
    }

    /// Returns the video that answers it already.
    ///
    /// Problems: [`REPEAT_DIFFERS`].
    pub async fn find_video(&self, services: &Services) -> Fallible<Option<Uuid>> {
        let mut conn = services.db.read().await?;
        let first = self.find(&mut conn, services.clock.now()).await?;
        Ok(first.map(|first| first.run_id.0))
    }

    /// Records that a new video answers the request, in place of one that failed, and returns its id: another one's if that
    /// has begun meanwhile.
    ///
    /// Problems: [`REPEAT_DIFFERS`].
    pub async fn claim_video(
        &self,
        services: &Services,
        instead_of: Option<Uuid>,
    ) -> Fallible<Uuid> {
        let now = services.clock.now();
        let id = RunId::new(now);
        let mut tx = services.db.begin().await?;
        if self.claim(&mut tx, id, instead_of.map(RunId), now).await? {
            tx.commit().await?;
            return Ok(id.0);
        }
        let other = self.find(&mut tx, now).await?;
        Ok(other.map_or(id, |other| other.run_id).0)
    }

    async fn find(&self, conn: &mut Conn, now: Timestamp) -> Fallible<Option<First>> {
        let row = sql!(
            conn,
            optional(Vec<u8>, RunId, Option<Vec<u8>>, Option<i64>, Timestamp),
            "SELECT body_hash, run_id, vectors, input_tokens, created_at FROM gateway_repeats
             WHERE key_id = $1 AND name = $2 AND created_at > $3",
            self.key_id,
            self.name.as_str(),
            now.plus(-KEPT)
        )?;
        let Some((body_hash, run_id, vectors, input_tokens, created_at)) = row else {
            return Ok(None);
        };
        if body_hash != self.hash {
            return Err(REPEAT_DIFFERS.into());
        }
        Ok(Some(First { run_id, vectors, input_tokens, created_at }))
    }

    /// Records that `run_id` answers the request, in the transaction that begins the run. `false`: another one has
    /// begun meanwhile.
    pub async fn claim(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        instead_of: Option<RunId>,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let claimed = sql!(
            tx,
            execute,
            "INSERT INTO gateway_repeats (key_id, name, body_hash, run_id, created_at)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (key_id, name) DO UPDATE SET body_hash = excluded.body_hash, run_id = excluded.run_id,
                 vectors = NULL, input_tokens = NULL, created_at = excluded.created_at
             WHERE gateway_repeats.created_at <= $6 OR gateway_repeats.run_id = $7",
            self.key_id,
            self.name.as_str(),
            self.hash.as_slice(),
            run_id,
            now,
            now.plus(-KEPT),
            instead_of
        )?;
        Ok(claimed == 1)
    }

    /// Stores the vectors that `hold` paid for; without any, a repeated request starts again.
    pub async fn end_vectors(
        &self,
        tx: &mut Tx,
        hold: RunId,
        made: Option<&Embeddings>,
    ) -> StoreResult<()> {
        let Some(made) = made else {
            let delete =
                "DELETE FROM gateway_repeats WHERE key_id = $1 AND name = $2 AND run_id = $3";
            sql!(tx, execute, delete, self.key_id, self.name.as_str(), hold)?;
            return Ok(());
        };
        sql!(
            tx,
            execute,
            "UPDATE gateway_repeats SET vectors = $4, input_tokens = $5
             WHERE key_id = $1 AND name = $2 AND run_id = $3",
            self.key_id,
            self.name.as_str(),
            hold,
            bytes_of(&made.vectors),
            made.input_tokens.map(i64::from)
        )?;
        Ok(())
    }
}

/// Returns the problem of a request that is repeated while the first one still computes its vectors.
pub(crate) fn is_running() -> kernel::Problem {
    REPEAT_RUNNING.with("retry_after_seconds", 1)
}

fn bytes_of(vectors: &[Vec<f32>]) -> Vec<u8> {
    vectors.iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
}

fn vectors_of(bytes: &[u8], count: usize) -> Vec<Vec<f32>> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let numbers: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let dimensions = (numbers.len() / count.max(1)).max(1);
    numbers.chunks(dimensions).map(<[f32]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_kept_as_they_were() {
        let vectors = vec![vec![1.0, -2.5, 0.1], vec![0.0, f32::MIN, f32::EPSILON]];
        assert_eq!(vectors_of(&bytes_of(&vectors), 2), vectors);
    }
}
