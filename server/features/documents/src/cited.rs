//! Citations of files: compares what an answer cites with the files' content. When the answer is complete, each place
//! it names becomes a source under it, with the text found there or with the note that there is none.

use std::collections::HashMap;

use ::store::{Conn, StoreResult, Tx, from_json, sql, to_json};
use area::{AnswerCheck, Services, cited_statement};
use async_trait::async_trait;
use conversations::{PartKind, find_answered, replace_citations, text_of};
use fair_queue::run_in_background;
use generation::RunNote;
use jobs::{Job, JobResult};
use kernel::{FileId, MessageId};
use retrieval::{Cite, Mark, Passage, check_marks, list_passages, list_passages_on};
use serde::{Deserialize, Serialize};

use crate::places::{Place, PlaceOf, Within, find_places};

/// A file that a model was given, with the name by which it cites it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GivenFile {
    pub id: FileId,
    pub name: String,
    /// True if it is another person's, which the one who asks cannot open.
    #[serde(default)]
    pub is_foreign: bool,
}

impl GivenFile {
    /// Returns true if `kind` is a source in this file, as a search or a citation shows it.
    fn is_source(&self, kind: &PartKind) -> bool {
        let PartKind::Citation { file_id, given: None, title, url: None, .. } = kind else {
            return false;
        };
        if self.is_foreign {
            file_id.is_none() && *title == self.name
        } else {
            *file_id == Some(self.id)
        }
    }
}

/// Records for an answer the files it may cite.
pub(crate) struct NoteFiles(pub Vec<GivenFile>);

#[async_trait]
impl RunNote for NoteFiles {
    async fn write(&self, tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
        sql!(
            tx,
            execute,
            "INSERT INTO document_answers (message_id, files) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            message_id,
            to_json(&self.0)?
        )?;
        Ok(())
    }

    fn check(&self) -> Option<&'static str> {
        Some(CheckPlaces::NAME)
    }
}

/// Compares the places an answer cites with the files. Idempotent: the record is deleted afterwards.
#[derive(Serialize, Deserialize)]
pub(crate) struct CheckPlaces {
    message_id: MessageId,
}

impl AnswerCheck for CheckPlaces {
    fn of(message_id: MessageId) -> Self {
        Self { message_id }
    }
}

impl Job for CheckPlaces {
    type Context = Services;

    const NAME: &'static str = "documents.check_places";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let Some(files) = find_given(&mut conn, self.message_id).await? else { return Ok(()) };
        let Some(answered) = find_answered(&mut conn, self.message_id).await? else {
            return Ok(());
        };
        let text = text_of(&answered.parts);
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let (marks, places) = numbered(find_places(&text, &names));
        let texts = texts_at(&mut conn, &files, &places).await?;
        drop(conn);
        let pages: Vec<Option<i64>> =
            texts.iter().map(|found| found.as_ref().map(|found| found.page)).collect();
        // May scan whole files.
        let check = move || {
            let said = |number: i64| Some(texts.get(number as usize)?.as_ref()?.text.as_str());
            check_marks(&text, &marks, said)
        };
        let cites = run_in_background(check).await?;
        let cited = citations(&files, &places, &pages, &cites);

        let mut tx = services.db.begin().await?;
        forget(&mut tx, self.message_id).await?;
        // Results found in files but not cited are no sources of the answer. If nothing is cited, they are all there is
        // to show.
        let is_named = !cited.is_empty();
        let is_replaced = |kind: &PartKind| files.iter().any(|file| file.is_source(kind));
        let is_changed =
            is_named && replace_citations(&mut tx, self.message_id, is_replaced, cited).await?;
        tx.commit().await?;
        if is_changed {
            services.generation.announce_change(answered.user_id, answered.conversation_id);
        }
        Ok(())
    }
}

/// Numbers each place; returns the marks with these numbers.
fn numbered(found: Vec<(std::ops::Range<usize>, Vec<Place>)>) -> (Vec<Mark>, Vec<Place>) {
    let mut places: Vec<Place> = Vec::new();
    let mut known: HashMap<Place, i64> = HashMap::new();
    let mut marks = Vec::with_capacity(found.len());
    for (range, named) in found {
        let numbers = named.into_iter().map(|place| {
            *known.entry(place.clone()).or_insert_with(|| {
                places.push(place);
                places.len() as i64 - 1
            })
        });
        marks.push(Mark { range, numbers: numbers.collect() });
    }
    (marks, places)
}

/// Maximum number of pages read for one place.
const PAGES_MAX: i64 = 50;

/// Returns the text at each place, with its page; `None`: there is no such place.
async fn texts_at(
    conn: &mut Conn,
    files: &[GivenFile],
    places: &[Place],
) -> StoreResult<Vec<Option<Found>>> {
    // An answer mostly names cells of one workbook: it is read once.
    let mut whole: Option<(FileId, Vec<Passage>)> = None;
    let mut texts = Vec::with_capacity(places.len());
    for place in places {
        let file = match place.of {
            PlaceOf::Given(index) => files.get(index),
            PlaceOf::Unknown(_) => None,
        };
        let Some(file) = file else {
            texts.push(None);
            continue;
        };
        texts.push(match place.within {
            Within::Pages(first, last) => {
                let pages = first..=last.min(first.saturating_add(PAGES_MAX - 1));
                text_at(&list_passages_on(conn, file.id, pages).await?, &place.within)
            }
            Within::Whole | Within::Cells { .. } => {
                if whole.as_ref().is_none_or(|(known, _)| *known != file.id) {
                    whole = Some((file.id, list_passages(conn, file.id).await?));
                }
                let passages = whole.as_ref().map_or(&[][..], |(_, passages)| passages);
                text_at(passages, &place.within)
            }
        });
    }
    Ok(texts)
}

/// Returns the text at a place, from the passages of its file or of its pages.
fn text_at(passages: &[Passage], within: &Within) -> Option<Found> {
    let is_meant = |passage: &&Passage| match within {
        Within::Cells { sheet, .. } => {
            passage.title.as_ref().is_some_and(|title| title.eq_ignore_ascii_case(sheet))
        }
        _ => true,
    };
    let meant: Vec<&Passage> = passages.iter().filter(is_meant).collect();
    let page = meant.first()?.page;
    let text: String = meant.into_iter().map(|passage| passage.text.as_str()).collect();
    let text = match within {
        Within::Cells { rows, .. } => rows_of(&text, *rows),
        _ => text,
    };
    (!text.is_empty()).then_some(Found { page, text })
}

/// The text found at a place.
struct Found {
    page: i64,
    text: String,
}

/// Returns the rows of a sheet, without their numbers, which are no figures of it; all of it if it was read before rows
/// had numbers.
fn rows_of(sheet: &str, (first, last): (i64, i64)) -> String {
    let numbered = |line: &'_ str| -> Option<i64> { line.split_once('\t')?.0.parse().ok() };
    if !sheet.lines().all(|line| numbered(line).is_some()) {
        return sheet.to_owned();
    }
    let within = |line: &&str| numbered(line).is_some_and(|row| (first..=last).contains(&row));
    let cells = |line| str::split_once(line, '\t').map(|(_, cells)| cells);
    let rows: Vec<&str> = sheet.lines().filter(within).filter_map(cells).collect();
    rows.join("\n")
}

/// Returns the sources that are shown under the answer: one for each place that it names behind something, in the order
/// in which it does.
fn citations(
    files: &[GivenFile],
    places: &[Place],
    pages: &[Option<i64>],
    cites: &[Cite],
) -> Vec<PartKind> {
    let of_place = |(number, place): (usize, &Place)| {
        let first = cites.iter().position(|cite| cite.number == number as i64)?;
        let own: Vec<&Cite> = cites.iter().filter(|cite| cite.number == number as i64).collect();
        let file = match &place.of {
            PlaceOf::Given(index) => files.get(*index),
            PlaceOf::Unknown(_) => None,
        };
        let name = match (&place.of, file) {
            (PlaceOf::Unknown(name), _) => name.clone(),
            (_, file) => file.map(|file| file.name.clone()).unwrap_or_default(),
        };
        let title = match &place.within {
            Within::Cells { sheet, cells, .. } => format!("{name}, {sheet}!{cells}"),
            _ => name,
        };
        let page = match place.within {
            Within::Pages(first, _) => Some(first),
            Within::Cells { .. } => pages.get(number).copied().flatten(),
            Within::Whole => None,
        };
        let part = PartKind::Citation {
            title,
            url: None,
            quote: own.iter().find_map(|cite| cite.quote.clone()),
            conversation_id: None,
            message_id: None,
            file_id: file.filter(|file| !file.is_foreign).map(|file| file.id),
            page,
            cites: own.into_iter().map(cited_statement).collect(),
            web: None,
            given: None,
        };
        Some((first, part))
    };
    let mut sources: Vec<(usize, PartKind)> =
        places.iter().enumerate().filter_map(of_place).collect();
    sources.sort_by_key(|(first, _)| *first);
    sources.into_iter().map(|(_, part)| part).collect()
}

async fn find_given(conn: &mut Conn, message_id: MessageId) -> StoreResult<Option<Vec<GivenFile>>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT files FROM document_answers WHERE message_id = $1",
        message_id
    )?;
    row.map(|(files,)| from_json(&files)).transpose()
}

async fn forget(tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
    sql!(tx, deferred, "DELETE FROM document_answers WHERE message_id = $1", message_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_numbers_which_are_no_figures() {
        let sheet = "1\tMonth\tRent\n12\tMay\t900\n13\tJune\t950";
        assert_eq!(rows_of(sheet, (12, 12)), "May\t900");
        assert_eq!(rows_of(sheet, (12, 20)), "May\t900\nJune\t950");
        assert_eq!(rows_of(sheet, (40, 41)), "");
        let old = "Month\tRent\nMay\t900";
        assert_eq!(rows_of(old, (2, 2)), old);
    }
}
