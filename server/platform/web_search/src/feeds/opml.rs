//! Lists of feeds, as programs that read feeds give them (OPML).

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Maximum number of parser steps for one list.
const STEPS_MAX: usize = 100_000;

/// A feed in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub url: String,
    pub title: Option<String>,
}

/// Returns the feeds of a list, at most `limit`; `None` where it is none. Entities that it declares itself are left
/// out, and nothing that it refers to is fetched.
pub fn read_opml(xml: &str, limit: usize) -> Option<Vec<Listed>> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    let mut is_opml = false;
    let mut listed: Vec<Listed> = Vec::new();
    for _ in 0..STEPS_MAX {
        match reader.read_event().ok()? {
            Event::Start(start) | Event::Empty(start) => {
                match start.local_name().into_inner().to_ascii_lowercase().as_str() {
                    "opml" => is_opml = true,
                    "outline" if is_opml => listed.extend(feed_of(&start)),
                    _ => {}
                }
            }
            Event::Eof => break,
            _ => {}
        }
        if listed.len() >= limit {
            break;
        }
    }
    is_opml.then_some(listed)
}

fn feed_of(outline: &BytesStart<'_>) -> Option<Listed> {
    let url = attribute(outline, "xmlUrl")?;
    let title = attribute(outline, "title").or_else(|| attribute(outline, "text"));
    Some(Listed { url, title })
}

/// Returns an attribute, ignoring the case of its name: programs do not agree.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element
        .attributes()
        .flatten()
        .find(|one| one.key.local_name().into_inner().eq_ignore_ascii_case(name))?;
    let value = quick_xml::escape::unescape(&found.value).ok()?.trim().to_owned();
    Some(value).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_are_found_in_all_folders_of_a_list() {
        let list = read_opml(
            r#"<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
            <outline text="Sea"><outline type="rss" text="Coast" title="The Coast" xmlUrl="https://c.org/rss?a=1&amp;b=2"/>
            <outline text="Empty" xmlUrl=" "/></outline>
            <OUTLINE TEXT="Old" XMLURL="https://o.org/atom"/></body></opml>"#,
            10,
        );
        let feed = |url: &str, title: &str| Listed { url: url.into(), title: Some(title.into()) };
        let expected =
            [feed("https://c.org/rss?a=1&b=2", "The Coast"), feed("https://o.org/atom", "Old")];
        assert_eq!(list.unwrap(), expected);
    }

    #[test]
    fn what_is_no_list_is_none() {
        for text in
            ["", "x", "<html><outline xmlUrl='https://e.org'/></html>", "<opml><outline", "{}"]
        {
            assert_eq!(read_opml(text, 10), None, "{text}");
        }
    }

    #[test]
    fn a_hostile_list_costs_little_and_fetches_nothing() {
        let many = "<outline xmlUrl='https://e.org/1'/>".repeat(5_000);
        assert_eq!(read_opml(&format!("<opml>{many}</opml>"), 30).unwrap().len(), 30);
        let bomb = r#"<!DOCTYPE opml [<!ENTITY a "https://e.org"><!ENTITY b SYSTEM "file:///etc/passwd">]>
            <opml><outline xmlUrl="&a;"/><outline xmlUrl="&b;"/></opml>"#;
        assert_eq!(read_opml(bomb, 10), Some(Vec::new()), "what it declares is no address");
        let deep = format!("<opml>{}", "<outline>".repeat(50_000));
        assert_eq!(read_opml(&deep, 10), Some(Vec::new()));
    }
}
