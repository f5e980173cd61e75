//! Links in the text of a memo: to other memos and, in an imported folder, to its neighbors.

use std::ops::Range;

use kernel::FileId;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::rules::LINKS_OF_MEMO_MAX;
use crate::wire::MemoId;

/// A link or a picture in a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    /// All of it, as it is written.
    pub place: Range<usize>,
    /// The words that are shown, plain.
    pub shown: String,
    /// The target as written.
    pub to: String,
    pub is_picture: bool,
}

/// Maximum number of characters by which an outer link's text repeats that of an inner one: images may be nested to any
/// depth.
const SHOWN_AROUND_MAX_CHARS: usize = 200;

/// Returns the links and pictures of a Markdown text, also as Obsidian writes them: `[[Name]]` and `![[picture.png]]`.
pub(crate) fn marks_in(text: &str) -> Vec<Mark> {
    let options = Options::ENABLE_WIKILINKS
        | Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let (mut marks, mut open): (Vec<Mark>, Vec<Mark>) = Default::default();
    for (event, place) in Parser::new_ext(text, options).into_offset_iter() {
        let is_picture = matches!(event, Event::Start(Tag::Image { .. }));
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let (shown, to) = (String::new(), dest_url.to_string());
                open.push(Mark { place, shown, to, is_picture });
            }
            Event::Text(said) | Event::Code(said) => {
                if let Some(mark) = open.last_mut() {
                    mark.shown.push_str(&said);
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                let Some(mark) = open.pop() else { continue };
                if let Some(around) = open.last_mut() {
                    around.shown.extend(mark.shown.chars().take(SHOWN_AROUND_MAX_CHARS));
                }
                marks.push(mark);
            }
            _ => {}
        }
    }
    marks.sort_by_key(|mark| mark.place.start);
    marks
}

/// Path of a memo, before its id.
const PLACE: &str = "/home/memo/";

/// Returns the path of a memo.
pub(crate) fn place_of(id: MemoId) -> String {
    format!("{PLACE}{id}")
}

/// Returns the memo that a link leads to.
pub(crate) fn memo_of(link: &str) -> Option<MemoId> {
    let id = link.strip_prefix(PLACE)?;
    id.split(['?', '#']).next().unwrap_or_default().parse().ok()
}

/// Returns the memos that a text leads to, each once.
pub(crate) fn memos_in(text: &str) -> Vec<MemoId> {
    // Most texts lead to none: that is seen without reading them as Markdown.
    if !text.contains(PLACE) {
        return Vec::new();
    }
    let mut found: Vec<MemoId> = Vec::new();
    for id in marks_in(text).iter().filter_map(|mark| memo_of(&mark.to)) {
        if found.len() < LINKS_OF_MEMO_MAX && !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

/// Path of a file's content, before and after its id.
const FILE_PLACE: (&str, &str) = ("/api/documents/files/", "/content");

/// Returns the path at which a file is shown.
pub(crate) fn file_place(id: FileId) -> String {
    format!("{}{id}{}", FILE_PLACE.0, FILE_PLACE.1)
}

/// Returns the files that a text shows or links to, each once.
pub(crate) fn files_in(text: &str) -> Vec<FileId> {
    if !text.contains(FILE_PLACE.0) {
        return Vec::new();
    }
    let id_of = |link: &str| {
        let id = link.strip_prefix(FILE_PLACE.0)?.strip_suffix(FILE_PLACE.1)?;
        id.parse::<FileId>().ok()
    };
    let mut found: Vec<FileId> = Vec::new();
    for id in marks_in(text).iter().filter_map(|mark| id_of(&mark.to)) {
        if found.len() < LINKS_OF_MEMO_MAX && !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

/// The replacement of a link.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Instead {
    Nothing,
    /// A link to a memo.
    Memo(MemoId),
}

/// Returns a text with other things in the places of some of its marks, which are in the order of their places.
pub(crate) fn rewritten(text: &str, changes: &[(Mark, Instead)]) -> String {
    let mut written = String::with_capacity(text.len());
    let mut end = 0;
    for (mark, instead) in changes {
        // An image inside a link is part of it.
        if mark.place.start < end {
            continue;
        }
        written.push_str(&text[end..mark.place.start]);
        end = mark.place.end;
        match instead {
            Instead::Memo(id) => {
                written.push_str(&format!("[{}]({})", escaped(name_of(mark)), place_of(*id)));
            }
            // A line with nothing else is removed with it.
            Instead::Nothing if written.is_empty() || written.ends_with('\n') => {
                let rest = &text[end..];
                end += rest.len() - rest.trim_start_matches([' ', '\r', '\n']).len();
            }
            Instead::Nothing => {}
        }
    }
    written.push_str(&text[end..]);
    written
}

/// Returns the text of a link: its label, otherwise the name of its target.
fn name_of(mark: &Mark) -> &str {
    let last = mark.to.rsplit('/').next().unwrap_or_default();
    if mark.shown.trim().is_empty() { last } else { mark.shown.trim() }
}

/// Escapes the text of a link, so that no character ends it early.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.chars() {
        if matches!(letter, '[' | ']' | '\\' | '`' | '<') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "019aa000-0000-7000-8000-00000000a001";

    fn id() -> MemoId {
        ID.parse().unwrap()
    }

    #[test]
    fn links_and_pictures_are_found_as_markdown_and_as_obsidian_write_them() {
        let text = "See [the *tide* table](tides.md), [[Moon|our moon]], [[Sea]] and\n\n![A boat](a%20b.png \"t\")\n\
                    ![[boat.png]]\n\n`[no](x.md)`\n\n```\n[[No]]\n```\n";
        let found = marks_in(text);
        let seen: Vec<_> = found
            .iter()
            .map(|mark| (mark.to.as_str(), mark.shown.as_str(), mark.is_picture))
            .collect();
        assert_eq!(
            seen,
            [
                ("tides.md", "the tide table", false),
                ("Moon", "our moon", false),
                ("Sea", "Sea", false),
                ("a%20b.png", "A boat", true),
                ("boat.png", "boat.png", true),
            ]
        );
        assert_eq!(&text[found[1].place.clone()], "[[Moon|our moon]]");
        assert_eq!(&text[found[4].place.clone()], "![[boat.png]]");
    }

    // security F: "hostile archives"
    #[test]
    fn pictures_in_pictures_cost_no_more_than_their_text() {
        let linked = marks_in("[See ![a boat](b.png) here](sea.md)");
        let shown: Vec<_> = linked.iter().map(|mark| mark.shown.as_str()).collect();
        assert_eq!(shown, ["See a boat here", "a boat"]);
        let deep = 20_000;
        let text = "![words".repeat(deep) + &"](x)".repeat(deep);
        let marks = marks_in(&text);
        assert_eq!(marks.len(), deep);
        assert!(marks.iter().all(|mark| mark.shown.len() < 300), "each shows little of the others");
    }

    #[test]
    fn a_text_names_the_memos_that_it_leads_to_once() {
        let text = format!(
            "[A](/home/memo/{ID}) [B](/home/memo/{ID}?q=tide#x) [C](/home/memo/none) `/home/memo/{ID}`"
        );
        assert_eq!(memos_in(&text), [id()]);
        assert!(memos_in(&format!("`[A](/home/memo/{ID})`")).is_empty(), "that is code");
        assert!(memos_in(&format!("[A](https://e.org/home/memo/{ID})")).is_empty());
        let many: String = (0..300)
            .map(|n| format!("[x](/home/memo/019aa000-0000-7000-8000-{n:012x}) "))
            .collect();
        assert_eq!(memos_in(&many).len(), LINKS_OF_MEMO_MAX);
    }

    #[test]
    fn a_mark_gives_way_to_a_link_or_to_nothing() {
        let text = "![x](a.png)\n\nSee [[Moon]] and ![[b.png]]\n";
        let marks = marks_in(text);
        let changes: Vec<_> = marks
            .into_iter()
            .map(|mark| match mark.to.as_str() {
                "a.png" => (mark, Instead::Nothing),
                _ => (mark, Instead::Memo(id())),
            })
            .collect();
        let wanted = format!("See [Moon](/home/memo/{ID}) and [b.png](/home/memo/{ID})\n");
        assert_eq!(rewritten(text, &changes), wanted);
        let odd = Mark { shown: "a]b".to_owned(), ..changes[1].0.clone() };
        assert!(rewritten(text, &[(odd, Instead::Memo(id()))]).contains("[a\\]b](/home"));
    }
}
