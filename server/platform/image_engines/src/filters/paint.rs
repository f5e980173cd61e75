use image::RgbImage;

use crate::blur::{box_blur, smooth};
use crate::filters::strokes::lines;
use crate::palette::{palette_of, with_palette};
use crate::plane::{Plane, Planes, luminance, smooth_step};
use crate::raster::Raster;
use crate::resize::{fitted, resize};

/// Flat colors in a few tones, with black lines: as comics are printed.
pub(crate) fn cartoon(picture: &Planes, strength: f32) -> Planes {
    let flat = flattened(picture, 0.004 + 0.016 * strength, 3);
    let toned = in_tones(&flat, 7.0 - 3.0 * strength, 1.15 + 0.25 * strength);
    with_lines(&toned, &lines(&picture.luminance(), 0.45), 0.9)
}

/// Bright, clean colors with thin lines.
pub(crate) fn anime_look(picture: &Planes, strength: f32) -> Planes {
    let flat = flattened(picture, 0.004 + 0.008 * strength, 2);
    let saturation = 1.2 + 0.3 * strength;
    let bright = flat.map_pixels(|_, color| {
        let old = luminance(color);
        let new = old.powf(1.0 - 0.22 * strength);
        color.map(|channel| (new + (channel - old) * saturation).clamp(0.0, 1.0))
    });
    with_lines(&bright, &lines(&picture.luminance(), 0.8), 0.45)
}

/// Soft flat colors with faint lines.
pub(crate) fn illustration(picture: &Planes, strength: f32) -> Planes {
    let painted = oil(picture, 3.0 + 2.0 * strength);
    let toned = in_tones(&painted, 12.0 - 5.0 * strength, 1.1);
    with_lines(&toned, &lines(&picture.luminance(), 0.6), 0.25)
}

fn flattened(picture: &Planes, epsilon: f32, times: usize) -> Planes {
    let [plane, ..] = &picture.0;
    let radius = (plane.width.max(plane.height) / 130).max(3);
    (0..times).fold(picture.clone(), |made, _| smooth(&made, radius, epsilon))
}

/// Draws the brightness together into tones with soft borders.
fn in_tones(picture: &Planes, count: f32, saturation: f32) -> Planes {
    picture.map_pixels(|_, color| {
        let old = luminance(color);
        let place = old * count;
        let tone = place.floor() + smooth_step(0.35, 0.65, place.fract());
        let new = tone / count;
        color.map(|channel| (new + (channel - old) * saturation).clamp(0.0, 1.0))
    })
}

fn with_lines(picture: &Planes, lines: &Plane, opacity: f32) -> Planes {
    picture.map(|plane| plane.zip(lines, |value, line| value * (1.0 - opacity * (1.0 - line))))
}

/// Returns a picture as brushes leave it: each pixel becomes the mean of the evenest of the squares around it
/// (Kuwahara, with weights). `radius`: in pixels, for a picture of 1,000.
pub(crate) fn oil(picture: &Planes, radius: f32) -> Planes {
    let [plane, ..] = &picture.0;
    let side = plane.width.max(plane.height) as f32;
    let half = (radius * side / 2_000.0).round().clamp(1.0, 14.0) as usize;
    let means = picture.map(|plane| box_blur(plane, half));
    let bright = picture.luminance();
    let mean = box_blur(&bright, half);
    let squares = box_blur(&bright.map(|value| value * value), half);
    let variance = squares.zip(&mean, |squares, mean| (squares - mean * mean).max(0.0));
    let (width, height) = (plane.width, plane.height);
    let reach = half as isize;
    let diagonal = (reach as f32 * 0.75) as isize;
    let places = [
        (-diagonal, -diagonal),
        (diagonal, -diagonal),
        (-diagonal, diagonal),
        (diagonal, diagonal),
        (reach, 0),
        (-reach, 0),
        (0, reach),
        (0, -reach),
    ];
    picture.map_pixels(|at, _| {
        let (x, y) = ((at % width) as isize, (at / width) as isize);
        let mut sum = [0.0; 3];
        let mut weights = 0.0;
        for (dx, dy) in places {
            let near_x = (x + dx).clamp(0, width as isize - 1) as usize;
            let near_y = (y + dy).clamp(0, height as isize - 1) as usize;
            let near = near_y * width + near_x;
            let weight = 1.0 / (variance.data[near] * 1_500.0 + 0.02).powi(4);
            for (sum, mean) in sum.iter_mut().zip(&means.0) {
                *sum += mean.data[near] * weight;
            }
            weights += weight;
        }
        sum.map(|sum| sum / weights)
    })
}

/// Returns a picture with that many tones of each color.
pub(crate) fn posterize(picture: &Planes, levels: u32) -> Planes {
    let steps = (levels - 1) as f32;
    smooth(picture, 3, 0.002).map(|plane| plane.map(|value| (value * steps).round() / steps))
}

/// Returns a picture of large square pixels with few colors. `side`: pixels of the longer side.
pub(crate) fn pixel_art(raster: Raster, side: u32, colors: u32) -> Raster {
    const MADE_SIDE: u32 = 1_024;
    let (width, height) = fitted(raster.width(), raster.height(), side);
    let small = resize(raster, width, height);
    let color = with_palette(&small.color, &palette_of(&small.color, colors as usize));
    let scale = (MADE_SIDE / width.max(height)).max(1);
    let enlarged = RgbImage::from_fn(width * scale, height * scale, |x, y| {
        *color.get_pixel(x / scale, y / scale)
    });
    let alpha = small.alpha.map(|alpha| {
        image::GrayImage::from_fn(width * scale, height * scale, |x, y| {
            let is_opaque = alpha.get_pixel(x / scale, y / scale).0[0] > 127;
            image::Luma([if is_opaque { 255 } else { 0 }])
        })
    });
    Raster { color: enlarged, alpha }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::quality::{noisy, photo, psnr, ssim};

    fn colors_of(picture: &RgbImage) -> usize {
        picture.pixels().collect::<HashSet<_>>().len()
    }

    #[test]
    fn pixel_art_has_few_colors_in_large_squares() {
        let raster = Raster::opaque(photo(300, 200).to_rgb());
        let made = pixel_art(raster, 64, 16);
        assert_eq!(made.color.dimensions(), (64 * 16, 43 * 16));
        assert!((2..=16).contains(&colors_of(&made.color)), "{}", colors_of(&made.color));
        let square: HashSet<_> =
            (0..16).map(|at| *made.color.get_pixel(160 + at, 320 + at)).collect();
        assert_eq!(square.len(), 1);
    }

    #[test]
    fn a_poster_has_as_many_tones_as_were_asked_for() {
        for levels in [2, 5] {
            let made = posterize(&photo(120, 80), levels).to_rgb();
            let tones: HashSet<u8> = made.pixels().map(|pixel| pixel.0[0]).collect();
            assert!(tones.len() <= levels as usize, "{tones:?}");
        }
    }

    #[test]
    fn brushes_take_noise_and_keep_edges() {
        let original = photo(240, 180);
        let noisy = noisy(&original, 0.08, 5);
        let made = oil(&noisy, 6.0);
        assert!(psnr(&made, &original) > psnr(&noisy, &original) - 1.0);
        let even = |plane: &Plane| crate::filters::denoise::noise_of(plane);
        assert!(even(&made.0[0]) < even(&noisy.0[0]) / 4.0);
    }

    #[test]
    fn filters_flatten_colors_and_leave_the_picture_recognizable() {
        let original = photo(240, 180);
        let bright = original.luminance();
        for (name, made, least) in [
            ("cartoon", cartoon(&original, 0.5), 0.5),
            ("anime", anime_look(&original, 0.5), 0.6),
            ("illustration", illustration(&original, 0.5), 0.5),
        ] {
            let alike = ssim(&made.luminance(), &bright);
            assert!(alike > least && alike < 0.99, "{name}: {alike}");
        }
    }
}
