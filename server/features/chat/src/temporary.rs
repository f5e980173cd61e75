//! Temporary conversations: in no list and no index, gone with their messages when they are left.

use std::time::Duration;

use area::{Services, Upkeep};
use conversations::{is_abandoned, list_expired_temporary, purge_one};
use generation::forget_events;
use jobs::{Job, JobResult};
use kernel::{ConversationId, HOUR, UserId};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::rules::TEMPORARY_HOURS;

/// Removes a temporary conversation for good, with what its runs logged, when its person has left it and
/// no run writes into it any more. `false`: it stays for now, or is not temporary.
pub(crate) async fn forget_if_left(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
) -> StoreResult<bool> {
    if !is_abandoned(tx, id).await? {
        return Ok(false);
    }
    forget_events(tx, id).await?;
    purge_one(tx, user_id, id).await
}

/// Removes a temporary conversation that was left while an answer was being written.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ForgetTemporary {
    pub conversation_id: ConversationId,
    pub user_id: UserId,
}

impl Job for ForgetTemporary {
    type Context = Services;
    const NAME: &'static str = "chat.forget_temporary";

    async fn run(self, services: &Services) -> JobResult {
        let mut tx = services.db.begin().await?;
        forget_if_left(&mut tx, self.user_id, self.conversation_id).await?;
        Ok(tx.commit().await?)
    }
}

/// Deletes temporary conversations that were never closed, after a browser crash or network loss.
pub(crate) const FORGET_TEMPORARY: Upkeep = Upkeep {
    name: "chat.forget_old_temporary",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let before = services.clock.now().plus(-TEMPORARY_HOURS * HOUR);
            let mut conn = services.db.read().await?;
            let over = list_expired_temporary(&mut conn, before).await?;
            drop(conn);
            for (id, user_id) in over {
                let mut tx = services.db.begin().await?;
                conversations::delete_conversation(&mut tx, user_id, id, services.clock.now())
                    .await?;
                forget_if_left(&mut tx, user_id, id).await?;
                tx.commit().await?;
            }
            Ok(())
        })
    },
};
