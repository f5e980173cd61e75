use image_tools::ToolError;

use super::network::Network;
use super::onnx::{Graph, INPUT};
use super::tiles::{Tile, Tiling};
use crate::plane::Planes;

/// Channels within the network.
const CHANNELS: usize = 48;
const BLOCKS: usize = 6;
/// In front of weights of 16 bits (ncnn's format).
const HALVES: u32 = 0x0130_6b47;

/// Makes the sides of a picture `factor` times as long, by SPAN (Wan et al. 2023). `weights`: as ncnn keeps them.
///
/// # Errors
///
/// The weights are not those of this network.
pub(crate) fn upscale(
    picture: &Planes,
    factor: usize,
    weights: &[u8],
) -> Result<Planes, ToolError> {
    let mut reader = Reader(weights);
    let means = [reader.number()?, reader.number()?, reader.number()?];
    let network = Network::load(span(&mut reader, factor)?)?;
    let tiling = Tiling { side: 160, overlap: 20, scale: factor };
    tiling.run(&network, picture, factor, |part| Tile {
        channels: 3,
        width: part.0[0].width,
        height: part.0[0].height,
        values: part
            .0
            .iter()
            .zip(means)
            .flat_map(|(plane, mean)| plane.data.iter().map(move |value| (value - mean) * 255.0))
            .collect(),
    })
}

/// Writes the network with its weights.
fn span(reader: &mut Reader, factor: usize) -> Result<Vec<u8>, ToolError> {
    let mut graph = Graph::default();
    let half = graph.number(0.5);
    let first = reader.convolve(&mut graph, INPUT, [CHANNELS, 3, 3])?;
    let mut last = first.clone();
    let mut kept = Vec::new();
    for _ in 0..BLOCKS {
        let inner = [CHANNELS, CHANNELS, 3];
        let one = reader.convolve(&mut graph, &last, inner)?;
        let one = swish(&mut graph, &one);
        let two = reader.convolve(&mut graph, &one, inner)?;
        let two = swish(&mut graph, &two);
        let three = reader.convolve(&mut graph, &two, inner)?;
        let attention = graph.apply("Sigmoid", &[&three]);
        let attention = graph.apply("Sub", &[&attention, &half]);
        let sum = graph.apply("Add", &[&three, &last]);
        last = graph.apply("Mul", &[&sum, &attention]);
        kept.push((one, last.clone()));
    }
    let end = reader.convolve(&mut graph, &last, [CHANNELS, CHANNELS, 3])?;
    let joined = graph.join(&[&first, &end, &kept[0].1, &kept[BLOCKS - 1].0]);
    let mixed = reader.convolve(&mut graph, &joined, [CHANNELS, 4 * CHANNELS, 1])?;
    let outputs = 3 * factor * factor;
    let made = reader.convolve(&mut graph, &mixed, [outputs, CHANNELS, 3])?;
    if !reader.0.is_empty() {
        return Err(ToolError::Broken);
    }
    Ok(graph.finish(&made, 3, outputs))
}

fn swish(graph: &mut Graph, source: &str) -> String {
    let gate = graph.apply("Sigmoid", &[source]);
    graph.apply("Mul", &[source, &gate])
}

/// Reads weights as ncnn keeps them, one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], ToolError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ToolError::Broken)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<f32, ToolError> {
        let four = self.take(4)?.try_into().map_err(|_| ToolError::Broken)?;
        Ok(f32::from_le_bytes(four))
    }

    fn convolve(
        &mut self,
        graph: &mut Graph,
        source: &str,
        shape: [usize; 3],
    ) -> Result<String, ToolError> {
        let [outputs, inputs, side] = shape;
        if self.number()?.to_bits() != HALVES {
            return Err(ToolError::Broken);
        }
        let count = outputs * inputs * side * side;
        // Their end is on a border of four bytes.
        let bytes = self.take((count * 2).next_multiple_of(4))?;
        let halves = bytes.chunks_exact(2).take(count);
        let weights: Vec<f32> =
            halves.map(|two| from_half(u16::from_le_bytes([two[0], two[1]]))).collect();
        let bias = (0..outputs).map(|_| self.number()).collect::<Result<Vec<_>, _>>()?;
        Ok(graph.convolve(source, shape, &weights, &bias))
    }
}

/// Returns a number of 16 bits (IEEE 754) as one of 32.
fn from_half(half: u16) -> f32 {
    let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from((half >> 10) & 0x1f);
    let fraction = f32::from(half & 0x3ff) / 1_024.0;
    match exponent {
        0 => sign * fraction * 2_f32.powi(-14),
        31 => f32::NAN,
        _ => sign * (1.0 + fraction) * 2_f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::photo;

    #[test]
    fn halves_are_read() {
        for (half, value) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8)]
        {
            assert_eq!(from_half(half), value);
        }
    }

    #[test]
    fn other_data_is_refused() {
        for weights in [b"".as_slice(), &[0; 40], &[7; 900_000]] {
            assert_eq!(upscale(&photo(20, 20), 2, weights), Err(ToolError::Broken));
        }
    }
}
