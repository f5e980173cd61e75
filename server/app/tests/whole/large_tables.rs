//! Statements on the tables that grow with every answer carry what such a table would be distributed by: their workspace,
//! person, conversation or run (docs/operations/growth.md). Read from the source.

use kernel::collapse_whitespace;

use std::fs;
use std::path::{Path, PathBuf};

/// Tables with a row or more for each answer.
const LARGE: &[&str] = &[
    "conversations",
    "messages",
    "runs",
    "run_events",
    "search_rows",
    "search_words",
    "ledger_holds",
    "ledger_hold_lines",
    "ledger_entries",
    "ledger_costs",
];

/// Columns that name one workspace, person, conversation or run, or a row of theirs.
const KEYS: &[&str] = &[
    "workspace_id",
    "user_id",
    "conversation_id",
    "message_id",
    "run_id",
    "owner",
    "id",
    "search_words MATCH",
    "words @@",
];

/// Statements about all of them, each with the index that it reads and when: by file and first words.
const OF_ALL: &[(&str, &str, &str)] = &[
    ("conversations/src/group.rs", "UPDATE conversations SET group_id", "a group is one person's"),
    (
        "conversations/src/trash.rs",
        "DELETE FROM conversations WHERE deleted_at",
        "upkeep, by index",
    ),
    (
        "generation/src/queue.rs",
        "SELECT finished_at - created_at",
        "the newest by index, in a queue",
    ),
    (
        "ledger/src/budgets.rs",
        "SELECT CAST(COALESCE(SUM(CASE",
        "a budget is one bot's or research's",
    ),
    ("ledger/src/holds.rs", "SELECT run_id FROM ledger_holds WHERE state", "upkeep, by index"),
    ("ledger/src/spending/costs.rs", "SELECT model, COUNT(*)", "a page of the operator's"),
    ("ledger/src/spending/costs.rs", "SELECT month, COUNT(*)", "a page of the operator's"),
    ("ledger/src/spending/limits.rs", "SELECT CAST(COALESCE(SUM(amount)", "once a day, by index"),
    ("ledger/src/spending/limits.rs", "INSERT INTO ledger_spending", "once a day, by index"),
    ("generation/src/store.rs", "SELECT * FROM runs r WHERE state", "what died runs, by index"),
    ("tasks/src/store.rs", "SELECT t.id FROM tasks t", "upkeep of few tasks"),
    ("conversations/src/trash.rs", "SELECT id, user_id FROM conversations c", "upkeep, by index"),
    (
        "conversations/src/word_index.rs",
        "SELECT r.row_id, r.user_id, CASE",
        "after a move to another database, by its key",
    ),
    (
        "files/src/chat_files.rs",
        "WHERE LOWER(u.name) NOT LIKE",
        "the end of one person's statement",
    ),
    ("conversations/src/feedback.rs", "SELECT m.model AS model", "a page of the operator's"),
    ("admin/src/grants/store.rs", "SELECT b.id, b.meter", "a page of the operator's"),
    ("research/src/store.rs", "SELECT COUNT(*) FROM research_steps", "the steps of one research"),
    ("tools/src/store.rs", "DELETE FROM tool_chats", "upkeep of a small table"),
    ("documents/src/library/store.rs", "DELETE FROM document_chats", "upkeep of a small table"),
];

#[test]
fn each_statement_on_a_large_table_carries_its_workspace_person_conversation_or_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["platform", "features"] {
        collect_sources(&root.join(folder), &mut files);
    }
    let (mut count, mut unkeyed, mut unused) = (0, Vec::new(), OF_ALL.to_vec());
    for file in files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        for text in literals(&fs::read_to_string(&file).unwrap()) {
            if !LARGE.iter().any(|table| uses(&text, table)) {
                continue;
            }
            count += 1;
            let of_all = |it: &(&str, &str, &str)| name.ends_with(it.0) && text.starts_with(it.1);
            unused.retain(|it| !of_all(it));
            if !is_keyed(&text) && !OF_ALL.iter().any(of_all) {
                unkeyed.push(format!("{name}: {text}"));
            }
        }
    }
    println!("{count} statements on {} tables, {} about all rows", LARGE.len(), OF_ALL.len());
    assert!(count > 100, "only {count} statements were found");
    assert!(unkeyed.is_empty(), "{}", unkeyed.join("\n"));
    assert!(unused.is_empty(), "not in the source any more: {unused:?}");
}

#[test]
fn a_statement_is_keyed_by_a_value_not_by_a_join() {
    assert!(is_keyed("SELECT * FROM runs WHERE id = $1"));
    assert!(is_keyed(
        "DELETE FROM run_events WHERE run_id IN (SELECT id FROM runs WHERE finished_at < $1)"
    ));
    assert!(is_keyed("INSERT INTO run_events (run_id, seq, data) VALUES ($1, $2, $3)"));
    assert!(!is_keyed("SELECT * FROM messages m JOIN conversations c ON c.id = m.conversation_id"));
    assert!(!is_keyed("DELETE FROM conversations WHERE deleted_at < $1"));
    assert!(!is_keyed("SELECT * FROM runs WHERE paid = $1"));
}

fn collect_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = path.file_name().unwrap().to_str().unwrap();
            if !matches!(name, "tests" | "testing" | "migrations") {
                collect_sources(&path, files);
            }
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}

/// Returns the texts in quotes before a file's own tests, each on one line.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n").replace("'\"'", "").replace("\\\"", "");
    let quoted = code.split('"').skip(1).step_by(2);
    quoted.map(collapse_whitespace).collect()
}

/// Returns true if a statement reads or writes `table`.
fn uses(text: &str, table: &str) -> bool {
    ["FROM", "JOIN", "UPDATE", "INTO"].iter().any(|word| {
        let wanted = format!("{word} {table}");
        text.match_indices(&wanted).any(|(at, _)| {
            !text[at + wanted.len()..].starts_with(|c: char| c == '_' || c.is_alphanumeric())
        })
    })
}

/// Returns true if a statement names rows by a value: `run_id = $1`, `id IN (…)`, or in what it inserts.
fn is_keyed(text: &str) -> bool {
    let inserts = text.split("INSERT INTO ").skip(1).filter_map(|it| it.split_once('('));
    let is_inserted = inserts.into_iter().any(|(_, columns)| {
        let columns = columns.split(')').next().unwrap_or_default();
        columns.split(", ").any(|column| KEYS.contains(&column))
    });
    is_inserted || KEYS.iter().any(|key| is_compared(text, key))
}

fn is_compared(text: &str, key: &str) -> bool {
    text.match_indices(key).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let is_word = before.is_none_or(|c| c != '_' && !c.is_alphanumeric());
        let rest = text[at + key.len()..].trim_start();
        let value = rest.strip_prefix('=').or_else(|| rest.strip_prefix("IN"));
        let value = value.or((key.contains(' ')).then_some(rest)).map(str::trim_start);
        is_word && value.is_some_and(|value| value.starts_with(['$', '(']))
    })
}
