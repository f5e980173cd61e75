//! The humanizer as a kind of task: one run rewrites the text.

use area::{Services, choose_model};
use async_trait::async_trait;
use entitlements::Meter;
use generation::{RunSnapshot, RunState};
use kernel::{Failure, Fallible, ProblemKind};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use tasks::{Lane, Step, TaskKind, TaskOf};

use crate::problems::{MODEL_NEEDED, NOT_FOUND};
use crate::prompt::request;
use crate::wire::Tone;

/// Finish reason of an answer cut off at the model's limit.
const LENGTH: &str = "length";

/// Rewrites a text so that it reads naturally.
pub(crate) struct Humanizer;

/// A text to rewrite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct HumanizerInput {
    pub tone: Tone,
    pub text: String,
    pub words: i64,
    pub model_name: String,
    /// `<connection>/<model>`; `None` for a text that came without it from elsewhere.
    #[serde(default)]
    pub model: Option<String>,
    #[serde(default)]
    pub locale: Option<String>,
    /// Maximum price in advanced credits.
    #[serde(default)]
    pub credits: i64,
}

/// Text written so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rewritten {
    pub written: Option<String>,
    /// True if the server stopped before its end.
    #[serde(default)]
    pub interrupted: bool,
    /// True if the model stopped before the end of the text.
    #[serde(default)]
    pub cut_off: bool,
}

/// List entry of a rewriting.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Label {
    pub tone: Tone,
    pub interrupted: bool,
}

#[async_trait]
impl TaskKind for Humanizer {
    type Input = HumanizerInput;
    type Output = Rewritten;
    type Effect = Rewritten;

    const NAME: &'static str = "humanization";
    const JOB: &'static str = "humanization.step";
    const SWEEP: &'static str = "humanization.sweep";
    const FEATURE: &'static str = "humanizer";
    const PAGE: Option<&'static str> = Some("/bypass-ai/");
    const NOT_FOUND: ProblemKind = NOT_FOUND;

    async fn step(services: &Services, task: &TaskOf<Self>, _: Lane) -> Fallible<Step<Rewritten>> {
        let asked = &task.input;
        let model = asked.model.as_deref().ok_or(MODEL_NEEDED)?;
        let mut chosen = choose_model(services, task.head.workspace_id, model).await?;
        // A rewriting has a price of its own.
        chosen.model.info.credits_per_1k = None;
        chosen.charge = Charge { meter: Some(Meter::AdvancedCredit), amount: asked.credits };
        let request = request(&asked.text, asked.tone, asked.locale.clone());
        Ok(Step::run(tasks::run_of::<Self>(services, task, chosen, request)))
    }

    async fn after_run(
        _: &Services,
        _: &TaskOf<Self>,
        run: RunSnapshot,
    ) -> Fallible<Step<Rewritten>> {
        let reason = run.receipt.as_ref().and_then(|receipt| receipt.finish_reason.as_deref());
        let rewritten = Rewritten {
            written: written(run.text.trim()),
            interrupted: run.state == RunState::Interrupted,
            cut_off: run.state == RunState::Completed && reason == Some(LENGTH),
        };
        Ok(Step::ended(&run).with(rewritten))
    }

    async fn write(
        _: &Services,
        _: &mut Tx,
        task: &mut TaskOf<Self>,
        rewritten: Rewritten,
    ) -> Fallible<()> {
        task.output = rewritten;
        Ok(())
    }

    fn label(task: &TaskOf<Self>) -> Value {
        let label = Label { tone: task.input.tone, interrupted: task.output.interrupted };
        serde_json::to_value(label).unwrap_or_default()
    }

    fn has_result(task: &TaskOf<Self>) -> bool {
        task.output.written.is_some()
    }
}

/// Returns a text unless it is blank.
fn written(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Returns a rewriting with the text of its run so far, and stores it if the run has ended.
pub(crate) async fn with_run(
    services: &Services,
    mut task: TaskOf<Humanizer>,
) -> Fallible<TaskOf<Humanizer>> {
    let Some(run_id) = task.head.open_run() else { return Ok(task) };
    match services.generation.snapshot(run_id).await? {
        Some(run) if !run.state.is_final() => {
            task.output.written = written(&run.text);
            Ok(task)
        }
        _ => {
            tasks::advance::<Humanizer>(services, task.head.id, Lane::Normal).await?;
            let mut conn = services.db.read().await?;
            match tasks::find::<Humanizer>(&mut conn, task.head.user_id, task.head.id).await {
                // Its person left the workspace: it is as it was.
                Err(Failure::Problem(_)) => Ok(task),
                found => found,
            }
        }
    }
}
