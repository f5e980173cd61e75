//! Re-encodes fetched images: nothing hidden in a file is passed on, and none is larger than a page needs.

use area::Services;
use bytes::Bytes;
use kernel::{Fallible, Problem};
use pictures::{Edit, PictureError, PictureKind, Shrink};

use crate::problems::{NOT_A_PICTURE, PICTURE_SIZE};
use crate::rules::{QUALITY, SIDE_GIVEN_PIXELS, SIDE_MAX_PIXELS};

/// A picture as it is given.
#[derive(Debug)]
pub(crate) struct Picture {
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

const GIVEN: Edit =
    Edit::Shrink(Shrink { side_max: SIDE_MAX_PIXELS, side: SIDE_GIVEN_PIXELS, quality: QUALITY });

/// Decodes a PNG or JPEG and re-encodes it.
///
/// Problems: [`NOT_A_PICTURE`], [`PICTURE_SIZE`], `memory_budget.busy`.
pub(crate) async fn made_anew(services: &Services, content: Bytes) -> Fallible<Picture> {
    let content = services.pictures.edit(GIVEN, content).await?.map_err(refused)?;
    let kind = PictureKind::of(&content).ok_or(NOT_A_PICTURE)?;
    Ok(Picture { media_type: kind.media_type(), content })
}

fn refused(error: PictureError) -> Problem {
    match error {
        PictureError::Dimensions => PICTURE_SIZE.into(),
        PictureError::Broken => NOT_A_PICTURE.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §9: "Compression: default maximum 2048 at quality 75"
    #[test]
    fn a_picture_is_given_with_2048_pixels_at_most() {
        assert_eq!((SIDE_GIVEN_PIXELS, QUALITY), (2_048, 75));
    }

    // spec §8: "Failed to load image"; "The image of this size cannot be parsed."
    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        assert_eq!(refused(PictureError::Broken).kind.text, "Failed to load image");
        let too_large = refused(PictureError::Dimensions);
        assert_eq!(too_large.kind.text, "The image of this size cannot be parsed.");
    }
}
