//! Wire types of the humanizer.

use api::ProblemBody;
use kernel::{Problem, RunId, Timestamp, collapse_whitespace, truncate};
use serde::{Deserialize, Serialize};
use tasks::{Head, TaskOf};
use utoipa::ToSchema;

use crate::facts::{Changed, changed};
use crate::humanizer::{Humanizer, Label};
use crate::problems::CUT_OFF;

kernel::id! {
    /// Identifies a rewritten text; also its task's id.
    HumanizationId
}

/// Style of the rewritten text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HumanizationTone)]
pub(crate) enum Tone {
    Natural,
    Plain,
    Formal,
}

/// State of a rewriting. All but the first are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HumanizationState)]
pub(crate) enum State {
    /// It is being written, or queued.
    Running,
    Completed,
    /// Its person stopped it.
    Stopped,
    Failed,
    /// The server stopped.
    Interrupted,
}

impl State {
    /// Returns the state of a task in this area's words.
    pub fn of(state: tasks::State, is_interrupted: bool) -> Self {
        match state {
            tasks::State::Succeeded => Self::Completed,
            tasks::State::Cancelled => Self::Stopped,
            tasks::State::Failed if is_interrupted => Self::Interrupted,
            tasks::State::Failed => Self::Failed,
            _ => Self::Running,
        }
    }

    /// Returns the state of the task, and true if it was interrupted.
    pub fn into_task(self) -> (tasks::State, bool) {
        match self {
            Self::Running => (tasks::State::Running, false),
            Self::Completed => (tasks::State::Succeeded, false),
            Self::Stopped => (tasks::State::Cancelled, false),
            Self::Failed => (tasks::State::Failed, false),
            Self::Interrupted => (tasks::State::Failed, true),
        }
    }
}

/// A text to rewrite so that it reads naturally.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewHumanization {
    pub text: String,
    pub tone: Tone,
    /// `<connection>/<model>`; null: the person's usual one.
    #[serde(default)]
    pub model: Option<String>,
}

/// Text to price.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextToPrice {
    pub text: String,
}

/// Price of rewriting a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HumanizationPrice)]
pub(crate) struct PriceBody {
    pub words: i64,
    pub words_per_credit: u32,
    /// Advanced credits.
    pub credits: i64,
    /// True if this server charges for it.
    pub charges: bool,
}

/// Rewriting with its current state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Humanization)]
pub(crate) struct HumanizationBody {
    pub id: HumanizationId,
    pub state: State,
    pub tone: Tone,
    pub text: String,
    /// Text written so far; null: nothing.
    pub written: Option<String>,
    /// Its events are followed while `state` is `running`, and it is stopped by it.
    pub run_id: RunId,
    pub model_name: String,
    pub words: i64,
    /// Price paid, in advanced credits; null while it runs.
    pub credits: Option<i64>,
    /// Numbers, addresses, marks of citations and quotations of the text that the whole rewriting has not.
    pub missing: Vec<String>,
    /// Numbers, addresses and marks of citations that only the rewriting has.
    pub added: Vec<String>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

impl From<TaskOf<Humanizer>> for HumanizationBody {
    fn from(task: TaskOf<Humanizer>) -> Self {
        let (asked, rewritten) = (&task.input, &task.output);
        let state = State::of(task.head.state, rewritten.interrupted);
        let Changed { missing, added } = match (&rewritten.written, state) {
            (Some(written), State::Completed) => changed(&asked.text, written),
            // Half a text lacks the rest.
            (Some(written), State::Stopped | State::Failed | State::Interrupted) => {
                Changed { missing: Vec::new(), ..changed(&asked.text, written) }
            }
            _ => Changed::default(),
        };
        Self {
            id: HumanizationId(task.head.id.0),
            state,
            tone: asked.tone,
            run_id: run_id_of(&task.head),
            words: asked.words,
            credits: task.head.charged,
            missing,
            added,
            problem: problem_of(&task),
            created_at: task.head.created_at,
            text: task.input.text,
            written: task.output.written,
            model_name: task.input.model_name,
        }
    }
}

/// Returns the run of a task, which it has from its start; while a retry is queued it has none.
pub(crate) fn run_id_of(head: &Head) -> RunId {
    head.run_id.unwrap_or(RunId(head.id.0))
}

/// Returns the problem of a rewriting, also of one that is only missing its end.
pub(crate) fn problem_of(task: &TaskOf<Humanizer>) -> Option<ProblemBody> {
    let cut_off = || ProblemBody::from(&Problem::from(CUT_OFF));
    task.head.problem.clone().or_else(|| task.output.cut_off.then(cut_off))
}

/// Entry of the list of rewritings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HumanizationEntry)]
pub(crate) struct EntryBody {
    pub id: HumanizationId,
    /// Beginning of its text.
    pub excerpt: String,
    pub state: State,
    pub tone: Tone,
    pub created_at: Timestamp,
}

/// Number of characters of a text in its list entry.
pub(crate) const EXCERPT_CHARS: usize = 120;

impl From<Head> for EntryBody {
    fn from(head: Head) -> Self {
        let words = collapse_whitespace(&head.title);
        let label = serde_json::from_value(head.label);
        let Label { tone, interrupted } =
            label.unwrap_or(Label { tone: Tone::Natural, interrupted: false });
        Self {
            id: HumanizationId(head.id.0),
            excerpt: truncate(&words, EXCERPT_CHARS),
            state: State::of(head.state, interrupted),
            tone,
            created_at: head.created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_and_states_have_these_names() {
        let tones = [Tone::Natural, Tone::Plain, Tone::Formal];
        assert_eq!(serde_json::json!(tones), serde_json::json!(["natural", "plain", "formal"]));
        let names = ["running", "completed", "stopped", "failed", "interrupted"];
        for name in names {
            let state: State = serde_json::from_value(name.into()).unwrap();
            assert_eq!(serde_json::to_value(state).unwrap(), name);
            let (of_task, is_interrupted) = state.into_task();
            assert_eq!(State::of(of_task, is_interrupted), state);
        }
    }
}
