//! Writes slides as one page: one below the other on paper, one beside the other on screen.

use super::blocks::Span;
use super::deck::{Content, Line, Mark, Slide, slides_of};
use super::html::{FOOT, head, write_spans, write_table};
use super::words::Words;

/// Sizes follow `--slide`, a hundredth of a slide's width, which whoever shows the page may set.
const STYLE: &str = "
:root { --slide: 2.54mm; }
body { max-width: none; padding: 0; }
.slide { box-sizing: border-box; width: calc(100 * var(--slide)); height: calc(56.25 * var(--slide)); overflow: hidden;
  padding: calc(5 * var(--slide)) calc(7 * var(--slide)); break-after: page; break-inside: avoid; background: #fff; color: #1c1a18;
  font-size: calc(2.3 * var(--slide)); line-height: 1.35; }
.slide h2 { font-size: calc(3.8 * var(--slide)); margin: 0 0 calc(2.5 * var(--slide)); line-height: 1.2; }
.slide p { margin: 0 0 calc(0.7 * var(--slide)); }
.slide p.item { display: flex; gap: calc(1.2 * var(--slide)); }
.slide.title { display: flex; flex-direction: column; justify-content: center; }
.slide.title h2 { font-size: calc(5 * var(--slide)); }
.slide .table { margin: 0; overflow: visible; }
.slide table { width: 100%; font-size: calc(1.8 * var(--slide)); }
@media print { @page { size: 254mm 142.9mm; margin: 0; @bottom-center { content: none; } } }
";

/// Writes a Markdown text as a page of slides. `style`: CSS behind the page's own.
pub fn write(title: &str, markdown: &str, words: &Words, style: &str) -> String {
    let mut out = head(title, words, &format!("{STYLE}{style}"));
    for slide in slides_of(title, markdown) {
        write_slide(&mut out, &slide);
    }
    out.push_str(FOOT);
    out
}

fn write_slide(out: &mut String, slide: &Slide) {
    let class = if slide.is_title { "slide title" } else { "slide" };
    out.push_str(&format!("<section class=\"{class}\">"));
    if !slide.title.is_empty() {
        out.push_str("<h2 dir=\"auto\">");
        write_spans(out, &slide.title);
        out.push_str("</h2>");
    }
    match &slide.content {
        Content::Lines(lines) => lines.iter().for_each(|line| write_line(out, line)),
        Content::Table(table) => write_table(out, table),
    }
    out.push_str("</section>\n");
}

fn write_line(out: &mut String, Line { level, mark, spans }: &Line) {
    let indent = format!(" style=\"padding-inline-start:calc({} * var(--slide))\"", level * 3);
    let mark = match mark {
        Mark::None => return write_paragraph(out, &indent, spans),
        Mark::Bullet => "•".to_owned(),
        Mark::Number(number) => format!("{number}."),
    };
    out.push_str(&format!("<p class=\"item\" dir=\"auto\"{indent}><span>{mark}</span><span>"));
    write_spans(out, spans);
    out.push_str("</span></p>");
}

fn write_paragraph(out: &mut String, indent: &str, spans: &[Span]) {
    out.push_str(&format!("<p dir=\"auto\"{indent}>"));
    write_spans(out, spans);
    out.push_str("</p>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slide_is_a_section_and_nothing_hostile_leaves_its_text() {
        let out = write(
            "x",
            "# A\n\n## <script>\n\n- b\n\n| t |\n|---|\n| <img src=x> |",
            Words::of(None),
            "",
        );
        assert_eq!(out.matches("<section").count(), 3, "{out}");
        assert!(!out.contains("<script>") && !out.contains("<img"), "{out}");
        assert!(out.contains("<section class=\"slide title\"><h2 dir=\"auto\">A</h2>"));
    }
}
