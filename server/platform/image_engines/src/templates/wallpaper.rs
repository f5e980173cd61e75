use std::f32::consts::TAU;
use std::sync::Arc;

use image_tools::{Palette, Pattern, ToolError};
use resvg::usvg::fontdb::Database;

use crate::drawing::{Colors, Drawing, Setting, colors_of, ground};
use crate::raster::Raster;

/// The look of a wallpaper.
pub(crate) struct Wallpaper<'a> {
    pub(crate) pattern: Pattern,
    pub(crate) palette: Palette,
    pub(crate) text: &'a str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Another number makes another one.
    pub(crate) seed: u32,
}

/// Draws a wallpaper.
///
/// # Errors
///
/// There are no fonts for its text.
pub(crate) fn wallpaper(
    wanted: &Wallpaper,
    fonts: Option<&Arc<Database>>,
) -> Result<Raster, ToolError> {
    let colors = colors_of(wanted.palette);
    let mut drawing = Drawing::new(wanted.width, wanted.height, fonts);
    drawing.add(ground(&colors, wanted.width, wanted.height));
    let (width, height) = (wanted.width as f32, wanted.height as f32);
    let mut dice = Dice(u64::from(wanted.seed) + 1);
    match wanted.pattern {
        Pattern::Gradient => glows(&mut drawing, &colors, width, height, &mut dice),
        Pattern::Waves => layers(&mut drawing, &colors, width, height, &mut dice, 2.0, 0.05),
        Pattern::Mountains => layers(&mut drawing, &colors, width, height, &mut dice, 9.0, 0.1),
        Pattern::Circles => circles(&mut drawing, &colors, width, height, &mut dice),
        Pattern::Triangles => triangles(&mut drawing, &colors, width, height, &mut dice),
    }
    if !wanted.text.trim().is_empty() {
        let room = width * 0.8;
        let size = height.min(width) * 0.11;
        let setting = Setting { size, is_bold: true, color: colors.text, anchor: "middle" };
        let size = drawing.fitting(wanted.text, room, setting)?;
        let setting = Setting { size, ..setting };
        drawing.paragraph(width / 2.0, height * 0.48, room, wanted.text, setting)?;
    }
    drawing.draw()
}

/// Numbers from 0 to 1 that look random and are the same for the same seed (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f32 {
        let mut state = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state ^= state >> 29;
        self.0 = self.0.wrapping_add(0xbf58_476d_1ce4_e5b9);
        (state.wrapping_mul(0x94d0_49bb_1331_11eb) >> 40) as f32 / (1_u32 << 24) as f32
    }
}

fn glows(drawing: &mut Drawing, colors: &Colors, width: f32, height: f32, dice: &mut Dice) {
    for number in 0..4 {
        let color = if number % 2 == 0 { colors.accent } else { colors.to };
        let (x, y) = (width * dice.roll(), height * dice.roll());
        let radius = width.max(height) * (0.3 + 0.3 * dice.roll());
        drawing.add(format!(
            "<defs><radialGradient id=\"glow{number}\"><stop offset=\"0\" stop-color=\"{color}\" \
             stop-opacity=\"0.6\"/><stop offset=\"1\" stop-color=\"{color}\" stop-opacity=\"0\"/>\
             </radialGradient></defs>\
             <circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{radius:.0}\" fill=\"url(#glow{number})\"/>"
        ));
    }
}

/// Draws ridges behind each other: smooth ones, or with many peaks.
fn layers(
    drawing: &mut Drawing,
    colors: &Colors,
    width: f32,
    height: f32,
    dice: &mut Dice,
    peaks: f32,
    rise: f32,
) {
    const COUNT: usize = 5;
    for layer in 0..COUNT {
        let base = height * (0.45 + 0.12 * layer as f32);
        let (first, second) = (dice.roll() * TAU, dice.roll() * TAU);
        let mut path = format!("M0 {height:.0}");
        for step in 0..=64 {
            let part = step as f32 / 64.0;
            let wave =
                (part * peaks * 1.7 + first).sin() + 0.5 * (part * peaks * 3.9 + second).sin();
            path.push_str(&format!(" L{:.1} {:.1}", part * width, base - wave * height * rise));
        }
        path.push_str(&format!(" L{width:.0} {height:.0} Z"));
        let opacity = 0.18 + 0.12 * layer as f32;
        let color = if layer % 2 == 0 { colors.accent } else { colors.from };
        drawing.add(format!("<path d=\"{path}\" fill=\"{color}\" fill-opacity=\"{opacity:.2}\"/>"));
    }
}

fn circles(drawing: &mut Drawing, colors: &Colors, width: f32, height: f32, dice: &mut Dice) {
    for number in 0..28 {
        let color = [colors.accent, colors.to, colors.text][number % 3];
        let radius = width.min(height) * (0.02 + 0.16 * dice.roll() * dice.roll());
        let (x, y) = (width * dice.roll(), height * dice.roll());
        let opacity = 0.12 + 0.25 * dice.roll();
        drawing.add(format!(
            "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{radius:.0}\" fill=\"{color}\" fill-opacity=\"{opacity:.2}\"/>"
        ));
    }
}

fn triangles(drawing: &mut Drawing, colors: &Colors, width: f32, height: f32, dice: &mut Dice) {
    let side = width.max(height) / 12.0;
    let (columns, rows) = ((width / side) as i32 + 2, (height / side) as i32 + 2);
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        let (x, y) = (column as f32 * side, row as f32 * side);
        for corner in [(x, y), (x + side, y + side)] {
            let color = if dice.roll() < 0.5 { colors.accent } else { colors.from };
            let opacity = 0.3 * dice.roll();
            drawing.add(format!(
                "<path d=\"M{:.0} {y:.0} L{x:.0} {:.0} L{:.0} {:.0} Z\" fill=\"{color}\" fill-opacity=\"{opacity:.2}\"/>",
                x + side, y + side, corner.0, corner.1
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(pattern: Pattern, seed: u32) -> Raster {
        let wanted =
            Wallpaper { pattern, palette: Palette::Ocean, text: "", width: 320, height: 200, seed };
        wallpaper(&wanted, None).unwrap()
    }

    #[test]
    fn each_pattern_and_each_seed_is_another_wallpaper() {
        let patterns = [
            Pattern::Gradient,
            Pattern::Waves,
            Pattern::Circles,
            Pattern::Triangles,
            Pattern::Mountains,
        ];
        let mut seen = Vec::new();
        for pattern in patterns {
            for seed in [0, 1] {
                let made = draw(pattern, seed);
                assert_eq!(made, draw(pattern, seed), "the same seed draws the same");
                assert_eq!((made.color.dimensions(), &made.alpha), ((320, 200), &None));
                assert!(!seen.contains(&made), "{pattern:?} {seed}");
                seen.push(made);
            }
        }
    }
}
