use kernel::collapse_whitespace;

use super::{Piece, attribute_of, decode_entities, pieces};

/// Maximum depth at which nested lists are indented; deeper ones are not, or a page of nothing but lists would grow
/// quadratically.
const INDENTS_MAX: usize = 20;

/// Returns a piece of HTML as Markdown. Unknown tags are dropped, their text stays.
pub fn markdown_of_html(html: &str) -> String {
    let mut out = Writer::default();
    for piece in pieces(html) {
        match piece {
            Piece::Text(text) => out.text(text),
            Piece::Open(name, tag) => out.open(&name, tag),
            Piece::Close(name) => out.close(&name),
            Piece::Title(_) => {}
        }
    }
    out.finish()
}

#[derive(Default)]
struct Writer {
    text: String,
    lists: Vec<Option<usize>>,
    links: Vec<String>,
    /// True in `pre`: white space counts.
    is_verbatim: bool,
    cells: usize,
    rows: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        let text = decode_entities(text);
        if self.is_verbatim {
            self.text.push_str(&text);
            return;
        }
        let starts_apart = text.starts_with(char::is_whitespace);
        let words = collapse_whitespace(&text);
        if starts_apart && !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
        self.text.push_str(&words);
        if !words.is_empty() && text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }

    fn open(&mut self, name: &str, tag: &str) {
        match name {
            "p" | "div" | "hr" => self.paragraph(),
            "br" => self.text.push('\n'),
            "b" | "strong" => self.text.push_str("**"),
            "i" | "em" => self.text.push('*'),
            "code" if !self.is_verbatim => self.text.push('`'),
            "pre" => {
                self.paragraph();
                self.text.push_str("```\n");
                self.is_verbatim = true;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.paragraph();
                let level = usize::from(name.as_bytes()[1] - b'0');
                self.text.push_str(&"#".repeat(level));
                self.text.push(' ');
            }
            "ul" => self.begin_list(None),
            "ol" => self.begin_list(Some(1)),
            "li" => self.item(),
            "a" => {
                self.links.push(attribute_of(tag, "href"));
                self.text.push('[');
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
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "p" | "div" | "table" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.paragraph(),
            "b" | "strong" => self.text.push_str("**"),
            "i" | "em" => self.text.push('*'),
            "code" if !self.is_verbatim => self.text.push('`'),
            "pre" => {
                self.is_verbatim = false;
                self.text.push_str("\n```");
                self.paragraph();
            }
            "ul" | "ol" => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.paragraph();
                }
            }
            "a" => {
                let address = self.links.pop().unwrap_or_default();
                self.text.push_str(&format!("](<{}>)", address.replace(['<', '>', '\n'], "")));
            }
            "td" | "th" => {
                self.cells += 1;
                self.text.push_str(" |");
            }
            "tr" => {
                // Each cell counts once, however often rows and tables end.
                let cells = std::mem::take(&mut self.cells);
                if self.rows == 0 {
                    self.text.push_str(&format!("\n|{}", "---|".repeat(cells)));
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
        let indents = self.lists.len().saturating_sub(1).min(INDENTS_MAX);
        self.text.push_str(&"  ".repeat(indents));
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
        assert_eq!(markdown_of_html(html), wanted);
    }

    #[test]
    fn a_table_keeps_its_cells() {
        let html = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>";
        assert_eq!(markdown_of_html(html), "|a |b |\n|---|---|\n|1 |2 |");
    }

    #[test]
    fn no_page_becomes_much_longer_than_it_is() {
        let lists = "<ul><li>a".repeat(20_000);
        assert!(markdown_of_html(&lists).len() < 6 * lists.len());
        let rows = ["</td>".repeat(20_000), "</tr><table>".repeat(20_000)].concat();
        assert!(markdown_of_html(&rows).len() < 6 * rows.len());
        let others = "<p><div><a href=x><pre><h6><table><tr><td>&amp;".repeat(10_000);
        assert!(markdown_of_html(&others).len() < 6 * others.len());
    }

    #[test]
    fn scripts_and_broken_tags_say_nothing_harmful() {
        assert_eq!(markdown_of_html("<script>alert(1)</script>a < b &#60;"), "a < b <");
        assert_eq!(markdown_of_html("<p"), "");
    }
}
