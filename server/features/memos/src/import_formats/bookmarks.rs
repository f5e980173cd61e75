use super::{Held, is_page, link, some_tags};
use crate::rules::IMPORT_MAX_MEMOS;

/// Returns the links of a page of bookmarks: Netscape's format, which browsers write, and Pocket's.
pub(super) fn read_bookmarks(page: &str) -> Held {
    let mut held = Held::default();
    let mut folder = None;
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some((tag, after)) = rest.split_once('>') else { break };
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        match name.to_ascii_lowercase().as_str() {
            "h3" => folder = words_of(after),
            "/dl" => folder = None,
            "a" if held.memos.len() <= IMPORT_MAX_MEMOS => {
                let title = words_of(after).unwrap_or_default();
                match attribute(attributes, "href") {
                    Some(url) if is_page(&url) => {
                        let tags = attribute(attributes, "tags").unwrap_or_default();
                        let seconds = attribute(attributes, "add_date")
                            .or_else(|| attribute(attributes, "time_added"));
                        let tags = some_tags(tags.split(',').chain(folder.as_deref()));
                        held.memos.push(link(url, title, String::new(), tags, seconds.as_deref()));
                    }
                    _ => held.left_out += 1,
                }
            }
            "dd" => {
                let words = after.split('<').next().unwrap_or_default();
                if let Some(last) = held.memos.last_mut().filter(|last| last.texts.body.is_empty())
                {
                    last.texts.body = plain(words);
                }
            }
            _ => {}
        }
        rest = after;
    }
    held
}

/// Returns the words of a link or a folder: as far as they may be long, so that a page is read once and not again for
/// each link.
fn words_of(text: &str) -> Option<String> {
    let near = &text[..text.floor_char_boundary(WORDS_MAX_BYTES)];
    near.split_once("</").map(|(before, _)| plain(before))
}

const WORDS_MAX_BYTES: usize = 2_000;

/// Returns a value among a tag's, with or without quotation marks.
fn attribute(attributes: &str, wanted: &str) -> Option<String> {
    let mut rest = attributes.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, behind) = match after.chars().next() {
            Some(sign @ ('"' | '\'')) => after[1..].split_once(sign).unwrap_or((&after[1..], "")),
            _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        let name = name.split_whitespace().last().unwrap_or_default();
        if name.eq_ignore_ascii_case(wanted) {
            return Some(plain(value));
        }
        rest = behind.trim_start();
    }
    None
}

/// Decodes the escapes in the text of a page.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let near = &after[..after.floor_char_boundary(9)];
        let escape = near.split_once(';').and_then(|(name, _)| Some((letter_of(name)?, name)));
        match escape {
            Some((letter, name)) => {
                plain.push(letter);
                rest = &after[name.len() + 1..];
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain.trim().to_owned()
}

fn letter_of(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        name => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}
