use image::{GrayImage, Rgb, RgbImage, RgbaImage};

use crate::plane::{Plane, Planes};

/// A decoded picture: upright, in sRGB with 8 bits a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Raster {
    pub(crate) color: RgbImage,
    /// Opacity of each pixel; `None`: all are opaque.
    pub(crate) alpha: Option<GrayImage>,
}

impl Raster {
    pub(crate) fn opaque(color: RgbImage) -> Self {
        Self { color, alpha: None }
    }

    pub(crate) fn width(&self) -> u32 {
        self.color.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.color.height()
    }

    pub(crate) fn planes(&self) -> Planes {
        Planes::of(&self.color)
    }

    /// Returns it with other colors and the same opacity.
    pub(crate) fn with_color(self, color: RgbImage) -> Self {
        Self { color, ..self }
    }

    /// Returns it with an opacity from 0 to 1, which multiplies its own.
    pub(crate) fn with_alpha(self, alpha: &Plane) -> Self {
        let (width, height) = self.color.dimensions();
        let own = self.alpha;
        let alpha = GrayImage::from_fn(width, height, |x, y| {
            let own = own.as_ref().map_or(255, |own| own.get_pixel(x, y).0[0]);
            let value = alpha.at(x as usize, y as usize) * f32::from(own);
            image::Luma([(value + 0.5) as u8])
        });
        Self { color: self.color, alpha: Some(alpha) }
    }

    /// Returns the opacity from 0 to 1.
    pub(crate) fn alpha_plane(&self) -> Option<Plane> {
        self.alpha.as_ref().map(plane_of)
    }

    /// Returns it in front of a color, without transparency.
    pub(crate) fn flattened(self, behind: [u8; 3]) -> RgbImage {
        let Some(alpha) = self.alpha else { return self.color };
        let mut color = self.color;
        for (pixel, alpha) in color.pixels_mut().zip(alpha.pixels()) {
            *pixel = over(*pixel, alpha.0[0], Rgb(behind));
        }
        color
    }

    pub(crate) fn to_rgba(&self) -> RgbaImage {
        RgbaImage::from_fn(self.width(), self.height(), |x, y| {
            let Rgb([red, green, blue]) = *self.color.get_pixel(x, y);
            let alpha = self.alpha.as_ref().map_or(255, |alpha| alpha.get_pixel(x, y).0[0]);
            image::Rgba([red, green, blue, alpha])
        })
    }

    /// Splits a picture with transparency, which is dropped where nothing shows through.
    pub(crate) fn of_rgba(picture: &RgbaImage) -> Self {
        let (width, height) = picture.dimensions();
        let color = RgbImage::from_fn(width, height, |x, y| {
            let [red, green, blue, _] = picture.get_pixel(x, y).0;
            Rgb([red, green, blue])
        });
        let is_opaque = picture.pixels().all(|pixel| pixel.0[3] == 255);
        let alpha = (!is_opaque).then(|| {
            GrayImage::from_fn(width, height, |x, y| image::Luma([picture.get_pixel(x, y).0[3]]))
        });
        Self { color, alpha }
    }
}

pub(crate) fn plane_of(picture: &GrayImage) -> Plane {
    let data = picture.as_raw().iter().map(|value| f32::from(*value) / 255.0).collect();
    Plane { width: picture.width() as usize, height: picture.height() as usize, data }
}

fn over(Rgb(front): Rgb<u8>, alpha: u8, Rgb(behind): Rgb<u8>) -> Rgb<u8> {
    let alpha = u32::from(alpha);
    Rgb(std::array::from_fn(|channel| {
        let sum = u32::from(front[channel]) * alpha + u32::from(behind[channel]) * (255 - alpha);
        ((sum + 127) / 255) as u8
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparency_is_kept_and_flattened_on_a_color() {
        let picture = RgbaImage::from_fn(3, 1, |x, _| image::Rgba([200, 100, 0, (x * 127) as u8]));
        let raster = Raster::of_rgba(&picture);
        assert_eq!(raster.to_rgba(), picture);
        let flat = raster.flattened([255, 255, 255]);
        assert_eq!(flat.get_pixel(0, 0).0, [255, 255, 255]);
        assert_eq!(flat.get_pixel(2, 0).0, [200, 101, 1]);
        let opaque = RgbaImage::from_pixel(3, 1, image::Rgba([1, 2, 3, 255]));
        assert_eq!(Raster::of_rgba(&opaque).alpha, None);
    }
}
