use async_trait::async_trait;
use kernel::RunId;
use ledger::{RunFate, RunFates};
use store::{Conn, StoreResult, Tx};

use crate::conclude::conclude;
use crate::costs::Used;
use crate::draft::Draft;
use crate::event::Sequenced;
use crate::generation::{Generation, Inner, LEASE};
use crate::journal::Row;
use crate::outcome::Outcome;
use crate::store::{find_run, list_events, list_orphans, list_running};
use crate::{INTERRUPTED, Run, RunState};

impl Generation {
    /// Ends the runs whose process died: their text is kept, their hold is settled to what was received, and nothing is
    /// run again (security promise P6).
    pub async fn interrupt_orphans(&self) -> StoreResult<()> {
        let mut conn = self.0.db.read().await?;
        let now = self.0.clock.now();
        let mut orphans = list_orphans(&mut conn, now).await?;
        // Our own runs whose task is gone.
        let own = list_running(&mut conn, self.0.process, now.plus(-LEASE)).await?;
        orphans.extend(own.into_iter().filter(|run| !self.0.active.contains_key(&run.id)));
        drop(conn);
        for run in orphans {
            tracing::info!(run.id = %run.id, "ending a run whose process is gone");
            if let Err(error) = self.interrupt(&run).await {
                // It is retried at the next check; the others do not wait for it.
                tracing::error!(run.id = %run.id, %error, "a run whose process is gone could not be ended");
            }
        }
        Ok(())
    }

    async fn interrupt(&self, run: &Run) -> StoreResult<()> {
        let last = self.0.conclude_as_interrupted(run).await?;
        self.0.announce_end(run, last);
        Ok(())
    }
}

impl Inner {
    /// Ends a run whose task panicked: its text is kept.
    pub async fn end_broken(&self, run: &Run) {
        // Its queued events come before its end.
        self.journal.flush().await;
        let last = self.until_done(run.id, || self.conclude_as_interrupted(run)).await.flatten();
        self.announce_end(run, last);
    }

    async fn conclude_as_interrupted(&self, run: &Run) -> StoreResult<Option<Row>> {
        let mut conn = self.db.read().await?;
        let draft = fold_events(&mut conn, run).await?;
        drop(conn);
        let outcome = Outcome::Interrupted(INTERRUPTED.into());
        conclude(self, run, &draft, &outcome, &Used::default()).await
    }
}

pub(crate) async fn fold_events(conn: &mut Conn, run: &Run) -> StoreResult<Draft> {
    let mut draft = Draft::default();
    for (seq, data) in list_events(conn, run.id, 0, i64::MAX).await? {
        match serde_json::from_str::<Sequenced>(&data) {
            Ok(event) => draft.apply(event),
            // An event of a later version: folding continues, as a client's would.
            Err(error) => tracing::warn!(run.id = %run.id, seq, %error, "an unknown event"),
        }
        draft.seq = draft.seq.max(seq);
    }
    Ok(draft)
}

/// Answers the ledger's question about holds that ran out.
#[async_trait]
impl RunFates for Generation {
    async fn fate_of(&self, tx: &mut Tx, run_id: RunId) -> StoreResult<RunFate> {
        match find_run(tx, run_id).await? {
            Some(run) if !run.state.is_final() => Ok(RunFate::Alive),
            Some(run) => {
                let draft = fold_events(tx, &run).await?;
                let is_completed = run.state == RunState::Completed;
                Ok(RunFate::Over { used: run.charge_used(&draft, is_completed, &Used::default()) })
            }
            None => Ok(RunFate::Over { used: 0 }),
        }
    }
}
