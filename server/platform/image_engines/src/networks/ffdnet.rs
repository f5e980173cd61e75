use image_tools::ToolError;

use super::network::Network;
use super::onnx::{Graph, INPUT};
use super::tiles::{Tile, Tiling};
use crate::filters::denoise::noise_of;
use crate::plane::Planes;

/// Channels within the network, and layers of it.
const CHANNELS: usize = 96;
const LAYERS: usize = 12;
/// Each square of four pixels is one with twelve channels; one more says how much noise there is.
const SQUARE: usize = 12;
/// Start of the arrays in the published file: in this order, each behind its length in eight bytes.
const ARRAYS_START: usize = 2_927;
/// Layers in the order of the file; `true`: the weights, `false`: the bias.
const ORDER: [(usize, bool); 2 * LAYERS] = [
    (3, false),
    (6, false),
    (1, false),
    (3, true),
    (6, true),
    (10, true),
    (0, true),
    (5, true),
    (9, false),
    (10, false),
    (8, true),
    (2, false),
    (7, false),
    (8, false),
    (1, true),
    (4, false),
    (5, false),
    (11, true),
    (11, false),
    (9, true),
    (4, true),
    (2, true),
    (7, true),
    (0, false),
];
/// Less noise is left alone.
const NOISE_MIN: f32 = 0.002;
/// Most noise that the network has learned.
const NOISE_MAX: f32 = 75.0 / 255.0;

/// Takes noise out of a picture, by FFDNet (Zhang et al. 2018). `strength`: 0 to 1; at a half, as much as is found.
///
/// # Errors
///
/// The weights are not those of this network.
pub(crate) fn denoise(
    picture: &Planes,
    strength: f32,
    weights: &[u8],
) -> Result<Planes, ToolError> {
    let found = picture.0.iter().map(noise_of).fold(0.0, f32::max);
    let noise = (found * strength * 2.0).min(NOISE_MAX);
    if noise < NOISE_MIN {
        return Ok(picture.clone());
    }
    let network = Network::load(ffdnet(weights)?)?;
    let tiling = Tiling { side: 256, overlap: 26, scale: 1 };
    tiling.run(&network, picture, 2, |part| in_squares(part, noise))
}

/// Puts each square of four pixels into the channels of one.
fn in_squares(part: &Planes, noise: f32) -> Tile {
    let (width, height) = (part.0[0].width / 2, part.0[0].height / 2);
    let mut values = Vec::with_capacity((SQUARE + 1) * width * height);
    for plane in &part.0 {
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let rows = (0..height).map(|y| &plane.data[(2 * y + down) * plane.width..]);
            values.extend(rows.flat_map(|row| (0..width).map(move |x| row[2 * x + right])));
        }
    }
    values.resize((SQUARE + 1) * width * height, noise);
    Tile { channels: SQUARE + 1, width, height, values }
}

/// Writes the network with its weights.
fn ffdnet(content: &[u8]) -> Result<Vec<u8>, ToolError> {
    let arrays = arrays(content)?;
    let mut graph = Graph::default();
    let mut last = INPUT.to_owned();
    for (layer, (weights, bias)) in arrays.iter().enumerate() {
        let inputs = if layer == 0 { SQUARE + 1 } else { CHANNELS };
        let outputs = if layer == LAYERS - 1 { SQUARE } else { CHANNELS };
        if weights.len() != outputs * inputs * 9 || bias.len() != outputs {
            return Err(ToolError::Broken);
        }
        last = graph.convolve(&last, [outputs, inputs, 3], weights, bias);
        if layer < LAYERS - 1 {
            last = graph.apply("Relu", &[&last]);
        }
    }
    Ok(graph.finish(&last, SQUARE + 1, SQUARE))
}

type Layer = (Vec<f32>, Vec<f32>);

fn arrays(content: &[u8]) -> Result<Vec<Layer>, ToolError> {
    let mut rest = content.get(ARRAYS_START..).ok_or(ToolError::Broken)?;
    let mut layers = vec![(Vec::new(), Vec::new()); LAYERS];
    for (layer, is_weights) in ORDER {
        let (length, after) = rest.split_at_checked(8).ok_or(ToolError::Broken)?;
        let count = u64::from_le_bytes(length.try_into().map_err(|_| ToolError::Broken)?);
        let bytes = usize::try_from(count).ok().and_then(|count| count.checked_mul(4));
        let (values, after) =
            bytes.and_then(|bytes| after.split_at_checked(bytes)).ok_or(ToolError::Broken)?;
        let numbers = values
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let (weights, bias) = &mut layers[layer];
        if is_weights {
            weights.extend(numbers)
        } else {
            bias.extend(numbers)
        }
        rest = after;
    }
    Ok(layers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::{noisy, photo};

    #[test]
    fn other_data_is_refused_and_a_clean_picture_needs_none() {
        let noisy = noisy(&photo(64, 64), 0.1, 1);
        for weights in [b"".as_slice(), &[0; 3_000], &[7; 9_000]] {
            assert_eq!(denoise(&noisy, 0.5, weights), Err(ToolError::Broken));
        }
        let clean = photo(64, 64).map(|plane| plane.map(|_| 0.5));
        assert_eq!(denoise(&clean, 0.5, b""), Ok(clean));
    }

    #[test]
    fn squares_are_put_into_channels_in_their_order() {
        let mut part = photo(4, 2);
        part.0[0].data = (0..8).map(|at| at as f32).collect();
        let tile = in_squares(&part, 0.25);
        assert_eq!((tile.channels, tile.width, tile.height), (13, 2, 1));
        assert_eq!(tile.values[..8], [0.0, 2.0, 1.0, 3.0, 4.0, 6.0, 5.0, 7.0]);
        assert_eq!(tile.values[24..], [0.25, 0.25]);
    }
}
