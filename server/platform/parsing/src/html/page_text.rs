use kernel::collapse_whitespace;

use super::{Piece, attribute, attribute_of, decode_entities, pieces, pieces_of};

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

/// Elements without content.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];
/// Styles of what nobody sees.
const HIDING: &[&str] = &[
    "display:none",
    "visibility:hidden",
    "visibility:collapse",
    ";opacity:0;",
    ";opacity:0%;",
    ";opacity:0.0;",
    ";opacity:.0;",
    ";font-size:0;",
    ";font-size:0px;",
];
/// Most frames within each other whose written content is read.
const FRAMES_MAX: u8 = 2;
/// Maximum number of hidden elements without an end that are searched for it: each search scans the rest of the page.
const ENDLESS_MAX: u8 = 16;

/// Returns a page's title, and the text that it shows, with headings and lists in Markdown's form.
pub fn text_of_html(html: &str) -> (Option<String>, String) {
    text_of(pieces(html).collect(), 0)
}

/// Returns the title and the text of a page in XHTML.
pub fn text_of_xhtml(html: &str) -> (Option<String>, String) {
    text_of(pieces_of(html, true).collect(), 0)
}

/// Returns the title and the text of a page that is in so many `frames`.
fn text_of(pieces: Vec<Piece<'_>>, frames: u8) -> (Option<String>, String) {
    let mut writer = Writer::default();
    let mut endless = 0;
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        at += 1;
        match piece {
            Piece::Text(text) => writer.text(text),
            Piece::Open(name, tag) if name == "iframe" => {
                // What the page has written into a frame itself.
                let written = attribute(tag, "srcdoc").filter(|_| frames < FRAMES_MAX);
                if let Some(written) = written.filter(|_| !is_hidden(name, tag)) {
                    writer.line();
                    let (_, text) = text_of(super::pieces(&written).collect(), frames + 1);
                    writer.out.push_str(text.trim());
                    writer.line();
                }
            }
            Piece::Open(name, tag) if endless < ENDLESS_MAX && is_hidden(name, tag) => {
                match end_of(name, &pieces[at..]) {
                    Some(end) => at += end,
                    // One that never ends hides nothing, or it could hide the page.
                    None => {
                        endless += 1;
                        writer.open(name);
                    }
                }
            }
            Piece::Open(name, _) => writer.open(name),
            Piece::Close(name) => writer.close(name),
            Piece::Title(title) => {
                let title = collapse_whitespace(&decode_entities(title));
                // Later ones are those of drawings and other parts.
                writer.title = writer.title.or(Some(title).filter(|title| !title.is_empty()));
            }
        }
    }
    (writer.title, writer.out)
}

/// Returns true if an element does not show its content: by an attribute or its own style, or as a list of options.
fn is_hidden(name: &str, tag: &str) -> bool {
    if VOID.contains(&name) || matches!(name, "html" | "body") {
        return false;
    }
    if matches!(name, "select" | "datalist") {
        return true;
    }
    if !tag.contains(['=', ' ']) {
        return false;
    }
    if attribute(tag, "hidden").is_some_and(|value| value != "until-found") {
        return true;
    }
    let style = attribute_of(tag, "style");
    if style.is_empty() {
        return false;
    }
    let style = style.to_ascii_lowercase().replace("!important", "");
    let packed = format!(";{};", style.split_whitespace().collect::<String>());
    HIDING.iter().any(|hiding| packed.contains(hiding)) || is_masked_away(&style)
}

/// Returns true if the mask of a style lets nothing through: all its layers are gradients of transparent colors alone.
fn is_masked_away(style: &str) -> bool {
    let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    let mut masks = rules.filter(|(name, _)| {
        matches!(name.trim().trim_start_matches("-webkit-"), "mask" | "mask-image")
    });
    let Some((_, mask)) = masks.next_back() else { return false };
    parts_of(mask).iter().all(|layer| is_transparent(layer))
}

/// Returns true if a layer of a mask is a gradient of transparent colors alone.
fn is_transparent(layer: &str) -> bool {
    let Some((_, gradient)) = layer.split_once("gradient(") else { return false };
    let mut colors = parts_of(gradient).into_iter().filter(|part| !is_direction(part)).peekable();
    colors.peek().is_some() && colors.all(|color| is_nothing(&color))
}

/// Returns what is between the commas of a list, up to a bracket that was opened before it.
fn parts_of(content: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_u32;
    for ch in content.chars() {
        match ch {
            ')' if depth == 0 => break,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(ch);
        }
    }
    parts
}

/// Returns true for the part of a gradient that says where it goes.
fn is_direction(part: &str) -> bool {
    let part = part.trim_start();
    part.starts_with(|ch: char| ch.is_ascii_digit() || ch == '-')
        || ["to ", "at ", "from ", "in ", "circle", "ellipse", "closest", "farthest"]
            .iter()
            .any(|word| part.starts_with(word))
}

/// Returns true for a transparent color, which may be followed by its places.
fn is_nothing(color: &str) -> bool {
    let color = color.trim();
    let end = color.find(')').map_or(color.find(char::is_whitespace), |end| Some(end + 1));
    let name: String = color[..end.unwrap_or(color.len())].split_whitespace().collect();
    matches!(
        name.as_str(),
        "transparent" | "#0000" | "#00000000" | "rgba(0,0,0,0)" | "rgb(000/0)" | "rgb(000/0%)"
    )
}

/// Returns the number of pieces up to the end of an element whose opening tag stands before them.
fn end_of(name: &str, pieces: &[Piece<'_>]) -> Option<usize> {
    let mut depth = 1;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(inner, tag) if inner == name && !tag.ends_with('/') => depth += 1,
            Piece::Close(inner) if inner == name => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
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
            "td" | "th" if !self.out.is_empty() && !self.out.ends_with('\n') => {
                self.out.push_str(" | ")
            }
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
    fn what_a_page_does_not_show_is_not_read() {
        for (html, text) in [
            ("<p>a</p><p style=\"display: none\">no</p><p>b</p>", "a\n\nb"),
            ("<p>a</p><div hidden><div>no</div>no</div>b", "a\nb"),
            ("a<span style='color:red; Visibility:HIDDEN'>no</span>b", "ab"),
            ("a<span style='font-size:0'>no</span><b style='opacity:0.5'>b</b>", "ab"),
            ("a<select><option>no</select>b", "ab"),
            ("a<div aria-hidden=true>b</div>", "a\nb"),
            ("a<b style='mask-image: linear-gradient(transparent, transparent)'>no</b>b", "ab"),
            ("a<b style='-webkit-mask: linear-gradient(to right, #0000 0%, #0000)'>no</b>b", "ab"),
            (
                "a<b style='mask: linear-gradient(rgba(0, 0, 0, 0) 10%, rgb(0 0 0 / 0))'>no</b>b",
                "ab",
            ),
            ("a<b style='mask-image: linear-gradient(#00000080, transparent)'>b</b>", "ab"),
            ("a<b style='mask-image: linear-gradient(black 80%, transparent)'>b</b>", "ab"),
            (
                "a<b style='mask: linear-gradient(#0000, #0000), linear-gradient(to left, #0000, #0000) 0 0'>no</b>b",
                "ab",
            ),
            (
                "a<b style='mask: linear-gradient(#0000, #0000), linear-gradient(red, red)'>b</b>",
                "ab",
            ),
            ("a<b style='mask: url(a.png), linear-gradient(#0000, #0000)'>b</b>", "ab"),
            ("a<b style='fill-opacity: 0'>b</b>", "ab"),
            ("a<iframe sandbox srcdoc='&lt;p>in a frame&lt;/p>'>old</iframe>b", "a\nin a frame\nb"),
            ("a<iframe hidden srcdoc='no'></iframe>b<iframe src=/x></iframe>", "ab"),
            // An element without an end does not take the page with it.
            ("<p>a</p><p hidden>b<div>c", "a\n\nb\nc"),
            ("a<br hidden>b<img style='display:none'>c", "a\nbc"),
        ] {
            assert_eq!(read_text(html).replace("\n\n\n", "\n\n"), text, "{html}");
        }
    }

    #[test]
    fn hidden_elements_without_an_end_cost_little() {
        let hostile = "<i hidden>x".repeat(200_000);
        assert_eq!(read_text(&hostile).len(), 200_000);
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
