//! Fills the placeholders in the parts of a Word file. What fills one looks like its first letter. A section comes once for
//! each row of its list, or where its field is filled (`{{^field}}`: where it is empty); a row of a table with
//! `{{list.column}}` is one, too.

use std::collections::BTreeMap;

use super::dom::{Element, Node, element};
use super::paragraph::fill_paragraph;
use super::sections::{Section, block_at, section_of_row};
use super::tags::Tag;

/// Values as a Word file gets them: texts with line feeds.
pub(super) type Row = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub(super) struct Content {
    pub cells: Row,
    pub lists: BTreeMap<String, Vec<Row>>,
}

/// A row of a list, of which a section is a copy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'a> {
    list: &'a str,
    row: &'a Row,
    outer: Option<&'a Scope<'a>>,
}

/// Elements that must end with a paragraph, for Word to open the file.
const HOLDERS: [&str; 6] = ["w:tc", "w:txbxContent", "w:hdr", "w:ftr", "w:footnote", "w:endnote"];

/// Fills all placeholders. What was filled is not looked at again: values may have braces.
pub(super) fn fill(nodes: &mut Vec<Node>, content: &Content, scope: Option<&Scope<'_>>) {
    let mut before = std::mem::take(nodes);
    let mut at = 0;
    while at < before.len() {
        if let Some((section, end)) = block_at(&before, at) {
            for_each_copy(content, scope, &section, &mut |scope| {
                let mut copy = before[at + 1..end].to_vec();
                fill(&mut copy, content, scope);
                nodes.append(&mut copy);
            });
            at = end + 1;
            continue;
        }
        match std::mem::replace(&mut before[at], Node::Raw(String::new())) {
            Node::Element(element) => fill_element(element, content, scope, nodes),
            other => nodes.push(other),
        }
        at += 1;
    }
}

fn fill_element(
    mut element: Element,
    content: &Content,
    scope: Option<&Scope<'_>>,
    filled: &mut Vec<Node>,
) {
    if element.name == "w:tr"
        && let Some(section) = section_of_row(&element, |name| content.lists.contains_key(name))
    {
        for_each_copy(content, scope, &section, &mut |scope| {
            let mut copy = element.clone();
            fill_children(&mut copy, content, scope);
            filled.push(Node::Element(copy));
        });
        return;
    }
    if element.name == "w:p" {
        fill_paragraph(&mut element, content, scope);
    }
    let had_rows = element.first("w:tr").is_some();
    fill_children(&mut element, content, scope);
    // Word opens no table without rows.
    if !had_rows || element.first("w:tr").is_some() {
        filled.push(Node::Element(element));
    }
}

fn fill_children(parent: &mut Element, content: &Content, scope: Option<&Scope<'_>>) {
    let had_end = ends_with_paragraph(parent);
    fill(&mut parent.children, content, scope);
    if had_end && HOLDERS.contains(&parent.name.as_str()) && !ends_with_paragraph(parent) {
        parent.children.push(Node::Element(element("w:p", "")));
    }
}

fn ends_with_paragraph(element: &Element) -> bool {
    element.elements().last().is_some_and(|last| last.name == "w:p")
}

/// Calls `write` for each copy of a section. A name that is no field counts as filled: nobody can fill it.
pub(super) fn for_each_copy(
    content: &Content,
    scope: Option<&Scope<'_>>,
    section: &Section,
    write: &mut dyn FnMut(Option<&Scope<'_>>),
) {
    let Section { name, is_inverted } = section;
    // A row of a list has no further rows of it.
    let is_open = std::iter::successors(scope, |one| one.outer).any(|one| one.list == *name);
    match content.lists.get(name).filter(|_| !is_open) {
        Some(rows) if *is_inverted => {
            if rows.is_empty() {
                write(scope);
            }
        }
        Some(rows) => {
            for row in rows {
                write(Some(&Scope { list: name, row, outer: scope }));
            }
        }
        None => {
            let value = value_of(content, scope, &Tag::Value(name.clone()));
            let is_filled = is_open || value.is_none_or(|text| !text.is_empty());
            if is_filled != *is_inverted {
                write(scope);
            }
        }
    }
}

/// Returns the text for a placeholder; `None`: there is none.
pub(super) fn value_of(content: &Content, scope: Option<&Scope<'_>>, tag: &Tag) -> Option<String> {
    let mut scopes = std::iter::successors(scope, |one| one.outer);
    match tag {
        Tag::Value(name) => {
            let of_row = scopes.find_map(|one| one.row.get(name));
            of_row.or_else(|| content.cells.get(name)).cloned()
        }
        Tag::Column(list, column) => {
            scopes.find(|one| one.list == *list).and_then(|one| one.row.get(column)).cloned()
        }
        Tag::Open { .. } | Tag::Close(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::dom::{parse, write};
    use super::super::tags::tags_of;
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

    /// Returns the texts of all runs.
    fn plain(xml: &str) -> String {
        let texts = xml.split("<w:t").skip(1).filter_map(|rest| rest.split_once('>'));
        texts.filter_map(|(_, rest)| Some(rest.split_once("</w:t>")?.0)).collect()
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
    fn sections_within_a_paragraph_are_repeated_shown_or_left_out() {
        for (text, wanted) in [
            ("Dear {{#client}}friend{{/client}}!", "Dear friend!"),
            ("Dear {{#none}}friend{{/none}}{{^none}}stranger{{/none}}!", "Dear stranger!"),
            ("{{^client}}gone{{/client}}kept", "kept"),
            ("{{#items}}{{what}} at {{price}}; {{/items}}end", "Logo at 5; &lt;Site&gt; at 7; end"),
            ("{{#items}}x{{/items}}", "xx"),
            ("{{#nothing}}x{{/nothing}}{{^nothing}}none{{/nothing}}", "none"),
            ("{{#items}}{{#client}}{{what}} {{/client}}{{/items}}", "Logo &lt;Site&gt; "),
            ("{{#items}}{{items.what}},{{/items}}", "Logo,&lt;Site&gt;,"),
            ("{{#items}}{{#items}}x{{/items}}{{/items}}", "xx"),
            ("{{#strange}}a{{/strange}}{{^strange}}b{{/strange}}", "a"),
            ("a{{#client}}b", "ab"),
        ] {
            assert_eq!(plain(&filled(&paragraph(text))), wanted, "{text}");
        }
    }

    #[test]
    fn sections_over_runs_keep_the_looks_of_each() {
        let run = |look: &str, text: &str| {
            format!("<w:r><w:rPr><w:{look}/></w:rPr><w:t>{text}</w:t></w:r>")
        };
        let xml = format!(
            "<w:p><w:pPr><w:jc/></w:pPr>{}{}<w:hyperlink r:id=\"a\">{}</w:hyperlink>{}</w:p>",
            run("b", "All: {{#ite"),
            run("i", "ms}}{{what}}"),
            run("u", " for {{price"),
            run("b", "}}, {{/items}}<w:tab/>")
        );
        let xml = xml.replace("<w:tab/></w:t>", "</w:t><w:tab/>");
        let out = filled(&xml);
        let one = |what: &str, price: &str| {
            format!(
                "{}<w:hyperlink r:id=\"a\">{}</w:hyperlink>{}",
                run("i", what),
                run("u", &format!(" for {price}")),
                run("b", ", ")
            )
        };
        let tab = "<w:r><w:rPr><w:b/></w:rPr><w:tab/></w:r>";
        let wanted = format!(
            "<w:p><w:pPr><w:jc/></w:pPr>{}{}{}{tab}</w:p>",
            run("b", "All: "),
            one("Logo", "5"),
            one("&lt;Site&gt;", "7")
        );
        assert_eq!(out, wanted);
    }

    #[test]
    fn sections_in_tables_are_of_a_cell_a_row_or_several_rows() {
        let cell = |texts: &[&str]| {
            format!("<w:tc>{}</w:tc>", texts.iter().map(|text| paragraph(text)).collect::<String>())
        };
        let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
        let table = |rows: &[String]| filled(&format!("<w:tbl>{}</w:tbl>", rows.concat()));
        let head = row(&[cell(&["Head"])]);

        let in_cell =
            table(&[row(&[cell(&["{{#items}}", "{{what}}", "{{/items}}"]), cell(&["x"])])]);
        assert_eq!(
            (in_cell.matches("<w:tr>").count(), in_cell.matches("<w:p>").count()),
            (1, 3),
            "{in_cell}"
        );

        let of_row = table(&[
            head.clone(),
            row(&[cell(&["{{#items}}{{what}}"]), cell(&["{{price}}{{/items}}"])]),
        ]);
        assert_eq!(of_row.matches("<w:tr>").count(), 3, "{of_row}");
        assert!(plain(&of_row).ends_with("Logo5&lt;Site&gt;7"), "{of_row}");

        let rows = [
            row(&[cell(&["{{#items}}"])]),
            row(&[cell(&["{{what}}"])]),
            row(&[cell(&["{{/items}}"])]),
        ];
        assert_eq!(plain(&table(&rows)), "Logo&lt;Site&gt;");

        let hidden =
            table(&[head, row(&[cell(&["{{^client}}No client"]), cell(&["{{/client}}"])])]);
        assert_eq!(
            (hidden.matches("<w:tr>").count(), plain(&hidden).as_str()),
            (1, "Head"),
            "{hidden}"
        );
    }

    #[test]
    fn what_a_section_leaves_empty_can_still_be_opened() {
        let all = ["{{#none}}", "x", "{{/none}}"].map(paragraph).concat();
        let cell = filled(&format!("<w:tbl><w:tr><w:tc><w:tcPr/>{all}</w:tc></w:tr></w:tbl>"));
        assert!(cell.contains("<w:tc><w:tcPr/><w:p/></w:tc>"), "{cell}");
        assert_eq!(filled(&format!("<w:hdr>{all}</w:hdr>")), "<w:hdr><w:p/></w:hdr>");
        let row = format!("<w:tr><w:tc>{}</w:tc></w:tr>", paragraph("{{nothing.x}}"));
        let out = filled(&format!("<w:body><w:tbl><w:tblPr/>{row}</w:tbl><w:p/></w:body>"));
        assert_eq!(out, "<w:body><w:p/></w:body>", "a table without rows goes");
    }

    #[test]
    fn braces_in_values_are_text() {
        let mut nodes = parse(&paragraph("{{#items}}{{what}}{{/items}} {{client}}")).unwrap();
        let mut content = content();
        content.cells.insert("client".to_owned(), "{{address}} {{#items}}".to_owned());
        content.lists.get_mut("items").unwrap().truncate(1);
        content.lists.get_mut("items").unwrap()[0]
            .insert("what".to_owned(), "{{client}}".to_owned());
        fill(&mut nodes, &content, None);
        let mut out = String::new();
        write(&nodes, &mut out);
        assert_eq!(plain(&out), "{{client}} {{address}} {{#items}}");
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
