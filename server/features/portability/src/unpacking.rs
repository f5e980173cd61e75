use std::cell::Cell;
use std::io::{Error, Read, Result};

use crate::rules::unpacked_max_bytes;

/// Bytes that may still be unpacked from an archive.
pub(crate) struct Unpacking(Cell<u64>);

impl Unpacking {
    /// Returns what may be unpacked from an archive of `size_bytes`.
    pub fn of_archive(size_bytes: u64) -> Self {
        Self(Cell::new(unpacked_max_bytes(size_bytes)))
    }
}

/// An entry of an archive. What it says of its size is not trusted: the bytes that come out of it count.
pub(crate) struct Unpacked<'a, R> {
    entry: R,
    unpacking: &'a Unpacking,
}

impl<'a, R: Read> Unpacked<'a, R> {
    pub fn new(entry: R, unpacking: &'a Unpacking) -> Self {
        Self { entry, unpacking }
    }
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.entry.read(buffer)?;
        let left = self.unpacking.0.get().checked_sub(count as u64);
        self.unpacking.0.set(left.ok_or_else(|| Error::other("it is packed too tightly"))?);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::UNPACKED_MIN_BYTES;

    // attacks.md, row 3: "2.9 MB of zip (3 GB of JSON)"
    #[test]
    fn all_entries_together_unpack_to_so_much() {
        let unpacking = Unpacking::of_archive(1);
        let mut sink = std::io::sink();
        let half = UNPACKED_MIN_BYTES / 2;
        for _ in 0..2 {
            let entry = std::io::repeat(b'[').take(half);
            std::io::copy(&mut Unpacked::new(entry, &unpacking), &mut sink).unwrap();
        }
        let entry = std::io::repeat(b'[').take(1);
        let refused = std::io::copy(&mut Unpacked::new(entry, &unpacking), &mut sink);
        assert_eq!(refused.unwrap_err().to_string(), "it is packed too tightly");
    }
}
