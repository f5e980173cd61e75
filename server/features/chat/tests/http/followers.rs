//! Followers of finished runs are called for the runs that they follow, and for no other.

use std::sync::{Arc, Mutex};

use area::Area;
use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunState};
use store::{Db, StoreResult, Tx};
use testing::for_each_store;

use crate::setting::{ECHO, Setting, converse, new_conversation};

/// A follower that notes each call.
#[derive(Clone)]
struct Noting {
    runs: FollowedRuns,
    calls: Arc<Mutex<Vec<String>>>,
}

impl Noting {
    fn of(runs: FollowedRuns) -> Self {
        Self { runs, calls: Arc::default() }
    }

    fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }
}

#[async_trait]
impl RunFollower for Noting {
    fn runs(&self) -> FollowedRuns {
        self.runs
    }

    async fn is_concerned(&self, _db: &Db, run: &Run) -> StoreResult<bool> {
        self.calls.lock().unwrap().push(format!("asked about {}", run.feature));
        Ok(true)
    }

    async fn ended(&self, _tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        self.calls.lock().unwrap().push(format!("ended {}", run.feature));
        Ok(())
    }
}

for_each_store! {
    async fn a_follower_of_another_feature_is_not_even_asked(store) {
        let all = [
            Noting::of(FollowedRuns::Of(&["chat"])),
            Noting::of(FollowedRuns::Answers),
            Noting::of(FollowedRuns::Of(&["reading", "search"])),
            Noting::of(FollowedRuns::Checked("followers.check_nothing")),
        ];
        let registered = all.clone();
        let more = move || {
            let area = Area::new("followers_of_a_test");
            vec![registered.iter().cloned().fold(area, Area::follower)]
        };
        let setting = Setting::with(store, more).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "Hi", ECHO, None).await;
        setting.server.services.generation.wait_idle().await;

        let [of_chat, of_answers, of_others, of_checked] = all.map(|follower| follower.calls());
        let once = ["asked about chat", "ended chat"];
        assert_eq!(of_chat[..2], once);
        assert!(of_chat.chunks(2).all(|calls| calls == once), "{of_chat:?}");
        assert_eq!(of_answers, of_chat);
        assert_eq!(of_others, [""; 0]);
        assert_eq!(of_checked, [""; 0]);
    }
}
