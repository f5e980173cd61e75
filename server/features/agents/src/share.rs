//! Shared results of agents: the public view of a task, and the copy that readers can continue.

use area::{Services, ShareSource, Shared, choose_writer};
use async_trait::async_trait;
use conversations::{PartKind, ToolCallState};
use identity::{Person, SignedIn};
use kernel::{Failure, Fallible, FileId, UserId, Uuid, collapse_whitespace, truncate};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tasks::{ArchivedTask, State, TaskId, announce, find_head, find_own, restore_archived};

use crate::agents::definition::Definition;
use crate::agents::house::House;
use crate::problems::{MODEL_NEEDED, NOTHING_TO_SHARE, TASK_NOT_FOUND};
use crate::work::entry::{Call, Entry, EntryKind, StepEntry};
use crate::work::progress::{Input, Message, Progress};
use crate::work::store::{append_entries, list_entries};
use crate::work::task::AgentKind;

/// Characters of the text on a preview card.
const DESCRIPTION_CHARS: usize = 200;
/// What stands in a copy for the outputs of tools, which nobody shared.
const LEFT_OUT: &str = "[Left out of the shared copy.]";

/// Tasks of agents, as something to share.
pub(crate) struct AgentTasks {
    services: Services,
}

impl AgentTasks {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

/// Options that the owner chose for sharing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Options {
    /// True if the tools are shown that were used.
    steps: bool,
}

/// A shared task, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct Picture {
    /// The agent's word, if it is one of the house's.
    house: Option<String>,
    name: String,
    icon: String,
    entries: Vec<Entry>,
}

#[async_trait]
impl ShareSource for AgentTasks {
    fn kind(&self) -> &'static str {
        "agent"
    }

    async fn snapshot(&self, owner: UserId, subject: Uuid, options: &Value) -> Fallible<Shared> {
        let options = Options::deserialize(options).unwrap_or_default();
        let mut conn = self.services.db.read().await?;
        let task = find_own::<AgentKind>(&mut conn, owner, TaskId(subject)).await?;
        let task = task.ok_or(TASK_NOT_FOUND)?;
        let entries = list_entries(&mut conn, task.head.id).await?;
        let entries: Vec<Entry> =
            entries.into_iter().filter_map(|entry| shown(entry, &options)).collect();
        if !entries.iter().any(|entry| entry.step().is_some()) {
            return Err(NOTHING_TO_SHARE.into());
        }
        let Progress { agent, definition, .. } = task.output;
        let picture = Picture {
            house: House::parse(&agent).map(|house| house.key().to_owned()),
            name: definition.name,
            icon: definition.icon,
            entries,
        };
        Ok(Shared {
            title: task.head.title,
            description: description_of(&picture),
            content: serde_json::to_value(&picture).map_err(Failure::internal)?,
            picture: None,
        })
    }

    async fn is_there(&self, owner: UserId, subject: Uuid) -> Fallible<bool> {
        let mut conn = self.services.db.read().await?;
        Ok(find_own::<AgentKind>(&mut conn, owner, TaskId(subject)).await?.is_some())
    }

    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid> {
        let services = &self.services;
        let picture = Picture::deserialize(&shared.content).map_err(Failure::internal)?;
        let chosen = choose_writer(services, caller, None, MODEL_NEEDED).await?;
        let now = services.clock.now();
        let house = picture.house.as_deref().and_then(House::parse);
        // The instructions of somebody's own agent stay theirs; the copy goes on with the search agent's tools.
        let named = Definition {
            name: picture.name,
            icon: picture.icon,
            instructions: String::new(),
            ..House::Search.definition()
        };
        let definition = house.map_or(named, House::definition);
        let id = TaskId::new(now);
        let input = Input {
            agent: house.unwrap_or(House::Search).key().to_owned(),
            message: shared.title.clone(),
            files: Vec::new(),
            model: chosen.model.info.id,
            locale: caller.locale.clone(),
        };
        let output = Progress {
            agent: input.agent.clone(),
            steps_max: definition.steps_max,
            definition,
            ..Progress::default()
        };
        let kinds: Vec<EntryKind> =
            picture.entries.into_iter().map(|entry| copied(entry.kind)).collect();
        let person = Person { user_id: caller.user_id, workspace_id: caller.workspace_id };
        let task = ArchivedTask::<AgentKind> {
            id,
            title: shared.title.clone(),
            state: State::Succeeded,
            input,
            output,
            problem: None,
            cause: None,
            charged: None,
            run_id: None,
            created_at: now,
            begun_at: now,
        };
        let mut tx = services.db.begin().await?;
        restore_archived(&mut tx, person, task).await?;
        append_entries(&mut tx, id, &kinds, now).await?;
        let head = find_head(&mut tx, caller.user_id, id).await?;
        tx.commit().await?;
        if let Some(head) = head {
            announce(services, &head);
        }
        Ok(id.0)
    }
}

/// Returns an entry without what leads back into the owner's account; `None` if nothing of it is shown.
fn shown(entry: Entry, options: &Options) -> Option<Entry> {
    let kind = match entry.kind {
        EntryKind::Step(step) => {
            let calls = if options.steps { step.calls } else { Vec::new() };
            let calls: Vec<Call> =
                calls.into_iter().filter(|call| !call.is_open()).map(shown_call).collect();
            if step.text.trim().is_empty() && calls.is_empty() {
                return None;
            }
            EntryKind::Step(StepEntry { reasoning: String::new(), charged: 0, calls, ..step })
        }
        EntryKind::Handover { to_name, to_icon, .. } => EntryKind::Handover {
            from: String::new(),
            to: String::new(),
            to_name,
            to_icon,
            note: String::new(),
        },
        EntryKind::Said(message) => {
            let parts = message.parts.into_iter().filter_map(shown_part).collect();
            EntryKind::Said(Message { parts, ..message })
        }
    };
    Some(Entry { kind, ..entry })
}

fn shown_call(call: Call) -> Call {
    let parts = call.parts.into_iter().filter_map(shown_part).collect();
    Call {
        parts,
        output: None,
        arguments: "{}".to_owned(),
        questions: Vec::new(),
        asked: Vec::new(),
        rule_key: None,
        provider_state: None,
        ..call
    }
}

/// Returns what a tool read or made, as others may see it: pages of the web, and names of files.
fn shown_part(part: PartKind) -> Option<PartKind> {
    match part {
        PartKind::Citation { given: Some(_), .. } => None,
        part @ PartKind::Citation { .. } => Some(part),
        PartKind::File { name, media_type, size_bytes, .. } => {
            Some(PartKind::File { file_id: FileId(Uuid::nil()), name, media_type, size_bytes })
        }
        _ => None,
    }
}

fn copied(kind: EntryKind) -> EntryKind {
    match kind {
        EntryKind::Step(mut step) => {
            for call in &mut step.calls {
                call.end(ToolCallState::Completed, LEFT_OUT);
                // Its owner's files are not the reader's.
                call.parts.retain(|part| !matches!(part, PartKind::File { .. }));
            }
            EntryKind::Step(step)
        }
        EntryKind::Said(message) => EntryKind::Said(Message { parts: Vec::new(), ..message }),
        kind @ EntryKind::Handover { .. } => kind,
    }
}

fn description_of(picture: &Picture) -> String {
    let last = picture.entries.iter().rev().find_map(Entry::step);
    let text = last.map(|step| collapse_whitespace(&step.text)).unwrap_or_default();
    truncate(&text, DESCRIPTION_CHARS)
}
