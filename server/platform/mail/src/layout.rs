use crate::{Body, Message};

/// The texts of mails on one subject in one language.
pub(crate) struct Language<const KINDS: usize> {
    /// BCP 47.
    pub tag: &'static str,
    /// `ltr` or `rtl`.
    pub direction: &'static str,
    /// Label of the link to the page.
    pub open: &'static str,
    /// Subject and text of each kind, in the order of their enum; `{name}` is a placeholder for a fact.
    pub texts: [(&'static str, &'static str); KINDS],
}

/// Builds the mail of one kind, in the language of `locale` (BCP 47), or in English.
///
/// `facts`: names and values. They are inserted one after the other, with texts by people last, so that placeholders in
/// those are not replaced.
pub(crate) fn write<const KINDS: usize>(
    languages: &[Language<KINDS>],
    to: &str,
    kind: usize,
    facts: &[(&str, &str)],
    page: &str,
    locale: Option<&str>,
) -> Message {
    let language = in_language_of(languages, |language| language.tag, locale);
    let (subject, text) = language.texts[kind];
    let put_in =
        |text: String, (name, fact): &(&str, &str)| text.replace(&format!("{{{name}}}"), fact);
    let said = facts.iter().fold(text.to_owned(), put_in);
    let body = said_with_link(language, &said, page);
    Message { to: to.to_owned(), subject: subject.to_owned(), body }
}

/// Returns the texts in the language of `locale` (BCP 47), or in English, which is the first.
pub(crate) fn in_language_of<'a, L>(
    languages: &'a [L],
    tag_of: impl Fn(&L) -> &str,
    locale: Option<&str>,
) -> &'a L {
    let wanted = locale.and_then(|locale| locale.split('-').next()).unwrap_or("");
    languages.iter().find(|language| tag_of(language) == wanted).unwrap_or(&languages[0])
}

/// Builds the body of a mail: its text, and a link to the page where the reader continues.
fn said_with_link<const KINDS: usize>(
    Language { tag, direction, open, .. }: &Language<KINDS>,
    said: &str,
    page: &str,
) -> Body {
    let text = format!("{said}\n\n{open}: {page}\n");
    let (said, page) = (escape(said), escape(page));
    let html = format!(
        r#"<!doctype html><html lang="{tag}" dir="{direction}"><body style="margin:0;padding:32px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1b1b1f"><div style="max-width:440px;margin:auto;background:#fff;border-radius:12px;padding:32px"><p style="margin:0">{said}</p><p style="margin:24px 0 0"><a href="{page}" style="color:#3b5bdb">{open}</a></p></div></body></html>"#
    );
    Body { text, html: Some(html) }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
