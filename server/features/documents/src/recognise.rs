//! Text recognition on pages that are images: in scans, and between pages of text. Each page takes seconds, so each is
//! stored as it is read, and a killed process loses only one (decision 0816).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use area::Services;
use bytes::Bytes;
use files::{Assembled, Outcome, Upload};
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, FileId};
use parsing::{
    Extent, Format, Page, ParseFailure, Parsed, Part, Recognised, RecognisedLine, RecognisedPage,
    Unread, UnreadReason, count_words, note_unread,
};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::library::{self, extent_of};
use crate::read::{conclude, find_waiting, memory_bytes, outcome_of};
use crate::rules::{RECOGNISED_AT_ONCE, UNREADABLE_MAX, problem_of};

/// Returns true if pages of a file may be images, or have more on them than their text says.
pub(crate) fn lacks_pages(read: &Result<Parsed, ParseFailure>) -> bool {
    match read {
        Ok(parsed) => parsed.unread.iter().any(|unread| pages_of(unread).is_some()),
        Err(failure) => *failure == ParseFailure::NoText,
    }
}

/// Returns the pages of an unread part whose text can be recognized.
fn pages_of(unread: &Unread) -> Option<RangeInclusive<u32>> {
    match (&unread.part, unread.reason) {
        (Part::Pages { first, last }, UnreadReason::Image | UnreadReason::Damaged) => {
            Some(*first..=*last)
        }
        _ => None,
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
            let (outcome, parsed) = outcome_of(read, extent)?;
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
        let Whole { mut parsed, read_up_to, is_unreadable } = whole;
        if of_document.is_some()
            && let Some(last) = read_up_to
        {
            // It is read on from here when asked.
            parsed.pages.retain(|page| page.number <= last);
        }
        let read = match parsed.check_within(extent) {
            Err(ParseFailure::NoText) if is_unreadable => Err(ParseFailure::Exhausted),
            read => read,
        };
        let (outcome, parsed) = outcome_of(read, extent)?;
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

/// Pages that are recognized: those that their reader names, or all if it found no text.
#[derive(Default)]
struct Wanted(Vec<RangeInclusive<u32>>);

impl Wanted {
    fn of(text: &Parsed) -> Self {
        if text.page_count.is_none() {
            return Self(vec![1..=u32::MAX]);
        }
        Self(text.unread.iter().filter_map(pages_of).collect())
    }

    fn has(&self, number: u32) -> bool {
        self.0.iter().any(|pages| pages.contains(&number))
    }

    /// Returns the parts beyond a page that stay unread.
    fn beyond(&self, number: u32, count: u32) -> impl Iterator<Item = Unread> {
        self.0.iter().filter_map(move |pages| {
            let (first, last) = ((*pages.start()).max(number + 1), (*pages.end()).min(count));
            let part = Part::Pages { first, last };
            (first <= last).then_some(Unread { part, reason: UnreadReason::Limit })
        })
    }
}

/// Recognizes the text of each page that is wanted, from the first one. `None`: nobody waits for it any more.
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
    let wanted = Wanted::of(&text);
    let mut unread: Vec<Unread> =
        text.unread.into_iter().filter(|unread| pages_of(unread).is_none()).collect();
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
        if is_known || !wanted.has(number) {
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
                note_unread(&mut unread, Unread::page(number, UnreadReason::Damaged));
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
    let count = page_count.unwrap_or(number);
    let is_cut = page_count.is_none_or(|count| number < count);
    unread.extend(wanted.beyond(number, count).take_while(|_| is_cut));
    let parsed = Parsed { pages: with_pictures(text.pages, pictures), page_count, unread };
    let is_unreadable = failed >= UNREADABLE_MAX;
    Ok(Some(Whole { parsed, read_up_to: is_cut.then_some(number), is_unreadable }))
}

/// Returns the pages with the text of pictures: instead of the page's own where it has at least as many words.
fn with_pictures(pages: Vec<Page>, pictures: BTreeMap<u32, String>) -> Vec<Page> {
    let mut whole: BTreeMap<u32, Page> =
        pages.into_iter().map(|page| (page.number, page)).collect();
    for (number, text) in pictures {
        let is_longer =
            |page: &Page| page.title.is_none() && count_words(&text) >= count_words(&page.text);
        if whole.get(&number).is_none_or(is_longer) {
            whole.insert(number, Page { number, title: None, text });
        }
    }
    whole.into_values().collect()
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

    fn page(number: u32, text: &str) -> Page {
        Page { number, title: None, text: text.to_owned() }
    }

    #[test]
    fn pages_are_recognized_where_their_reader_says_that_they_are_images() {
        let of = |reason| Parsed {
            page_count: Some(3),
            unread: vec![Unread::page(2, reason)],
            ..Parsed::of_pages(vec![page(1, "x"), page(3, "x")])
        };
        assert!(lacks_pages(&Ok(of(UnreadReason::Image))));
        assert!(lacks_pages(&Ok(of(UnreadReason::Damaged))));
        assert!(!lacks_pages(&Ok(of(UnreadReason::Limit))), "the rest is not wanted");
        assert!(!lacks_pages(&Ok(Parsed { unread: Vec::new(), ..of(UnreadReason::Image) })));
        assert!(lacks_pages(&Err(ParseFailure::NoText)));
        assert!(!lacks_pages(&Err(ParseFailure::Broken)));
        let wanted = Wanted::of(&of(UnreadReason::Image));
        assert!(wanted.has(2) && !wanted.has(1));
        assert!(Wanted::of(&Parsed::default()).has(7), "of a scan all pages");
    }

    #[test]
    fn the_longer_text_of_a_page_is_kept() {
        let pictures = [(1, "Scanned by X. The rent is 900."), (2, "short"), (3, "only here")];
        let pictures = pictures.into_iter().map(|(number, text)| (number, text.to_owned()));
        let read = with_pictures(
            vec![page(1, "Scanned by X."), page(2, "a longer text")],
            pictures.collect(),
        );
        let texts: Vec<&str> = read.iter().map(|page| page.text.as_str()).collect();
        assert_eq!(texts, ["Scanned by X. The rent is 900.", "a longer text", "only here"]);
    }

    #[test]
    fn pages_beyond_one_run_of_recognition_stay_unread() {
        let wanted = Wanted(vec![1..=1, 5..=u32::MAX]);
        let beyond: Vec<Unread> = wanted.beyond(6, 9).collect();
        assert_eq!(
            beyond,
            [Unread { part: Part::Pages { first: 7, last: 9 }, reason: UnreadReason::Limit }]
        );
    }
}
