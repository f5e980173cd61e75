//! A person's researches in their archive, with all that belongs to them.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx};
use tasks::{ArchivedTask, list_archived, restore_archived};

use crate::changes::Changes;
use crate::limits::{GAP_TOPICS_MAX, QUESTION_MAX_CHARS, TOPICS_MAX};
use crate::research::{
    Bounds, Clarification, Gap, Input, Pause, Progress, Research, ResearchId, State, Statement,
    Topic, Wish, state_of,
};
use crate::steps::{Step, StepState};
use crate::store::{
    Kept, Section, add_step, add_version, list_sections, list_sources, list_statements, list_steps,
    save_section, save_source, save_statements,
};
use crate::work::ResearchTask;

/// Researches, as something that an archive holds.
pub(crate) struct ResearchesInArchive(Db);

impl ResearchesInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// One that goes on is written as one that waits. That one comes again by itself is left out: whoever restores
/// an archive did not ask for something to be spent.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: ResearchId,
    title: String,
    wish: Wish,
    locale: Option<String>,
    model: Option<String>,
    state: State,
    pause: Option<Pause>,
    paused_in: Option<State>,
    clarifications: Vec<Clarification>,
    plan: Vec<Topic>,
    bounds: Bounds,
    steps_before: i64,
    gaps: Vec<Gap>,
    changes: Option<Changes>,
    previous_id: Option<ResearchId>,
    root_id: ResearchId,
    created_at: Timestamp,
    updated_at: Timestamp,
    steps: Vec<Step>,
    sources: Vec<Kept>,
    statements: Vec<Statement>,
    sections: Vec<Section>,
}

/// Lines that are read at once: each may hold dozens of pages.
const LINES_MAX: i64 = 3;
/// More than any research has.
const PARTS_MAX: usize = 1_000;

async fn line_of(conn: &mut Conn, research: Research) -> StoreResult<Line> {
    let id = research.head.id;
    let mut steps = list_steps(conn, id).await?;
    for step in steps.iter_mut().filter(|step| step.state == StepState::Running) {
        step.state = StepState::Waiting;
    }
    let state = state_of(&research);
    let is_working = state.is_working();
    let waits = is_working || state == State::Paused;
    let Research { head, input, output } = research;
    Ok(Line {
        id,
        title: head.title,
        wish: input.wish,
        locale: input.locale,
        model: input.model,
        state: if is_working { State::Paused } else { state },
        pause: if is_working { Some(Pause::Person) } else { output.pause },
        paused_in: waits.then_some(output.stage),
        clarifications: output.clarifications,
        plan: output.plan,
        bounds: output.bounds,
        steps_before: output.steps_before,
        gaps: output.gaps,
        changes: output.changes,
        previous_id: input.previous_id,
        root_id: input.root_id,
        created_at: head.created_at,
        updated_at: head.updated_at,
        steps,
        sources: list_sources(conn, id, true).await?,
        statements: list_statements(conn, id).await?,
        sections: list_sections(conn, id).await?,
    })
}

impl Line {
    /// The rules hold for what comes from a file, too.
    fn is_sound(&self) -> bool {
        let parts =
            [self.steps.len(), self.sources.len(), self.statements.len(), self.sections.len()];
        !self.wish.question.trim().is_empty()
            && self.wish.question.chars().count() <= QUESTION_MAX_CHARS
            && self.plan.len() <= TOPICS_MAX + GAP_TOPICS_MAX
            && !self.state.is_working()
            && parts.into_iter().all(|count| count <= PARTS_MAX)
    }

    fn to_task(&self) -> ArchivedTask<ResearchTask> {
        let stage = match self.state {
            State::Asking | State::Planned => self.state,
            _ => self.paused_in.unwrap_or(State::Researching),
        };
        let is_paused = self.state == State::Paused;
        ArchivedTask {
            id: self.id,
            title: self.title.clone(),
            state: self.state.into_task(),
            input: Input {
                wish: self.wish.clone(),
                locale: self.locale.clone(),
                model: self.model.clone(),
                previous_id: self.previous_id,
                root_id: self.root_id,
                of_schedule: false,
            },
            output: Progress {
                stage,
                pause: is_paused.then(|| self.pause.unwrap_or(Pause::Person)),
                unattended: false,
                clarifications: self.clarifications.clone(),
                plan: self.plan.clone(),
                bounds: self.bounds,
                steps_before: self.steps_before,
                gaps: self.gaps.clone(),
                changes: self.changes.clone(),
            },
            problem: None,
            cause: None,
            charged: Some(self.steps.iter().map(|step| step.charged).sum()),
            run_id: None,
            created_at: self.created_at,
            begun_at: self.updated_at,
        }
    }

    /// Writes what belongs to a research beside its task.
    async fn save_parts(&self, tx: &mut Tx) -> StoreResult<()> {
        for step in &self.steps {
            add_step(tx, self.id, step).await?;
        }
        for kept in &self.sources {
            save_source(tx, self.id, &kept.about, kept.text.as_deref()).await?;
        }
        for topic in &self.plan {
            let own = self.statements.iter().filter(|one| one.topic == topic.number);
            let own: Vec<Statement> = own.cloned().collect();
            save_statements(tx, self.id, topic.number, &own).await?;
        }
        for section in &self.sections {
            save_section(tx, self.id, section).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl ArchiveSource for ResearchesInArchive {
    fn name(&self) -> &'static str {
        "researches"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let mut conn = self.0.read().await?;
        let mut lines = Vec::new();
        for research in list_archived::<ResearchTask>(&mut conn, person, after, LINES_MAX).await? {
            lines.push(line_of(&mut conn, research).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let line = Line::deserialize(line).ok().filter(Line::is_sound);
        let Some(line) = line else { return Ok(Restored::Refused) };
        let restored = restore_archived(tx, person, line.to_task()).await?;
        if restored == Restored::Added {
            add_version(tx, line.id, line.root_id).await?;
            line.save_parts(tx).await?;
        }
        Ok(restored)
    }
}
