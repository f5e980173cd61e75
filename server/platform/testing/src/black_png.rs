use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Returns a black PNG of one bit a pixel, `side` pixels wide and high: small, however large it is when decoded.
pub fn black_png(side: u32) -> Vec<u8> {
    let row = vec![0; 1 + side.div_ceil(8) as usize];
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..side {
        rows.write_all(&row).expect("memory can be written");
    }
    let rows = rows.finish().expect("memory can be written");
    let sides = [side.to_be_bytes(), side.to_be_bytes()].concat();
    let head = [sides.as_slice(), &[1, 0, 0, 0, 0]].concat();
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
