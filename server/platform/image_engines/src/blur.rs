use rayon::prelude::*;

use crate::plane::{Plane, Planes};

/// Returns the means over squares of `2 * radius + 1` pixels; beyond the edges lies what is at them.
pub(crate) fn box_blur(plane: &Plane, radius: usize) -> Plane {
    if radius == 0 {
        return plane.clone();
    }
    blur_rows(&blur_rows(plane, radius).transposed(), radius).transposed()
}

fn blur_rows(plane: &Plane, radius: usize) -> Plane {
    let width = plane.width;
    let mut data = vec![0.0; plane.data.len()];
    let count = (2 * radius + 1) as f32;
    data.par_chunks_mut(width).zip(plane.data.par_chunks(width)).for_each(|(made, row)| {
        let last = width - 1;
        let at = |x: isize| row[x.clamp(0, last as isize) as usize];
        let reach = radius as isize;
        // In double precision: errors would add up along the row.
        let mut sum: f64 = (-reach..=reach).map(|x| f64::from(at(x))).sum();
        for (x, value) in made.iter_mut().enumerate() {
            *value = (sum as f32) / count;
            let x = x as isize;
            sum += f64::from(at(x + reach + 1)) - f64::from(at(x - reach));
        }
    });
    Plane { data, ..*plane }
}

/// Returns it blurred as by a Gaussian: exactly for small ones, by three boxes for large ones.
pub(crate) fn gauss(plane: &Plane, sigma: f32) -> Plane {
    if sigma < 2.5 {
        let kernel = kernel_of(sigma);
        return convolve_rows(&convolve_rows(plane, &kernel).transposed(), &kernel).transposed();
    }
    // Three boxes of this width have the same variance (W3C's filter effects, feGaussianBlur).
    let width = sigma * 3.0 * (2.0 * std::f32::consts::PI).sqrt() / 4.0;
    let radius = ((width - 1.0) / 2.0).round() as usize;
    box_blur(&box_blur(&box_blur(plane, radius), radius), radius)
}

fn kernel_of(sigma: f32) -> Vec<f32> {
    let reach = (sigma * 3.0).ceil() as i32;
    let weights =
        (-reach..=reach).map(|x| (-((x * x) as f32) / (2.0 * sigma * sigma).max(1e-6)).exp());
    let weights: Vec<f32> = weights.collect();
    let sum: f32 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

fn convolve_rows(plane: &Plane, kernel: &[f32]) -> Plane {
    let width = plane.width;
    let reach = kernel.len() / 2;
    let mut data = vec![0.0; plane.data.len()];
    data.par_chunks_mut(width).zip(plane.data.par_chunks(width)).for_each(|(made, row)| {
        let mut padded = vec![row[0]; reach];
        padded.extend_from_slice(row);
        padded.resize(width + 2 * reach, row[width - 1]);
        for (offset, weight) in kernel.iter().enumerate() {
            for (value, near) in made.iter_mut().zip(&padded[offset..]) {
                *value += weight * near;
            }
        }
    });
    Plane { data, ..*plane }
}

/// Smooths `plane`, but for the edges that `guide` has (He, Sun, Tang: Guided Image Filtering). Larger `epsilon`s smooth
/// stronger edges. It works on a quarter of the sides and applies what it found to the whole.
pub(crate) fn guided(guide: &Plane, plane: &Plane, radius: usize, epsilon: f32) -> Plane {
    let scale = if radius >= 8 && guide.width.min(guide.height) >= 64 { 4 } else { 1 };
    let (width, height) = (guide.width / scale, guide.height / scale);
    let (small_guide, small) = (guide.resized(width, height), plane.resized(width, height));
    let radius = (radius / scale).max(1);
    let mean = |plane: &Plane| box_blur(plane, radius);
    let (mean_guide, mean_plane) = (mean(&small_guide), mean(&small));
    let of_both = mean(&small_guide.zip(&small, |one, two| one * two));
    let of_squares = mean(&small_guide.map(|value| value * value));
    let count = width * height;
    let mut slope = Plane::filled(width, height, 0.0);
    let mut base = Plane::filled(width, height, 0.0);
    for at in 0..count {
        let variance = of_squares.data[at] - mean_guide.data[at] * mean_guide.data[at];
        let covariance = of_both.data[at] - mean_guide.data[at] * mean_plane.data[at];
        slope.data[at] = covariance / (variance.max(0.0) + epsilon);
        base.data[at] = mean_plane.data[at] - slope.data[at] * mean_guide.data[at];
    }
    let slope = mean(&slope).resized(guide.width, guide.height);
    let base = mean(&base).resized(guide.width, guide.height);
    slope.zip(guide, |slope, guide| slope * guide).zip(&base, |one, two| one + two)
}

/// Smooths each color, but for its edges.
pub(crate) fn smooth(planes: &Planes, radius: usize, epsilon: f32) -> Planes {
    planes.map(|plane| guided(plane, plane, radius, epsilon))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step() -> Plane {
        let data = (0..96 * 96).map(|at| if at % 96 < 48 { 0.2 } else { 0.8 }).collect();
        Plane { width: 96, height: 96, data }
    }

    #[test]
    fn a_blur_keeps_what_is_even_and_the_mean_of_a_point() {
        let even = Plane::filled(50, 40, 0.3);
        let mut point = Plane::filled(101, 101, 0.0);
        point.data[50 * 101 + 50] = 1.0;
        for sigma in [0.8, 2.0, 6.0] {
            assert!(gauss(&even, sigma).data.iter().all(|value| (value - 0.3).abs() < 1e-4));
            let blurred = gauss(&point, sigma);
            let sum: f32 = blurred.data.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{sigma}: {sum}");
            let spread: f32 = (0..101)
                .flat_map(|y| (0..101).map(move |x| (x, y)))
                .map(|(x, y)| blurred.at(x, y) * (x as f32 - 50.0).powi(2))
                .sum();
            assert!((spread.sqrt() - sigma).abs() < 0.15 * sigma, "{sigma}: {}", spread.sqrt());
        }
    }

    #[test]
    fn a_guided_filter_takes_noise_and_leaves_edges() {
        let mut noisy = step();
        for (at, value) in noisy.data.iter_mut().enumerate() {
            *value += if at * 7919 % 13 < 6 { 0.03 } else { -0.03 };
        }
        let made = guided(&noisy, &noisy, 4, 0.01);
        let error = |plane: &Plane| {
            let pairs =
                plane.data.iter().zip(&step().data).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
            pairs / plane.data.len() as f32
        };
        assert!(error(&made) < error(&noisy) / 4.0, "{} {}", error(&made), error(&noisy));
        assert!(made.at(52, 40) - made.at(44, 40) > 0.5);
    }
}
