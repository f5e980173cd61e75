//! WebP: a RIFF file, chunks of a name, a length and content, each filled up to an even length.

use super::{exif_with, orientation_in};

const HEAD_BYTES: usize = 8;
/// First chunk of an extended file; its first byte has flags for the other chunks.
pub(crate) const EXTENDED: &[u8; 4] = b"VP8X";
pub(crate) const HAS_EXIF: u8 = 0x08;
pub(crate) const HAS_XMP: u8 = 0x04;
/// One picture of several: a head, then chunks.
const FRAME: &[u8; 4] = b"ANMF";
const FRAME_HEAD_BYTES: usize = 16;
/// Prefix of EXIF data, which some programs write as in a JPEG.
pub(crate) const JPEG_HEAD: &[u8] = b"Exif\0\0";

pub(super) fn strip_metadata(content: &[u8]) -> Option<Vec<u8>> {
    let whole = content.strip_prefix(b"RIFF")?;
    let (length, rest) = whole.split_first_chunk::<4>()?;
    let chunks = rest.get(..usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    let mut bare = b"WEBP".to_vec();
    let mut turned = None;
    let mut extended_at = None;
    let mut has_picture = false;
    for chunk in chunks_of(chunks.strip_prefix(b"WEBP")?) {
        let Chunk { name, content } = chunk?;
        match name {
            EXTENDED => {
                extended_at = Some(bare.len() + HEAD_BYTES);
                let (flags, more) = content.split_first()?;
                let flags = flags & !(HAS_EXIF | HAS_XMP);
                write_chunk(&mut bare, name, &[&[flags], more].concat());
            }
            FRAME => {
                has_picture = true;
                write_chunk(&mut bare, name, &bare_frame(content)?);
            }
            b"VP8 " | b"VP8L" => {
                has_picture = true;
                write_chunk(&mut bare, name, content);
            }
            b"ICCP" | b"ANIM" | b"ALPH" => write_chunk(&mut bare, name, content),
            b"EXIF" => {
                let block = content.strip_prefix(JPEG_HEAD).unwrap_or(content);
                turned = turned.or(orientation_in(block));
            }
            // Comments by people, and data that programs keep for themselves.
            _ => {}
        }
    }
    if let (Some(turned), Some(at)) = (turned, extended_at) {
        bare[at] |= HAS_EXIF;
        write_chunk(&mut bare, b"EXIF", &exif_with(turned));
    }
    let length = u32::try_from(bare.len()).ok()?.to_le_bytes();
    has_picture.then(|| [b"RIFF".as_slice(), &length, &bare].concat())
}

fn bare_frame(content: &[u8]) -> Option<Vec<u8>> {
    let (head, chunks) = content.split_at_checked(FRAME_HEAD_BYTES)?;
    let mut bare = head.to_vec();
    for chunk in chunks_of(chunks) {
        let Chunk { name, content } = chunk?;
        if matches!(name, b"VP8 " | b"VP8L" | b"ALPH") {
            write_chunk(&mut bare, name, content);
        }
    }
    Some(bare)
}

pub(crate) struct Chunk<'a> {
    pub name: &'a [u8; 4],
    pub content: &'a [u8],
}

/// Iterates over the chunks; `None` for a truncated one, which ends the iteration.
pub(crate) fn chunks_of(content: &[u8]) -> impl Iterator<Item = Option<Chunk<'_>>> {
    let mut rest = content;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let chunk = first_chunk(rest);
        rest = chunk.as_ref().map_or(&[][..], |(_, after)| after);
        Some(chunk.map(|(chunk, _)| chunk))
    })
}

fn first_chunk(content: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let (name, rest) = content.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (content, rest) = rest.split_at_checked(length)?;
    // The last one of a file is not always filled up.
    let after = if length % 2 == 1 { rest.get(1..).unwrap_or_default() } else { rest };
    Some((Chunk { name, content }, after))
}

pub(crate) fn write_chunk(bare: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    let length = u32::try_from(content.len()).expect("its length came out of four bytes");
    bare.extend(name);
    bare.extend(length.to_le_bytes());
    bare.extend(content);
    if content.len() % 2 == 1 {
        bare.push(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: &[u8] = b"\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07";

    fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut inner = b"WEBP".to_vec();
        chunks.iter().for_each(|(name, content)| write_chunk(&mut inner, name, content));
        let length = u32::try_from(inner.len()).unwrap().to_le_bytes();
        [b"RIFF".as_slice(), &length, &inner].concat()
    }

    #[test]
    fn what_it_says_of_its_person_goes_and_how_it_is_turned_stays() {
        let exif = [JPEG_HEAD, &exif_with(6), b"GPS 52.5 13.4"].concat();
        let phone = file(&[
            (EXTENDED, b"\x2c\0\0\0\0\0\0\0\0\0"),
            (b"ICCP", b"colours"),
            (b"VP8L", POINTS),
            (b"EXIF", &exif),
            (b"XMP ", b"<x>Ana Author</x>"),
            (b"mine", b"home"),
        ]);
        let wanted = file(&[
            (EXTENDED, b"\x28\0\0\0\0\0\0\0\0\0"),
            (b"ICCP", b"colours"),
            (b"VP8L", POINTS),
            (b"EXIF", &exif_with(6)),
        ]);
        assert_eq!(strip_metadata(&phone).unwrap(), wanted);
        assert_eq!(strip_metadata(&wanted).unwrap(), wanted, "doing it twice changes nothing");
        let simple = file(&[(b"VP8L", POINTS)]);
        assert_eq!(strip_metadata(&[&simple[..], b"MotionPhoto"].concat()).unwrap(), simple);
    }

    #[test]
    fn pictures_that_move_keep_their_frames_alone() {
        let mut frame = vec![0; FRAME_HEAD_BYTES];
        write_chunk(&mut frame, b"VP8L", POINTS);
        let wanted = frame.clone();
        write_chunk(&mut frame, b"mine", b"home");
        let bare = strip_metadata(&file(&[(b"ANIM", &[0; 6]), (FRAME, &frame)])).unwrap();
        assert_eq!(bare, file(&[(b"ANIM", &[0; 6]), (FRAME, &wanted)]));
    }

    #[test]
    fn one_that_is_cut_off_or_shows_nothing_is_not_given() {
        let whole = file(&[(EXTENDED, &[0; 10]), (b"VP8L", POINTS)]);
        for end in 0..whole.len() {
            assert_eq!(strip_metadata(&whole[..end]), None, "cut at {end}");
        }
        assert_eq!(strip_metadata(&file(&[(b"EXIF", &exif_with(6))])), None);
        let lying = [b"RIFF\x10\0\0\0WEBPVP8L\xff\0\0\0".as_slice(), &[0; 8]].concat();
        assert_eq!(strip_metadata(&lying), None, "a chunk that is longer than its file");
    }
}
