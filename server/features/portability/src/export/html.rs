use super::blocks::{Block, Span, parse, plain};
use super::formula::{self, Place};
use super::{Chat, is_right_to_left};

/// Quiet on screen and on paper, in light and dark; no script, nothing fetched.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0 auto;max-width:46rem;padding:2.5rem 1.5rem;font:16px/1.6 system-ui,'Segoe UI','Noto Sans',\
'Noto Sans Arabic','Noto Sans CJK SC',sans-serif;background:#fff;color:#1b1b1f;overflow-wrap:anywhere}\
h1{font-size:1.6rem;line-height:1.3}.turn{margin:2rem 0;break-inside:auto}\
.who{color:#6b6b76;font-size:.85rem;margin:0 0 .4rem;break-after:avoid}\
.question{background:#f3f3f6;border-radius:12px;padding:.8rem 1rem;white-space:pre-wrap}\
pre{background:#f3f3f6;border-radius:8px;padding:.8rem 1rem;white-space:pre-wrap;font-size:.875rem}\
code{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'Noto Sans Mono',monospace;font-size:.9em}\
table{border-collapse:collapse;margin:1rem 0}th,td{border:1px solid #d6d6dd;padding:.35rem .6rem;\
text-align:start;vertical-align:top}blockquote{border-inline-start:3px solid #d6d6dd;margin:1rem 0;\
padding-inline-start:1rem;color:#55555f}hr{border:0;border-top:1px solid #d6d6dd}\
.formula{text-align:center;overflow:auto hidden;margin:1rem 0;break-inside:avoid}\
math{font-family:'STIX Two Math','Cambria Math','Latin Modern Math','Noto Sans Math',math;font-size:1.06em}\
mtext{font-family:inherit}.sources{font-size:.85rem;color:#55555f}\
@media (prefers-color-scheme:dark){@media screen{body{background:#17171b;color:#ececf1}.question,pre\
{background:#24242a}.who,.sources,blockquote{color:#a3a3ad}th,td,hr,blockquote{border-color:#3a3a42}\
a{color:#9db7ff}}}@media print{body{padding:0;max-width:none;font-size:11pt}pre,table,blockquote\
{break-inside:avoid-page}}";

/// The chat as one page.
pub(super) fn write(chat: &Chat) -> String {
    let title = escape(&chat.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"und\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <meta name=\"referrer\" content=\"no-referrer\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1 dir=\"auto\">{title}</h1>\n"
    );
    for turn in &chat.turns {
        let name = turn.name.as_deref().unwrap_or(if turn.is_answer { "Assistant" } else { "You" });
        out.push_str("<article class=\"turn\">");
        out.push_str(&format!("<p class=\"who\">{} · {} UTC</p>\n", escape(name), turn.time));
        if turn.is_answer {
            write_blocks(&mut out, &parse(&turn.text));
        } else {
            out.push_str(&format!(
                "<div class=\"question\" dir=\"auto\">{}</div>",
                escape(&turn.text)
            ));
        }
        for file in &turn.files {
            out.push_str(&format!("<p class=\"sources\">📎 <bdi>{}</bdi></p>", escape(file)));
        }
        if !turn.sources.is_empty() {
            out.push_str("<ol class=\"sources\">");
            for (title, url) in &turn.sources {
                out.push_str("<li dir=\"auto\">");
                let link = url.as_deref().filter(|url| url.starts_with("http"));
                let span =
                    Span { text: title.clone(), link: link.map(str::to_owned), ..Span::default() };
                write_spans(&mut out, &[span]);
                out.push_str("</li>");
            }
            out.push_str("</ol>");
        }
        out.push_str("</article>\n");
    }
    out.push_str("</body></html>\n");
    out
}

fn write_blocks(out: &mut String, blocks: &[Block]) {
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
            Block::Code { text, .. } => {
                out.push_str(&format!("<pre dir=\"ltr\"><code>{}</code></pre>", escape(text)));
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
            Block::Table(rows) => write_table(out, rows),
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

fn write_table(out: &mut String, rows: &[Vec<Vec<Span>>]) {
    let first = rows.first().and_then(|row| row.first());
    let side = first.map_or("ltr", |cell| side_of(&plain(cell)));
    out.push_str(&format!("<div dir=\"{side}\"><table>"));
    for (number, row) in rows.iter().enumerate() {
        let cell = if number == 0 { "th" } else { "td" };
        out.push_str("<tr>");
        for spans in row {
            out.push_str(&format!("<{cell} dir=\"auto\">"));
            write_spans(out, spans);
            out.push_str(&format!("</{cell}>"));
        }
        out.push_str("</tr>");
    }
    out.push_str("</table></div>");
}

/// Which side a text begins on. A browser would not look into what has a side of its own, as cells have.
fn side_of(text: &str) -> &'static str {
    if is_right_to_left(text) { "rtl" } else { "ltr" }
}

fn side_of_blocks(blocks: &[Block]) -> &'static str {
    match blocks.first() {
        Some(Block::Heading(_, spans) | Block::Paragraph(spans)) => side_of(&plain(spans)),
        _ => "ltr",
    }
}

/// A formula that is not understood stays as it was written.
fn write_formula(out: &mut String, tex: &str, place: Place) {
    match formula::read(tex, place) {
        Some(formula) => out.push_str(&formula.mathml(tex)),
        None => out.push_str(&format!("<code dir=\"ltr\">{}</code>", escape(tex))),
    }
}

fn write_spans(out: &mut String, spans: &[Span]) {
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

fn escape(text: &str) -> String {
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
            let out = write(&super::super::sample(text));
            assert!(
                !out.contains("<script") && !out.contains("<img") && !out.contains("<svg"),
                "{out}"
            );
            assert!(!out.contains("javascript:alert(1)\"") && !out.contains("\"onclick"), "{out}");
        }
    }

    #[test]
    fn formulas_are_formulas_and_what_is_none_stays() {
        let out = write(&super::super::sample(
            "مرحبا $\\frac{1}{2}$\n\n\\[ \\sum_i i \\]\n\n$\\unknown{x}$",
        ));
        assert!(out.contains("<math dir=\"ltr\"><semantics><mrow><mfrac>"), "{out}");
        assert!(
            out.contains("<div class=\"formula\" dir=\"ltr\"><math dir=\"ltr\" display=\"block\">")
        );
        assert!(out.contains("<code dir=\"ltr\">\\unknown{x}</code>"), "{out}");
    }

    #[test]
    fn blocks_choose_their_side_and_code_runs_from_the_left() {
        let out = write(&super::super::sample("# مرحبا\n\n- أ `x`\n\n你好"));
        assert!(out.contains("<h2 dir=\"auto\">مرحبا</h2>"));
        assert!(out.contains("<ul dir=\"auto\">") && out.contains("<code dir=\"ltr\">x</code>"));
        assert!(out.contains("<p dir=\"auto\">你好</p>"));
        let out = write(&super::super::sample("| رمز |\n|---|\n| x |\n\n> اقتباس\n\n> quote"));
        assert!(out.contains("<div dir=\"rtl\"><table>"), "{out}");
        assert!(
            out.contains("<blockquote dir=\"rtl\">") && out.contains("<blockquote dir=\"ltr\">")
        );
    }
}
