use image::RgbImage;
use rayon::prelude::*;

/// One value for each pixel, usually from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plane {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) data: Vec<f32>,
}

impl Plane {
    pub(crate) fn filled(width: usize, height: usize, value: f32) -> Self {
        Self { width, height, data: vec![value; width * height] }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> f32 {
        self.data[y * self.width + x]
    }

    /// Returns the value between pixels, that of the nearest one beyond the edges.
    pub(crate) fn between(&self, x: f32, y: f32) -> f32 {
        let x = x.clamp(0.0, (self.width - 1) as f32);
        let y = y.clamp(0.0, (self.height - 1) as f32);
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (over_x, over_y) = (x - left as f32, y - top as f32);
        let upper = self.at(left, top) * (1.0 - over_x) + self.at(right, top) * over_x;
        let lower = self.at(left, bottom) * (1.0 - over_x) + self.at(right, bottom) * over_x;
        upper * (1.0 - over_y) + lower * over_y
    }

    pub(crate) fn map(&self, value: impl Fn(f32) -> f32 + Sync) -> Self {
        let data = self.data.par_iter().map(|old| value(*old)).collect();
        Self { data, ..*self }
    }

    pub(crate) fn zip(&self, other: &Self, value: impl Fn(f32, f32) -> f32 + Sync) -> Self {
        let pairs = self.data.par_iter().zip(&other.data);
        Self { data: pairs.map(|(one, two)| value(*one, *two)).collect(), ..*self }
    }

    /// Returns it in another size, between the pixels it has, or as their means where it gets smaller.
    pub(crate) fn resized(&self, width: usize, height: usize) -> Self {
        if (width, height) == (self.width, self.height) {
            return self.clone();
        }
        if width < self.width && height < self.height {
            return self.shrunk(width, height);
        }
        let across = self.width as f32 / width as f32;
        let down = self.height as f32 / height as f32;
        let mut data = vec![0.0; width * height];
        data.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
            let from_y = (y as f32 + 0.5) * down - 0.5;
            for (x, value) in row.iter_mut().enumerate() {
                *value = self.between((x as f32 + 0.5) * across - 0.5, from_y);
            }
        });
        Self { width, height, data }
    }

    fn shrunk(&self, width: usize, height: usize) -> Self {
        let mut data = vec![0.0; width * height];
        data.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
            let rows = y * self.height / height..((y + 1) * self.height).div_ceil(height);
            for (x, value) in row.iter_mut().enumerate() {
                let columns = x * self.width / width..((x + 1) * self.width).div_ceil(width);
                let count = (rows.len() * columns.len()) as f32;
                let line = |y: usize| &self.data[y * self.width..][columns.clone()];
                *value = rows.clone().flat_map(line).sum::<f32>() / count;
            }
        });
        Self { width, height, data }
    }

    /// Returns it with rows and columns exchanged.
    pub(crate) fn transposed(&self) -> Self {
        const BLOCK: usize = 32;
        let (width, height) = (self.height, self.width);
        let mut data = vec![0.0; width * height];
        data.par_chunks_mut(width * BLOCK).enumerate().for_each(|(block, rows)| {
            let first = block * BLOCK;
            for start in (0..width).step_by(BLOCK) {
                for (offset, row) in rows.chunks_mut(width).enumerate() {
                    for (x, value) in row.iter_mut().enumerate().skip(start).take(BLOCK) {
                        *value = self.data[x * self.width + first + offset];
                    }
                }
            }
        });
        Self { width, height, data }
    }
}

/// The three colors of a picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Planes(pub(crate) [Plane; 3]);

impl Planes {
    pub(crate) fn of(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        Self([0, 1, 2].map(|channel| {
            let pixels = picture.as_raw().par_chunks_exact(3);
            let data = pixels.map(|pixel| f32::from(pixel[channel]) / 255.0).collect();
            Plane { width, height, data }
        }))
    }

    pub(crate) fn map(&self, change: impl Fn(&Plane) -> Plane) -> Self {
        Self(std::array::from_fn(|channel| change(&self.0[channel])))
    }

    /// Changes each pixel, with its place in the row-major order.
    pub(crate) fn map_pixels(&self, change: impl Fn(usize, [f32; 3]) -> [f32; 3] + Sync) -> Self {
        let [red, green, blue] = &self.0;
        let (width, height) = (red.width, red.height);
        let mut made = [0; 3].map(|_| Plane::filled(width, height, 0.0));
        let [to_red, to_green, to_blue] = &mut made;
        to_red
            .data
            .par_iter_mut()
            .zip(&mut to_green.data)
            .zip(&mut to_blue.data)
            .enumerate()
            .for_each(|(at, ((to_red, to_green), to_blue))| {
                [*to_red, *to_green, *to_blue] =
                    change(at, [red.data[at], green.data[at], blue.data[at]]);
            });
        Self(made)
    }

    /// Returns the brightness as eyes find it (BT.601).
    pub(crate) fn luminance(&self) -> Plane {
        let [red, green, blue] = &self.0;
        let data = (0..red.data.len()).into_par_iter();
        let data = data.map(|at| luminance([red.data[at], green.data[at], blue.data[at]]));
        Plane { data: data.collect(), ..*red }
    }

    pub(crate) fn to_rgb(&self) -> RgbImage {
        let [red, green, blue] = &self.0;
        let mut bytes = vec![0; red.data.len() * 3];
        bytes.par_chunks_exact_mut(3).enumerate().for_each(|(at, pixel)| {
            pixel.copy_from_slice(&[red, green, blue].map(|plane| to_byte(plane.data[at])));
        });
        RgbImage::from_raw(red.width as u32, red.height as u32, bytes)
            .expect("three bytes were made for each pixel")
    }
}

pub(crate) fn luminance([red, green, blue]: [f32; 3]) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

pub(crate) fn to_byte(value: f32) -> u8 {
    // Saturates, and makes nothing of NaN.
    (value * 255.0 + 0.5) as u8
}

/// Goes smoothly from 0 at `from` to 1 at `to`.
pub(crate) fn smooth_step(from: f32, to: f32, value: f32) -> f32 {
    let part = ((value - from) / (to - from)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_the_same_after_a_way_through_planes() {
        let picture =
            RgbImage::from_fn(70, 45, |x, y| image::Rgb([(x * 3) as u8, (y * 5) as u8, 200]));
        assert_eq!(Planes::of(&picture).to_rgb(), picture);
    }

    #[test]
    fn transposing_twice_changes_nothing() {
        let plane = Plane { width: 70, height: 33, data: (0..70 * 33).map(|x| x as f32).collect() };
        let turned = plane.transposed();
        assert_eq!((turned.width, turned.at(32, 69)), (33, plane.at(69, 32)));
        assert_eq!(turned.transposed(), plane);
    }

    #[test]
    fn a_ramp_keeps_its_ends_and_its_mean_in_any_size() {
        let data = (0..64 * 8).map(|at| (at % 64) as f32 / 63.0).collect();
        let ramp = Plane { width: 64, height: 8, data };
        for (width, height) in [(16, 4), (128, 16), (7, 3)] {
            let other = ramp.resized(width, height);
            let mean = other.data.iter().sum::<f32>() / other.data.len() as f32;
            assert!((mean - 0.5).abs() < 0.01, "{width}: {mean}");
            assert!(other.at(0, 0) < 0.1 && other.at(width - 1, 0) > 0.9, "{width}");
        }
    }
}
