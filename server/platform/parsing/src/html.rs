//! Conversion of HTML to text, for callers that only need its content: no page is built and nothing in it is loaded.
//! Any text is treated as HTML, as browsers do.

mod entities;
mod head;
mod markdown;
mod page_text;

pub use markdown::markdown_of_html;
pub use page_text::{text_of_html, text_of_xhtml};

pub use entities::decode_entities;
pub use head::{article_of, base_of, main_part, refresh_of};

/// Elements whose content is never displayed.
const UNSEEN: &[&str] = &["script", "style", "noscript", "template", "svg", "iframe", "object"];

/// A piece of HTML. Text is raw, with its entities.
pub enum Piece<'a> {
    Text(&'a str),
    /// An element's name in lower case, and the content of its tag.
    Open(String, &'a str),
    Close(String),
    /// The title of the page.
    Title(&'a str),
}

struct Pieces<'a> {
    rest: &'a str,
    /// Pieces that come before the rest: those of pages in a drawing, and the end of a frame.
    drawn: std::vec::IntoIter<Piece<'a>>,
    /// Number of drawings around the text.
    depth: u8,
    /// True if `/>` ends an element, as in XML.
    is_xml: bool,
    /// Tags in which quotes led to the end of the text.
    endless: u8,
}

/// Maximum number of tags whose end is searched behind quotes that may never close: each search may scan the whole
/// text, which a page could force at every character.
const ENDLESS_MAX: u8 = 16;

/// Returns the text of a piece of HTML, without its tags; lines stay.
pub fn plain_of_html(html: &str) -> String {
    let texts = pieces(html).filter_map(|piece| match piece {
        Piece::Text(text) => Some(decode_entities(text)),
        _ => None,
    });
    texts.collect::<String>().replace(['\u{a0}', '\u{202f}'], " ").trim().to_owned()
}

/// Splits a text, read as HTML, into its pieces. One that says that it is XML is read as XHTML.
pub fn pieces(html: &str) -> impl Iterator<Item = Piece<'_>> {
    let head = html.trim_start_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}');
    pieces_of(html, head.starts_with("<?xml"))
}

/// Splits a text into its pieces; `is_xml`: elements may be closed by their own tag.
fn pieces_of(html: &str, is_xml: bool) -> Pieces<'_> {
    Pieces { rest: html, drawn: Vec::new().into_iter(), depth: 0, is_xml, endless: 0 }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            if let Some(piece) = self.drawn.next() {
                return Some(piece);
            }
            if self.rest.is_empty() {
                return None;
            }
            let text = self.rest.find('<').unwrap_or(self.rest.len());
            if text > 0 {
                return Some(Piece::Text(self.take(text)));
            }
            if let Some(comment) = self.rest.strip_prefix("<!--") {
                self.rest = comment.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            let first = self.rest[1..].chars().next();
            let is_tag =
                first.is_some_and(|ch| ch.is_ascii_alphabetic() || matches!(ch, '/' | '!' | '?'));
            if !is_tag {
                return Some(Piece::Text(self.take(1)));
            }
            self.take(1);
            let tag = self.take_tag();
            match first {
                Some('!' | '?') => {}
                Some('/') => return Some(Piece::Close(name_of(&tag[1..]))),
                _ if self.is_xml && tag.ends_with('/') && is_raw(&name_of(tag)) => {}
                _ => match name_of(tag) {
                    title if title == "title" => {
                        return Some(Piece::Title(self.take_content("title")));
                    }
                    // A drawing may be closed by its own tag in HTML, too.
                    drawing if drawing == "svg" && tag.ends_with('/') => {}
                    unseen if UNSEEN.contains(&unseen.as_str()) => {
                        let content = self.take_content(&unseen);
                        if unseen == "svg" {
                            self.drawn = self.pages_in(content).into_iter();
                        } else if unseen == "iframe" {
                            self.drawn = vec![Piece::Close(unseen.clone())].into_iter();
                            return Some(Piece::Open(unseen, tag));
                        }
                    }
                    name => return Some(Piece::Open(name, tag)),
                },
            }
        }
    }
}

impl<'a> Pieces<'a> {
    /// Returns the pieces of the pages in a drawing (`foreignObject`): they are shown, and so are no shapes and labels here.
    fn pages_in(&self, drawing: &'a str) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        if self.depth >= DRAWINGS_MAX {
            return pieces;
        }
        let mut rest =
            Pieces { rest: drawing, depth: self.depth + 1, ..pieces_of("", self.is_xml) };
        while let Some(at) = find_tag(rest.rest, FOREIGN) {
            rest.rest = &rest.rest[at + 1..];
            if rest.take_tag().ends_with('/') {
                continue;
            }
            let page = rest.take_content(FOREIGN);
            pieces.push(Piece::Open("div".to_owned(), "div"));
            pieces.extend(Pieces { rest: page, depth: rest.depth, ..pieces_of("", self.is_xml) });
            pieces.push(Piece::Close("div".to_owned()));
        }
        pieces
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Takes everything up to the closing tag of `name`, including that tag.
    fn take_content(&mut self, name: &str) -> &'a str {
        let bytes = self.rest.as_bytes();
        let is_end = |at: &usize| {
            let Some((found, after)) = bytes[at + 2..].split_at_checked(name.len()) else {
                return false;
            };
            let is_whole = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
            found.eq_ignore_ascii_case(name.as_bytes()) && after.first().is_none_or(is_whole)
        };
        let end = self.rest.match_indices("</").map(|(at, _)| at).find(is_end);
        let content = self.take(end.unwrap_or(self.rest.len()));
        self.take_tag();
        content
    }

    /// Takes everything up to the `>` that ends a tag, ignoring those in quotes.
    fn take_tag(&mut self) -> &'a str {
        let from = self.rest;
        if self.endless < ENDLESS_MAX {
            let mut quote = None;
            for (at, ch) in from.char_indices() {
                match (quote, ch) {
                    (None, '>') => {
                        self.rest = &from[at + 1..];
                        return &from[..at];
                    }
                    (None, '"' | '\'') => quote = Some(ch),
                    (Some(open), ch) if open == ch => quote = None,
                    _ => {}
                }
            }
            self.endless += 1;
        }
        // A quote that is never closed must not eat the page.
        let (tag, after) = from.split_once('>').unwrap_or((from, ""));
        self.rest = after;
        tag
    }
}

/// Element of a drawing that holds a part of a page.
const FOREIGN: &str = "foreignobject";
/// Most drawings within each other of which the pages in them are read.
const DRAWINGS_MAX: u8 = 3;

/// Returns where the opening tag of an element begins.
fn find_tag(text: &str, name: &str) -> Option<usize> {
    let is_it = |(at, _): &(usize, &str)| {
        let found = text.as_bytes()[at + 1..].split_at_checked(name.len());
        found.is_some_and(|(found, _)| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    text.match_indices('<').find(is_it).map(|(at, _)| at)
}

/// Returns true if the content of an element is not read as HTML.
fn is_raw(name: &str) -> bool {
    name == "title" || UNSEEN.contains(&name)
}

fn name_of(tag: &str) -> String {
    let end = tag.find(|ch: char| !ch.is_ascii_alphanumeric()).unwrap_or(tag.len());
    tag[..end].to_ascii_lowercase()
}

/// Returns the value of an attribute from the content of a tag, the first of that name; empty if it has no value.
pub fn attribute(tag: &str, wanted: &str) -> Option<String> {
    let is_space = |ch: char| ch.is_whitespace() || ch == '/';
    let mut rest = &tag[tag.find(is_space).unwrap_or(tag.len())..];
    loop {
        rest = rest.trim_start_matches(is_space);
        if rest.is_empty() {
            return None;
        }
        // A name may begin with `=`: so it is never empty, and each iteration advances.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end =
            rest[first..].find(|ch| is_space(ch) || ch == '=').map_or(rest.len(), |at| at + first);
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            (value, rest) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    after[1..].split_once(quote).unwrap_or((&after[1..], ""))
                }
                _ => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
        }
        if name.eq_ignore_ascii_case(wanted) {
            return Some(decode_entities(value));
        }
    }
}

/// Returns the value of an attribute; empty if there is none.
pub fn attribute_of(tag: &str, name: &str) -> String {
    attribute(tag, name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_ends_at_its_own_tag() {
        let page = "<script>'</scriptx>' + </ScRiPt >a<style></style/>b<title>A</titles></title>c";
        assert_eq!(plain_of_html(page), "abc");
        assert_eq!(plain_of_html("a<script></script"), "a");
    }

    #[test]
    fn elements_closed_by_their_own_tag_hold_nothing_in_xml() {
        let page =
            "<?xml version='1.0'?><html><head><title/><script src='a.js'/></head><p>seen</p>";
        assert_eq!(plain_of_html(page), "seen");
        assert_eq!(plain_of_html("<script src='a.js'/>code</script>seen"), "seen");
    }

    #[test]
    fn a_page_in_a_drawing_is_read_and_the_drawing_is_not() {
        let page = "a<svg><title>t</title><text>label</text><foreignObject width='9'><p>in it</p></foreignObject>\
            <path/></svg>b<svg class=icon />c";
        assert_eq!(plain_of_html(page), "ain itbc");
        let nested = "<svg><foreignObject>".repeat(50_000);
        assert_eq!(plain_of_html(&nested), "");
    }

    #[test]
    fn a_quote_that_is_never_closed_eats_no_page() {
        assert_eq!(plain_of_html("<a title='x>one</a> two"), "one two");
        assert_eq!(plain_of_html("<a title='x>y'>one</a> two"), "one two");
    }

    #[test]
    fn an_attribute_is_found_by_all_of_its_name() {
        let tag = "a data-href=/no HREF = '/a?x=1&amp;y=2' hidden title";
        assert_eq!(attribute(tag, "href").as_deref(), Some("/a?x=1&y=2"));
        assert_eq!(attribute(tag, "hidden").as_deref(), Some(""));
        assert_eq!((attribute(tag, "a"), attribute_of(tag, "ref")), (None, String::new()));
    }

    #[test]
    fn quotes_that_never_lead_to_an_end_cost_little() {
        let hostile = "<a \">\"".repeat(300_000);
        assert_eq!(pieces(&hostile).count(), 600_000);
    }
}
