use api::ProblemBody;
use bytes::Bytes;
use conversations::{Part, Receipt, text_of};
use futures::StreamExt;
use kernel::RunId;
use store::StoreResult;

use crate::draft::Draft;
use crate::event::{RunEvent, Sequenced};
use crate::generation::Generation;
use crate::store::{find_run, list_events};
use crate::{DraftState, RunState};

/// A snapshot of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSnapshot {
    pub state: RunState,
    /// The text written so far; empty if its journal is gone.
    pub text: String,
    /// Everything written so far, with calls of tools that a program runs itself.
    pub parts: Vec<Part>,
    /// The receipt, once the run is over.
    pub receipt: Option<Receipt>,
    pub problem: Option<ProblemBody>,
}

impl Generation {
    /// Waits until a run is over; returns its state and its text. For work that continues from there: clients follow
    /// the run instead.
    pub async fn wait_for(&self, run_id: RunId) -> StoreResult<(RunState, String)> {
        self.wait_until(run_id, |_| false).await
    }

    /// Like [`Generation::wait_for`], but cancels a run that has written enough.
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

    /// Returns a snapshot of a run without waiting for more, for work that stores the text and shows it meanwhile.
    /// `None`: there is no such run.
    pub async fn snapshot(&self, run_id: RunId) -> StoreResult<Option<RunSnapshot>> {
        let mut conn = self.0.db.read().await?;
        let Some(run) = find_run(&mut conn, run_id).await? else { return Ok(None) };
        let mut draft = Draft::default();
        let (mut receipt, mut problem) = (None, None);
        for (_, data) in list_events(&mut conn, run_id, 0, i64::MAX).await? {
            // One of a later version is left out, as a client does.
            let Ok(event) = serde_json::from_str::<Sequenced>(&data) else { continue };
            match &event.event {
                RunEvent::RunCompleted { receipt: last, .. }
                | RunEvent::RunCancelled { receipt: last } => receipt = Some(last.clone()),
                RunEvent::RunFailed { problem: why, receipt: last }
                | RunEvent::RunInterrupted { problem: why, receipt: last } => {
                    (receipt, problem) = (Some(last.clone()), Some(why.clone()));
                }
                _ => {}
            }
            draft.apply(event);
        }
        // It may have ended between the two reads.
        let state = match draft.state {
            DraftState::Running => run.state,
            DraftState::Completed => RunState::Completed,
            DraftState::Failed => RunState::Failed,
            DraftState::Cancelled => RunState::Cancelled,
            DraftState::Interrupted => RunState::Interrupted,
        };
        let text = text_of(&draft.parts);
        Ok(Some(RunSnapshot { state, text, parts: draft.parts, receipt, problem }))
    }
}

/// Returns the event in a frame of [`Generation::follow`]; `None` for heartbeats and the closing `done`.
pub fn event_of(frame: &Bytes) -> Option<Sequenced> {
    let text = std::str::from_utf8(frame).ok()?;
    let data = text.lines().find_map(|line| line.strip_prefix("data: "))?;
    serde_json::from_str(data).ok()
}
