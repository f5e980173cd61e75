//! Rules for servers and their tools: no I/O.

use std::collections::HashSet;

use kernel::{Problem, collapse_whitespace, strip_hidden};
use sha2::{Digest, Sha256};

use crate::problems::{NAME_EMPTY, NAME_TOO_LONG};

kernel::limits! { "tools";
    /// Servers that one person may connect.
    SERVERS_MAX: i64 = 50, "servers", "ours";
    /// Longest name of a server.
    NAME_MAX_CHARS: usize = 80, "characters", "ours";
    /// Tools that are taken from one server.
    TOOLS_MAX: usize = 128, "tools", "ours";
    /// Tools that one run's model is offered.
    TOOLS_PER_RUN_MAX: usize = 128, "tools", "ours";
    /// Longest description of a tool that is taken; the rest is cut.
    DESCRIPTION_MAX_CHARS: usize = 2_000, "characters", "ours";
    /// Largest schema of a tool's arguments; a tool with a larger one is left out.
    SCHEMA_MAX_BYTES: usize = 32_768, "bytes", "ours";
    /// Largest message that is taken from a server: a picture of 4 MB fits, encoded.
    MESSAGE_MAX_BYTES: usize = 8_000_000, "bytes", "ours (decision 0700)";
    /// Pictures, sounds and files that one use of a tool may give.
    MEDIA_MAX: usize = 8, "files", "ours (decision 0700)";
    /// Largest question that a server may ask a person, with its schema.
    QUESTION_MAX_BYTES: usize = 32_768, "bytes", "ours (decision 0974)";
    /// Longest message of a question; the rest is cut.
    QUESTION_MESSAGE_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0974)";
    /// Fields that a question may have.
    QUESTION_FIELDS_MAX: usize = 20, "fields", "ours (decision 0974)";
    /// Options that a field may have.
    OPTIONS_PER_FIELD_MAX: usize = 100, "options", "ours (decision 0974)";
    /// Longest text that answers a field.
    ANSWER_TEXT_MAX_CHARS: usize = 4_000, "characters", "ours (decision 0974)";
    /// Maximum time for a server to list its tools.
    CONNECT_SECONDS_MAX: u64 = 20, "seconds", "ours";
    /// Maximum duration of a sign-in.
    SIGN_IN_MINUTES_MAX: i64 = 10, "minutes", "ours";
}

/// Longest name of a tool that all providers take.
const TOOL_NAME_MAX: usize = 64;
/// Characters of a fingerprint that tell apart what had to be cut.
const MARK: usize = 6;

/// Returns a server's name: trimmed, not empty, not too long.
pub(crate) fn server_name(text: &str) -> Result<String, Problem> {
    let name = collapse_whitespace(&strip_hidden(text));
    let name = name.trim_matches(is_invisible).trim().to_owned();
    match name.chars().count() {
        0 => Err(NAME_EMPTY.into()),
        chars if chars > NAME_MAX_CHARS => Err(NAME_TOO_LONG.with("max", NAME_MAX_CHARS)),
        _ => Ok(name),
    }
}

/// Returns true for characters that a name cannot consist of, though they may stand between its letters.
fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}

/// Returns the beginning of `text`, at most `max` characters.
pub(crate) fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the name of a tool for models: its server's and its own name, in the characters that all providers accept,
/// and distinct from those in `taken`.
pub(crate) fn tool_name(server: &str, tool: &str, taken: &mut HashSet<String>) -> String {
    let whole = format!("{}__{}", slug(server, "server"), slug(tool, "tool"));
    let mark = fingerprint(&format!("{server}\n{tool}"));
    let with_mark = |name: &str| {
        let kept = name.len().min(TOOL_NAME_MAX - MARK - 1);
        format!("{}_{}", &name[..kept], &mark[..MARK])
    };
    let mut name = if whole.len() > TOOL_NAME_MAX { with_mark(&whole) } else { whole };
    if !taken.insert(name.clone()) {
        name = with_mark(&name);
        taken.insert(name.clone());
    }
    name
}

/// Returns the ASCII letters, digits, `_` and `-` of `text`; `or` if there are none.
fn slug(text: &str, or: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => slug.push(c),
            _ if slug.ends_with('_') => {}
            _ => slug.push('_'),
        }
    }
    let trimmed = slug.trim_matches('_');
    if trimmed.is_empty() { or.to_owned() } else { trimmed.to_owned() }
}

/// Returns a fingerprint of a text: half a SHA-256, in hex.
pub(crate) fn fingerprint(text: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    kernel::hex(&digest[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(server: &str, tool: &str) -> String {
        tool_name(server, tool, &mut HashSet::new())
    }

    #[test]
    fn a_server_may_have_80_characters_but_not_81() {
        assert_eq!(server_name("  My \n files "), Ok("My files".to_owned()));
        assert!(server_name(&"é".repeat(80)).is_ok());
        assert_eq!(server_name(&"é".repeat(81)), Err(NAME_TOO_LONG.with("max", 80)));
        assert_eq!(server_name("\u{200b} "), Err(NAME_EMPTY.into()));
    }

    #[test]
    fn names_of_tools_have_the_characters_that_all_providers_take() {
        assert_eq!(name("My files", "read_file"), "My_files__read_file");
        assert_eq!(name("文件", "读/取"), "server__tool");
        let long = name(&"a".repeat(80), &"b".repeat(80));
        assert_eq!(long.len(), 64);
        assert_ne!(long, name(&"a".repeat(80), &"b".repeat(79)), "what was cut still counts");
    }

    #[test]
    fn no_two_tools_of_a_run_have_one_name() {
        let mut taken = HashSet::new();
        let first = tool_name("files", "read.it", &mut taken);
        let second = tool_name("files", "read it", &mut taken);
        assert_eq!(first, "files__read_it");
        assert_ne!(first, second);
        assert!(second.starts_with("files__read_it_"));
    }

    #[test]
    fn a_text_is_cut_behind_a_whole_letter() {
        assert_eq!(cut("abc", 2), "ab…");
        assert_eq!(cut("abc", 3), "abc");
    }
}
