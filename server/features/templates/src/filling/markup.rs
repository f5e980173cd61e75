//! Texts with placeholders: `{{name}}`; `{{#name}}…{{/name}}` for each row of a list, or where a field is filled;
//! `{{^name}}…{{/name}}` where it is empty. A tag of a section that stands alone takes its line with it.

use kernel::Problem;

use crate::definition_rules::is_name;
use crate::problems::{PLACEHOLDER_INVALID, SECTION_OPEN};

/// A parsed text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Markup(pub Vec<Node>);

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Text(String),
    Value(String),
    Section { name: String, is_inverted: bool, nodes: Vec<Node> },
}

/// A field that a text refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// The sections that it stands in, some of which may be lists.
    pub within: Vec<String>,
    pub name: String,
}

/// Sections in sections, at most.
const DEPTH_MAX: usize = 8;
/// Characters of a tag that errors show.
const SHOWN_CHARS: usize = 40;

enum Tag<'a> {
    Value(&'a str),
    Open(&'a str, bool),
    Close(&'a str),
}

/// Parses a text with placeholders.
///
/// # Errors
///
/// [`PLACEHOLDER_INVALID`] for braces around anything but a name; [`SECTION_OPEN`].
pub(crate) fn parse(text: &str) -> Result<Markup, Problem> {
    let mut open: Vec<(String, bool, Vec<Node>)> = vec![(String::new(), false, Vec::new())];
    let mut rest = text;
    while let Some(start) = rest.find("{{") {
        let (before, from) = rest.split_at(start);
        let invalid = || PLACEHOLDER_INVALID.with("text", shown(from));
        let end = from.find("}}").ok_or_else(invalid)?;
        let tag = tag_of(&from[2..end]).ok_or_else(invalid)?;
        let mut after = &from[end + 2..];
        let mut before = before;
        let is_section = !matches!(tag, Tag::Value(_));
        if is_section && begins_line(text, rest, before) && ends_line(after) {
            before = before.trim_end_matches([' ', '\t']);
            after = after.trim_start_matches([' ', '\t', '\r']);
            after = after.strip_prefix('\n').unwrap_or(after);
        }
        push_text(&mut open, before);
        match tag {
            Tag::Value(name) => push(&mut open, Node::Value(name.to_owned())),
            Tag::Open(name, is_inverted) => {
                if open.len() > DEPTH_MAX {
                    return Err(invalid());
                }
                open.push((name.to_owned(), is_inverted, Vec::new()));
            }
            Tag::Close(name) => {
                let (opened, is_inverted, nodes) =
                    open.pop().filter(|one| one.0 == name).ok_or_else(invalid)?;
                push(&mut open, Node::Section { name: opened, is_inverted, nodes });
            }
        }
        rest = after;
    }
    push_text(&mut open, rest);
    match (open.pop(), open.is_empty()) {
        (Some((_, _, nodes)), true) => Ok(Markup(nodes)),
        (Some((name, ..)), false) => Err(SECTION_OPEN.with("name", name)),
        (None, _) => Ok(Markup(Vec::new())),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN_CHARS).collect()
}

fn tag_of(inner: &str) -> Option<Tag<'_>> {
    let inner = inner.trim();
    let named = |name: &'static str| inner.strip_prefix(name).map(str::trim);
    let tag = if let Some(name) = named("#") {
        Tag::Open(name, false)
    } else if let Some(name) = named("^") {
        Tag::Open(name, true)
    } else if let Some(name) = named("/") {
        Tag::Close(name)
    } else {
        Tag::Value(inner)
    };
    let (Tag::Value(name) | Tag::Open(name, _) | Tag::Close(name)) = tag;
    is_name(name).then_some(tag)
}

/// Returns true if the text between the tag before and this one begins a line. `rest`: what follows the tag before.
fn begins_line(text: &str, rest: &str, before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let consumed = &text[..text.len() - rest.len()];
    let begins = before.contains('\n') || consumed.is_empty() || consumed.ends_with('\n');
    begins && line.trim_matches([' ', '\t']).is_empty()
}

fn ends_line(after: &str) -> bool {
    let line = after.split('\n').next().unwrap_or_default();
    line.trim_matches([' ', '\t', '\r']).is_empty()
}

fn push_text(open: &mut [(String, bool, Vec<Node>)], text: &str) {
    if !text.is_empty() {
        push(open, Node::Text(text.to_owned()));
    }
}

fn push(open: &mut [(String, bool, Vec<Node>)], node: Node) {
    if let Some((_, _, nodes)) = open.last_mut() {
        nodes.push(node);
    }
}

impl Markup {
    /// Returns all fields that the text refers to, in their order; sections too.
    pub fn names(&self) -> Vec<Name> {
        let mut names = Vec::new();
        collect(&self.0, &mut Vec::new(), &mut names);
        names
    }
}

fn collect(nodes: &[Node], within: &mut Vec<String>, names: &mut Vec<Name>) {
    for node in nodes {
        let (Node::Value(name) | Node::Section { name, .. }) = node else { continue };
        names.push(Name { within: within.clone(), name: name.clone() });
        if let Node::Section { nodes, .. } = node {
            within.push(name.clone());
            collect(nodes, within, names);
            within.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Node {
        Node::Text(text.to_owned())
    }

    fn value(name: &str) -> Node {
        Node::Value(name.to_owned())
    }

    #[test]
    fn a_section_that_stands_alone_takes_its_line_along() {
        let Markup(nodes) = parse("a\n{{#rows}}\n| {{x}} |\n  {{/rows}}  \nb {{ c }}").unwrap();
        let rows = vec![text("| "), value("x"), text(" |\n")];
        let section = Node::Section { name: "rows".to_owned(), is_inverted: false, nodes: rows };
        assert_eq!(nodes, [text("a\n"), section, text("b "), value("c")]);
    }

    #[test]
    fn a_section_within_a_line_leaves_it() {
        let Markup(nodes) = parse("Hi{{^a}} you{{/a}}!").unwrap();
        let section =
            Node::Section { name: "a".to_owned(), is_inverted: true, nodes: vec![text(" you")] };
        assert_eq!(nodes, [text("Hi"), section, text("!")]);
    }

    #[test]
    fn sections_on_lines_that_follow_each_other_leave_no_line() {
        let Markup(nodes) = parse("{{#a}}\nx\n{{/a}}\n{{#b}}\ny\n{{/b}}\n").unwrap();
        assert!(nodes.iter().all(|node| matches!(node, Node::Section { .. })), "{nodes:?}");
    }

    #[test]
    fn braces_around_anything_else_are_refused() {
        for wrong in [
            "{{",
            "{{}}",
            "{{a b}}",
            "{{{a}}}",
            "{{1}}",
            "{{/a}}",
            "{{#a}}{{/b}}",
            "{{#a}}{{#b}}{{/a}}{{/b}}",
        ] {
            assert_eq!(parse(wrong).unwrap_err().kind, PLACEHOLDER_INVALID, "{wrong}");
        }
        assert_eq!(parse("{{#a}} x").unwrap_err().kind, SECTION_OPEN);
        assert!(parse("{ a } {a} }}").is_ok());
        let deep = format!("{}{}", "{{#a}}".repeat(20), "{{/a}}".repeat(20));
        assert!(parse(&deep).is_err());
    }
}
