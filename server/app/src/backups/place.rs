use anyhow::Context;
use bytes::Bytes;
use files::Place;
use futures::TryStreamExt;
use outbound::Outbound;
use serde::{Deserialize, Serialize};

use super::{LOCK, MARK};

#[derive(Serialize, Deserialize)]
struct Mark {
    format: u32,
}

/// Opens the place of backups: a folder, or `s3://…` as for `files.url`.
pub fn open_place(address: &str, outbound: &Outbound) -> anyhow::Result<Place> {
    let url = match address.contains("://") {
        true => address.to_owned(),
        false => format!("file://{}", std::path::absolute(address)?.display()),
    };
    Place::open(&url, outbound)
        .with_context(|| format!("{} cannot be used for backups", name_of(address)))
}

/// Returns the address without its parameters, which may be secret.
pub fn name_of(address: &str) -> &str {
    address.split('?').next().unwrap_or(address)
}

/// Reads something small.
pub async fn read_small(place: &Place, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(mut content) = place.read(name).await? else { return Ok(None) };
    let mut bytes = Vec::new();
    while let Some(piece) = content.try_next().await? {
        bytes.extend_from_slice(&piece);
    }
    Ok(Some(bytes))
}

/// Writes something small.
pub async fn write_small(place: &Place, name: &str, content: Vec<u8>) -> anyhow::Result<()> {
    let mut writer = place.write(name);
    writer.put(Bytes::from(content)).await?;
    Ok(writer.finish().await?)
}

/// Marks an empty place as one of backups; refuses one that has something else.
pub async fn claim(place: &Place) -> anyhow::Result<()> {
    if read_small(place, MARK).await?.is_some() {
        return Ok(());
    }
    // Another process may mark it at this moment.
    let is_ours = |(name, _): &(String, u64)| name == MARK || name == LOCK;
    anyhow::ensure!(
        place.list("").await?.iter().all(is_ours),
        "the place is not empty and has no backups: name a new folder or prefix"
    );
    write_small(place, MARK, serde_json::to_vec(&Mark { format: super::manifest::FORMAT })?).await
}
