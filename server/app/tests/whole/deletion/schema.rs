//! The tables of the program, as the steps of its schema make them: what both engines have.

use store::Migration;

#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    pub columns: Vec<Column>,
}

#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// The table whose rows it names.
    pub refers_to: Option<&'static str>,
    /// True if it may be NULL, or has a default.
    pub is_optional: bool,
    pub is_unique: bool,
    /// The first of the texts that it may be.
    pub allowed: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Uuid,
    Bytes,
    Number,
    Bool,
    Text,
    /// Numbered, or filled, by the engine.
    ByEngine,
}

/// Returns all tables, each behind those that it refers to. Those of words (FTS5) are not among them.
pub fn tables(steps: &[Migration]) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for step in steps {
        let mut open: Option<Table> = None;
        for line in step.sql.lines() {
            let words: Vec<&'static str> = line.split_whitespace().collect();
            match words[..] {
                ["CREATE", "TABLE", name, ..] => open = Some(Table { name, columns: Vec::new() }),
                ["ALTER", "TABLE", name, "ADD", "COLUMN", ref column @ ..] => {
                    let table = tables.iter_mut().find(|table| table.name == name);
                    table.expect("it was made before").columns.extend(column_of(column, line));
                }
                ["ALTER", "TABLE", name, "DROP", "COLUMN", column] => {
                    let table = tables.iter_mut().find(|table| table.name == name);
                    let gone = column.trim_end_matches(';');
                    table.expect("it was made before").columns.retain(|one| one.name != gone);
                }
                ["ALTER", "TABLE", name, "RENAME", "TO", new_name] => {
                    let table = tables.iter_mut().find(|table| table.name == name);
                    table.expect("it was made before").name = new_name.trim_end_matches(';');
                }
                ["DROP", "TABLE", name] => {
                    tables.retain(|table| table.name != name.trim_end_matches(';'));
                }
                [end, ..] if end.starts_with(')') => tables.extend(open.take()),
                _ => {
                    if let Some(table) = &mut open {
                        table.columns.extend(column_of(&words, line));
                    }
                }
            }
        }
    }
    tables
}

/// Parses a column; `None`: a line about several columns, or a comment.
fn column_of(words: &[&'static str], line: &'static str) -> Option<Column> {
    let [name, kind, ..] = *words else { return None };
    let kind = match kind.trim_end_matches([',', ';']) {
        "{uuid}" => Kind::Uuid,
        "{bytes}" => Kind::Bytes,
        "{serial}" | "TSVECTOR" => Kind::ByEngine,
        "BIGINT" => Kind::Number,
        "BOOLEAN" => Kind::Bool,
        "TEXT" => Kind::Text,
        _ => return None,
    };
    let refers_to = line.split_once("REFERENCES ").and_then(|(_, rest)| rest.split(' ').next());
    let allowed = line.split_once(" IN ('").and_then(|(_, rest)| rest.split('\'').next());
    let is_key = line.contains("PRIMARY KEY");
    let is_needed = (line.contains("NOT NULL") || is_key) && !line.contains("DEFAULT");
    let is_unique = is_key || line.contains("UNIQUE");
    Some(Column { name, kind, refers_to, is_optional: !is_needed, is_unique, allowed })
}
