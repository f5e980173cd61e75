use crate::blur::{gauss, guided};
use crate::plane::{Plane, Planes};

/// Parts of the darkest and of the brightest pixels that may become black and white.
const CLIPPED: f32 = 0.004;
/// Largest amplification of contrast: flat pictures are meant to be flat.
const STRETCH_MAX: f32 = 2.0;

/// Spreads the tones over the whole range, and lifts local contrast without halos. `strength`: 0 to 1.
pub(crate) fn enhance(picture: &Planes, strength: f32) -> Planes {
    let before = picture.luminance();
    let (low, high) = range(&before);
    let scale = (1.0 / (high - low).max(0.05)).min(STRETCH_MAX);
    let middle = (low + high) / 2.0;
    let target = 0.5 * (1.0 - strength * 0.5) + middle * strength * 0.5;
    let stretched = before.map(|value| {
        let wanted = (value - middle) * scale + target.clamp(0.35, 0.6);
        value + (wanted - value) * strength * 0.8
    });
    let radius = (before.width.max(before.height) / 40).max(4);
    let smooth = guided(&stretched, &stretched, radius, 0.01);
    let after = stretched
        .zip(&smooth, |value, around| (value + (value - around) * 0.7 * strength).clamp(0.0, 1.0));
    with_luminance(picture, &before, &after, 1.0 + 0.12 * strength)
}

/// Returns the tones between which nearly all pixels lie.
fn range(plane: &Plane) -> (f32, f32) {
    let mut counts = [0_usize; 256];
    for value in &plane.data {
        counts[usize::from(crate::plane::to_byte(*value))] += 1;
    }
    let clipped = (plane.data.len() as f32 * CLIPPED) as usize;
    let first_beyond = |mut order: Box<dyn Iterator<Item = usize>>| {
        let mut sum = 0;
        order.find(|tone| {
            sum += counts[*tone];
            sum > clipped
        })
    };
    let low = first_beyond(Box::new(0..256)).unwrap_or(0);
    let high = first_beyond(Box::new((0..256).rev())).unwrap_or(255);
    (low as f32 / 255.0, high as f32 / 255.0)
}

/// Changes the brightness and leaves the hue. `saturation`: 1 leaves it too.
pub(crate) fn with_luminance(
    picture: &Planes,
    before: &Plane,
    after: &Plane,
    saturation: f32,
) -> Planes {
    picture.map_pixels(|at, color| {
        let (old, new) = (before.data[at], after.data[at]);
        // Between adding and multiplying: noise in the dark is not amplified, colors do not fade.
        let ratio = ((new + 0.1) / (old + 0.1)).clamp(0.5, 2.0);
        color.map(|channel| (new + (channel - old) * ratio * saturation).clamp(0.0, 1.0))
    })
}

/// Makes edges steeper, without rims around them. `strength`: 0 to 1.
pub(crate) fn sharpen(picture: &Planes, strength: f32) -> Planes {
    let before = picture.luminance();
    let blurred = gauss(&before, 1.3);
    let mut after = before.clone();
    let (width, height) = (before.width, before.height);
    for y in 0..height {
        for x in 0..width {
            let at = y * width + x;
            let near = neighborhood(&before, x, y);
            let detail = before.data[at] - blurred.data[at];
            // Noise is left alone.
            let weight = (detail.abs() / 0.012).min(1.0);
            let wanted = before.data[at] + detail * weight * strength * 3.0;
            // Only a little beyond what is near, so that edges get no rims.
            let room = (near.1 - near.0) * 0.2 * strength;
            after.data[at] = wanted.clamp(near.0 - room, near.1 + room).clamp(0.0, 1.0);
        }
    }
    with_luminance(picture, &before, &after, 1.0)
}

fn neighborhood(plane: &Plane, x: usize, y: usize) -> (f32, f32) {
    let mut range = (f32::MAX, f32::MIN);
    for near_y in y.saturating_sub(1)..(y + 2).min(plane.height) {
        let row = &plane.data[near_y * plane.width..];
        for value in &row[x.saturating_sub(1)..(x + 2).min(plane.width)] {
            range = (range.0.min(*value), range.1.max(*value));
        }
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::{photo, psnr};

    fn spread(picture: &Planes) -> f32 {
        let (low, high) = range(&picture.luminance());
        high - low
    }

    #[test]
    fn a_dull_picture_gets_its_range_back_and_comes_closer_to_the_original() {
        let original = photo(200, 160);
        let dull = original.map(|plane| plane.map(|value| 0.3 + value * 0.35));
        let made = enhance(&dull, 1.0);
        assert!(spread(&made) > 1.5 * spread(&dull), "{} {}", spread(&made), spread(&dull));
        assert!(psnr(&made, &original) > psnr(&dull, &original) + 2.0);
        let weak = enhance(&dull, 0.1);
        assert!(spread(&weak) < spread(&made));
    }

    #[test]
    fn a_soft_picture_comes_closer_to_the_original_and_gets_no_rims() {
        let original = photo(200, 160);
        let soft = original.map(|plane| gauss(plane, 1.2));
        let made = sharpen(&soft, 0.6);
        let gain = psnr(&made, &original) - psnr(&soft, &original);
        assert!(gain > 0.5, "{gain}");
        let even = Planes([0.2, 0.4, 0.6].map(|value| Plane::filled(64, 64, value)));
        assert!(psnr(&sharpen(&even, 1.0), &even) > 60.0);
    }
}
