use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::DeflateDecoder;

/// The byte strings that are tokens, with their ranks: pairs of the lowest rank are merged first.
pub(crate) struct Vocabulary(HashMap<Box<[u8]>, u32>);

pub(crate) static O200K: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::unpack(include_bytes!("../data/o200k_base.deflate")));
pub(crate) static CL100K: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::unpack(include_bytes!("../data/cl100k_base.deflate")));

impl Vocabulary {
    fn unpack(packed: &[u8]) -> Self {
        let mut raw = Vec::new();
        DeflateDecoder::new(packed)
            .read_to_end(&mut raw)
            .expect("the file is part of this program");
        let mut ranks = HashMap::with_capacity(200_000);
        let (mut rest, mut rank) = (raw.as_slice(), 0);
        while let Some((&length, after)) = rest.split_first() {
            let (token, after) = after.split_at(usize::from(length));
            ranks.insert(token.into(), rank);
            rank += 1;
            rest = after;
        }
        Self(ranks)
    }

    fn rank(&self, bytes: &[u8]) -> Option<u32> {
        self.0.get(bytes).copied()
    }

    /// Returns the bytes of each token; `None` if one is not in the vocabulary.
    pub fn decode(&self, tokens: &[u32]) -> Option<Vec<u8>> {
        let wanted: HashSet<u32> = tokens.iter().copied().collect();
        let known = self.0.iter().filter(|(_, rank)| wanted.contains(rank));
        let known: HashMap<u32, &[u8]> = known.map(|(bytes, rank)| (*rank, &**bytes)).collect();
        let bytes: Option<Vec<&[u8]>> =
            tokens.iter().map(|rank| known.get(rank).copied()).collect();
        bytes.map(|bytes| bytes.concat())
    }

    /// Returns the number of tokens of a piece: pairs are merged, the lowest rank first, until none is a token.
    ///
    /// A queue of pairs keeps it at n log n for a piece of n bytes: a word may have 200,000 letters.
    pub fn count(&self, piece: &[u8]) -> usize {
        if piece.len() < 2 || self.rank(piece).is_some() {
            return usize::from(!piece.is_empty());
        }
        let mut parts = Parts::of(piece.len());
        let mut queue = BinaryHeap::new();
        for left in 0..piece.len() - 1 {
            self.offer(piece, &parts, left, &mut queue);
        }
        let mut count = piece.len();
        while let Some(Reverse((_, left, end))) = queue.pop() {
            if !parts.is_pair(left, end) {
                continue;
            }
            parts.merge(left);
            count -= 1;
            self.offer(piece, &parts, left, &mut queue);
            if let Some(before) = parts.before(left) {
                self.offer(piece, &parts, before, &mut queue);
            }
        }
        count
    }

    /// Queues the pair that begins at `left`, if it is a token.
    fn offer(&self, piece: &[u8], parts: &Parts, left: usize, queue: &mut Queue) {
        if let Some(end) = parts.pair_end(left)
            && let Some(rank) = self.rank(&piece[left..end])
        {
            queue.push(Reverse((rank, left, end)));
        }
    }
}

/// Entries: rank, start of the pair, end of the pair.
type Queue = BinaryHeap<Reverse<(u32, usize, usize)>>;

/// The current parts of a piece: a list linked by their starts. A part that was merged away ends at 0.
struct Parts {
    ends: Vec<usize>,
    previous: Vec<usize>,
}

impl Parts {
    fn of(length: usize) -> Self {
        let previous = (0..length).map(|at| at.saturating_sub(1)).collect();
        Self { ends: (1..=length).collect(), previous }
    }

    /// Returns the end of the part after the one at `left`; `None` if that is the last.
    fn pair_end(&self, left: usize) -> Option<usize> {
        self.ends.get(self.ends[left]).copied()
    }

    /// Returns true if the part at `left` and the one after it are still the pair that ends at `end`.
    fn is_pair(&self, left: usize, end: usize) -> bool {
        self.ends[left] != 0 && self.pair_end(left) == Some(end)
    }

    fn merge(&mut self, left: usize) {
        let right = self.ends[left];
        let end = self.ends[right];
        self.ends[left] = end;
        self.ends[right] = 0;
        if end < self.previous.len() {
            self.previous[end] = left;
        }
    }

    fn before(&self, left: usize) -> Option<usize> {
        (left > 0).then(|| self.previous[left])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabularies_are_whole() {
        assert_eq!(O200K.0.len(), 199_998);
        assert_eq!(CL100K.0.len(), 100_256);
        assert!((0..=255).all(|byte| O200K.rank(&[byte]).is_some()), "every text has tokens");
    }

    #[test]
    fn one_endless_word_is_counted_at_once() {
        let word = "ab".repeat(100_000);
        let started = std::time::Instant::now();
        assert!(O200K.count(word.as_bytes()) > 10_000);
        assert!(started.elapsed().as_secs() < 5, "it would take hours in the square of its length");
    }
}
