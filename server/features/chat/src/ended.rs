//! Steps that follow an answer, in the transaction that makes it final.

use async_trait::async_trait;
use conversations::lock_ending;
use generation::{FollowedRuns, Run, RunFollower, RunState};
use jobs::Queue;
use store::{StoreResult, Tx};

use crate::FEATURE;
use crate::ensemble::merge_job::merge_if_last;
use crate::temporary::ForgetTemporary;
use crate::titles::Titles;

/// Names a conversation when its first complete answer is there, merges a batch when its last answer is, and deletes a
/// temporary conversation that was closed meanwhile.
pub(crate) struct WhenEnded {
    pub queue: Queue,
    pub titles: Titles,
}

#[async_trait]
impl RunFollower for WhenEnded {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Of(&[FEATURE])
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, state: RunState) -> StoreResult<()> {
        let (Some(answer_id), Some(conversation_id)) = (run.message_id, run.conversation_id) else {
            return Ok(());
        };
        let Some(ending) = lock_ending(tx, answer_id).await? else { return Ok(()) };
        if let Some(batch_id) = ending.batch_id {
            merge_if_last(&self.queue, tx, conversation_id, batch_id, answer_id).await?;
        }
        if ending.is_unnamed && state == RunState::Completed {
            self.titles.ask_after(tx, run, conversation_id, answer_id);
        }
        if ending.is_abandoned {
            // The run itself still has its last event to write.
            let job = ForgetTemporary { conversation_id, user_id: run.user_id };
            self.queue.enqueue(tx, &job).await?;
        }
        Ok(())
    }
}
