//! Writes a chat as a Word document: headings, lists, tables, code, formulas, images and links are native elements, and
//! right-to-left paragraphs are marked. Fonts are named per script, so that readers substitute what they have.

mod package;
mod runs;

use std::collections::HashMap;
use std::fmt::Write;

use kernel::Fallible;

use super::blocks::{Align, Block, Span, Style, Table, parse, parse_document, plain};
use super::formula::{self, Place};
use super::picture::{Diagrams, Picture};
use super::text::{Piece, Text, Turn};
use super::words::Words;
use super::zipped::xml;
use super::{is_right_to_left, wide_chars};
use package::Parts;

/// Writes the document.
pub fn write(chat: &Text) -> Fallible<Vec<u8>> {
    let mut document = Document { chat, body: String::new(), parts: Parts::default() };
    document.paragraph(&Look::of("Title"), &[text(&chat.title)]);
    for turn in &chat.turns {
        document.turn(turn);
    }
    package::pack(&chat.title, &document.body, document.parts)
}

/// Writes a Markdown text as a document of its own, without a title above it.
pub fn write_document(title: &str, markdown: &str, words: &'static Words) -> Fallible<Vec<u8>> {
    let text = Text {
        title: title.to_owned(),
        turns: Vec::new(),
        words,
        pictures: HashMap::new(),
        diagrams: Diagrams::default(),
    };
    let mut document = Document { chat: &text, body: String::new(), parts: Parts::default() };
    document.blocks(&parse_document(markdown), At::default());
    package::pack(title, &document.body, document.parts)
}

fn text(text: &str) -> Span {
    Span { text: text.to_owned(), ..Span::default() }
}

/// Left-to-right mark; without it, a date after Arabic letters is reversed.
const LEFT_TO_RIGHT: char = '\u{200e}';
/// Indentation per level for `w:ind`: a quarter of an inch, in twentieths of a point.
const STEP: usize = 360;
/// Width of the text on the page, in the same unit.
const TEXT_WIDTH: usize = 9_638;
/// Word counts lengths of pictures in these.
const EMU_PER_PIXEL: u64 = 9_525;
const EMU_PER_STEP: u64 = STEP as u64 * 635;
/// Maximum size of an image on the page: as wide as the text, and not so high that nothing else fits on its page.
const PICTURE_WIDTH_MAX: u64 = TEXT_WIDTH as u64 * 635;
const PICTURE_HEIGHT_MAX: u64 = 3_600_000;
/// A diagram is read, so it may fill its page.
const DIAGRAM_HEIGHT_MAX: u64 = 7_200_000;
/// Diagrams are drawn at twice their size, so that they are sharp on paper.
const DIAGRAM_SCALE: u64 = 2;

/// The position of blocks in the document.
#[derive(Clone, Copy, Default)]
struct At {
    /// Steps from the edge.
    indent: usize,
    /// Number of lists they are nested in.
    lists: usize,
    is_quoted: bool,
}

/// The appearance of a paragraph.
#[derive(Clone, Copy, Default)]
struct Look<'a> {
    style: &'a str,
    at: At,
    mark: Option<Mark>,
    align: Align,
    /// `Some`: whatever it says, it runs from the right, or it does not.
    is_rtl: Option<bool>,
}

/// The mark before a paragraph, in its indentation.
#[derive(Clone, Copy)]
enum Mark {
    /// A list item of Word's, with its list and level.
    Item(usize, usize),
    /// Written as text.
    Written,
}

impl<'a> Look<'a> {
    fn of(style: &'a str) -> Self {
        Self { style, ..Self::default() }
    }

    fn at(at: At) -> Self {
        Self { at, ..Self::default() }
    }
}

struct Document<'a> {
    chat: &'a Text,
    body: String,
    parts: Parts,
}

impl Document<'_> {
    fn turn(&mut self, turn: &Turn) {
        let words = self.chat.words;
        let by = [text(&turn.name), text(&format!(" · {LEFT_TO_RIGHT}{} UTC", turn.time))];
        let heading = Look { is_rtl: Some(words.is_right_to_left), ..Look::of("Heading1") };
        self.paragraph(&heading, &by);
        for piece in &turn.pieces {
            match piece {
                Piece::Text(said) if turn.is_answer => self.blocks(&parse(said), At::default()),
                Piece::Text(said) => {
                    for line in said.lines() {
                        self.paragraph(&Look::of("Question"), &[text(line)]);
                    }
                }
                Piece::Tool { title, ended, .. } => {
                    let ended = ended.map(|ended| format!(" · {ended}")).unwrap_or_default();
                    self.paragraph(&Look::of("Note"), &[text(&format!("🔧 {title}{ended}"))]);
                }
                Piece::File { id, name } => match self.chat.pictures.get(id) {
                    Some(picture) => self.picture(picture, 1, name, At::default()),
                    None => self.paragraph(&Look::of("Note"), &[text(&format!("📎 {name}"))]),
                },
            }
        }
        if !turn.sources.is_empty() {
            self.paragraph(&Look::of("Note"), &[text(words.sources)]);
            let list = self.parts.numbered(1, 0);
            for source in &turn.sources {
                let look = Look {
                    at: At { indent: 1, ..At::default() },
                    mark: Some(Mark::Item(list, 0)),
                    ..Look::of("Note")
                };
                let link = source.url.clone();
                self.paragraph(&look, &[Span { link, ..text(&source.title) }]);
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block], at: At) {
        for (number, block) in blocks.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| &blocks[before]);
            if matches!((before, block), (Some(Block::Code { .. }), Block::Code { .. })) {
                // Two pieces of code that touch would be one.
                self.paragraph(&Look::of("Gap"), &[]);
            }
            match block {
                Block::Heading(level, spans) => {
                    let style = format!("Heading{}", (level + 1).min(6));
                    self.paragraph(&Look { at, ..Look::of(&style) }, spans);
                }
                Block::Paragraph(spans) => self.paragraph(&Look::at(at), spans),
                Block::Code { language, text: code } => self.code(language, code, at),
                Block::Formula(tex) => self.formula(tex),
                Block::List(start, items) => self.list(*start, items, at),
                Block::Quote(inner) => {
                    self.blocks(inner, At { indent: at.indent + 1, is_quoted: true, ..at });
                }
                Block::Table(table) => self.table(table, at),
                Block::Rule => self.paragraph(&Look::of("Rule"), &[]),
            }
        }
    }

    /// Writes a code block. A rendered diagram is shown as an image, with its code as alternative text.
    fn code(&mut self, language: &str, code: &str, at: At) {
        let drawn = (language == "mermaid").then(|| self.chat.diagrams.find(code)).flatten();
        match drawn {
            Some(picture) => self.picture(picture, DIAGRAM_SCALE, code, at),
            None => {
                let look = Look { at, is_rtl: Some(false), ..Look::of("Code") };
                self.paragraph(&look, &[text(code)]);
            }
        }
    }

    /// Writes a formula; one that cannot be parsed stays as written.
    fn formula(&mut self, tex: &str) {
        match formula::read(tex, Place::Display) {
            Some(formula) => {
                self.body.push_str(&format!("<w:p>{}</w:p>", formula.omml()));
            }
            None => {
                let align = Align::Middle;
                let look = Look { align, is_rtl: Some(false), ..Look::of("Code") };
                self.paragraph(&look, &[text(tex)]);
            }
        }
    }

    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>], at: At) {
        let level = at.lists.min(package::LEVELS - 1);
        let list = match start {
            Some(start) => self.parts.numbered(start, level),
            None => Parts::BULLETS,
        };
        let at = At { indent: at.indent + 1, lists: at.lists + 1, ..at };
        for item in items {
            let (first, rest) = match &item[..] {
                [Block::Paragraph(spans), rest @ ..] => (&spans[..], rest),
                all => (&[][..], all),
            };
            let is_task = first.first().is_some_and(|span| span.text.starts_with(['☑', '☐']));
            let mark = if is_task { Mark::Written } else { Mark::Item(list, level) };
            let look = Look { at, mark: Some(mark), ..Look::of("Item") };
            if is_task {
                let mut spans = first.to_vec();
                // As Word's own boxes are: the ticked one of the text is an emoji in some fonts.
                let box_and_words = spans[0].text.replacen("☑\u{fe0e}", "☒", 1);
                spans[0].text = box_and_words.replacen(' ', "\t", 1);
                self.paragraph(&look, &spans);
            } else {
                self.paragraph(&look, first);
            }
            self.blocks(rest, at);
        }
    }

    fn table(&mut self, table: &Table, at: At) {
        let Table { aligns, rows } = table;
        let first = rows.first().and_then(|row| row.first());
        let is_rtl = first.is_some_and(|cell| is_right_to_left(&plain(cell)));
        let side = if is_rtl { "<w:bidiVisual/>" } else { "" };
        let width = TEXT_WIDTH.saturating_sub(at.indent * STEP).max(TEXT_WIDTH / 3);
        let widths = column_widths(rows, width);
        let _ = write!(
            self.body,
            "<w:tbl><w:tblPr><w:tblStyle w:val=\"Grid\"/>{side}<w:tblW w:w=\"{width}\" w:type=\"dxa\"/>\
             <w:tblInd w:w=\"{}\" w:type=\"dxa\"/><w:tblLook w:firstRow=\"1\"/></w:tblPr><w:tblGrid>",
            at.indent * STEP
        );
        for width in &widths {
            let _ = write!(self.body, "<w:gridCol w:w=\"{width}\"/>");
        }
        self.body.push_str("</w:tblGrid>");
        for (number, row) in rows.iter().enumerate() {
            let longest = row.iter().map(|cell| plain(cell).len()).max().unwrap_or(0);
            let whole = if longest <= WHOLE_ROW_BYTES { "<w:cantSplit/>" } else { "" };
            let head = if number == 0 { "<w:tblHeader/>" } else { "" };
            let _ = write!(self.body, "<w:tr><w:trPr>{whole}{head}</w:trPr>");
            for (column, width) in widths.iter().enumerate() {
                let shade = if number == 0 { package::SHADE } else { "" };
                let _ = write!(
                    self.body,
                    "<w:tc><w:tcPr><w:tcW w:w=\"{width}\" w:type=\"dxa\"/>{shade}</w:tcPr>"
                );
                let mut spans = row.get(column).cloned().unwrap_or_default();
                spans.iter_mut().for_each(|span| span.style.bold |= number == 0);
                let align = aligns.get(column).copied().unwrap_or_default();
                // A cell of numbers takes the direction of its table.
                let is_rtl = !plain(&spans).contains(char::is_alphabetic) && is_rtl;
                let is_rtl = is_rtl.then_some(true);
                self.paragraph(&Look { align, is_rtl, ..Look::of("Cell") }, &spans);
                self.body.push_str("</w:tc>");
            }
            self.body.push_str("</w:tr>");
        }
        self.body.push_str("</w:tbl>");
        // Two tables that touch would be one.
        self.paragraph(&Look::of("Gap"), &[]);
    }

    /// Writes an image in a paragraph of its own, no larger than its natural size and than the page has room for.
    fn picture(&mut self, picture: &Picture, scale: u64, said: &str, at: At) {
        let room = PICTURE_WIDTH_MAX.saturating_sub(at.indent as u64 * EMU_PER_STEP);
        let (wide, high) = (u64::from(picture.width).max(1), u64::from(picture.height).max(1));
        let fits = |side: u64, most: u64| (most * 1_000 / side).min(EMU_PER_PIXEL * 1_000 / scale);
        let highest = if scale == 1 { PICTURE_HEIGHT_MAX } else { DIAGRAM_HEIGHT_MAX };
        let per_pixel = fits(wide, room).min(fits(high, highest));
        let (cx, cy) = (wide * per_pixel / 1_000, high * per_pixel / 1_000);
        let id = self.parts.picture(picture);
        let said: String = said.chars().take(SAID_MAX_CHARS).collect();
        let (name, said) = (xml(self.chat.words.diagram), xml(&said));
        let name = if scale == 1 { said.clone() } else { name };
        let drawing = format!(
            "<w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"{cx}\" cy=\"{cy}\"/>\
             <wp:docPr id=\"{id}\" name=\"{name}\" descr=\"{said}\"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect=\"1\"/>\
             </wp:cNvGraphicFramePr><a:graphic><a:graphicData uri=\"{PICTURE}\"><pic:pic><pic:nvPicPr><pic:cNvPr id=\"{id}\" \
             name=\"{name}\"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed=\"picture{id}\"/><a:stretch><a:fillRect/>\
             </a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{cx}\" cy=\"{cy}\"/></a:xfrm>\
             <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>\
             </w:drawing></w:r>",
            PICTURE = package::PICTURE
        );
        self.open(&Look::at(at), false);
        self.body.push_str(&drawing);
        self.body.push_str("</w:p>");
    }

    fn paragraph(&mut self, look: &Look<'_>, spans: &[Span]) {
        let words = plain(spans);
        let is_rtl = look.is_rtl.unwrap_or_else(|| is_right_to_left(&words));
        self.open(look, is_rtl);
        for span in spans {
            self.span(span, is_rtl);
        }
        self.body.push_str("</w:p>");
    }

    /// Begins a paragraph. Its properties are in the order that the standard requires.
    fn open(&mut self, look: &Look<'_>, is_rtl: bool) {
        let mut says = String::new();
        if !look.style.is_empty() {
            let _ = write!(says, "<w:pStyle w:val=\"{}\"/>", look.style);
        }
        if let Some(Mark::Item(list, level)) = look.mark {
            let _ = write!(
                says,
                "<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>"
            );
        }
        if look.at.is_quoted {
            let side = if is_rtl { "right" } else { "left" };
            let _ = write!(
                says,
                "<w:pBdr><w:{side} w:val=\"single\" w:sz=\"18\" w:space=\"8\" w:color=\"D6D6DD\"/></w:pBdr>"
            );
        }
        match (is_rtl, look.is_rtl) {
            (true, _) => says.push_str("<w:bidi/>"),
            (false, Some(false)) => says.push_str("<w:bidi w:val=\"0\"/>"),
            (false, _) => {}
        }
        let indent = look.at.indent * STEP;
        match look.mark {
            Some(_) => {
                let _ = write!(says, "<w:ind w:left=\"{indent}\" w:hanging=\"{STEP}\"/>");
            }
            None if indent > 0 => {
                let _ = write!(says, "<w:ind w:left=\"{indent}\"/>");
            }
            None => {}
        }
        match look.align {
            Align::Unsaid => {}
            Align::Start => says.push_str("<w:jc w:val=\"start\"/>"),
            Align::Middle => says.push_str("<w:jc w:val=\"center\"/>"),
            Align::End => says.push_str("<w:jc w:val=\"end\"/>"),
        }
        let _ = write!(self.body, "<w:p><w:pPr>{says}</w:pPr>");
    }

    fn span(&mut self, span: &Span, is_rtl: bool) {
        if span.formula.is_some() {
            match formula::read(&span.text, Place::Inline) {
                Some(formula) => self.body.push_str(&formula.omml()),
                None => {
                    let style = Style { code: true, ..span.style };
                    self.span(&Span { style, formula: None, ..span.clone() }, is_rtl);
                }
            }
            return;
        }
        if let Some(link) = &span.link {
            let number = self.parts.link(link);
            let _ = write!(self.body, "<w:hyperlink r:id=\"link{number}\">");
        }
        runs::write(&mut self.body, span, is_rtl);
        if span.link.is_some() {
            self.body.push_str("</w:hyperlink>");
        }
    }
}

/// Maximum size of a row's content for the row not to break across pages.
const WHOLE_ROW_BYTES: usize = 1_000;
/// Maximum length of an image's alternative text.
const SAID_MAX_CHARS: usize = 1_000;
/// Range of column widths, in characters; in between, columns are as wide as their content.
const COLUMN_CHARS: std::ops::RangeInclusive<usize> = 4..=48;

/// Returns the widths of columns by their longest lines: some readers take them as they are.
fn column_widths(rows: &[Vec<Vec<Span>>], width: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let longest = cells.map(|cell| wide_chars(&plain(cell))).max().unwrap_or(0);
        longest.clamp(*COLUMN_CHARS.start(), *COLUMN_CHARS.end())
    };
    let chars: Vec<usize> = (0..columns).map(longest).collect();
    let all = chars.iter().sum::<usize>().max(1);
    chars.into_iter().map(|own| width * own / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{picture, sample};
    use std::io::Read;

    fn part(bytes: Vec<u8>, name: &str) -> String {
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn document(markdown: &str) -> String {
        part(write(&sample(markdown)).unwrap(), "word/document.xml")
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
    fn lists_are_words_own_and_begin_where_they_were_begun() {
        let bytes = write(&sample("3. a\n4. b\n   - c\n\nx\n\n1. d\n\n- [x] done")).unwrap();
        let out = part(bytes.clone(), "word/document.xml");
        let item = |level, list| {
            format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>")
        };
        assert_eq!(out.matches(&item(0, 2)).count(), 2, "{out}");
        assert_eq!(out.matches(&item(1, 1)).count(), 1, "bullets below it");
        assert_eq!(out.matches(&item(0, 3)).count(), 1, "the next one counts anew");
        assert!(out.contains("☒</w:t><w:tab/>"), "{out}");
        let numbering = part(bytes, "word/numbering.xml");
        assert!(numbering.contains(
            "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"3\"/>"
        ), "{numbering}");
    }

    #[test]
    fn tables_repeat_their_heading_and_are_as_wide_as_what_is_in_them() {
        let out = document("| x | y |\n|---|--:|\n| 1 | two words and more |");
        assert_eq!(out.matches("<w:tc>").count(), 4);
        assert!(out.contains("<w:tblHeader/>") && out.contains("<w:jc w:val=\"end\"/>"), "{out}");
        let rows = parse("| a | bbbbbbbb |\n|---|---|\n| a | 你好你好 |");
        let Block::Table(table) = &rows[0] else { panic!() };
        assert_eq!(column_widths(&table.rows, 9_000), [3_000, 6_000]);
    }

    #[test]
    fn a_drawn_diagram_is_a_picture_and_another_one_stays_code() {
        let drawn = picture::sample_diagram("graph TD");
        let chat =
            Text { diagrams: drawn, ..sample("```mermaid\ngraph TD\n```\n\n```mermaid\npie\n```") };
        let bytes = write(&chat).unwrap();
        let out = part(bytes.clone(), "word/document.xml");
        assert!(
            out.contains("<a:blip r:embed=\"picture1\"/>") && out.contains("descr=\"graph TD\"")
        );
        // 40 by 20 points, drawn at twice its size.
        assert!(out.contains("<wp:extent cx=\"190500\" cy=\"95250\"/>"), "{out}");
        assert!(out.contains("<w:pStyle w:val=\"Code\"/>") && out.contains(">pie<"));
        let relations = part(bytes, "word/_rels/document.xml.rels");
        assert!(relations.contains("Target=\"media/picture1.png\""), "{relations}");
    }
}
