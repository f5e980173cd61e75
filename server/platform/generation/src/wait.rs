use bytes::Bytes;
use conversations::text_of;
use futures::StreamExt;
use kernel::RunId;
use store::StoreResult;

use crate::RunState;
use crate::draft::Draft;
use crate::event::Sequenced;
use crate::generation::Generation;
use crate::store::find_run;

impl Generation {
    /// Waits until a run is over; how it ended and what it wrote. For work that goes on from there: a
    /// client follows the run instead.
    pub async fn wait_for(&self, run_id: RunId) -> StoreResult<(RunState, String)> {
        self.wait_until(run_id, |_| false).await
    }

    /// As [`Generation::wait_for`], but a run that has written enough is stopped.
    pub async fn wait_until(
        &self,
        run_id: RunId,
        is_enough: impl Fn(&str) -> bool,
    ) -> StoreResult<(RunState, String)> {
        let mut conn = self.0.db.read().await?;
        let found = find_run(&mut conn, run_id).await?;
        drop(conn);
        let Some(run) = found else { return Ok((RunState::Interrupted, String::new())) };
        let mut draft = Draft::default();
        let mut frames = std::pin::pin!(self.follow(run, 0));
        while let Some(Ok(frame)) = frames.next().await {
            let Some(event) = event_of(&frame) else { continue };
            draft.apply(event);
            let text = text_of(&draft.parts);
            if is_enough(&text) {
                self.cancel(run_id).await?;
                return Ok((RunState::Cancelled, text));
            }
        }
        let mut conn = self.0.db.read().await?;
        let ended = find_run(&mut conn, run_id).await?;
        let state = ended.map_or(RunState::Interrupted, |run| run.state);
        Ok((state, text_of(&draft.parts)))
    }
}

/// The event in a frame of [`Generation::follow`]; `None` for heartbeats and the closing `done`.
pub fn event_of(frame: &Bytes) -> Option<Sequenced> {
    let text = std::str::from_utf8(frame).ok()?;
    let data = text.lines().find_map(|line| line.strip_prefix("data: "))?;
    serde_json::from_str(data).ok()
}
