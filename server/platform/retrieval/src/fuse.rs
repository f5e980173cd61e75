use std::collections::HashMap;
use std::hash::Hash;

/// Constant of reciprocal rank fusion: how much less a rank counts than the one before it, as Cormack, Clarke and
/// Büttcher found (2009).
const K: f64 = 60.0;

/// Merges rankings: items high in several come first. The scores of each ranking are ignored, so rankings by words and
/// by vectors can be combined.
pub fn fuse<T: Copy + Eq + Hash>(rankings: &[Vec<T>]) -> Vec<T> {
    let mut scores: HashMap<T, f64> = HashMap::new();
    let mut order: Vec<T> = Vec::new();
    for ranking in rankings {
        for (place, item) in ranking.iter().enumerate() {
            let score = scores.entry(*item).or_insert_with(|| {
                order.push(*item);
                0.0
            });
            *score += 1.0 / (K + place as f64 + 1.0);
        }
    }
    // Of two that are equal, the one that was named first stays first.
    order.sort_by(|a, b| scores[b].total_cmp(&scores[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_high_in_both_comes_first() {
        assert_eq!(fuse(&[vec![1, 2, 3], vec![2, 4]])[0], 2);
        assert_eq!(fuse(&[vec![1, 2], vec![3]]), [1, 3, 2]);
    }

    #[test]
    fn one_ranking_stays_as_it_is() {
        assert_eq!(fuse(&[vec![3, 1, 2], vec![]]), [3, 1, 2]);
        assert!(fuse::<i32>(&[]).is_empty());
    }
}
