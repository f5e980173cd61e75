use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A color as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String)]
pub struct Color(pub [u8; 3]);

impl TryFrom<String> for Color {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6 && !it.starts_with('+'));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = number.ok_or("not a color as #rrggbb")?.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl From<Color> for String {
    fn from(Color([red, green, blue]): Color) -> Self {
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The background behind a cut-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Background {
    Color {
        color: Color,
    },
    /// The picture's own, out of focus.
    Blur,
    /// The second picture, which covers it.
    Picture,
}

/// The format of a picture that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutputFormat {
    #[default]
    Jpeg,
    Png,
    /// Lossless.
    Webp,
    /// The first frame, with 256 colors.
    Gif,
    /// The smallest, and the slowest to make.
    Avif,
}

/// The format of a moving picture that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnimationFormat {
    #[default]
    Gif,
}

/// The motion of the camera in front of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    #[default]
    ZoomIn,
    PanLeft,
    PanRight,
    Orbit,
}

/// The frame around a picture that is extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    #[default]
    Blur,
    Mirror,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flip {
    #[default]
    Horizontal,
    Vertical,
}

/// Lengths at the sides of a picture, in percent of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Edges {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

/// The colors of what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Palette {
    #[default]
    Ocean,
    Sunset,
    Forest,
    Berry,
    Graphite,
    Paper,
}

/// The pattern of a wallpaper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    #[default]
    Gradient,
    Waves,
    Circles,
    Triangles,
    Mountains,
}

/// The mark of a logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LogoShape {
    #[default]
    Circle,
    Hexagon,
    Shield,
    Leaf,
    /// The letters alone.
    Wordmark,
}

/// The side at which the letters of a text begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    #[default]
    Start,
    Center,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_is_six_hexadecimal_digits() {
        let color: Color = serde_json::from_str("\"#FF8000\"").unwrap();
        assert_eq!(color, Color([255, 128, 0]));
        assert_eq!(serde_json::to_string(&color).unwrap(), "\"#ff8000\"");
        for wrong in ["\"red\"", "\"#fff\"", "\"#ff80001\"", "\"#+f8000\"", "\"#ggffff\"", "7"] {
            assert!(serde_json::from_str::<Color>(wrong).is_err(), "{wrong}");
        }
    }
}
