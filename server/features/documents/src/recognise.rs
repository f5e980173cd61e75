//! Text recognition on pages that are images: in scans, and between pages of text. Each page takes seconds, so each is
//! stored as it is read, and a killed process loses only one (decision 0816).

use std::collections::BTreeMap;

use area::Services;
use bytes::Bytes;
use files::{Assembled, Outcome, Upload};
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, FileId};
use parsing::{
    Extent, Format, Page, ParseFailure, Parsed, Recognised, RecognisedLine, RecognisedPage,
};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::library::{self, extent_of};
use crate::read::{conclude, find_waiting, memory_bytes, outcome_of};
use crate::rules::{RECOGNISED_AT_ONCE, UNREADABLE_MAX, problem_of};

/// Returns true if pages of a file may be images: some that should have been read have no text.
pub(crate) fn lacks_pages(read: &Result<Parsed, ParseFailure>, extent: Extent) -> bool {
    match read {
        Ok(parsed) => {
            let count = parsed.page_count.unwrap_or_default();
            let wanted = extent.pages_max.map_or(count, |max| count.min(max));
            parsed.pages.len() < wanted as usize
        }
        Err(failure) => *failure == ParseFailure::NoText,
    }
}

/// Recognizes the text on image pages of a PDF. May run twice: results are kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct RecognisePages {
    pub file_id: FileId,
}

impl Job for RecognisePages {
    type Context = Services;

    const NAME: &'static str = "documents.recognise_pages";
    // A page takes a core for seconds.
    const AT_ONCE: usize = 1;

    async fn run(self, services: &Services) -> JobResult {
        let Some(upload) = find_waiting(services, self.file_id).await? else { return Ok(()) };
        let of_document = extent_of(services, upload.id).await?;
        let extent = of_document.unwrap_or(Extent::ATTACHMENT);
        let _memory = services.memory.reserve_in_background(memory_bytes(&upload)).await?;
        let Assembled::Whole(content) = services.files.assemble(&services.db, &upload).await?
        else {
            return conclude(services, &upload, of_document, Outcome::DAMAGED, None).await;
        };
        let read = services.parser.parse_within(Format::Pdf, content.clone(), extent).await;
        if !services.parser.recognises().await {
            // Recognition was available when the file was read; if this process has none, its images are left out.
            let (outcome, parsed) = outcome_of(read)?;
            return conclude(services, &upload, of_document, outcome, parsed).await;
        }
        let text = match read {
            Ok(parsed) => parsed,
            Err(ParseFailure::NoText) => Parsed::default(),
            Err(ParseFailure::Unavailable) => {
                return Err(Failure::internal(ParseFailure::Unavailable));
            }
            Err(failure) => {
                let failed = Outcome::Failed(problem_of(failure));
                return conclude(services, &upload, of_document, failed, None).await;
            }
        };
        let Some(whole) = read_pictures(services, &upload, content, text, extent).await? else {
            return Ok(());
        };
        let Whole { parsed, read_up_to, is_unreadable } = whole;
        let read = match (of_document, read_up_to) {
            // In a message nothing is cut silently, and no rest can be read.
            (None, Some(_)) if is_unreadable => Err(ParseFailure::Exhausted),
            (None, Some(_)) => Err(ParseFailure::TooLong),
            _ => parsed.check_within(extent),
        };
        let (outcome, parsed) = outcome_of(read)?;
        let extent = of_document.map(|extent| Extent { pages_max: read_up_to, ..extent });
        conclude(services, &upload, extent, outcome, parsed).await
    }
}

/// A file with what its pictures say.
struct Whole {
    parsed: Parsed,
    /// The last page that was read, if others follow.
    read_up_to: Option<u32>,
    /// True if it ends there because too many pages could not be read.
    is_unreadable: bool,
}

/// Recognizes the text of each page without text, from the first one. `None`: nobody waits for it any more.
async fn read_pictures(
    services: &Services,
    upload: &Upload,
    content: Bytes,
    text: Parsed,
    extent: Extent,
) -> Fallible<Option<Whole>> {
    let mut conn = services.db.read().await?;
    let mut pictures = list_recognised(&mut conn, upload.id).await?;
    drop(conn);
    let mut pages: BTreeMap<u32, Page> =
        text.pages.into_iter().map(|page| (page.number, page)).collect();
    let mut page_count = text.page_count;
    let most = extent.pages_max.unwrap_or(u32::MAX);
    let (mut number, mut done, mut failed) = (0, 0, 0);
    while number < most.min(page_count.unwrap_or(u32::MAX))
        && done < RECOGNISED_AT_ONCE
        && failed < UNREADABLE_MAX
    {
        number += 1;
        // If the number of pages is unknown, a known page reports it once more.
        let is_known = page_count.is_some() && pictures.contains_key(&number);
        if is_known || pages.contains_key(&number) {
            continue;
        }
        let read = services.parser.recognise_page(content.clone(), number).await;
        let page = match read {
            Ok(Recognised { page_count: count, page }) => {
                page_count = Some(count);
                let Some(page) = page else { break };
                page
            }
            Err(ParseFailure::Unavailable) => {
                return Err(Failure::internal(ParseFailure::Unavailable));
            }
            // One unreadable page does not affect the others, and is retried with them; a file of only such pages is
            // given up.
            Err(_) => {
                failed += 1;
                continue;
            }
        };
        done += 1;
        if find_waiting(services, upload.id).await?.is_none() {
            return Ok(None);
        }
        let mut tx = services.db.begin().await?;
        insert_recognised(&mut tx, upload.id, number, &page).await?;
        tx.commit().await?;
        pictures.insert(number, page.text);
        library::announce(services, upload.user_id);
    }
    let is_cut = page_count.is_none_or(|count| number < count);
    pages.extend(
        pictures.into_iter().map(|(number, text)| (number, Page { number, title: None, text })),
    );
    let pages = pages.into_values().filter(|page| page.number <= number).collect();
    let read_up_to = is_cut.then_some(number);
    let is_unreadable = failed >= UNREADABLE_MAX;
    Ok(Some(Whole { parsed: Parsed { pages, page_count }, read_up_to, is_unreadable }))
}

/// Lists the positions of recognized words on a page; empty if the page is no image, or was read before positions were
/// stored.
pub(crate) async fn list_words(
    conn: &mut Conn,
    file_id: FileId,
    page: u32,
) -> StoreResult<Vec<RecognisedLine>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT words FROM recognised_pages WHERE file_id = $1 AND page = $2 AND words IS NOT NULL",
        file_id,
        i64::from(page)
    )?;
    row.map_or(Ok(Vec::new()), |(words,)| from_json(&words))
}

async fn list_recognised(conn: &mut Conn, file_id: FileId) -> StoreResult<BTreeMap<u32, String>> {
    let rows = sql!(
        conn,
        all(i64, String),
        "SELECT page, text FROM recognised_pages WHERE file_id = $1",
        file_id
    )?;
    Ok(rows
        .into_iter()
        .filter_map(|(page, text)| Some((u32::try_from(page).ok()?, text)))
        .collect())
}

/// Stores the text recognized on a page, and counts it if the file is a document's.
async fn insert_recognised(
    tx: &mut Tx,
    file_id: FileId,
    number: u32,
    page: &RecognisedPage,
) -> StoreResult<()> {
    // PostgreSQL cannot store U+0000. JSON escapes it.
    let text = page.text.replace('\0', "");
    sql!(
        tx,
        execute,
        "INSERT INTO recognised_pages (file_id, page, text, words) VALUES ($1, $2, $3, $4)
         ON CONFLICT (file_id, page) DO NOTHING",
        file_id,
        i64::from(number),
        text,
        to_json(&page.lines)?
    )?;
    sql!(
        tx,
        execute,
        "UPDATE documents SET recognised_pages =
             (SELECT COUNT(*) FROM recognised_pages r
              WHERE r.file_id = $1 AND r.text <> '')
         WHERE file_id = $1",
        file_id
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_looked_at_as_pictures_where_some_that_are_wanted_have_no_text() {
        let extent = |pages_max| Extent { pages_max, ..Extent::ATTACHMENT };
        let page = |number| Page { number, title: None, text: "x".to_owned() };
        let of = |pages: Vec<Page>| Ok(Parsed { pages, page_count: Some(3) });
        assert!(!lacks_pages(&of(vec![page(1), page(2), page(3)]), extent(None)));
        assert!(lacks_pages(&of(vec![page(1), page(3)]), extent(None)));
        assert!(!lacks_pages(&of(vec![page(1)]), extent(Some(1))), "the rest is not wanted");
        assert!(lacks_pages(&Err(ParseFailure::NoText), extent(None)));
        assert!(!lacks_pages(&Err(ParseFailure::Broken), extent(None)));
    }
}
