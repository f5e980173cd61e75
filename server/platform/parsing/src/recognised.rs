//! The result of text recognition on a rendered page, with positions.

use serde::{Deserialize, Serialize};

use crate::layout::{GAP_SIZES, Run, lay_out};

/// The text recognized on a page that is an image.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecognisedPage {
    pub text: String,
    pub lines: Vec<RecognisedLine>,
}

/// Words of one line, in the order in which they are read.
pub type RecognisedLine = Vec<RecognisedWord>;

/// A word, and its box in ten-thousandths of the page, from the upper left corner. Stored by the thousands: without
/// field names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub struct RecognisedWord {
    pub text: String,
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

type Kept = (String, u16, u16, u16, u16);

impl From<Kept> for RecognisedWord {
    fn from((text, x, y, width, height): Kept) -> Self {
        Self { text, x, y, width, height }
    }
}

impl From<RecognisedWord> for Kept {
    fn from(word: RecognisedWord) -> Self {
        (word.text, word.x, word.y, word.width, word.height)
    }
}

/// Number of units per side of a page in the coordinates of boxes.
pub const PAGE_PARTS: u16 = 10_000;

/// Maximum number of words taken from one page: a newspaper page has some ten thousand.
const PAGE_WORDS_MAX: usize = 50_000;

/// A drawing that was made level, before it was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drawing {
    pub width: f64,
    pub height: f64,
    /// Skew in degrees by which the lines of the page fall to the right.
    pub skew: f64,
}

impl Drawing {
    /// Parses the header of a PGM file; `None`: it is not one.
    pub fn of_pgm(file: &[u8], skew: f32) -> Option<Self> {
        let head = file.get(..file.len().min(64))?;
        let mut lines = head.split(|byte| *byte == b'\n').skip(1);
        let sides = std::str::from_utf8(lines.next()?).ok()?;
        let (width, height) = sides.split_once(' ')?;
        Some(Self { width: width.parse().ok()?, height: height.parse().ok()?, skew: skew.into() })
    }

    /// Returns a box of the drawing on the page: as large as it must be to hold it where lines fall.
    fn on_page(&self, [left, top, right, bottom]: [f64; 4]) -> [u16; 4] {
        let (sin, cos) = self.skew.to_radians().sin_cos();
        let (middle_x, middle_y) = (self.width / 2.0, self.height / 2.0);
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| {
            let (x, y) = (x - middle_x, y - middle_y);
            (
                (x * cos - y * sin + middle_x) / self.width,
                (x * sin + y * cos + middle_y) / self.height,
            )
        });
        let part = |share: f64| (share.clamp(0.0, 1.0) * f64::from(PAGE_PARTS)).round() as u16;
        let least =
            |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
        let most =
            |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (part(least(|at| at.0)), part(least(|at| at.1)));
        [x, y, part(most(|at| at.0)).saturating_sub(x), part(most(|at| at.1)).saturating_sub(y)]
    }
}

/// A word as Tesseract lists it.
#[derive(Clone)]
struct Seen<'a> {
    /// Block, paragraph and line.
    line: [u32; 3],
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    text: &'a str,
}

/// Parses Tesseract's table of the words in a drawing.
pub(crate) fn read_table(table: &str, drawing: Drawing) -> RecognisedPage {
    let seen: Vec<Seen> = table.lines().filter_map(seen_in).take(PAGE_WORDS_MAX).collect();
    let lines: Vec<&[Seen]> = seen.chunk_by(|one, next| one.line == next.line).collect();
    let turn = Turn::of(&lines);
    let upright: Vec<Seen> = seen.iter().map(|seen| turn.undone(seen, &drawing)).collect();
    let upright: Vec<&[Seen]> = upright.chunk_by(|one, next| one.line == next.line).collect();
    let size = usual_size(&upright);
    let runs = upright.iter().flat_map(|line| runs_of(line, size)).collect();
    let word = |seen: &Seen| {
        let [x, y, width, height] = drawing.on_page([seen.left, seen.top, seen.right, seen.bottom]);
        RecognisedWord { text: seen.text.to_owned(), x, y, width, height }
    };
    let lines = lines.iter().map(|line| line.iter().map(word).collect()).collect();
    RecognisedPage { text: lay_out(runs), lines }
}

/// The direction in which most lines of a page run: scans lie on their sides, or upside down.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Turn {
    None,
    Down,
    UpsideDown,
    Up,
}

impl Turn {
    fn of(lines: &[&[Seen]]) -> Self {
        let mut words = [0; 4];
        for line in lines {
            let [first, .., last] = line else { continue };
            let (x, y) = (last.middle().0 - first.middle().0, last.middle().1 - first.middle().1);
            let turn = match x.abs() >= y.abs() {
                true => {
                    if x < 0.0 {
                        Self::UpsideDown
                    } else {
                        Self::None
                    }
                }
                false => {
                    if y < 0.0 {
                        Self::Up
                    } else {
                        Self::Down
                    }
                }
            };
            words[turn as usize] += line.len();
        }
        let all: usize = words.iter().sum();
        // Letters from the right run backwards on a page that is none the less upright.
        let is_most = |turn: Self| words[turn as usize] * 2 > all;
        let is_from_the_right = lines.iter().flat_map(|line| line.iter()).any(|seen| {
            seen.text
                .chars()
                .any(|ch| matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{feff}'))
        });
        [Self::Down, Self::Up]
            .into_iter()
            .chain((!is_from_the_right).then_some(Self::UpsideDown))
            .find(|turn| is_most(*turn))
            .unwrap_or(Self::None)
    }

    /// Returns a word where it stands once the page is upright.
    fn undone<'a>(self, seen: &Seen<'a>, page: &Drawing) -> Seen<'a> {
        let (left, top, right, bottom) = (seen.left, seen.top, seen.right, seen.bottom);
        let [left, top, right, bottom] = match self {
            Self::None => [left, top, right, bottom],
            Self::UpsideDown => {
                [page.width - right, page.height - bottom, page.width - left, page.height - top]
            }
            Self::Up => [page.height - bottom, left, page.height - top, right],
            Self::Down => [top, page.width - right, bottom, page.width - left],
        };
        Seen { left, top, right, bottom, ..seen.clone() }
    }
}

impl Seen<'_> {
    fn middle(&self) -> (f64, f64) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }
}

/// Returns a row of the table: level, page, block, paragraph, line, word, left, top, width, height, how sure it is,
/// text.
fn seen_in(row: &str) -> Option<Seen<'_>> {
    const WORD: &str = "5";
    let cells: Vec<&str> = row.splitn(12, '\t').collect();
    let [WORD, _, block, paragraph, line, _, left, top, width, height, _, text] = cells[..] else {
        return None;
    };
    let text = text.trim();
    let number = |cell: &str| cell.parse::<u32>().ok();
    let (left, top) = (f64::from(number(left)?), f64::from(number(top)?));
    let seen = Seen {
        line: [number(block)?, number(paragraph)?, number(line)?],
        left,
        top,
        right: left + f64::from(number(width)?),
        bottom: top + f64::from(number(height)?),
        text,
    };
    (!text.is_empty()).then_some(seen)
}

fn height_of(line: &[Seen]) -> f64 {
    line.iter().map(|seen| seen.bottom - seen.top).fold(0.0, f64::max)
}

/// Returns the height of most lines.
fn usual_size(lines: &[&[Seen]]) -> f64 {
    let mut heights: Vec<f64> = lines.iter().map(|line| height_of(line)).collect();
    heights.sort_by(f64::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or(0.0)
}

/// Splits a line into runs. Its letters say little about the font size: lines about as high as others have the same
/// size.
fn runs_of(line: &[Seen], usual: f64) -> Vec<Run> {
    let own = height_of(line);
    let size = if (usual * 0.6..usual * 1.5).contains(&own) { usual } else { own };
    let middles: f64 = line.iter().map(|seen| (seen.top + seen.bottom) / 2.0).sum();
    let y = middles / line.len() as f64;
    let mut runs: Vec<Run> = Vec::new();
    for seen in line {
        let near = runs.last_mut().filter(|run| {
            let gap = (seen.left - run.right).max(run.left - seen.right);
            gap <= size * GAP_SIZES
        });
        match near {
            Some(run) => {
                run.text.push(' ');
                run.text.push_str(seen.text);
                run.left = run.left.min(seen.left);
                run.right = run.right.max(seen.right);
            }
            None => {
                let text = seen.text.to_owned();
                runs.push(Run { left: seen.left, right: seen.right, y, size, upright: true, text });
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t
4\t1\t1\t1\t1\t0\t100\t100\t400\t20\t-1\t
5\t1\t1\t1\t1\t1\t100\t100\t100\t20\t96.1\tThe
5\t1\t1\t1\t1\t2\t210\t100\t290\t20\t95\tdeposit
5\t1\t1\t1\t1\t3\t510\t100\t10\t20\t95\t 
5\t1\t1\t1\t2\t1\t100\t130\t200\t20\t91\tcomes
5\t1\t1\t1\t2\t2\t310\t130\t100\t20\t91\tback.";
    const LEVEL: Drawing = Drawing { width: 1_000.0, height: 500.0, skew: 0.0 };

    #[test]
    fn words_are_read_with_their_boxes_and_their_lines() {
        let page = read_table(TABLE, LEVEL);
        assert_eq!(page.text, "The deposit comes back.");
        let words: Vec<Vec<&str>> = page
            .lines
            .iter()
            .map(|line| line.iter().map(|word| word.text.as_str()).collect())
            .collect();
        assert_eq!(words, [vec!["The", "deposit"], vec!["comes", "back."]]);
        let box_of = |word: &RecognisedWord| [word.x, word.y, word.width, word.height];
        assert_eq!(box_of(&page.lines[0][0]), [1_000, 2_000, 1_000, 400]);
        assert_eq!(box_of(&page.lines[1][1]), [3_100, 2_600, 1_000, 400]);
    }

    #[test]
    fn boxes_lie_where_words_were_before_the_page_was_made_level() {
        let askew = Drawing { skew: 3.0, ..LEVEL };
        let page = read_table(TABLE, askew);
        let (level, word) = (&read_table(TABLE, LEVEL).lines[0][0], &page.lines[0][0]);
        assert!(word.y < level.y, "the left side of a page whose lines fall is higher");
        assert!(word.height > level.height);
        let [x, y, width, height] = askew.on_page([0.0, 0.0, 1_000.0, 500.0]);
        assert_eq!(
            [x, y, width, height],
            [0, 0, PAGE_PARTS, PAGE_PARTS],
            "nothing is beyond the page"
        );
    }

    #[test]
    fn pages_on_their_side_are_read_in_order_with_boxes_where_the_words_are() {
        let row = |line: u32, [x, y, width, height]: [u32; 4], text: &str| {
            format!("5\t1\t1\t1\t{line}\t1\t{x}\t{y}\t{width}\t{height}\t96\t{text}\n")
        };
        // Boxes on a page of 1,000 by 500, of two lines that run up, down, and upside down.
        for boxes in [
            [[100, 390, 20, 100], [100, 90, 20, 290], [130, 290, 20, 200], [130, 180, 20, 100]],
            [[880, 10, 20, 100], [880, 120, 20, 290], [850, 10, 20, 200], [850, 220, 20, 100]],
            [[800, 380, 100, 20], [500, 380, 290, 20], [700, 350, 200, 20], [590, 350, 100, 20]],
        ] {
            let texts = [(1, "The"), (1, "deposit"), (2, "comes"), (2, "back.")];
            let table: String = texts
                .iter()
                .zip(boxes)
                .map(|((line, text), place)| row(*line, place, text))
                .collect();
            let page = read_table(&table, LEVEL);
            assert_eq!(page.text, "The deposit comes back.");
            let first = &page.lines[0][0];
            assert_eq!(u32::from(first.x), boxes[0][0] * 10);
            assert_eq!(u32::from(first.y), boxes[0][1] * 20);
        }
    }

    #[test]
    fn what_is_no_table_has_no_words() {
        assert_eq!(read_table("read\n", LEVEL), RecognisedPage::default());
        assert_eq!(read_table("5\t1\tx", LEVEL), RecognisedPage::default());
    }

    #[test]
    fn a_table_without_end_and_numbers_without_sense_do_no_harm() {
        let row = "5\t1\t1\t1\t1\t1\t4294967295\t0\t4294967295\t4294967295\t9\tab-\n";
        let page = read_table(&row.repeat(PAGE_WORDS_MAX + 1), LEVEL);
        assert_eq!(page.lines.iter().map(Vec::len).sum::<usize>(), PAGE_WORDS_MAX);
        let word = &page.lines[0][0];
        assert_eq!([word.x, word.y, word.width, word.height], [PAGE_PARTS, 0, 0, PAGE_PARTS]);
        let nothing = Drawing { width: 0.0, height: 0.0, skew: 0.0 };
        assert_eq!(read_table(TABLE, nothing).lines.len(), 2);
    }

    #[test]
    fn words_are_kept_briefly() {
        let word = RecognisedWord { text: "a".to_owned(), x: 1, y: 2, width: 3, height: 4 };
        let kept = serde_json::to_string(&vec![vec![word.clone()]]).unwrap();
        assert_eq!(kept, r#"[[["a",1,2,3,4]]]"#);
        assert_eq!(serde_json::from_str::<Vec<RecognisedLine>>(&kept).unwrap(), [[word]]);
    }

    #[test]
    fn a_drawing_says_how_large_it_is() {
        let drawing = Drawing::of_pgm(b"P5\n20 30\n255\nxxxx", 1.5).unwrap();
        assert_eq!((drawing.width, drawing.height, drawing.skew), (20.0, 30.0, 1.5));
        assert!(Drawing::of_pgm(b"P5", 0.0).is_none());
    }
}
