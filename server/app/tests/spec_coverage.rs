//! Coverage of the specification: the comments `// spec §5: "…"` above tests, compared with `docs/spec-sentences.txt`.
//! `UPDATE_CONTRACT=1` regenerates `docs/spec-coverage.md`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use kernel::collapse_whitespace;

use std::fs;
use std::path::{Path, PathBuf};

struct Sentence {
    section: String,
    areas: String,
    text: String,
}

/// A comment that quotes the specification, and the test below it.
struct Quote {
    section: String,
    /// The quoted words, plain; more than one where the comment leaves words out.
    pieces: Vec<String>,
    test: String,
    file: String,
}

/// Minimum length of a quote: shorter ones do not identify a sentence.
const PIECE_MIN_CHARS: usize = 6;
/// Maximum number of lines between a comment and its test's name.
const NAME_WITHIN_LINES: usize = 14;

#[test]
fn every_sentence_of_the_specification_that_is_built_has_a_test_that_names_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sentences = read_sentences(&root);
    let quotes = read_quotes(&root);
    let mut page = String::from(HEAD);
    let mut missing = Vec::new();
    for sentence in &sentences {
        let keeping: Vec<&Quote> = quotes.iter().filter(|quote| quote.is_of(sentence)).collect();
        if keeping.is_empty() {
            missing.push(format!("{} {}", sentence.section, sentence.text));
        }
        page.push_str(&row(sentence, &keeping));
    }
    let file = root.join("docs/spec-coverage.md");
    if std::env::var_os("UPDATE_CONTRACT").is_some() {
        fs::write(&file, &page).unwrap();
    }
    assert!(missing.is_empty(), "no test names these sentences:\n{}", missing.join("\n"));
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "docs/spec-coverage.md is not fresh: run `make contract`");
}

const HEAD: &str = "# The specification and its tests

Made by `make contract` from `docs/spec-sentences.txt` and the comments above the tests; never edited.

| Section | Area | Sentence | Tests |
| --- | --- | --- | --- |
";

fn row(sentence: &Sentence, keeping: &[&Quote]) -> String {
    let mut tests: Vec<String> =
        keeping.iter().map(|quote| format!("`{}`: {}", quote.file, quote.test)).collect();
    tests.sort();
    tests.dedup();
    let Sentence { section, areas, text } = sentence;
    format!("| {section} | {areas} | {} | {} |\n", cell(text), cell(&tests.join("<br>")))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn read_sentences(root: &Path) -> Vec<Sentence> {
    let text = fs::read_to_string(root.join("docs/spec-sentences.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let sentence = |line: &str| {
        let mut fields = line.splitn(3, " | ").map(str::to_owned);
        let mut field = || fields.next().unwrap_or_else(|| panic!("three fields in: {line}"));
        Sentence { section: field(), areas: field(), text: field() }
    };
    lines.map(sentence).collect()
}

fn read_quotes(root: &Path) -> Vec<Quote> {
    let mut files = Vec::new();
    for folder in ["server", "clients"] {
        list_files(&root.join(folder), &mut files);
    }
    files.sort();
    let quotes_of = |file: &PathBuf| {
        let name = file.strip_prefix(root).unwrap().display().to_string();
        quotes_in(&name, &fs::read_to_string(file).unwrap())
    };
    files.iter().flat_map(quotes_of).collect()
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_source = [".rs", ".ts", ".tsx"].iter().any(|end| name.ends_with(end));
        if path.is_dir() && !["node_modules", "dist", "target"].contains(&name.as_str()) {
            list_files(&path, files);
        } else if is_source && name != "spec_coverage.rs" {
            files.push(path);
        }
    }
}

fn quotes_in(file: &str, source: &str) -> Vec<Quote> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let mut quotes = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let first = at;
        at += 1;
        if !(lines[first].starts_with("// ") && lines[first].contains("spec §")) {
            continue;
        }
        let mut comment = lines[first].trim_start_matches('/').to_owned();
        while at < lines.len() && lines[at].starts_with("// ") && !lines[at].contains("spec §") {
            comment.push_str(lines[at].trim_start_matches('/'));
            at += 1;
        }
        if let Some(test) = lines.iter().skip(at).take(NAME_WITHIN_LINES).find_map(|l| name_in(l)) {
            quotes.extend(quotes_of_comment(file, &comment, &test));
        }
    }
    quotes
}

/// Parses the quotes of a comment, which may cite several sections, and several passages of each.
fn quotes_of_comment(file: &str, comment: &str, test: &str) -> Vec<Quote> {
    let parts = comment.split("spec §").skip(1);
    let quotes = parts.flat_map(|part| {
        let section = part.chars().take_while(char::is_ascii_digit).collect::<String>();
        let words = part[section.len()..].replace("\\\"", "");
        let passages: Vec<String> = words.split("\"; \"").map(str::to_owned).collect();
        passages.into_iter().map(move |passage| {
            let pieces = passage.split('…').map(plain);
            (section.clone(), pieces.filter(|p| p.chars().count() >= PIECE_MIN_CHARS).collect())
        })
    });
    quotes
        .filter(|(_, pieces): &(String, Vec<String>)| !pieces.is_empty())
        .map(|(section, pieces)| Quote {
            section: format!("§{section}"),
            pieces,
            test: test.to_owned(),
            file: file.to_owned(),
        })
        .collect()
}

/// Returns the name of the test that begins on this line.
fn name_in(line: &str) -> Option<String> {
    if let Some(rest) = line.split("fn ").nth(1) {
        return Some(rest.split('(').next()?.replace('_', " "));
    }
    let call =
        ["test(", "describe(", "it(", "test.each("].iter().find(|call| line.starts_with(**call))?;
    let quoted = line[call.len()..].split(['"', '`']).nth(1)?;
    Some(quoted.to_owned())
}

impl Quote {
    fn is_of(&self, sentence: &Sentence) -> bool {
        let text = plain(&sentence.text);
        let is_whole = |piece: &String| text.contains(piece.as_str()) || piece.contains(&text);
        self.section == sentence.section && self.pieces.iter().all(is_whole)
    }
}

/// Letters and digits in lower case, with single spaces: quotes differ in commas and quotation marks.
fn plain(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    collapse_whitespace(&spaced)
}
