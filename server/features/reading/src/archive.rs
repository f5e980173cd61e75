//! A person's readings in their archive, with what was read where it was kept.

use api::ProblemBody;
use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::{Files, Upload};
use identity::Person;
use kernel::{Clock, Failure, Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx};

use crate::archived_pdf::{ArchivedPdf, find_kept, take_back};
use crate::limits::{TEXT_MAX_CHARS, TITLE_MAX_CHARS};
use crate::places::Place;
use crate::source::{Kind, Length, Source};
use crate::source_store::{find_places, save_places};
use crate::state::State;
use crate::store::{Reading, ReadingId, find_any_own, insert_reading, list_after, update_reading};
use crate::summary::Summary;

/// Readings, as something that an archive holds.
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

/// One that goes on is written as one that was stopped: nobody goes on with it elsewhere.
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

/// Lines that are read at once: each may hold a whole book.
const LINES_MAX: i64 = 3;

async fn line_of(
    files: &Files,
    conn: &mut Conn,
    person: Person,
    reading: Reading,
) -> StoreResult<Line> {
    let places = find_places(conn, reading.id).await?;
    let pdf = find_kept(files, conn, person, reading.id).await?;
    Ok(Line {
        id: reading.id,
        source: reading.source,
        kind: reading.kind,
        title: reading.title,
        locale: reading.locale,
        model: reading.model,
        length: reading.length,
        keep_source: reading.keep_source,
        state: if reading.state.is_over() { reading.state } else { State::Cancelled },
        summaries: reading.summaries,
        problem: reading.problem,
        cause: reading.cause,
        created_at: reading.created_at,
        begun_at: reading.begun_at,
        places,
        pdf,
    })
}

impl Line {
    /// The rules hold for what comes from a file, too.
    fn is_sound(&self) -> bool {
        let places = self.places.iter().flatten();
        self.title.chars().count() <= TITLE_MAX_CHARS + 1
            && self.state.is_over()
            && self.summaries.len() <= Length::ALL.len()
            && places.map(|place| place.text.chars().count()).sum::<usize>() <= TEXT_MAX_CHARS
    }

    /// The PDF, if it is one that could have been fetched for this reading.
    fn upload(&self, person: Person) -> Option<Upload> {
        let is_fetched = self.kind == Kind::Pdf
            && self.keep_source
            && self.places.is_some()
            && matches!(self.source, Source::Address { .. });
        self.pdf.as_ref().filter(|_| is_fetched)?.to_upload(person)
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
        let after = after.and_then(|line| ReadingId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(ReadingId(Uuid::nil()));
        let mut conn = self.db.read().await?;
        let mut lines = Vec::new();
        for reading in list_after(&mut conn, person.user_id, after, LINES_MAX).await? {
            lines.push(line_of(&self.files, &mut conn, person, reading).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Some(line) = parse(line) else { return Ok(Restored::Refused) };
        let pdf = line.upload(person);
        let reading = Reading {
            id: line.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            source: line.source,
            kind: line.kind,
            title: line.title,
            locale: line.locale,
            model: line.model,
            length: line.length,
            keep_source: line.keep_source,
            state: line.state,
            run_id: None,
            summaries: line.summaries,
            problem: line.problem,
            cause: line.cause,
            created_at: line.created_at,
            begun_at: line.begun_at,
        };
        if !insert_reading(tx, &reading).await? {
            let own = find_any_own(tx, person.user_id, line.id).await?;
            return Ok(if own { Restored::Present } else { Restored::Refused });
        }
        update_reading(tx, &reading, &[reading.state]).await?;
        if let Some(places) = &line.places {
            save_places(tx, line.id, places).await?;
        }
        if let Some(pdf) = pdf {
            match self.files.restore_upload(tx, &pdf, self.clock.now()).await {
                // Who has no room for it has the text all the same.
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
        take_back(&self.db, &self.files, line.id, &promised, self.clock.now()).await
    }
}
