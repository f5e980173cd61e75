//! Mails with a code that their reader enters.

use crate::template::{direction, in_language_of, marked, missing_languages, placeholders};
use crate::{Body, Message, Template};

/// A mail with a code. Its subject never holds the code: it shows on locked screens.
pub struct CodeTemplate {
    pub name: &'static str,
    /// The texts in each language, English first.
    pub languages: &'static [CodeTexts],
}

/// The texts of a [`CodeTemplate`] in one language.
pub struct CodeTexts {
    /// BCP 47.
    pub tag: &'static str,
    pub subject: &'static str,
    pub intro: &'static str,
    /// Says how long the code works: `{minutes}`.
    pub expiry: &'static str,
    /// Says what happens to somebody who did not ask for it.
    pub ignore: &'static str,
}

impl CodeTemplate {
    /// Writes the mail in the language of `locale` (BCP 47), or in English.
    pub fn write(&self, to: &str, code: &str, minutes: i64, locale: Option<&str>) -> Message {
        let texts = in_language_of(self.languages, |texts| texts.tag, locale);
        let CodeTexts { tag, subject, intro, expiry, ignore } = texts;
        let expiry = expiry.replace("{minutes}", &minutes.to_string());
        let (intro, expiry, ignore) = (marked(intro), marked(&expiry), marked(ignore));
        let text = format!("{intro}\n\n{code}\n\n{expiry}\n{ignore}\n");
        let direction = direction(tag);
        let html = format!(
            r#"<!doctype html><html lang="{tag}" dir="{direction}"><body style="margin:0;padding:32px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1b1b1f"><div style="max-width:440px;margin:auto;background:#fff;border-radius:12px;padding:32px"><p style="margin:0">{intro}</p><p dir="ltr" style="margin:24px 0;font-size:32px;font-weight:600;letter-spacing:6px;text-align:center">{code}</p><p style="margin:0;color:#5c5c66;font-size:14px">{expiry}<br>{ignore}</p></div></body></html>"#
        );
        let body = Body { text, html: Some(html) };
        Message { to: to.to_owned(), subject: marked(subject), body }
    }
}

impl Template for CodeTemplate {
    fn name(&self) -> &'static str {
        self.name
    }

    fn faults(&self) -> Vec<String> {
        let tags = self.languages.iter().map(|texts| texts.tag).collect();
        let mut faults = missing_languages(self.name, tags);
        for CodeTexts { tag, subject, intro, expiry, ignore } in self.languages {
            let is_empty = [subject, intro, ignore].iter().any(|text| text.is_empty());
            if is_empty || !placeholders(expiry).iter().eq(&["minutes"]) {
                faults.push(format!("{} ({tag}): a text is missing", self.name));
            }
        }
        faults
    }
}
