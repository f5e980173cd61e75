//! Checks English grammar and spelling, with Harper's rules.

mod corrections;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ::proofreading::{CheckError, Checked as Report};
use harper_core::linting::{LintGroup, Linter};
use harper_core::parsers::PlainEnglish;
use harper_core::spell::{Dictionary, FstDictionary};
use harper_core::{Dialect, Document, TokenKind, remove_overlaps};
use unicode_segmentation::UnicodeSegmentation;

use crate::answer::{Answer, Skill, cite_work};
use crate::markdown::{escape, quote};
use crate::texts::{Texts, fill};
use corrections::{Finding, Piece, correct};

/// The checker. Its rules take some 100 MB and are loaded at the first text that needs them.
#[derive(Default)]
pub struct Proofreader {
    rules: Mutex<Option<Rules>>,
}

struct Rules {
    dictionary: Arc<FstDictionary>,
    linter: LintGroup,
}

/// Maximum length of a text in characters.
const TEXT_MAX_CHARS: usize = 20_000;
/// Length of a piece in characters. Rules apply to sentences, so a text is checked in pieces of whole sentences.
const PIECE_CHARS: usize = 400;
/// Time after which no further piece is begun. Unknown words are slow, up to some 100 ms each.
const TIME_LIMIT: Duration = Duration::from_secs(6);
/// The share of words that must be English, of 100.
const ENGLISH_MIN_PERCENT: usize = 55;
const FINDINGS_SHOWN: usize = 40;

impl Proofreader {
    /// Checks `text` and answers with the corrected text, and the findings with reasons.
    pub fn answer(&self, text: &str, texts: &Texts) -> Answer {
        let plain = |markdown: &str, needs_model| Answer {
            skill: Skill::Proofreading,
            markdown: markdown.to_owned(),
            citations: Vec::new(),
            needs_model,
        };
        if !text.chars().any(char::is_alphabetic) {
            return plain(texts.nothing_to_proofread, false);
        }
        match self.check(text) {
            Checked::NotEnglish => plain(texts.proofreads_english_only, true),
            Checked::Failed => plain(texts.proofreading_failed, true),
            Checked::Pieces(pieces) => Answer {
                skill: Skill::Proofreading,
                markdown: findings_text(text, &pieces, texts),
                citations: vec![cite_work(
                    format!("Harper {}", harper_core::core_version()),
                    "https://writewithharper.com/",
                )],
                needs_model: false,
            },
        }
    }

    /// Checks `text` and returns the findings, for callers that show them in the text itself.
    pub fn report(&self, text: &str) -> Result<Report, CheckError> {
        let checker = format!("Harper {}", harper_core::core_version());
        if !text.chars().any(char::is_alphabetic) {
            return Ok(Report {
                checked_chars: text.chars().count(),
                checker,
                ..Report::default()
            });
        }
        match self.check(text) {
            Checked::NotEnglish => Err(CheckError::NotEnglish),
            Checked::Failed => Err(CheckError::Failed),
            Checked::Pieces(pieces) => Ok(Report { checker, ..report_of(pieces) }),
        }
    }

    fn check(&self, text: &str) -> Checked {
        let mut slot = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        // The rules are taken out while they work: if one of the hundreds of rules panics on a strange text, the broken
        // set is dropped with the panic, and the next text loads a new one.
        let rules = slot.take();
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let mut rules = rules.unwrap_or_else(Rules::load);
            let checked = rules.check(text);
            (rules, checked)
        }));
        match checked {
            Ok((rules, checked)) => {
                *slot = Some(rules);
                checked
            }
            Err(_) => Checked::Failed,
        }
    }
}

enum Checked {
    /// The checked parts, from the beginning of the text.
    Pieces(Vec<Piece>),
    NotEnglish,
    Failed,
}

impl Rules {
    fn load() -> Self {
        let dictionary = FstDictionary::curated();
        let linter = LintGroup::new_curated(Arc::clone(&dictionary), Dialect::American);
        Self { dictionary, linter }
    }

    fn check(&mut self, text: &str) -> Checked {
        let begin = Instant::now();
        let text: String = text.chars().take(TEXT_MAX_CHARS).collect();
        if !self.is_english(&text) {
            return Checked::NotEnglish;
        }
        let mut pieces = Vec::new();
        for piece in pieces_of(&text) {
            if begin.elapsed() > TIME_LIMIT {
                break;
            }
            let document = self.document(&piece);
            let mut lints = self.linter.lint(&document);
            remove_overlaps(&mut lints);
            pieces.push(correct(&piece, lints));
        }
        Checked::Pieces(pieces)
    }

    fn document(&self, text: &str) -> Document {
        Document::new(text, &PlainEnglish, &self.dictionary)
    }

    fn is_english(&self, text: &str) -> bool {
        let document = self.document(text);
        let (mut words, mut known) = (0, 0);
        for token in document.tokens() {
            if matches!(token.kind, TokenKind::Word(_)) {
                words += 1;
                let word = token.get_ch(document.get_source());
                known += usize::from(self.dictionary.contains_word(word));
            }
        }
        // Other scripts are not even words to it, so letters are counted as well.
        let (latin, letters) = text
            .chars()
            .filter(|c| c.is_alphabetic())
            .fold((0, 0), |(latin, all), c| (latin + usize::from(c < '\u{250}'), all + 1));
        latin * 2 > letters && (words <= 2 || known * 100 >= words * ENGLISH_MIN_PERCENT)
    }
}

/// Splits `text` into pieces of whole sentences that joined together are `text` again.
fn pieces_of(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut length = PIECE_CHARS;
    for sentence in text.split_sentence_bounds() {
        match pieces.last_mut() {
            Some(piece) if length < PIECE_CHARS => piece.push_str(sentence),
            _ => {
                pieces.push(sentence.to_owned());
                length = 0;
            }
        }
        length += sentence.chars().count();
    }
    pieces
}

fn report_of(pieces: Vec<Piece>) -> Report {
    let mut report = Report::default();
    for piece in pieces {
        let before = report.checked_chars;
        report.findings.extend(piece.findings.into_iter().map(|finding| ::proofreading::Finding {
            start: before + finding.place.start,
            end: before + finding.place.end,
            is_mistake: finding.is_applied(),
            reason: with_quotes(finding.reason.trim_end_matches('.')),
            options: finding.options,
        }));
        report.checked_chars += piece.checked_chars;
    }
    report
}

fn findings_text(text: &str, pieces: &[Piece], texts: &Texts) -> String {
    let checked: usize = pieces.iter().map(|piece| piece.checked_chars).sum();
    let total = text.chars().count();
    let (changed, noticed): (Vec<&Finding>, Vec<&Finding>) =
        pieces.iter().flat_map(|piece| &piece.findings).partition(|finding| finding.is_applied());

    let mut blocks = Vec::new();
    if changed.is_empty() && noticed.is_empty() {
        blocks.push(texts.nothing_found.to_owned());
    }
    if !changed.is_empty() {
        let corrected: String = pieces.iter().map(|piece| piece.corrected.as_str()).collect();
        blocks.extend([texts.corrected_text.to_owned(), quote(&corrected)]);
        blocks.push(texts.what_was_changed.to_owned());
        blocks.extend(list(&changed, texts));
    }
    if !noticed.is_empty() {
        blocks.push(texts.worth_a_look.to_owned());
        blocks.extend(list(&noticed, texts));
    }
    if checked < total {
        let values = [("checked", checked.to_string()), ("total", total.to_string())];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        blocks.push(fill(texts.checked_in_part, &values));
    }
    blocks.push(fill(texts.proofread_by, &[("version", harper_core::core_version())]));
    blocks.join("\n\n")
}

fn list(findings: &[&Finding], texts: &Texts) -> Vec<String> {
    let lines: Vec<String> = findings
        .iter()
        .take(FINDINGS_SHOWN)
        .map(|finding| format!("- {}", finding_text(finding, texts)))
        .collect();
    let mut blocks = vec![lines.join("\n")];
    let more = findings.len().saturating_sub(FINDINGS_SHOWN);
    if more > 0 {
        blocks.push(fill(texts.more_findings, &[("count", &more.to_string())]));
    }
    blocks
}

fn finding_text(finding: &Finding, texts: &Texts) -> String {
    use corrections::Change::{Inserted, Noticed, Perhaps, Removed, Replaced};

    let wrong = format!("“{}”", escape(&finding.wrong));
    let reason = escape(&with_quotes(finding.reason.trim_end_matches('.')));
    let common = [("wrong", wrong.as_str()), ("reason", reason.as_str())];
    match &finding.change {
        Replaced(right) => fill(texts.replaced, &[common[0], common[1], ("right", &escape(right))]),
        Removed => fill(texts.removed, &common),
        Inserted(added) => fill(texts.inserted, &[common[0], common[1], ("added", &escape(added))]),
        Perhaps(options) => {
            let options: Vec<String> =
                options.iter().map(|option| format!("“{}”", escape(option))).collect();
            fill(texts.perhaps, &[common[0], common[1], ("options", &options.join(", "))])
        }
        Noticed => fill(texts.noticed, &common),
    }
}

/// Replaces Harper's `code spans` around words with quotation marks, which read better in a list of words.
fn with_quotes(reason: &str) -> String {
    let mut quoted = String::with_capacity(reason.len());
    for (index, part) in reason.split('`').enumerate() {
        match index {
            0 => {}
            index if index % 2 == 1 => quoted.push('“'),
            _ => quoted.push('”'),
        }
        quoted.push_str(part);
    }
    quoted
}

#[cfg(test)]
mod tests;
