use std::fmt::Write as _;
use std::sync::Arc;

use image::RgbaImage;
use image_tools::{Palette, ToolError};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree, WriteOptions};

use crate::raster::Raster;

/// A drawing (SVG) that grows piece by piece, and its fonts.
pub(crate) struct Drawing<'a> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    body: String,
    fonts: Option<&'a Arc<Database>>,
}

/// The size, weight, color and side of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) size: f32,
    pub(crate) is_bold: bool,
    pub(crate) color: &'a str,
    /// `start`, `middle` or `end`: the side of `x`.
    pub(crate) anchor: &'a str,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(width: u32, height: u32, fonts: Option<&'a Arc<Database>>) -> Self {
        Self { width, height, body: String::new(), fonts }
    }

    /// Adds elements of SVG.
    pub(crate) fn add(&mut self, elements: impl AsRef<str>) {
        self.body.push_str(elements.as_ref());
    }

    /// Adds a line of text.
    pub(crate) fn text(&mut self, x: f32, y: f32, text: &str, setting: Setting) {
        self.body.push_str(&element(x, y, text, setting));
    }

    /// Adds text in lines of at most `width`, from `y` on. Returns the base of the next line.
    ///
    /// # Errors
    ///
    /// There are no fonts for it.
    pub(crate) fn paragraph(
        &mut self,
        x: f32,
        mut y: f32,
        width: f32,
        text: &str,
        setting: Setting,
    ) -> Result<f32, ToolError> {
        for line in self.lines(text, width, setting)? {
            self.text(x, y, &line, setting);
            y += setting.size * 1.2;
        }
        Ok(y)
    }

    /// Splits a text into lines of at most `width`. A word that is wider stays whole.
    fn lines(&self, text: &str, width: f32, setting: Setting) -> Result<Vec<String>, ToolError> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let longer = match lines.last() {
                Some(line) => format!("{line} {word}"),
                None => word.to_owned(),
            };
            if !lines.is_empty() && self.width_of(&longer, setting)? > width {
                lines.push(word.to_owned());
            } else {
                lines.pop();
                lines.push(longer);
            }
        }
        Ok(lines)
    }

    /// Returns the largest size, of at most `size`, at which the widest word fits.
    pub(crate) fn fitting(
        &self,
        text: &str,
        width: f32,
        setting: Setting,
    ) -> Result<f32, ToolError> {
        let mut widest = 1.0_f32;
        for word in text.split_whitespace() {
            widest = widest.max(self.width_of(word, setting)?);
        }
        Ok(setting.size.min(setting.size * width / widest))
    }

    /// Returns the width of a line of text.
    fn width_of(&self, text: &str, setting: Setting) -> Result<f32, ToolError> {
        let mut alone = Drawing::new(self.width, self.height, self.fonts);
        alone.text(0.0, setting.size, text, Setting { anchor: "start", ..setting });
        Ok(alone.tree()?.root().abs_bounding_box().width())
    }

    /// Draws it.
    ///
    /// # Errors
    ///
    /// It is too large, or there are no fonts for its text.
    pub(crate) fn draw(&self) -> Result<Raster, ToolError> {
        let tree = self.tree()?;
        let mut pixels = Pixmap::new(self.width, self.height).ok_or(ToolError::Exhausted)?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        let bytes = pixels.pixels().iter().flat_map(|pixel| {
            let color = pixel.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        });
        let rgba = RgbaImage::from_raw(self.width, self.height, bytes.collect());
        Ok(Raster::of_rgba(&rgba.ok_or(ToolError::Broken)?))
    }

    /// Returns it as SVG, with its letters as shapes.
    ///
    /// # Errors
    ///
    /// There are no fonts for its text.
    pub(crate) fn to_svg(&self) -> Result<String, ToolError> {
        Ok(self.tree()?.to_string(&WriteOptions::default()))
    }

    fn tree(&self) -> Result<Tree, ToolError> {
        let mut options = Options::default();
        if let Some(fonts) = self.fonts {
            let family = fonts.faces().next().and_then(|face| face.families.first());
            options.font_family = family.map(|(name, _)| name.clone()).unwrap_or_default();
            options.fontdb = fonts.clone();
        } else if self.body.contains("<text") {
            return Err(ToolError::NoFont);
        }
        let (width, height) = (self.width, self.height);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{}</svg>",
            self.body
        );
        Tree::from_str(&svg, &options).map_err(|_| ToolError::Broken)
    }
}

fn element(x: f32, y: f32, text: &str, setting: Setting) -> String {
    let Setting { size, is_bold, color, anchor } = setting;
    let weight = if is_bold { 700 } else { 400 };
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" font-weight=\"{weight}\" \
         fill=\"{color}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(text)
    )
}

/// Returns a text as content of an element: nothing of it is markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut made = String::new();
    for letter in text.chars() {
        match letter {
            '<' => made.push_str("&lt;"),
            '>' => made.push_str("&gt;"),
            '&' => made.push_str("&amp;"),
            '"' => made.push_str("&quot;"),
            // XML has no other controls.
            other if other.is_control() => made.push(' '),
            other => made.push(other),
        }
    }
    made
}

/// Returns true if a text is written from right to left: its first letter decides.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    let is_rtl = |letter: char| matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    text.chars().find(|letter| letter.is_alphabetic()).is_some_and(is_rtl)
}

/// The colors of a palette: dark and light end of its ground, an accent, and its text.
pub(crate) struct Colors {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) accent: &'static str,
    pub(crate) text: &'static str,
}

pub(crate) fn colors_of(palette: Palette) -> Colors {
    let (from, to, accent, text) = match palette {
        Palette::Ocean => ("#0b3954", "#1c7293", "#9eb3c2", "#ffffff"),
        Palette::Sunset => ("#6a1b4d", "#d1495b", "#edae49", "#ffffff"),
        Palette::Forest => ("#132a13", "#31572c", "#90a955", "#ffffff"),
        Palette::Berry => ("#240046", "#5a189a", "#c77dff", "#ffffff"),
        Palette::Graphite => ("#1b1b1e", "#373f51", "#a9bcd0", "#ffffff"),
        Palette::Paper => ("#fbf7ef", "#efe6d5", "#b5532a", "#26221c"),
    };
    Colors { from, to, accent, text }
}

/// Returns a ground from one color to another, from corner to corner.
pub(crate) fn ground(colors: &Colors, width: u32, height: u32) -> String {
    let mut made = String::new();
    let Colors { from, to, .. } = colors;
    // Writing to a string cannot fail.
    write!(
        made,
        "<defs><linearGradient id=\"ground\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\">\
         <stop offset=\"0\" stop-color=\"{from}\"/><stop offset=\"1\" stop-color=\"{to}\"/>\
         </linearGradient></defs>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"url(#ground)\"/>"
    )
    .ok();
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::fonts_for;

    #[test]
    fn a_text_is_no_markup() {
        assert_eq!(escaped("<b>&\"\u{7}"), "&lt;b&gt;&amp;&quot; ");
        let fonts = Arc::new(fonts_for("a<b>/&").expect("a font for Latin letters is installed"));
        let mut drawing = Drawing::new(200, 50, Some(&fonts));
        let setting = Setting { size: 20.0, is_bold: true, color: "#000000", anchor: "start" };
        drawing.text(5.0, 30.0, "</text><rect width=\"999\" height=\"999\"/>", setting);
        let opaque = drawing.draw().unwrap().alpha.unwrap();
        let filled = opaque.pixels().filter(|pixel| pixel.0[0] > 0).count();
        assert!(filled > 50 && filled < 5_000, "{filled}");
    }

    #[test]
    fn the_side_of_a_text_is_that_of_its_first_letter() {
        assert!(is_right_to_left("1. مرحبا"));
        assert!(!is_right_to_left("Hello مرحبا"));
        assert!(!is_right_to_left("123"));
    }

    #[test]
    fn lines_break_between_words_and_fit() {
        let fonts = Arc::new(fonts_for("abcdefghijklmnopqrstuvwxyz ").unwrap());
        let drawing = Drawing::new(400, 400, Some(&fonts));
        let setting = Setting { size: 20.0, is_bold: false, color: "#000000", anchor: "start" };
        let lines =
            drawing.lines("one two three four five six seven eight", 120.0, setting).unwrap();
        assert!(lines.len() > 2, "{lines:?}");
        assert_eq!(lines.join(" "), "one two three four five six seven eight");
        for line in &lines {
            assert!(drawing.width_of(line, setting).unwrap() <= 121.0, "{line}");
        }
        let size = drawing.fitting("extraordinarily", 60.0, setting).unwrap();
        assert!(size < 12.0, "{size}");
    }
}
