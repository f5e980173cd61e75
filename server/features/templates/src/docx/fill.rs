//! Placeholders in the parts of a Word file. A placeholder may be split over several runs, as Word does when it checks
//! spelling; what fills it looks like its first letter. A row of a table with `{{list.column}}` comes once for each row of
//! the list, and so do paragraphs between `{{#list}}` and `{{/list}}`.

use std::collections::BTreeMap;

use super::dom::{Element, Node, element};
use crate::definition_rules::is_name;

/// Values as a Word file gets them: texts with line feeds.
pub(super) type Row = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub(super) struct Content {
    pub cells: Row,
    pub lists: BTreeMap<String, Vec<Row>>,
}

/// A placeholder, by its place in a text.
#[derive(Debug, PartialEq, Eq)]
struct Placeholder {
    start: usize,
    end: usize,
    tag: Tag,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tag {
    Value(String),
    /// `list.column`
    Column(String, String),
    Open(String),
    Close(String),
}

/// Returns the placeholders in all paragraphs, in their order.
pub(super) fn tags_of(nodes: &[Node]) -> Vec<Tag> {
    let mut tags = Vec::new();
    for element in nodes.iter().filter_map(Node::as_element) {
        if element.name == "w:p" {
            let mut text = String::new();
            collect_text(element, &mut text);
            tags.extend(placeholders(&text).into_iter().map(|one| one.tag));
        }
        tags.extend(tags_of(&element.children));
    }
    tags
}

/// Fills all placeholders.
pub(super) fn fill(nodes: &mut Vec<Node>, content: &Content, row: Option<&Row>) {
    repeat_blocks(nodes, content, row);
    let mut filled = Vec::with_capacity(nodes.len());
    for node in nodes.drain(..) {
        let Node::Element(mut element) = node else {
            filled.push(node);
            continue;
        };
        let list = (element.name == "w:tr").then(|| list_of_row(&element, content)).flatten();
        if let Some(list) = list {
            for row in &content.lists[&list] {
                let mut copy = element.clone();
                fill_columns(&mut copy, &list, row);
                fill(&mut copy.children, content, Some(row));
                filled.push(Node::Element(copy));
            }
            continue;
        }
        if element.name == "w:p" {
            fill_paragraph(&mut element, &|tag| match tag {
                Tag::Value(name) => {
                    row.and_then(|row| row.get(name)).or_else(|| content.cells.get(name)).cloned()
                }
                // Sections within a paragraph: their tags go, their text stays.
                Tag::Open(_) | Tag::Close(_) => Some(String::new()),
                Tag::Column(..) => None,
            });
        }
        fill(&mut element.children, content, row);
        filled.push(Node::Element(element));
    }
    *nodes = filled;
}

/// Repeats the blocks between two paragraphs that are the tags of a section.
fn repeat_blocks(nodes: &mut Vec<Node>, content: &Content, row: Option<&Row>) {
    let mut at = 0;
    while at < nodes.len() {
        let Some(Tag::Open(name)) = only_tag(&nodes[at]) else {
            at += 1;
            continue;
        };
        let is_end = |node: &Node| only_tag(node) == Some(Tag::Close(name.clone()));
        let Some(length) = nodes[at + 1..].iter().position(is_end) else {
            at += 1;
            continue;
        };
        let mut section: Vec<Node> = nodes.splice(at..=at + 1 + length, []).collect();
        section.pop();
        section.remove(0);
        let copies: Vec<Node> = match content.lists.get(&name) {
            Some(rows) => {
                let of_row = |row: &Row| {
                    let mut copy = section.clone();
                    fill(&mut copy, content, Some(row));
                    copy
                };
                rows.iter().flat_map(of_row).collect()
            }
            None => {
                let cell = row.and_then(|row| row.get(&name)).or_else(|| content.cells.get(&name));
                if cell.is_some_and(|text| !text.is_empty()) { section } else { Vec::new() }
            }
        };
        let length = copies.len();
        nodes.splice(at..at, copies);
        // What was filled for a row is complete; what belongs to a field is filled with the rest.
        at += if content.lists.contains_key(&name) { length } else { 0 };
    }
}

/// Returns the tag that is the whole text of a paragraph.
fn only_tag(node: &Node) -> Option<Tag> {
    let paragraph = node.as_element().filter(|element| element.name == "w:p")?;
    let mut text = String::new();
    collect_text(paragraph, &mut text);
    let mut found = placeholders(&text);
    let one = found.pop().filter(|_| found.is_empty())?;
    let is_alone = text[..one.start].trim().is_empty() && text[one.end..].trim().is_empty();
    is_alone.then_some(one.tag)
}

/// Returns the list whose columns stand in a row of a table.
fn list_of_row(row: &Element, content: &Content) -> Option<String> {
    let mut names = tags_of(&row.children).into_iter().filter_map(|tag| match tag {
        Tag::Column(list, _) => Some(list),
        Tag::Open(list) => Some(list),
        _ => None,
    });
    names.find(|list| content.lists.contains_key(list))
}

fn fill_columns(element: &mut Element, list: &str, row: &Row) {
    if element.name == "w:p" {
        fill_paragraph(element, &|tag| match tag {
            Tag::Column(of, column) if of == list => row.get(column).cloned(),
            _ => None,
        });
    }
    for node in &mut element.children {
        if let Node::Element(inner) = node {
            fill_columns(inner, list, row);
        }
    }
}

/// Collects the text of a paragraph's runs, without that of paragraphs within it.
fn collect_text(element: &Element, out: &mut String) {
    for inner in element.elements() {
        match inner.name.as_str() {
            "w:t" => out.push_str(&inner.text()),
            "w:p" | "w:instrText" | "w:delText" | "w:txbxContent" => {}
            _ => collect_text(inner, out),
        }
    }
}

fn placeholders(text: &str) -> Vec<Placeholder> {
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
        (kind @ ("#" | "/"), name) => (kind, name.trim()),
        _ => ("", inner),
    };
    let sound = |name: &str| is_name(name).then(|| name.to_owned());
    match (kind, name.split_once('.')) {
        ("#", None) => Some(Tag::Open(sound(name)?)),
        ("/", None) => Some(Tag::Close(sound(name)?)),
        ("", None) => Some(Tag::Value(sound(name)?)),
        ("", Some((list, column))) => Some(Tag::Column(sound(list)?, sound(column)?)),
        _ => None,
    }
}

/// Puts values in place of the placeholders for which there are any.
fn fill_paragraph(paragraph: &mut Element, value_of: &impl Fn(&Tag) -> Option<String>) {
    let mut text = String::new();
    collect_text(paragraph, &mut text);
    let edits: Vec<Edit> = placeholders(&text)
        .into_iter()
        .filter_map(|one| Some(Edit { start: one.start, end: one.end, text: value_of(&one.tag)? }))
        .collect();
    if !edits.is_empty() {
        apply(paragraph, &edits, &mut 0);
    }
}

struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// Applies edits to the texts of a paragraph. `at`: the place of the next text.
fn apply(element: &mut Element, edits: &[Edit], at: &mut usize) {
    let mut children = Vec::with_capacity(element.children.len());
    for node in element.children.drain(..) {
        match node {
            Node::Element(inner) if inner.name == "w:t" => {
                let text = inner.text();
                let start = *at;
                *at += text.len();
                children.extend(with_breaks(&inner, &edited(&text, start, edits)));
            }
            Node::Element(inner)
                if matches!(
                    inner.name.as_str(),
                    "w:p" | "w:instrText" | "w:delText" | "w:txbxContent"
                ) =>
            {
                children.push(Node::Element(inner));
            }
            Node::Element(mut inner) => {
                apply(&mut inner, edits, at);
                children.push(Node::Element(inner));
            }
            other => children.push(other),
        }
    }
    element.children = children;
}

/// Returns a piece of a paragraph's text, which begins at `start`, after the edits.
fn edited(text: &str, start: usize, edits: &[Edit]) -> String {
    let end = start + text.len();
    let mut out = String::new();
    let mut from = start;
    for edit in edits.iter().filter(|edit| edit.start < end && edit.end > start) {
        if edit.start > from {
            out.push_str(&text[from - start..edit.start - start]);
        }
        if edit.start >= start {
            out.push_str(&edit.text);
        }
        from = edit.end.min(end);
    }
    out.push_str(&text[from - start..]);
    out
}

/// Returns a text of a run, as several with line breaks between them where it has several lines.
fn with_breaks(like: &Element, text: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            nodes.push(Node::Element(element("w:br", "")));
        }
        let mut one = element(&like.name, " xml:space=\"preserve\"");
        one.children.push(Node::Text(line.trim_end_matches('\r').to_owned()));
        nodes.push(Node::Element(one));
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::super::dom::{parse, write};
    use super::*;

    fn content() -> Content {
        let row = |pairs: &[(&str, &str)]| -> Row {
            pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
        };
        let items = vec![
            row(&[("what", "Logo"), ("price", "5")]),
            row(&[("what", "<Site>"), ("price", "7")]),
        ];
        Content {
            cells: row(&[("client", "Ana & Co"), ("address", "A\nB"), ("none", "")]),
            lists: BTreeMap::from([
                ("items".to_owned(), items),
                ("nothing".to_owned(), Vec::new()),
            ]),
        }
    }

    fn filled(xml: &str) -> String {
        let mut nodes = parse(xml).unwrap();
        fill(&mut nodes, &content(), None);
        let mut out = String::new();
        write(&nodes, &mut out);
        out.replace(" xml:space=\"preserve\"", "")
    }

    fn paragraph(text: &str) -> String {
        format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
    }

    #[test]
    fn a_placeholder_split_over_runs_is_filled_and_looks_like_its_first() {
        let xml = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Dear {</w:t></w:r><w:proofErr/><w:r><w:t>{cli</w:t></w:r>\
             <w:r><w:t>ent}</w:t></w:r><w:r><w:t>}, hi</w:t></w:r></w:p>";
        let out = filled(xml);
        assert!(out.contains("<w:rPr><w:b/></w:rPr><w:t>Dear Ana &amp; Co</w:t>"), "{out}");
        assert!(out.contains("<w:t>, hi</w:t>") && !out.contains("cli"), "{out}");
    }

    #[test]
    fn lines_of_a_value_are_broken() {
        assert_eq!(
            filled(&paragraph("x {{ address }}.")),
            "<w:p><w:r><w:t>x A</w:t><w:br/><w:t>B.</w:t></w:r></w:p>"
        );
    }

    #[test]
    fn a_row_comes_once_for_each_of_its_list() {
        let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(text));
        let xml = format!(
            "<w:tbl><w:tr>{}</w:tr><w:tr>{}{}</w:tr><w:tr>{}</w:tr></w:tbl>",
            cell("What"),
            cell("{{items.what}} for {{client}}"),
            cell("{{items.price}}"),
            cell("{{nothing.x}}")
        );
        let out = filled(&xml);
        assert_eq!(out.matches("<w:tr>").count(), 3, "{out}");
        assert!(out.contains("Logo for Ana &amp; Co") && out.contains("&lt;Site&gt;"), "{out}");
    }

    #[test]
    fn paragraphs_of_a_section_are_repeated_or_left_out() {
        let all = [
            "{{#items}}",
            "- {{what}}",
            "{{/items}}",
            "{{#none}}",
            "gone",
            "{{/none}}",
            "{{#client}}",
            "kept {{client}}",
            "{{/client}}",
        ];
        let body: String = all.iter().map(|text| paragraph(text)).collect();
        let out = filled(&format!("<w:body>{body}</w:body>"));
        assert_eq!(out.matches("<w:p>").count(), 3, "{out}");
        assert!(
            out.contains("- Logo") && out.contains("kept Ana") && !out.contains("gone"),
            "{out}"
        );
    }

    #[test]
    fn what_no_value_is_for_stays() {
        for text in ["{{unknown}}", "{{a b}}", "{ {x} }", "{{", "{{{client}}}"] {
            let out = filled(&paragraph(text));
            assert!(out.contains('{'), "{text}: {out}");
        }
    }

    #[test]
    fn text_in_text_boxes_is_its_own() {
        let inner = format!("<w:txbxContent>{}</w:txbxContent>", paragraph("{{client}}"));
        let out = filled(&format!(
            "<w:p><w:r><w:t>{{{{</w:t></w:r><w:r><w:pict>{inner}</w:pict></w:r></w:p>"
        ));
        assert!(out.contains("Ana &amp; Co"), "{out}");
        assert_eq!(tags_of(&parse(&inner).unwrap()), [Tag::Value("client".to_owned())]);
    }
}
