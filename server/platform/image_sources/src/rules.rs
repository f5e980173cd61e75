use kernel::{Problem, limits};
use pictures::ImageSize;

use crate::SIZE;

limits! { "image_sources";
    /// Shortest side of a reference image, and of a frame of a video.
    SIDE_MIN_PIXELS: u32 = 300, "pixels", "spec §5";
    /// Shortest side of a mask.
    MASK_SIDE_MIN_PIXELS: u32 = 100, "pixels", "spec §5";
    /// Longest side of an image that a model gets: larger ones are made smaller.
    SIDE_MAX_PIXELS: u32 = 2_048, "pixels", "spec §5";
    /// How many times as long as the other one side may be.
    SIDES_MAX_RATIO: u32 = 4, "times", "ours (decision 1040)";
    /// Largest file of an image.
    FILE_MAX_BYTES: i64 = 33_554_432, "bytes", "ours (decision 1040)";
}

/// The purpose of an image that a model gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// An image to look at, to change, or to begin or end a video with.
    Reference,
    Mask,
}

/// Checks the sides of an image in pixels.
///
/// # Errors
///
/// [`SIZE`].
pub fn check_sides(sides: ImageSize, purpose: Purpose) -> Result<(), Problem> {
    let min = match purpose {
        Purpose::Reference => SIDE_MIN_PIXELS,
        Purpose::Mask => MASK_SIDE_MIN_PIXELS,
    };
    let (shorter, longer) = (sides.width.min(sides.height), sides.width.max(sides.height));
    if shorter < min || longer > shorter.saturating_mul(SIDES_MAX_RATIO) {
        return Err(SIZE.with("min", min).with("max_ratio", SIDES_MAX_RATIO));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "reference minimum 300 x 300; sides at least 100 pixels for images and 300 for video"; "width and height
    // must not differ too much"
    #[test]
    fn references_have_300_pixels_at_least_and_sides_that_are_alike() {
        let fits =
            |width, height, purpose| check_sides(ImageSize { width, height }, purpose).is_ok();
        assert!(fits(300, 300, Purpose::Reference) && fits(1_200, 300, Purpose::Reference));
        assert!(!fits(299, 600, Purpose::Reference) && !fits(300, 1_201, Purpose::Reference));
        assert!(fits(100, 100, Purpose::Mask) && !fits(99, 100, Purpose::Mask));
        let small = ImageSize { width: 10, height: 10 };
        let problem = check_sides(small, Purpose::Reference).unwrap_err();
        assert_eq!(problem.kind.text, "The image of this size cannot be parsed.");
    }
}
