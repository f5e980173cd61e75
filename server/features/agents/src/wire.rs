//! The wire types of this area.

use std::collections::HashMap;

use api::ProblemBody;
use files::Upload;
use generation::{Decision, QuestionAction};
use kernel::{FileId, RunId, Timestamp, Uuid};
use ledger::{Charge, Meter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tasks::{ChildCost, Head, State, TaskId};
use utoipa::ToSchema;

use crate::agents::definition::Definition;
use crate::agents::house::House;
use crate::agents::store::OwnAgent;
use crate::work::children::{by_meter, total};
use crate::work::entry::Entry;
use crate::work::progress::{AgentTask, Message, Pause};

/// The agents that the caller may use.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AgentList)]
pub(crate) struct AgentListBody {
    /// Those of the house first.
    pub agents: Vec<AgentBody>,
    /// Keys of the tools that can be chosen for an agent now, besides tool servers.
    pub tools: Vec<String>,
}

/// An agent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Agent)]
pub(crate) struct AgentBody {
    /// A word of the house's (`search`, `writing`, `auto`), or the id of one that its person made.
    pub key: String,
    /// True for an agent of the house: clients show its name and description in the person's language.
    pub is_house: bool,
    /// Spec §6: "Some agents need an advanced model."
    pub needs_advanced_model: bool,
    /// True if the caller's plan does not hold it: "Upgrade to Unlock".
    pub is_locked: bool,
    pub definition: Definition,
    /// The files of its knowledge that are still there.
    pub files: Vec<AgentFile>,
    pub version: i64,
    pub created_at: Option<Timestamp>,
}

/// A file that an agent answers from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AgentFile {
    pub id: FileId,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
}

impl AgentBody {
    pub fn house(house: House, needs_advanced_model: bool, is_locked: bool) -> Self {
        Self {
            key: house.key().to_owned(),
            is_house: true,
            needs_advanced_model,
            is_locked,
            definition: house.definition(),
            files: Vec::new(),
            version: 1,
            created_at: None,
        }
    }

    /// `uploads`: those of its person that its knowledge names, as far as they are there.
    pub fn own(agent: OwnAgent, uploads: &HashMap<FileId, Upload>) -> Self {
        let files = agent.definition.knowledge.iter().filter_map(|id| uploads.get(id));
        let file = |upload: &Upload| AgentFile {
            id: upload.id,
            name: upload.name.clone(),
            media_type: upload.media_type.clone(),
            size_bytes: upload.size_bytes,
        };
        Self {
            files: files.map(file).collect(),
            key: agent.id.to_string(),
            is_house: false,
            needs_advanced_model: false,
            is_locked: false,
            definition: agent.definition,
            version: agent.version,
            created_at: Some(agent.created_at),
        }
    }
}

/// A new agent. Sent again with the same id, it makes nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAgent {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub definition: Definition,
}

/// A task for an agent. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAgentTask {
    pub id: TaskId,
    /// The agent's key.
    pub agent: String,
    pub text: String,
    /// The model, where the agent has none of its own; null: the person's default.
    #[serde(default)]
    pub model: Option<String>,
    /// Files of the person's that nothing else uses: they become the task's.
    #[serde(default)]
    pub files: Vec<FileId>,
}

/// A message to an agent that works, waits or is done.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAgentMessage {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub text: String,
}

/// How far an agent may go on that waits at one of its limits.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentContinuation {
    /// So many more steps; null: as many as the agent takes at a time.
    #[serde(default)]
    pub steps: Option<i64>,
    /// The new spending cap of the task; null: no cap, where it waits at one.
    #[serde(default)]
    pub spend_max: Option<i64>,
}

/// A decision on a call that waits for an approval.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentDecision {
    pub call_id: String,
    pub decision: Decision,
}

/// Answers to a form of an agent's.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentAnswers {
    pub call_id: String,
    /// The question of the call's server that is answered; null: the agent's own form.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = "uuid")]
    pub question_id: Option<Uuid>,
    pub action: QuestionAction,
    /// By the names of the fields.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub content: Map<String, Value>,
}

/// A task of an agent's, with all that was said and done.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AgentTask)]
pub(crate) struct AgentTaskBody {
    pub id: TaskId,
    pub title: String,
    /// The key of the agent that works now, its name and its icon.
    pub agent: String,
    pub name: String,
    pub icon: String,
    /// The name of the model that works.
    pub model: String,
    pub state: State,
    /// The reason for which it waits; null unless it is paused, or runs and a tool waits for an answer.
    pub pause: Option<Pause>,
    pub entries: Vec<Entry>,
    /// Messages that the next step takes in.
    pub inbox: Vec<Message>,
    /// The run that writes the next step, to be followed; null while none does.
    pub run_id: Option<RunId>,
    /// Steps so far, and those after which it pauses.
    pub steps: i64,
    pub steps_max: i64,
    /// Units so far, the price of a step in `meter`, and the cap.
    pub charged: i64,
    pub price: i64,
    pub spend_max: Option<i64>,
    pub meter: Option<String>,
    /// What `charged` is made of, by meter: its steps, bots that it asked, images and researches that it began.
    pub costs: Vec<AgentCost>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// The cost of a task in one meter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AgentCost {
    pub meter: Option<String>,
    pub units: i64,
}

impl AgentTaskBody {
    /// `children`: the costs of tasks that its tools started.
    pub fn new(
        task: AgentTask,
        entries: Vec<Entry>,
        (charge, model): (Charge, String),
        children: &[ChildCost],
    ) -> Self {
        let charged = total(&task, children);
        let costs = by_meter(task.head.charged.unwrap_or(0), charge.meter, children);
        let cost = |(meter, units): (Option<Meter>, i64)| AgentCost {
            meter: meter.map(|meter| meter.as_str().to_owned()),
            units,
        };
        let AgentTask { head, output, .. } = task;
        let pause = output.waits_for(head.state);
        Self {
            id: head.id,
            run_id: head.open_run(),
            title: head.title,
            agent: output.agent,
            name: output.definition.name,
            icon: output.definition.icon,
            model,
            state: head.state,
            pause,
            entries: entries.into_iter().map(Entry::into_wire).collect(),
            inbox: output.inbox,
            steps: output.asked,
            steps_max: output.steps_max,
            charged,
            price: charge.amount,
            spend_max: output.spend_max,
            meter: charge.meter.map(|meter| meter.as_str().to_owned()),
            costs: costs.into_iter().map(cost).collect(),
            problem: head.problem,
            created_at: head.created_at,
            ended_at: head.ended_at,
        }
    }
}

/// A task of an agent's in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AgentTaskEntry {
    pub id: TaskId,
    pub title: String,
    pub agent: String,
    pub name: String,
    pub icon: String,
    pub state: State,
    pub pause: Option<Pause>,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

impl From<Head> for AgentTaskEntry {
    fn from(head: Head) -> Self {
        let text = |name: &str| head.label[name].as_str().unwrap_or_default().to_owned();
        let pause = serde_json::from_value(head.label["pause"].clone()).ok().flatten();
        Self {
            id: head.id,
            agent: text("agent"),
            name: text("name"),
            icon: text("icon"),
            pause: Some(pause).flatten().filter(|why| is_waiting(head.state, *why)),
            title: head.title,
            state: head.state,
            created_at: head.created_at,
            deleted_at: head.deleted_at,
        }
    }
}

/// Returns true if a task in `state` waits for `why`. One that runs only waits for the answer that a tool's server wants.
fn is_waiting(state: State, why: Pause) -> bool {
    match state {
        State::Paused => true,
        State::Running => why == Pause::Questions,
        _ => false,
    }
}
