//! Decides, when a long run ends or waits for its person, if their devices are notified.

use area::Services;
use async_trait::async_trait;
use conversations::find_conversation;
use generation::{FollowedRuns, Run, RunFollower, RunState, find_run, has_open_question};
use jobs::{Job, JobResult, Queue};
use kernel::{Clock, RunId, SECOND};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::deliver::{Deliver, enqueue_for_devices};
use crate::rules::{SEEN_WITHIN_SECONDS, is_long};
use crate::store::has_any;

/// Enqueues notifications for long runs that end, and for runs that wait for their person.
pub(crate) struct WhenLong {
    pub clock: Clock,
    pub queue: Queue,
}

#[async_trait]
impl RunFollower for WhenLong {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Answers
    }

    /// Notifies regardless of the duration: nothing goes on without the person's decision.
    async fn paused(&self, tx: &mut Tx, run: &Run) -> StoreResult<()> {
        self.look_later(tx, run, RunState::Paused).await
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, state: RunState) -> StoreResult<()> {
        let now = self.clock.now();
        // The person who cancelled it knows.
        let is_news = state != RunState::Cancelled && is_long(run.created_at, now, run.waited);
        if is_news { self.look_later(tx, run, state).await } else { Ok(()) }
    }
}

impl WhenLong {
    async fn look_later(&self, tx: &mut Tx, run: &Run, state: RunState) -> StoreResult<()> {
        if !has_any(tx, run.user_id).await? {
            return Ok(());
        }
        // A person who is looking marks the answer as read within this time (decision 0730).
        let job = TellOfEnd { run_id: run.id, state };
        let at = self.clock.now().plus(SEEN_WITHIN_SECONDS * SECOND);
        self.queue.enqueue_at(tx, &job, at).await
    }
}

/// Notifies each device of a person that a run is over or waits, unless they have seen it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TellOfEnd {
    run_id: RunId,
    state: RunState,
}

impl Job for TellOfEnd {
    type Context = Services;
    const NAME: &'static str = "notifications.tell_of_end";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let Some(run) = find_run(&mut conn, self.run_id).await? else { return Ok(()) };
        let Some(conversation_id) = run.conversation_id else { return Ok(()) };
        // It was approved, answered or cancelled; its end is notified separately.
        if self.state == RunState::Paused
            && run.state != RunState::Paused
            && !has_open_question(&mut conn, run.id).await?
        {
            return Ok(());
        }
        let found = find_conversation(&mut conn, run.user_id, conversation_id).await?;
        if !found.is_some_and(|found| found.is_unread() && !found.temporary) {
            return Ok(());
        }
        drop(conn);
        let state = self.state;
        enqueue_for_devices(services, run.user_id, |subscription_id| Deliver {
            subscription_id,
            conversation_id,
            state,
        })
        .await
    }
}
