use hayro::hayro_interpret::font::{Glyph, GlyphIdentifier, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::hayro_syntax::object::{Dict, String as PdfString};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
};
use hayro::kurbo::{Affine, BezPath, Point, Rect, Vec2};
use parsing::decode_utf16;
use rustc_hash::FxHashMap;

use super::collections::{Collections, plain};

/// Units of a font in which glyphs are placed.
const UNITS_PER_EM: f64 = 1_000.0;
/// Distance, in font sizes, below which the same letter is the same one, drawn again to look bold.
const AGAIN_SIZES: f64 = 0.12;

/// Letters without a meaning from which a page is not whole, and their share of all.
const UNKNOWN_FROM: usize = 10;
const KNOWN_PER_UNKNOWN: usize = 4;
/// Most letters on an image of a page: stamps, page numbers, the name of a scanner.
const LETTERS_ON_IMAGE: usize = 100;
/// Share of the page that such an image covers.
const IMAGE_SHARE: f64 = 0.6;
/// Shapes from which a page without letters may have drawn ones.
const SHAPES_FROM: usize = 20;

/// A letter, or several that are drawn as one, on a page. Positions are in points; `y` grows downwards.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    pub(super) text: String,
    /// Its beginning and its end on its baseline.
    pub(super) start: Point,
    pub(super) end: Point,
    /// Direction of its baseline, of length 1.
    pub(super) direction: Vec2,
    /// Font size in points.
    pub(super) size: f64,
}

/// The device that collects the letters of a page, in the order in which they are drawn.
pub(super) struct Letters<'f> {
    collections: &'f Collections<'f>,
    /// The page; letters outside of it are left out.
    area: Rect,
    letters: Vec<Letter>,
    /// Positions of letters, by the first thing that they say and a cell of the page.
    drawn: FxHashMap<(char, i64, i64), Vec<Point>>,
    /// Texts of glyphs, by the code that chose them.
    texts: FxHashMap<(GlyphIdentifier, u32), Option<String>>,
    /// The marked contents that are open, each with its own text if it has one.
    marked: Vec<Option<Spoken>>,
    /// Letters of which the font does not say what they are.
    unknown: usize,
    shapes: usize,
    /// Area of the largest image.
    image: f64,
}

/// Text that stands for what is drawn (`ActualText`; ISO 32000-2, 14.9.4).
struct Spoken {
    text: String,
    /// From the first letter that is drawn to the end of the last one.
    span: Option<Letter>,
}

impl<'f> Letters<'f> {
    pub(super) fn new(area: Rect, collections: &'f Collections<'f>) -> Self {
        let area = area.inflate(1.0, 1.0);
        Self {
            collections,
            area,
            letters: Vec::new(),
            drawn: FxHashMap::default(),
            texts: FxHashMap::default(),
            marked: Vec::new(),
            unknown: 0,
            shapes: 0,
            image: 0.0,
        }
    }

    /// Returns false if there may be text on the page that is not among the letters: an image or shapes instead of
    /// them, or letters without a meaning.
    pub(super) fn is_whole(&self) -> bool {
        let letters = self.letters.len();
        let is_known = self.unknown < UNKNOWN_FROM || self.unknown * KNOWN_PER_UNKNOWN < letters;
        let is_image = letters <= LETTERS_ON_IMAGE && self.image > self.area.area() * IMAGE_SHARE
            || letters == 0 && (self.image > 0.0 || self.shapes >= SHAPES_FROM);
        is_known && !is_image
    }

    pub(super) fn collected(self) -> Vec<Letter> {
        self.letters
    }

    fn text_of(&mut self, glyph: &Glyph<'_>) -> Option<String> {
        match glyph {
            Glyph::Outline(outline) => {
                let key = (outline.identifier(), outline.char_code());
                let collections = self.collections;
                let text = self.texts.entry(key).or_insert_with(|| match outline.as_unicode() {
                    None | Some(BfString::Char('\0')) => collections.text_of(outline),
                    Some(text) => Some(plain(text)),
                });
                text.clone()
            }
            Glyph::Type3(drawn) => drawn.as_unicode().map(plain),
        }
    }

    fn add(&mut self, letter: Letter) {
        if !self.area.contains(letter.start) && !self.area.contains(letter.end) {
            return;
        }
        let spoken = self.marked.iter_mut().rev().find_map(Option::as_mut);
        if let Some(Spoken { span, .. }) = spoken {
            match span {
                Some(span) => span.end = letter.end,
                None => *span = Some(letter),
            }
            return;
        }
        if !self.is_drawn(&letter) {
            self.letters.push(letter);
        }
    }

    /// Returns true if the same letter is there already, and remembers this one.
    fn is_drawn(&mut self, letter: &Letter) -> bool {
        let Some(said) = letter.text.trim_start().chars().next() else { return false };
        let near = (letter.size * AGAIN_SIZES).max(0.01);
        let cell = |value: f64| (value / near).floor() as i64;
        let (column, row) = (cell(letter.start.x), cell(letter.start.y));
        let mut cells =
            (column - 1..=column + 1).flat_map(|x| (row - 1..=row + 1).map(move |y| (x, y)));
        let is_drawn = cells.any(|(x, y)| {
            let there = self.drawn.get(&(said, x, y));
            there.is_some_and(|all| all.iter().any(|at| at.distance(letter.start) < near))
        });
        if !is_drawn {
            self.drawn.entry((said, column, row)).or_default().push(letter.start);
        }
        is_drawn
    }
}

impl<'a> Device<'a> for Letters<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        let glyphs = run.glyphs();
        let is_vertical = run.writing_mode() == WritingMode::Vertical;
        for (index, glyph) in glyphs.iter().enumerate() {
            let text = self.text_of(glyph);
            if !text.as_deref().is_some_and(is_meant) {
                self.unknown += 1;
            }
            let Some(text) = text else { continue };
            let place = props.transform * glyph.transform();
            let start = place * Point::ORIGIN;
            let up = place * Point::new(0.0, UNITS_PER_EM) - start;
            let next = glyphs.get(index + 1).map(|next| props.transform * next.transform());
            let (end, along) = match is_vertical {
                true => (start - up, -up),
                false => {
                    (end_of(glyph, place, next), place * Point::new(UNITS_PER_EM, 0.0) - start)
                }
            };
            let size = up.hypot();
            let direction = along.normalize();
            if [start.to_vec2(), end.to_vec2(), direction].iter().all(|it| it.is_finite()) {
                self.add(Letter { text, start, end, direction, size });
            }
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        let text = properties.and_then(|all| all.get::<PdfString<'_>>(b"ActualText".as_slice()));
        self.marked.push(text.map(|text| Spoken { text: text_string(&text), span: None }));
    }

    fn end_marked_content(&mut self) {
        let Some(Some(Spoken { text, span: Some(span) })) = self.marked.pop() else { return };
        if !text.is_empty() {
            self.add(Letter { text, ..span });
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.shapes += 1;
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = Rect::new(0.0, 0.0, image.width().into(), image.height().into());
        let place = props.transform.transform_rect_bbox(pixels).intersect(self.area);
        self.image = self.image.max(place.area());
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_clip_rect(&mut self, _: &Rect) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// Returns true for a text with a meaning: none of an area for private use, and no control character.
fn is_meant(text: &str) -> bool {
    !text.chars().any(|ch| matches!(ch, '\u{e000}'..='\u{f8ff}' | '\u{fffd}') || ch.is_control())
}

/// Returns where a glyph ends: as far as its width says, but not beyond the next one of its string.
fn end_of(glyph: &Glyph<'_>, place: Affine, next: Option<Affine>) -> Point {
    let width = match glyph {
        Glyph::Outline(outline) => outline.advance_width(),
        Glyph::Type3(drawn) => drawn.advance_width(),
    };
    let start = place * Point::ORIGIN;
    let end = place * Point::new(width.unwrap_or(UNITS_PER_EM as f32 / 2.0).into(), 0.0);
    let Some(next) = next.map(|next| next * Point::ORIGIN) else { return end };
    let (to_end, to_next) = (end - start, next - start);
    let is_ahead = to_next.dot(to_end) > 0.0 && to_next.hypot2() < to_end.hypot2();
    if is_ahead { next } else { end }
}

/// Decodes a text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding, whose
/// letters are mostly those of Latin-1.
fn text_string(bytes: &[u8]) -> String {
    if let Some(text) = decode_utf16(bytes) {
        return text;
    }
    match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => String::from_utf8_lossy(rest).into_owned(),
        None => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
