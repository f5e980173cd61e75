//! Writes a chat as one self-contained page, for display, printing, and rendering as an image.

use super::blocks::{Align, Block, Span, Table, parse, parse_document, plain};
use super::formula::{self, Place};
use super::is_right_to_left;
use super::text::{Piece, Source, Text, Turn};
use super::words::Words;

/// The page's style: plain on screen and on paper, in light and dark mode; no script, nothing loaded. The light colors
/// are those of the product's own pages, and also set at the root in dark mode: diagrams use them.
const STYLE: &str = include_str!("page.css");

/// Writes the chat as one page.
pub fn write(chat: &Text) -> String {
    let mut out = head(&chat.title, chat.words, "");
    out.push_str(&format!("<h1 dir=\"auto\">{}</h1>\n", escape(&chat.title)));
    for turn in &chat.turns {
        write_turn(&mut out, chat, turn);
    }
    out.push_str(FOOT);
    out
}

/// Writes a Markdown text as a page of its own, without a title above it. `style`: CSS behind the page's own.
pub fn write_document(title: &str, markdown: &str, words: &Words, style: &str) -> String {
    let mut out = head(title, words, style);
    write_blocks(&mut out, &parse_document(markdown));
    out.push_str(FOOT);
    out
}

pub(super) const FOOT: &str = "</body></html>\n";

/// Returns a page up to its content.
pub(super) fn head(title: &str, words: &Words, style: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\" dir=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\
         <meta name=\"referrer\" content=\"no-referrer\"><meta name=\"robots\" content=\"noindex\">\
         <title>{}</title><style>{STYLE}{style}</style></head><body>\n",
        words.tag,
        words.side(),
        escape(title)
    )
}

/// Number of lines up to which code is not split across pages.
const SHORT_LINES: usize = 24;

fn write_turn(out: &mut String, chat: &Text, turn: &Turn) {
    out.push_str("<article class=\"turn\">");
    let by = escape(&turn.name);
    let time = format!("<span dir=\"ltr\">{} UTC</span>", turn.time);
    out.push_str(&format!("<p class=\"who\"><bdi>{by}</bdi> · {time}</p>\n"));
    for piece in &turn.pieces {
        match piece {
            Piece::Text(text) if turn.is_answer => write_blocks(out, &parse(text)),
            Piece::Text(text) => {
                out.push_str(&format!(
                    "<div class=\"question\" dir=\"auto\">{}</div>",
                    escape(text)
                ));
            }
            Piece::Tool { title, ended, arguments, output } => {
                let ended = ended.map(|ended| format!(" · {ended}")).unwrap_or_default();
                out.push_str(&format!(
                    "<details class=\"tool\"><summary>🔧 <bdi>{}</bdi>{ended}</summary>",
                    escape(title)
                ));
                for words in [Some(arguments), output.as_ref()].into_iter().flatten() {
                    out.push_str(&format!("<pre dir=\"ltr\"><code>{}</code></pre>", escape(words)));
                }
                out.push_str("</details>\n");
            }
            Piece::File { id, name } => match chat.pictures.get(id) {
                Some(picture) => out.push_str(&format!(
                    "<figure><img src=\"{}\" alt=\"{}\" width=\"{}\" height=\"{}\"></figure>",
                    picture.address(),
                    escape(name),
                    picture.width,
                    picture.height
                )),
                None => {
                    out.push_str(&format!("<p class=\"note\">📎 <bdi>{}</bdi></p>", escape(name)))
                }
            },
        }
    }
    if !turn.sources.is_empty() {
        write_sources(out, chat.words.sources, &turn.sources);
    }
    out.push_str("</article>\n");
}

fn write_sources(out: &mut String, heading: &str, sources: &[Source]) {
    out.push_str(&format!("<div class=\"sources\"><p>{heading}</p><ol>"));
    for source in sources {
        out.push_str("<li dir=\"auto\">");
        let link = source.url.clone();
        write_spans(out, &[Span { text: source.title.clone(), link, ..Span::default() }]);
        out.push_str("</li>");
    }
    out.push_str("</ol></div>");
}

pub(super) fn write_blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Heading(level, spans) => {
                // The title of the page is the first heading.
                let level = (level + 1).min(6);
                out.push_str(&format!("<h{level} dir=\"auto\">"));
                write_spans(out, spans);
                out.push_str(&format!("</h{level}>"));
            }
            Block::Paragraph(spans) => {
                out.push_str("<p dir=\"auto\">");
                write_spans(out, spans);
                out.push_str("</p>");
            }
            Block::Code { language, text } => {
                let language = escape(language);
                let short =
                    if text.lines().count() <= SHORT_LINES { " class=\"short\"" } else { "" };
                out.push_str(&format!("<pre{short} dir=\"ltr\" data-language=\"{language}\">"));
                out.push_str(&format!("<code>{}</code></pre>", escape(text)));
            }
            Block::Formula(tex) => {
                out.push_str("<div class=\"formula\" dir=\"ltr\">");
                write_formula(out, tex, Place::Display);
                out.push_str("</div>");
            }
            Block::List(start, items) => write_list(out, *start, items),
            Block::Quote(inner) => {
                out.push_str(&format!("<blockquote dir=\"{}\">", side_of_blocks(inner)));
                write_blocks(out, inner);
                out.push_str("</blockquote>");
            }
            Block::Table(table) => write_table(out, table),
            Block::Rule => out.push_str("<hr>"),
        }
        out.push('\n');
    }
}

fn write_list(out: &mut String, start: Option<u64>, items: &[Vec<Block>]) {
    let (open, close) = match start {
        Some(start) => (format!("<ol dir=\"auto\" start=\"{start}\">"), "</ol>"),
        None => ("<ul dir=\"auto\">".to_owned(), "</ul>"),
    };
    out.push_str(&open);
    for item in items {
        out.push_str("<li>");
        match &item[..] {
            [Block::Paragraph(spans), rest @ ..] => {
                write_spans(out, spans);
                write_blocks(out, rest);
            }
            all => write_blocks(out, all),
        }
        out.push_str("</li>");
    }
    out.push_str(close);
}

pub(super) fn write_table(out: &mut String, Table { aligns, rows }: &Table) {
    let first = rows.first().and_then(|row| row.first());
    let side = first.map_or("ltr", |cell| side_of(&plain(cell)));
    out.push_str(&format!("<div class=\"table\" dir=\"{side}\"><table>"));
    for (number, row) in rows.iter().enumerate() {
        let (cell, open, close) = match number {
            0 => ("th", "<thead><tr>", "</tr></thead><tbody>"),
            _ => ("td", "<tr>", "</tr>"),
        };
        out.push_str(open);
        for (column, spans) in row.iter().enumerate() {
            let align = match aligns.get(column).copied().unwrap_or_default() {
                Align::Unsaid | Align::Start => "",
                Align::Middle => " class=\"middle\"",
                Align::End => " class=\"end\"",
            };
            // A cell without a letter takes the direction of its table.
            let side =
                if plain(spans).contains(char::is_alphabetic) { " dir=\"auto\"" } else { "" };
            out.push_str(&format!("<{cell}{align}{side}>"));
            write_spans(out, spans);
            out.push_str(&format!("</{cell}>"));
        }
        out.push_str(close);
    }
    out.push_str("</tbody></table></div>");
}

/// Returns the direction of a text. A browser would ignore the content of elements with a direction of their own, as
/// cells have.
fn side_of(text: &str) -> &'static str {
    if is_right_to_left(text) { "rtl" } else { "ltr" }
}

fn side_of_blocks(blocks: &[Block]) -> &'static str {
    match blocks.first() {
        Some(Block::Heading(_, spans) | Block::Paragraph(spans)) => side_of(&plain(spans)),
        _ => "ltr",
    }
}

/// Writes a formula; one that cannot be parsed stays as written.
fn write_formula(out: &mut String, tex: &str, place: Place) {
    match formula::read(tex, place) {
        Some(formula) => out.push_str(&formula.mathml(tex)),
        None => out.push_str(&format!("<code dir=\"ltr\">{}</code>", escape(tex))),
    }
}

pub(super) fn write_spans(out: &mut String, spans: &[Span]) {
    for span in spans {
        if let Some(place) = span.formula {
            write_formula(out, &span.text, place);
            continue;
        }
        let style = span.style;
        let tags = [
            (style.bold, "strong"),
            (style.italic, "em"),
            (style.struck, "s"),
            (style.code, "code dir=\"ltr\""),
        ];
        if let Some(link) = &span.link {
            let link = escape(link);
            out.push_str(&format!("<a href=\"{link}\" rel=\"noopener noreferrer nofollow ugc\">"));
        }
        for (_, tag) in tags.iter().filter(|(is_on, _)| *is_on) {
            out.push_str(&format!("<{tag}>"));
        }
        out.push_str(&escape(&span.text).replace('\n', "<br>"));
        for (_, tag) in tags.iter().rev().filter(|(is_on, _)| *is_on) {
            out.push_str(&format!("</{}>", tag.split(' ').next().unwrap_or(tag)));
        }
        if span.link.is_some() {
            out.push_str("</a>");
        }
    }
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hostile_leaves_its_text() {
        for text in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "[x](javascript:alert(1))",
            "![x](https://evil.example/a.png)",
            "```\n</code></pre><script>alert(1)</script>\n```",
            "| <svg onload=alert(1)> |\n|---|\n| `<b>` |",
            "$$</p><script>alert(1)</script>$$",
            "<div><script>alert(1)</script></div>",
            "[x](https://e.org/\"onclick=\"alert(1))",
        ] {
            let out = write(&crate::sample(text));
            assert!(
                !out.contains("<script") && !out.contains("<img") && !out.contains("<svg"),
                "{out}"
            );
            assert!(!out.contains("javascript:alert(1)\"") && !out.contains("\"onclick"), "{out}");
        }
    }

    #[test]
    fn a_document_has_its_own_headings_and_no_title_above_them() {
        let out = write_document("A <b>", "# One\n\n## Two", Words::of(None), "body{color:red}");
        assert!(
            out.contains("<h1 dir=\"auto\">One</h1>") && out.contains("<h2 dir=\"auto\">Two</h2>")
        );
        assert!(
            out.contains("<title>A &lt;b&gt;</title>") && out.contains("body{color:red}</style>")
        );
    }

    #[test]
    fn formulas_are_formulas_and_what_is_none_stays() {
        let out =
            write(&crate::sample("مرحبا $\\frac{1}{2}$\n\n\\[ \\sum_i i \\]\n\n$\\unknown{x}$"));
        assert!(out.contains("<math dir=\"ltr\"><semantics><mrow><mfrac>"), "{out}");
        assert!(
            out.contains("<div class=\"formula\" dir=\"ltr\"><math dir=\"ltr\" display=\"block\">")
        );
        assert!(out.contains("<code dir=\"ltr\">\\unknown{x}</code>"), "{out}");
    }

    #[test]
    fn blocks_choose_their_side_and_code_runs_from_the_left() {
        let out = write(&crate::sample("# مرحبا\n\n- أ `x`\n\n你好"));
        assert!(out.contains("<h2 dir=\"auto\">مرحبا</h2>"));
        assert!(out.contains("<ul dir=\"auto\">") && out.contains("<code dir=\"ltr\">x</code>"));
        assert!(out.contains("<p dir=\"auto\">你好</p>"));
        let out = write(&crate::sample("| رمز |\n|---|\n| x |\n\n> اقتباس\n\n> quote"));
        assert!(out.contains("<div class=\"table\" dir=\"rtl\"><table>"), "{out}");
        assert!(
            out.contains("<blockquote dir=\"rtl\">") && out.contains("<blockquote dir=\"ltr\">")
        );
    }
}
