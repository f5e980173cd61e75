use parsing::{attribute, plain_of_html};

use super::{Held, is_page, link, some_tags};
use crate::rules::IMPORT_MAX_MEMOS;

/// Deepest folder whose name is a tag.
const FOLDERS_MAX: usize = 50;

/// Returns the links of a page of bookmarks: Netscape's format, which browsers and Pinboard write, and Pocket's. The
/// folder that a link is in is one of its tags.
pub(super) fn read_bookmarks(page: &str) -> Held {
    let mut held = Held::default();
    let mut folders: Vec<Option<String>> = Vec::new();
    let mut named = None;
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some((tag, after)) = rest.split_once('>') else { break };
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "h3" => named = words_of(after, "</h3"),
            "dl" if folders.len() < FOLDERS_MAX => folders.push(named.take()),
            "/dl" => {
                folders.pop();
            }
            "a" if held.memos.len() <= IMPORT_MAX_MEMOS => {
                let title = words_of(after, "</a").unwrap_or_default();
                match attribute(tag, "href") {
                    Some(url) if is_page(&url) => {
                        let folder = folders.iter().rev().flatten().next().or(named.as_ref());
                        let tags = attribute(tag, "tags").unwrap_or_default();
                        let tags = some_tags(tags.split(',').chain(folder.map(String::as_str)));
                        let time =
                            attribute(tag, "add_date").or_else(|| attribute(tag, "time_added"));
                        held.memos.push(link(url, title, String::new(), tags, time.as_deref()));
                    }
                    _ => held.left_out += 1,
                }
            }
            "dd" => {
                let words = after.split('<').next().unwrap_or_default();
                if let Some(last) = held.memos.last_mut().filter(|last| last.texts.body.is_empty())
                {
                    // Some write a description as HTML that is escaped once more.
                    last.texts.body = plain_of_html(&plain_of_html(words));
                }
            }
            _ => {}
        }
        rest = after;
    }
    held
}

/// Returns the words of a link or a folder, up to its closing tag: as far as they may be long, so that a page is read
/// once and not again for each link.
fn words_of(text: &str, close: &str) -> Option<String> {
    let near = &text[..text.floor_char_boundary(WORDS_MAX_BYTES)];
    let end = near.to_ascii_lowercase().find(close)?;
    Some(plain_of_html(&near[..end]))
}

const WORDS_MAX_BYTES: usize = 2_000;
