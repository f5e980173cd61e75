//! Filling of marked areas from what is around them: small gaps by continuing their edges, larger ones by copying texture.

mod front;
mod patches;
mod pyramid;

use image::{GrayImage, RgbImage};
use image_tools::{FILL_MAX_PERCENT, ToolError};

use crate::blur::gauss;
use crate::plane::Plane;
use front::continue_edges;
use pyramid::fill;

/// Marks reach a little further than people draw them: letters have soft edges.
const MARGIN: usize = 2;
/// Gaps that are not wider than twice this are filled by continuing edges.
const GAP_MAX: usize = 3;
/// Least texture around a mark that is looked at.
const AROUND_MIN: usize = 48;

/// A part of a picture with a hole.
#[derive(Clone)]
pub(crate) struct Holed {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) color: Vec<[u8; 3]>,
    pub(crate) hole: Vec<bool>,
}

/// Fills what is marked from nearby texture.
///
/// # Errors
///
/// Nothing is marked, or too much for a picture of this size.
pub(crate) fn erase(color: &RgbImage, mask: &GrayImage) -> Result<RgbImage, ToolError> {
    let marked = mask.pixels().filter(|pixel| pixel.0[0] > 127).count();
    if marked == 0 {
        return Err(ToolError::MaskEmpty);
    }
    if marked * 100 > mask.as_raw().len() * FILL_MAX_PERCENT as usize {
        return Err(ToolError::MaskTooLarge);
    }
    let hole = grown(mask);
    let (width, height) = (color.width() as usize, color.height() as usize);
    let (left, top, right, bottom) = region(&hole, width, height);
    let mut part = cut(color, &hole, left, top, right, bottom);
    let is_narrow = thickness(&part) <= GAP_MAX;
    if is_narrow || !fill(&mut part) {
        continue_edges(&mut part);
    }
    Ok(blended(color, &part, left, top))
}

/// Returns the marked pixels and those around them.
fn grown(mask: &GrayImage) -> Vec<bool> {
    let (width, height) = (mask.width() as usize, mask.height() as usize);
    let mut rows = vec![false; width * height];
    let is_marked = |at: usize| mask.as_raw()[at] > 127;
    for y in 0..height {
        for x in (0..width).filter(|x| is_marked(y * width + x)) {
            let span = x.saturating_sub(MARGIN)..(x + MARGIN + 1).min(width);
            rows[y * width..][span].fill(true);
        }
    }
    let mut grown = rows.clone();
    for y in 0..height {
        for near in y.saturating_sub(MARGIN)..(y + MARGIN + 1).min(height) {
            for x in 0..width {
                grown[y * width + x] |= rows[near * width + x];
            }
        }
    }
    grown
}

/// Returns the rectangle of the hole with as much around it.
fn region(hole: &[bool], width: usize, height: usize) -> (usize, usize, usize, usize) {
    let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
    for at in (0..hole.len()).filter(|at| hole[*at]) {
        let (x, y) = (at % width, at / width);
        (left, right) = (left.min(x), right.max(x + 1));
        (top, bottom) = (top.min(y), bottom.max(y + 1));
    }
    let around = ((right - left).max(bottom - top) * 3 / 4).max(AROUND_MIN);
    (
        left.saturating_sub(around),
        top.saturating_sub(around),
        (right + around).min(width),
        (bottom + around).min(height),
    )
}

fn cut(
    color: &RgbImage,
    hole: &[bool],
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
) -> Holed {
    let places = || (top..bottom).flat_map(move |y| (left..right).map(move |x| (x, y)));
    let whole_width = color.width() as usize;
    Holed {
        width: right - left,
        height: bottom - top,
        color: places().map(|(x, y)| color.get_pixel(x as u32, y as u32).0).collect(),
        hole: places().map(|(x, y)| hole[y * whole_width + x]).collect(),
    }
}

/// Returns how far the innermost pixel of the hole is from its border.
pub(crate) fn thickness(part: &Holed) -> usize {
    let mut deep = vec![0_usize; part.hole.len()];
    let (width, height) = (part.width, part.height);
    let is_hole = |at: usize| part.hole[at];
    for at in (0..deep.len()).filter(|at| is_hole(*at)) {
        let left = if at % width == 0 { usize::MAX / 2 } else { deep[at - 1] };
        let above = if at < width { usize::MAX / 2 } else { deep[at - width] };
        deep[at] = left.min(above) + 1;
    }
    for at in (0..deep.len()).rev().filter(|at| is_hole(*at)) {
        let right = if at % width == width - 1 { usize::MAX / 2 } else { deep[at + 1] };
        let below = if at / width == height - 1 { usize::MAX / 2 } else { deep[at + width] };
        deep[at] = deep[at].min(right.min(below) + 1);
    }
    deep.into_iter().filter(|depth| *depth < usize::MAX / 4).max().unwrap_or(0)
}

/// Puts the filled part back, with a soft border.
fn blended(color: &RgbImage, part: &Holed, left: usize, top: usize) -> RgbImage {
    let hole = part.hole.iter().map(|is_hole| if *is_hole { 1.0 } else { 0.0 }).collect();
    let hard = Plane { width: part.width, height: part.height, data: hole };
    let soft = gauss(&hard, 1.0);
    let mut made = color.clone();
    for at in (0..part.color.len()).filter(|at| part.hole[*at]) {
        let x = (left + at % part.width) as u32;
        let y = (top + at / part.width) as u32;
        // Its innermost margin is all new: what was marked must not show through.
        let weight = ((soft.data[at] - 0.5) * 4.0).clamp(0.0, 1.0);
        let old = made.get_pixel(x, y).0;
        let mixed = std::array::from_fn(|channel| {
            let (old, new) = (f32::from(old[channel]), f32::from(part.color[at][channel]));
            (old + (new - old) * weight + 0.5) as u8
        });
        made.put_pixel(x, y, image::Rgb(mixed));
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Planes;
    use crate::quality::{photo, psnr};

    fn square(width: u32, height: u32, left: u32, top: u32, side: u32) -> GrayImage {
        GrayImage::from_fn(width, height, |x, y| {
            let is_in = (left..left + side).contains(&x) && (top..top + side).contains(&y);
            image::Luma([if is_in { 255 } else { 0 }])
        })
    }

    /// Returns the decibels of the filled pixels alone.
    fn psnr_within(made: &RgbImage, original: &RgbImage, mask: &GrayImage) -> f32 {
        let mut sum = 0.0;
        let mut count = 0.0;
        for ((one, two), mark) in made.pixels().zip(original.pixels()).zip(mask.pixels()) {
            if mark.0[0] > 127 {
                for channel in 0..3 {
                    let error = f64::from(one.0[channel]) - f64::from(two.0[channel]);
                    sum += (error / 255.0).powi(2);
                    count += 1.0;
                }
            }
        }
        (10.0 * (count / sum.max(1e-9)).log10()) as f32
    }

    #[test]
    fn text_over_a_picture_disappears() {
        let original = photo(240, 180).to_rgb();
        let mask = GrayImage::from_fn(240, 180, |x, y| {
            let is_stroke = (40..200).contains(&x) && (30..60).contains(&y) && x % 12 < 3;
            image::Luma([if is_stroke { 255 } else { 0 }])
        });
        let mut marked = original.clone();
        for (pixel, mark) in marked.pixels_mut().zip(mask.pixels()) {
            if mark.0[0] > 127 {
                *pixel = image::Rgb([255, 255, 255]);
            }
        }
        let made = erase(&marked, &mask).unwrap();
        let decibels = psnr_within(&made, &original, &mask);
        assert!(decibels > 24.0, "{decibels}");
    }

    #[test]
    fn an_object_on_texture_is_replaced_by_texture() {
        let texture = |x: u32, y: u32| {
            let value = 128.0 + 60.0 * (x as f32 * 0.7).sin() * (y as f32 * 0.45).cos();
            image::Rgb([value as u8, (value * 0.8) as u8, 60])
        };
        let original = RgbImage::from_fn(220, 200, texture);
        let mask = square(220, 200, 80, 70, 48);
        let mut with_object = original.clone();
        for (pixel, mark) in with_object.pixels_mut().zip(mask.pixels()) {
            if mark.0[0] > 127 {
                *pixel = image::Rgb([250, 20, 240]);
            }
        }
        let made = erase(&with_object, &mask).unwrap();
        let contrast = |picture: &RgbImage| {
            let part = image::imageops::crop_imm(picture, 84, 74, 40, 40).to_image();
            let bright = Planes::of(&part).luminance();
            let mean = bright.data.iter().sum::<f32>() / bright.data.len() as f32;
            (bright.data.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / bright.data.len() as f32)
                .sqrt()
        };
        let (before, after) = (contrast(&original), contrast(&made));
        assert!(after > 0.6 * before, "the texture is there: {after} of {before}");
        assert!(made.pixels().all(|pixel| pixel.0[2] < 120), "nothing of the object is left");
        let decibels = psnr_within(&made, &original, &mask);
        assert!(decibels > 18.0, "{decibels}");
    }

    #[test]
    fn what_is_not_marked_stays_to_the_pixel() {
        let original = photo(200, 150).to_rgb();
        let mask = square(200, 150, 60, 40, 30);
        let made = erase(&original, &mask).unwrap();
        for (x, y, pixel) in made.enumerate_pixels() {
            let is_near = (57..93).contains(&x) && (37..73).contains(&y);
            assert!(is_near || pixel == original.get_pixel(x, y), "{x} {y}");
        }
        let decibels = psnr(&Planes::of(&made), &Planes::of(&original));
        assert!(decibels > 26.0, "{decibels}");
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        let original = photo(120, 100).to_rgb();
        let refused = |mask: &GrayImage| erase(&original, mask).err();
        assert_eq!(refused(&GrayImage::new(120, 100)), Some(ToolError::MaskEmpty));
        assert_eq!(refused(&square(120, 100, 10, 10, 60)), Some(ToolError::MaskTooLarge));
        let at_the_edge = GrayImage::from_fn(120, 100, |x, y| {
            image::Luma([if x < 20 && y < 20 { 255 } else { 0 }])
        });
        assert!(erase(&original, &at_the_edge).is_ok());
    }
}
