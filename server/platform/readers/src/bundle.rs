use parsing::{Extent, Format, Page, ParseFailure, Parsed, Unread, UnreadReason};

use crate::archive::Archive;
use crate::pages::Pages;
use crate::read_within;

/// Maximum number of files of an archive that are read.
const FILES_MAX: usize = 200;

/// Reads the files of an archive, in the order of their names, each page under the name of its file. Archives within
/// it and files of other kinds are not read.
pub(crate) fn read(content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    let mut names: Vec<String> = archive.names().into_iter().filter(|name| is_file(name)).collect();
    names.sort();
    let mut pages = Pages::default();
    let (mut number, mut words, mut files) = (0, 0, 0);
    for name in names {
        let format = Format::of_name(&name).filter(|format| *format != Format::Zip);
        let Some(format) = format.filter(|format| !format.is_image()) else {
            let image = Format::of_name(&name).is_some_and(Format::is_image);
            let reason = if image { UnreadReason::Image } else { UnreadReason::Unsupported };
            pages.unread(Unread::named(name, reason));
            continue;
        };
        files += 1;
        if files > FILES_MAX {
            pages.unread(Unread::named(name, UnreadReason::Limit));
            continue;
        }
        let Some(inner) = archive.content(&name)? else { continue };
        if !format.begins_with(&inner) {
            pages.unread(Unread::named(name, UnreadReason::Damaged));
            continue;
        }
        let parsed = match read_within(format, &inner, extent) {
            Ok(parsed) => parsed,
            Err(ParseFailure::NoText) => continue,
            Err(failure) => {
                pages.unread(Unread::named(name, reason_of(failure)));
                continue;
            }
        };
        let total = parsed.words();
        if words + total > extent.words_max {
            pages.unread(Unread::named(name, UnreadReason::Limit));
            continue;
        }
        words += total;
        let has_pages = parsed.pages.len() > 1;
        for page in parsed.pages {
            number += 1;
            let title = match (has_pages, page.title) {
                (true, Some(title)) => format!("{name}, {title}"),
                (true, None) => format!("{name}, p. {}", page.number),
                (false, _) => name.clone(),
            };
            pages.push(Page { number, title: Some(title), text: page.text })?;
        }
        for unread in parsed.unread {
            let part = parsing::describe_unread(std::slice::from_ref(&unread)).unwrap_or_default();
            pages.unread(Unread::named(format!("{name}: {part}"), unread.reason));
        }
    }
    pages.check()
}

/// Returns true for entries that a person put there: no folder, and none of what file managers add.
fn is_file(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    !file.is_empty()
        && !file.starts_with('.')
        && !name.starts_with("__MACOSX/")
        && !matches!(file, "Thumbs.db" | "desktop.ini")
}

fn reason_of(failure: ParseFailure) -> UnreadReason {
    match failure {
        ParseFailure::Encrypted => UnreadReason::Encrypted,
        ParseFailure::TooLong | ParseFailure::Exhausted => UnreadReason::Limit,
        ParseFailure::NoText => UnreadReason::Image,
        ParseFailure::Broken | ParseFailure::Unavailable => UnreadReason::Damaged,
    }
}
