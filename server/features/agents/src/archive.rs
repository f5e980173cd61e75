//! A person's agents, and what these did, in their archive.

use ::store::Tx;
use api::ProblemBody;
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, FileId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tasks::{
    ArchivedTask, State, TaskId, archived_state, find_any, list_archived, restore_archived,
};

use crate::agents::definition::Definition;
use crate::agents::store::{OwnAgent, find_agent, insert_agent, list_agents};
use crate::work::children::charged;
use crate::work::entry::Entry;
use crate::work::progress::{AgentTask, Input, Progress, file_id_of};
use crate::work::store::{insert_entry, list_entries};
use crate::work::task::AgentKind;

/// Tasks that are read at once: each may be long.
const TASKS_AT_ONCE: i64 = 20;

/// Exports and imports the agents that a person made.
pub(crate) struct AgentsInArchive(Services);

impl AgentsInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct AgentLine {
    id: Uuid,
    definition: Definition,
    created_at: Timestamp,
}

#[async_trait]
impl ArchiveSource for AgentsInArchive {
    fn name(&self) -> &'static str {
        "agents"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // Nobody has more than fit into one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.db.read().await?;
        let agents = list_agents(&mut conn, person.user_id).await?;
        let line =
            |OwnAgent { id, definition, created_at, .. }| AgentLine { id, definition, created_at };
        archive_lines(agents.into_iter().map(line).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(AgentLine { id, definition, created_at }) = AgentLine::deserialize(line) else {
            return Ok(Restored::Refused);
        };
        if definition.clone().checked().ok().as_ref() != Some(&definition) {
            return Ok(Restored::Refused);
        }
        let agent = OwnAgent { id, definition, version: 1, created_at, deleted_at: None };
        if !insert_agent(tx, person.user_id, &agent).await? {
            let is_own = find_agent(tx, person.user_id, id).await?.is_some();
            return Ok(if is_own { Restored::Present } else { Restored::Refused });
        }
        let files = &self.0.files;
        let known = files.find_uploads(tx, person.user_id, &agent.definition.knowledge).await?;
        for file_id in known.keys() {
            files.retain_archived_upload(tx, *file_id).await?;
        }
        Ok(Restored::Added)
    }
}

/// Exports and imports the tasks of agents.
pub(crate) struct TasksInArchive(Services);

impl TasksInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }

    /// Returns a request with those of its files that are there for the task: it releases them when it is deleted for good.
    async fn with_own_files(
        &self,
        tx: &mut Tx,
        person: Person,
        id: TaskId,
        mut input: Input,
    ) -> Fallible<Input> {
        let files = &self.0.files;
        if find_any::<AgentKind>(tx, id).await?.is_some() {
            return Ok(input);
        }
        let ids: Vec<FileId> = input.file_ids().collect();
        let known = files.find_uploads(tx, person.user_id, &ids).await?;
        let mut kept = Vec::with_capacity(ids.len());
        for part in std::mem::take(&mut input.files) {
            let of = file_id_of(&part).filter(|file_id| known.contains_key(file_id));
            if let Some(file_id) = of
                && files.retain_archived_upload(tx, file_id).await?
            {
                kept.push(part);
            }
        }
        input.files = kept;
        Ok(input)
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct TaskLine {
    id: TaskId,
    title: String,
    state: State,
    input: Input,
    output: Progress,
    problem: Option<ProblemBody>,
    charged: Option<i64>,
    entries: Vec<Entry>,
    created_at: Timestamp,
    begun_at: Timestamp,
}

impl TaskLine {
    fn new(task: AgentTask, mut entries: Vec<Entry>) -> Self {
        let AgentTask { head, input, output } = task;
        entries.iter_mut().for_each(Entry::end_questions);
        Self {
            id: head.id,
            title: head.title,
            state: archived_state(head.state),
            input,
            output: at_rest(output),
            problem: head.problem,
            charged: head.charged,
            entries,
            created_at: head.created_at,
            begun_at: head.begun_at,
        }
    }
}

/// Returns how far a task is that nobody works on. Runs are those of the server that it comes from.
fn at_rest(output: Progress) -> Progress {
    Progress { pause: None, is_asking: false, bot_runs: Vec::new(), ..output }
}

#[async_trait]
impl ArchiveSource for TasksInArchive {
    fn name(&self) -> &'static str {
        "agent_tasks"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let mut conn = self.0.db.read().await?;
        let tasks = list_archived::<AgentKind>(&mut conn, person, after, TASKS_AT_ONCE).await?;
        let mut lines = Vec::with_capacity(tasks.len());
        for mut task in tasks {
            // Tasks that its tools started come back as tasks of their own.
            let charged = charged(&mut conn, &task).await?;
            task.head.charged = Some(charged).filter(|charged| *charged > 0).or(task.head.charged);
            let entries = list_entries(&mut conn, task.head.id).await?;
            lines.push(TaskLine::new(task, entries));
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = TaskLine::deserialize(line) else { return Ok(Restored::Refused) };
        let is_ordered = line.entries.iter().zip(1..).all(|(entry, number)| entry.number == number);
        if !line.state.is_final() || !is_ordered {
            return Ok(Restored::Refused);
        }
        let (id, mut entries) = (line.id, line.entries);
        entries.iter_mut().for_each(Entry::end_questions);
        let input = self.with_own_files(tx, person, id, line.input).await?;
        let task = ArchivedTask::<AgentKind> {
            id,
            title: line.title,
            state: line.state,
            input,
            output: at_rest(line.output),
            problem: line.problem,
            cause: None,
            charged: line.charged,
            run_id: None,
            created_at: line.created_at,
            begun_at: line.begun_at,
        };
        let restored = restore_archived(tx, person, task).await?;
        if restored == Restored::Added {
            for entry in &entries {
                insert_entry(tx, id, entry).await?;
            }
        }
        Ok(restored)
    }
}
