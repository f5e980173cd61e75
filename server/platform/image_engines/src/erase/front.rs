use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Holed;

/// Radius around a pixel within which known ones count.
const REACH: isize = 5;

/// Fills the hole from its border inwards, continuing edges (Telea 2004, with a front that moves from pixel to pixel).
pub(crate) fn continue_edges(part: &mut Holed) {
    let distance = distances(part);
    let mut order: Vec<usize> = (0..part.hole.len()).filter(|at| part.hole[*at]).collect();
    order.sort_by(|one, two| distance[*one].total_cmp(&distance[*two]));
    let mut is_known: Vec<bool> = part.hole.iter().map(|is_hole| !is_hole).collect();
    for at in order {
        part.color[at] = value_at(part, &is_known, &distance, at);
        is_known[at] = true;
    }
}

struct Reached {
    distance: f32,
    at: usize,
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        // The nearest first.
        other.distance.total_cmp(&self.distance)
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Reached {}

/// Returns how far each pixel of the hole is from its border.
fn distances(part: &Holed) -> Vec<f32> {
    let mut distance: Vec<f32> =
        part.hole.iter().map(|is_hole| if *is_hole { f32::MAX } else { 0.0 }).collect();
    let known = (0..part.hole.len()).filter(|at| !part.hole[*at]);
    let mut front: BinaryHeap<Reached> = known.map(|at| Reached { distance: 0.0, at }).collect();
    while let Some(Reached { distance: reached, at }) = front.pop() {
        if reached > distance[at] {
            continue;
        }
        for (near, step) in neighbors(part, at) {
            let length = ((step.0 * step.0 + step.1 * step.1) as f32).sqrt();
            if reached + length < distance[near] {
                distance[near] = reached + length;
                front.push(Reached { distance: reached + length, at: near });
            }
        }
    }
    distance
}

fn neighbors(part: &Holed, at: usize) -> impl Iterator<Item = (usize, (isize, isize))> {
    let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    let (width, height) = (part.width, part.height);
    steps
        .filter(|step| *step != (0, 0))
        .filter_map(move |step| place(width, height, at, step).map(|near| (near, step)))
}

fn place(width: usize, height: usize, at: usize, (dx, dy): (isize, isize)) -> Option<usize> {
    let x = (at % width).checked_add_signed(dx).filter(|x| *x < width)?;
    let y = (at / width).checked_add_signed(dy).filter(|y| *y < height)?;
    Some(y * width + x)
}

fn value_at(part: &Holed, is_known: &[bool], distance: &[f32], at: usize) -> [u8; 3] {
    let known = |step: (isize, isize)| {
        place(part.width, part.height, at, step).filter(|near| is_known[*near])
    };
    let toward = direction(part, distance, at);
    let mut sum = [0.0; 3];
    let mut weights = 0.0;
    for dy in -REACH..=REACH {
        for dx in -REACH..=REACH {
            let squares = (dx * dx + dy * dy) as f32;
            let Some(near) = known((dx, dy)).filter(|_| squares <= (REACH * REACH) as f32) else {
                continue;
            };
            let length = squares.sqrt();
            // Pixels in the direction in which the front moves, near ones, and those of the same depth count for more.
            let along = ((dx as f32 * toward.0 + dy as f32 * toward.1) / length).abs().max(0.05);
            let level = 1.0 / (1.0 + (distance[near] - distance[at]).abs());
            let weight = along * level / squares;
            for (sum, value) in sum.iter_mut().zip(part.color[near]) {
                *sum += f32::from(value) * weight;
            }
            weights += weight;
        }
    }
    if weights == 0.0 {
        return part.color[at];
    }
    sum.map(|sum| (sum / weights + 0.5) as u8)
}

/// Returns the direction in which the front moves.
fn direction(part: &Holed, distance: &[f32], at: usize) -> (f32, f32) {
    let value = |step: (isize, isize)| {
        let near = place(part.width, part.height, at, step);
        near.map_or(distance[at], |near| distance[near])
    };
    let (dx, dy) = (value((1, 0)) - value((-1, 0)), value((0, 1)) - value((0, -1)));
    let length = (dx * dx + dy * dy).sqrt().max(1e-6);
    (dx / length, dy / length)
}
