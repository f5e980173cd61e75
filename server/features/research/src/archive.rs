//! A person's researches in their archive, with all that belongs to them.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx};

use crate::changes::Changes;
use crate::limits::{GAP_TOPICS_MAX, QUESTION_MAX_CHARS, TOPICS_MAX};
use crate::research::{
    Bounds, Clarification, Gap, Pause, Research, ResearchId, State, Statement, Topic, Wish,
};
use crate::steps::{Step, StepState};
use crate::store::{
    Kept, Section, add_step, find_own, insert_research, list_after, list_sections, list_sources,
    list_statements, list_steps, save_section, save_source, save_statements,
};

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
    let id = research.id;
    let mut steps = list_steps(conn, id).await?;
    for step in steps.iter_mut().filter(|step| step.state == StepState::Running) {
        step.state = StepState::Waiting;
    }
    let is_working = research.state.is_working();
    Ok(Line {
        id,
        title: research.title,
        wish: research.wish,
        locale: research.locale,
        model: research.model,
        state: if is_working { State::Paused } else { research.state },
        pause: if is_working { Some(Pause::Person) } else { research.pause },
        paused_in: if is_working { Some(research.state) } else { research.paused_in },
        clarifications: research.clarifications,
        plan: research.plan,
        bounds: research.bounds,
        steps_before: research.steps_before,
        gaps: research.gaps,
        changes: research.changes,
        previous_id: research.previous_id,
        root_id: research.root_id,
        created_at: research.created_at,
        updated_at: research.updated_at,
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
}

#[async_trait]
impl ArchiveSource for ResearchesInArchive {
    fn name(&self) -> &'static str {
        "researches"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| ResearchId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(ResearchId(Uuid::nil()));
        let mut conn = self.0.read().await?;
        let mut lines = Vec::new();
        for research in list_after(&mut conn, person.user_id, after, LINES_MAX).await? {
            lines.push(line_of(&mut conn, research).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_sound() {
            return Ok(Restored::Refused);
        }
        let research = Research {
            id: line.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            title: line.title,
            wish: line.wish,
            locale: line.locale,
            model: line.model,
            state: line.state,
            pause: line.pause,
            paused_in: line.paused_in,
            clarifications: line.clarifications,
            plan: line.plan,
            bounds: line.bounds,
            steps_before: line.steps_before,
            gaps: line.gaps,
            changes: line.changes,
            previous_id: line.previous_id,
            root_id: line.root_id,
            every: None,
            next_at: None,
            left_out_at: None,
            of_schedule: false,
            problem: None,
            created_at: line.created_at,
            updated_at: line.updated_at,
        };
        if !insert_research(tx, &research).await? {
            let own = find_own(tx, person.user_id, line.id).await?.is_some();
            return Ok(if own { Restored::Present } else { Restored::Refused });
        }
        for step in &line.steps {
            add_step(tx, line.id, step).await?;
        }
        for kept in &line.sources {
            save_source(tx, line.id, &kept.about, kept.text.as_deref()).await?;
        }
        for topic in &research.plan {
            let own = line.statements.iter().filter(|one| one.topic == topic.number);
            let own: Vec<Statement> = own.cloned().collect();
            save_statements(tx, line.id, topic.number, &own).await?;
        }
        for section in &line.sections {
            save_section(tx, line.id, section).await?;
        }
        Ok(Restored::Added)
    }
}
