//! Runs that wait for their person's approval of a tool.
//!
//! A waiting run has no task: its progress is a row, written in the transaction that makes it `paused`. The process
//! that receives the decision (this one, or one started later) claims the row and resumes the run; so a restart loses
//! nothing, and there is only one code path.

pub(crate) mod questions;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use audit::{Actor, Audit, Event, Kind};
use conversations::{PartKind, ToolCallState, find_message, mark_unread, path_to};
use kernel::{DAY, Failure, Fallible, RunId, Timestamp};
use providers::ResolvedModel;
use serde::Deserialize;
use store::{Conn, StoreResult, Tx, sql};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::conclude::conclude;
use crate::costs::Used;
use crate::draft::Draft;
use crate::engine::{Engine, FIRST_SEQ};
use crate::event::{RunEvent, Sequenced};
use crate::generation::{Generation, Inner};
use crate::journal::Row;
use crate::outcome::Outcome;
use crate::pause::questions::rows::delete_old_questions;
use crate::progress::Progress;
use crate::queue::fair_queue::connection_of;
use crate::recover::fold_events;
use crate::rules::PAUSED_DAYS_MAX;
use crate::sources::Sources;
use crate::store::{find_run, insert_event, insert_events, suspend};
use crate::writer::Writer;
use crate::{
    APPROVAL_TIMED_OUT, BotResources, CALL_NOT_WAITING, ContextScope, MemoryUse, Run, RunState,
    Tool,
};

/// A person's word on a call of a tool that waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Allowed this time.
    Once,
    /// Allowed, without asking again.
    Always,
    /// Denied this time.
    Deny,
    /// Denied, and no longer offered to models.
    Never,
}

impl Decision {
    fn as_str(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Always => "always",
            Self::Deny => "deny",
            Self::Never => "never",
        }
    }

    fn allows(self) -> bool {
        matches!(self, Self::Once | Self::Always)
    }

    fn is_standing(self) -> bool {
        matches!(self, Self::Always | Self::Never)
    }
}

/// Longest time between a waiting call and the pause of its run.
const PAUSING_MAX: Duration = Duration::from_secs(5);
/// Interval at which a pause is looked for when no hint arrives.
const PAUSING_LOOK: Duration = Duration::from_millis(100);

/// Reason of a pause, as clients see it.
const APPROVAL: &str = "approval";

impl Engine {
    /// Records that the run waits. `false` if it was cancelled meanwhile. Call it only when everything written is in
    /// the journal.
    pub async fn pause(&self, writer: &Writer, progress: &Progress) -> bool {
        let inner = &self.inner;
        let event = RunEvent::RunPaused { reason: APPROVAL.to_owned() };
        let row = Row::new(self.run.id, &Sequenced { seq: writer.draft.seq + 1, event });
        let paused = || store_pause(inner, &self.run, &row, progress);
        if inner.until_done(self.run.id, paused).await != Some(true) {
            return false;
        }
        inner.detach(self.run.id, &row);
        if let Some(conversation_id) = self.run.conversation_id {
            inner.announce_change(self.run.user_id, conversation_id);
        }
        true
    }
}

async fn store_pause(
    inner: &Inner,
    run: &Run,
    row: &Row,
    progress: &Progress,
) -> StoreResult<bool> {
    let mut tx = inner.db.begin().await?;
    if !suspend(&mut tx, run, RunState::Paused).await? {
        return Ok(false);
    }
    let now = inner.clock.now();
    sql!(
        &mut tx,
        execute,
        "INSERT INTO paused_runs (run_id, paused_at, progress) VALUES ($1, $2, $3)",
        run.id,
        now,
        progress.to_json()
    )?;
    insert_event(&mut tx, row).await?;
    if let Some(conversation_id) = run.conversation_id {
        mark_unread(&mut tx, conversation_id, now).await?;
    }
    for follower in inner.followers_of(run) {
        follower.paused(&mut tx, run).await?;
    }
    tx.commit().await?;
    Ok(true)
}

impl Generation {
    /// Applies the person's decision to a waiting call of `run`. The last decision resumes the run.
    ///
    /// A standing decision applies to all waiting calls of the same tool.
    ///
    /// Problems: [`CALL_NOT_WAITING`].
    pub async fn decide(
        &self,
        run: &Run,
        by: Actor,
        call_id: &str,
        decision: Decision,
    ) -> Fallible<()> {
        let inner = &self.0;
        let known = self.find_pausing(run, call_id).await?;
        let call = known.as_ref().and_then(|(progress, _)| {
            let waits = |call: &&crate::progress::PendingCall| {
                call.id == call_id && call.state == ToolCallState::Waiting
            };
            progress.calls.iter().find(waits)
        });
        let call = call.ok_or(CALL_NOT_WAITING)?;
        if let Some(key) = call.rule_key.as_deref().filter(|_| decision.is_standing()) {
            for source in inner.sources.get().into_iter().flat_map(Sources::iter) {
                source.remember(run.user_id, key, decision.allows()).await?;
            }
        }
        // Resolved before and outside of the transaction, because it may be slow.
        let revived = self.revive(run).await;
        self.note_decision(run, by, call_id, decision, revived).await
    }

    /// Returns the progress of a paused run. Waits a moment for a run that is about to pause: clients see the waiting
    /// call before the pause is stored.
    async fn find_pausing(
        &self,
        run: &Run,
        call_id: &str,
    ) -> Fallible<Option<(Progress, Timestamp)>> {
        let inner = &self.0;
        let mut hints = inner.bus.subscribe(&format!("run:{}", run.id));
        let until = Instant::now() + PAUSING_MAX;
        loop {
            let mut conn = inner.db.read().await?;
            let paused = find_paused(&mut conn, run.id).await?;
            if paused.is_some() || Instant::now() >= until {
                return Ok(paused);
            }
            let is_running = find_run(&mut conn, run.id)
                .await?
                .is_some_and(|now| now.state == RunState::Running);
            let is_pausing =
                is_running && has_waiting_call(&fold_events(&mut conn, run).await?, call_id);
            drop(conn);
            if !is_pausing {
                return Ok(None);
            }
            let _hint_or_time = timeout(PAUSING_LOOK, hints.next()).await;
        }
    }

    async fn note_decision(
        &self,
        run: &Run,
        by: Actor,
        call_id: &str,
        decision: Decision,
        revived: Fallible<Revived>,
    ) -> Fallible<()> {
        let inner = &self.0;
        let mut tx = inner.db.begin().await?;
        if !lock_paused(&mut tx, run.id).await? {
            return Err(CALL_NOT_WAITING.into());
        }
        let (mut progress, paused_at) =
            find_paused(&mut tx, run.id).await?.ok_or(CALL_NOT_WAITING)?;
        let changed = decide_calls(&mut progress, call_id, decision);
        if changed.is_empty() {
            return Err(CALL_NOT_WAITING.into());
        }
        let decided = Event::new(Kind::ToolDecided, by).subject(run.id.0);
        let audit = Audit::new(inner.clock.clone());
        audit.record(&mut tx, decided.detail(decision.as_str())).await?;
        let mut draft = fold_events(&mut tx, run).await?;
        let mut rows = Vec::with_capacity(changed.len());
        for index in changed {
            let event = RunEvent::PartCompleted { part: progress.calls[index].part() };
            let event = Sequenced { seq: draft.seq + 1, event };
            rows.push(Row::new(run.id, &event));
            draft.apply(event);
        }
        insert_events(&mut tx, &rows.iter().collect::<Vec<_>>()).await?;
        if progress.is_waiting() {
            store_progress(&mut tx, run.id, &progress).await?;
            tx.commit().await?;
            inner.wake_readers(run.id);
            return Ok(());
        }
        let claimed = inner.claim(&mut tx, run, paused_at).await?;
        let revived = match revived {
            Ok(revived) => revived,
            // The run ends with the problem of its model or its tools.
            Err(Failure::Problem(problem)) => {
                inner.reserve(run.id);
                inner.commit_claim(tx, run.id).await?;
                let outcome = Outcome::Failed(problem);
                return Ok(inner.end_claimed(claimed, outcome, &progress.used()).await?);
            }
            Err(fault) => return Err(fault),
        };
        let resumed = inner.clone();
        let cancelled = inner.reserve(run.id);
        // Its person has waited, and it is half done: it resumes at once.
        let permit = inner.limiter.acquire_over_limit(connection_of(&run.model));
        tx.after_commit(move || {
            resumed.hub.open(claimed.id);
            resumed.wake_readers(claimed.id);
            let engine = Engine {
                inner: resumed.clone(),
                run: claimed,
                model: revived.model.model,
                request: providers::ModelRequest::default(),
                tools: revived.tools,
                resumed: Some((draft, progress)),
                first_seq: FIRST_SEQ,
                tries: 0,
                cancelled,
                permit: Mutex::new(permit),
            };
            engine.begin();
        });
        Ok(inner.commit_claim(tx, run.id).await?)
    }

    /// Resolves what a run needs to resume and no row holds: its model, and its tools as they are now.
    pub(crate) async fn revive(&self, run: &Run) -> Fallible<Revived> {
        let providers = self.0.providers.get();
        let providers = providers.ok_or_else(|| Failure::internal("no providers were set"))?;
        let model = providers.resolve(&run.model).await?;
        let mut conn = self.0.db.read().await?;
        let message = match run.message_id {
            Some(id) => find_message(&mut conn, run.user_id, id).await?,
            None => None,
        };
        let branch = match message.as_ref().and_then(|message| message.parent_id) {
            Some(parent_id) => path_to(&mut conn, parent_id).await?,
            None => Vec::new(),
        };
        drop(conn);
        let mut scope = ContextScope {
            user_id: run.user_id,
            workspace_id: run.workspace_id,
            conversation_id: run.conversation_id,
            // As with memory, it was applied when the request was made.
            group_id: None,
            bot_id: message.and_then(|message| message.bot_id),
            model: model.info.clone(),
            branch,
            // Its memory is already in its request.
            memory: MemoryUse::default(),
            bot: BotResources::default(),
        };
        let tools = self.gather(&mut scope).await?.tools;
        Ok(Revived { model, tools })
    }

    /// Ends a run that is paused. `false` when it is not.
    pub(crate) async fn end_paused(&self, run_id: RunId, outcome: Outcome) -> StoreResult<bool> {
        let inner = &self.0;
        let mut tx = inner.db.begin().await?;
        if !lock_paused(&mut tx, run_id).await? {
            return Ok(false);
        }
        let (Some(run), Some((progress, paused_at))) =
            (find_run(&mut tx, run_id).await?, find_paused(&mut tx, run_id).await?)
        else {
            return Ok(false);
        };
        let claimed = inner.claim(&mut tx, &run, paused_at).await?;
        inner.reserve(run_id);
        inner.commit_claim(tx, run_id).await?;
        inner.end_claimed(claimed, outcome, &progress.used()).await?;
        Ok(true)
    }

    /// Ends the runs that have waited too long for their person, and deletes questions that nobody waits for any more.
    pub async fn end_abandoned(&self) -> StoreResult<()> {
        let before = self.0.clock.now().plus(-PAUSED_DAYS_MAX * DAY);
        let mut conn = self.0.db.read().await?;
        let abandoned = sql!(
            &mut conn,
            all(RunId,),
            "SELECT run_id FROM paused_runs WHERE paused_at < $1",
            before
        )?;
        drop(conn);
        for (run_id,) in abandoned {
            self.end_paused(run_id, Outcome::Interrupted(APPROVAL_TIMED_OUT.into())).await?;
        }
        let mut tx = self.0.db.begin().await?;
        delete_old_questions(&mut tx, self.0.clock.now()).await?;
        tx.commit().await
    }
}

pub(crate) struct Revived {
    pub model: ResolvedModel,
    pub tools: Vec<Arc<dyn Tool>>,
}

impl Inner {
    /// Makes this process the owner of a locked paused run.
    async fn claim(&self, tx: &mut Tx, run: &Run, paused_at: Timestamp) -> StoreResult<Run> {
        let waited = run.waited + self.clock.now().since(paused_at);
        sql!(
            tx,
            execute,
            "UPDATE runs SET state = 'running', owner = $2, waited = $3 WHERE id = $1",
            run.id,
            self.process,
            waited
        )?;
        sql!(tx, execute, "DELETE FROM paused_runs WHERE run_id = $1", run.id)?;
        Ok(Run { state: RunState::Running, owner: self.process, waited, ..run.clone() })
    }

    /// Records that this process is about to write a run, so that its watch does not mistake it for one whose task is
    /// gone.
    pub fn reserve(&self, run_id: RunId) -> CancellationToken {
        let cancelled = CancellationToken::new();
        self.active.insert(run_id, cancelled.clone());
        cancelled
    }

    pub async fn commit_claim(&self, tx: Tx, run_id: RunId) -> StoreResult<()> {
        let committed = tx.commit().await;
        if committed.is_err() {
            self.active.remove(&run_id);
        }
        committed
    }

    /// Ends a claimed run, with its usage from before it waited.
    pub async fn end_claimed(
        &self,
        run: Run,
        outcome: Outcome,
        used: &Used<'_>,
    ) -> StoreResult<()> {
        let mut conn = self.db.read().await?;
        let draft = fold_events(&mut conn, &run).await?;
        drop(conn);
        let last = conclude(self, &run, &draft, &outcome, used).await;
        if last.is_err() {
            // The watch ends it, as any run whose task is gone.
            self.active.remove(&run.id);
        }
        self.announce_end(&run, last?);
        self.wake_readers(run.id);
        Ok(())
    }
}

fn has_waiting_call(draft: &Draft, call_id: &str) -> bool {
    draft.parts.iter().any(|part| match &part.kind {
        PartKind::ToolCall { call_id: id, state, .. } => {
            id == call_id && *state == ToolCallState::Waiting
        }
        _ => false,
    })
}

/// Applies the decision to the call, and to the others of the same tool if it is a standing one. Returns the indexes of
/// the changed calls.
fn decide_calls(progress: &mut Progress, call_id: &str, decision: Decision) -> Vec<usize> {
    let waits = |state| state == ToolCallState::Waiting;
    let calls = &mut progress.calls;
    let Some(asked) = calls.iter().position(|call| call.id == call_id && waits(call.state)) else {
        return Vec::new();
    };
    let key = calls[asked].rule_key.clone().filter(|_| decision.is_standing());
    let mut changed = Vec::new();
    for (index, call) in calls.iter_mut().enumerate() {
        let is_same_tool = key.is_some() && call.rule_key == key;
        if waits(call.state) && (index == asked || is_same_tool) {
            call.state =
                if decision.allows() { ToolCallState::Running } else { ToolCallState::Denied };
            changed.push(index);
        }
    }
    changed
}

/// Holds a paused run until the transaction ends; `false` when it is not paused.
async fn lock_paused(tx: &mut Tx, run_id: RunId) -> StoreResult<bool> {
    let locked = sql!(
        tx,
        execute,
        "UPDATE runs SET state = 'paused' WHERE id = $1 AND state = 'paused'",
        run_id
    )?;
    Ok(locked == 1)
}

async fn find_paused(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<(Progress, Timestamp)>> {
    let row = sql!(
        conn,
        optional(String, Timestamp),
        "SELECT progress, paused_at FROM paused_runs WHERE run_id = $1",
        run_id
    )?;
    Ok(row.and_then(|(json, paused_at)| match Progress::from_json(&json) {
        Ok(progress) => Some((progress, paused_at)),
        Err(error) => {
            tracing::error!(run.id = %run_id, %error, "a paused run cannot be read");
            None
        }
    }))
}

async fn store_progress(tx: &mut Tx, run_id: RunId, progress: &Progress) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE paused_runs SET progress = $2 WHERE run_id = $1",
        run_id,
        progress.to_json()
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::PendingCall;

    fn waiting(id: &str, key: &str) -> PendingCall {
        PendingCall {
            id: id.into(),
            name: "add".into(),
            arguments: "{}".into(),
            title: "Add".into(),
            source: None,
            part_id: format!("p-{id}"),
            rule_key: Some(key.into()),
            state: ToolCallState::Waiting,
            output: None,
            images: Vec::new(),
        }
    }

    fn progress() -> Progress {
        let calls = vec![waiting("a", "one"), waiting("b", "one"), waiting("c", "two")];
        Progress { calls, ..Progress::default() }
    }

    #[test]
    fn one_word_is_for_one_call() {
        let mut progress = progress();
        assert_eq!(decide_calls(&mut progress, "b", Decision::Once), [1]);
        assert_eq!(progress.calls[1].state, ToolCallState::Running);
        assert!(progress.is_waiting());
        assert!(decide_calls(&mut progress, "b", Decision::Deny).is_empty(), "it was decided");
    }

    #[test]
    fn a_standing_word_is_for_all_calls_of_the_tool() {
        let mut progress = progress();
        assert_eq!(decide_calls(&mut progress, "a", Decision::Never), [0, 1]);
        assert_eq!(progress.calls[1].state, ToolCallState::Denied);
        assert_eq!(decide_calls(&mut progress, "c", Decision::Always), [2]);
        assert!(!progress.is_waiting());
    }
}
