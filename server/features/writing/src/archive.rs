//! A person's rewritten texts in their archive.

use api::ProblemBody;
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use generation::Generation;
use identity::Person;
use kernel::{Fallible, RunId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx};

use crate::rules::HUMANIZED_MAX_CHARS;
use crate::store::{Humanization, HumanizationId, insert, is_own, list_after};
use crate::wire::{State, Tone};
use crate::work::with_run;

/// Rewritten texts, as something that an archive holds.
pub(crate) struct HumanizationsInArchive {
    db: Db,
    generation: Generation,
}

impl HumanizationsInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), generation: services.generation.clone() }
    }
}

/// One that goes on is written as one that was stopped: nobody goes on with it elsewhere.
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

/// Lines that are read at once.
const LINES_MAX: i64 = 50;
/// Longest that a model is believed to have written.
const WRITTEN_MAX_CHARS: usize = 20 * HUMANIZED_MAX_CHARS;
/// Longest name of a model.
const NAME_MAX_CHARS: usize = 1_000;

impl From<Humanization> for Line {
    fn from(one: Humanization) -> Self {
        Self {
            id: one.id,
            tone: one.tone,
            text: one.text,
            words: one.words,
            model_name: one.model_name,
            run_id: one.run_id,
            state: if one.state == State::Running { State::Stopped } else { one.state },
            written: one.written,
            credits: one.credits,
            problem: one.problem,
            created_at: one.created_at,
        }
    }
}

impl Line {
    /// The rules hold for what comes from a file, too.
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

    fn into_row(self, person: Person) -> Humanization {
        Humanization {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            tone: self.tone,
            text: self.text,
            words: self.words,
            model_name: self.model_name,
            run_id: self.run_id,
            state: self.state,
            written: self.written,
            credits: self.credits,
            problem: self.problem,
            created_at: self.created_at,
        }
    }
}

#[async_trait]
impl ArchiveSource for HumanizationsInArchive {
    fn name(&self) -> &'static str {
        "humanizations"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| HumanizationId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(HumanizationId(Uuid::nil()));
        let mut conn = self.db.read().await?;
        let all = list_after(&mut conn, person.user_id, after, LINES_MAX).await?;
        drop(conn);
        let mut lines = Vec::with_capacity(all.len());
        for one in all {
            lines.push(Line::from(with_run(&self.generation, one).await?));
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_sound() {
            return Ok(Restored::Refused);
        }
        let (user_id, id) = (person.user_id, line.id);
        if insert(tx, &line.into_row(person)).await? {
            return Ok(Restored::Added);
        }
        Ok(if is_own(tx, user_id, id).await? { Restored::Present } else { Restored::Refused })
    }
}
