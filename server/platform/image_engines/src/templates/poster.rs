use std::sync::Arc;

use image_tools::{Palette, Side, ToolError};
use resvg::usvg::fontdb::Database;

use crate::drawing::{Drawing, Setting, colors_of, ground, is_right_to_left};
use crate::geometry::cover;
use crate::raster::Raster;

/// Sides of a poster, as of paper.
const WIDTH: u32 = 1_240;
const HEIGHT: u32 = 1_754;
/// Sides of LinkedIn's banner.
const BANNER_WIDTH: u32 = 1_584;
const BANNER_HEIGHT: u32 = 396;
/// LinkedIn lays the person's photo over the left of it.
const BANNER_LEFT: f32 = 560.0;

/// The texts of a poster.
pub(crate) struct PosterText<'a> {
    pub(crate) title: &'a str,
    pub(crate) subtitle: &'a str,
    pub(crate) footer: &'a str,
}

/// Draws a poster, in front of a picture if there is one.
///
/// # Errors
///
/// There are no fonts for its text.
pub(crate) fn poster(
    text: &PosterText,
    palette: Palette,
    align: Side,
    picture: Option<Raster>,
    fonts: Option<&Arc<Database>>,
) -> Result<Raster, ToolError> {
    let colors = colors_of(palette);
    let mut drawing = Drawing::new(WIDTH, HEIGHT, fonts);
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    if picture.is_none() {
        drawing.add(ground(&colors, WIDTH, HEIGHT));
        drawing.add(format!(
            "<circle cx=\"{:.0}\" cy=\"{:.0}\" r=\"{:.0}\" fill=\"{}\" fill-opacity=\"0.85\"/>\
             <circle cx=\"{:.0}\" cy=\"{:.0}\" r=\"{:.0}\" fill=\"none\" stroke=\"{}\" stroke-width=\"6\"/>",
            width * 0.78, height * 0.24, width * 0.3, colors.accent,
            width * 0.3, height * 0.36, width * 0.2, colors.text,
        ));
    } else {
        // Text is read on a picture of any brightness.
        drawing.add(format!(
            "<defs><linearGradient id=\"shade\" x1=\"0\" y1=\"0.35\" x2=\"0\" y2=\"1\">\
             <stop offset=\"0\" stop-color=\"#000000\" stop-opacity=\"0\"/>\
             <stop offset=\"0.45\" stop-color=\"#000000\" stop-opacity=\"0.72\"/>\
             <stop offset=\"1\" stop-color=\"#000000\" stop-opacity=\"0.85\"/></linearGradient></defs>\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"url(#shade)\"/>"
        ));
    }
    let color = if picture.is_some() { "#ffffff" } else { colors.text };
    write_poster(&mut drawing, text, align, color, colors.accent)?;
    let front = drawing.draw()?;
    Ok(match picture {
        Some(picture) => over(&front, picture),
        None => front,
    })
}

fn write_poster(
    drawing: &mut Drawing,
    text: &PosterText,
    align: Side,
    color: &str,
    accent: &str,
) -> Result<(), ToolError> {
    const MARGIN: f32 = 110.0;
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    let room = width - 2.0 * MARGIN;
    let (x, anchor) = match (align, is_right_to_left(text.title)) {
        (Side::Center, _) => (width / 2.0, "middle"),
        (Side::Start, false) => (MARGIN, "start"),
        (Side::Start, true) => (width - MARGIN, "end"),
    };
    let title = Setting { size: 150.0, is_bold: true, color, anchor };
    let mut size = drawing.fitting(text.title, room, title)?;
    // Long titles are smaller, so that they leave room for the rest.
    if text.title.chars().count() > 40 {
        size = size.min(84.0);
    }
    let mut y = height * 0.58;
    y = drawing.paragraph(x, y, room, text.title, Setting { size, ..title })?;
    let rule = match anchor {
        "start" => x,
        "end" => x - 160.0,
        _ => x - 80.0,
    };
    drawing.add(format!(
        "<rect x=\"{rule:.0}\" y=\"{:.0}\" width=\"160\" height=\"10\" fill=\"{accent}\"/>",
        y - size * 0.75
    ));
    let subtitle = Setting { size: 52.0, is_bold: false, color, anchor };
    let size = drawing.fitting(text.subtitle, room, subtitle)?;
    drawing.paragraph(x, y + 40.0, room, text.subtitle, Setting { size, ..subtitle })?;
    let footer = Setting { size: 34.0, is_bold: false, color, anchor };
    let size = drawing.fitting(text.footer, room, footer)?;
    drawing.paragraph(x, height - 110.0, room, text.footer, Setting { size, ..footer })?;
    Ok(())
}

fn over(front: &Raster, picture: Raster) -> Raster {
    let mut behind = cover(picture.flattened([255, 255, 255]), WIDTH, HEIGHT);
    let front = front.to_rgba();
    for (pixel, top) in behind.pixels_mut().zip(front.pixels()) {
        let alpha = f32::from(top.0[3]) / 255.0;
        for channel in 0..3 {
            let mixed =
                f32::from(top.0[channel]) * alpha + f32::from(pixel.0[channel]) * (1.0 - alpha);
            pixel.0[channel] = (mixed + 0.5) as u8;
        }
    }
    Raster::opaque(behind)
}

/// Draws a banner of LinkedIn's size.
///
/// # Errors
///
/// There are no fonts for its text.
pub(crate) fn banner(
    name: &str,
    tagline: &str,
    palette: Palette,
    fonts: Option<&Arc<Database>>,
) -> Result<Raster, ToolError> {
    let colors = colors_of(palette);
    let mut drawing = Drawing::new(BANNER_WIDTH, BANNER_HEIGHT, fonts);
    drawing.add(ground(&colors, BANNER_WIDTH, BANNER_HEIGHT));
    for ring in 1..5 {
        drawing.add(format!(
            "<circle cx=\"170\" cy=\"60\" r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.45\" stroke-width=\"3\"/>",
            ring * 75,
            colors.accent
        ));
    }
    let room = BANNER_WIDTH as f32 - BANNER_LEFT - 80.0;
    let (x, anchor) = match is_right_to_left(name) {
        true => (BANNER_LEFT + room, "end"),
        false => (BANNER_LEFT, "start"),
    };
    let setting = Setting { size: 84.0, is_bold: true, color: colors.text, anchor };
    let size = drawing.fitting(name, room, setting)?;
    let size = if name.chars().count() > 24 { size.min(56.0) } else { size };
    let y = drawing.paragraph(x, 185.0, room, name, Setting { size, ..setting })?;
    let setting = Setting { size: 36.0, is_bold: false, ..setting };
    let size = drawing.fitting(tagline, room, setting)?;
    drawing.paragraph(x, y, room, tagline, Setting { size, ..setting })?;
    drawing.draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::fonts_for;

    /// Returns how many pixels differ between two pictures.
    fn differing(one: &Raster, two: &Raster) -> usize {
        one.color.pixels().zip(two.color.pixels()).filter(|(a, b)| a != b).count()
    }

    #[test]
    fn text_of_both_directions_is_on_a_poster() {
        let words = ["Night of Music", "ليلة الموسيقى"];
        for title in words {
            let fonts = Arc::new(fonts_for(title).expect("fonts are installed for tests"));
            let draw = |title: &str| {
                let text = PosterText { title, subtitle: "", footer: "" };
                poster(&text, Palette::Ocean, Side::Start, None, Some(&fonts)).unwrap()
            };
            let ink = differing(&draw(title), &draw("."));
            assert!(ink > 5_000, "{title}: {ink}");
        }
    }

    #[test]
    fn without_fonts_a_poster_is_refused() {
        let text = PosterText { title: "Title", subtitle: "", footer: "" };
        let refused = poster(&text, Palette::Ocean, Side::Start, None, None);
        assert_eq!(refused, Err(ToolError::NoFont));
    }

    #[test]
    fn a_banner_has_the_sides_that_linkedin_takes() {
        let fonts = Arc::new(fonts_for("Ada Lovelace").unwrap());
        let made = banner("Ada Lovelace", "", Palette::Berry, Some(&fonts)).unwrap();
        assert_eq!(made.color.dimensions(), (1_584, 396));
    }
}
