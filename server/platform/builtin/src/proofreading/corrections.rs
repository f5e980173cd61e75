//! Decides which findings are mistakes that are put right, and which are only pointed at.

use std::ops::Range;

use harper_core::linting::{Lint, LintKind, Suggestion};

/// One checked piece of the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    pub checked_chars: usize,
    pub corrected: String,
    pub findings: Vec<Finding>,
}

/// One place of the text that a rule points at.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    /// Position in the part, in characters.
    pub place: Range<usize>,
    /// The words as they are in the text.
    pub wrong: String,
    pub change: Change,
    /// Suggested replacements, the best first.
    pub options: Vec<String>,
    /// The rule's own reason, in English.
    pub reason: String,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Change {
    Replaced(String),
    Removed,
    Inserted(String),
    /// Unchanged, with suggestions of what may have been meant.
    Perhaps(Vec<String>),
    /// Unchanged, without a suggestion.
    Noticed,
}

const OPTIONS_SHOWN: usize = 3;

impl Finding {
    pub fn is_applied(&self) -> bool {
        !matches!(self.change, Change::Perhaps(_) | Change::Noticed)
    }
}

/// Applies the certain corrections. `lints` are in the order of the text and do not overlap.
pub fn correct(text: &str, lints: Vec<Lint>) -> Piece {
    let source: Vec<char> = text.chars().collect();
    let mut corrected = String::with_capacity(text.len());
    let mut findings = Vec::new();
    let mut done = 0;
    for lint in lints {
        let (start, end) = (lint.span.start, lint.span.end);
        if start < done || start > end || end > source.len() {
            continue; // A rule whose place is not in the text cannot be shown.
        }
        let wrong: String = source[start..end].iter().collect();
        let change = change_of(&lint, &wrong, &source[..start]);
        corrected.extend(&source[done..start]);
        match &change {
            Change::Replaced(right) => corrected.push_str(right),
            Change::Removed => {}
            Change::Inserted(added) => {
                corrected.push_str(&wrong);
                corrected.push_str(added);
            }
            Change::Perhaps(_) | Change::Noticed => corrected.push_str(&wrong),
        }
        done = end;
        let options = options_of(&lint, &wrong);
        findings.push(Finding { place: start..end, wrong, change, options, reason: lint.message });
    }
    corrected.extend(&source[done..]);
    Piece { checked_chars: source.len(), corrected, findings }
}

fn change_of(lint: &Lint, wrong: &str, before: &[char]) -> Change {
    let options = || {
        let words = lint.suggestions.iter().filter_map(|suggestion| match suggestion {
            Suggestion::ReplaceWith(chars) => Some(chars.iter().collect()),
            _ => None,
        });
        words.take(OPTIONS_SHOWN).collect::<Vec<String>>()
    };
    if is_matter_of_taste(lint.lint_kind) || may_be_a_name(lint.lint_kind, wrong, before) {
        let options = options();
        return if options.is_empty() { Change::Noticed } else { Change::Perhaps(options) };
    }
    match lint.suggestions.first() {
        Some(Suggestion::ReplaceWith(chars)) => Change::Replaced(chars.iter().collect()),
        Some(Suggestion::InsertAfter(chars)) => Change::Inserted(chars.iter().collect()),
        Some(Suggestion::Remove) => Change::Removed,
        None => Change::Noticed,
    }
}

fn options_of(lint: &Lint, wrong: &str) -> Vec<String> {
    let text = |suggestion: &Suggestion| match suggestion {
        Suggestion::ReplaceWith(chars) => chars.iter().collect(),
        Suggestion::InsertAfter(chars) => wrong.chars().chain(chars.iter().copied()).collect(),
        Suggestion::Remove => String::new(),
    };
    lint.suggestions.iter().take(OPTIONS_SHOWN).map(text).collect()
}

fn is_matter_of_taste(kind: LintKind) -> bool {
    matches!(
        kind,
        LintKind::Enhancement
            | LintKind::Readability
            | LintKind::Redundancy
            | LintKind::Regionalism
            | LintKind::Style
    )
}

/// Returns true for an unknown word that may be a name: it is capitalized inside a sentence, or has figures or
/// capitals; "correcting" it would spoil the text.
fn may_be_a_name(kind: LintKind, wrong: &str, before: &[char]) -> bool {
    if kind != LintKind::Spelling {
        return false;
    }
    let odd_inside = wrong.chars().skip(1).any(|c| c.is_uppercase() || c.is_numeric());
    let begins_sentence = before
        .iter()
        .rev()
        .find(|c| !c.is_whitespace() && !"\"'“‘(*_".contains(**c))
        .is_none_or(|c| ".!?:\n".contains(*c));
    odd_inside || (wrong.starts_with(char::is_uppercase) && !begins_sentence)
}
