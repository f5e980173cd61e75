//! The addresses of the web that a text names.

use pulldown_cmark::{Event, Parser, Tag, TagEnd, TextMergeStream};

use crate::resources::list::{LINK_MAX_BYTES, LINKS_PER_MESSAGE_MAX};

/// A link, with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub url: String,
    pub title: Option<String>,
}

impl Link {
    /// Parses a web address; `None` for anything else, which leads into the app or nowhere.
    fn of(url: &str, title: &str) -> Option<Self> {
        let is_web = starts_web(url) && url.len() <= LINK_MAX_BYTES;
        let title = Some(title.trim()).filter(|title| !title.is_empty() && *title != url);
        is_web.then(|| Self { url: url.to_owned(), title: title.map(str::to_owned) })
    }
}

/// Returns the addresses in a Markdown text, in their order: of links, of pictures, and bare ones; none of code.
pub(crate) fn links_in(markdown: &str) -> Vec<Link> {
    let mut links = Vec::new();
    // Open links, the innermost last: the address, and the text so far.
    let mut open: Vec<(String, String)> = Vec::new();
    let mut in_code = false;
    for event in TextMergeStream::new(Parser::new(markdown)) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                open.push((dest_url.into_string(), String::new()));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some((url, title)) = open.pop() {
                    links.extend(Link::of(&url, &title));
                }
            }
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if !in_code => match open.last_mut() {
                Some((_, title)) => title.push_str(&text),
                None => links.extend(bare_links(&text)),
            },
            Event::Code(code) => {
                if let Some((_, title)) = open.last_mut() {
                    title.push_str(&code);
                }
            }
            _ => {}
        }
        if links.len() >= LINKS_PER_MESSAGE_MAX {
            links.truncate(LINKS_PER_MESSAGE_MAX);
            break;
        }
    }
    links
}

/// Finds the addresses in plain text.
fn bare_links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("http") {
        let begins_a_word = !rest[..at].ends_with(|ch: char| ch.is_alphanumeric());
        let from = &rest[at..];
        if !begins_a_word || !starts_web(from) {
            rest = &from["http".len()..];
            continue;
        }
        let end = from.find(ends_address).unwrap_or(from.len());
        let url = without_tail(&from[..end]);
        links.extend(Link::of(url, ""));
        rest = &from[end..];
    }
    links
}

/// Returns true if `text` starts with a web address that has something after its slashes.
fn starts_web(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| host.starts_with(|ch: char| ch.is_alphanumeric() || ch == '['))
}

fn ends_address(ch: char) -> bool {
    ch.is_whitespace() || ch.is_control() || "<>\"`|\\^{}。，、；：！？）】」』《》،؛؟".contains(ch)
}

/// Strips trailing punctuation that belongs to the sentence around a URL.
fn without_tail(mut url: &str) -> &str {
    loop {
        let shorter = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
        let shorter = match shorter.strip_suffix(')') {
            Some(cut) if shorter.matches(')').count() > shorter.matches('(').count() => cut,
            _ => shorter.strip_suffix(']').unwrap_or(shorter),
        };
        if shorter.len() == url.len() {
            return url;
        }
        url = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(url: &str, title: &str) -> Link {
        let title = (!title.is_empty()).then(|| title.to_owned());
        Link { url: url.to_owned(), title }
    }

    #[test]
    fn links_pictures_and_bare_addresses_are_found_in_their_order() {
        let text = "See [the **book**](https://a.example/b), <https://b.example>, ![a map](http://c.example/m.png)\n\
                    and https://d.example/x_y_z?q=1#top. Or (https://e.example/Tea_(drink)).";
        assert_eq!(
            links_in(text),
            [
                link("https://a.example/b", "the book"),
                link("https://b.example", ""),
                link("http://c.example/m.png", "a map"),
                link("https://d.example/x_y_z?q=1#top", ""),
                link("https://e.example/Tea_(drink)", ""),
            ]
        );
    }

    #[test]
    fn an_address_ends_where_a_sentence_of_any_script_goes_on() {
        assert_eq!(links_in("请看 https://a.example/茶。然后"), [link("https://a.example/茶", "")]);
        assert_eq!(links_in("انظر https://a.example/x، ثم"), [link("https://a.example/x", "")]);
    }

    #[test]
    fn code_and_other_schemes_are_no_links() {
        let text = "`https://a.example`\n\n```\nhttps://b.example\n```\n[x](javascript:alert(1)) [y](/home) \
                    [z](mailto:a@b.example) ![d](data:image/png;base64,AA) xhttps://c.example https:// http";
        assert_eq!(links_in(text), []);
    }

    #[test]
    fn a_message_gives_a_hundred_links_and_none_that_is_endless() {
        let many: String = (0..150).map(|at| format!("https://a.example/{at} ")).collect();
        assert_eq!(links_in(&many).len(), 100);
        assert_eq!(links_in(&format!("https://a.example/{}", "x".repeat(2_048))), []);
    }
}
