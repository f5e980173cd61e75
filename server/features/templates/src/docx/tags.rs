//! Placeholders in the texts of a Word file. One may be split over several runs, as Word does when it checks spelling.

use super::dom::{Element, Node};
use crate::definition_rules::is_name;

/// A placeholder, by its place in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placeholder {
    pub start: usize,
    pub end: usize,
    pub tag: Tag,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tag {
    Value(String),
    /// `list.column`
    Column(String, String),
    Open {
        name: String,
        is_inverted: bool,
    },
    Close(String),
}

impl Tag {
    /// Returns the tag as people write it.
    pub fn written(&self) -> String {
        match self {
            Self::Value(name) => format!("{{{{{name}}}}}"),
            Self::Column(list, column) => format!("{{{{{list}.{column}}}}}"),
            Self::Open { name, is_inverted: false } => format!("{{{{#{name}}}}}"),
            Self::Open { name, is_inverted: true } => format!("{{{{^{name}}}}}"),
            Self::Close(name) => format!("{{{{/{name}}}}}"),
        }
    }
}

/// Returns the placeholders in all paragraphs, in their order.
pub(super) fn tags_of(nodes: &[Node]) -> Vec<Tag> {
    let mut tags = Vec::new();
    for element in nodes.iter().filter_map(Node::as_element) {
        if element.name == "w:p" {
            tags.extend(placeholders(&text_of(element)).into_iter().map(|one| one.tag));
        }
        tags.extend(tags_of(&element.children));
    }
    tags
}

/// Returns for each tag the place of the other one of its section; `None`: it has none.
pub(super) fn partners<'a>(tags: impl Iterator<Item = &'a Tag>) -> Vec<Option<usize>> {
    let mut partners = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, tag) in tags.enumerate() {
        partners.push(None);
        match tag {
            Tag::Open { name, .. } => open.push((at, name)),
            Tag::Close(name) => {
                if let Some(&(begin, opened)) = open.last()
                    && opened == name.as_str()
                {
                    open.pop();
                    partners[begin] = Some(at);
                    partners[at] = Some(begin);
                }
            }
            Tag::Value(_) | Tag::Column(..) => {}
        }
    }
    partners
}

/// Returns the text of a paragraph's runs, without that of paragraphs within it.
pub(super) fn text_of(element: &Element) -> String {
    let mut text = String::new();
    collect_text(element, &mut text);
    text
}

fn collect_text(element: &Element, out: &mut String) {
    for inner in element.elements() {
        match inner.name.as_str() {
            "w:t" => out.push_str(&inner.text()),
            name if has_own_text(name) => {}
            _ => collect_text(inner, out),
        }
    }
}

/// Returns true for elements whose texts are not their paragraph's.
pub(super) fn has_own_text(name: &str) -> bool {
    matches!(name, "w:p" | "w:instrText" | "w:delText" | "w:txbxContent")
}

pub(super) fn placeholders(text: &str) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("{{").map(|at| from + at) {
        let Some(end) = text[start..].find("}}").map(|at| start + at + 2) else { break };
        match tag_of(&text[start + 2..end - 2]) {
            Some(tag) => {
                found.push(Placeholder { start, end, tag });
                from = end;
            }
            None => from = start + 1,
        }
    }
    found
}

fn tag_of(inner: &str) -> Option<Tag> {
    let inner = inner.trim();
    let (kind, name) = match inner.split_at_checked(1)? {
        (kind @ ("#" | "^" | "/"), name) => (kind, name.trim()),
        _ => ("", inner),
    };
    let sound = |name: &str| is_name(name).then(|| name.to_owned());
    match (kind, name.split_once('.')) {
        ("#" | "^", None) => Some(Tag::Open { name: sound(name)?, is_inverted: kind == "^" }),
        ("/", None) => Some(Tag::Close(sound(name)?)),
        ("", None) => Some(Tag::Value(sound(name)?)),
        ("", Some((list, column))) => Some(Tag::Column(sound(list)?, sound(column)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_they_are_written() {
        for text in ["{{a}}", "{{a.b}}", "{{#a}}", "{{^a}}", "{{/a}}"] {
            let found = placeholders(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].tag.written(), text);
        }
        for text in ["{{", "{{a b}}", "{{#a.b}}", "{{!a}}", "{{1}}"] {
            assert!(placeholders(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn sections_stand_within_each_other_or_are_none() {
        let partners_in = |text: &str| {
            let found = placeholders(text);
            partners(found.iter().map(|one| &one.tag))
        };
        assert_eq!(
            partners_in("{{#a}}{{x}}{{^b}}{{/b}}{{/a}}"),
            [Some(4), None, Some(3), Some(2), Some(0)]
        );
        assert_eq!(partners_in("{{#a}}{{#b}}{{/a}}{{/b}}"), [None, Some(3), None, Some(1)]);
        assert_eq!(partners_in("{{/a}}{{#a}}"), [None, None]);
    }
}
