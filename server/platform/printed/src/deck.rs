//! Slides of a Markdown text: a heading of the first level is a title slide, one of the second a slide. What does not fit
//! goes on on another slide, and a table has a slide of its own.

use super::blocks::{Block, Span, Style, Table, parse, plain};
use super::wide_chars;

/// A slide with its content.
#[derive(Debug, PartialEq)]
pub(crate) struct Slide {
    pub title: Vec<Span>,
    /// True if its title stands in its middle.
    pub is_title: bool,
    pub content: Content,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Content {
    Lines(Vec<Line>),
    Table(Table),
}

/// A paragraph on a slide.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Lists that it is nested in, without the first.
    pub level: usize,
    pub mark: Mark,
    pub spans: Vec<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    None,
    Bullet,
    Number(u64),
}

/// Lines on a slide, as long ones are broken.
const LINES_MAX: usize = 11;
/// Letters on a line.
const LINE_CHARS: usize = 62;
/// Rows of a table on a slide, the heading not counted.
const ROWS_MAX: usize = 9;
/// Deeper lists look like this one.
const LEVEL_MAX: usize = 3;

/// Returns the slides of a text: at least one.
pub(crate) fn slides_of(title: &str, markdown: &str) -> Vec<Slide> {
    let mut maker = Maker {
        slides: Vec::new(),
        title: Vec::new(),
        is_title: false,
        lines: Vec::new(),
        is_begun: false,
    };
    for block in parse(markdown) {
        match block {
            Block::Heading(level @ 1..=2, spans) => {
                maker.finish();
                (maker.title, maker.is_title, maker.is_begun) = (spans, level == 1, true);
            }
            Block::Rule => {
                maker.finish();
                (maker.title, maker.is_title) = (Vec::new(), false);
            }
            Block::Table(table) => maker.table(table),
            other => maker.block(other, 0, Mark::None),
        }
    }
    maker.finish();
    if maker.slides.is_empty() {
        let title = vec![Span { text: title.to_owned(), ..Span::default() }];
        maker.slides.push(Slide { title, is_title: true, content: Content::Lines(Vec::new()) });
    }
    maker.slides
}

struct Maker {
    slides: Vec<Slide>,
    title: Vec<Span>,
    is_title: bool,
    lines: Vec<Line>,
    /// True if the title has no slide yet.
    is_begun: bool,
}

impl Maker {
    /// Ends the slide.
    fn finish(&mut self) {
        let mut lines = std::mem::take(&mut self.lines);
        while !lines.is_empty() || self.is_begun {
            let rest = lines.split_off(fitting(&lines));
            self.push(Content::Lines(lines));
            lines = rest;
        }
    }

    fn push(&mut self, content: Content) {
        let (title, is_title) = (self.title.clone(), self.is_title);
        self.slides.push(Slide { title, is_title, content });
        self.is_begun = false;
        // What follows a title slide is a slide.
        self.is_title = false;
    }

    fn table(&mut self, Table { aligns, rows }: Table) {
        if !self.lines.is_empty() || self.is_title {
            self.finish();
        }
        let Some((head, body)) = rows.split_first() else { return };
        let parts: Vec<&[Vec<Vec<Span>>]> = match body.is_empty() {
            true => vec![body],
            false => body.chunks(ROWS_MAX).collect(),
        };
        for part in parts {
            let rows = std::iter::once(head.clone()).chain(part.iter().cloned()).collect();
            self.push(Content::Table(Table { aligns: aligns.clone(), rows }));
        }
    }

    fn block(&mut self, block: Block, level: usize, mark: Mark) {
        let level = level.min(LEVEL_MAX);
        let mut line = |spans| self.lines.push(Line { level, mark, spans });
        match block {
            Block::Heading(_, mut spans) => {
                spans.iter_mut().for_each(|span| span.style.bold = true);
                line(spans);
            }
            Block::Paragraph(spans) => line(spans),
            Block::Code { text, .. } => {
                let style = Style { code: true, ..Style::default() };
                text.trim_end().lines().for_each(|one| {
                    line(vec![Span { text: one.to_owned(), style, ..Span::default() }])
                });
            }
            Block::Formula(text) => line(vec![Span { text, ..Span::default() }]),
            Block::Quote(inner) => {
                inner.into_iter().for_each(|block| self.block(block, level, mark));
            }
            Block::List(start, items) => self.list(start, items, level),
            Block::Table(table) => {
                for row in table.rows {
                    let text = row.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" · ");
                    self.lines.push(Line {
                        level,
                        mark,
                        spans: vec![Span { text, ..Span::default() }],
                    });
                }
            }
            Block::Rule => {}
        }
    }

    fn list(&mut self, start: Option<u64>, items: Vec<Vec<Block>>, level: usize) {
        for (number, item) in (start.unwrap_or(0)..).zip(items) {
            let mark = if start.is_some() { Mark::Number(number) } else { Mark::Bullet };
            let mut first = Some(mark);
            for block in item {
                match block {
                    Block::List(..) => self.block(block, level + 1, Mark::None),
                    block => self.block(block, level, first.take().unwrap_or(Mark::None)),
                }
            }
        }
    }
}

/// Returns the number of lines that fit on one slide: at least one.
fn fitting(lines: &[Line]) -> usize {
    let mut height = 0;
    for (at, line) in lines.iter().enumerate() {
        let text = plain(&line.spans);
        let broken: usize =
            text.lines().map(|one| wide_chars(one).div_ceil(LINE_CHARS).max(1)).sum();
        height += broken.max(1);
        if height > LINES_MAX && at > 0 {
            return at;
        }
    }
    lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(slides: &[Slide]) -> Vec<String> {
        slides.iter().map(|slide| plain(&slide.title)).collect()
    }

    #[test]
    fn headings_begin_slides_and_lists_are_lines() {
        let slides = slides_of("x", "# Deck\n\nBy Ana\n\n## One\n\n- a\n  1. b\n- c\n\n## Two");
        assert_eq!(titles(&slides), ["Deck", "One", "Two"]);
        assert!(slides[0].is_title && !slides[1].is_title);
        let Content::Lines(lines) = &slides[1].content else { panic!("lines") };
        let marks: Vec<_> = lines.iter().map(|line| (line.level, line.mark)).collect();
        assert_eq!(marks, [(0, Mark::Bullet), (1, Mark::Number(1)), (0, Mark::Bullet)]);
    }

    #[test]
    fn a_table_has_its_own_slide_and_goes_on_on_another() {
        let rows = "| 1 |\n".repeat(12);
        let slides = slides_of("x", &format!("## T\n\nwords\n\n| a |\n|---|\n{rows}"));
        assert_eq!(titles(&slides), ["T", "T", "T"]);
        let Content::Table(last) = &slides[2].content else { panic!("a table") };
        assert_eq!(last.rows.len(), 4);
    }

    #[test]
    fn too_many_lines_go_on_on_another_slide() {
        let long = "- word\n".repeat(30);
        assert_eq!(titles(&slides_of("x", &format!("## L\n\n{long}"))), ["L", "L", "L"]);
        let one = "word ".repeat(3_000);
        assert_eq!(slides_of("x", &one).len(), 1, "a line is not split");
    }

    #[test]
    fn no_text_is_a_title() {
        assert_eq!(titles(&slides_of("Deck", "")), ["Deck"]);
    }
}
