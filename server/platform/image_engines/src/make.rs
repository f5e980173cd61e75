use image_tools::{
    Background, COMPRESS_QUALITY, EngineLabel, ImageTool, MadeImage, OutputFormat, PictureRole,
    SIDE_MAX_PIXELS, THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PIXELS, ToolError, Weights, check,
};

use crate::background::change_background;
use crate::decode::{decode, decode_mask};
use crate::encode::{encode, encode_photo, encode_png};
use crate::plane::{Plane, Planes};
use crate::raster::Raster;
use crate::resize::{fit, resize, resize_gray};
use crate::{Assets, cutout, denoise, erase, ffdnet, geometry, paint, strokes, tone, upscale};

/// Makes a picture out of those that [`ImageTool::roles`] names, in this process. Takes seconds, and hundreds of megabytes.
///
/// # Errors
///
/// What the tool got is not what it takes, or nothing can be made of it.
pub fn make<P: AsRef<[u8]>>(
    tool: &ImageTool,
    pictures: &[P],
    assets: &Assets,
) -> Result<MadeImage, ToolError> {
    check(tool, pictures)?;
    let sources = Sources { tool, pictures: pictures.iter().map(AsRef::as_ref).collect(), assets };
    sources.make()
}

/// What a tool works on.
pub(crate) struct Sources<'a> {
    pub(crate) tool: &'a ImageTool,
    pictures: Vec<&'a [u8]>,
    pub(crate) assets: &'a Assets,
}

impl Sources<'_> {
    fn make(&self) -> Result<MadeImage, ToolError> {
        let percent = |strength: &u32| *strength as f32 / 100.0;
        match self.tool {
            ImageTool::EraseArea
            | ImageTool::RemoveObject
            | ImageTool::RemoveText
            | ImageTool::RemoveWatermark
            | ImageTool::RemoveBlemishes => self.erase(),
            ImageTool::Enhance { strength } => {
                self.filter(|planes| tone::enhance(planes, percent(strength)))
            }
            ImageTool::Sharpen { strength } => {
                self.filter(|planes| tone::sharpen(planes, percent(strength)))
            }
            ImageTool::Denoise { strength } => self.denoise(percent(strength)),
            ImageTool::Sketch { is_colored } => {
                self.drawing(|planes| strokes::sketch(planes, *is_colored))
            }
            ImageTool::LineArt { detail } => {
                self.drawing(|planes| strokes::line_art(planes, percent(detail)))
            }
            ImageTool::Cartoon { strength } => {
                self.filter(|planes| paint::cartoon(planes, percent(strength)))
            }
            ImageTool::AnimeLook { strength } => {
                self.filter(|planes| paint::anime_look(planes, percent(strength)))
            }
            ImageTool::Illustration { strength } => {
                self.filter(|planes| paint::illustration(planes, percent(strength)))
            }
            ImageTool::OilPainting { radius } => {
                self.filter(|planes| paint::oil(planes, *radius as f32))
            }
            ImageTool::Posterize { levels } => {
                self.drawing(|planes| paint::posterize(planes, *levels))
            }
            ImageTool::PixelArt { side, colors } => {
                let made = paint::pixel_art(self.picture()?, *side, *colors);
                encode_png(made, EngineLabel::Filter)
            }
            ImageTool::RemoveBackground { .. } => self.remove_background(),
            ImageTool::ChangeBackground { background, .. } => self.change_background(*background),
            ImageTool::Upscale { factor } => self.upscale(*factor),
            _ => self.make_exact(),
        }
    }

    /// Tools that change size, format or position.
    fn make_exact(&self) -> Result<MadeImage, ToolError> {
        let exact = EngineLabel::Exact;
        match self.tool {
            ImageTool::Compress { quality, side } => {
                let raster = self.picture_within(*side)?;
                encode(raster, OutputFormat::Jpeg, (*quality).min(100) as u8, exact)
            }
            ImageTool::Thumbnail => {
                let raster = self.picture_within(THUMBNAIL_SIDE_PIXELS)?;
                encode(raster, OutputFormat::Jpeg, THUMBNAIL_QUALITY, exact)
            }
            ImageTool::Convert { format } => {
                encode(self.picture()?, *format, CONVERT_QUALITY, exact)
            }
            ImageTool::Crop { left, top, width, height } => {
                let whole = self.picture_within(u32::MAX)?;
                let part = geometry::crop(&whole, *left, *top, *width, *height)?;
                encode_photo(fit(part, SIDE_MAX_PIXELS), exact)
            }
            ImageTool::Rotate { quarters } => {
                encode_photo(geometry::rotate(self.picture()?, *quarters), exact)
            }
            ImageTool::Flip { direction } => {
                encode_photo(geometry::flip(self.picture()?, *direction), exact)
            }
            ImageTool::Resize { width, height } => {
                encode_photo(geometry::resize_to(self.picture()?, *width, *height)?, exact)
            }
            ImageTool::Extend { edges, fill } => {
                let (made, label) = geometry::extend(self.picture()?, *edges, *fill);
                encode_photo(made, label)
            }
            _ => Err(ToolError::option("tool")),
        }
    }

    /// Returns the picture, at most as large as one that is made.
    pub(crate) fn picture(&self) -> Result<Raster, ToolError> {
        self.picture_within(SIDE_MAX_PIXELS)
    }

    fn picture_within(&self, side_max: u32) -> Result<Raster, ToolError> {
        decode(self.content(PictureRole::Picture)?, side_max)
    }

    /// Returns the mask in the size of the picture.
    pub(crate) fn mask(&self, of: &Raster) -> Result<image::GrayImage, ToolError> {
        let mask = decode_mask(self.content(PictureRole::Mask)?)?;
        Ok(resize_gray(&mask, of.width(), of.height()))
    }

    pub(crate) fn content(&self, role: PictureRole) -> Result<&[u8], ToolError> {
        let roles = self.tool.roles();
        let at = roles.iter().position(|one| *one == role);
        let content = at.and_then(|at| self.pictures.get(at).copied());
        content.ok_or(ToolError::PictureCount { expected: roles.len() })
    }

    fn filter(&self, change: impl Fn(&Planes) -> Planes) -> Result<MadeImage, ToolError> {
        encode_photo(self.changed(change)?, EngineLabel::Filter)
    }

    /// As a filter, for what JPEG would leave rims around.
    fn drawing(&self, change: impl Fn(&Planes) -> Planes) -> Result<MadeImage, ToolError> {
        encode_png(self.changed(change)?, EngineLabel::Filter)
    }

    fn changed(&self, change: impl Fn(&Planes) -> Planes) -> Result<Raster, ToolError> {
        let raster = self.picture()?;
        let made = change(&raster.planes()).to_rgb();
        Ok(raster.with_color(made))
    }

    fn erase(&self) -> Result<MadeImage, ToolError> {
        let raster = self.picture()?;
        let mask = self.mask(&raster)?;
        let made = erase::erase(&raster.color, &mask)?;
        encode_photo(raster.with_color(made), EngineLabel::CopiesNearbyTexture)
    }

    fn remove_background(&self) -> Result<MadeImage, ToolError> {
        let raster = self.picture()?;
        let (alpha, label) = self.subject(&raster)?;
        let color = cutout::foreground(&raster.planes(), &alpha).to_rgb();
        encode_png(raster.with_color(color).with_alpha(&alpha), label)
    }

    fn change_background(&self, background: Background) -> Result<MadeImage, ToolError> {
        let raster = self.picture()?;
        let (alpha, label) = self.subject(&raster)?;
        let behind = match background {
            Background::Picture => {
                let behind = decode(self.content(PictureRole::Background)?, SIDE_MAX_PIXELS)?;
                Some(behind.flattened([255, 255, 255]))
            }
            Background::Color { .. } | Background::Blur => None,
        };
        let planes = raster.planes();
        let made = change_background(&planes, &alpha, background, behind.as_ref());
        encode_photo(Raster::opaque(made.to_rgb()), label)
    }

    /// Returns the opacity of the subject: what the person marked, or what a network finds.
    pub(crate) fn subject(&self, raster: &Raster) -> Result<(Plane, EngineLabel), ToolError> {
        let (alpha, label) = if self.tool.roles().contains(&PictureRole::Mask) {
            (cutout::marked_subject(&self.mask(raster)?)?, EngineLabel::OwnSelection)
        } else {
            (cutout::find_subject(raster, self.assets)?, EngineLabel::CheckEdges)
        };
        // What was transparent already stays so.
        Ok(match raster.alpha_plane() {
            Some(own) => (alpha.zip(&own, |alpha, own| alpha * own), label),
            None => (alpha, label),
        })
    }

    fn denoise(&self, strength: f32) -> Result<MadeImage, ToolError> {
        let Ok([weights]) = self.assets.files(Weights::Denoise) else {
            return self.filter(|planes| denoise::denoise(planes, strength));
        };
        let raster = self.picture()?;
        let made = ffdnet::denoise(&raster.planes(), strength, weights)?.to_rgb();
        encode_photo(raster.with_color(made), EngineLabel::SmallNetwork)
    }

    fn upscale(&self, factor: u32) -> Result<MadeImage, ToolError> {
        let raster = self.picture()?;
        let weights = match factor {
            4 => Weights::UpscaleFourfold,
            _ => Weights::UpscaleTwofold,
        };
        let (width, height) = (raster.width() * factor, raster.height() * factor);
        let Ok([weights]) = self.assets.files(weights) else {
            return encode_photo(resize(raster, width, height), EngineLabel::Interpolated);
        };
        let made = upscale::upscale(&raster.planes(), factor as usize, weights)?.to_rgb();
        let alpha = raster.alpha.as_ref().map(|alpha| resize_gray(alpha, width, height));
        encode_photo(Raster { color: made, alpha }, EngineLabel::SmallNetwork)
    }
}

/// Quality of photos that only change their format.
const CONVERT_QUALITY: u8 = 90;
const _: () = assert!(COMPRESS_QUALITY < CONVERT_QUALITY);
