//! Markdown as a tree that every format writes. HTML in it is text.

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream,
};

use super::dollars::with_dollars;
use super::formula::Place;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    Heading(u8, Vec<Span>),
    Paragraph(Vec<Span>),
    Code {
        language: String,
        text: String,
    },
    /// A formula, in TeX.
    Formula(String),
    /// `Some`: numbered from here.
    List(Option<u64>, Vec<Vec<Block>>),
    Quote(Vec<Block>),
    Table(Table),
    Rule,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    /// Alignment of each column.
    pub aligns: Vec<Align>,
    /// Rows of cells, the heading first.
    pub rows: Vec<Vec<Vec<Span>>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Align {
    #[default]
    Unsaid,
    Start,
    Middle,
    End,
}

/// A piece of text in one style.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Span {
    pub text: String,
    pub style: Style,
    pub link: Option<String>,
    /// `Some`: the text is a formula in TeX.
    pub formula: Option<Place>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    pub bold: bool,
    pub italic: bool,
    pub struck: bool,
    pub code: bool,
}

/// Reads a text.
pub(crate) fn parse(text: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    let text = with_dollars(text);
    // Without it, text with escaped characters would be in pieces.
    let events = TextMergeStream::new(Parser::new_ext(&text, options)).collect();
    let mut reader = Reader { events, at: 0, depth: 0 };
    reader.blocks()
}

/// Reads a text that is a document of its own: its headings are not below a title, as those of answers are.
pub(crate) fn parse_document(text: &str) -> Vec<Block> {
    let mut blocks = parse(text);
    for block in &mut blocks {
        if let Block::Heading(level, _) = block {
            *level = level.saturating_sub(1);
        }
    }
    blocks
}

/// Returns true for elements within a line.
fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

/// Quotes and lists deeper in each other than this are plain text: each takes stack here and in every format.
const DEPTH_MAX: usize = 40;

/// Returns the text of a line without its styles.
pub(crate) fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

struct Reader<'a> {
    events: Vec<Event<'a>>,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<Event<'a>> {
        let event = self.events.get(self.at).cloned();
        self.at += 1;
        event
    }

    fn is_digit_next(&self) -> bool {
        matches!(self.events.get(self.at), Some(Event::Text(text))
            if text.starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Reads blocks up to the end of the enclosing one.
    fn blocks(&mut self) -> Vec<Block> {
        if self.depth == DEPTH_MAX {
            return self.flat();
        }
        self.depth += 1;
        let mut blocks = Vec::new();
        while let Some(event) = self.next() {
            match event {
                Event::Start(tag) if !is_inline(&tag) => self.block(tag, &mut blocks),
                Event::End(_) => break,
                Event::Rule => blocks.push(Block::Rule),
                Event::Html(html) => {
                    blocks.push(Block::Paragraph(vec![text_span(html.trim_end())]))
                }
                // An item of a tight list has its text without a paragraph.
                _ => {
                    self.at -= 1;
                    let spans = self.spans(true);
                    push_paragraph(&mut blocks, spans);
                }
            }
        }
        self.depth -= 1;
        blocks
    }

    /// Reads the text up to the end of the enclosing element, ignoring elements in between.
    fn flat(&mut self) -> Vec<Block> {
        let mut words = String::new();
        let mut open = 0;
        while let Some(event) = self.next() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) if open == 0 => break,
                Event::End(_) => open -= 1,
                Event::Text(text) | Event::Code(text) | Event::Html(text) => words.push_str(&text),
                _ => words.push('\n'),
            }
        }
        vec![Block::Paragraph(vec![text_span(words.trim())])]
    }

    fn block(&mut self, tag: Tag<'a>, blocks: &mut Vec<Block>) {
        match tag {
            Tag::Paragraph => {
                let spans = self.spans(false);
                push_paragraph(blocks, spans);
            }
            Tag::Heading { level, .. } => {
                let spans = self.spans(false);
                blocks.push(Block::Heading(level_of(level), spans));
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split_whitespace().next().unwrap_or("").to_owned()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                let text = plain(&self.spans(false));
                blocks.push(Block::Code { language, text: text.trim_end_matches('\n').to_owned() });
            }
            Tag::List(start) => {
                let mut items = Vec::new();
                while let Some(Event::Start(Tag::Item)) = self.next() {
                    items.push(self.blocks());
                }
                blocks.push(Block::List(start, items));
            }
            Tag::BlockQuote(_) => {
                let inner = self.blocks();
                blocks.push(Block::Quote(inner));
            }
            Tag::Table(aligns) => {
                let aligns = aligns.into_iter().map(align_of).collect();
                let rows = self.rows();
                blocks.push(Block::Table(Table { aligns, rows }));
            }
            _ => blocks.extend(self.blocks()),
        }
    }

    fn rows(&mut self) -> Vec<Vec<Vec<Span>>> {
        let mut rows = Vec::new();
        let mut row = Vec::new();
        while let Some(event) = self.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(self.spans(false)),
                Event::End(TagEnd::TableHead | TagEnd::TableRow) => {
                    rows.push(std::mem::take(&mut row));
                }
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        rows
    }

    /// Returns the words up to the end of what encloses them; `is_tight`: or up to the next block.
    fn spans(&mut self, is_tight: bool) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let mut styles = vec![(Style::default(), None::<String>)];
        while let Some(event) = self.next() {
            let (style, link) = styles.last().cloned().unwrap_or_default();
            let mut say = |text: &str, style: Style| {
                let link = link.clone();
                spans.push(Span { text: text.to_owned(), style, link, formula: None });
            };
            match event {
                Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => {
                    say(&text, style)
                }
                Event::Code(text) => say(&text, Style { code: true, ..style }),
                // Two prices are no formula.
                Event::InlineMath(text) if self.is_digit_next() => say(&format!("${text}$"), style),
                Event::InlineMath(text) => spans.push(formula(&text, Place::Inline)),
                Event::DisplayMath(text) => spans.push(formula(&text, Place::Display)),
                Event::SoftBreak | Event::HardBreak => say("\n", style),
                Event::TaskListMarker(done) => say(if done { "☑\u{fe0e} " } else { "☐ " }, style),
                Event::FootnoteReference(name) => say(&format!("[{name}]"), style),
                Event::Rule => {}
                Event::Start(tag) => match tag {
                    Tag::Strong => styles.push((Style { bold: true, ..style }, link)),
                    Tag::Emphasis => styles.push((Style { italic: true, ..style }, link)),
                    Tag::Strikethrough => styles.push((Style { struck: true, ..style }, link)),
                    Tag::Link { dest_url, .. } => styles.push((style, safe_link(&dest_url))),
                    Tag::Image { dest_url, .. } => {
                        say("🖼 ", style);
                        styles.push((style, safe_link(&dest_url)));
                    }
                    _ if is_tight => {
                        self.at -= 1;
                        return spans;
                    }
                    _ => styles.push((style, link)),
                },
                Event::End(_) => {
                    if styles.len() == 1 {
                        if is_tight {
                            self.at -= 1;
                        }
                        return spans;
                    }
                    styles.pop();
                }
            }
        }
        spans
    }
}

/// Adds a paragraph. A formula on a line of its own becomes a block, even if no empty line separates it.
fn push_paragraph(blocks: &mut Vec<Block>, spans: Vec<Span>) {
    for piece in spans.chunk_by(|one, next| !is_displayed(one) && !is_displayed(next)) {
        match piece {
            [only] if is_displayed(only) => blocks.push(Block::Formula(only.text.clone())),
            _ => {
                let is_break = |span: &Span| span.text == "\n";
                let from = piece.iter().take_while(|span| is_break(span)).count();
                let behind = piece.iter().rev().take_while(|span| is_break(span)).count();
                if from + behind < piece.len() {
                    let words = piece[from..piece.len() - behind].to_vec();
                    blocks.push(Block::Paragraph(words));
                }
            }
        }
    }
}

fn is_displayed(span: &Span) -> bool {
    span.formula == Some(Place::Display)
}

fn formula(tex: &str, place: Place) -> Span {
    Span { text: tex.trim().to_owned(), formula: Some(place), ..Span::default() }
}

fn text_span(text: &str) -> Span {
    Span { text: text.to_owned(), ..Span::default() }
}

fn align_of(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Unsaid,
        Alignment::Left => Align::Start,
        Alignment::Center => Align::Middle,
        Alignment::Right => Align::End,
    }
}

fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}

/// Addresses that lead to a page or a mailbox; others are only words.
fn safe_link(address: &str) -> Option<String> {
    let lower = address.trim().to_ascii_lowercase();
    let is_safe = ["https://", "http://", "mailto:"].iter().any(|start| lower.starts_with(start))
        && !address.chars().any(|character| character.is_control());
    is_safe.then(|| address.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tight_and_loose_lists_keep_their_items() {
        let [Block::List(None, items)] = &parse("- a **b**\n  - c\n- d")[..] else { panic!() };
        assert_eq!(items.len(), 2);
        assert_eq!(items[0].len(), 2, "words and the inner list");
        let [Block::List(Some(3), items)] = &parse("3. a\n\n4. b")[..] else { panic!() };
        assert_eq!(items.len(), 2);
    }

    #[test]
    fn a_table_has_its_heading_first() {
        let blocks = parse("| a | b |\n|---|--:|\n| 1 | `2` |\n\nend");
        let Block::Table(Table { aligns, rows }) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(aligns, &[Align::Unsaid, Align::End]);
        assert_eq!(rows.len(), 2);
        assert_eq!(plain(&rows[0][1]), "b");
        assert_eq!(plain(&rows[1][1]), "2");
        assert_eq!(blocks.len(), 2);
    }

    #[test]
    fn an_item_that_begins_bold_stays_one_paragraph() {
        let Block::List(_, items) = &parse("- **Risk**: late")[0] else { panic!("a list") };
        let [Block::Paragraph(spans)] = &items[0][..] else { panic!("{items:?}") };
        assert!(spans[0].style.bold && spans[0].text == "Risk" && plain(spans) == "Risk: late");
    }

    #[test]
    fn text_with_escaped_characters_is_one_piece() {
        let [Block::Paragraph(spans)] = &parse("**[a\\]** b \\*c\\*")[..] else { panic!() };
        let texts: Vec<_> = spans.iter().map(|span| span.text.as_str()).collect();
        assert_eq!(texts, ["[a]", " b *c*"]);
    }

    #[test]
    fn html_is_text_and_unsafe_addresses_lead_nowhere() {
        let blocks = parse("a <b>x</b> [y](javascript:alert(1)) [z](https://e.org)");
        let Block::Paragraph(spans) = &blocks[0] else { panic!() };
        assert!(plain(spans).contains("<b>"));
        let links: Vec<_> = spans.iter().filter_map(|span| span.link.as_deref()).collect();
        assert_eq!(links, ["https://e.org"]);
    }

    #[test]
    fn formulas_are_known_however_they_are_written() {
        for text in ["a $x$", "a \\(x\\)", "a \\( x \\)"] {
            let [Block::Paragraph(spans)] = &parse(text)[..] else { panic!("{text}") };
            let last = spans.last().unwrap();
            assert_eq!((last.text.as_str(), last.formula), ("x", Some(Place::Inline)), "{text}");
        }
        for text in ["$$x\n= y$$", "\\[\nx\n= y\n\\]", "$$\nx\n= y\n$$"] {
            assert_eq!(parse(text), [Block::Formula("x = y".into())], "{text}");
        }
        let [Block::Paragraph(_), Block::Formula(tex), Block::Paragraph(_)] =
            &parse("So\n$$x$$\nand")[..]
        else {
            panic!()
        };
        assert_eq!(tex, "x");
    }

    #[test]
    fn prices_are_no_formulas() {
        for text in ["$5 and $6", "$5-$6 a month", "\\$5 and \\$6", "`$x$`"] {
            let [Block::Paragraph(spans)] = &parse(text)[..] else { panic!("{text}") };
            assert!(spans.iter().all(|span| span.formula.is_none()), "{text}");
        }
    }

    #[test]
    fn what_is_quoted_without_end_is_read() {
        for text in [">".repeat(20_000), "- ".repeat(20_000)] {
            let mut deepest = 0;
            let mut blocks = parse(&format!("{text}x"));
            while let Some(Block::Quote(inner)) = blocks.pop() {
                deepest += 1;
                blocks = inner;
            }
            assert!(deepest <= DEPTH_MAX);
        }
    }

    #[test]
    fn code_keeps_its_lines() {
        let blocks = parse("```rust x\nlet a;\n\nlet b;\n```");
        assert_eq!(
            blocks,
            [Block::Code { language: "rust".into(), text: "let a;\n\nlet b;".into() }]
        );
    }
}
