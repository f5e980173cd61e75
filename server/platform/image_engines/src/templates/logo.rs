use std::sync::Arc;

use image_tools::{LogoShape, Palette, ToolError};
use resvg::usvg::fontdb::Database;

use crate::drawing::{Colors, Drawing, Setting, colors_of};

const SIDE: u32 = 1_024;
const MIDDLE: f32 = SIDE as f32 / 2.0;
/// Middle and radius of the mark.
const MARK_Y: f32 = 370.0;
const RADIUS: f32 = 230.0;

/// The texts of a logo.
pub(crate) struct LogoText<'a> {
    pub(crate) name: &'a str,
    pub(crate) tagline: &'a str,
}

/// Draws a logo without a background: a mark with the first letter, and the name below it.
///
/// # Errors
///
/// There are no fonts for its text.
pub(crate) fn logo<'a>(
    text: &LogoText,
    shape: LogoShape,
    palette: Palette,
    fonts: Option<&'a Arc<Database>>,
) -> Result<Drawing<'a>, ToolError> {
    let colors = colors_of(palette);
    // Light grounds have dark texts: a logo is put on white.
    let ink = if palette == Palette::Paper { colors.text } else { colors.from };
    let mut drawing = Drawing::new(SIDE, SIDE, fonts);
    let setting = Setting { size: 150.0, is_bold: true, color: ink, anchor: "middle" };
    let name_y = if shape == LogoShape::Wordmark {
        drawing.add(format!(
            "<rect x=\"{:.0}\" y=\"600\" width=\"200\" height=\"18\" rx=\"9\" fill=\"{}\"/>",
            MIDDLE - 100.0,
            colors.accent
        ));
        540.0
    } else {
        mark(&mut drawing, shape, &colors);
        let letter: String =
            text.name.trim().chars().take(1).flat_map(char::to_uppercase).collect();
        let inside = Setting { size: 250.0, color: "#ffffff", ..setting };
        let size = drawing.fitting(&letter, RADIUS * 1.2, inside)?;
        drawing.text(MIDDLE, MARK_Y + size * 0.36, &letter, Setting { size, ..inside });
        780.0
    };
    let size = drawing.fitting(text.name, 880.0, setting)?;
    let size = if text.name.chars().count() > 14 { size.min(96.0) } else { size };
    let y = drawing.paragraph(MIDDLE, name_y, 880.0, text.name, Setting { size, ..setting })?;
    let below = Setting { size: 52.0, is_bold: false, ..setting };
    let size = drawing.fitting(text.tagline, 880.0, below)?;
    let y = if shape == LogoShape::Wordmark { 700.0 } else { y - size * 0.4 };
    drawing.paragraph(MIDDLE, y, 880.0, text.tagline, Setting { size, ..below })?;
    Ok(drawing)
}

fn mark(drawing: &mut Drawing, shape: LogoShape, colors: &Colors) {
    let fill = if colors.from == "#fbf7ef" { colors.accent } else { colors.to };
    let (left, right) = (MIDDLE - RADIUS, MIDDLE + RADIUS);
    let (top, bottom) = (MARK_Y - RADIUS, MARK_Y + RADIUS);
    let outline = match shape {
        LogoShape::Circle | LogoShape::Wordmark => {
            format!("<circle cx=\"{MIDDLE}\" cy=\"{MARK_Y}\" r=\"{RADIUS}\"")
        }
        LogoShape::Hexagon => {
            let (upper, lower) = (MARK_Y - RADIUS / 2.0, MARK_Y + RADIUS / 2.0);
            let width = RADIUS * 0.866;
            let (left, right) = (MIDDLE - width, MIDDLE + width);
            format!(
                "<path d=\"M{MIDDLE} {top} L{right} {upper} L{right} {lower} L{MIDDLE} {bottom} \
                 L{left} {lower} L{left} {upper} Z\""
            )
        }
        LogoShape::Shield => format!(
            "<path d=\"M{left} {top} L{right} {top} L{right} {MARK_Y} \
             Q{right} {bottom} {MIDDLE} {bottom} Q{left} {bottom} {left} {MARK_Y} Z\""
        ),
        LogoShape::Leaf => format!(
            "<path d=\"M{left} {top} L{MIDDLE} {top} Q{right} {top} {right} {MARK_Y} L{right} {bottom} \
             L{MIDDLE} {bottom} Q{left} {bottom} {left} {MARK_Y} Z\""
        ),
    };
    drawing.add(format!(
        "{outline} fill=\"{fill}\" stroke=\"{}\" stroke-width=\"16\" stroke-linejoin=\"round\"/>",
        colors.accent
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::fonts_for;

    #[test]
    fn each_shape_is_another_logo_on_nothing() {
        let text = LogoText { name: "Ensemble", tagline: "All in one" };
        let fonts = Arc::new(fonts_for("Ensemble All in one").unwrap());
        let shapes = [
            LogoShape::Circle,
            LogoShape::Hexagon,
            LogoShape::Shield,
            LogoShape::Leaf,
            LogoShape::Wordmark,
        ];
        let mut seen = Vec::new();
        for shape in shapes {
            let made = logo(&text, shape, Palette::Forest, Some(&fonts)).unwrap().draw().unwrap();
            let alpha = made.alpha.clone().expect("its background is transparent");
            assert_eq!(alpha.get_pixel(2, 2).0, [0]);
            assert!(!seen.contains(&made), "{shape:?}");
            seen.push(made);
        }
    }

    #[test]
    fn letters_of_the_svg_are_shapes_that_need_no_font() {
        let text = LogoText { name: "<Ñandú & Søn>", tagline: "" };
        let fonts = Arc::new(fonts_for(text.name).unwrap());
        let drawing = logo(&text, LogoShape::Leaf, Palette::Paper, Some(&fonts)).unwrap();
        let svg = drawing.to_svg().unwrap();
        assert!(
            svg.starts_with("<svg") && svg.contains("<path") && !svg.contains("<text"),
            "{svg}"
        );
        assert!(!svg.contains("<script") && !svg.contains("href"), "{svg}");
    }
}
