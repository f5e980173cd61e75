//! Blocks in answers: code fences whose first line names an artifact (decision 1062).
//!
//! The TypeScript twin is `clients/features/artifacts/blocks.ts`; both read `contract/fixtures/artifacts/blocks.json`.

use crate::rules::{IDENTIFIER_MAX_CHARS, TITLE_MAX_CHARS};

/// The characters that every block has; answers without them are not read.
pub(crate) const MARK: &str = "artifact=\"";

/// A block of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    pub identifier: String,
    /// Lower case; `text` where the model wrote none.
    pub language: String,
    pub title: Option<String>,
    /// True if the content is edits of the version before.
    pub is_edit: bool,
    pub content: String,
    /// False if the answer ended within it.
    pub closed: bool,
}

/// Returns the blocks of an answer, in order.
pub(crate) fn blocks_in(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(opening) = Opening::parse(lines[at]) else {
            at += 1;
            continue;
        };
        let below = &lines[at + 1..];
        let end = opening.end_in(below);
        let body = &below[..end.unwrap_or(below.len())];
        if let Some(head) = Head::parse(opening.info) {
            blocks.push(head.block(body, opening.indent, end.is_some()));
        }
        at += 1 + body.len() + 1;
    }
    blocks
}

/// The first line of a code fence.
struct Opening<'a> {
    indent: usize,
    mark: char,
    length: usize,
    info: &'a str,
}

impl<'a> Opening<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        let mark = rest.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = rest.trim_start_matches(mark);
        let length = rest.len() - info.len();
        let is_fence = indent <= 3 && length >= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then_some(Self { indent, mark, length, info: info.trim() })
    }

    /// Returns the index of the line that closes it. In Markdown, fences of the same length are nested.
    fn end_in(&self, lines: &[&str]) -> Option<usize> {
        let word = self.info.split([' ', '\t', '{', ',', ':']).next().unwrap_or_default();
        if !matches!(word.to_lowercase().as_str(), "markdown" | "md" | "mdx") {
            return lines.iter().position(|line| self.closes(line));
        }
        let mut depth = 0;
        for (at, line) in lines.iter().enumerate() {
            if self.nests(line) {
                depth += 1;
            } else if self.closes(line) {
                if depth > 0 {
                    depth -= 1;
                } else if at > 0
                    && lines[at - 1].trim().is_empty()
                    && lines.get(at + 1).is_some_and(|next| !next.trim().is_empty())
                {
                    depth += 1;
                } else {
                    return Some(at);
                }
            }
        }
        None
    }

    /// Returns what stands behind the marks of a line that could belong to this fence.
    fn behind_marks<'b>(&self, line: &'b str) -> Option<&'b str> {
        let rest = line.trim_start_matches(' ');
        let behind = rest.trim_start_matches(self.mark);
        (line.len() - rest.len() <= 3 && rest.len() - behind.len() >= self.length).then_some(behind)
    }

    fn closes(&self, line: &str) -> bool {
        self.behind_marks(line).is_some_and(|behind| behind.trim().is_empty())
    }

    fn nests(&self, line: &str) -> bool {
        let is_word = |letter: char| letter.is_alphanumeric() || "_+#.-".contains(letter);
        self.behind_marks(line)
            .map(str::trim_start)
            .is_some_and(|behind| behind.starts_with(is_word) && !behind.contains('`'))
    }
}

/// The facts in a fence's first line.
struct Head {
    language: String,
    identifier: String,
    title: Option<String>,
    is_edit: bool,
}

impl Head {
    fn parse(info: &str) -> Option<Self> {
        let identifier = slug(attribute(info, "artifact")?)?;
        let title = attribute(info, "title").map(|title| {
            let title: String = title.trim().chars().take(TITLE_MAX_CHARS).collect();
            title
        });
        let bare = without_attributes(info);
        let mut words = bare.split_whitespace();
        let is_word = |word: &&str| *word != "edit" && !word.contains('=');
        let language = words.clone().next().filter(is_word).unwrap_or("text").to_lowercase();
        let is_edit = words.any(|word| word == "edit");
        let title = title.filter(|title| !title.is_empty());
        Some(Self { language, identifier, title, is_edit })
    }

    fn block(self, body: &[&str], indent: usize, closed: bool) -> Block {
        let outdented = body.iter().map(|line| {
            let spaces = line.len() - line.trim_start_matches(' ').len();
            &line[spaces.min(indent)..]
        });
        Block {
            identifier: self.identifier,
            language: self.language,
            title: self.title,
            is_edit: self.is_edit,
            content: outdented.collect::<Vec<_>>().join("\n"),
            closed,
        }
    }
}

/// Returns the value of `name="value"`.
fn attribute<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    let mark = format!("{name}=\"");
    let start = info.match_indices(&mark).find_map(|(at, _)| {
        let is_word = info[..at].chars().next_back().is_none_or(char::is_whitespace);
        is_word.then_some(at + mark.len())
    })?;
    info[start..].split_once('"').map(|(value, _)| value)
}

/// Removes the values in quotation marks, whose words are none of the line's own.
fn without_attributes(info: &str) -> String {
    info.split('"').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Returns a name as one word of lower-case letters; `None` if nothing is left of it.
fn slug(name: &str) -> Option<String> {
    let mut slug = String::new();
    for letter in name.to_lowercase().chars() {
        if letter.is_alphanumeric() || letter == '_' {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug: String = slug.chars().take(IDENTIFIER_MAX_CHARS).collect();
    let slug = slug.trim_end_matches('-').to_owned();
    (!slug.is_empty()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        text: String,
        blocks: Value,
    }

    #[test]
    fn blocks_are_read_as_the_client_reads_them() {
        let all = include_str!("../../../../contract/fixtures/artifacts/blocks.json");
        let cases: Vec<Case> = serde_json::from_str(all).unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let found: Vec<Value> = blocks_in(&case.text)
                .into_iter()
                .map(|block| {
                    json!({
                        "identifier": block.identifier, "language": block.language, "title": block.title,
                        "edit": block.is_edit, "content": block.content, "closed": block.closed,
                    })
                })
                .collect();
            assert_eq!(Value::from(found), case.blocks, "{}", case.name);
        }
    }
}
