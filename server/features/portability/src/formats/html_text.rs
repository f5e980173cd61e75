//! The little HTML that Google writes answers in, as Markdown. Unknown tags are dropped, their text stays.

/// Markdown of a piece of HTML.
pub(super) fn markdown_of(html: &str) -> String {
    let mut out = Writer::default();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.text(&rest[..start]);
        let tail = &rest[start + 1..];
        let is_tag = tail.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        match tail.find('>').filter(|_| is_tag) {
            Some(end) => {
                out.tag(&tail[..end]);
                rest = &tail[end + 1..];
            }
            None => {
                out.text("<");
                rest = tail;
            }
        }
    }
    out.text(rest);
    out.finish()
}

/// The text of a piece of HTML, without its tags; lines stay.
pub(super) fn plain_of(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let tail = &rest[start + 1..];
        let is_tag = tail.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        rest = match tail.find('>').filter(|_| is_tag) {
            Some(end) => &tail[end + 1..],
            None => {
                text.push('<');
                tail
            }
        };
    }
    text.push_str(rest);
    decoded(&text).replace(['\u{a0}', '\u{202f}'], " ").trim().to_owned()
}

#[derive(Default)]
struct Writer {
    text: String,
    lists: Vec<Option<usize>>,
    links: Vec<String>,
    /// In `pre`: white space counts.
    is_verbatim: bool,
    /// In `script` or `style`: nothing is said.
    is_silent: bool,
    cells: usize,
    rows: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        if self.is_silent || text.is_empty() {
            return;
        }
        let text = decoded(text);
        if self.is_verbatim {
            self.text.push_str(&text);
            return;
        }
        let starts_apart = text.starts_with(char::is_whitespace);
        let words: Vec<&str> = text.split_whitespace().collect();
        if starts_apart && !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
        self.text.push_str(&words.join(" "));
        if !words.is_empty() && text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }

    fn tag(&mut self, tag: &str) {
        let name: String =
            tag.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect();
        match name.to_ascii_lowercase().trim_end_matches('/') {
            "script" | "style" => self.is_silent = true,
            "/script" | "/style" => self.is_silent = false,
            "p" | "/p" | "div" | "/div" | "/table" | "hr" => self.paragraph(),
            "br" => self.text.push('\n'),
            "b" | "strong" | "/b" | "/strong" => self.text.push_str("**"),
            "i" | "em" | "/i" | "/em" => self.text.push('*'),
            "code" | "/code" if !self.is_verbatim => self.text.push('`'),
            "pre" => {
                self.paragraph();
                self.text.push_str("```\n");
                self.is_verbatim = true;
            }
            "/pre" => {
                self.is_verbatim = false;
                self.text.push_str("\n```");
                self.paragraph();
            }
            heading @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
                self.paragraph();
                let level = usize::from(heading.as_bytes()[1] - b'0');
                self.text.push_str(&"#".repeat(level));
                self.text.push(' ');
            }
            "/h1" | "/h2" | "/h3" | "/h4" | "/h5" | "/h6" => self.paragraph(),
            "ul" => self.begin_list(None),
            "ol" => self.begin_list(Some(1)),
            "/ul" | "/ol" => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.paragraph();
                }
            }
            "li" => self.item(),
            "a" => {
                self.links.push(attribute(tag, "href"));
                self.text.push('[');
            }
            "/a" => {
                let address = self.links.pop().unwrap_or_default();
                self.text.push_str(&format!("](<{}>)", address.replace(['<', '>', '\n'], "")));
            }
            "table" => {
                self.paragraph();
                self.rows = 0;
            }
            "tr" => {
                self.cells = 0;
                self.line();
                self.text.push('|');
            }
            "/td" | "/th" => {
                self.cells += 1;
                self.text.push_str(" |");
            }
            "/tr" => {
                if self.rows == 0 {
                    self.text.push_str(&format!("\n|{}", "---|".repeat(self.cells)));
                }
                self.rows += 1;
            }
            _ => {}
        }
    }

    fn begin_list(&mut self, number: Option<usize>) {
        if self.lists.is_empty() {
            self.paragraph();
        }
        self.lists.push(number);
    }

    fn item(&mut self) {
        self.line();
        self.text.push_str(&"  ".repeat(self.lists.len().saturating_sub(1)));
        match self.lists.last_mut() {
            Some(Some(number)) => {
                self.text.push_str(&format!("{number}. "));
                *number += 1;
            }
            _ => self.text.push_str("- "),
        }
    }

    fn line(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn paragraph(&mut self) {
        // Inside of a list a paragraph would end the item.
        if !self.lists.is_empty() {
            return;
        }
        self.line();
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn finish(self) -> String {
        self.text.trim().to_owned()
    }
}

/// The value of a tag's attribute; empty when it has none.
pub(super) fn attribute(tag: &str, name: &str) -> String {
    let Some((_, rest)) = tag.split_once(&format!("{name}=")) else { return String::new() };
    let value = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => rest[1..].split(quote).next(),
        _ => rest.split_whitespace().next(),
    };
    decoded(value.unwrap_or(""))
}

/// Text with its entities read, `&amp;` last.
fn decoded(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let entity = rest.find(';').filter(|end| *end <= 10).map(|end| &rest[1..end]);
        match entity.and_then(|name| Some((name, character(name)?))) {
            Some((name, character)) => {
                out.push(character);
                rest = &rest[name.len() + 2..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "emsp" => '\u{2003}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_elements_become_markdown() {
        let html = "<h2>Title</h2><p>One &amp; <em>two</em>.</p><ul><li><p>a</p></li><li>b</li></ul>\
                    <ol><li>x</li></ol><pre><code>let a = 1;\nlet b;</code></pre>\
                    <p><a href=\"https://e.org/?a=1&amp;b\">here</a></p>";
        let wanted = "## Title\n\nOne & *two*.\n\n- a\n- b\n\n1. x\n\n```\nlet a = 1;\nlet b;\n```\n\n\
                      [here](<https://e.org/?a=1&b>)";
        assert_eq!(markdown_of(html), wanted);
    }

    #[test]
    fn a_table_keeps_its_cells() {
        let html = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>";
        assert_eq!(markdown_of(html), "|a |b |\n|---|---|\n|1 |2 |");
    }

    #[test]
    fn scripts_and_broken_tags_say_nothing_harmful() {
        assert_eq!(markdown_of("<script>alert(1)</script>a < b &#60;"), "a < b <");
        assert_eq!(markdown_of("<p"), "<p");
    }
}
