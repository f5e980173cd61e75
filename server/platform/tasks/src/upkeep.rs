//! Upkeep of tasks, and their deletion with accounts and teams.

use std::marker::PhantomData;

use area::Services;
use async_trait::async_trait;
use entitlements::DailyUse;
use identity::{Eraser, Person};
use kernel::{DAY, Fallible, MINUTE, Payer, Timestamp, WorkspaceId};
use store::{Conn, StoreResult, Tx};

use crate::actions::erase;
use crate::store::{
    self as table, list_abandoned, list_deleted, list_of_person, list_of_workspace,
    list_with_ended_run,
};
use crate::work::{StepJob, advance, daily_name, end_abandoned};
use crate::{Lane, TaskId, TaskKind};

/// Keeps what runs wrote and no job kept, ends tasks that nobody goes on with, and empties the trash.
pub(crate) async fn sweep<K: TaskKind>(services: Services) -> Fallible<()> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let unkept = list_with_ended_run(&mut conn, K::NAME, now.plus(-MINUTE)).await?;
    let abandoned = now.plus(-K::ABANDONED_MINUTES * MINUTE);
    let abandoned = list_abandoned(&mut conn, K::NAME, abandoned).await?;
    let deleted = list_deleted(&mut conn, K::NAME, now.plus(-K::TRASH_DAYS * DAY)).await?;
    drop(conn);
    for id in unkept {
        advance::<K>(&services, id, Lane::Normal).await?;
    }
    for id in abandoned {
        if !has_job::<K>(&services, id).await? {
            end_abandoned::<K>(&services, id).await?;
        }
    }
    for id in deleted {
        let mut tx = services.db.begin().await?;
        erase::<K>(&services, &mut tx, &[id]).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Returns true if a step of a task is still to be done, or is being done.
async fn has_job<K: TaskKind>(services: &Services, id: TaskId) -> StoreResult<bool> {
    let mut conn = services.db.read().await?;
    let is_usual = services.queue.holds(&mut conn, &StepJob::<K, false>::of(id)).await?;
    Ok(is_usual || services.queue.holds(&mut conn, &StepJob::<K, true>::of(id)).await?)
}

/// Deletes the tasks of a kind with an account or a team.
pub(crate) struct TaskEraser<K> {
    services: Services,
    kind: PhantomData<fn() -> K>,
}

impl<K> TaskEraser<K> {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone(), kind: PhantomData }
    }
}

#[async_trait]
impl<K: TaskKind> Eraser for TaskEraser<K> {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        let ids = list_of_person(tx, K::NAME, person.user_id).await?;
        erase::<K>(&self.services, tx, &ids).await
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        let ids = list_of_workspace(tx, K::NAME, workspace_id).await?;
        erase::<K>(&self.services, tx, &ids).await
    }
}

/// Counts the tasks that use a daily limit of `whose` plan since the day began.
pub async fn count_daily_use(
    conn: &mut Conn,
    whose: &Payer,
    of: DailyUse,
    since: Timestamp,
) -> StoreResult<i64> {
    table::count_daily(conn, whose, &daily_name(of), since).await
}
