//! RSS and Atom, as one tree.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value, json};

/// Most items of one feed that are read.
const ITEMS_MAX: usize = 100;
/// Most steps through one feed.
const STEPS_MAX: usize = 500_000;

/// The items of a feed, `[{title, link, summary, published, author, source}]`; `None` where it is no feed.
/// Entities that a document declares itself are left out.
pub fn items_of_feed(xml: &str) -> Option<Value> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    let mut feed = Feed::default();
    for _ in 0..STEPS_MAX {
        match reader.read_event().ok()? {
            Event::Start(start) => feed.open(&start),
            Event::Empty(start) => {
                feed.open(&start);
                feed.close(&name_of(&start));
            }
            Event::End(end) => feed.close(end.local_name().into_inner()),
            Event::Text(text) => feed.text(&text.xml10_content()),
            Event::CData(text) => feed.text(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let mut one = [0; 4];
                if let Ok(Some(ch)) = reference.resolve_char_ref() {
                    feed.text(ch.encode_utf8(&mut one));
                } else if let Some(text) =
                    quick_xml::escape::resolve_predefined_entity(&reference.into_inner())
                {
                    feed.text(text);
                }
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        if feed.items.len() >= ITEMS_MAX {
            break;
        }
    }
    feed.is_feed.then(|| json!(feed.items))
}

#[derive(Default)]
struct Feed {
    is_feed: bool,
    items: Vec<Value>,
    /// The item that is being read, and the elements that are open in it.
    item: Option<Map<String, Value>>,
    open: Vec<String>,
    text: String,
}

impl Feed {
    fn open(&mut self, start: &BytesStart<'_>) {
        let name = name_of(start);
        match name.as_str() {
            "rss" | "feed" | "RDF" => self.is_feed = true,
            "item" | "entry" if self.is_feed && self.item.is_none() => {
                self.item = Some(Map::new());
                self.open.clear();
                return;
            }
            _ => {}
        }
        let Some(item) = &mut self.item else { return };
        self.text.clear();
        if name == "link"
            && let Some(href) = attribute(start, "href")
            && attribute(start, "rel").is_none_or(|rel| rel == "alternate")
        {
            item.entry("link").or_insert(Value::String(href));
        }
        self.open.push(name);
    }

    fn text(&mut self, text: &str) {
        if self.item.is_some() {
            self.text.push_str(text);
        }
    }

    fn close(&mut self, name: &str) {
        if matches!(name, "item" | "entry") {
            self.items.extend(self.item.take().map(Value::Object));
            return;
        }
        let Some(item) = &mut self.item else { return };
        self.open.pop();
        let within = self.open.last().map(String::as_str);
        let text = std::mem::take(&mut self.text).trim().to_owned();
        let field = match (within, name) {
            (None, "title") => "title",
            (None, "link") => "link",
            (None, "description" | "summary" | "content" | "encoded") => "summary",
            (None, "pubDate" | "published" | "date") => "published",
            (None, "updated") => "updated",
            (None, "creator" | "author") | (Some("author"), "name") => "author",
            (None, "source") => "source",
            _ => return,
        };
        if text.is_empty() {
            return;
        }
        match item.get_mut(field) {
            Some(Value::String(known)) if field == "author" => {
                known.push_str(", ");
                known.push_str(&text);
            }
            Some(_) => {}
            None => {
                item.insert(field.to_owned(), Value::String(text));
            }
        }
    }
}

fn name_of(start: &BytesStart<'_>) -> String {
    start.local_name().into_inner().to_owned()
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found =
        element.attributes().flatten().find(|one| one.key.local_name().into_inner() == name)?;
    quick_xml::escape::unescape(&found.value).ok().map(|value| value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_no_feed() {
        assert_eq!(items_of_feed("<html><body><item>x</item></body></html>"), None);
        assert_eq!(items_of_feed("nothing"), None);
        assert_eq!(items_of_feed("<rss><channel></channel></rss>"), Some(json!([])));
    }

    #[test]
    fn a_bomb_of_entities_stays_small() {
        let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            <rss><channel><item><title>&b;&b;</title><link>https://e.org</link></item></channel></rss>"#;
        let items = items_of_feed(bomb).unwrap();
        assert_eq!(items[0].get("title"), None, "what a document declares is left out");
    }

    #[test]
    fn a_feed_may_have_a_hundred_items_and_no_more() {
        let item = "<item><title>t</title></item>";
        let feed = format!("<rss><channel>{}</channel></rss>", item.repeat(150));
        assert_eq!(items_of_feed(&feed).unwrap().as_array().unwrap().len(), 100);
    }
}
