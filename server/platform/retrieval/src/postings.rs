//! The inverted index of some passages of a file as bytes: for each word the passages that say it, and how often.
//!
//! Layout, numbers with the lowest byte first: format (1 byte), checksum of what follows (8), number of passages (4) and
//! of words (4); words of each passage (2 each); hashes of the words in order (8 each); where the list of each begins (4
//! each); the lists. A list is the number of its passages, then for each the distance from the one before, doubled, plus
//! 1 if it says the word more than once: then the number of times follows. Numbers of lists have 7 bits in a byte.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Version of the layout. Another one is built again.
pub const FORMAT: u8 = 1;
/// Maximum number of passages in one index.
pub const PASSAGES_MAX: usize = 1_024;

const HEAD: usize = 1 + 8 + 4 + 4;

/// Builds the index of passages, given in order.
#[derive(Default)]
pub struct Builder {
    lengths: Vec<u16>,
    lists: HashMap<u64, Vec<(u16, u16)>, BuildHasherDefault<Unhashed>>,
}

/// Words are hashed already.
#[derive(Default)]
struct Unhashed(u64);

impl Hasher for Unhashed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Builder {
    /// Adds the next passage by its words.
    pub fn add(&mut self, words: &[String]) {
        assert!(!self.is_full(), "an index has {PASSAGES_MAX} passages");
        let index = self.lengths.len() as u16;
        self.lengths.push(u16::try_from(words.len()).unwrap_or(u16::MAX));
        for word in words {
            let list = self.lists.entry(hash(word)).or_default();
            match list.last_mut() {
                Some((last, count)) if *last == index => *count = count.saturating_add(1),
                _ => list.push((index, 1)),
            }
        }
    }

    pub fn is_full(&self) -> bool {
        self.lengths.len() == PASSAGES_MAX
    }

    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    pub fn finish(self) -> Vec<u8> {
        let mut lists: Vec<_> = self.lists.into_iter().collect();
        lists.sort_unstable_by_key(|(hash, _)| *hash);
        let mut bytes = vec![0; HEAD];
        bytes.extend(self.lengths.iter().flat_map(|length| length.to_le_bytes()));
        bytes.extend(lists.iter().flat_map(|(hash, _)| hash.to_le_bytes()));
        let (mut starts, mut said) = (Vec::with_capacity(lists.len() * 4), Vec::new());
        for (_, list) in &lists {
            starts.extend((said.len() as u32).to_le_bytes());
            write_list(&mut said, list);
        }
        bytes.extend(starts);
        bytes.extend(said);
        bytes[9..13].copy_from_slice(&(self.lengths.len() as u32).to_le_bytes());
        bytes[13..17].copy_from_slice(&(lists.len() as u32).to_le_bytes());
        let checksum = checksum(&bytes[9..]);
        bytes[0] = FORMAT;
        bytes[1..9].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

fn write_list(bytes: &mut Vec<u8>, list: &[(u16, u16)]) {
    write_number(bytes, list.len() as u32);
    let mut before = 0;
    for (index, count) in list {
        write_number(bytes, u32::from(index - before) << 1 | u32::from(*count > 1));
        if *count > 1 {
            write_number(bytes, u32::from(*count));
        }
        before = *index;
    }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The index of some passages.
#[derive(Debug)]
pub struct Postings {
    bytes: Vec<u8>,
    passages: usize,
    words: usize,
}

impl Postings {
    /// Reads what [`Builder::finish`] returned; `None` if the bytes are of another version, or damaged.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (passages, words) = (number(9) as usize, number(13) as usize);
        let is_whole = head[0] == FORMAT
            && head[1..9] == checksum(&bytes[9..]).to_le_bytes()
            && passages <= PASSAGES_MAX
            && passages * 2 + words * 12 <= rest.len();
        is_whole.then_some(Self { bytes, passages, words })
    }

    /// Returns the number of passages.
    pub fn passages(&self) -> usize {
        self.passages
    }

    /// Returns the number of words of a passage.
    pub fn length(&self, index: usize) -> u16 {
        let at = HEAD + index * 2;
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Returns the passages that say the word with this hash.
    pub fn list(&self, hash: u64) -> Option<List<'_>> {
        let hashes = HEAD + self.passages * 2;
        let (mut low, mut high) = (0, self.words);
        while low < high {
            let middle = (low + high) / 2;
            let at = hashes + middle * 8;
            match u64::from_le_bytes(self.bytes[at..at + 8].try_into().ok()?).cmp(&hash) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.list_at(middle),
            }
        }
        None
    }

    fn list_at(&self, word: usize) -> Option<List<'_>> {
        let starts = HEAD + self.passages * 2 + self.words * 8;
        let at = starts + word * 4;
        let start = u32::from_le_bytes(self.bytes[at..at + 4].try_into().ok()?) as usize;
        let mut rest = self.bytes.get(starts + self.words * 4 + start..)?;
        let count = read_number(&mut rest)? as usize;
        Some(List { count, bytes: rest })
    }
}

/// The passages that say a word.
#[derive(Debug, Clone, Copy)]
pub struct List<'a> {
    /// Their number.
    pub count: usize,
    bytes: &'a [u8],
}

impl List<'_> {
    /// Calls `note` with each passage and how often it says the word, in order.
    pub fn for_each(&self, mut note: impl FnMut(usize, u16)) {
        let (mut rest, mut index) = (self.bytes, 0);
        for _ in 0..self.count {
            let Some(number) = read_number(&mut rest) else {
                return;
            };
            index += (number >> 1) as usize;
            let count = if number & 1 == 1 { read_number(&mut rest).unwrap_or(1) } else { 1 };
            note(index, count as u16);
        }
    }
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Returns the same number for the same word in every version: FNV-1a.
pub fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Returns a number that other bytes rarely have: for damage, not for forgery.
fn checksum(bytes: &[u8]) -> u64 {
    let mix =
        |sum: u64, number: u64| (sum ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (eights, rest) = bytes.as_chunks::<8>();
    let sum =
        eights.iter().fold(bytes.len() as u64, |sum, eight| mix(sum, u64::from_le_bytes(*eight)));
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn built(texts: &[&str]) -> Vec<u8> {
        let mut builder = Builder::default();
        texts.iter().for_each(|text| builder.add(&words(text)));
        builder.finish()
    }

    fn said(postings: &Postings, word: &str) -> Vec<(usize, u16)> {
        let mut said = Vec::new();
        if let Some(list) = postings.list(hash(word)) {
            list.for_each(|index, count| said.push((index, count)));
            assert_eq!(list.count, said.len());
        }
        said
    }

    #[test]
    fn each_word_has_its_passages_and_how_often_they_say_it() {
        let postings = Postings::read(built(&["a b a", "b", "c a"])).unwrap();
        assert_eq!(postings.passages(), 3);
        assert_eq!(said(&postings, "a"), [(0, 2), (2, 1)]);
        assert_eq!(said(&postings, "b"), [(0, 1), (1, 1)]);
        assert_eq!(said(&postings, "c"), [(2, 1)]);
        assert_eq!(said(&postings, "d"), []);
        assert_eq!([0, 1, 2].map(|index| postings.length(index)), [3, 1, 2]);
    }

    #[test]
    fn a_full_index_is_read_as_it_was_written() {
        let mut builder = Builder::default();
        for number in 0..PASSAGES_MAX {
            builder.add(&words(&format!(
                "every{} n{number} {}",
                number % 300,
                "x ".repeat(number)
            )));
        }
        assert!(builder.is_full());
        let postings = Postings::read(builder.finish()).unwrap();
        assert_eq!(said(&postings, "every7"), [(7, 1), (307, 1), (607, 1), (907, 1)]);
        assert_eq!(said(&postings, "n1023"), [(1_023, 1)]);
        assert_eq!(said(&postings, "x")[1_022], (1_023, 1_023));
    }

    #[test]
    fn without_passages_there_is_an_index_too() {
        let postings = Postings::read(Builder::default().finish()).unwrap();
        assert_eq!((postings.passages(), said(&postings, "a").len()), (0, 0));
    }

    #[test]
    fn what_is_damaged_or_of_another_version_is_refused() {
        let whole = built(&["a b a", "b", "c a"]);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x41;
            assert!(Postings::read(damaged).is_none(), "byte {at}");
            assert!(Postings::read(whole[..at].to_vec()).is_none(), "{at} bytes");
        }
        assert!(Postings::read([whole, vec![0]].concat()).is_none());
    }
}
