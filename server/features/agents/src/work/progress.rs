use conversations::PartKind;
use kernel::{FileId, Timestamp, Uuid};
use regions::Place;
use serde::{Deserialize, Serialize};
use tasks::{State, Task};
use utoipa::ToSchema;

use crate::agents::definition::Definition;
use crate::work::bots::BotRun;

/// A task of an agent, as it is kept.
pub(crate) type AgentTask = Task<Input, Progress>;

/// The request that a task answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Input {
    /// The agent that was asked: a word of the house's, or the id of one of its person's.
    pub agent: String,
    pub message: String,
    /// Files that were attached to it, which the task keeps.
    #[serde(default)]
    pub files: Vec<PartKind>,
    /// The model that the person chose; an agent's own comes first.
    pub model: String,
    pub locale: Option<String>,
}

impl Input {
    pub fn file_ids(&self) -> impl Iterator<Item = FileId> {
        self.files.iter().filter_map(file_id_of)
    }
}

/// Returns true if a part is a picture.
pub(crate) fn is_picture(part: &PartKind) -> bool {
    matches!(part, PartKind::File { media_type, .. } if media_type.starts_with("image/"))
}

/// Returns the id of the file that a part is.
pub(crate) fn file_id_of(part: &PartKind) -> Option<FileId> {
    match part {
        PartKind::File { file_id, .. } => Some(*file_id),
        _ => None,
    }
}

/// How far a task is, beside its entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    /// The agent that works now, and what it was when it began.
    pub agent: String,
    pub definition: Definition,
    pub pause: Option<Pause>,
    /// True while it runs and the server of a tool waits for its person's answer.
    pub is_asking: bool,
    /// Runs that answer for bots, as long as their costs are not in the task's.
    pub bot_runs: Vec<BotRun>,
    /// Steps that may be asked of models before it pauses.
    pub steps_max: i64,
    /// Units that it may use before it pauses.
    pub spend_max: Option<i64>,
    /// Steps that were asked of models and came whole.
    pub asked: i64,
    /// Tries at the step that is due, all lost.
    pub lost: i64,
    /// True if a lost try at the step that is due was paid for.
    pub is_paid: bool,
    /// Messages that the next step takes in.
    pub inbox: Vec<Message>,
    /// Tools that the model looked for, beside those that are offered.
    pub found_tools: Vec<String>,
    /// True if models make no images where its person started it or acted on it last.
    pub is_media_closed: bool,
}

impl Progress {
    /// Returns the permissions where its person started it or acted on it last, for what is done for it outside of requests.
    pub fn place(&self) -> Place {
        Place { may_make_media: !self.is_media_closed, ..Place::OPEN }
    }

    /// Notes where the current request comes from.
    pub fn note_place(&mut self) {
        self.is_media_closed = !Place::current().may_make_media;
    }

    /// Returns the reason for which the task waits for its person in `state`; `None`: it does not.
    pub fn waits_for(&self, state: State) -> Option<Pause> {
        match state {
            State::Paused => self.pause,
            State::Running if self.is_asking => Some(Pause::Questions),
            _ => None,
        }
    }
}

/// A message of the person's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AgentMessage)]
pub(crate) struct Message {
    /// The client's.
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub text: String,
    /// Files that were attached to it.
    #[serde(default)]
    pub parts: Vec<PartKind>,
    pub sent_at: Timestamp,
}

/// The reason for which an agent waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AgentPause)]
pub(crate) enum Pause {
    /// It took as many steps as it may. Spec §4: "runs up to a maximum number of steps, then pauses and can be continued".
    Steps,
    /// The next step could cost more than its person allows.
    Spend,
    /// It wants to use tools that need an approval.
    Approval,
    /// It asks its person something.
    Questions,
}
