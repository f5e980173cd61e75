use image::RgbImage;
use image_tools::Background;

use crate::blur::gauss;
use crate::cutout::foreground;
use crate::geometry::cover;
use crate::plane::{Plane, Planes};

/// Puts a subject in front of another background. `behind`: the picture for [`Background::Picture`].
pub(crate) fn change_background(
    picture: &Planes,
    alpha: &Plane,
    background: Background,
    behind: Option<&RgbImage>,
) -> Planes {
    let subject = foreground(picture, alpha);
    let behind = match (background, behind) {
        (Background::Color { color }, _) => {
            let plane =
                |value: u8| Plane::filled(alpha.width, alpha.height, f32::from(value) / 255.0);
            Planes(color.0.map(plane))
        }
        (Background::Picture, Some(behind)) => {
            Planes::of(&cover(behind.clone(), alpha.width as u32, alpha.height as u32))
        }
        (Background::Blur | Background::Picture, _) => out_of_focus(picture, alpha),
    };
    composed(&subject, alpha, &behind)
}

/// Returns the background out of focus, without the subject's colors in it.
pub(crate) fn out_of_focus(picture: &Planes, alpha: &Plane) -> Planes {
    let sigma = alpha.width.max(alpha.height) as f32 / 60.0;
    let rest = alpha.map(|value| (1.0 - value).max(1e-3));
    let weight = gauss(&rest, sigma);
    picture.map(|plane| {
        let sum = gauss(&plane.zip(&rest, |value, rest| value * rest), sigma);
        sum.zip(&weight, |sum, weight| sum / weight)
    })
}

pub(crate) fn composed(front: &Planes, alpha: &Plane, behind: &Planes) -> Planes {
    Planes(std::array::from_fn(|channel| {
        let front = front.0[channel].zip(alpha, |value, alpha| value * alpha);
        let behind = behind.0[channel].zip(alpha, |value, alpha| value * (1.0 - alpha));
        front.zip(&behind, |one, two| one + two)
    }))
}

#[cfg(test)]
mod tests {
    use image_tools::Color;

    use super::*;
    use crate::quality::photo;

    fn left_half(width: usize, height: usize) -> Plane {
        let data = (0..width * height).map(|at| if at % width < width / 2 { 1.0 } else { 0.0 });
        Plane { width, height, data: data.collect() }
    }

    #[test]
    fn the_subject_stays_and_what_is_behind_it_changes() {
        let picture = photo(120, 90);
        let alpha = left_half(120, 90);
        let color = Background::Color { color: Color([10, 200, 30]) };
        let made = change_background(&picture, &alpha, color, None).to_rgb();
        let original = picture.to_rgb();
        assert_eq!(made.get_pixel(20, 40), original.get_pixel(20, 40));
        assert_eq!(made.get_pixel(100, 40).0, [10, 200, 30]);
        let other = RgbImage::from_pixel(30, 200, image::Rgb([0, 0, 250]));
        let made = change_background(&picture, &alpha, Background::Picture, Some(&other)).to_rgb();
        assert_eq!(made.get_pixel(100, 40).0, [0, 0, 250]);
    }

    #[test]
    fn a_subject_leaves_no_glow_in_a_background_out_of_focus() {
        let alpha = left_half(240, 90);
        let data = (0..240 * 90).map(|at| if at % 240 < 120 { 1.0 } else { 0.2 }).collect();
        let plane = Plane { width: 240, height: 90, data };
        let blurred = out_of_focus(&Planes([plane.clone(), plane.clone(), plane]), &alpha);
        assert!(blurred.0[0].at(124, 40) < 0.25, "{}", blurred.0[0].at(124, 40));
    }
}
