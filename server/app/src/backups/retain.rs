use std::collections::HashSet;

use files::Place;
use kernel::{DAY, Timestamp};

use super::manifest::object_name;
use super::{BACKUPS, MANIFEST, OBJECTS};
use crate::backups::find::list;

/// The backups that stay. One stays if any of the two says so; without both, all stay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Number of the newest ones that stay.
    pub keep: Option<usize>,
    /// Days for which each one stays.
    pub keep_days: Option<u32>,
}

impl Retention {
    /// Returns the backups to delete; `backups`: the newest first. The newest always stays.
    fn old_ones<'a>(&self, backups: &'a [(String, Timestamp)], now: Timestamp) -> Vec<&'a str> {
        if self.keep.is_none() && self.keep_days.is_none() {
            return Vec::new();
        }
        let stays = |index: usize, created_at: Timestamp| {
            index == 0
                || self.keep.is_some_and(|keep| index < keep)
                || self.keep_days.is_some_and(|days| now.since(created_at) < i64::from(days) * DAY)
        };
        let old = backups.iter().enumerate().filter(|(index, (_, at))| !stays(*index, *at));
        old.map(|(_, (name, _))| name.as_str()).collect()
    }
}

/// Deletes what need not stay, what broken-off backups left, and files that no backup has any more. Returns the number of
/// deleted backups.
pub async fn retain(place: &Place, retention: Retention, now: Timestamp) -> anyhow::Result<usize> {
    let backups = list(place).await?;
    let dated: Vec<_> =
        backups.iter().map(|(name, manifest)| (name.clone(), manifest.created_at)).collect();
    let gone: HashSet<&str> = retention.old_ones(&dated, now).into_iter().collect();
    let whole: HashSet<&str> = dated.iter().map(|(name, _)| name.as_str()).collect();
    let mut stored = place.list(BACKUPS).await?;
    // The manifest first: what is left without it is no backup, and goes the next time.
    stored.sort_by_key(|(name, _)| !name.ends_with(MANIFEST));
    for (name, _) in &stored {
        let backup = name.split('/').nth(1).unwrap_or_default();
        if gone.contains(backup) || !whole.contains(backup) {
            place.delete(name).await?;
        }
    }
    let needed: HashSet<String> = backups
        .iter()
        .filter(|(name, _)| !gone.contains(name.as_str()))
        .flat_map(|(_, manifest)| manifest.files.iter().map(|file| object_name(&file.sha256)))
        .collect();
    for (name, _) in place.list(OBJECTS).await? {
        if !needed.contains(&name) {
            place.delete(&name).await?;
        }
    }
    Ok(gone.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deleted(keep: Option<usize>, keep_days: Option<u32>, ages_in_days: &[i64]) -> Vec<usize> {
        let now = Timestamp::from_micros(1_000 * DAY);
        let backups: Vec<_> = ages_in_days
            .iter()
            .enumerate()
            .map(|(index, age)| (index.to_string(), now.plus(-age * DAY)))
            .collect();
        let gone = Retention { keep, keep_days }.old_ones(&backups, now);
        gone.iter().map(|name| name.parse().expect("a number")).collect()
    }

    #[test]
    fn a_backup_stays_for_its_number_or_its_age() {
        assert_eq!(deleted(None, None, &[0, 400]), [0_usize; 0]);
        assert_eq!(deleted(Some(2), None, &[0, 1, 2, 3]), [2, 3]);
        assert_eq!(deleted(None, Some(2), &[0, 1, 2, 3]), [2, 3]);
        assert_eq!(deleted(Some(3), Some(2), &[0, 1, 2, 3]), [3]);
        assert_eq!(deleted(Some(1), Some(7), &[0, 6, 7]), [2]);
    }

    #[test]
    fn the_newest_one_always_stays() {
        assert_eq!(deleted(Some(0), None, &[90]), [0_usize; 0]);
        assert_eq!(deleted(None, Some(7), &[90, 91]), [1]);
    }
}
