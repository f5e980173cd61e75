use rayon::prelude::*;

use crate::plane::{Plane, Planes};

/// Side of the squares whose waves are looked at.
const SIDE: usize = 8;
/// Distance between squares: they overlap, so that their edges do not show.
const STEP: usize = 2;
/// Waves weaker than this many times the noise are noise.
const THRESHOLD: f32 = 2.7;
/// Rows that one thread works on.
const BAND: usize = 64;

/// Takes noise out of a picture: waves in its squares that are not stronger than the noise (Yu, Sapiro: DCT denoising).
/// `strength`: 0 to 1; at a half, as much as the noise that is found.
pub(crate) fn denoise(picture: &Planes, strength: f32) -> Planes {
    let parts = decorrelated(picture);
    let cleaned = Planes(parts.0.each_ref().map(|plane| {
        let sigma = noise_of(plane) * strength * 2.0;
        if sigma < 0.001 { plane.clone() } else { clean(plane, sigma) }
    }));
    correlated(&cleaned)
}

/// Returns the standard deviation of noise, from what the finest waves have in their middle (Immerkær; robust).
pub(crate) fn noise_of(plane: &Plane) -> f32 {
    let mut waves = Vec::new();
    for y in (1..plane.height.saturating_sub(1)).step_by(2) {
        for x in (1..plane.width.saturating_sub(1)).step_by(2) {
            let at = |dx: usize, dy: usize| plane.at(x + dx - 1, y + dy - 1);
            let corners = at(0, 0) + at(2, 0) + at(0, 2) + at(2, 2);
            let sides = at(1, 0) + at(0, 1) + at(2, 1) + at(1, 2);
            waves.push((corners - 2.0 * sides + 4.0 * at(1, 1)).abs());
        }
    }
    if waves.is_empty() {
        return 0.0;
    }
    let middle = waves.len() / 2;
    let (_, median, _) = waves.select_nth_unstable_by(middle, f32::total_cmp);
    // Half of a normal distribution lies within 0.6745 of its deviation; the filter multiplies it by six.
    *median / 0.6745 / 6.0
}

const ROOTS: [f32; 3] = [0.577_350_3, 0.707_106_77, 0.408_248_3];

/// Separates what the colors share from what they differ in, with the same noise in each.
fn decorrelated(picture: &Planes) -> Planes {
    picture.map_pixels(|_, [red, green, blue]| {
        [
            (red + green + blue) * ROOTS[0],
            (red - blue) * ROOTS[1],
            (red - 2.0 * green + blue) * ROOTS[2],
        ]
    })
}

fn correlated(parts: &Planes) -> Planes {
    parts.map_pixels(|_, [shared, first, second]| {
        let (shared, first, second) = (shared * ROOTS[0], first * ROOTS[1], second * ROOTS[2]);
        [shared + first + second, shared - 2.0 * second, shared - first + second]
            .map(|value| value.clamp(0.0, 1.0))
    })
}

fn clean(plane: &Plane, sigma: f32) -> Plane {
    let (width, height) = (plane.width, plane.height);
    if width < SIDE || height < SIDE {
        return plane.clone();
    }
    let basis = basis();
    let mut data = vec![0.0; width * height];
    data.par_chunks_mut(width * BAND).enumerate().for_each(|(band, made)| {
        let first = band * BAND;
        let mut weights = vec![0.0; made.len()];
        // Squares that reach into the band.
        let start = (first + 1).saturating_sub(SIDE) / STEP * STEP;
        let end = (first + made.len() / width).min(height - SIDE + 1);
        let rows =
            (start..end).step_by(STEP).chain((end == height - SIDE + 1).then_some(height - SIDE));
        for y in rows {
            for x in (0..=width - SIDE).step_by(STEP).chain([width - SIDE]) {
                let (square, weight) = clean_square(plane, x, y, sigma * THRESHOLD, &basis);
                for (line, values) in square.iter().enumerate() {
                    let Some(row) = (y + line).checked_sub(first) else { continue };
                    let Some(at) = (row * width < made.len()).then_some(row * width + x) else {
                        continue;
                    };
                    for (column, value) in values.iter().enumerate() {
                        made[at + column] += value * weight;
                        weights[at + column] += weight;
                    }
                }
            }
        }
        for (value, weight) in made.iter_mut().zip(weights) {
            *value /= weight;
        }
    });
    Plane { width, height, data }
}

type Square = [[f32; SIDE]; SIDE];

/// Returns a square without its weak waves, and its weight: smooth ones count for more.
fn clean_square(plane: &Plane, x: usize, y: usize, limit: f32, basis: &Square) -> (Square, f32) {
    let mut square = [[0.0; SIDE]; SIDE];
    for (line, row) in square.iter_mut().enumerate() {
        row.copy_from_slice(&plane.data[(y + line) * plane.width + x..][..SIDE]);
    }
    let mut waves = times(&times(basis, &square), &turned(basis));
    let mut kept = 1.0;
    for (at, wave) in waves.iter_mut().flatten().enumerate() {
        if at > 0 && wave.abs() < limit {
            *wave = 0.0;
        } else {
            kept += 1.0;
        }
    }
    (times(&times(&turned(basis), &waves), basis), 1.0 / kept)
}

fn basis() -> Square {
    std::array::from_fn(|wave| {
        let scale = if wave == 0 { 1.0 / SIDE as f32 } else { 2.0 / SIDE as f32 }.sqrt();
        std::array::from_fn(|at| {
            let angle = std::f32::consts::PI * (at as f32 + 0.5) * wave as f32 / SIDE as f32;
            scale * angle.cos()
        })
    })
}

fn turned(square: &Square) -> Square {
    std::array::from_fn(|row| std::array::from_fn(|column| square[column][row]))
}

fn times(one: &Square, two: &Square) -> Square {
    let mut made = [[0.0; SIDE]; SIDE];
    for (row, values) in made.iter_mut().zip(one) {
        for (factor, other) in values.iter().zip(two) {
            for (sum, value) in row.iter_mut().zip(other) {
                *sum += factor * value;
            }
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::{noisy, photo, psnr};

    #[test]
    fn the_amount_of_noise_is_found() {
        let even = Planes([0.5, 0.5, 0.5].map(|value| Plane::filled(200, 200, value)));
        for sigma in [0.02, 0.06, 0.1] {
            let found = noise_of(&noisy(&even, sigma, 7).0[0]);
            assert!((found - sigma).abs() < 0.1 * sigma, "{sigma}: {found}");
        }
        assert!(noise_of(&photo(200, 160).0[0]) < 0.01);
    }

    #[test]
    fn noise_goes_and_the_picture_stays() {
        let original = photo(160, 131);
        for (sigma, gain_min) in [(0.04, 4.0), (0.1, 7.0)] {
            let noisy = noisy(&original, sigma, 3);
            let gain = psnr(&denoise(&noisy, 0.5), &original) - psnr(&noisy, &original);
            assert!(gain > gain_min, "{sigma}: {gain} dB");
        }
        let kept = psnr(&denoise(&original, 0.5), &original);
        assert!(kept > 38.0, "{kept} dB of a picture without noise");
    }
}
