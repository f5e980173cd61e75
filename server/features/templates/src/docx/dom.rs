//! One part of a Word file as a tree that is written back as it was read.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::worker::WordError;

/// A node of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Element(Element),
    /// Text, unescaped.
    Text(String),
    /// Everything else, as it stands in the file.
    Raw(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Element {
    /// With its prefix: `w:p`.
    pub name: String,
    /// The attributes as they stand in the file, with a space before them.
    pub attributes: String,
    pub children: Vec<Node>,
}

/// Nodes of a part, at most.
const NODES_MAX: usize = 2_000_000;
/// Elements in elements, at most: each takes stack in what walks the tree.
const DEPTH_MAX: usize = 128;

/// Parses a part. A document type is refused: it is what declares entities.
pub(super) fn parse(xml: &str) -> Result<Vec<Node>, WordError> {
    let mut reader = Reader::from_str(xml);
    let mut open: Vec<Element> = vec![element("", "")];
    for _ in 0..NODES_MAX {
        let event = reader.read_event().map_err(|_| WordError::Broken)?;
        match event {
            Event::Start(start) => {
                if open.len() >= DEPTH_MAX {
                    return Err(WordError::TooHeavy);
                }
                open.push(element(name_of(&start), attributes_of(&start)?));
            }
            Event::Empty(start) => {
                push(&mut open, Node::Element(element(name_of(&start), attributes_of(&start)?)));
            }
            Event::End(_) => {
                let done = open.pop().filter(|_| !open.is_empty()).ok_or(WordError::Broken)?;
                push(&mut open, Node::Element(done));
            }
            Event::Text(text) => push_text(&mut open, &text.xml10_content()),
            Event::CData(text) => push_text(&mut open, &text.xml10_content()),
            Event::GeneralRef(reference) => {
                let mut one = [0; 4];
                let name = reference.clone().into_inner();
                if let Ok(Some(character)) = reference.resolve_char_ref() {
                    push_text(&mut open, character.encode_utf8(&mut one));
                } else if let Some(text) = quick_xml::escape::resolve_predefined_entity(&name) {
                    push_text(&mut open, text);
                } else {
                    return Err(WordError::Broken);
                }
            }
            Event::DocType(_) => return Err(WordError::Broken),
            Event::Decl(declaration) => {
                push(&mut open, Node::Raw(format!("<?{}?>", &*declaration)));
            }
            Event::Comment(_) | Event::PI(_) => {}
            Event::Eof => {
                return match (open.pop(), open.is_empty()) {
                    (Some(root), true) => Ok(root.children),
                    _ => Err(WordError::Broken),
                };
            }
        }
    }
    Err(WordError::TooHeavy)
}

fn name_of<'a>(start: &'a BytesStart<'_>) -> &'a str {
    let whole: &str = start;
    whole.split([' ', '\t', '\r', '\n']).next().unwrap_or_default()
}

/// Returns the attributes as they stand in the file. What is no attribute is refused: other programs may read one in it.
fn attributes_of<'a>(start: &'a BytesStart<'_>) -> Result<&'a str, WordError> {
    let whole: &str = start;
    let attributes = whole[name_of(start).len()..].trim_end();
    let mut rest = attributes;
    while let Some((_, _, behind)) = split_attribute(rest) {
        rest = behind;
    }
    if rest.trim().is_empty() { Ok(attributes) } else { Err(WordError::Broken) }
}

/// Splits the first attribute off: its name, its value as it stands in the file, and what follows.
fn split_attribute(attributes: &str) -> Option<(&str, &str, &str)> {
    let (name, behind) = attributes.split_once('=')?;
    let (name, behind) = (name.trim(), behind.trim_start());
    let quote = behind.chars().next().filter(|one| matches!(one, '"' | '\''))?;
    let (value, rest) = behind[1..].split_once(quote)?;
    let is_name = !name.is_empty() && !name.contains(|one: char| " \t\r\n\"'".contains(one));
    is_name.then_some((name, value, rest))
}

pub(super) fn element(name: &str, attributes: &str) -> Element {
    Element { name: name.to_owned(), attributes: attributes.to_owned(), children: Vec::new() }
}

fn push(open: &mut [Element], node: Node) {
    if let Some(last) = open.last_mut() {
        last.children.push(node);
    }
}

fn push_text(open: &mut [Element], text: &str) {
    let Some(last) = open.last_mut() else { return };
    match last.children.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => last.children.push(Node::Text(text.to_owned())),
    }
}

/// Writes nodes as XML.
pub(super) fn write(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Raw(raw) => out.push_str(raw),
            Node::Text(text) => out.push_str(&escape(text)),
            Node::Element(element) => {
                out.push('<');
                out.push_str(&element.name);
                out.push_str(&element.attributes);
                if element.children.is_empty() {
                    out.push_str("/>");
                    continue;
                }
                out.push('>');
                write(&element.children, out);
                out.push_str("</");
                out.push_str(&element.name);
                out.push('>');
            }
        }
    }
}

/// Escapes a text; characters that XML does not allow are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' => out.push(character),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(character),
        }
    }
    out
}

impl Element {
    /// Returns the elements directly in it.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(Node::as_element)
    }

    /// Returns the first element of a name directly in it.
    pub fn first(&self, name: &str) -> Option<&Element> {
        self.elements().find(|one| one.name == name)
    }

    /// Returns an attribute as it stands in the file.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut rest = self.attributes.as_str();
        while let Some((found, value, behind)) = split_attribute(rest) {
            if found == name {
                return Some(value);
            }
            rest = behind;
        }
        None
    }

    /// Returns the text in it.
    pub fn text(&self) -> String {
        self.children
            .iter()
            .map(|node| match node {
                Node::Text(text) => text.clone(),
                _ => String::new(),
            })
            .collect()
    }
}

impl Node {
    pub fn as_element(&self) -> Option<&Element> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_written_as_it_was_read() {
        let xml = "<?xml version=\"1.0\"?><w:p w:a=\"1&quot;\" xml:space='x'><w:t>a &amp; b &lt;</w:t><w:br/></w:p>";
        let mut out = String::new();
        write(&parse(xml).unwrap(), &mut out);
        assert_eq!(out, xml);
    }

    #[test]
    fn attributes_are_read_however_they_are_written() {
        let nodes = parse("<a x='1 y=\"2\"'\n  y = \"3\" w:z=\"\"/>").unwrap();
        let element = nodes[0].as_element().unwrap();
        let read = ["x", "y", "w:z", "z"].map(|name| element.attribute(name));
        assert_eq!(read, [Some("1 y=\"2\""), Some("3"), Some(""), None]);
    }

    #[test]
    fn entities_and_depth_are_bounded() {
        let bomb = "<!DOCTYPE a [<!ENTITY x \"ha\">]><a>&x;</a>";
        assert_eq!(parse(bomb), Err(WordError::Broken));
        assert_eq!(parse("<a>&x;</a>"), Err(WordError::Broken));
        let deep = format!("{}{}", "<a>".repeat(500), "</a>".repeat(500));
        assert_eq!(parse(&deep), Err(WordError::TooHeavy));
        for broken in ["<a>", "</a>", "<a></b>", "<a b/>", "<a b=1/>", "<a x b=\"1\"/>"] {
            assert!(parse(broken).is_err(), "{broken}");
        }
    }
}
