use std::collections::HashMap;

use image::{Rgb, RgbImage};
use rayon::prelude::*;

/// Rounds in which colors move to the middle of the pixels that are nearest to them.
const ROUNDS: usize = 12;
/// Bits of each channel by which like pixels are counted together.
const BITS: u32 = 5;

/// A color in Oklab, where distances are as eyes see them (Ottosson 2020).
type Lab = [f32; 3];

/// A group of like pixels.
struct Group {
    lab: Lab,
    weight: f32,
}

/// Returns at most that many colors, those that fit a picture best: k-means, from the most distant groups on.
pub(crate) fn palette_of(color: &RgbImage, count: usize) -> Vec<[u8; 3]> {
    let groups = groups_of(color);
    let mut middles = spread(&groups, count);
    for _ in 0..ROUNDS {
        let mut sums = vec![[0.0_f32; 4]; middles.len()];
        for group in &groups {
            let sum = &mut sums[nearest(&middles, group.lab)];
            for (sum, part) in sum.iter_mut().zip(group.lab) {
                *sum += part * group.weight;
            }
            sum[3] += group.weight;
        }
        for (middle, [light, a, b, weight]) in middles.iter_mut().zip(sums) {
            if weight > 0.0 {
                *middle = [light / weight, a / weight, b / weight];
            }
        }
    }
    middles.into_iter().map(to_rgb).collect()
}

/// The nearest color of a palette for each color, looked up once.
pub(crate) struct Lookup(Vec<u8>);

impl Lookup {
    /// Looks up a palette of at most 256 colors.
    pub(crate) fn new(palette: &[[u8; 3]]) -> Self {
        const MAX: usize = (1 << BITS_FINE) - 1;
        let middles: Vec<Lab> = palette.iter().map(|color| to_lab(*color)).collect();
        let part = |key: usize, shift: u32| (((key >> shift) & MAX) * 255 / MAX) as u8;
        let keys = (0..1_usize << (3 * BITS_FINE)).into_par_iter();
        let nearest_of = |key: usize| {
            let color = [part(key, 2 * BITS_FINE), part(key, BITS_FINE), part(key, 0)];
            nearest(&middles, to_lab(color)) as u8
        };
        Self(keys.map(nearest_of).collect())
    }

    /// Returns, for each pixel, the place of the nearest color.
    pub(crate) fn indices(&self, color: &RgbImage) -> Vec<u8> {
        color.pixels().map(|pixel| self.0[key_of(pixel.0, BITS_FINE)]).collect()
    }
}

/// Bits of each channel by which the nearest color is looked up.
const BITS_FINE: u32 = 6;

/// Returns a picture in the nearest colors of a palette.
pub(crate) fn with_palette(color: &RgbImage, palette: &[[u8; 3]]) -> RgbImage {
    let indices = Lookup::new(palette).indices(color);
    let mut made = color.clone();
    for (pixel, index) in made.pixels_mut().zip(indices) {
        *pixel = Rgb(palette[usize::from(index)]);
    }
    made
}

fn key_of(color: [u8; 3], bits: u32) -> usize {
    color.iter().fold(0, |key, channel| (key << bits) | usize::from(channel >> (8 - bits)))
}

fn groups_of(color: &RgbImage) -> Vec<Group> {
    let mut sums: HashMap<usize, [u64; 4]> = HashMap::new();
    for pixel in color.pixels() {
        let sum = sums.entry(key_of(pixel.0, BITS)).or_default();
        for (sum, channel) in sum.iter_mut().zip(pixel.0) {
            *sum += u64::from(channel);
        }
        sum[3] += 1;
    }
    let mut keys: Vec<usize> = sums.keys().copied().collect();
    // The same picture has the same colors each time.
    keys.sort_unstable();
    let group = |key: usize| {
        let [red, green, blue, count] = sums[&key];
        let mean = [red, green, blue].map(|sum| (sum / count) as u8);
        Group { lab: to_lab(mean), weight: count as f32 }
    };
    keys.into_iter().map(group).collect()
}

/// Returns colors to begin with: the most frequent one, and again and again the one that is farthest from all, by weight.
fn spread(groups: &[Group], count: usize) -> Vec<Lab> {
    let Some(first) = groups.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)) else {
        return vec![[0.0; 3]];
    };
    let mut middles = vec![first.lab];
    let mut far: Vec<f32> = groups.iter().map(|group| distance(group.lab, first.lab)).collect();
    while middles.len() < count {
        let score = |at: &usize| far[*at] * groups[*at].weight.powf(0.35);
        let next = (0..groups.len()).max_by(|a, b| score(a).total_cmp(&score(b)));
        let Some(next) = next.filter(|next| far[*next] > 1e-6) else { break };
        middles.push(groups[next].lab);
        for (far, group) in far.iter_mut().zip(groups) {
            *far = far.min(distance(group.lab, groups[next].lab));
        }
    }
    middles
}

fn nearest(middles: &[Lab], lab: Lab) -> usize {
    let mut best = (f32::MAX, 0);
    for (at, middle) in middles.iter().enumerate() {
        let far = distance(*middle, lab);
        if far < best.0 {
            best = (far, at);
        }
    }
    best.1
}

fn distance(one: Lab, two: Lab) -> f32 {
    (one[0] - two[0]).powi(2) + (one[1] - two[1]).powi(2) + (one[2] - two[2]).powi(2)
}

fn to_lab(color: [u8; 3]) -> Lab {
    let [red, green, blue] = color.map(|channel| {
        let value = f32::from(channel) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let long = (0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue).cbrt();
    let medium = (0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue).cbrt();
    let short = (0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue).cbrt();
    [
        0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
        1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
        0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
    ]
}

fn to_rgb([light, a, b]: Lab) -> [u8; 3] {
    let long = (light + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let medium = (light - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let short = (light - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * long - 3.307_711_6 * medium + 0.230_969_94 * short,
        -1.268_438 * long + 2.609_757_4 * medium - 0.341_319_38 * short,
        -0.004_196_086_3 * long - 0.703_418_6 * medium + 1.707_614_7 * short,
    ]
    .map(|value| {
        let value = value.clamp(0.0, 1.0);
        let encoded = match value {
            dark if dark <= 0.003_130_8 => dark * 12.92,
            bright => 1.055 * bright.powf(1.0 / 2.4) - 0.055,
        };
        crate::plane::to_byte(encoded)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Planes;
    use crate::quality::{photo, psnr};

    #[test]
    fn colors_come_back_from_oklab() {
        for color in [[0, 0, 0], [255, 255, 255], [200, 30, 90], [3, 250, 128]] {
            let back = to_rgb(to_lab(color));
            let error = color.iter().zip(back).map(|(a, b)| a.abs_diff(b)).max();
            assert!(error <= Some(1), "{color:?} {back:?}");
        }
    }

    #[test]
    fn a_picture_of_few_colors_keeps_them() {
        let colors = [[250, 0, 0], [0, 130, 0], [20, 20, 200]];
        let picture = RgbImage::from_fn(60, 20, |x, _| Rgb(colors[(x / 20) as usize]));
        let made = with_palette(&picture, &palette_of(&picture, 16));
        assert!(psnr(&Planes::of(&made), &Planes::of(&picture)) > 45.0);
    }

    #[test]
    fn more_colors_fit_better() {
        let picture = photo(200, 150).to_rgb();
        let fit = |count: usize| {
            let palette = palette_of(&picture, count);
            assert!(palette.len() <= count);
            psnr(&Planes::of(&with_palette(&picture, &palette)), &Planes::of(&picture))
        };
        let (few, more, many) = (fit(4), fit(16), fit(64));
        assert!(few > 16.0 && more > few + 3.0 && many > more + 2.0, "{few} {more} {many}");
    }
}
