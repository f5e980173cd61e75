use image::{DynamicImage, GrayImage, RgbImage, imageops};
use image_tools::{Edges, EngineLabel, Fill, Flip, SIDE_MAX_PIXELS, ToolError};

use crate::blur::gauss;
use crate::raster::Raster;
use crate::resize::{fit, resize, resize_rgb};

/// Returns a part of a picture; the whole to the right and below without sides.
///
/// # Errors
///
/// The part is not within the picture.
pub(crate) fn crop(
    raster: &Raster,
    left: u32,
    top: u32,
    width: Option<u32>,
    height: Option<u32>,
) -> Result<Raster, ToolError> {
    let within = |name: &str, start: u32, side: Option<u32>, whole: u32| {
        let room = whole.checked_sub(start).filter(|room| *room > 0);
        let room = room.ok_or_else(|| ToolError::option(name))?;
        match side.unwrap_or(room) {
            side if (1..=room).contains(&side) => Ok(side),
            _ => Err(ToolError::option(name)),
        }
    };
    let width = within("width", left, width, raster.width())?;
    let height = within("height", top, height, raster.height())?;
    Ok(part(raster, left, top, width, height))
}

/// Returns a part that lies within the picture.
pub(crate) fn part(raster: &Raster, left: u32, top: u32, width: u32, height: u32) -> Raster {
    let color = imageops::crop_imm(&raster.color, left, top, width, height).to_image();
    let alpha = raster.alpha.as_ref();
    let alpha = alpha.map(|alpha| imageops::crop_imm(alpha, left, top, width, height).to_image());
    Raster { color, alpha }
}

/// Turns a picture clockwise.
pub(crate) fn rotate(raster: Raster, quarters: u32) -> Raster {
    let turned = |picture: DynamicImage| match quarters % 4 {
        1 => picture.rotate90(),
        2 => picture.rotate180(),
        3 => picture.rotate270(),
        _ => picture,
    };
    each(raster, turned)
}

pub(crate) fn flip(raster: Raster, direction: Flip) -> Raster {
    each(raster, |picture| match direction {
        Flip::Horizontal => picture.fliph(),
        Flip::Vertical => picture.flipv(),
    })
}

fn each(raster: Raster, change: impl Fn(DynamicImage) -> DynamicImage) -> Raster {
    let color = change(raster.color.into()).into_rgb8();
    let alpha = raster.alpha.map(|alpha| change(alpha.into()).into_luma8());
    Raster { color, alpha }
}

/// Returns a picture in another size; without one of the sides, in the same ratio.
///
/// # Errors
///
/// No side is given, or the other one would be too long.
pub(crate) fn resize_to(
    raster: Raster,
    width: Option<u32>,
    height: Option<u32>,
) -> Result<Raster, ToolError> {
    let ratio = f64::from(raster.width()) / f64::from(raster.height());
    let (width, height) = match (width, height) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, (f64::from(width) / ratio).round().max(1.0) as u32),
        (None, Some(height)) => ((f64::from(height) * ratio).round().max(1.0) as u32, height),
        (None, None) => return Err(ToolError::option("width")),
    };
    if width.max(height) > SIDE_MAX_PIXELS {
        return Err(ToolError::option("width"));
    }
    Ok(resize(raster, width, height))
}

/// Puts a frame around a picture, made of what is at its edges; nothing is generated.
pub(crate) fn extend(raster: Raster, edges: Edges, fill: Fill) -> (Raster, EngineLabel) {
    let part_of = |side: u32, percent: u32| side * percent / 100;
    let (width, height) = raster.color.dimensions();
    let (left, top) = (part_of(width, edges.left), part_of(height, edges.top));
    let whole_width = width + left + part_of(width, edges.right);
    let whole_height = height + top + part_of(height, edges.bottom);
    let (mut color, label) = match fill {
        Fill::Mirror => (
            mirrored(&raster.color, left, top, whole_width, whole_height),
            EngineLabel::MirroredFrame,
        ),
        Fill::Blur => {
            (blurred_cover(&raster.color, whole_width, whole_height), EngineLabel::BlurredFrame)
        }
    };
    imageops::replace(&mut color, &raster.color, i64::from(left), i64::from(top));
    let alpha = raster.alpha.map(|alpha| {
        let mut whole = GrayImage::from_pixel(whole_width, whole_height, image::Luma([255]));
        imageops::replace(&mut whole, &alpha, i64::from(left), i64::from(top));
        whole
    });
    (fit(Raster { color, alpha }, SIDE_MAX_PIXELS), label)
}

fn mirrored(color: &RgbImage, left: u32, top: u32, width: u32, height: u32) -> RgbImage {
    let mirror = |at: u32, start: u32, side: u32| {
        let period = i64::from(side) * 2;
        let place = (i64::from(at) - i64::from(start)).rem_euclid(period);
        place.min(period - 1 - place) as u32
    };
    RgbImage::from_fn(width, height, |x, y| {
        *color.get_pixel(mirror(x, left, color.width()), mirror(y, top, color.height()))
    })
}

/// Returns a picture that covers the sides, out of focus.
fn blurred_cover(color: &RgbImage, width: u32, height: u32) -> RgbImage {
    let small = cover(color.clone(), width.div_ceil(8).max(1), height.div_ceil(8).max(1));
    let sigma = small.width().max(small.height()) as f32 / 30.0;
    let raster = Raster::opaque(small);
    let blurred = raster.planes().map(|plane| gauss(plane, sigma)).to_rgb();
    resize_rgb(&blurred, width, height)
}

/// Returns the middle of a picture, scaled so that it covers the sides.
pub(crate) fn cover(color: RgbImage, width: u32, height: u32) -> RgbImage {
    let scale = (f64::from(width) / f64::from(color.width()))
        .max(f64::from(height) / f64::from(color.height()));
    let side =
        |wanted: u32, whole: u32| ((f64::from(wanted) / scale).round() as u32).clamp(1, whole);
    let (part_width, part_height) = (side(width, color.width()), side(height, color.height()));
    let (left, top) = ((color.width() - part_width) / 2, (color.height() - part_height) / 2);
    let middle = imageops::crop_imm(&color, left, top, part_width, part_height).to_image();
    resize_rgb(&middle, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(width: u32, height: u32) -> Raster {
        let color = RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 0]));
        Raster::opaque(color)
    }

    fn pixel(raster: &Raster, x: u32, y: u32) -> [u8; 2] {
        let [at_x, at_y, _] = raster.color.get_pixel(x, y).0;
        [at_x, at_y]
    }

    #[test]
    fn a_part_is_cut_out_where_it_lies_and_nowhere_beyond() {
        let raster = numbered(40, 30);
        let made = crop(&raster, 10, 5, Some(20), None).unwrap();
        assert_eq!((made.color.dimensions(), pixel(&made, 0, 0)), ((20, 25), [10, 5]));
        for (left, top, width) in [(40, 0, None), (0, 30, None), (10, 0, Some(31)), (0, 0, Some(0))]
        {
            assert!(crop(&raster, left, top, width, None).is_err(), "{left} {top} {width:?}");
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_and_four_change_nothing() {
        let raster = numbered(40, 30);
        let turned = rotate(raster.clone(), 1);
        assert_eq!((turned.color.dimensions(), pixel(&turned, 29, 0)), ((30, 40), [0, 0]));
        assert_eq!(rotate(rotate(turned, 2), 1), raster);
        let flipped = flip(raster.clone(), Flip::Horizontal);
        assert_eq!(pixel(&flipped, 0, 7), [39, 7]);
        assert_eq!(flip(flipped, Flip::Horizontal), raster);
    }

    #[test]
    fn a_missing_side_follows_the_ratio_and_stays_within_the_bound() {
        let made = resize_to(numbered(40, 30), Some(80), None).unwrap();
        assert_eq!(made.color.dimensions(), (80, 60));
        assert!(resize_to(numbered(4, 40), Some(400), None).is_err());
        assert!(resize_to(numbered(4, 40), None, None).is_err());
    }

    #[test]
    fn a_frame_says_what_it_is_and_leaves_the_picture_as_it_was() {
        let edges = Edges { left: 50, top: 0, right: 25, bottom: 0 };
        for (fill, label) in
            [(Fill::Mirror, EngineLabel::MirroredFrame), (Fill::Blur, EngineLabel::BlurredFrame)]
        {
            let (made, said) = extend(numbered(40, 32), edges, fill);
            assert_eq!((made.color.dimensions(), said), ((70, 32), label));
            assert_eq!(pixel(&made, 20, 9), [0, 9]);
            assert_eq!(pixel(&made, 59, 9), [39, 9]);
        }
        let (made, _) = extend(numbered(40, 32), edges, Fill::Mirror);
        assert_eq!((pixel(&made, 19, 3), pixel(&made, 60, 3)), ([0, 3], [39, 3]));
        let (made, _) = extend(numbered(2_000, 300), edges, Fill::Mirror);
        assert_eq!(made.color.width(), 2_048);
    }
}
