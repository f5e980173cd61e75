use image_tools::{
    AnimationFormat, Background, COMPRESS_QUALITY, Color, EngineLabel, ImageTool, MadeImage,
    OutputFormat, PictureRole, SIDE_MAX_PIXELS, THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PIXELS,
    ToolError, Weights, check,
};

use crate::background::change_background;
use crate::decode::{decode, decode_mask};
use crate::encode::{encode, encode_photo, encode_png};
use crate::filters::{denoise, paint, strokes, tone};
use crate::networks::{ffdnet, upscale};
use crate::plane::{Plane, Planes};
use crate::portrait::Portrait;
use crate::raster::Raster;
use crate::resize::{fit, resize, resize_gray};
use crate::templates::{LogoText, PosterText, Wallpaper};
use crate::{Assets, animate, cutout, erase, geometry, portrait, templates, trace};

/// Makes a picture out of those that [`ImageTool::roles`] names, in this process. Takes seconds, and hundreds of megabytes.
///
/// # Errors
///
/// The pictures or options are not those that the tool takes, or nothing can be made of them.
pub fn make<P: AsRef<[u8]>>(
    tool: &ImageTool,
    pictures: &[P],
    assets: &Assets,
) -> Result<MadeImage, ToolError> {
    check(tool, pictures)?;
    let sources = Sources { tool, pictures: pictures.iter().map(AsRef::as_ref).collect(), assets };
    sources.make()
}

/// A tool with its pictures and assets.
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
            ImageTool::Vectorize { detail } => self.vectorize(percent(detail)),
            ImageTool::RemoveBackground { .. } => self.remove_background(),
            ImageTool::ChangeBackground { background, .. } => self.change_background(*background),
            ImageTool::Upscale { factor } => self.upscale(*factor),
            ImageTool::Avatar { side } => self.portrait(&portrait::AVATAR, *side, *side),
            ImageTool::Headshot => self.portrait(&portrait::HEADSHOT, 960, 1_200),
            ImageTool::LinkedinPhoto => self.portrait(&portrait::LINKEDIN, 800, 800),
            ImageTool::IdPhoto { background, .. } => self.id_photo(*background),
            ImageTool::AnimatePicture { motion, format: AnimationFormat::Gif, .. } => {
                let raster = self.picture_within(animate::SIDE_MAX)?;
                let (alpha, _) = self.subject(&raster)?;
                animate::animate(&raster.planes(), &alpha, *motion)
            }
            ImageTool::Wallpaper { .. }
            | ImageTool::Poster { .. }
            | ImageTool::LinkedinBanner { .. }
            | ImageTool::Logo { .. } => self.make_from_template(),
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

    fn make_from_template(&self) -> Result<MadeImage, ToolError> {
        let fonts = self.assets.fonts();
        let made = match self.tool {
            ImageTool::Wallpaper { pattern, palette, text, width, height, seed } => {
                let wanted = Wallpaper {
                    pattern: *pattern,
                    palette: *palette,
                    text,
                    width: *width,
                    height: *height,
                    seed: *seed,
                };
                templates::wallpaper(&wanted, fonts)?
            }
            ImageTool::Poster { title, subtitle, footer, palette, align, has_picture } => {
                let picture = has_picture.then(|| self.picture()).transpose()?;
                let text = PosterText { title, subtitle, footer };
                templates::poster(&text, *palette, *align, picture, fonts)?
            }
            ImageTool::LinkedinBanner { name, tagline, palette } => {
                templates::banner(name, tagline, *palette, fonts)?
            }
            ImageTool::Logo { name, tagline, shape, palette, is_svg } => {
                let text = LogoText { name, tagline };
                let drawing = templates::logo(&text, *shape, *palette, fonts)?;
                if *is_svg {
                    return Ok(MadeImage {
                        content: drawing.to_svg()?.into_bytes(),
                        media_type: "image/svg+xml".to_owned(),
                        width: drawing.width,
                        height: drawing.height,
                        label: EngineLabel::Template,
                    });
                }
                drawing.draw()?
            }
            _ => return Err(ToolError::option("tool")),
        };
        encode_png(made, EngineLabel::Template)
    }

    /// Cuts a portrait around the head of the subject, where a network finds one.
    fn portrait(&self, cut: &Portrait, width: u32, height: u32) -> Result<MadeImage, ToolError> {
        let raster = self.picture()?;
        let (head, label) = match cutout::find_subject(&raster, self.assets) {
            Ok(alpha) => (portrait::find_head(&alpha), EngineLabel::CropsAroundHead),
            Err(ToolError::NotInstalled(_) | ToolError::NoSubject) => {
                (None, EngineLabel::CropsMiddle)
            }
            Err(other) => return Err(other),
        };
        encode_photo(resize(portrait::cut(&raster, head, cut), width, height), label)
    }

    fn id_photo(&self, background: Color) -> Result<MadeImage, ToolError> {
        // 35 by 45 millimeters at 300 dots an inch.
        const SIDES: (u32, u32) = (413, 531);
        let raster = self.picture()?;
        let (made, head, label) = match self.subject(&raster) {
            Ok((alpha, _)) => {
                let background = Background::Color { color: background };
                let made = change_background(&raster.planes(), &alpha, background, None).to_rgb();
                let head = portrait::find_head(&alpha);
                (Raster::opaque(made), head, EngineLabel::CropsAroundHead)
            }
            Err(ToolError::NotInstalled(_)) => (raster, None, EngineLabel::CropsMiddle),
            Err(other) => return Err(other),
        };
        let cut = portrait::cut(&made, head, &portrait::ID_PHOTO);
        encode_photo(resize(cut, SIDES.0, SIDES.1), label)
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

    fn vectorize(&self, detail: f32) -> Result<MadeImage, ToolError> {
        let raster = self.picture_within(trace::SIDE_MAX)?;
        Ok(MadeImage {
            content: trace::trace(&raster.to_rgba(), detail).into_bytes(),
            media_type: "image/svg+xml".to_owned(),
            width: raster.width(),
            height: raster.height(),
            label: EngineLabel::Traced,
        })
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
