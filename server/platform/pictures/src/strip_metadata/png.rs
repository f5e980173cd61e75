//! PNG: chunks, each with a length, a name and a checksum.

use super::{exif_with, orientation_in};

pub(crate) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Length, name and checksum.
pub(crate) const FRAME_BYTES: usize = 12;
/// Chunks that change how the picture looks; critical ones begin with a capital.
const LOOKS: &[&[u8; 4]] = &[
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"pHYs", b"hIST", b"sPLT",
    b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT",
];

pub(super) fn strip_metadata(content: &[u8]) -> Option<Vec<u8>> {
    let mut rest = content.strip_prefix(SIGNATURE)?;
    let (mut kept, mut turned) = (Vec::new(), None);
    let mut header: &[u8] = &[];
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?);
        let whole = usize::try_from(length).ok()?.checked_add(FRAME_BYTES)?;
        let (chunk, after) = rest.split_at_checked(whole)?;
        rest = after;
        let name: &[u8; 4] = chunk[4..8].try_into().ok()?;
        match name {
            b"IHDR" => header = chunk,
            b"eXIf" => turned = orientation_in(&chunk[8..whole - 4]),
            _ if name[0].is_ascii_uppercase() || LOOKS.contains(&name) => kept.extend(chunk),
            // Texts, times, and data that programs keep for themselves.
            _ => {}
        }
        if name == b"IEND" {
            break;
        }
    }
    let mut bare = [SIGNATURE, header].concat();
    if let Some(turned) = turned {
        write_chunk(&mut bare, b"eXIf", &exif_with(turned));
    }
    bare.append(&mut kept);
    Some(bare)
}

pub(crate) fn write_chunk(bare: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("we write few bytes");
    let named = [name.as_slice(), data].concat();
    bare.extend(length.to_be_bytes());
    bare.extend(&named);
    bare.extend(checksum(&named).to_be_bytes());
}

/// Returns the CRC-32 of PNG.
fn checksum(content: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    let sum = content
        .iter()
        .fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)));
    !sum
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn the_checksum_is_that_of_an_empty_end() {
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }
}
