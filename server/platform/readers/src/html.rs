use parsing::{Page, ParseFailure, Parsed, decode_text};

/// The text that a page shows, with headings and lists in Markdown's form.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let (title, text) = text_of(&decode_text(content));
    Parsed { pages: vec![Page { number: 1, title, text }] }.check()
}

/// Elements whose content nobody is shown.
const UNSEEN: &[&str] =
    &["script", "style", "noscript", "template", "svg", "head", "iframe", "object"];
/// Elements that stand on lines of their own.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "br",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "thead",
    "title",
    "tr",
    "ul",
];

/// A page's title, and its text. Takes any text for HTML, as browsers do.
pub(crate) fn text_of(html: &str) -> (Option<String>, String) {
    let mut writer = Writer::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        writer.text(&rest[..at]);
        rest = &rest[at..];
        let (tag, after) = next_tag(rest);
        match tag {
            Tag::Open(name) => {
                rest = after;
                if name == "title" {
                    let (title, after) = raw_content(rest, "title");
                    writer.title =
                        Some(collapse(&decode_entities(title))).filter(|t| !t.is_empty());
                    rest = after;
                } else if UNSEEN.contains(&name.as_str()) && name != "head" {
                    rest = raw_content(rest, &name).1;
                } else {
                    writer.open(&name);
                }
            }
            Tag::Close(name) => {
                rest = after;
                writer.close(&name);
            }
            Tag::Nothing => rest = after,
            Tag::Text => {
                writer.text("<");
                rest = after;
            }
        }
    }
    writer.text(rest);
    (writer.title, writer.out)
}

enum Tag {
    Open(String),
    Close(String),
    /// A comment or declaration.
    Nothing,
    /// A sign that begins no tag.
    Text,
}

fn next_tag(from: &str) -> (Tag, &str) {
    if let Some(comment) = from.strip_prefix("<!--") {
        return (Tag::Nothing, comment.split_once("-->").map_or("", |(_, after)| after));
    }
    let inside = &from[1..];
    let Some(first) = inside.chars().next() else { return (Tag::Text, "") };
    let is_tag = first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?');
    if !is_tag {
        return (Tag::Text, inside);
    }
    let (content, after) = split_tag(inside);
    let name = |text: &str| -> String {
        let end = text.find(|ch: char| !ch.is_ascii_alphanumeric()).unwrap_or(text.len());
        text[..end].to_ascii_lowercase()
    };
    match first {
        '!' | '?' => (Tag::Nothing, after),
        '/' => (Tag::Close(name(&content[1..])), after),
        _ => (Tag::Open(name(content)), after),
    }
}

/// Up to the `>` that ends a tag, which one in quotes does not.
fn split_tag(from: &str) -> (&str, &str) {
    let mut quote = None;
    for (at, ch) in from.char_indices() {
        match (quote, ch) {
            (None, '>') => return (&from[..at], &from[at + 1..]),
            (None, '"' | '\'') => quote = Some(ch),
            (Some(open), ch) if open == ch => quote = None,
            _ => {}
        }
    }
    // A quote that is never closed must not eat the page.
    from.split_once('>').unwrap_or((from, ""))
}

/// What stands before the closing tag of `name`, and what behind it.
fn raw_content<'a>(from: &'a str, name: &str) -> (&'a str, &'a str) {
    let lower = from.to_ascii_lowercase();
    match lower.find(&format!("</{name}")) {
        Some(at) => (&from[..at], split_tag(&from[at..]).1),
        None => (from, ""),
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    title: Option<String>,
    /// How deep in text whose lines count.
    pre: usize,
    is_spaced: bool,
}

impl Writer {
    fn text(&mut self, raw: &str) {
        let text = decode_entities(raw);
        if self.pre > 0 {
            self.out.push_str(&text);
            return;
        }
        let starts_spaced = text.starts_with(char::is_whitespace);
        let shown = collapse(&text);
        if shown.is_empty() {
            self.is_spaced |= starts_spaced;
            return;
        }
        if (self.is_spaced || starts_spaced)
            && !self.out.is_empty()
            && !self.out.ends_with(['\n', ' '])
        {
            self.out.push(' ');
        }
        self.out.push_str(&shown);
        self.is_spaced = text.ends_with(char::is_whitespace);
    }

    fn open(&mut self, name: &str) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.line();
                self.out.push('\n');
                let level = usize::from(name.as_bytes()[1] - b'0');
                self.out.push_str(&"#".repeat(level));
                self.out.push(' ');
            }
            "li" => {
                self.line();
                self.out.push_str("- ");
            }
            "td" | "th" if !self.out.ends_with('\n') => self.out.push_str(" | "),
            "pre" => {
                self.line();
                self.pre += 1;
            }
            "p" => {
                self.line();
                self.out.push('\n');
            }
            block if BLOCKS.contains(&block) => self.line(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "pre" => {
                self.pre = self.pre.saturating_sub(1);
                self.line();
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" => self.line(),
            block if BLOCKS.contains(&block) => self.line(),
            _ => {}
        }
    }

    fn line(&mut self) {
        self.is_spaced = false;
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Entities that pages use; others stay as they are written.
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("hellip", "…"),
    ("mdash", "—"),
    ("ndash", "–"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("bull", "•"),
    ("middot", "·"),
    ("euro", "€"),
    ("pound", "£"),
    ("yen", "¥"),
    ("cent", "¢"),
    ("deg", "°"),
    ("times", "×"),
    ("divide", "÷"),
    ("plusmn", "±"),
    ("sect", "§"),
    ("para", "¶"),
    ("larr", "←"),
    ("rarr", "→"),
    ("agrave", "à"),
    ("aacute", "á"),
    ("acirc", "â"),
    ("auml", "ä"),
    ("aring", "å"),
    ("ccedil", "ç"),
    ("egrave", "è"),
    ("eacute", "é"),
    ("ecirc", "ê"),
    ("euml", "ë"),
    ("iacute", "í"),
    ("ntilde", "ñ"),
    ("oacute", "ó"),
    ("ocirc", "ô"),
    ("ouml", "ö"),
    ("oslash", "ø"),
    ("szlig", "ß"),
    ("uacute", "ú"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("Eacute", "É"),
];
const ENTITY_MAX_BYTES: usize = 12;

fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(ENTITY_MAX_BYTES).position(|byte| byte == b';');
        match end.and_then(|end| Some((entity(&rest[..end])?, end))) {
            Some((decoded, end)) => {
                out.push_str(&decoded);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(String::from);
    }
    ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(html: &str) -> String {
        read(html.as_bytes()).unwrap().pages[0].text.clone()
    }

    #[test]
    fn a_page_reads_as_it_is_shown() {
        let html = "<html><head><title>A &amp; B</title><style>p{}</style></head><body>
            <h1>Bread</h1><p>Flour&nbsp;and <b>water</b>.<br>Salt.</p><ul><li>one<li>two</ul>
            <table><tr><th>a</th><td>1</td></tr></table><script>alert('<p>no')</script></body>";
        let (title, _) = text_of(html);
        assert_eq!(title.as_deref(), Some("A & B"));
        assert_eq!(read_text(html), "# Bread\n\nFlour and water.\nSalt.\n- one\n- two\na | 1");
    }

    #[test]
    fn anything_is_taken_for_html() {
        assert_eq!(read_text("1 < 2 & 3 > 2"), "1 < 2 & 3 > 2");
        assert_eq!(read_text("a<!-- <p>b --><p title='>'>c"), "a\n\nc");
        assert_eq!(read_text("<p title=\"x>open"), "open");
        assert_eq!(read("<script>only".as_bytes()), Err(ParseFailure::NoText));
        assert_eq!(read_text("&#x41;&#66;&unknown;&"), "AB&unknown;&");
    }
}
