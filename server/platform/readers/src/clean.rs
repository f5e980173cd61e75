//! Prepares the image of a page for text recognition: removes shadows, and levels the lines. On photographs of pages
//! that makes the difference between a third of the words and nearly all.

/// Dots as bright as they are: 0 is black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grey {
    pub width: usize,
    pub height: usize,
    /// Row by row from the top.
    pub dots: Vec<u8>,
}

impl Grey {
    /// Encodes it as a netpbm file, format P5.
    pub fn to_pgm(&self) -> Vec<u8> {
        let mut file = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        file.extend_from_slice(&self.dots);
        file
    }
}

/// A side of the squares of which each has one brightness of paper: larger than letters.
const SQUARE: usize = 24;
/// Percentile of brightness in a square that counts as paper.
const PAPER_PERCENT: usize = 90;
/// Darker paper is none, but a picture: it stays dark.
const PAPER_LEAST: u8 = 40;
/// Maximum brightness of ink; anything lighter is paper.
const INK_MOST: u8 = 160;
/// Number of pixels per pixel of ink above which a page contains nothing but dust.
const DOTS_PER_INK: usize = 10_000;
/// Maximum skew in degrees; pages with more are rotated, which a recognizer detects by itself.
const SKEW_MAX: f32 = 6.0;
/// Minimum skew that is visible.
const SKEW_LEAST: f32 = 0.15;
/// Factor by which a page is reduced before its skew is detected.
const SHRUNK: usize = 4;

/// Returns the page on white paper and level, and by how many degrees its lines fell to the right. `None`: nothing is
/// on it.
pub(crate) fn clean(mut picture: Grey) -> Option<(Grey, f32)> {
    whiten(&mut picture);
    let ink = picture.dots.iter().filter(|dot| **dot < INK_MOST).count();
    if ink * DOTS_PER_INK < picture.dots.len() || ink == 0 {
        return None;
    }
    let skew = skew_of(&picture);
    Some(if skew.abs() < SKEW_LEAST { (picture, 0.0) } else { (turned(&picture, skew), skew) })
}

/// Divides each dot by the paper around it.
fn whiten(picture: &mut Grey) {
    let (columns, rows) = (picture.width.div_ceil(SQUARE), picture.height.div_ceil(SQUARE));
    let squares: Vec<u8> =
        (0..rows * columns).map(|at| paper_in(picture, at % columns, at / columns)).collect();
    let paper: Vec<u8> = (0..rows * columns)
        .map(|at| median_around(&squares, columns, rows, at % columns, at / columns))
        .collect();
    let width = picture.width;
    for (index, dot) in picture.dots.iter_mut().enumerate() {
        let (x, y) = (index % width, index / width);
        // Between the centres of squares.
        let place = |at: usize| at as f32 / SQUARE as f32 - 0.5;
        let bright = between(&paper, columns, rows, place(x), place(y));
        *dot = (f32::from(*dot) * 255.0 / bright.max(f32::from(PAPER_LEAST))).min(255.0) as u8;
    }
}

fn paper_in(picture: &Grey, column: usize, row: usize) -> u8 {
    let mut counts = [0_usize; 256];
    let mut all = 0;
    for y in row * SQUARE..((row + 1) * SQUARE).min(picture.height) {
        let from = y * picture.width + column * SQUARE;
        let to = y * picture.width + ((column + 1) * SQUARE).min(picture.width);
        for dot in &picture.dots[from..to] {
            counts[usize::from(*dot)] += 1;
            all += 1;
        }
    }
    let mut below = 0;
    let found = counts.iter().position(|count| {
        below += count;
        below * 100 >= all * PAPER_PERCENT
    });
    found.unwrap_or(255) as u8
}

/// Returns the middle one of the squares around, which letters and lines in one of them do not change.
fn median_around(squares: &[u8], columns: usize, rows: usize, column: usize, row: usize) -> u8 {
    let mut near = Vec::with_capacity(25);
    for y in row.saturating_sub(2)..(row + 3).min(rows) {
        near.extend_from_slice(
            &squares
                [y * columns + column.saturating_sub(2)..y * columns + (column + 3).min(columns)],
        );
    }
    near.sort_unstable();
    near[near.len() / 2]
}

/// Returns the value at a place between four, as near as it is to each.
fn between(values: &[u8], width: usize, height: usize, x: f32, y: f32) -> f32 {
    let (x, y) = (x.clamp(0.0, (width - 1) as f32), y.clamp(0.0, (height - 1) as f32));
    let (left, top) = (x as usize, y as usize);
    let (right, below) = ((left + 1).min(width - 1), (top + 1).min(height - 1));
    let (dx, dy) = (x - left as f32, y - top as f32);
    let at = |x: usize, y: usize| f32::from(values[y * width + x]);
    let upper = at(left, top) * (1.0 - dx) + at(right, top) * dx;
    let lower = at(left, below) * (1.0 - dx) + at(right, below) * dx;
    upper * (1.0 - dy) + lower * dy
}

/// Returns the skew in degrees by which the lines of a page fall to the right: when the contrast between its rows is
/// highest, lines and the gaps between them are level.
fn skew_of(picture: &Grey) -> f32 {
    let (width, height) = (picture.width / SHRUNK, picture.height / SHRUNK);
    if width == 0 || height < 2 {
        return 0.0;
    }
    let mut ink = vec![0_u32; width * height];
    for y in 0..height * SHRUNK {
        for x in 0..width * SHRUNK {
            let dark = 255 - picture.dots[y * picture.width + x];
            if dark >= 255 - INK_MOST {
                ink[y / SHRUNK * width + x / SHRUNK] += u32::from(dark);
            }
        }
    }
    let best = |angles: &mut dyn Iterator<Item = f32>| {
        let scored = angles.map(|angle| (contrast(&ink, width, height, angle), angle));
        scored.max_by(|one, other| one.0.total_cmp(&other.0)).map_or(0.0, |(_, angle)| angle)
    };
    let steps = (SKEW_MAX * 2.0) as i32;
    let rough = best(&mut (-steps..=steps).map(|step| step as f32 / 2.0));
    best(&mut (-4..=4).map(|step| rough + step as f32 / 10.0))
}

/// Returns the contrast between rows of a page that are tilted by `angle` degrees.
fn contrast(ink: &[u32], width: usize, height: usize, angle: f32) -> f64 {
    let slope = angle.to_radians().tan();
    let mut rows = vec![0_u64; height];
    for x in 0..width {
        let shift = ((x as f32 - width as f32 / 2.0) * slope).round() as isize;
        for (y, row) in rows.iter_mut().enumerate() {
            let from = y as isize + shift;
            if (0..height as isize).contains(&from) {
                *row += u64::from(ink[from as usize * width + x]);
            }
        }
    }
    rows.windows(2).map(|two| (two[0] as f64 - two[1] as f64).powi(2)).sum()
}

/// Returns the page turned so that lines which fall by `angle` degrees are level.
fn turned(picture: &Grey, angle: f32) -> Grey {
    let (sin, cos) = angle.to_radians().sin_cos();
    let (middle_x, middle_y) = (picture.width as f32 / 2.0, picture.height as f32 / 2.0);
    let dots = (0..picture.dots.len()).map(|index| {
        let x = (index % picture.width) as f32 - middle_x;
        let y = (index / picture.width) as f32 - middle_y;
        let (from_x, from_y) = (x * cos - y * sin + middle_x, x * sin + y * cos + middle_y);
        let is_inside = (0.0..picture.width as f32).contains(&from_x)
            && (0.0..picture.height as f32).contains(&from_y);
        if is_inside {
            between(&picture.dots, picture.width, picture.height, from_x, from_y) as u8
        } else {
            255
        }
    });
    Grey { dots: dots.collect(), ..*picture }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page of rows of words on paper that gets darker to the right, tilted by `angle` degrees.
    fn page(angle: f32) -> Grey {
        let (width, height) = (800, 600);
        let slope = angle.to_radians().tan();
        let dots = (0..width * height).map(|index| {
            let (x, y) = (index % width, index / width);
            let level = y as f32 - (x as f32 - 400.0) * slope;
            let paper = 240 - x / 8;
            let is_ink = level.rem_euclid(40.0) < 12.0 && x % 9 < 6 && (60..740).contains(&x);
            if is_ink { paper as u8 / 4 } else { paper as u8 }
        });
        Grey { width, height, dots: dots.collect() }
    }

    #[test]
    fn paper_in_a_shadow_becomes_white_and_ink_stays() {
        let mut picture = page(0.0);
        whiten(&mut picture);
        let at = |x: usize, y: usize| picture.dots[y * 800 + x];
        assert!(at(20, 30) > 240 && at(780, 30) > 240, "{} {}", at(20, 30), at(780, 30));
        assert!(at(64, 5) < 100 && at(732, 5) < 100, "{} {}", at(64, 5), at(732, 5));
    }

    #[test]
    fn lines_that_fall_are_made_level() {
        for angle in [-4.0, 2.3] {
            let found = skew_of(&page(angle));
            assert!((found - angle).abs() < 0.4, "{found} of {angle}");
            let (level, skew) = clean(page(angle)).unwrap();
            let left = skew_of(&level);
            assert!(left.abs() < 0.4, "{left} of {angle}");
            assert!((skew - angle).abs() < 0.4, "{skew} of {angle}");
        }
    }

    #[test]
    fn an_empty_page_has_nothing_on_it() {
        let paper = Grey { width: 100, height: 100, dots: vec![230; 10_000] };
        assert_eq!(clean(paper), None);
    }

    #[test]
    fn a_drawing_is_a_pgm_file() {
        let grey = Grey { width: 2, height: 1, dots: vec![0, 255] };
        assert_eq!(grey.to_pgm(), b"P5\n2 1\n255\n\x00\xff");
    }
}
