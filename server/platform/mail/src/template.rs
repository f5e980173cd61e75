//! The templates of mails: areas bring the texts, in every language; this writes them as text and as HTML.

use std::collections::BTreeSet;

use crate::{Body, Message};

/// The languages that mails are written in, by their BCP 47 tags. English is the fallback.
const LANGUAGES: [&str; 3] = ["en", "ar", "zh"];

/// The name of the server in the texts of templates.
const SERVER_NAME: &str = "{server}";
/// The same in a written mail, until it is put into the outbox: a character for private use, so that nothing that people
/// write is taken for it.
pub(crate) const SERVER_NAME_MARK: &str = "\u{f8ff}";

/// A template that an area registers, so that its texts are checked.
pub trait Template: Sync {
    /// `<area>.<subject>`.
    fn name(&self) -> &'static str;

    /// Returns what is missing or inconsistent in its texts. Empty if nothing is.
    fn faults(&self) -> Vec<String>;
}

/// The mails on one subject.
pub struct MailTemplate {
    pub name: &'static str,
    /// The texts in each language, English first.
    pub languages: &'static [MailTexts],
}

/// The texts of a [`MailTemplate`] in one language.
pub struct MailTexts {
    /// BCP 47.
    pub tag: &'static str,
    /// The label of the link to the page where the reader can act.
    pub link: &'static str,
    /// Subject and text of each kind of mail; `{name}` stands for the fact of that name. A subject shows on locked
    /// screens.
    pub texts: &'static [(&'static str, &'static str)],
}

impl MailTemplate {
    /// Writes the mail of one kind in the language of `locale` (BCP 47), or in English.
    ///
    /// `facts` are inserted one after the other, so what people wrote must come last: placeholders in it stay as they are.
    pub fn write(
        &self,
        to: &str,
        kind: usize,
        facts: &[(&str, &str)],
        page: &str,
        locale: Option<&str>,
    ) -> Message {
        let language = in_language_of(self.languages, |texts| texts.tag, locale);
        let (subject, text) = language.texts[kind];
        let insert = |text: String, (name, fact): &(&str, &str)| {
            text.replace(&format!("{{{name}}}"), &fact.replace(SERVER_NAME_MARK, ""))
        };
        let text = facts.iter().fold(marked(text), insert);
        Message {
            to: to.to_owned(),
            subject: marked(subject),
            body: with_link(language, &text, page),
        }
    }
}

impl Template for MailTemplate {
    fn name(&self) -> &'static str {
        self.name
    }

    fn faults(&self) -> Vec<String> {
        let mut faults =
            missing_languages(self.name, self.languages.iter().map(|texts| texts.tag).collect());
        let Some(english) = self.languages.first() else { return faults };
        for MailTexts { tag, link, texts } in self.languages {
            if link.is_empty() || texts.len() != english.texts.len() {
                faults
                    .push(format!("{} ({tag}): its link or a kind of mail is missing", self.name));
            }
            for (index, (own, first)) in texts.iter().zip(english.texts).enumerate() {
                if placeholders(own.1) != placeholders(first.1) {
                    faults.push(format!("{} ({tag}): text {index} has other facts", self.name));
                }
                if own.0.is_empty() || own.0.replace(SERVER_NAME, "").contains('{') {
                    faults.push(format!("{} ({tag}): subject {index}", self.name));
                }
            }
        }
        faults
    }
}

/// Returns a text with the mark for the server's name.
pub(crate) fn marked(text: &str) -> String {
    text.replace(SERVER_NAME, SERVER_NAME_MARK)
}

/// Returns a fault unless the languages are those that mails are written in, in their order.
pub(crate) fn missing_languages(name: &str, tags: Vec<&str>) -> Vec<String> {
    let fault = || format!("{name}: it is in {tags:?}, and should be in {LANGUAGES:?}");
    if tags == LANGUAGES { Vec::new() } else { vec![fault()] }
}

/// Returns the names in braces.
pub(crate) fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// Returns the entry in the language of `locale` (BCP 47), or the first one, which is English.
pub fn in_language_of<'a, L>(
    languages: &'a [L],
    tag_of: impl Fn(&L) -> &str,
    locale: Option<&str>,
) -> &'a L {
    let wanted = locale.and_then(|locale| locale.split('-').next()).unwrap_or("");
    languages.iter().find(|language| tag_of(language) == wanted).unwrap_or(&languages[0])
}

/// Returns the direction of a language, as HTML names it.
pub(crate) fn direction(tag: &str) -> &'static str {
    if tag == "ar" { "rtl" } else { "ltr" }
}

fn with_link(MailTexts { tag, link, .. }: &MailTexts, said: &str, page: &str) -> Body {
    let text = format!("{said}\n\n{link}: {page}\n");
    let (said, page, direction) = (escape(said), escape(page), direction(tag));
    let html = format!(
        r#"<!doctype html><html lang="{tag}" dir="{direction}"><body style="margin:0;padding:32px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1b1b1f"><div style="max-width:440px;margin:auto;background:#fff;border-radius:12px;padding:32px"><p style="margin:0">{said}</p><p style="margin:24px 0 0"><a href="{page}" style="color:#3b5bdb">{link}</a></p></div></body></html>"#
    );
    Body { text, html: Some(html) }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn texts(tag: &'static str, texts: &'static [(&'static str, &'static str)]) -> MailTexts {
        MailTexts { tag, link: "Open", texts }
    }

    static WHOLE: MailTemplate = MailTemplate {
        name: "test.whole",
        languages: &[
            texts("en", &[("Subject", "{amount} by {who}")]),
            texts("ar", &[("Subject", "{who} {amount}")]),
            texts("zh", &[("Subject", "{amount}{who}")]),
        ],
    };

    static BROKEN: MailTemplate = MailTemplate {
        name: "test.broken",
        languages: &[
            texts("en", &[("Subject", "{amount}"), ("Subject", "More")]),
            texts("ar", &[("Subject {amount}", "-"), ("", "-")]),
        ],
    };

    #[test]
    fn what_people_wrote_is_inserted_as_it_is() {
        let facts = [("amount", "9.90 <USD>"), ("who", "{amount} & co")];
        let mail = WHOLE.write("a@b.co", 0, &facts, "https://x.example/?a&b", Some("ar-EG"));
        assert!(
            mail.body.text.starts_with("{amount} & co 9.90 <USD>\n\nOpen: https://x.example/?a&b")
        );
        let html = mail.body.html.unwrap();
        assert!(
            html.contains("{amount} &amp; co 9.90 &lt;USD&gt;") && html.contains("dir=\"rtl\"")
        );
        assert_eq!(
            WHOLE.write("a@b.co", 0, &facts, "p", Some("fr")).body.text,
            "9.90 <USD> by {amount} & co\n\nOpen: p\n"
        );
    }

    #[test]
    fn a_template_that_lacks_a_text_or_a_fact_is_found() {
        assert_eq!(WHOLE.faults(), [""; 0]);
        let faults = BROKEN.faults();
        for fault in ["should be in", "text 0 has other facts", "subject 0", "subject 1"] {
            assert!(faults.iter().any(|found| found.contains(fault)), "{fault}: {faults:?}");
        }
    }
}
