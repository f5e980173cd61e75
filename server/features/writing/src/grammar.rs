//! Grammar checks.

use area::Services;
use kernel::Fallible;
use proofreading::{CheckError, Checked};

use crate::problems::{CHECK_FAILED, TEXT_TOO_LONG};
use crate::routes::{Finding, GrammarReport};
use crate::rules::{TEXT_MAX_CHARS, utf16_places};

/// Checks a text without storing it.
///
/// Problems: [`TEXT_TOO_LONG`], [`CHECK_FAILED`].
pub(crate) async fn check(services: &Services, text: String) -> Fallible<GrammarReport> {
    if text.chars().count() > TEXT_MAX_CHARS {
        return Err(TEXT_TOO_LONG.with("max", TEXT_MAX_CHARS).into());
    }
    let places = utf16_places(&text);
    match services.proofreader.check(text).await {
        Ok(checked) => Ok(report(checked, &places)),
        Err(CheckError::NotEnglish) => Ok(GrammarReport::not_english()),
        Err(CheckError::Failed) => Err(CHECK_FAILED.into()),
    }
}

fn report(
    Checked { findings, checked_chars, checker }: Checked,
    places: &[usize],
) -> GrammarReport {
    let end = places.len() - 1;
    let place = |character: usize| places[character.min(end)];
    let findings = findings.into_iter().map(|finding| Finding {
        start: place(finding.start),
        end: place(finding.end),
        options: finding.options,
        is_mistake: finding.is_mistake,
        reason: finding.reason,
    });
    GrammarReport {
        is_english: true,
        checked: place(checked_chars),
        checker,
        findings: findings.collect(),
    }
}
