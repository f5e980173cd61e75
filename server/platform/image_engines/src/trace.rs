//! Pictures as shapes: areas of like colors are found and their outlines smoothed. Good for logos and drawings; photos come
//! out as patches.

use std::collections::HashSet;
use std::fmt::Write;

use image::RgbaImage;
use visioncortex::color_clusters::{HIERARCHICAL_MAX, KeyingAction, Runner, RunnerConfig};
use visioncortex::{Color, ColorImage, CompoundPath, PathSimplifyMode, PointF64};

/// Longest side of a picture that is traced: what is larger is made smaller first.
pub(crate) const SIDE_MAX: u32 = 1_024;

/// Returns the shapes of a picture as an SVG that has nothing but paths. `detail`, 0 to 1: how small areas count, and how
/// like colors are kept apart.
pub(crate) fn trace(picture: &RgbaImage, detail: f32) -> String {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut pixels = picture.as_raw().clone();
    let key_color = clear_color(&mut pixels);
    let image = ColorImage { pixels, width, height };
    let clusters = Runner::new(config(detail, key_color, width * height), image).run();
    let view = clusters.view();
    let mut shapes = String::new();
    for index in view.clusters_output.iter().rev() {
        let cluster = view.get_cluster(*index);
        let path = cluster.to_compound_path(
            &view,
            false,
            PathSimplifyMode::Spline,
            CORNER_RADIANS,
            SEGMENT_MIN_LENGTH,
            SMOOTHING_MAX_ROUNDS,
            SPLICE_RADIANS,
        );
        add_path(&mut shapes, &path, cluster.residue_color());
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         {shapes}</svg>\n"
    )
}

/// Sharper turns are corners.
const CORNER_RADIANS: f64 = 60.0 / 180.0 * std::f64::consts::PI;
/// Pixels below which an outline is not divided.
const SEGMENT_MIN_LENGTH: f64 = 4.0;
const SMOOTHING_MAX_ROUNDS: usize = 10;
/// A curve that turns more becomes two.
const SPLICE_RADIANS: f64 = 45.0 / 180.0 * std::f64::consts::PI;
/// Decimals of a point.
const DECIMALS: u32 = 1;

fn config(detail: f32, key_color: Color, area: usize) -> RunnerConfig {
    let coarse = 1.0 - detail.clamp(0.0, 1.0);
    let speckle_side = 1 + (coarse * 8.0).round() as usize;
    RunnerConfig {
        diagonal: false,
        hierarchical: HIERARCHICAL_MAX,
        batch_size: 25_600,
        good_min_area: speckle_side * speckle_side,
        good_max_area: area,
        // Bits of a color that do not count.
        is_same_color_a: 1 + (coarse * 2.0).round() as i32,
        is_same_color_b: 1,
        deepen_diff: 4 + (coarse * 24.0).round() as i32,
        hollow_neighbours: 1,
        key_color,
        keying_action: KeyingAction::Discard,
    }
}

/// Paints what is clear in a color that the picture does not have, and makes the rest opaque. Returns the color: that of
/// nothing where all is opaque.
fn clear_color(pixels: &mut [u8]) -> Color {
    let is_clear = |pixel: &[u8; 4]| pixel[3] < 128;
    let (pixels, _) = pixels.as_chunks_mut::<4>();
    let colors: HashSet<[u8; 3]> = pixels
        .iter()
        .filter(|pixel| !is_clear(pixel))
        .map(|[red, green, blue, _]| [*red, *green, *blue])
        .collect();
    let has_clear = pixels.iter().any(is_clear);
    // A picture of 1,024 by 1,024 pixels has not all of the colors.
    let free = (0..=u8::MAX)
        .flat_map(|red| (0..=u8::MAX).map(move |blue| [255 - red, 3, 255 - blue]))
        .find(|color| !colors.contains(color))
        .filter(|_| has_clear);
    for pixel in pixels {
        match free {
            Some([red, green, blue]) if is_clear(pixel) => *pixel = [red, green, blue, 255],
            _ => pixel[3] = 255,
        }
    }
    free.map_or_else(Color::default, |[red, green, blue]| Color::new(red, green, blue))
}

fn add_path(shapes: &mut String, path: &CompoundPath, color: Color) {
    let (points, offset) = path.to_svg_string(true, PointF64::default(), Some(DECIMALS));
    let PointF64 { x, y } = offset;
    let color = color.to_hex_string();
    writeln!(shapes, "<path d=\"{points}\" fill=\"{color}\" transform=\"translate({x},{y})\"/>")
        .expect("a text takes all");
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    /// Returns a red disk on white, or on nothing.
    fn disk(behind: Rgba<u8>) -> RgbaImage {
        RgbaImage::from_fn(120, 120, |x, y| {
            let (x, y) = (f64::from(x) - 60.0, f64::from(y) - 60.0);
            if x.hypot(y) < 40.0 { Rgba([220, 30, 30, 255]) } else { behind }
        })
    }

    #[test]
    fn areas_become_paths_in_their_colors_and_nothing_else() {
        let svg = trace(&disk(Rgba([255, 255, 255, 255])), 0.5);
        assert_eq!(svg.matches("<path").count(), 2, "{svg}");
        let colors: HashSet<&str> =
            svg.split("fill=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(colors.iter().any(|color| color.eq_ignore_ascii_case("#dc1e1e")), "{colors:?}");
        assert!(svg.len() < 3_000 && !svg.contains("<script") && !svg.contains("href"));
    }

    #[test]
    fn what_is_clear_stays_clear() {
        let svg = trace(&disk(Rgba([0, 0, 0, 0])), 0.5);
        assert_eq!(svg.matches("<path").count(), 1, "{svg}");
    }

    #[test]
    fn less_detail_leaves_speckles_out() {
        let mut picture = disk(Rgba([255, 255, 255, 255]));
        for at in 0..36 {
            picture.put_pixel(10 + at % 6, 10 + at / 6, Rgba([20, 20, 220, 255]));
        }
        let paths = |detail| trace(&picture, detail).matches("<path").count();
        assert!(paths(1.0) > paths(0.1), "{} and {}", paths(1.0), paths(0.1));
    }
}
