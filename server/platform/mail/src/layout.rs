use crate::Body;

/// The texts in the language of `locale` (BCP 47), or in English, which is the first.
pub(crate) fn in_language_of<'a, L>(
    languages: &'a [L],
    tag_of: impl Fn(&L) -> &str,
    locale: Option<&str>,
) -> &'a L {
    let wanted = locale.and_then(|locale| locale.split('-').next()).unwrap_or("");
    languages.iter().find(|language| tag_of(language) == wanted).unwrap_or(&languages[0])
}

/// What a mail says, and the page where its reader goes on.
///
/// `language`: its tag (BCP 47) and direction (`ltr` or `rtl`).
pub(crate) fn said_with_link(
    (tag, direction): (&str, &str),
    said: &str,
    open: &str,
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
