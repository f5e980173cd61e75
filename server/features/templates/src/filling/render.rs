//! Writes the Markdown of a filled template.

use super::filled::{Cell, Filled, Row};
use super::markup::{Markup, Node};

/// Stands for an empty value until its line is complete.
const EMPTY: char = '\0';

/// Returns the Markdown of a text whose placeholders are filled. A line of nothing but empty values is left out, and
/// lines that follow each other stay lines.
pub(crate) fn render(markup: &Markup, filled: &Filled) -> String {
    let mut out = String::new();
    write_nodes(&mut out, &markup.0, filled, None);
    let kept = out.lines().filter(|line| !is_emptied(line)).map(|line| line.replace(EMPTY, ""));
    with_line_breaks(&kept.collect::<Vec<_>>())
}

fn write_nodes(out: &mut String, nodes: &[Node], filled: &Filled, row: Option<&Row>) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Value(name) => match find(name, filled, row) {
                Some(cell) => write_cell(out, cell),
                None => out.push(EMPTY),
            },
            Node::Section { name, is_inverted, nodes } => {
                write_section(out, name, *is_inverted, nodes, filled, row);
            }
        }
    }
}

fn write_section(
    out: &mut String,
    name: &str,
    is_inverted: bool,
    nodes: &[Node],
    filled: &Filled,
    row: Option<&Row>,
) {
    match filled.lists.get(name) {
        Some(rows) if is_inverted => {
            if rows.is_empty() {
                write_nodes(out, nodes, filled, row);
            }
        }
        Some(rows) => {
            for row in rows {
                write_nodes(out, nodes, filled, Some(row));
            }
        }
        None => {
            // A preview shows the label of an empty field, and what belongs to it.
            let is_there = find(name, filled, row).is_some_and(|cell| !cell.text.is_empty());
            if is_there != is_inverted {
                write_nodes(out, nodes, filled, row);
            }
        }
    }
}

fn find<'a>(name: &str, filled: &'a Filled, row: Option<&'a Row>) -> Option<&'a Cell> {
    row.and_then(|row| row.get(name)).or_else(|| filled.cells.get(name))
}

fn write_cell(out: &mut String, cell: &Cell) {
    let line = out.rsplit('\n').next().unwrap_or_default().trim_start();
    let is_in_table = line.starts_with('|');
    let is_first = line.is_empty();
    if cell.text.is_empty() {
        out.push(EMPTY);
    } else if !cell.is_filled {
        out.push_str(&format!("**{}**", escaped(&cell.text, false)));
    } else if cell.is_markdown && !is_in_table {
        out.push_str(&cell.text);
    } else if cell.is_markdown {
        out.push_str(&kernel::collapse_whitespace(&cell.text).replace('|', "\\|"));
    } else {
        out.push_str(&escaped(&cell.text, is_first));
    }
}

/// Returns a text as Markdown that reads the same. `is_first`: it begins a line, where some characters begin a list.
///
/// Opening brackets stay as they are: `\[` begins a formula, and without its end a bracket is no link.
fn escaped(text: &str, is_first: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_{}]<>#|~$&".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    if !is_first {
        return out;
    }
    let digits = out.len() - out.trim_start_matches(|one: char| one.is_ascii_digit()).len();
    let begins_list = digits > 0 && out[digits..].starts_with(['.', ')']);
    if begins_list {
        out.insert(digits, '\\');
    } else if out.starts_with(['-', '+', '=', '!']) {
        out.insert(0, '\\');
    }
    out
}

fn is_emptied(line: &str) -> bool {
    line.contains(EMPTY) && line.trim_matches([EMPTY, ' ', '\t']).is_empty()
}

/// Joins lines. A line of text behind another is a line of its own, as people who write templates expect.
fn with_line_breaks(lines: &[String]) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for (at, line) in lines.iter().enumerate() {
        let fences = line.trim_start().starts_with("```");
        is_code ^= fences;
        let is_followed = lines.get(at + 1).is_some_and(|next| is_words(next));
        out.push_str(line.trim_end());
        if !is_code && !fences && is_followed && is_broken_behind(line) {
            out.push_str("  ");
        }
        out.push('\n');
    }
    format!("{}\n", out.trim_end())
}

/// Returns true for a line that goes on with the paragraph before it.
fn is_words(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|one: char| one.is_ascii_digit());
    let begins_item = digits.len() < line.len() && digits.starts_with(['.', ')']);
    let begins_block = ["- ", "* ", "+ ", "|", "#", ">", "```", "---", "==="];
    !line.is_empty() && !begins_item && !begins_block.iter().any(|one| line.starts_with(one))
}

/// Returns true for a line of words or of a list, behind which a line can be broken.
fn is_broken_behind(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !["|", "#", "---", "==="].iter().any(|one| line.starts_with(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Definition, Field, FieldKind, Output, new_field};
    use crate::filling::{Blank, Values, parse};

    fn made(content: &str, values: serde_json::Value, blank: Blank) -> String {
        let columns = vec![new_field("what", "What", FieldKind::Text)];
        let definition = Definition {
            name: "x".to_owned(),
            description: String::new(),
            output: Output::Document,
            content: content.to_owned(),
            fields: vec![
                new_field("name", "Name", FieldKind::Text),
                new_field("street", "Street", FieldKind::Text),
                new_field("text", "Text", FieldKind::LongText),
                Field { columns, ..new_field("items", "Items", FieldKind::List) },
            ],
        };
        let values: Values = serde_json::from_value(values).unwrap();
        render(&parse(content).unwrap(), &Filled::new(&definition, &values, None, blank))
    }

    #[test]
    fn empty_lines_go_and_lines_stay_lines() {
        let content = "{{name}}\n{{street}}\n{{name}} & Co\n\nDear {{name}},\n\n{{text}}";
        let out = made(
            content,
            serde_json::json!({ "name": "Ana", "text": "One\nTwo\n\n- a" }),
            Blank::Empty,
        );
        assert_eq!(out, "Ana  \nAna & Co\n\nDear Ana,\n\nOne  \nTwo\n\n- a\n");
    }

    #[test]
    fn rows_of_a_table_follow_each_other() {
        let content = "| What |\n| --- |\n{{#items}}\n| {{what}} |\n{{/items}}\n{{^items}}\nNothing\n{{/items}}";
        let two = serde_json::json!({ "items": [{ "what": "a|b" }, { "what": "c" }] });
        assert_eq!(made(content, two, Blank::Empty), "| What |\n| --- |\n| a\\|b |\n| c |\n");
        assert_eq!(
            made(content, serde_json::json!({}), Blank::Empty),
            "| What |\n| --- |\nNothing\n"
        );
    }

    #[test]
    fn values_are_no_markdown() {
        let of = |name: &str| made("{{name}}", serde_json::json!({ "name": name }), Blank::Empty);
        assert_eq!(of("*a* <b> #1 $2$"), "\\*a\\* \\<b\\> \\#1 \\$2\\$\n");
        assert_eq!(of("12. June"), "12\\. June\n");
        assert_eq!(of("- 5"), "\\- 5\n");
        assert_eq!(of("[a](b) \\[x\\]"), "[a\\](b) \\\\[x\\\\\\]\n");
    }

    #[test]
    fn a_preview_shows_labels_of_what_is_missing() {
        let out = made(
            "Dear {{name}}{{#street}}, {{street}}{{/street}}",
            serde_json::json!({}),
            Blank::Labeled,
        );
        assert_eq!(out, "Dear **[Name\\]**, **[Street\\]**\n");
    }
}
