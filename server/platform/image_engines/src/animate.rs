use std::borrow::Cow;

use gif::{Encoder, Frame, Repeat};
use image_tools::{EngineLabel, MadeImage, Motion, ToolError};

use crate::background::out_of_focus;
use crate::cutout::foreground;
use crate::palette::{Lookup, palette_of};
use crate::plane::{Plane, Planes};

/// Longest side of a moving picture.
pub(crate) const SIDE_MAX: u32 = 480;
const FRAMES: usize = 24;
/// Time of a frame in hundredths of a second.
const FRAME_TIME: u16 = 8;
/// The way of the subject in front of its background, in relation to the picture.
const REACH: f32 = 0.035;
const COLORS: usize = 256;

/// Moves the camera in front of a picture: the subject moves more than what is behind it, which is filled softly.
///
/// # Errors
///
/// It cannot be encoded.
pub(crate) fn animate(
    picture: &Planes,
    alpha: &Plane,
    motion: Motion,
) -> Result<MadeImage, ToolError> {
    let scene = Scene {
        subject: foreground(picture, alpha),
        behind: behind(picture, alpha),
        alpha: alpha.clone(),
    };
    let (width, height) = (alpha.width as u16, alpha.height as u16);
    let first = scene.frame(place(motion, 0.0)).to_rgb();
    // One palette for all: otherwise even surfaces flicker.
    let palette = palette_of(&first, COLORS);
    let lookup = Lookup::new(&palette);
    let mut content = Vec::new();
    let broken = |_| ToolError::Broken;
    let mut encoder =
        Encoder::new(&mut content, width, height, palette.as_flattened()).map_err(broken)?;
    encoder.set_repeat(Repeat::Infinite).map_err(broken)?;
    for number in 0..FRAMES {
        // There and back, so that it can be repeated.
        let phase = number as f32 / FRAMES as f32 * std::f32::consts::TAU;
        let frame = scene.frame(place(motion, phase)).to_rgb();
        let frame = Frame {
            width,
            height,
            delay: FRAME_TIME,
            buffer: Cow::Owned(lookup.indices(&frame)),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(broken)?;
    }
    drop(encoder);
    Ok(MadeImage {
        content,
        media_type: "image/gif".to_owned(),
        width: u32::from(width),
        height: u32::from(height),
        label: EngineLabel::CameraMotion,
    })
}

struct Scene {
    subject: Planes,
    behind: Planes,
    alpha: Plane,
}

/// The place of the camera: to the side, down, and how near.
#[derive(Clone, Copy)]
struct Place {
    right: f32,
    down: f32,
    zoom: f32,
}

fn place(motion: Motion, phase: f32) -> Place {
    let swing = (1.0 - phase.cos()) / 2.0;
    match motion {
        Motion::ZoomIn => Place { right: 0.0, down: 0.0, zoom: swing },
        Motion::PanLeft => Place { right: -swing, down: 0.0, zoom: 0.3 },
        Motion::PanRight => Place { right: swing, down: 0.0, zoom: 0.3 },
        Motion::Orbit => {
            Place { right: phase.sin() * 0.6, down: (phase.cos() - 1.0) * 0.2, zoom: 0.4 }
        }
    }
}

impl Scene {
    fn frame(&self, place: Place) -> Planes {
        let (width, height) = (self.alpha.width as f32, self.alpha.height as f32);
        // Where a pixel of the frame lies in a layer that moves by a part of the camera's way.
        let source = |at: usize, part: f32| {
            let (x, y) = ((at % self.alpha.width) as f32, (at / self.alpha.width) as f32);
            let scale = 1.0 / (1.0 + (REACH * 2.0 * place.zoom + REACH) * part);
            (
                (x - width / 2.0) * scale + width / 2.0 + place.right * REACH * part * width,
                (y - height / 2.0) * scale + height / 2.0 + place.down * REACH * part * height,
            )
        };
        self.behind.map_pixels(|at, _| {
            let (x, y) = source(at, 1.0);
            let opacity = self.alpha.between(x, y);
            let (behind_x, behind_y) = source(at, 0.45);
            std::array::from_fn(|channel| {
                let front = self.subject.0[channel].between(x, y);
                let behind = self.behind.0[channel].between(behind_x, behind_y);
                front * opacity + behind * (1.0 - opacity)
            })
        })
    }
}

/// Returns the background, filled softly where the subject was.
fn behind(picture: &Planes, alpha: &Plane) -> Planes {
    let soft = out_of_focus(picture, alpha);
    // A little more than the subject: its shine on the background goes too.
    let wide = crate::blur::box_blur(alpha, 3).map(|value| (value * 3.0).min(1.0));
    crate::background::composed(&soft, &wide, picture)
}

#[cfg(test)]
mod tests {
    use image::AnimationDecoder;

    use super::*;
    use crate::quality::photo;

    #[test]
    fn the_camera_moves_and_comes_back() {
        let picture = photo(160, 120);
        let mut alpha = Plane::filled(160, 120, 0.0);
        (40..80).for_each(|y| alpha.data[y * 160 + 60..y * 160 + 100].fill(1.0));
        for motion in [Motion::ZoomIn, Motion::PanLeft, Motion::PanRight, Motion::Orbit] {
            let made = animate(&picture, &alpha, motion).unwrap();
            let decoder =
                image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&made.content)).unwrap();
            let frames = decoder.into_frames().collect_frames().unwrap();
            assert_eq!(frames.len(), FRAMES, "{motion:?}");
            let differs = |one: usize, two: usize| {
                let pairs = frames[one].buffer().pixels().zip(frames[two].buffer().pixels());
                pairs.filter(|(a, b)| a.0[0].abs_diff(b.0[0]) > 24).count()
            };
            assert!(differs(0, 8) > 150, "{motion:?}: {}", differs(0, 8));
            assert!(differs(0, 23) < differs(0, 8), "{motion:?}");
        }
    }
}
