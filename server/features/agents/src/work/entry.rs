//! Entries of a task: what was said and done, in order. They are the memory of the task; any process goes on from them.

use conversations::{PartKind, QuestionField, QuestionState, ToolCallState};
use kernel::{Timestamp, Uuid};
use providers::ToolCall;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::work::progress::Message;

/// An entry at its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AgentEntry)]
pub(crate) struct Entry {
    /// Counted from 1.
    pub number: i64,
    pub at: Timestamp,
    #[serde(flatten)]
    pub kind: EntryKind,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = AgentEntryKind)]
pub(crate) enum EntryKind {
    /// Words of the person.
    Said(Message),
    /// A step: what the model wrote, and the tools that it used then.
    Step(StepEntry),
    /// Another agent went on.
    Handover {
        from: String,
        to: String,
        to_name: String,
        to_icon: String,
        /// What the first told the second.
        note: String,
    },
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = AgentStep)]
pub(crate) struct StepEntry {
    /// Markdown.
    pub text: String,
    pub reasoning: String,
    pub model: String,
    /// Units that it cost, with those of bots that it asked.
    pub charged: i64,
    /// True if it was stopped before it was whole.
    pub is_cut: bool,
    pub calls: Vec<Call>,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AgentCall)]
pub(crate) struct Call {
    pub id: String,
    /// The name that models use.
    pub tool: String,
    /// The title and the source that people see.
    pub title: String,
    pub source: Option<String>,
    /// JSON, as the model wrote it.
    pub arguments: String,
    pub state: ToolCallState,
    /// Its output, or the reason of its failure.
    pub output: Option<String>,
    /// What it read or made.
    #[serde(default)]
    pub parts: Vec<PartKind>,
    /// The form that the person is asked to fill in; empty: it is no question.
    #[serde(default)]
    pub questions: Vec<QuestionField>,
    /// Questions of its server to the person while it runs (MCP elicitation).
    #[serde(default)]
    pub asked: Vec<AskedQuestion>,
    /// True once it has begun: what is not safe to repeat is not begun again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(ignore)]
    pub begun: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub rule_key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub provider_state: Option<String>,
}

/// A question of a tool's server to the person while its tool runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AgentQuestion)]
pub(crate) struct AskedQuestion {
    #[schema(value_type = String, format = "uuid")]
    pub question_id: Uuid,
    /// The name of who asks, as the person knows it.
    pub source: String,
    pub message: String,
    pub fields: Vec<QuestionField>,
    /// The page on which the person is to go on.
    pub url: Option<String>,
    pub state: QuestionState,
    /// The person's answer, until the process that asks has taken it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub answer: Option<Map<String, Value>>,
}

impl AskedQuestion {
    pub fn is_waiting(&self) -> bool {
        self.state == QuestionState::Waiting
    }

    /// Ends it if nobody answered; what was answered is not kept.
    pub fn end(&mut self) {
        if self.is_waiting() {
            self.state = QuestionState::Cancelled;
        }
        self.answer = None;
    }
}

impl StepEntry {
    /// Returns true while the server of one of its tools waits for an answer.
    pub fn is_asking(&self) -> bool {
        self.calls.iter().flat_map(|call| &call.asked).any(AskedQuestion::is_waiting)
    }
}

impl Call {
    /// Returns a call that is about to be made.
    pub fn new(call: ToolCall, state: ToolCallState) -> Self {
        Self {
            id: call.id,
            title: call.name.clone(),
            tool: call.name,
            source: None,
            arguments: call.arguments,
            state,
            output: None,
            parts: Vec::new(),
            questions: Vec::new(),
            asked: Vec::new(),
            begun: false,
            rule_key: None,
            provider_state: call.provider_state,
        }
    }

    /// Records how it ended, and with it what its server asked.
    pub fn end(&mut self, state: ToolCallState, output: impl Into<String>) {
        self.asked.iter_mut().for_each(AskedQuestion::end);
        self.state = state;
        self.output = Some(output.into());
    }

    pub fn is_waiting(&self) -> bool {
        self.state == ToolCallState::Waiting
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state, ToolCallState::Waiting | ToolCallState::Running)
    }

    /// Returns it as its model gets it back.
    pub fn to_model(&self) -> ToolCall {
        ToolCall {
            id: self.id.clone(),
            name: self.tool.clone(),
            arguments: self.arguments.clone(),
            provider_state: self.provider_state.clone(),
        }
    }
}

impl Entry {
    /// Returns it as clients get it, without what only the work needs.
    pub fn into_wire(mut self) -> Self {
        if let EntryKind::Step(step) = &mut self.kind {
            for call in &mut step.calls {
                (call.begun, call.rule_key, call.provider_state) = (false, None, None);
                call.asked.iter_mut().for_each(|question| question.answer = None);
            }
        }
        self
    }

    /// Ends the questions of its calls that wait.
    pub fn end_questions(&mut self) {
        if let EntryKind::Step(step) = &mut self.kind {
            step.calls.iter_mut().flat_map(|call| &mut call.asked).for_each(AskedQuestion::end);
        }
    }

    pub fn step(&self) -> Option<&StepEntry> {
        match &self.kind {
            EntryKind::Step(step) => Some(step),
            _ => None,
        }
    }
}

/// Returns the last step and its number.
pub(crate) fn last_step(entries: &[Entry]) -> Option<(i64, &StepEntry)> {
    entries.iter().rev().find_map(|entry| Some((entry.number, entry.step()?)))
}
