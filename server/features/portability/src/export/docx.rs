//! A chat as a Word document: headings, lists, tables, code, formulas and links as what they are, right-to-left
//! paragraphs marked as such. Fonts are named per script, so that readers substitute what they have.

use kernel::Fallible;

use super::blocks::{Block, Span, Style, parse, plain};
use super::formula::{self, Place};
use super::zipped::{xml, zipped};
use super::{Chat, is_right_to_left};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MATH: &str = "http://schemas.openxmlformats.org/officeDocument/2006/math";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";

/// Writes the document.
pub(super) fn write(chat: &Chat) -> Fallible<Vec<u8>> {
    let mut document = Document::default();
    document.paragraph("Title", &[text(&chat.title)], "");
    for turn in &chat.turns {
        let name = turn.name.as_deref().unwrap_or(if turn.is_answer { "Assistant" } else { "You" });
        document.paragraph("Heading1", &[text(&format!("{name} · {} UTC", turn.time))], "");
        if turn.is_answer {
            document.blocks(&parse(&turn.text), 0);
        } else {
            for line in turn.text.lines() {
                document.paragraph("Question", &[text(line)], "");
            }
        }
        for file in &turn.files {
            document.paragraph("", &[text(&format!("📎 {file}"))], "");
        }
        for (number, (title, url)) in (1..).zip(&turn.sources) {
            let link = url.clone().filter(|url| url.starts_with("http"));
            let source = Span { text: title.clone(), link, ..Span::default() };
            document.paragraph("", &[text(&format!("{number}. ")), source], "");
        }
    }
    let links: String = (1..)
        .zip(&document.links)
        .map(|(number, link): (usize, &String)| {
            format!(
                "<Relationship Id=\"link{number}\" Type=\"{RELATIONS}/hyperlink\" Target=\"{}\" TargetMode=\"External\"/>",
                xml(link)
            )
        })
        .collect();
    zipped([
        (
            "[Content_Types].xml",
            format!(
                "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/><Override PartName=\"/word/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" Type=\"{RELATIONS}/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
            ),
        ),
        (
            "word/_rels/document.xml.rels",
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"styles\" Type=\"{RELATIONS}/styles\" Target=\"styles.xml\"/>{links}</Relationships>"
            ),
        ),
        ("word/styles.xml", styles()),
        (
            "word/document.xml",
            format!(
                "{HEAD}<w:document xmlns:w=\"{WORD}\" xmlns:m=\"{MATH}\" xmlns:r=\"{RELATIONS}\"><w:body>{}<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1134\" w:right=\"1134\" w:bottom=\"1134\" w:left=\"1134\" w:header=\"567\" w:footer=\"567\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>",
                document.body
            ),
        ),
    ])
}

fn text(text: &str) -> Span {
    Span { text: text.to_owned(), ..Span::default() }
}

#[derive(Default)]
struct Document {
    body: String,
    links: Vec<String>,
}

impl Document {
    fn blocks(&mut self, blocks: &[Block], depth: usize) {
        let indent = indent(depth);
        for block in blocks {
            match block {
                Block::Heading(level, spans) => {
                    self.paragraph(&format!("Heading{}", (level + 1).min(6)), spans, &indent);
                }
                Block::Paragraph(spans) => self.paragraph("", spans, &indent),
                Block::Code { text: code, .. } => self.paragraph("Code", &[text(code)], &indent),
                Block::Formula(tex) => self.formula(tex),
                Block::List(start, items) => self.list(*start, items, depth),
                Block::Quote(inner) => self.blocks(inner, depth + 1),
                Block::Table(rows) => self.table(rows),
                Block::Rule => self.paragraph("", &[text("———")], "<w:jc w:val=\"center\"/>"),
            }
        }
    }

    /// A formula that is not understood stays as it was written.
    fn formula(&mut self, tex: &str) {
        match formula::read(tex, Place::Display) {
            Some(formula) => {
                self.body.push_str(&format!("<w:p>{}</w:p>", formula.omml()));
            }
            None => self.paragraph("Code", &[text(tex)], "<w:jc w:val=\"center\"/>"),
        }
    }

    /// Marks are written as text: they stay when the document is edited or pasted elsewhere.
    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>], depth: usize) {
        for (number, item) in items.iter().enumerate() {
            let mark = match start {
                Some(start) => format!("{}.\t", start + number as u64),
                None => "•\t".to_owned(),
            };
            let hanging = format!("<w:ind w:start=\"{}\" w:hanging=\"360\"/>", (depth + 1) * 360);
            match &item[..] {
                [Block::Paragraph(spans), rest @ ..] => {
                    let marked: Vec<Span> =
                        std::iter::once(text(&mark)).chain(spans.iter().cloned()).collect();
                    self.paragraph("", &marked, &hanging);
                    self.blocks(rest, depth + 1);
                }
                all => {
                    self.paragraph("", &[text(&mark)], &hanging);
                    self.blocks(all, depth + 1);
                }
            }
        }
    }

    fn table(&mut self, rows: &[Vec<Vec<Span>>]) {
        let is_rtl = rows
            .first()
            .and_then(|row| row.first())
            .is_some_and(|cell| is_right_to_left(&plain(cell)));
        let side = if is_rtl { "<w:bidiVisual/>" } else { "" };
        self.body.push_str(&format!("<w:tbl><w:tblPr><w:tblStyle w:val=\"Grid\"/>{side}<w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid>"));
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        self.body.push_str(&"<w:gridCol/>".repeat(columns));
        self.body.push_str("</w:tblGrid>");
        for (number, row) in rows.iter().enumerate() {
            let head = if number == 0 { "<w:trPr><w:tblHeader/></w:trPr>" } else { "" };
            self.body.push_str(&format!("<w:tr>{head}"));
            for column in 0..columns {
                self.body.push_str("<w:tc><w:tcPr/>");
                let mut spans = row.get(column).cloned().unwrap_or_default();
                spans.iter_mut().for_each(|span| span.style.bold |= number == 0);
                self.paragraph("", &spans, "");
                self.body.push_str("</w:tc>");
            }
            self.body.push_str("</w:tr>");
        }
        self.body.push_str("</w:tbl>");
        // Two tables that touch would be one.
        self.paragraph("", &[], "");
    }

    fn paragraph(&mut self, style: &str, spans: &[Span], more: &str) {
        let is_code = style == "Code";
        let is_rtl = !is_code && is_right_to_left(plain(spans).trim_start_matches(['•', '\t']));
        self.body.push_str("<w:p><w:pPr>");
        if !style.is_empty() {
            self.body.push_str(&format!("<w:pStyle w:val=\"{style}\"/>"));
        }
        if is_rtl {
            self.body.push_str("<w:bidi/>");
        }
        self.body.push_str(more);
        self.body.push_str("</w:pPr>");
        for span in spans {
            self.span(span);
        }
        self.body.push_str("</w:p>");
    }

    fn span(&mut self, span: &Span) {
        if span.formula.is_some() {
            match formula::read(&span.text, Place::Inline) {
                Some(formula) => self.body.push_str(&formula.omml()),
                None => {
                    let style = Style { code: true, ..span.style };
                    self.span(&Span { style, formula: None, ..span.clone() });
                }
            }
            return;
        }
        if let Some(link) = &span.link {
            self.links.push(link.clone());
            self.body.push_str(&format!("<w:hyperlink r:id=\"link{}\">", self.links.len()));
        }
        let properties = properties(span.style, span.link.is_some(), is_right_to_left(&span.text));
        for (number, line) in span.text.split('\n').enumerate() {
            let line_break = if number > 0 { "<w:br/>" } else { "" };
            let pieces: Vec<String> = line
                .split('\t')
                .map(|piece| format!("<w:t xml:space=\"preserve\">{}</w:t>", xml(piece)))
                .collect();
            self.body.push_str(&format!(
                "<w:r>{properties}{line_break}{}</w:r>",
                pieces.join("<w:tab/>")
            ));
        }
        if span.link.is_some() {
            self.body.push_str("</w:hyperlink>");
        }
    }
}

fn indent(depth: usize) -> String {
    if depth == 0 { String::new() } else { format!("<w:ind w:start=\"{}\"/>", depth * 360) }
}

/// In the order in which the standard wants them.
fn properties(style: Style, is_link: bool, is_rtl: bool) -> String {
    let mut out = String::new();
    if style.code {
        out.push_str("<w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/>");
    }
    if style.bold {
        out.push_str("<w:b/><w:bCs/>");
    }
    if style.italic {
        out.push_str("<w:i/><w:iCs/>");
    }
    if style.struck {
        out.push_str("<w:strike/>");
    }
    if is_link {
        out.push_str("<w:color w:val=\"2457C5\"/><w:u w:val=\"single\"/>");
    }
    if is_rtl {
        out.push_str("<w:rtl/>");
    }
    if out.is_empty() { out } else { format!("<w:rPr>{out}</w:rPr>") }
}

fn styles() -> String {
    let heading = |number: usize, size: usize| {
        format!(
            "<w:style w:type=\"paragraph\" w:styleId=\"Heading{number}\"><w:name w:val=\"heading {number}\"/><w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:pPr><w:keepNext/><w:spacing w:before=\"240\" w:after=\"80\"/><w:outlineLvl w:val=\"{}\"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val=\"{size}\"/><w:szCs w:val=\"{size}\"/></w:rPr></w:style>",
            number - 1
        )
    };
    let headings: String = [(1, 26), (2, 30), (3, 26), (4, 24), (5, 22), (6, 22)]
        .map(|(number, size)| heading(number, size))
        .concat();
    format!(
        "{HEAD}<w:styles xmlns:w=\"{WORD}\"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\" w:eastAsia=\"Microsoft YaHei\" w:cs=\"Arial\"/><w:sz w:val=\"22\"/><w:szCs w:val=\"22\"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after=\"120\" w:line=\"276\" w:lineRule=\"auto\"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style><w:style w:type=\"paragraph\" w:styleId=\"Title\"><w:name w:val=\"Title\"/><w:basedOn w:val=\"Normal\"/><w:rPr><w:b/><w:bCs/><w:sz w:val=\"40\"/><w:szCs w:val=\"40\"/></w:rPr></w:style>{headings}<w:style w:type=\"paragraph\" w:styleId=\"Question\"><w:name w:val=\"Question\"/><w:basedOn w:val=\"Normal\"/><w:pPr><w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F3F3F6\"/></w:pPr></w:style><w:style w:type=\"paragraph\" w:styleId=\"Code\"><w:name w:val=\"Code\"/><w:basedOn w:val=\"Normal\"/><w:pPr><w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F3F3F6\"/><w:spacing w:line=\"240\" w:lineRule=\"auto\"/></w:pPr><w:rPr><w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/><w:sz w:val=\"19\"/><w:szCs w:val=\"19\"/></w:rPr></w:style><w:style w:type=\"table\" w:styleId=\"Grid\"><w:name w:val=\"Table Grid\"/><w:tblPr><w:tblBorders><w:top w:val=\"single\" w:sz=\"4\" w:color=\"BFBFC7\"/><w:left w:val=\"single\" w:sz=\"4\" w:color=\"BFBFC7\"/><w:bottom w:val=\"single\" w:sz=\"4\" w:color=\"BFBFC7\"/><w:right w:val=\"single\" w:sz=\"4\" w:color=\"BFBFC7\"/><w:insideH w:val=\"single\" w:sz=\"4\" w:color=\"BFBFC7\"/><w:insideV w:val=\"single\" w:sz=\"4\" w:color=\"BFBFC7\"/></w:tblBorders></w:tblPr></w:style></w:styles>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn document(markdown: &str) -> String {
        let bytes = write(&super::super::sample(markdown)).unwrap();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        zip.by_name("word/document.xml").unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn right_to_left_paragraphs_say_so() {
        let out = document("مرحبا **بك**\n\n- أهلا\n\nHello");
        assert_eq!(out.matches("<w:bidi/>").count(), 2, "{out}");
        assert!(out.contains("<w:rtl/>"));
    }

    #[test]
    fn formulas_are_words_own_and_what_is_none_stays() {
        let out = document("Half: $\\frac{1}{2}$\n\n$$\\sqrt{x}$$\n\n$\\unknown{x}$");
        assert!(out.contains("<m:oMath><m:f><m:num>"), "{out}");
        assert!(out.contains("<w:p><m:oMathPara><m:oMath><m:rad>"), "{out}");
        assert!(out.contains("\\unknown{x}</w:t>"), "{out}");
    }

    #[test]
    fn text_cannot_become_xml() {
        let out = document("`</w:t><w:evil/>` & \u{0}\u{1}x");
        assert!(!out.contains("<w:evil/>") && !out.contains('\u{1}'), "{out}");
        assert!(out.contains("&lt;/w:t&gt;"));
    }

    #[test]
    fn tables_and_lists_are_what_they_are() {
        let out = document("1. a\n2. b\n\n| x | y |\n|---|---|\n| 1 | 2 |");
        assert!(out.contains("1.</w:t><w:tab/>"), "{out}");
        assert_eq!(out.matches("<w:tc>").count(), 4);
    }
}
