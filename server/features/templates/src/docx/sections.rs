//! Sections in the parts of a Word file. The tags of one stand in one paragraph, in one row of a table, or each alone in a
//! paragraph, or a row, of its own.

use super::dom::{Element, Node};
use super::tags::{Tag, partners, placeholders, text_of};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    pub name: String,
    pub is_inverted: bool,
}

/// A tag without its partner, or a column outside of its list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loose {
    pub tag: Tag,
    /// Text of the paragraph.
    pub text: String,
}

/// Characters of a paragraph that errors show.
const SHOWN_CHARS: usize = 60;

/// Returns the section that begins at a node whose whole text is its tag, and the place of the node that ends it.
pub(super) fn block_at(nodes: &[Node], at: usize) -> Option<(Section, usize)> {
    let Some(Tag::Open { name, is_inverted }) = only_tag(&nodes[at]) else { return None };
    let kind = &nodes[at].as_element()?.name;
    let mut depth = 0;
    for (end, node) in nodes.iter().enumerate().skip(at + 1) {
        if node.as_element().is_none_or(|element| element.name != *kind) {
            continue;
        }
        match only_tag(node) {
            Some(Tag::Open { name: inner, .. }) if inner == name => depth += 1,
            Some(Tag::Close(inner)) if inner == name && depth > 0 => depth -= 1,
            Some(Tag::Close(inner)) if inner == name => {
                return Some((Section { name, is_inverted }, end));
            }
            _ => {}
        }
    }
    None
}

/// Returns the tag that is the whole text of a paragraph or of a table's row.
fn only_tag(node: &Node) -> Option<Tag> {
    let element = node.as_element()?;
    let text = match element.name.as_str() {
        "w:p" => text_of(element),
        "w:tr" => text_of_row(element),
        _ => return None,
    };
    let mut found = placeholders(&text);
    let one = found.pop().filter(|_| found.is_empty())?;
    let is_alone = text[..one.start].trim().is_empty() && text[one.end..].trim().is_empty();
    is_alone.then_some(one.tag)
}

fn text_of_row(element: &Element) -> String {
    let mut text = if element.name == "w:p" { text_of(element) } else { String::new() };
    for inner in element.elements() {
        text.push_str(&text_of_row(inner));
    }
    text
}

/// Returns the tags that have no partner where it may be, and the columns outside of their list.
pub(super) fn loose_tags(nodes: &[Node]) -> Vec<Loose> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < nodes.len() {
        if let Some((section, end)) = block_at(nodes, at) {
            let inner = loose_tags(&nodes[at + 1..end]).into_iter();
            found.extend(inner.filter(|one| !is_column_of(&one.tag, &section.name)));
            at = end + 1;
            continue;
        }
        if let Some(element) = nodes[at].as_element() {
            if element.name == "w:p" {
                found.extend(loose_in_paragraph(element));
            }
            let inner = loose_tags(&element.children);
            found.extend(if element.name == "w:tr" { loose_in_row(inner) } else { inner });
        }
        at += 1;
    }
    found
}

fn loose_in_paragraph(paragraph: &Element) -> Vec<Loose> {
    let text = text_of(paragraph);
    let found = placeholders(&text);
    let partners = partners(found.iter().map(|one| &one.tag));
    let shown: String = text.trim().chars().take(SHOWN_CHARS).collect();
    let mut open: Vec<String> = Vec::new();
    let mut loose = Vec::new();
    for (one, partner) in found.into_iter().zip(partners) {
        match (one.tag, partner) {
            (Tag::Value(_), _) => {}
            (Tag::Open { name, .. }, Some(_)) => open.push(name),
            (Tag::Close(_), Some(_)) => {
                open.pop();
            }
            (Tag::Column(list, _), _) if open.contains(&list) => {}
            (tag, _) => loose.push(Loose { tag, text: shown.clone() }),
        }
    }
    loose
}

/// Leaves out the tags of the section that a row is: there can be one.
fn loose_in_row(tags: Vec<Loose>) -> Vec<Loose> {
    let Some((section, begin, end)) = first_section(&tags) else { return tags };
    let is_own = |at: usize, tag: &Tag| {
        at == begin || at == end || ((begin..end).contains(&at) && is_column_of(tag, &section.name))
    };
    let tags = tags.into_iter().enumerate();
    tags.filter(|(at, one)| !is_own(*at, &one.tag)).map(|(_, one)| one).collect()
}

fn first_section(tags: &[Loose]) -> Option<(Section, usize, usize)> {
    let partners = partners(tags.iter().map(|one| &one.tag));
    tags.iter().zip(partners).enumerate().find_map(|(begin, (one, end))| match &one.tag {
        Tag::Open { name, is_inverted } => {
            let section = Section { name: name.clone(), is_inverted: *is_inverted };
            Some((section, begin, end?))
        }
        _ => None,
    })
}

fn is_column_of(tag: &Tag, list: &str) -> bool {
    matches!(tag, Tag::Column(of, _) if of == list)
}

/// Returns the section that a row of a table is: its tags stand in it, or columns of its list.
pub(super) fn section_of_row(row: &Element, is_list: impl Fn(&str) -> bool) -> Option<Section> {
    let tags = loose_tags(&row.children);
    if let Some((section, ..)) = first_section(&tags) {
        return Some(section);
    }
    tags.into_iter().find_map(|one| match one.tag {
        Tag::Column(name, _) | Tag::Open { name, .. } if is_list(&name) => {
            Some(Section { name, is_inverted: false })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::dom::parse;
    use super::*;

    fn paragraph(text: &str) -> String {
        format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
    }

    fn paragraphs(texts: &[&str]) -> String {
        texts.iter().map(|text| paragraph(text)).collect()
    }

    /// Returns rows of a table, each with its cells.
    fn table(rows: &[&[&str]]) -> String {
        let cell = |text: &&str| format!("<w:tc>{}</w:tc>", paragraph(text));
        let row = |cells: &&[&str]| {
            format!("<w:tr>{}</w:tr>", cells.iter().map(cell).collect::<String>())
        };
        format!("<w:tbl>{}</w:tbl>", rows.iter().map(row).collect::<String>())
    }

    fn loose(xml: &str) -> Vec<String> {
        let loose = loose_tags(&parse(xml).unwrap()).into_iter();
        loose.map(|one| format!("{} in {}", one.tag.written(), one.text)).collect()
    }

    #[test]
    fn tags_of_a_section_stand_where_they_find_each_other() {
        for sound in [
            paragraphs(&["Dear {{#a}}Ana{{/a}}{{^a}}you{{/a}}"]),
            paragraphs(&["{{#a}}", "x {{#b}}y{{/b}}", "{{#a}}", "{{/a}}", " {{/a}} "]),
            table(&[&["{{#a}}{{x}}", "{{y}}{{/a}}"]]),
            table(&[&["{{#a}}"], &["{{x}}"], &["{{/a}}"]]),
            table(&[&["{{#a}}x{{/a}}", "{{#b}}y{{/b}}"]]),
            format!(
                "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
                paragraphs(&["{{#a}}", "x", "{{/a}}"])
            ),
        ] {
            assert!(loose(&sound).is_empty(), "{sound}");
        }
    }

    #[test]
    fn others_are_found_with_their_text() {
        assert_eq!(
            loose(&paragraphs(&["{{#a}}", "x {{/a}}"])),
            ["{{#a}} in {{#a}}", "{{/a}} in x {{/a}}"]
        );
        assert_eq!(loose(&paragraphs(&["Dear {{^a}}"])), ["{{^a}} in Dear {{^a}}"]);
        assert_eq!(loose(&paragraphs(&["{{#a}}{{#b}}{{/a}}{{/b}}"])).len(), 2);
        let rows: [&[&str]; 2] = [&["{{#a}} x", "y"], &["z", "{{/a}}"]];
        assert_eq!(loose(&table(&rows)), ["{{#a}} in {{#a}} x", "{{/a}} in {{/a}}"]);
        let two = loose(&table(&[&["{{#a}}x", "{{/a}}{{#b}}", "y{{/b}}"]]));
        assert_eq!(two.len(), 2, "a row is one section: {two:?}");
        let apart = format!("{}{}", paragraph("{{#a}}"), table(&[&["{{/a}}"]]));
        assert_eq!(loose(&apart).len(), 2);
    }

    #[test]
    fn a_row_is_the_section_of_its_tags_or_of_its_columns() {
        let section = |cells: &[&str]| {
            let nodes = parse(&table(&[cells])).unwrap();
            let row = nodes[0].as_element().unwrap().first("w:tr").unwrap();
            let section = section_of_row(row, |name| name == "items")?;
            Some((section.name, section.is_inverted))
        };
        let named = |name: &str, is_inverted| Some((name.to_owned(), is_inverted));
        assert_eq!(section(&["{{^a}}x", "{{/a}}"]), named("a", true));
        assert_eq!(section(&["x", "{{items.price}}"]), named("items", false));
        assert_eq!(section(&["{{#items}}{{items.price}}{{/items}}"]), None);
        assert_eq!(section(&["{{other.price}}", "{{a}}"]), None);
    }
}
