//! A person's rewritten texts in their archive.

use api::ProblemBody;
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, RunId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use tasks::{ArchivedTask, TaskId, TaskOf, archived_state, list_archived, restore_archived};

use crate::humanizations::title_of;
use crate::humanizer::{Humanizer, HumanizerInput, Rewritten, with_run};
use crate::rules::HUMANIZED_MAX_CHARS;
use crate::wire::{HumanizationId, State, Tone, problem_of, run_id_of};

/// Exports and imports a person's rewritten texts.
pub(crate) struct HumanizationsInArchive {
    services: Services,
}

impl HumanizationsInArchive {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

/// A line of the archive. An open rewriting is exported as stopped: nobody goes on with it elsewhere.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: HumanizationId,
    tone: Tone,
    text: String,
    words: i64,
    model_name: String,
    run_id: RunId,
    state: State,
    written: Option<String>,
    credits: Option<i64>,
    problem: Option<ProblemBody>,
    created_at: Timestamp,
}

/// Number of lines read at a time.
const LINES_MAX: i64 = 50;
/// Longest text that a model is believed to have written.
const WRITTEN_MAX_CHARS: usize = 20 * HUMANIZED_MAX_CHARS;
/// Longest name of a model.
const NAME_MAX_CHARS: usize = 1_000;

impl From<TaskOf<Humanizer>> for Line {
    fn from(task: TaskOf<Humanizer>) -> Self {
        let problem = problem_of(&task);
        let (head, asked, rewritten) = (task.head, task.input, task.output);
        Self {
            id: HumanizationId(head.id.0),
            tone: asked.tone,
            text: asked.text,
            words: asked.words,
            model_name: asked.model_name,
            run_id: run_id_of(&head),
            state: State::of(archived_state(head.state), rewritten.interrupted),
            written: rewritten.written,
            credits: head.charged,
            problem,
            created_at: head.created_at,
        }
    }
}

impl Line {
    /// Returns true if the line keeps the rules, which hold for files too.
    fn is_sound(&self) -> bool {
        let is_within = |text: &str, most: usize| text.chars().count() <= most;
        !self.text.trim().is_empty()
            && is_within(&self.text, HUMANIZED_MAX_CHARS)
            && is_within(&self.model_name, NAME_MAX_CHARS)
            && self.written.as_deref().is_none_or(|written| is_within(written, WRITTEN_MAX_CHARS))
            && self.state != State::Running
            && self.words >= 0
            && self.credits.is_none_or(|credits| credits >= 0)
    }

    fn into_task(self) -> ArchivedTask<Humanizer> {
        let (state, interrupted) = self.state.into_task();
        let cut_off = self.state == State::Completed && self.problem.is_some();
        ArchivedTask {
            id: TaskId(self.id.0),
            title: title_of(&self.text),
            state,
            input: HumanizerInput {
                tone: self.tone,
                text: self.text,
                words: self.words,
                model_name: self.model_name,
                model: None,
                locale: None,
                credits: 0,
            },
            output: Rewritten { written: self.written, interrupted, cut_off },
            problem: self.problem.filter(|_| !cut_off),
            cause: None,
            charged: self.credits,
            run_id: Some(self.run_id),
            created_at: self.created_at,
            begun_at: self.created_at,
        }
    }
}

#[async_trait]
impl ArchiveSource for HumanizationsInArchive {
    fn name(&self) -> &'static str {
        "humanizations"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let mut conn = self.services.db.read().await?;
        let all = list_archived::<Humanizer>(&mut conn, person, after, LINES_MAX).await?;
        drop(conn);
        let mut lines = Vec::with_capacity(all.len());
        for task in all {
            lines.push(Line::from(with_run(&self.services, task).await?));
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_sound() {
            return Ok(Restored::Refused);
        }
        restore_archived(tx, person, line.into_task()).await
    }
}
