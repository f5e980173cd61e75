use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Returns a black PNG of one bit a pixel, `side` pixels wide and high: small, however large it is when decoded.
pub fn black_png(side: u32) -> Vec<u8> {
    let row = vec![0; side.div_ceil(8) as usize];
    encode((side, side), [1, 0], |_| row.clone())
}

/// Returns a PNG of colors that run into each other, other ones for each seed.
pub fn colorful_png((width, height): (u32, u32), seed: u32) -> Vec<u8> {
    let part = |at: u32, of: u32| (u64::from(at) * 255 / u64::from(of.max(2) - 1)) as u8;
    let [_, red, green, blue] = seed.to_be_bytes();
    encode((width, height), [8, 2], |y| {
        let down = part(y, height);
        let pixel = |x| {
            let along = part(x, width);
            [red ^ along, green ^ down, blue.wrapping_add(along / 2).wrapping_add(down / 2)]
        };
        (0..width).flat_map(pixel).collect()
    })
}

/// Encodes rows; `[depth, color type]` as the header has them.
fn encode(
    (width, height): (u32, u32),
    [depth, color]: [u8; 2],
    row: impl Fn(u32) -> Vec<u8>,
) -> Vec<u8> {
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::fast());
    for y in 0..height {
        let unfiltered = [[0].as_slice(), &row(y)].concat();
        rows.write_all(&unfiltered).expect("memory can be written");
    }
    let rows = rows.finish().expect("memory can be written");
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let head = [sides.as_slice(), &[depth, color, 0, 0, 0]].concat();
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, content) in [(b"IHDR", head), (b"IDAT", rows), (b"IEND", Vec::new())] {
        let named = [kind.as_slice(), &content].concat();
        let mut crc = Crc::new();
        crc.update(&named);
        png.extend((content.len() as u32).to_be_bytes());
        png.extend(named);
        png.extend(crc.sum().to_be_bytes());
    }
    png
}
