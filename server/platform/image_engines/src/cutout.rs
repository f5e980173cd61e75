use image_tools::{ToolError, Weights};
use rten_tensor::prelude::*;

use crate::Assets;
use crate::blur::{box_blur, guided};
use crate::networks::Network;
use crate::plane::{Plane, Planes, smooth_step};
use crate::raster::Raster;
use crate::resize::resize_rgb;

/// Side of the picture that the network takes.
const SIDE: usize = 320;
/// Means and deviations of the pictures that it learned from.
const MEANS: [f32; 3] = [0.485, 0.456, 0.406];
const DEVIATIONS: [f32; 3] = [0.229, 0.224, 0.225];
/// Least certainty of the network, at some pixel, that there is a subject.
const SURE: f32 = 0.5;
/// Smallest part of a picture that is a subject.
const PART_MIN: f32 = 0.003;

/// Returns the opacity of a picture's subject, found by a network.
///
/// # Errors
///
/// The network is not installed, or finds none.
pub(crate) fn find_subject(raster: &Raster, assets: &Assets) -> Result<Plane, ToolError> {
    let [content] = assets.files(Weights::Cutout)? else { return Err(ToolError::Broken) };
    let network = Network::load(content.clone())?;
    let small = resize_rgb(&raster.color, SIDE as u32, SIDE as u32);
    let made = network.run(normalized(&Planes::of(&small)), 3, SIDE, SIDE)?;
    let data: Vec<f32> = made.iter().copied().collect();
    if data.len() != SIDE * SIDE {
        return Err(ToolError::Broken);
    }
    let coarse = Plane { width: SIDE, height: SIDE, data };
    let highest = coarse.data.iter().copied().fold(0.0, f32::max);
    if highest < SURE || part_of(&coarse) < PART_MIN {
        return Err(ToolError::NoSubject);
    }
    Ok(refine(&coarse.map(|value| (value / highest).clamp(0.0, 1.0)), raster))
}

fn normalized(planes: &Planes) -> Vec<f32> {
    let brightest = planes.0.iter().flat_map(|plane| &plane.data).copied().fold(1e-3, f32::max);
    let parts = planes.0.iter().zip(MEANS).zip(DEVIATIONS);
    parts
        .flat_map(|((plane, mean), deviation)| {
            plane.data.iter().map(move |value| (value / brightest - mean) / deviation)
        })
        .collect()
}

fn part_of(plane: &Plane) -> f32 {
    plane.data.iter().filter(|value| **value > 0.5).count() as f32 / plane.data.len() as f32
}

/// Brings a coarse mask to the edges of the picture.
fn refine(coarse: &Plane, raster: &Raster) -> Plane {
    let guide = raster.planes().luminance();
    let (width, height) = (guide.width, guide.height);
    let large = coarse.resized(width, height);
    let radius = (width.max(height) / 100).max(2);
    let refined = guided(&guide, &large, radius, 1e-4);
    // Far from the mask's border nothing changes.
    let sure = box_blur(&large, radius);
    refined
        .zip(&sure, |value, sure| match sure {
            outside if outside < 0.02 => 0.0,
            inside if inside > 0.98 => 1.0,
            _ => value,
        })
        .map(|value| smooth_step(0.12, 0.88, value))
}

/// Returns the opacity of a subject that a person marked, with soft edges.
///
/// # Errors
///
/// Nothing is marked.
pub(crate) fn marked_subject(mask: &image::GrayImage) -> Result<Plane, ToolError> {
    let plane = crate::raster::plane_of(mask);
    if plane.data.iter().all(|value| *value < 0.5) {
        return Err(ToolError::MaskEmpty);
    }
    Ok(crate::blur::gauss(&plane, 0.8))
}

/// Returns the colors of a subject without those of its background at its edges (Forte 2021: blur fusion).
pub(crate) fn foreground(picture: &Planes, alpha: &Plane) -> Planes {
    let radius = (alpha.width.max(alpha.height) / 60).max(3);
    let weight = box_blur(alpha, radius);
    let rest = box_blur(&alpha.map(|value| 1.0 - value), radius);
    picture.map(|plane| {
        let front = box_blur(&plane.zip(alpha, |value, alpha| value * alpha), radius);
        let behind = box_blur(&plane.zip(alpha, |value, alpha| value * (1.0 - alpha)), radius);
        let mut made = plane.clone();
        for at in 0..made.data.len() {
            let opacity = alpha.data[at];
            if opacity <= 0.0 || opacity >= 1.0 {
                continue;
            }
            let front = front.data[at] / weight.data[at].max(1e-4);
            let behind = behind.data[at] / rest.data[at].max(1e-4);
            // What is left when both together are taken away belongs to the subject.
            let error = plane.data[at] - opacity * front - (1.0 - opacity) * behind;
            made.data[at] = (front + opacity * error).clamp(0.0, 1.0);
        }
        made
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::{iou, photo};

    /// Returns a disc, its picture, and its opacity.
    fn disc(width: usize, height: usize) -> (Planes, Plane) {
        let mut alpha = Plane::filled(width, height, 0.0);
        for at in 0..alpha.data.len() {
            let (x, y) = ((at % width) as f32, (at / width) as f32);
            let far = ((x - width as f32 / 2.0).powi(2) + (y - height as f32 / 2.0).powi(2)).sqrt();
            alpha.data[at] = (height as f32 / 4.0 - far + 0.5).clamp(0.0, 1.0);
        }
        let picture = photo(width, height).map_pixels(|at, color| {
            let front = [0.9, 0.2, 0.1];
            std::array::from_fn(|channel| {
                color[channel] * (1.0 - alpha.data[at]) + front[channel] * alpha.data[at]
            })
        });
        (picture, alpha)
    }

    #[test]
    fn a_coarse_mask_comes_to_the_edges_of_the_picture() {
        let (picture, alpha) = disc(640, 480);
        // As a network sees it: small, and shifted.
        let coarse = alpha.resized(40, 30).resized(SIDE, SIDE);
        let before = iou(&coarse.resized(640, 480), &alpha);
        let refined = refine(&coarse, &Raster::opaque(picture.to_rgb()));
        let after = iou(&refined, &alpha);
        assert!(after > 0.97 && after >= before, "{before} {after}");
        assert_eq!((refined.at(320, 240), refined.at(5, 5)), (1.0, 0.0));
    }

    #[test]
    fn the_background_does_not_color_the_edges_of_a_subject() {
        let (picture, alpha) = disc(320, 240);
        let error = |planes: &Planes| {
            let edge = (0..alpha.data.len()).filter(|at| (0.1..0.9).contains(&alpha.data[*at]));
            let errors: Vec<f32> = edge.map(|at| (planes.0[0].data[at] - 0.9).abs()).collect();
            errors.iter().sum::<f32>() / errors.len() as f32
        };
        let (before, after) = (error(&picture), error(&foreground(&picture, &alpha)));
        assert!(after < before / 2.0, "{before} {after}");
    }

    #[test]
    fn without_its_data_file_a_network_finds_nothing() {
        let raster = Raster::opaque(photo(120, 100).to_rgb());
        let missing = find_subject(&raster, &Assets::default()).err();
        assert_eq!(missing, Some(ToolError::NotInstalled(Weights::Cutout)));
        let empty = image::GrayImage::new(10, 10);
        assert_eq!(marked_subject(&empty).err(), Some(ToolError::MaskEmpty));
    }
}
