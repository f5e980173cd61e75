//! GIF: a head, blocks, an end.

const HEAD_BYTES: usize = 13;
const IMAGE: u8 = 0x2c;
const EXTENSION: u8 = 0x21;
const END: u8 = 0x3b;
/// Label of the block with a frame's duration and transparency.
const CONTROL: u8 = 0xf9;
const APPLICATION: u8 = 0xff;
/// Application extensions that set how often an animation is repeated.
const LOOPS: [&[u8]; 2] = [b"NETSCAPE2.0", b"ANIMEXTS1.0"];

pub(super) fn strip_metadata(content: &[u8]) -> Option<Vec<u8>> {
    let (head, _) = content.split_at_checked(HEAD_BYTES)?;
    let mut at = HEAD_BYTES + table_bytes(head[10]);
    let mut bare = content.get(..at)?.to_vec();
    loop {
        let end = match *content.get(at)? {
            END => break,
            IMAGE => {
                let table = table_bytes(*content.get(at + 9)?);
                // The table is followed by the number of bits of the first code.
                let end = blocks_end(content, at + 10 + table + 1)?;
                bare.extend(&content[at..end]);
                end
            }
            EXTENSION => {
                let end = blocks_end(content, at + 2)?;
                let is_loop = || LOOPS.iter().any(|name| content[at + 3..end].starts_with(name));
                match content[at + 1] {
                    CONTROL => bare.extend(&content[at..end]),
                    APPLICATION if is_loop() => bare.extend(&content[at..end]),
                    // Comments by people, and data that programs keep for themselves.
                    _ => {}
                }
                end
            }
            _ => return None,
        };
        at = end;
    }
    bare.push(END);
    Some(bare)
}

/// Returns the length of the table of colours that these flags announce.
fn table_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 0x07) + 1) }
}

/// Returns the end of the blocks that start at `at`, each prefixed with its length: after an empty one.
fn blocks_end(content: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *content.get(at)? {
            0 => return Some(at + 1),
            length => at += 1 + usize::from(length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff";
    const LOOP: &[u8] = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0";
    const SHOWN: &[u8] = b"\x21\xf9\x04\0\x0a\0\0\0";
    const POINTS: &[u8] = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";

    #[test]
    fn what_it_says_of_its_person_goes_and_how_it_moves_stays() {
        let comment = b"\x21\xfe\x04home\0";
        let xmp = b"\x21\xff\x0bXMP DataXMP\x03Ana\0";
        let phone = [HEAD, LOOP, comment, xmp, SHOWN, POINTS, b";", b"MotionPhoto"].concat();
        let wanted = [HEAD, LOOP, SHOWN, POINTS, b";"].concat();
        assert_eq!(strip_metadata(&phone).unwrap(), wanted);
        assert_eq!(strip_metadata(&wanted).unwrap(), wanted, "doing it twice changes nothing");
    }

    #[test]
    fn one_that_is_cut_off_anywhere_is_not_given() {
        let whole = [HEAD, LOOP, SHOWN, POINTS, b";"].concat();
        for end in 0..whole.len() {
            assert_eq!(strip_metadata(&whole[..end]), None, "cut at {end}");
        }
        assert_eq!(strip_metadata(&[HEAD, b"?"].concat()), None);
    }
}
