use image_tools::ToolError;
use rten_tensor::prelude::*;

use super::network::Network;
use crate::plane::{Plane, Planes};

/// The way of a network over a picture: in tiles, so that its memory is bounded.
pub(crate) struct Tiling {
    /// Side of a tile in pixels, without what overlaps.
    pub(crate) side: usize,
    /// Pixels around a tile that it looks at too.
    pub(crate) overlap: usize,
    /// The factor by which the sides become longer.
    pub(crate) scale: usize,
}

/// Part of a picture with all that a network takes: its channels, one after the other.
pub(crate) struct Tile {
    pub(crate) channels: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) values: Vec<f32>,
}

impl Tiling {
    /// Runs a network over a picture. `prepare` makes what it takes out of a tile; what it gives has `scale * scale` values
    /// of each color for each pixel of the tile that it got, in groups (PyTorch's pixel shuffle).
    ///
    /// # Errors
    ///
    /// The network does not take such tiles.
    pub(crate) fn run(
        &self,
        network: &Network,
        picture: &Planes,
        shuffle: usize,
        prepare: impl Fn(&Planes) -> Tile,
    ) -> Result<Planes, ToolError> {
        let [plane, ..] = &picture.0;
        let (width, height) = (plane.width * self.scale, plane.height * self.scale);
        let mut made = Planes([0; 3].map(|_| Plane::filled(width, height, 0.0)));
        for top in (0..plane.height).step_by(self.side) {
            for left in (0..plane.width).step_by(self.side) {
                let part = around(picture, left, top, self.side + 2 * self.overlap, self.overlap);
                let tile = prepare(&part);
                let output = network.run(tile.values, tile.channels, tile.width, tile.height)?;
                let values: Vec<f32> = output.iter().copied().collect();
                let pixels = tile.width * tile.height;
                if values.len() != pixels * 3 * shuffle * shuffle {
                    return Err(ToolError::Broken);
                }
                let whole = Shuffled { values, width: tile.width, pixels, shuffle };
                self.place(&mut made, &whole, left, top);
            }
        }
        Ok(made)
    }

    fn place(&self, made: &mut Planes, tile: &Shuffled, left: usize, top: usize) {
        let start = self.overlap * self.scale;
        for (channel, plane) in made.0.iter_mut().enumerate() {
            let (to_x, to_y) = (left * self.scale, top * self.scale);
            for y in 0..(self.side * self.scale).min(plane.height - to_y) {
                for x in 0..(self.side * self.scale).min(plane.width - to_x) {
                    plane.data[(to_y + y) * plane.width + to_x + x] =
                        tile.at(channel, start + x, start + y).clamp(0.0, 1.0);
                }
            }
        }
    }
}

/// A picture whose pixels lie in groups of channels.
struct Shuffled {
    values: Vec<f32>,
    /// Width and number of pixels before they are spread.
    width: usize,
    pixels: usize,
    shuffle: usize,
}

impl Shuffled {
    fn at(&self, color: usize, x: usize, y: usize) -> f32 {
        let group = (y % self.shuffle) * self.shuffle + x % self.shuffle;
        let channel = color * self.shuffle * self.shuffle + group;
        let pixel = (y / self.shuffle) * self.width + x / self.shuffle;
        self.values[channel * self.pixels + pixel]
    }
}

/// Returns a square of a picture; beyond the edges it is mirrored.
fn around(picture: &Planes, left: usize, top: usize, side: usize, overlap: usize) -> Planes {
    let mirror = |at: isize, length: usize| {
        let period = 2 * length as isize;
        let place = at.rem_euclid(period);
        place.min(period - 1 - place) as usize
    };
    picture.map(|plane| {
        let mut data = Vec::with_capacity(side * side);
        for y in 0..side {
            let from = mirror((top + y) as isize - overlap as isize, plane.height) * plane.width;
            for x in 0..side {
                let x = mirror((left + x) as isize - overlap as isize, plane.width);
                data.push(plane.data[from + x]);
            }
        }
        Plane { width: side, height: side, data }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::networks::onnx::{Graph, INPUT};
    use crate::quality::{photo, psnr};

    #[test]
    fn tiles_fit_together_without_seams() {
        let mut graph = Graph::default();
        // Each color becomes the four pixels of a square.
        let mut weights = [0.0; 12 * 3];
        (0..12).for_each(|channel| weights[channel * 3 + channel / 4] = 1.0);
        let made = graph.convolve(INPUT, [12, 3, 1], &weights, &[0.0; 12]);
        let network = Network::load(graph.finish(&made, 3, 12)).unwrap();
        let picture = photo(75, 41);
        let tiling = Tiling { side: 16, overlap: 3, scale: 2 };
        let prepare = |part: &Planes| Tile {
            channels: 3,
            width: part.0[0].width,
            height: part.0[0].height,
            values: part.0.iter().flat_map(|plane| plane.data.clone()).collect(),
        };
        let large = tiling.run(&network, &picture, 2, prepare).unwrap();
        let small = large.map(|plane| plane.resized(75, 41));
        assert!(psnr(&small, &picture) > 80.0);
    }
}
