//! Readings in a person's archive, with their texts if kept.

use api::ProblemBody;
use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::{Files, Upload};
use identity::Person;
use kernel::{Clock, Failure, Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx};
use tasks::{ArchivedTask, TaskId, list_archived, restore_archived};

use crate::archived_pdf::{ArchivedPdf, find_kept, take_back};
use crate::limits::{TEXT_MAX_CHARS, TITLE_MAX_CHARS};
use crate::places::Place;
use crate::source::{Kind, Length, Source};
use crate::source_store::{find_places, save_places};
use crate::state::State;
use crate::summary::Summary;
use crate::wire::ReadingId;
use crate::work::{Reading, ReadingTask, Summaries, Wish};

/// Exports and imports a person's readings.
pub(crate) struct ReadingsInArchive {
    db: Db,
    files: Files,
    clock: Clock,
}

impl ReadingsInArchive {
    pub fn new(services: &Services) -> Self {
        let Services { db, files, clock, .. } = services.clone();
        Self { db, files, clock }
    }
}

/// A line of the archive. An open reading is exported as cancelled: nobody goes on with it elsewhere.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: ReadingId,
    source: Source,
    kind: Kind,
    title: String,
    locale: Option<String>,
    model: Option<String>,
    length: Length,
    keep_source: bool,
    state: State,
    summaries: Vec<Summary>,
    problem: Option<ProblemBody>,
    cause: Option<ProblemBody>,
    created_at: Timestamp,
    begun_at: Timestamp,
    places: Option<Vec<Place>>,
    /// The PDF that was fetched, whose bytes are the line's blob.
    #[serde(default)]
    pdf: Option<ArchivedPdf>,
}

/// Number of lines read at a time: each may hold a whole book.
const LINES_MAX: i64 = 3;

async fn line_of(
    files: &Files,
    conn: &mut Conn,
    person: Person,
    reading: Reading,
) -> StoreResult<Line> {
    let places = find_places(conn, reading.head.id).await?;
    let pdf = find_kept(files, conn, person, reading.head.id).await?;
    let state = State::of(&reading.head);
    let (head, wish) = (reading.head, reading.input);
    Ok(Line {
        id: ReadingId(head.id.0),
        source: wish.source,
        kind: wish.kind,
        title: head.title,
        locale: wish.locale,
        model: wish.model,
        length: wish.length,
        keep_source: wish.keep_source,
        state: if state.is_over() { state } else { State::Cancelled },
        summaries: reading.output.summaries,
        problem: head.problem,
        cause: head.cause,
        created_at: head.created_at,
        begun_at: head.begun_at,
        places,
        pdf,
    })
}

impl Line {
    /// Returns true if the line keeps the rules, which hold for files too.
    fn is_sound(&self) -> bool {
        let places = self.places.iter().flatten();
        self.title.chars().count() <= TITLE_MAX_CHARS + 1
            && self.state.is_over()
            && self.summaries.len() <= Length::ALL.len()
            && places.map(|place| place.text.chars().count()).sum::<usize>() <= TEXT_MAX_CHARS
    }

    /// Returns the PDF, if it is one that could have been fetched for this reading.
    fn upload(&self, person: Person) -> Option<Upload> {
        let is_fetched = self.kind == Kind::Pdf
            && self.keep_source
            && self.places.is_some()
            && matches!(self.source, Source::Address { .. });
        self.pdf.as_ref().filter(|_| is_fetched)?.to_upload(person)
    }

    fn into_task(self) -> ArchivedTask<ReadingTask> {
        ArchivedTask {
            id: TaskId(self.id.0),
            title: self.title,
            state: self.state.into_task(),
            input: Wish {
                source: self.source,
                kind: self.kind,
                locale: self.locale,
                model: self.model,
                length: self.length,
                keep_source: self.keep_source,
            },
            output: Summaries { summaries: self.summaries },
            problem: self.problem,
            cause: self.cause,
            charged: None,
            run_id: None,
            created_at: self.created_at,
            begun_at: self.begun_at,
        }
    }
}

fn parse(line: &Value) -> Option<Line> {
    Line::deserialize(line).ok().filter(Line::is_sound)
}

#[async_trait]
impl ArchiveSource for ReadingsInArchive {
    fn name(&self) -> &'static str {
        "readings"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let mut conn = self.db.read().await?;
        let mut lines = Vec::new();
        for reading in list_archived::<ReadingTask>(&mut conn, person, after, LINES_MAX).await? {
            lines.push(line_of(&self.files, &mut conn, person, reading).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Some(mut line) = parse(line) else { return Ok(Restored::Refused) };
        let (pdf, places) = (line.upload(person), line.places.take());
        let id = TaskId(line.id.0);
        let restored = restore_archived(tx, person, line.into_task()).await?;
        if restored != Restored::Added {
            return Ok(restored);
        }
        if let Some(places) = &places {
            save_places(tx, id, places).await?;
        }
        if let Some(pdf) = pdf {
            match self.files.restore_upload(tx, &pdf, self.clock.now()).await {
                // The text is kept even where there is no room for the file.
                Ok(_) | Err(Failure::Problem(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(Restored::Added)
    }

    fn blob(&self, person: Person, line: &Value) -> Option<ArchiveBlob> {
        let upload = parse(line)?.upload(person)?;
        let max_bytes = u64::try_from(upload.size_bytes).ok()?;
        Some(ArchiveBlob { key: upload.key(), max_bytes })
    }

    async fn use_blob(&self, person: Person, line: &Value) -> Fallible<bool> {
        let Some(line) = parse(line) else { return Ok(false) };
        let Some(promised) = line.upload(person) else { return Ok(false) };
        take_back(&self.db, &self.files, TaskId(line.id.0), &promised, self.clock.now()).await
    }
}
