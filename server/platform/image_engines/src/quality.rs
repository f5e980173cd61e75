//! Figures of quality, and pictures that tests make themselves.

use crate::plane::{Plane, Planes};

/// Returns the ratio of signal to noise in decibels.
pub(crate) fn psnr(one: &Planes, two: &Planes) -> f32 {
    let mut sum = 0.0;
    let mut count = 0;
    for (one, two) in one.0.iter().zip(&two.0) {
        let squares = one.data.iter().zip(&two.data).map(|(a, b)| f64::from((a - b).powi(2)));
        sum += squares.sum::<f64>();
        count += one.data.len();
    }
    (10.0 * (1.0 / (sum / count as f64).max(1e-12)).log10()) as f32
}

/// Returns how similar two planes are in structure, from 0 to 1 (Wang et al. 2004, by squares of 7 pixels).
pub(crate) fn ssim(one: &Plane, two: &Plane) -> f32 {
    use crate::blur::box_blur;
    let mean = |plane: &Plane| box_blur(plane, 3);
    let product = |a: &Plane, b: &Plane| mean(&a.zip(b, |a, b| a * b));
    let (mean_one, mean_two) = (mean(one), mean(two));
    let (squares_one, squares_two) = (product(one, one), product(two, two));
    let both = product(one, two);
    let (low, high) = (0.01_f32.powi(2), 0.03_f32.powi(2));
    let total: f64 = (0..one.data.len())
        .map(|at| {
            let (a, b) = (mean_one.data[at], mean_two.data[at]);
            let (of_a, of_b) = (squares_one.data[at] - a * a, squares_two.data[at] - b * b);
            let shared = both.data[at] - a * b;
            let above = (2.0 * a * b + low) * (2.0 * shared + high);
            f64::from(above / ((a * a + b * b + low) * (of_a + of_b + high)))
        })
        .sum();
    (total / one.data.len() as f64) as f32
}

/// Returns the overlap of two masks: what both have in relation to what one of them has.
pub(crate) fn iou(one: &Plane, two: &Plane) -> f32 {
    let count = |both: fn(bool, bool) -> bool| {
        let pairs = one.data.iter().zip(&two.data);
        pairs.filter(|(a, b)| both(**a > 0.5, **b > 0.5)).count() as f32
    };
    count(|a, b| a && b) / count(|a, b| a || b).max(1.0)
}

/// Returns a picture with soft shades, hard edges and texture, as photos have them.
pub(crate) fn photo(width: usize, height: usize) -> Planes {
    let shade = |x: usize, y: usize, channel: usize| {
        let (u, v) = (x as f32 / width as f32, y as f32 / height as f32);
        let sky = 0.85 - 0.35 * v + 0.05 * channel as f32;
        let ground = 0.35 + 0.1 * ((u * 60.0).sin() * (v * 47.0).cos()) - 0.05 * channel as f32;
        let mut value = if v < 0.55 + 0.05 * (u * 9.0).sin() { sky } else { ground };
        let (dx, dy) = (u - 0.35, (v - 0.5) * height as f32 / width as f32);
        if dx * dx + dy * dy < 0.03 {
            value = [0.75, 0.3, 0.2][channel] + 0.5 * dx - 0.4 * dy;
        }
        if (0.62..0.85).contains(&u) && (0.3..0.8).contains(&v) {
            let is_window = ((u * 40.0) as usize + (v * 30.0) as usize).is_multiple_of(3);
            value = if is_window { 0.15 } else { [0.6, 0.62, 0.7][channel] };
        }
        value.clamp(0.0, 1.0)
    };
    Planes([0, 1, 2].map(|channel| {
        let data = (0..width * height).map(|at| shade(at % width, at / width, channel)).collect();
        Plane { width, height, data }
    }))
}

/// Adds noise with a normal distribution, the same for the same seed.
pub(crate) fn noisy(picture: &Planes, sigma: f32, seed: u64) -> Planes {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1_u32 << 24) as f32
    };
    let mut made = picture.clone();
    for plane in &mut made.0 {
        for value in &mut plane.data {
            // The sum of twelve even ones has a variance of one.
            let normal = (0..12).map(|_| next()).sum::<f32>() - 6.0;
            *value = (*value + normal * sigma).clamp(0.0, 1.0);
        }
    }
    made
}
