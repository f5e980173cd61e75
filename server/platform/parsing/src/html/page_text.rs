use kernel::collapse_whitespace;

use super::{Piece, decode_entities, pieces};

/// Block elements, which start on a new line.
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

/// Returns a page's title, and the text that it shows, with headings and lists in Markdown's form.
pub fn text_of_html(html: &str) -> (Option<String>, String) {
    let mut writer = Writer::default();
    for piece in pieces(html) {
        match piece {
            Piece::Text(text) => writer.text(text),
            Piece::Open(name, _) => writer.open(&name),
            Piece::Close(name) => writer.close(&name),
            Piece::Title(title) => {
                let title = collapse_whitespace(&decode_entities(title));
                writer.title = Some(title).filter(|title| !title.is_empty());
            }
        }
    }
    (writer.title, writer.out)
}

#[derive(Default)]
struct Writer {
    out: String,
    title: Option<String>,
    /// Nesting depth of preformatted text, whose line breaks count.
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
        let shown = collapse_whitespace(&text);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(html: &str) -> String {
        text_of_html(html).1.trim().to_owned()
    }

    #[test]
    fn a_page_reads_as_it_is_shown() {
        let html = "<html><head><title>A &amp; B</title><style>p{}</style></head><body>
            <h1>Bread</h1><p>Flour&nbsp;and <b>water</b>.<br>Salt.</p><ul><li>one<li>two</ul>
            <table><tr><th>a</th><td>1</td></tr></table><script>alert('<p>no')</script></body>";
        let (title, _) = text_of_html(html);
        assert_eq!(title.as_deref(), Some("A & B"));
        assert_eq!(read_text(html), "# Bread\n\nFlour and water.\nSalt.\n- one\n- two\na | 1");
    }

    #[test]
    fn anything_is_taken_for_html() {
        assert_eq!(read_text("1 < 2 & 3 > 2"), "1 < 2 & 3 > 2");
        assert_eq!(read_text("a<!-- <p>b --><p title='>'>c"), "a\n\nc");
        assert_eq!(read_text("<p title=\"x>open"), "open");
        assert_eq!(read_text("<script>only"), "");
        assert_eq!(read_text("&#x41;&#66;&unknown;&"), "AB&unknown;&");
    }
}
