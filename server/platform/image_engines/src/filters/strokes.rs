use crate::blur::gauss;
use crate::filters::tone::with_luminance;
use crate::plane::{Plane, Planes, smooth_step};

/// Draws a picture with a pencil: shades become paper, edges become lines.
pub(crate) fn sketch(picture: &Planes, is_colored: bool) -> Planes {
    let bright = picture.luminance();
    let sigma = (bright.width.max(bright.height) as f32 / 90.0).clamp(2.0, 24.0);
    let around = gauss(&bright, sigma);
    let paper = bright.zip(&around, |value, around| {
        // As bright as it is in relation to what is around it.
        let dodged = (value + 0.02) / (around + 0.02);
        smooth_step(0.35, 1.02, dodged) * 0.92 + 0.08 * value
    });
    if is_colored {
        return with_luminance(picture, &bright, &paper, 0.8);
    }
    Planes([paper.clone(), paper.clone(), paper])
}

/// Draws the lines of a picture in black on white (Winnemöller: XDoG). `detail`: 0 to 1.
pub(crate) fn line_art(picture: &Planes, detail: f32) -> Planes {
    let lines = lines(&picture.luminance(), detail);
    Planes([lines.clone(), lines.clone(), lines])
}

/// Returns black lines on white.
pub(crate) fn lines(bright: &Plane, detail: f32) -> Plane {
    let scale = (bright.width.max(bright.height) as f32 / 1_000.0).clamp(0.6, 2.0);
    let sigma = scale * (1.5 - 0.7 * detail);
    let (near, far) = (gauss(bright, sigma), gauss(bright, sigma * 1.6));
    let sharpness = 14.0 + 10.0 * detail;
    // Where the near mean lies below the far one, a line is drawn.
    let lines = near.zip(&far, |near, far| {
        let value = near + sharpness * (near - far);
        let limit = 0.35 + 0.25 * detail;
        // Dark surfaces stay white: only their edges are lines.
        let relative = value / far.max(0.05) * 0.7;
        if relative >= limit { 1.0 } else { 1.0 + ((relative - limit) * 9.0).tanh() }
    });
    gauss(&lines, 0.5).map(|value| value.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::photo;

    /// Returns the mean brightness of the pixels of a column.
    fn column(plane: &Plane, x: usize) -> f32 {
        (0..plane.height).map(|y| plane.at(x, y)).sum::<f32>() / plane.height as f32
    }

    fn halves() -> Planes {
        let data = (0..200 * 60).map(|at| if at % 200 < 100 { 0.25 } else { 0.75 });
        let plane = Plane { width: 200, height: 60, data: data.collect() };
        Planes([plane.clone(), plane.clone(), plane])
    }

    #[test]
    fn surfaces_become_paper_and_edges_become_lines() {
        for (name, drawn) in
            [("sketch", sketch(&halves(), false)), ("lines", line_art(&halves(), 0.5))]
        {
            let plane = &drawn.0[0];
            for x in [20, 60, 140, 180] {
                assert!(column(plane, x) > 0.85, "{name}: {} at {x}", column(plane, x));
            }
            let darkest = (90..110).map(|x| column(plane, x)).fold(1.0, f32::min);
            assert!(darkest < 0.5, "{name}: {darkest}");
        }
    }

    #[test]
    fn a_sketch_has_colors_only_where_it_is_wanted() {
        let saturation = |picture: &Planes| {
            let [red, _, blue] = &picture.0;
            red.zip(blue, |red, blue| (red - blue).abs()).data.iter().sum::<f32>()
        };
        assert_eq!(saturation(&sketch(&photo(120, 90), false)), 0.0);
        assert!(saturation(&sketch(&photo(120, 90), true)) > 100.0);
    }

    #[test]
    fn more_detail_draws_more() {
        let ink = |detail: f32| {
            let plane = &line_art(&photo(240, 180), detail).0[0];
            plane.data.iter().map(|value| 1.0 - value).sum::<f32>()
        };
        assert!(ink(1.0) > 1.2 * ink(0.1), "{} {}", ink(1.0), ink(0.1));
    }
}
