use std::marker::PhantomData;

use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunState};
use jobs::{Job, Queue};
use kernel::MessageId;
use store::{Conn, StoreResult, Tx};

use crate::Services;

/// A job that compares a finished answer with what was recorded for it.
#[async_trait]
pub trait AnswerCheck: Job<Context = Services> + Sync {
    fn of(message_id: MessageId) -> Self;

    /// Returns true if anything is recorded for an answer. It must be recorded by the end of the answer's run.
    async fn is_noted(conn: &mut Conn, message_id: MessageId) -> StoreResult<bool>;
}

/// Enqueues the check of each finished answer for which something was recorded.
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
        FollowedRuns::Answers
    }

    async fn is_concerned(&self, conn: &mut Conn, run: &Run) -> StoreResult<bool> {
        match run.message_id {
            Some(message_id) => C::is_noted(conn, message_id).await,
            None => Ok(false),
        }
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        let Some(message_id) = run.message_id else { return Ok(()) };
        self.queue.enqueue(tx, &C::of(message_id)).await
    }
}
