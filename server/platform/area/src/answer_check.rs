use std::marker::PhantomData;

use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunState};
use jobs::{Job, Queue};
use kernel::MessageId;
use store::{StoreResult, Tx};

use crate::Services;

/// A job that compares a finished answer with what was recorded for it. A run whose answer it concerns says so, by
/// [`RunNote::check`](generation::RunNote::check) or [`note_check`](generation::note_check): other runs cost nothing.
pub trait AnswerCheck: Job<Context = Services> + Sync {
    fn of(message_id: MessageId) -> Self;
}

/// Enqueues the check of each finished answer for which it was noted.
pub(crate) struct WhenAnswered<C> {
    queue: Queue,
    check: PhantomData<fn() -> C>,
}

impl<C> WhenAnswered<C> {
    pub fn new(queue: Queue) -> Self {
        Self { queue, check: PhantomData }
    }
}

#[async_trait]
impl<C: AnswerCheck> RunFollower for WhenAnswered<C> {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Checked(C::NAME)
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        let Some(message_id) = run.message_id else { return Ok(()) };
        self.queue.enqueue(tx, &C::of(message_id)).await
    }
}
