use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use files::Place;
use kernel::{Clock, MINUTE, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::LOCK;
use super::place::{read_small, write_small};

/// Age of a lock whose process has died: one that lives renews it much sooner.
const LOCK_MICROS: i64 = 5 * MINUTE;
const RENEW_EVERY: Duration = Duration::from_secs(30);

/// The lock of a place: whoever holds it alone writes backups there.
pub struct Lock<'a> {
    place: &'a Place,
    /// Names this holder.
    holder: String,
}

/// A lock as it is stored.
#[derive(Serialize, Deserialize)]
struct Held {
    /// When its holder said last that it lives.
    since: Timestamp,
    /// Absent in those of earlier versions.
    #[serde(default)]
    holder: String,
}

impl<'a> Lock<'a> {
    /// Takes the lock, also that of a process that died.
    ///
    /// Errors: another backup is being written there.
    pub async fn take(place: &'a Place, now: Timestamp) -> anyhow::Result<Self> {
        let lock = Self { place, holder: Uuid::new_v4().to_string() };
        if !lock.create(now).await? {
            if let Some(held) = find(place).await? {
                let since = held.since;
                anyhow::ensure!(
                    now.since(since) >= LOCK_MICROS,
                    "another backup is being written there, and was at {since}: wait until it has ended, 5 minutes if its process died"
                );
                place.delete(LOCK).await?;
            }
            anyhow::ensure!(
                lock.create(now).await?,
                "another backup has just begun to be written there: wait until it has ended"
            );
        }
        // Where storage cannot create without replacing, the last one has it.
        lock.check().await?;
        Ok(lock)
    }

    /// Checks that nobody took it, because this process seemed to have died.
    pub async fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(self.is_held().await?, LOST);
        Ok(())
    }

    /// Renews the lock for as long as it is polled. Returns the reason why it is not held any more.
    pub async fn keep(&self, clock: &Clock) -> anyhow::Error {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            let renewed = match self.is_held().await {
                Ok(true) => self.renew(clock.now()).await,
                Ok(false) => return anyhow::anyhow!(LOST),
                Err(error) => Err(error),
            };
            // Several more tries before others take it for left behind.
            if let Err(error) = renewed {
                tracing::warn!(%error, "the lock of the place of backups was not renewed");
            }
        }
    }

    /// Lets others write again.
    pub async fn release(self) -> anyhow::Result<()> {
        if self.is_held().await? {
            self.place.delete(LOCK).await?;
        }
        Ok(())
    }

    async fn is_held(&self) -> anyhow::Result<bool> {
        Ok(find(self.place).await?.is_some_and(|held| held.holder == self.holder))
    }

    /// Writes the lock if nobody has it. Returns true also if an earlier try wrote it whose answer was lost.
    async fn create(&self, now: Timestamp) -> anyhow::Result<bool> {
        let is_created = self.place.create(LOCK, Bytes::from(self.written(now)?)).await?;
        Ok(is_created || self.is_held().await?)
    }

    async fn renew(&self, now: Timestamp) -> anyhow::Result<()> {
        write_small(self.place, LOCK, self.written(now)?).await
    }

    fn written(&self, now: Timestamp) -> anyhow::Result<Vec<u8>> {
        Ok(serde_json::to_vec(&Held { since: now, holder: self.holder.clone() })?)
    }
}

const LOST: &str = "another backup has begun to be written there meanwhile: this one has ended";

async fn find(place: &Place) -> anyhow::Result<Option<Held>> {
    let Some(found) = read_small(place, LOCK).await? else { return Ok(None) };
    let held = serde_json::from_slice(&found);
    held.map(Some).with_context(|| format!("{LOCK} of the place of backups is damaged: delete it"))
}

#[cfg(test)]
mod tests {
    use files::Files;

    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_micros(minutes * MINUTE)
    }

    async fn refused(place: &Place, now: Timestamp) -> String {
        match Lock::take(place, now).await {
            Ok(_) => panic!("two have it"),
            Err(error) => error.to_string(),
        }
    }

    #[tokio::test]
    async fn of_two_that_begin_at_once_one_is_refused() {
        let place = Place::new(Files::in_memory());
        let (one, other) = tokio::join!(Lock::take(&place, at(0)), Lock::take(&place, at(0)));
        assert_eq!([one.is_ok(), other.is_ok()].iter().filter(|is_held| **is_held).count(), 1);
        let refused = one.err().or(other.err()).unwrap().to_string();
        assert!(refused.starts_with("another backup"), "{refused}");
    }

    #[tokio::test]
    async fn a_lock_that_was_written_although_its_answer_was_lost_is_the_own_one() {
        let place = Place::new(Files::in_memory());
        let own = Lock { place: &place, holder: "own".to_owned() };
        let other = Lock { place: &place, holder: "other".to_owned() };
        assert!(own.create(at(0)).await.unwrap());
        assert!(own.create(at(0)).await.unwrap());
        assert!(!other.create(at(0)).await.unwrap());
    }

    #[tokio::test]
    async fn the_lock_of_a_process_that_died_is_taken_over_and_then_it_is_not_its_own_any_more() {
        let place = Place::new(Files::in_memory());
        let dead = Lock::take(&place, at(0)).await.unwrap();
        assert!(refused(&place, at(4)).await.contains("is being written there"));

        let next = Lock::take(&place, at(5)).await.unwrap();

        assert_eq!(dead.check().await.unwrap_err().to_string(), LOST);
        dead.release().await.unwrap();
        next.check().await.unwrap();
        assert!(refused(&place, at(6)).await.contains("is being written there"));
        next.release().await.unwrap();
        Lock::take(&place, at(6)).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_lock_is_renewed_until_another_has_it() {
        let place = Place::new(Files::in_memory());
        let clock = Clock::frozen(at(10));
        let lock = Lock::take(&place, at(0)).await.unwrap();
        let kept = tokio::time::timeout(2 * RENEW_EVERY, lock.keep(&clock)).await;
        assert!(kept.is_err());
        assert!(refused(&place, at(14)).await.contains("is being written there"));

        let _other = Lock::take(&place, at(15)).await.unwrap();
        assert_eq!(lock.keep(&clock).await.to_string(), LOST);
    }

    #[tokio::test]
    async fn the_lock_of_an_earlier_version_counts_and_a_damaged_one_says_what_to_do() {
        let place = Place::new(Files::in_memory());
        let since = serde_json::to_string(&at(0)).unwrap();
        write_small(&place, LOCK, format!(r#"{{"since":{since}}}"#).into_bytes()).await.unwrap();
        assert!(refused(&place, at(1)).await.contains("is being written there"));
        Lock::take(&place, at(5)).await.unwrap().release().await.unwrap();
        write_small(&place, LOCK, b"{".to_vec()).await.unwrap();
        assert!(
            refused(&place, at(9)).await.contains("lock.json of the place of backups is damaged")
        );
    }
}
