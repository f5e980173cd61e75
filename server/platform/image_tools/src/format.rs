use pictures::{PictureKind, image_size};

use crate::ToolError;

/// The format of a picture that tools take, told from its first bytes; its name may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceFormat {
    Png,
    Jpeg,
    Webp,
    Gif,
    Heic,
    Avif,
}

/// The header of a picture, read before anything of it is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceHeader {
    pub format: SourceFormat,
    pub width: u32,
    pub height: u32,
}

impl SourceHeader {
    /// Reads the header of a picture.
    ///
    /// # Errors
    ///
    /// It is of a format that is not read here, which is named where it is known, or has no valid header.
    pub fn read(content: &[u8]) -> Result<Self, ToolError> {
        let (format, sides) = match PictureKind::of(content) {
            Some(PictureKind::Png) => (SourceFormat::Png, png_or_jpeg_sides(content)),
            Some(PictureKind::Jpeg) => (SourceFormat::Jpeg, png_or_jpeg_sides(content)),
            Some(PictureKind::Webp) => (SourceFormat::Webp, webp_sides(content)),
            Some(PictureKind::Gif) => (SourceFormat::Gif, gif_sides(content)),
            None => match heif_format(content) {
                Some(format) => (format, heif_sides(content)),
                None => {
                    return Err(ToolError::Unsupported { format: foreign_name(content).into() });
                }
            },
        };
        let (width, height) = sides.filter(|(w, h)| *w > 0 && *h > 0).ok_or(ToolError::Broken)?;
        Ok(Self { format, width, height })
    }

    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

fn png_or_jpeg_sides(content: &[u8]) -> Option<(u32, u32)> {
    image_size(content).map(|size| (size.width, size.height))
}

fn gif_sides(content: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| Some(u32::from(little_16(content.get(at..at + 2)?)));
    Some((side(6)?, side(8)?))
}

/// Reads the sides from the first chunk: of an extended file, a lossless picture, or a lossy one.
fn webp_sides(content: &[u8]) -> Option<(u32, u32)> {
    let body = content.get(20..)?;
    match content.get(12..16)? {
        b"VP8X" => {
            let side = |at: usize| {
                let three = body.get(at..at + 3)?;
                Some(u32::from_le_bytes([three[0], three[1], three[2], 0]) + 1)
            };
            Some((side(4)?, side(7)?))
        }
        b"VP8L" => {
            let packed = u32::from_le_bytes(body.get(1..5)?.try_into().ok()?);
            Some(((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1))
        }
        b"VP8 " => {
            let side = |at: usize| Some(u32::from(little_16(body.get(at..at + 2)?) & 0x3fff));
            Some((side(6)?, side(8)?))
        }
        _ => None,
    }
}

/// Returns the format of a picture in the container HEIF, by the brands that it says it is compatible with.
fn heif_format(content: &[u8]) -> Option<SourceFormat> {
    let (kind, brands) = boxes(content).next()?;
    let has = |wanted: &[&[u8; 4]]| {
        brands.chunks_exact(4).any(|brand| wanted.iter().any(|wanted| *wanted == brand))
    };
    if kind != b"ftyp" {
        return None;
    }
    // Both have brands of the container, too.
    if has(&[b"avif", b"avis"]) {
        return Some(SourceFormat::Avif);
    }
    has(&[b"heic", b"heix", b"heim", b"heis", b"mif1"]).then_some(SourceFormat::Heic)
}

/// Reads the sides of the largest picture in a HEIF: the one that is to be shown. Tiles and thumbnails are smaller.
fn heif_sides(content: &[u8]) -> Option<(u32, u32)> {
    let (_, meta) = boxes(content).find(|(kind, _)| *kind == b"meta")?;
    // Behind its version.
    let (_, properties) = boxes(meta.get(4..)?).find(|(kind, _)| *kind == b"iprp")?;
    let (_, listed) = boxes(properties).find(|(kind, _)| *kind == b"ipco")?;
    let side =
        |body: &[u8], at: usize| Some(u32::from_be_bytes(body.get(at..at + 4)?.try_into().ok()?));
    boxes(listed)
        .filter(|(kind, _)| *kind == b"ispe")
        .filter_map(|(_, body)| Some((side(body, 4)?, side(body, 8)?)))
        .max_by_key(|(width, height)| u64::from(*width) * u64::from(*height))
}

/// Returns the boxes of a HEIF, or of one of its boxes, up to one that is broken: each with its type.
fn boxes(mut rest: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let kind = rest.get(4..8)?.try_into().ok()?;
        let (start, end) = match u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) {
            0 => (8, rest.len()),
            1 => {
                let size = u64::from_be_bytes(rest.get(8..16)?.try_into().ok()?);
                (16, size.try_into().ok()?)
            }
            size => (8, size as usize),
        };
        let body = rest.get(start..end)?;
        rest = &rest[end..];
        Some((kind, body))
    })
}

fn little_16(two: &[u8]) -> u16 {
    u16::from_le_bytes([two[0], two[1]])
}

/// Returns the name of a format that people try, though nothing here reads it.
fn foreign_name(content: &[u8]) -> &'static str {
    match content {
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => "TIFF",
        [b'B', b'M', ..] => "BMP",
        [b'%', b'P', b'D', b'F', ..] => "PDF",
        [b'<', ..] => "SVG",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webp(chunk: &[u8; 4], body: &[u8]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WEBP".as_slice(), chunk, &[0; 4], body].concat()
    }

    #[test]
    fn the_sides_of_each_format_are_read_from_its_header() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 1, 44, 0, 0, 0, 200]];
        let extended = webp(b"VP8X", &[0, 0, 0, 0, 43, 1, 0, 199, 0, 0]);
        let lossless_bits = 299_u32 | (199 << 14);
        let lossless = webp(b"VP8L", &[&[0x2f], lossless_bits.to_le_bytes().as_slice()].concat());
        let lossy = webp(b"VP8 ", &[0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0]);
        let gif = b"GIF89a\x2c\x01\xc8\0".to_vec();
        for (content, format) in [
            (png.concat(), SourceFormat::Png),
            (extended, SourceFormat::Webp),
            (lossless, SourceFormat::Webp),
            (lossy, SourceFormat::Webp),
            (gif, SourceFormat::Gif),
        ] {
            let header = SourceHeader::read(&content).unwrap();
            assert_eq!(header, SourceHeader { format, width: 300, height: 200 }, "{content:?}");
            assert_eq!(SourceHeader::read(&content[..13.min(content.len() - 1)]).ok(), None);
        }
    }

    fn heif_box(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
        [&(body.len() as u32 + 8).to_be_bytes(), kind.as_slice(), body].concat()
    }

    fn heif(brands: &[u8], sides: &[(u32, u32)]) -> Vec<u8> {
        let ispe = |(width, height): &(u32, u32)| {
            let body = [[0; 4], width.to_be_bytes(), height.to_be_bytes()].concat();
            heif_box(b"ispe", &body)
        };
        let listed: Vec<u8> = sides.iter().flat_map(ispe).collect();
        let properties = heif_box(b"iprp", &heif_box(b"ipco", &listed));
        let meta = heif_box(b"meta", &[&[0; 4], properties.as_slice()].concat());
        [heif_box(b"ftyp", brands), meta].concat()
    }

    #[test]
    fn a_heif_is_what_its_brands_say_and_as_large_as_its_largest_picture() {
        let sides = [(512, 512), (4_032, 3_024), (320, 240)];
        for (brands, format) in [
            (b"heic\0\0\0\0mif1heic".as_slice(), SourceFormat::Heic),
            (b"mif1\0\0\0\0heix", SourceFormat::Heic),
            (b"avif\0\0\0\0avifmif1", SourceFormat::Avif),
            (b"mif1\0\0\0\0mif1avif", SourceFormat::Avif),
        ] {
            let header = SourceHeader { format, width: 4_032, height: 3_024 };
            assert_eq!(SourceHeader::read(&heif(brands, &sides)), Ok(header));
        }
        let heic = heif(b"heic\0\0\0\0mif1", &sides);
        let cut = SourceHeader::read(&heic[..heic.len() - 1]);
        assert_eq!(cut, Err(ToolError::Broken));
        assert_eq!(SourceHeader::read(&heif(b"heic\0\0\0\0", &[])), Err(ToolError::Broken));
        let endless = [0, 0, 0, 1, b'f', b't', b'y', b'p', 255, 255, 255, 255, 255, 255, 255, 255];
        assert!(SourceHeader::read(&endless).is_err());
        let film = SourceHeader::read(&heif(b"isom\0\0\0\0mp42", &sides));
        assert_eq!(film, Err(ToolError::Unsupported { format: String::new() }));
    }

    #[test]
    fn formats_without_a_decoder_are_named() {
        let named = |content: &[u8]| match SourceHeader::read(content) {
            Err(ToolError::Unsupported { format }) => format,
            other => panic!("{other:?}"),
        };
        assert_eq!(named(b"II*\0\x08\0\0\0"), "TIFF");
        assert_eq!(named(b"<svg/>"), "SVG");
        assert_eq!(named(b"MZ"), "");
        assert_eq!(named(b""), "");
    }
}
