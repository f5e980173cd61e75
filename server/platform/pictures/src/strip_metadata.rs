//! Removal of personal metadata from images: location, time, camera, author.
//!
//! Segments are dropped and nothing is decoded, so every pixel stays as it is. The orientation stays too: without it a
//! model would see the image on its side.

mod gif;
pub(crate) mod jpeg;
pub(crate) mod png;
pub(crate) mod webp;

use crate::PictureKind;

/// Returns the image without metadata. `None`: it cannot be parsed to its end, so its content is unknown.
pub fn strip_metadata(content: &[u8]) -> Option<Vec<u8>> {
    match PictureKind::of(content)? {
        PictureKind::Png => png::strip_metadata(content),
        PictureKind::Jpeg => jpeg::strip_metadata(content),
        PictureKind::Webp => webp::strip_metadata(content),
        PictureKind::Gif => gif::strip_metadata(content),
    }
}

/// The tag of how a picture is turned.
pub(crate) const ORIENTATION: [u8; 2] = 0x0112_u16.to_be_bytes();
/// A number of two bytes.
pub(crate) const SHORT: [u8; 2] = 3_u16.to_be_bytes();

/// Returns the orientation of an image from its EXIF block (a TIFF file); `None`: not rotated.
pub(crate) fn orientation_in(exif: &[u8]) -> Option<u8> {
    let is_little = match exif.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let number = |at: usize, bytes: usize| {
        let field = exif.get(at..at.checked_add(bytes)?)?;
        let add = |sum: usize, byte: &u8| (sum << 8) | usize::from(*byte);
        Some(if is_little { field.iter().rev().fold(0, add) } else { field.iter().fold(0, add) })
    };
    let first = number(4, 4)?;
    let count = number(first, 2)?;
    let entries = (0..count).map(|index| first + 2 + index * 12);
    let is_wanted =
        |at: &usize| number(*at, 2) == Some(usize::from(u16::from_be_bytes(ORIENTATION)));
    let value = number(entries.into_iter().find(is_wanted)? + 8, 2)?;
    u8::try_from(value).ok().filter(|turned| (2..=8).contains(turned))
}

/// Returns an EXIF block that says only how the picture is turned.
fn exif_with(orientation: u8) -> Vec<u8> {
    let directory_at = 8_u32.to_be_bytes();
    let one_entry = 1_u16.to_be_bytes();
    let one_value = 1_u32.to_be_bytes();
    let value = [0, orientation, 0, 0];
    let no_other_directory = [0; 4];
    [
        b"MM\0*".as_slice(),
        &directory_at,
        &one_entry,
        &ORIENTATION,
        &SHORT,
        &one_value,
        &value,
        &no_other_directory,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JPEG: &[u8] = include_bytes!("../tests/pictures/phone.jpg");
    const PNG: &[u8] = include_bytes!("../tests/pictures/phone.png");
    /// Personal data in the test images.
    const SECRETS: &[&str] = &["Ana Author", "home", "Phonemaker", "SERIAL-0815", "2026:03:14"];

    fn holds(content: &[u8], text: &str) -> bool {
        content.windows(text.len()).any(|piece| piece == text.as_bytes())
    }

    #[test]
    fn nothing_of_the_person_stays_and_every_point_does() {
        for original in [JPEG, PNG] {
            let bare = strip_metadata(original).unwrap();
            for secret in SECRETS {
                assert!(holds(original, secret) || original == PNG, "the sample says {secret}");
                assert!(!holds(&bare, secret), "{secret}");
            }
            assert!(bare.len() < original.len());
            let [before, after] =
                [original, &bare].map(|content| image::load_from_memory(content).unwrap());
            assert_eq!(before.to_rgb8(), after.to_rgb8());
            assert_eq!(strip_metadata(&bare).unwrap(), bare, "doing it twice changes nothing");
        }
    }

    #[test]
    fn how_it_is_turned_and_its_colours_stay() {
        let turned = |content: &[u8]| {
            let at = content.windows(4).position(|piece| piece == b"MM\0*").unwrap();
            orientation_in(&content[at..])
        };
        assert_eq!(turned(&strip_metadata(JPEG).unwrap()), Some(6));
        assert_eq!(turned(&strip_metadata(PNG).unwrap()), Some(6));
        assert!(holds(&strip_metadata(JPEG).unwrap(), "ICC_PROFILE"));
        assert_eq!(orientation_in(&exif_with(1)), None, "as it stands");
    }

    #[test]
    fn what_hangs_behind_a_picture_is_left_out() {
        for original in [JPEG, PNG] {
            let with_more = [original, b"MotionPhoto of the kitchen"].concat();
            assert_eq!(strip_metadata(&with_more), strip_metadata(original));
        }
    }

    #[test]
    fn a_picture_that_is_cut_off_anywhere_is_not_given() {
        for original in [JPEG, PNG] {
            for end in 0..original.len() {
                assert_eq!(strip_metadata(&original[..end]), None, "cut at {end}");
            }
        }
        assert_eq!(strip_metadata(b"<svg/>"), None);
    }

    #[test]
    fn a_block_that_leads_nowhere_says_nothing() {
        for block in
            [b"II*\0\xff\xff\xff\xff".as_slice(), b"MM\0*\0\0\0\x08\xff\xff", b"II*\0", b""]
        {
            assert_eq!(orientation_in(block), None);
        }
    }
}
