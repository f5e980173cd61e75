use conversations::text_of;
use futures::StreamExt;
use kernel::RunId;
use store::StoreResult;

use crate::RunState;
use crate::generation::Generation;
use crate::store::find_run;

impl Generation {
    /// Waits until a run is over; how it ended and what it wrote. For work that goes on from there: a
    /// client follows the run instead.
    pub async fn wait_for(&self, run_id: RunId) -> StoreResult<(RunState, String)> {
        let mut conn = self.0.db.read().await?;
        let found = find_run(&mut conn, run_id).await?;
        drop(conn);
        let Some(run) = found else { return Ok((RunState::Interrupted, String::new())) };
        let mut frames = std::pin::pin!(self.follow(run.clone(), 0));
        while frames.next().await.is_some() {}
        let mut conn = self.0.db.read().await?;
        let ended = find_run(&mut conn, run_id).await?;
        let draft = self.fold(&run).await?;
        let state = ended.map_or(RunState::Interrupted, |run| run.state);
        Ok((state, text_of(&draft.parts)))
    }
}
