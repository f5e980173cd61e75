//! Extraction of a list of results from a page, by selectors. The page is untrusted: nothing in it is loaded or run,
//! and however it is built, reading it takes one pass per location.

use kernel::collapse_whitespace;
use parsing::{Piece, attribute, decode_entities, pieces};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::Url;

use crate::selector::{Selector, Step};

/// Maximum number of results read from one page.
const ITEMS_MAX: usize = 100;
/// Maximum number of elements and texts of a page that are visited.
const NODES_MAX: usize = 200_000;
/// Maximum nesting depth of elements; deeper ones belong to the one at this depth.
const DEPTH_MAX: usize = 200;
/// Elements that hold nothing.
const EMPTY: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];
/// Elements that are parts of a line.
const IN_LINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "i", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "u", "wbr",
];
/// Elements that are closed by the next one of their kind.
const ENDED_BY_NEXT: &[&str] = &["li", "p", "dt", "dd", "tr", "td", "th", "option"];

/// The locations of results in a page, and of their fields in each: a selector, or `selector@attribute`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PagePlaces {
    pub item: String,
    pub title: String,
    pub link: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub published: String,
}

/// A place within a result.
struct Place {
    /// The selector; `None`: the result itself.
    selector: Option<Selector>,
    attribute: Option<String>,
}

impl PagePlaces {
    /// Returns the first place that is none, by its name.
    pub fn wrong(&self) -> Option<&'static str> {
        if Selector::parse(&self.item).is_none() {
            return Some("items");
        }
        let places = [
            ("title", &self.title, true),
            ("link", &self.link, true),
            ("snippet", &self.summary, false),
            ("date", &self.published, false),
        ];
        let is_wrong = |text: &str, is_needed: bool| match text.trim() {
            "" => is_needed,
            text => Place::parse(text).is_none(),
        };
        places.into_iter().find(|(_, text, needed)| is_wrong(text, *needed)).map(|(name, ..)| name)
    }
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        let (selector, attribute) = match text.trim().rsplit_once('@') {
            None => (text, None),
            Some((selector, name)) => (selector, Some(name.trim().to_ascii_lowercase())),
        };
        let is_name = |name: &String| {
            !name.is_empty() && name.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '-')
        };
        if attribute.as_ref().is_some_and(|name| !is_name(name)) {
            return None;
        }
        match selector.trim() {
            "" if attribute.is_some() => Some(Self { selector: None, attribute }),
            selector => Some(Self { selector: Some(Selector::parse(selector)?), attribute }),
        }
    }
}

/// Returns the results of a page, `[{title, link, summary, published}]`; links are resolved against the page's address.
/// `None` if a location is invalid.
pub fn items_of_page(html: &str, places: &PagePlaces, page: &Url) -> Option<Value> {
    let selector = Selector::parse(&places.item)?;
    let tree = Tree::read(html);
    // The parameters that the page was requested with are private, and must not be in any link.
    let mut base = page.clone();
    base.set_query(None);
    base.set_fragment(None);
    let place = |text: &str| match text.trim() {
        "" => Some(None),
        text => Place::parse(text).map(Some),
    };
    let title = place(&places.title)?;
    let link = place(&places.link)?;
    let summary = place(&places.summary)?;
    let published = place(&places.published)?;
    let items = tree.find(0, &selector, ITEMS_MAX).into_iter().map(|item| {
        let mut found = Map::new();
        let mut put = |name: &str, text: Option<String>| {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                found.insert(name.to_owned(), Value::String(text));
            }
        };
        put("title", title.as_ref().and_then(|place| tree.say(item, place, None)));
        let href = link.as_ref().and_then(|place| tree.say(item, place, Some("href")));
        put("link", href.and_then(|href| base.join(&href).ok()).map(String::from));
        put("summary", summary.as_ref().and_then(|place| tree.say(item, place, None)));
        put("published", published.as_ref().and_then(|place| tree.say(item, place, None)));
        Value::Object(found)
    });
    Some(json!(items.collect::<Vec<_>>()))
}

/// A page's elements and texts in document order. The content of an element follows it, up to its end.
struct Tree<'a> {
    nodes: Vec<Node<'a>>,
}

struct Node<'a> {
    parent: usize,
    /// Index after its last descendant.
    end: usize,
    what: What<'a>,
}

enum What<'a> {
    Element { name: String, tag: &'a str },
    Text(&'a str),
}

impl<'a> Tree<'a> {
    /// Parses any text as HTML. The first node is the page.
    fn read(html: &'a str) -> Self {
        let page = What::Element { name: String::new(), tag: "" };
        let mut nodes = vec![Node { parent: 0, end: 0, what: page }];
        let mut open = vec![0_usize];
        for piece in pieces(html) {
            if nodes.len() >= NODES_MAX {
                break;
            }
            let within = *open.last().expect("the page stays open");
            let next = nodes.len();
            match piece {
                Piece::Text(text) => {
                    nodes.push(Node { parent: within, end: next + 1, what: What::Text(text) });
                }
                Piece::Title(_) => {}
                Piece::Open(name, tag) => {
                    let is_next = ENDED_BY_NEXT.contains(&name.as_str())
                        && open.len() > 1
                        && nodes[within].is_called(&name);
                    if is_next {
                        open.pop();
                        nodes[within].end = next;
                    }
                    let parent = *open.last().expect("the page stays open");
                    let is_empty = EMPTY.contains(&name.as_str());
                    nodes.push(Node { parent, end: next + 1, what: What::Element { name, tag } });
                    if !is_empty && open.len() < DEPTH_MAX {
                        open.push(next);
                    }
                }
                Piece::Close(name) => {
                    let at = open.iter().rposition(|at| *at > 0 && nodes[*at].is_called(&name));
                    for ended in at.map(|at| open.split_off(at)).unwrap_or_default() {
                        nodes[ended].end = next;
                    }
                }
            }
        }
        let end = nodes.len();
        for left in open {
            nodes[left].end = end;
        }
        Self { nodes }
    }

    /// Returns the first elements within `root` to which a selector leads, none of them in another.
    fn find(&self, root: usize, selector: &Selector, limit: usize) -> Vec<usize> {
        let mut found = Vec::new();
        // For each way and each node: which of its first steps end there, and which end there or above.
        let width = self.nodes[root].end - root;
        let mut here = vec![0_u32; width * selector.0.len()];
        let mut above = here.clone();
        let mut skip_to = 0;
        for at in root + 1..self.nodes[root].end {
            let What::Element { name, tag } = &self.nodes[at].what else { continue };
            let parent = self.nodes[at].parent;
            let mut is_found = false;
            for (way, steps) in selector.0.iter().enumerate() {
                let (own, up) = (way * width + at - root, way * width + parent - root);
                let reached = above[up] | here[up];
                for (step, bit) in steps.iter().zip(0_u32..) {
                    let before = if step.directly { here[up] } else { reached };
                    let is_on_way = bit == 0 || before & (1 << (bit - 1)) != 0;
                    if is_on_way && is_met(step, name, tag) {
                        here[own] |= 1 << bit;
                    }
                }
                above[own] = reached;
                is_found |= here[own] & (1 << (steps.len() - 1)) != 0;
            }
            if is_found && at >= skip_to {
                found.push(at);
                skip_to = self.nodes[at].end;
                if found.len() == limit {
                    break;
                }
            }
        }
        found
    }

    /// Returns the text at a location in a result.
    fn say(&self, item: usize, place: &Place, usual: Option<&str>) -> Option<String> {
        let at = match &place.selector {
            None => item,
            Some(selector) => *self.find(item, selector, 1).first()?,
        };
        match (place.attribute.as_deref().or(usual), &self.nodes[at].what) {
            (Some(name), What::Element { tag, .. }) => attribute(tag, name),
            _ => Some(self.text(at)),
        }
    }

    /// Returns the text of an element on one line. Block elements are separated from the words beside them.
    fn text(&self, at: usize) -> String {
        let mut all = String::new();
        let mut ends: Vec<usize> = Vec::new();
        for (place, node) in self.nodes[at..self.nodes[at].end].iter().enumerate() {
            while ends.last().is_some_and(|end| *end <= at + place) {
                ends.pop();
                all.push(' ');
            }
            match &node.what {
                What::Text(text) => all.push_str(&decode_entities(text)),
                What::Element { name, .. } if !IN_LINE.contains(&name.as_str()) => {
                    all.push(' ');
                    ends.push(node.end);
                }
                What::Element { .. } => {}
            }
        }
        collapse_whitespace(&all)
    }
}

impl Node<'_> {
    fn is_called(&self, wanted: &str) -> bool {
        matches!(&self.what, What::Element { name, .. } if name == wanted)
    }
}

fn is_met(step: &Step, name: &str, tag: &str) -> bool {
    step.tag.as_deref().is_none_or(|wanted| wanted == name)
        && step.wishes.iter().all(|wish| wish.is_met(attribute(tag, &wish.name).as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(item: &str, title: &str, link: &str) -> PagePlaces {
        let [item, title, link] = [item, title, link].map(str::to_owned);
        PagePlaces { item, title, link, summary: "p".into(), published: "time@datetime".into() }
    }

    fn items(html: &str, places: &PagePlaces) -> Value {
        let page = Url::parse("https://e.org/find?q=tides&key=secret#top").unwrap();
        items_of_page(html, places, &page).unwrap()
    }

    #[test]
    fn results_are_read_by_their_places() {
        let html = r#"<!doctype html><title>No result</title><script>"<li class=r>"</script>
            <ol id=list><li class="r first"><h3><a data-href="/no" href="/a?x=1&amp;y=2">Tides &amp; <b>moon</b>s</a></h3>
            <p>Twice a<br>day</p><time datetime=2026-05-01>May</time>
            <li class=r><h3><a href='https://o.org/b'>Second</a></h3></ol><li class=r>elsewhere</li>"#;
        assert_eq!(
            items(html, &places("ol#list > li.r", "h3", "h3 a")),
            json!([
                { "title": "Tides & moons", "link": "https://e.org/a?x=1&y=2", "summary": "Twice a day",
                  "published": "2026-05-01" },
                { "title": "Second", "link": "https://o.org/b" },
            ])
        );
    }

    #[test]
    fn a_result_may_be_the_link_itself() {
        let html = "<a class=hit href=b>One</a><a class=hit href=#>Two</a>";
        let mut own = places("a.hit", "@title", "@href");
        assert_eq!(items(html, &own)[0], json!({ "link": "https://e.org/b" }));
        own.title = "b, i".into();
        let html = "<div class=x><div class=x><i>In</i><a href=/c></a></div></div>";
        assert_eq!(
            items(html, &PagePlaces { item: "div.x".into(), link: "a".into(), ..own }),
            json!([{ "title": "In", "link": "https://e.org/c" }]),
            "one in another is one"
        );
    }

    // The key that a page was asked with must not come back in a link.
    #[test]
    fn no_link_says_what_the_page_was_asked_with() {
        let own = places("a", "@title", "@href");
        for link in ["", "#x", "?page=2", "y"] {
            let found = items(&format!("<a href='{link}'>x</a>"), &own).to_string();
            assert!(!found.contains("secret"), "{found}");
        }
    }

    #[test]
    fn a_page_that_is_made_to_cost_costs_little() {
        let deep = "<div class=a>".repeat(100_000);
        let own = places(".a .a .a .a .a .a .a .a", ".a .a .a", "a");
        assert_eq!(items(&deep, &own).as_array().unwrap().len(), 1);
        let wide = "<a class=a title=x href=y>x</a>".repeat(50_000);
        assert_eq!(items(&wide, &places("a", "@title", "@href")).as_array().unwrap().len(), 100);
        let tag = format!("<a {}>", "b=c ".repeat(500_000));
        assert_eq!(items(&tag, &places("a", "@title", "@href")), json!([{}]));
        for broken in
            ["<", "<a", "<a href", "<a href=", "<a href='", "</", "<a =>x</a>", "<a / = / =>"]
        {
            items(broken, &places("a", "@title", "@href"));
        }
    }

    #[test]
    fn places_that_are_none_are_named() {
        let of = |item, title, link| places(item, title, link).wrong();
        assert_eq!(of("li", "h3", "a"), None);
        assert_eq!(of("li:hover", "h3", "a"), Some("items"));
        assert_eq!(of("li", "", "a"), Some("title"));
        assert_eq!(of("li", "h3", "a@"), Some("link"));
        assert_eq!(
            PagePlaces { published: "x(y)".into(), ..places("li", "h3", "a") }.wrong(),
            Some("date")
        );
    }
}
