use std::f32::consts::PI;

use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};
use rayon::prelude::*;

use crate::raster::Raster;

/// Lobes of the Lanczos window at each side.
const LOBES: f32 = 3.0;
/// Rows of the result that one thread makes at a time: it reads no more of the source than it needs for them.
const BAND: usize = 16;

/// Returns a picture in another size, by Lanczos. Transparent pixels do not color their neighbors.
pub(crate) fn resize(raster: Raster, width: u32, height: u32) -> Raster {
    if raster.color.dimensions() == (width, height) {
        return raster;
    }
    if raster.alpha.is_none() {
        return Raster::opaque(resize_rgb(&raster.color, width, height));
    }
    Raster::of_rgba(&resize_rgba(&raster.to_rgba(), width, height))
}

/// Returns colors in another size, by Lanczos.
pub(crate) fn resize_rgb(color: &RgbImage, width: u32, height: u32) -> RgbImage {
    let bytes = resample::<3>(color.as_raw(), color.dimensions(), (width, height));
    RgbImage::from_raw(width, height, bytes).expect("as many bytes as were asked for")
}

pub(crate) fn resize_gray(gray: &GrayImage, width: u32, height: u32) -> GrayImage {
    let bytes = resample::<1>(gray.as_raw(), gray.dimensions(), (width, height));
    GrayImage::from_raw(width, height, bytes).expect("as many bytes as were asked for")
}

fn resize_rgba(rgba: &RgbaImage, width: u32, height: u32) -> RgbaImage {
    let bytes = resample::<4>(rgba.as_raw(), rgba.dimensions(), (width, height));
    RgbaImage::from_raw(width, height, bytes).expect("as many bytes as were asked for")
}

/// Returns a picture with sides of at most `side_max`, in the same ratio.
pub(crate) fn fit(raster: Raster, side_max: u32) -> Raster {
    let (width, height) = fitted(raster.width(), raster.height(), side_max);
    resize(raster, width, height)
}

/// Returns sides of at most `side_max` in the same ratio.
pub(crate) fn fitted(width: u32, height: u32, side_max: u32) -> (u32, u32) {
    let longer = width.max(height);
    if longer <= side_max {
        return (width, height);
    }
    let scaled = |side: u32| {
        let product = u64::from(side) * u64::from(side_max);
        (((product + u64::from(longer) / 2) / u64::from(longer)) as u32).max(1)
    };
    (scaled(width), scaled(height))
}

/// Makes a picture smaller that was just decoded, without copying it as a whole.
pub(crate) fn shrink(picture: DynamicImage, side_max: u32) -> DynamicImage {
    let sides = (picture.width(), picture.height());
    let (width, height) = fitted(sides.0, sides.1, side_max);
    if (width, height) == sides {
        return picture;
    }
    match picture {
        DynamicImage::ImageRgb8(color) => resize_rgb(&color, width, height).into(),
        DynamicImage::ImageLuma8(gray) => resize_gray(&gray, width, height).into(),
        other => resize_rgba(&other.into_rgba8(), width, height).into(),
    }
}

/// The pixels of a line that one of another size is made of, with their weights.
struct Window {
    first: usize,
    weights: Vec<f32>,
}

fn windows(from: u32, to: u32) -> Vec<Window> {
    let scale = from as f32 / to as f32;
    let stretch = scale.max(1.0);
    let reach = LOBES * stretch;
    let window = |at: u32| {
        let center = (at as f32 + 0.5) * scale;
        let first = (center - reach).floor().max(0.0) as usize;
        let last = ((center + reach).ceil() as usize).min(from as usize);
        let weight = |place: usize| lanczos((place as f32 + 0.5 - center) / stretch);
        let weights: Vec<f32> = (first..last).map(weight).collect();
        let sum: f32 = weights.iter().sum();
        Window { first, weights: weights.iter().map(|weight| weight / sum).collect() }
    };
    (0..to).map(window).collect()
}

fn lanczos(place: f32) -> f32 {
    if place.abs() < 1e-4 {
        return 1.0;
    }
    if place.abs() >= LOBES {
        return 0.0;
    }
    let angle = PI * place;
    LOBES * angle.sin() * (angle / LOBES).sin() / (angle * angle)
}

/// Returns pixels in another size. The fourth channel is opacity, by which the others count.
fn resample<const CHANNELS: usize>(source: &[u8], from: (u32, u32), to: (u32, u32)) -> Vec<u8> {
    let (columns, lines) = (windows(from.0, to.0), windows(from.1, to.1));
    let from_width = from.0 as usize * CHANNELS;
    let width = to.0 as usize * CHANNELS;
    let mut made = vec![0; width * to.1 as usize];
    made.par_chunks_mut(width * BAND).zip(lines.par_chunks(BAND)).for_each(|(rows, lines)| {
        let first = lines[0].first;
        let end = lines.iter().map(|line| line.first + line.weights.len()).max().unwrap_or(first);
        let read = source[first * from_width..end * from_width].chunks_exact(from_width);
        let narrow: Vec<Vec<f32>> = read.map(|row| across::<CHANNELS>(row, &columns)).collect();
        let mut sum = vec![0.0; width];
        for (row, line) in rows.chunks_mut(width).zip(lines) {
            sum.fill(0.0);
            for (weight, near) in line.weights.iter().zip(&narrow[line.first - first..]) {
                sum.iter_mut().zip(near).for_each(|(sum, value)| *sum += weight * value);
            }
            write_row::<CHANNELS>(row, &sum);
        }
    });
    made
}

fn across<const CHANNELS: usize>(row: &[u8], columns: &[Window]) -> Vec<f32> {
    let weighted: Vec<[f32; CHANNELS]> = row
        .chunks_exact(CHANNELS)
        .map(|pixel| {
            let opacity = if CHANNELS == 4 { f32::from(pixel[3]) / 255.0 } else { 1.0 };
            std::array::from_fn(|channel| {
                f32::from(pixel[channel]) * if channel == 3 { 1.0 } else { opacity }
            })
        })
        .collect();
    let mut made = Vec::with_capacity(columns.len() * CHANNELS);
    for column in columns {
        let mut sum = [0.0; CHANNELS];
        for (weight, pixel) in column.weights.iter().zip(&weighted[column.first..]) {
            sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += weight * value);
        }
        made.extend(sum);
    }
    made
}

fn write_row<const CHANNELS: usize>(row: &mut [u8], sums: &[f32]) {
    for (pixel, sum) in row.chunks_exact_mut(CHANNELS).zip(sums.chunks_exact(CHANNELS)) {
        let opacity = if CHANNELS == 4 { (sum[3] / 255.0).clamp(0.004, 1.0) } else { 1.0 };
        for (channel, value) in pixel.iter_mut().enumerate() {
            *value = (sum[channel] / if channel == 3 { 1.0 } else { opacity } + 0.5) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Planes;
    use crate::quality::{photo, psnr};

    #[test]
    fn a_picture_that_is_fitted_keeps_its_ratio() {
        assert_eq!(fitted(4_096, 1_024, 2_048), (2_048, 512));
        assert_eq!(fitted(1_024, 4_096, 2_048), (512, 2_048));
        assert_eq!(fitted(100, 200, 2_048), (100, 200));
        assert_eq!(fitted(8_192, 1, 512), (512, 1));
    }

    #[test]
    fn a_picture_survives_being_enlarged_and_made_small_again() {
        let original = photo(120, 90).to_rgb();
        let large = resize_rgb(&original, 360, 270);
        let back = resize_rgb(&large, 120, 90);
        let decibels = psnr(&Planes::of(&back), &Planes::of(&original));
        assert!(decibels > 35.0, "{decibels}");
        let even = RgbImage::from_pixel(70, 50, image::Rgb([10, 128, 250]));
        for (width, height) in [(7, 5), (200, 33), (1, 1)] {
            let made = resize_rgb(&even, width, height);
            assert!(made.pixels().all(|pixel| pixel.0 == [10, 128, 250]), "{width}");
        }
    }

    #[test]
    fn what_is_transparent_does_not_color_what_is_beside_it() {
        let rgba = RgbaImage::from_fn(64, 64, |x, _| {
            if x < 32 { image::Rgba([255, 0, 0, 0]) } else { image::Rgba([0, 0, 255, 255]) }
        });
        let small = resize(Raster::of_rgba(&rgba), 17, 17).to_rgba();
        for pixel in small.pixels().filter(|pixel| pixel.0[3] > 60) {
            assert!(pixel.0[0] < 8 && pixel.0[2] > 240, "{pixel:?}");
        }
    }
}
