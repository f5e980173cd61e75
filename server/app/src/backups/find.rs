use anyhow::Context;
use files::Place;

use super::manifest::Manifest;
use super::place::read_small;
use super::{BACKUPS, MANIFEST};

/// A backup in a place.
pub struct Found {
    pub name: String,
    pub manifest: Manifest,
}

/// Returns the backup of this name, or the newest one.
pub async fn find(place: &Place, name: Option<&str>) -> anyhow::Result<Found> {
    let mut all = list(place).await?;
    anyhow::ensure!(!all.is_empty(), "there is no backup: it has no {MANIFEST}");
    let index = match name {
        None => 0,
        Some(name) => all.iter().position(|(found, _)| found == name).with_context(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            format!("there is no backup {name:?}; there are {}", names.join(", "))
        })?,
    };
    let (name, manifest) = all.swap_remove(index);
    Ok(Found { name, manifest })
}

/// Returns all whole backups, the newest first.
pub async fn list(place: &Place) -> anyhow::Result<Vec<(String, Manifest)>> {
    let mut all = Vec::new();
    for (path, _) in place.list(BACKUPS).await? {
        let mut pieces = path.split('/').skip(1);
        let (Some(name), Some(MANIFEST), None) = (pieces.next(), pieces.next(), pieces.next())
        else {
            continue;
        };
        let text = read_small(place, &path).await?.with_context(|| format!("{path} is missing"))?;
        all.push((name.to_owned(), Manifest::parse(&text, name)?));
    }
    all.sort_by_key(|(_, manifest)| std::cmp::Reverse(manifest.created_at));
    Ok(all)
}
