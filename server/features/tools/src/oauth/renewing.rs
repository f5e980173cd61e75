use std::sync::{Arc, Weak};

use dashmap::DashMap;
use kernel::UserId;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// Turns of those who renew a sign-in: one at a time for a person at a server. Nobody else waits, however long that
/// server takes to answer.
#[derive(Default)]
pub(crate) struct Renewing(DashMap<(UserId, String), Weak<Mutex<()>>>);

/// Turns of which none is known to be unused; beyond it, those are looked for.
const TURNS_KEPT: usize = 1_024;

impl Renewing {
    /// Waits until nobody else renews a person's sign-in at a server, and keeps others waiting until the result is
    /// dropped.
    pub async fn take_turn(&self, user_id: UserId, server: &str) -> OwnedMutexGuard<()> {
        self.turn(user_id, server).lock_owned().await
    }

    fn turn(&self, user_id: UserId, server: &str) -> Arc<Mutex<()>> {
        if self.0.len() >= TURNS_KEPT {
            self.0.retain(|_, turn| turn.strong_count() > 0);
        }
        let mut kept = self.0.entry((user_id, server.to_owned())).or_default();
        kept.upgrade().unwrap_or_else(|| {
            let turn = Arc::default();
            *kept = Arc::downgrade(&turn);
            turn
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use kernel::Timestamp;

    use super::*;

    #[tokio::test]
    async fn only_the_same_person_waits_for_the_same_server() {
        let renewing = Renewing::default();
        let now = Timestamp::from_micros(0);
        let (ana, ben) = (UserId::new(now), UserId::new(now));
        let turn = renewing.take_turn(ana, "desk").await;
        assert!(renewing.take_turn(ana, "desk").now_or_never().is_none());
        assert!(renewing.take_turn(ben, "desk").now_or_never().is_some());
        assert!(renewing.take_turn(ana, "shelf").now_or_never().is_some());
        drop(turn);
        assert!(renewing.take_turn(ana, "desk").now_or_never().is_some());
    }

    #[tokio::test]
    #[expect(clippy::await_holding_invalid_type, reason = "others do not wait for this turn")]
    async fn turns_that_nobody_waits_for_are_forgotten() {
        let renewing = Renewing::default();
        let ana = UserId::new(Timestamp::from_micros(0));
        let held = renewing.take_turn(ana, "desk").await;
        for server in 0..2 * TURNS_KEPT {
            renewing.take_turn(ana, &server.to_string()).await;
        }
        assert!(renewing.0.len() <= TURNS_KEPT);
        assert!(renewing.take_turn(ana, "desk").now_or_never().is_none());
        drop(held);
    }
}
