//! RSS and Atom, as one tree.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value, json};
use url::Url;

/// Maximum number of items read from one feed.
const ITEMS_MAX: usize = 100;
/// Maximum number of parser steps for one feed.
const STEPS_MAX: usize = 500_000;

/// Maximum nesting depth of elements in an item; deeper ones are ignored.
const DEPTH_MAX: usize = 64;
/// Longest name of a feed.
const TITLE_MAX_CHARS: usize = 300;

/// The content of a feed.
#[derive(Debug, PartialEq)]
pub struct FeedRead {
    pub title: Option<String>,
    /// `[{title, link, summary, published, updated, author, source}]`.
    pub items: Value,
}

impl FeedRead {
    /// Resolves the links of items, which are relative to the address of the feed.
    pub fn resolve(&mut self, base: &Url) {
        for item in self.items.as_array_mut().into_iter().flatten() {
            let link =
                item.get("link").and_then(Value::as_str).and_then(|link| base.join(link).ok());
            if let Some(link) = link {
                item["link"] = Value::String(link.into());
            }
        }
    }
}

/// Reads a feed; `None` where it is none. Entities that a document declares itself are left out, and nothing that it
/// refers to is fetched.
pub fn read_feed(xml: &str) -> Option<FeedRead> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    // "Salt & pepper": many feeds are written by hand or by templates.
    reader.config_mut().allow_dangling_amp = true;
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
                } else {
                    // Names of HTML, which many feeds use without declaring them. Unknown ones are left out.
                    let entity = format!("&{};", reference.into_inner());
                    let text = parsing::decode_entities(&entity);
                    feed.text(if text == entity { "" } else { &text });
                }
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        if feed.items.len() >= ITEMS_MAX {
            break;
        }
    }
    let title = feed.title.map(|title| title.chars().take(TITLE_MAX_CHARS).collect());
    feed.is_feed.then(|| FeedRead { title, items: json!(feed.items) })
}

#[derive(Default)]
struct Feed {
    is_feed: bool,
    title: Option<String>,
    in_title: bool,
    items: Vec<Value>,
    /// The item that is being read, and the elements that are open in it.
    item: Option<Map<String, Value>>,
    open: Vec<String>,
    /// Number of elements nested too deep to be read.
    too_deep: usize,
    text: String,
    /// False if the identifier that is being read is no address.
    is_permalink: bool,
}

impl Feed {
    fn open(&mut self, start: &BytesStart<'_>) {
        let name = name_of(start);
        match name.as_str() {
            "rss" | "feed" | "RDF" => self.is_feed = true,
            "item" | "entry" if self.is_feed && self.item.is_none() => {
                self.item = Some(Map::new());
                self.open.clear();
                self.too_deep = 0;
                return;
            }
            _ => {}
        }
        let Some(item) = &mut self.item else {
            self.in_title = self.is_feed && name == "title" && self.title.is_none();
            self.text.clear();
            return;
        };
        self.text.clear();
        if self.open.len() == DEPTH_MAX {
            self.too_deep += 1;
            return;
        }
        if name == "link"
            && let Some(href) = attribute(start, "href")
            && attribute(start, "rel").is_none_or(|rel| rel == "alternate")
        {
            item.entry("link").or_insert(Value::String(href));
        }
        self.is_permalink = attribute(start, "isPermaLink").is_none_or(|value| value != "false");
        self.open.push(name);
    }

    fn text(&mut self, text: &str) {
        if self.item.is_some() || self.in_title {
            self.text.push_str(text);
        }
    }

    fn close(&mut self, name: &str) {
        if matches!(name, "item" | "entry") {
            self.items.extend(self.item.take().map(Value::Object));
            return;
        }
        let Some(item) = &mut self.item else {
            if self.in_title && name == "title" {
                self.in_title = false;
                let title = std::mem::take(&mut self.text).trim().to_owned();
                self.title = Some(title).filter(|title| !title.is_empty());
            }
            return;
        };
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        self.open.pop();
        let within = self.open.last().map(String::as_str);
        let text = std::mem::take(&mut self.text).trim().to_owned();
        let field = match (within, name) {
            (None, "title") => "title",
            (None, "link" | "guid") => "link",
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
        // An identifier stands in for a link that is missing.
        if name == "guid" && !(self.is_permalink && text.starts_with("http")) {
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

    fn items(xml: &str) -> Option<Value> {
        read_feed(xml).map(|feed| feed.items)
    }

    #[test]
    fn a_page_is_no_feed() {
        assert_eq!(items("<html><body><item>x</item></body></html>"), None);
        assert_eq!(items("nothing"), None);
        assert_eq!(items("<rss><channel></channel></rss>"), Some(json!([])));
    }

    #[test]
    fn names_of_html_relative_links_and_identifiers_are_read() {
        let rss = "<rss><channel><item><title>Tides&nbsp;today &eacute; &mdash; &unknown;x</title>
            <guid isPermaLink=\"true\">http://e.org/a</guid></item><item><guid>7</guid><link>/b</link></item>
            <item><guid isPermaLink=\"false\">http://e.org/no</guid></item></channel></rss>";
        let mut feed = read_feed(rss).unwrap();
        feed.resolve(&Url::parse("http://e.org/feed/").unwrap());
        assert_eq!(
            feed.items,
            json!([{ "title": "Tides\u{a0}today é — x", "link": "http://e.org/a" }, { "link": "http://e.org/b" }, {}])
        );
    }

    #[test]
    fn a_feed_has_a_name_and_its_items_have_theirs() {
        let rss = "<rss><channel><title>The <![CDATA[Coast & sea]]></title><image><title>Logo</title></image>
            <item><title>Tides</title></item></channel></rss>";
        let feed = read_feed(rss).unwrap();
        assert_eq!(feed.title.as_deref(), Some("The Coast & sea"));
        assert_eq!(feed.items, json!([{ "title": "Tides" }]));
        let atom = "<feed><entry><title>One</title></entry><title>Late</title></feed>";
        assert_eq!(read_feed(atom).unwrap().title.as_deref(), Some("Late"));
    }

    #[test]
    fn a_feed_with_small_faults_is_read() {
        for (xml, title) in [
            (
                "<rss><channel><item><title>Salt & pepper</title></item></channel></rss>",
                "Salt & pepper",
            ),
            ("<rss><channel><item><title>Q&A</title></item></channel></rss>", "Q&A"),
            ("\n <?xml version=\"1.0\"?><rss><item><title>Early</title></item></rss>", "Early"),
            ("<rss><item><link>x</lnk><title>Wrong end</title></item></rss>", "Wrong end"),
            ("<rss><channel><item><title>One</title></item><item><title>Cut off", "One"),
        ] {
            assert_eq!(items(xml).unwrap()[0]["title"], title, "{xml}");
        }
    }

    #[test]
    fn a_bomb_of_entities_stays_small() {
        let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            <rss><channel><item><title>&b;&b;</title><link>https://e.org</link></item></channel></rss>"#;
        let items = items(bomb).unwrap();
        assert_eq!(items[0].get("title"), None, "what a document declares is left out");
    }

    #[test]
    fn a_thousand_million_laughs_are_none() {
        let mut declared = String::from("<!ENTITY lol0 \"lol\">");
        for level in 1..=9 {
            let last = format!("&lol{};", level - 1).repeat(10);
            declared.push_str(&format!("<!ENTITY lol{level} \"{last}\">"));
        }
        let bomb = format!(
            "<!DOCTYPE rss [{declared}]><rss><channel><title>&lol9;</title>
             <item><title>x&lol9;</title><link>https://e.org</link></item></channel></rss>"
        );
        let feed = read_feed(&bomb).unwrap();
        assert_eq!((feed.title, &feed.items[0]["title"]), (None, &json!("x")));
    }

    #[test]
    fn nothing_outside_is_read_for_a_feed() {
        for declared in [
            r#"<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#,
            r#"<!DOCTYPE rss [<!ENTITY x SYSTEM "http://127.0.0.1/">]>"#,
            r#"<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1/d.dtd"> %p;]>"#,
            r#"<!DOCTYPE rss SYSTEM "http://127.0.0.1/d.dtd">"#,
        ] {
            let xml = format!(
                "{declared}<rss><channel><item><title>a&x;b</title></item></channel></rss>"
            );
            assert_eq!(items(&xml), Some(json!([{ "title": "ab" }])), "{declared}");
        }
    }

    #[test]
    fn elements_without_end_cost_little() {
        let deep = format!("<rss><item><title>t</title>{}", "<a>".repeat(300_000));
        assert_eq!(items(&deep), Some(json!([])), "an item that never ends is none");
        let closed = format!(
            "<rss><item>{}<title>deep</title>{}<title>t</title></item></rss>",
            "<a>".repeat(1_000),
            "</a>".repeat(1_000)
        );
        assert_eq!(items(&closed), Some(json!([{ "title": "t" }])));
    }

    #[test]
    fn a_feed_may_have_a_hundred_items_and_no_more() {
        let item = "<item><title>t</title></item>";
        let feed = format!("<rss><channel>{}</channel></rss>", item.repeat(150));
        assert_eq!(items(&feed).unwrap().as_array().unwrap().len(), 100);
    }
}
