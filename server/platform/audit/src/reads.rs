use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::store::{Db, StoreResult};
use kernel::{MINUTE, Timestamp, UserId};

use crate::{Actor, Audit, Event, Kind};

/// Time in which an operator's repeated reads of the same data are recorded only once: pages refresh by themselves.
const SAME_READ: i64 = 10 * MINUTE;
/// Number of reads before expired entries are removed from the table.
const READS_BEFORE_CLEANING: usize = 1_000;

/// A read: the operator, the data, and the person concerned.
type Look = (Option<UserId>, &'static str, Option<UserId>);

/// Recent reads by operators, in this process.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reads(Arc<Mutex<HashMap<Look, Timestamp>>>);

impl Reads {
    fn is_new(&self, look: &Look, now: Timestamp) -> bool {
        self.looks().get(look).is_none_or(|before| now.since(*before) >= SAME_READ)
    }

    fn note(&self, look: Look, now: Timestamp) {
        let mut looks = self.looks();
        if looks.len() >= READS_BEFORE_CLEANING {
            looks.retain(|_, before| now.since(*before) < SAME_READ);
        }
        looks.insert(look, now);
    }

    fn looks(&self) -> MutexGuard<'_, HashMap<Look, Timestamp>> {
        // Its content is consistent after every step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Audit {
    /// Records that an operator reads `what`, of one person if `whose` is set: before they see it; if recording fails,
    /// they do not see it.
    pub async fn record_read(
        &self,
        db: &Db,
        by: Actor,
        what: &'static str,
        whose: Option<UserId>,
    ) -> StoreResult<()> {
        let look = (by.user_id, what, whose);
        let now = self.clock.now();
        if !self.reads.is_new(&look, now) {
            return Ok(());
        }
        let event = Event { person_id: whose, ..Event::new(Kind::DataRead, by).detail(what) };
        let mut tx = db.begin().await?;
        self.record(&mut tx, event).await?;
        tx.commit().await?;
        self.reads.note(look, now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_on_looking_is_noted_again_after_ten_minutes() {
        let (reads, now) = (Reads::default(), Timestamp::from_micros(0));
        let ana = UserId::new(now);
        let look = (Some(ana), "outbox", None);
        assert!(reads.is_new(&look, now));
        reads.note(look, now);
        assert!(!reads.is_new(&look, now.plus(SAME_READ - 1)));
        assert!(reads.is_new(&look, now.plus(SAME_READ)));
        assert!(reads.is_new(&(Some(ana), "people", None), now));
        assert!(reads.is_new(&(Some(ana), "outbox", Some(ana)), now));
    }
}
