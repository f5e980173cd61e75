//! Edits of models: texts that are searched for, each with what replaces it.
//!
//! The TypeScript twin is `clients/features/artifacts/edits.ts`; both read `contract/fixtures/artifacts/edits.json`.

/// One replacement.
#[derive(Debug, PartialEq, Eq)]
struct Edit {
    search: String,
    replacement: String,
}

/// Returns `content` with the edits applied; `None` if there is none, or if a searched text is not in it.
///
/// Edits that are not complete, at the end of a stopped answer, are left out.
pub(crate) fn apply_edits(content: &str, edits: &str) -> Option<String> {
    let edits = parse(edits);
    if edits.is_empty() {
        return None;
    }
    edits.iter().try_fold(content.to_owned(), |content, edit| edit.apply(&content))
}

fn parse(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut search: Option<Vec<&str>> = None;
    let mut replacement: Option<Vec<&str>> = None;
    for line in text.lines() {
        let mark = line.trim_end();
        if mark.starts_with("<<<<<<<") {
            (search, replacement) = (Some(Vec::new()), None);
        } else if mark == "=======" && search.is_some() && replacement.is_none() {
            replacement = Some(Vec::new());
        } else if mark.starts_with(">>>>>>>") {
            if let (Some(search), Some(replacement)) = (search.take(), replacement.take()) {
                let (search, replacement) = (search.join("\n"), replacement.join("\n"));
                edits.push(Edit { search, replacement });
            }
        } else if let Some(lines) = replacement.as_mut().or(search.as_mut()) {
            lines.push(line);
        }
    }
    edits
}

impl Edit {
    fn apply(&self, content: &str) -> Option<String> {
        if self.search.trim().is_empty() {
            let end = if content.is_empty() || content.ends_with('\n') { "" } else { "\n" };
            return Some(format!("{content}{end}{}", self.replacement));
        }
        if let Some(at) = content.find(&self.search) {
            let (before, rest) = content.split_at(at);
            return Some(format!("{before}{}{}", self.replacement, &rest[self.search.len()..]));
        }
        self.apply_by_lines(content)
    }

    /// Finds the text where only spaces at the beginnings and ends of lines differ.
    fn apply_by_lines(&self, content: &str) -> Option<String> {
        let lines: Vec<&str> = content.split('\n').collect();
        let wanted: Vec<&str> = self.search.split('\n').map(str::trim).collect();
        let is_same = |found: &[&str]| found.iter().zip(&wanted).all(|(a, b)| a.trim() == *b);
        let at = lines.windows(wanted.len()).position(is_same)?;
        let (before, after) = (&lines[..at], &lines[at + wanted.len()..]);
        let replacement = [self.replacement.as_str()];
        let all: Vec<&str> = before.iter().chain(&replacement).chain(after).copied().collect();
        Some(all.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        content: String,
        edits: String,
        result: Option<String>,
    }

    #[test]
    fn edits_are_applied_as_the_client_applies_them() {
        let all = include_str!("../../../../contract/fixtures/artifacts/edits.json");
        let cases: Vec<Case> = serde_json::from_str(all).unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            assert_eq!(apply_edits(&case.content, &case.edits), case.result, "{}", case.name);
        }
    }
}
