use super::Holed;

/// Half of the side of the squares that are compared, without their middle.
pub(crate) const REACH: usize = 3;
const SIDE: usize = 2 * REACH + 1;

/// For each square that overlaps the hole, one like it that does not.
pub(crate) struct Matches {
    /// Middles of the squares that overlap the hole, row by row.
    pub(crate) targets: Vec<usize>,
    /// The places of `targets`, by pixel.
    index: Vec<u32>,
    /// Middles of the squares that do not.
    sources: Vec<usize>,
    is_source: Vec<bool>,
    pub(crate) found: Vec<usize>,
    pub(crate) costs: Vec<u32>,
    random: Random,
}

const NONE: u32 = u32::MAX;

impl Matches {
    /// Begins with any squares; `None`: there are too few of them.
    pub(crate) fn new(part: &Holed) -> Option<Self> {
        let (width, height) = (part.width, part.height);
        let overlaps = overlapping(part);
        let inner = |at: usize| {
            let (x, y) = (at % width, at / width);
            (REACH..width - REACH).contains(&x) && (REACH..height - REACH).contains(&y)
        };
        let inside: Vec<usize> = (0..width * height).filter(|at| inner(*at)).collect();
        let (targets, sources): (Vec<_>, Vec<_>) = inside.into_iter().partition(|at| overlaps[*at]);
        if sources.len() < 64 {
            return None;
        }
        let mut index = vec![NONE; width * height];
        let mut is_source = vec![false; width * height];
        targets.iter().enumerate().for_each(|(number, at)| index[*at] = number as u32);
        sources.iter().for_each(|at| is_source[*at] = true);
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let found = targets.iter().map(|_| sources[random.below(sources.len())]).collect();
        let costs = vec![u32::MAX; targets.len()];
        Some(Self { targets, index, sources, is_source, found, costs, random })
    }

    /// Takes over what was found at half the size.
    pub(crate) fn begin_with(&mut self, coarse: &Self, coarse_part: &Holed, part: &Holed) {
        for (number, at) in self.targets.iter().enumerate() {
            let (x, y) = (at % part.width, at / part.width);
            let coarse_x = (x / 2).clamp(REACH, coarse_part.width - REACH - 1);
            let coarse_y = (y / 2).clamp(REACH, coarse_part.height - REACH - 1);
            let above = coarse.index[coarse_y * coarse_part.width + coarse_x];
            if above == NONE {
                continue;
            }
            let found = coarse.found[above as usize];
            let near_x = (found % coarse_part.width) * 2 + x % 2;
            let near_y = (found / coarse_part.width) * 2 + y % 2;
            let near = near_y * part.width + near_x;
            if near_x < part.width && near_y < part.height && self.is_source[near] {
                self.found[number] = near;
            }
        }
    }

    /// Compares all squares anew, after the hole's colors have changed.
    pub(crate) fn measure(&mut self, part: &Holed) {
        for (number, target) in self.targets.iter().enumerate() {
            self.costs[number] = difference(part, *target, self.found[number], u32::MAX);
        }
    }

    /// Looks for better squares: where the neighbors' are, and at random around what was found (Barnes et al. 2009).
    pub(crate) fn improve(&mut self, part: &Holed, is_forward: bool) {
        let count = self.targets.len();
        for step in 0..count {
            let number = if is_forward { step } else { count - 1 - step };
            self.propagate(part, number, is_forward);
            self.search(part, number);
        }
    }

    fn propagate(&mut self, part: &Holed, number: usize, is_forward: bool) {
        let at = self.targets[number];
        for distance in [1, part.width] {
            let near = if is_forward { at - distance } else { at + distance };
            let Some(index) = self.index.get(near).filter(|index| **index != NONE) else {
                continue;
            };
            let found = self.found[*index as usize];
            let candidate = if is_forward { found + distance } else { found - distance };
            self.try_one(part, number, candidate);
        }
    }

    fn search(&mut self, part: &Holed, number: usize) {
        let any = self.sources[self.random.below(self.sources.len())];
        self.try_one(part, number, any);
        let mut radius = part.width.max(part.height) / 4;
        while radius >= 1 {
            let found = self.found[number];
            let x = (found % part.width + self.random.below(2 * radius + 1)).wrapping_sub(radius);
            let y = (found / part.width + self.random.below(2 * radius + 1)).wrapping_sub(radius);
            if x < part.width && y < part.height {
                self.try_one(part, number, y * part.width + x);
            }
            radius /= 2;
        }
    }

    fn try_one(&mut self, part: &Holed, number: usize, candidate: usize) {
        if candidate == self.found[number] || !self.is_source.get(candidate).is_some_and(|is| *is) {
            return;
        }
        let cost = difference(part, self.targets[number], candidate, self.costs[number]);
        if cost < self.costs[number] {
            self.costs[number] = cost;
            self.found[number] = candidate;
        }
    }
}

/// Returns the sum of squared differences of two squares, or something above `limit`.
fn difference(part: &Holed, one: usize, two: usize, limit: u32) -> u32 {
    let corner = REACH * part.width + REACH;
    let mut sum = 0;
    for row in 0..SIDE {
        let first = &part.color[one - corner + row * part.width..][..SIDE];
        let second = &part.color[two - corner + row * part.width..][..SIDE];
        let pairs = first.as_flattened().iter().zip(second.as_flattened());
        sum += pairs
            .map(|(a, b)| {
                let difference = i32::from(*a) - i32::from(*b);
                (difference * difference) as u32
            })
            .sum::<u32>();
        if sum > limit {
            break;
        }
    }
    sum
}

/// Returns the pixels whose squares overlap the hole.
fn overlapping(part: &Holed) -> Vec<bool> {
    let (width, height) = (part.width, part.height);
    let mut overlaps = vec![false; width * height];
    for at in (0..part.hole.len()).filter(|at| part.hole[*at]) {
        let (x, y) = (at % width, at / width);
        for near_y in y.saturating_sub(REACH)..(y + REACH + 1).min(height) {
            let span = x.saturating_sub(REACH)..(x + REACH + 1).min(width);
            overlaps[near_y * width..][span].fill(true);
        }
    }
    overlaps
}

/// Numbers that look random and are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * count) >> 32
    }
}
