//! The pages of a PDF at an address, those among them that are pictures, as of scans: where this server can, they are
//! recognised (as decision 0816 has it for uploads), and what they say is marked as that.

use std::collections::BTreeMap;

use area::Services;
use bytes::Bytes;
use kernel::{Failure, Fallible};
use parsing::{Format, Page, ParseFailure, Parsed, Recognised};
use tasks::{State, TaskId};

use crate::limits::{PICTURES_MAX, TEXT_MAX_CHARS, UNREADABLE_MAX};
use crate::places::{Place, of_pages};
use crate::work::ReadingTask;

/// Handling of pages that are pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pictures {
    /// Left to a separate job: each takes a core for seconds.
    Left,
    Read,
}

/// Returns the text of a PDF's pages. `Ok(None)`: some are pictures and were skipped, or the reading was stopped.
pub(crate) async fn read_pdf(
    services: &Services,
    id: TaskId,
    content: &Bytes,
    pictures: Pictures,
) -> Fallible<Result<Option<Vec<Place>>, ParseFailure>> {
    let read = services.parser.parse(Format::Pdf, content.clone()).await;
    if !has_pictures(&read) || !services.parser.recognises().await {
        return Ok(read.map(|parsed| Some(places_of(&parsed.pages))));
    }
    if pictures == Pictures::Left {
        return Ok(Ok(None));
    }
    let text = read.unwrap_or_default();
    let Some(recognised) = recognise(services, id, content, &text).await? else {
        return Ok(Ok(None));
    };
    let Seen { pages: seen, is_cut } = recognised;
    let of_text = text.pages.into_iter().map(|page| (page.number, page));
    let of_pictures = seen.iter().map(|page| (page.number, page.clone()));
    let pages: BTreeMap<u32, Page> = of_text.chain(of_pictures).collect();
    let mut places = places_of(pages.values());
    for place in &mut places {
        place.recognised = seen.iter().any(|page| Some(i64::from(page.number)) == place.page);
    }
    if let Some(last) = places.last_mut() {
        last.cut |= is_cut;
    }
    Ok(if places.is_empty() { Err(ParseFailure::NoText) } else { Ok(Some(places)) })
}

fn places_of<'a>(pages: impl IntoIterator<Item = &'a Page>) -> Vec<Place> {
    of_pages(pages.into_iter().map(|page| (Some(i64::from(page.number)), page.text.as_str())))
}

/// Returns true if some pages have no text.
fn has_pictures(read: &Result<Parsed, ParseFailure>) -> bool {
    match read {
        Ok(parsed) => parsed.pages.len() < parsed.page_count.unwrap_or_default() as usize,
        Err(failure) => *failure == ParseFailure::NoText,
    }
}

/// Text recognized on pictures.
struct Seen {
    pages: Vec<Page>,
    /// True if later pages were not processed.
    is_cut: bool,
}

/// Recognizes the pages without text in order, until there is enough text. `None`: the reading was stopped.
async fn recognise(
    services: &Services,
    id: TaskId,
    content: &Bytes,
    text: &Parsed,
) -> Fallible<Option<Seen>> {
    let mut seen = Seen { pages: Vec::new(), is_cut: false };
    let mut page_count = text.page_count.unwrap_or(u32::MAX);
    let (mut number, mut looked_at, mut failed, mut chars) = (0, 0, 0, 0);
    while number < page_count {
        number += 1;
        if let Some(page) = text.pages.iter().find(|page| page.number == number) {
            chars += page.text.chars().count();
            continue;
        }
        if looked_at == PICTURES_MAX || failed == UNREADABLE_MAX || chars > TEXT_MAX_CHARS {
            seen.is_cut = true;
            break;
        }
        if !is_waited_for(services, id).await? {
            return Ok(None);
        }
        looked_at += 1;
        match services.parser.recognise_page(content.clone(), number).await {
            Ok(Recognised { page: None, .. }) => break,
            Ok(Recognised { page_count: count, page: Some(page) }) => {
                page_count = count;
                chars += page.text.chars().count();
                // U+0000 cannot be kept by PostgreSQL.
                let text = page.text.replace('\0', "");
                if !text.trim().is_empty() {
                    seen.pages.push(Page { number, title: None, text });
                }
            }
            Err(ParseFailure::Unavailable) => {
                return Err(Failure::internal(ParseFailure::Unavailable));
            }
            // One page that cannot be read does not cost the others.
            Err(_) => failed += 1,
        }
    }
    Ok(Some(seen))
}

/// Returns false if the reading was stopped or deleted meanwhile.
async fn is_waited_for(services: &Services, id: TaskId) -> Fallible<bool> {
    let mut conn = services.db.read().await?;
    let reading = tasks::find_any::<ReadingTask>(&mut conn, id).await?;
    let head = reading.map(|reading| reading.head);
    Ok(head.is_some_and(|head| head.state == State::Running && head.deleted_at.is_none()))
}
