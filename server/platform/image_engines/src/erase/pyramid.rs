use super::patches::{Matches, REACH};
use super::{Holed, continue_edges, thickness};

/// Smallest side of a level.
const SIDE_MIN: usize = 24;
/// Depth of a hole that is small enough to begin with.
const DEPTH_MIN: usize = 4;

/// Fills the hole with texture from around it, from coarse to fine (Wexler et al. 2007). Returns false, and fills nothing,
/// where too little is around.
pub(crate) fn fill(part: &mut Holed) -> bool {
    let mut levels = vec![part.clone()];
    while let Some(smaller) = levels.last().and_then(halved) {
        levels.push(smaller);
    }
    let Some(mut coarse) = levels.pop() else { return false };
    continue_edges(&mut coarse);
    let Some(mut matches) = Matches::new(&coarse) else { return false };
    settle(&mut coarse, &mut matches, 8);
    while let Some(mut finer) = levels.pop() {
        begin_with(&mut finer, &coarse);
        let Some(mut next) = Matches::new(&finer) else { return false };
        next.begin_with(&matches, &coarse, &finer);
        let is_last = levels.is_empty();
        settle(&mut finer, &mut next, if is_last { 2 } else { 4 });
        (coarse, matches) = (finer, next);
    }
    part.color = coarse.color;
    true
}

/// Looks for squares and fills the hole with them, in turns.
fn settle(part: &mut Holed, matches: &mut Matches, turns: usize) {
    for turn in 0..turns {
        matches.measure(part);
        for pass in 0..3 {
            matches.improve(part, pass % 2 == 0);
        }
        vote(part, matches, turn + 1 == turns);
    }
}

/// Returns the part at half its size; `None`: the hole is small enough.
fn halved(part: &Holed) -> Option<Holed> {
    let (width, height) = (part.width / 2, part.height / 2);
    if width.min(height) < SIDE_MIN || thickness(part) <= DEPTH_MIN {
        return None;
    }
    let mut color = Vec::with_capacity(width * height);
    let mut hole = Vec::with_capacity(width * height);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x * 2, y * 2))) {
        let four = [0, 1, part.width, part.width + 1].map(|step| y * part.width + x + step);
        let known: Vec<[u8; 3]> =
            four.iter().filter(|at| !part.hole[**at]).map(|at| part.color[*at]).collect();
        // What is half a hole is none: otherwise narrow surroundings would disappear.
        hole.push(known.len() < 2);
        color.push(std::array::from_fn(|channel| {
            let sum: u32 = known.iter().map(|one| u32::from(one[channel])).sum();
            sum.checked_div(known.len() as u32).unwrap_or(0) as u8
        }));
    }
    Some(Holed { width, height, color, hole })
}

/// Begins with the colors of the coarser level.
fn begin_with(part: &mut Holed, coarse: &Holed) {
    for at in (0..part.hole.len()).filter(|at| part.hole[*at]) {
        let x = (at % part.width / 2).min(coarse.width - 1);
        let y = (at / part.width / 2).min(coarse.height - 1);
        part.color[at] = coarse.color[y * coarse.width + x];
    }
}

/// Gives each pixel of the hole the mean of what the squares over it found. The last time, only the best ones count: means
/// of many are blurred.
fn vote(part: &mut Holed, matches: &Matches, is_last: bool) {
    let width = part.width;
    let mut costs = matches.costs.clone();
    if costs.is_empty() {
        return;
    }
    let place = if is_last { costs.len() / 4 } else { costs.len() * 3 / 4 };
    let (_, typical, _) = costs.select_nth_unstable(place);
    let spread = 2.0 * (*typical as f32).max(50.0);
    let mut sums = vec![[0.0_f32; 4]; part.hole.len()];
    let reach = REACH as isize;
    for (number, target) in matches.targets.iter().enumerate() {
        let weight = (-(matches.costs[number] as f32) / spread).exp().max(1e-6);
        let found = matches.found[number];
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let step = dy * width as isize + dx;
                let at = target.wrapping_add_signed(step);
                if !part.hole[at] {
                    continue;
                }
                // The middle of a square fits better than its edges.
                let weight =
                    weight * if is_last { 1.0 / (1 + dx * dx + dy * dy) as f32 } else { 1.0 };
                let source = part.color[found.wrapping_add_signed(step)];
                for (sum, value) in sums[at].iter_mut().zip(source) {
                    *sum += f32::from(value) * weight;
                }
                sums[at][3] += weight;
            }
        }
    }
    for (at, [red, green, blue, weight]) in sums.into_iter().enumerate() {
        if weight > 0.0 {
            part.color[at] = [red, green, blue].map(|sum| (sum / weight + 0.5) as u8);
        }
    }
}
