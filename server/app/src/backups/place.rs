use std::convert::Infallible;
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use files::{Files, Place};
use futures::TryStreamExt;
use kernel::{Clock, MINUTE, Timestamp};
use outbound::Outbound;
use serde::{Deserialize, Serialize};

use super::{LOCK, MARK};

/// Age of a lock whose process has died: one that lives renews it much sooner.
const LOCK_MICROS: i64 = 5 * MINUTE;
const RENEW_EVERY: Duration = Duration::from_secs(30);

#[derive(Serialize, Deserialize)]
struct Mark {
    format: u32,
}

#[derive(Serialize, Deserialize)]
struct Lock {
    /// When its holder said last that it lives.
    since: Timestamp,
}

/// Opens the place of backups: a folder, or `s3://…` as for `files.url`.
pub fn open_place(address: &str, outbound: &Outbound) -> anyhow::Result<Place> {
    let url = match address.contains("://") {
        true => address.to_owned(),
        false => format!("file://{}", std::path::absolute(address)?.display()),
    };
    let storage = Files::open_through(&url, outbound)
        .with_context(|| format!("{} cannot be used for backups", name_of(address)))?;
    Ok(Place::new(storage))
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
    let is_empty = place.list("").await?.is_empty();
    anyhow::ensure!(
        is_empty,
        "the place is not empty and has no backups: name a new folder or prefix"
    );
    write_small(place, MARK, serde_json::to_vec(&Mark { format: super::manifest::FORMAT })?).await
}

/// Keeps others from writing backups here at the same time.
pub async fn lock(place: &Place, now: Timestamp) -> anyhow::Result<()> {
    if let Some(found) = read_small(place, LOCK).await? {
        let since = serde_json::from_slice::<Lock>(&found).map_or(now, |lock| lock.since);
        anyhow::ensure!(
            now.since(since) >= LOCK_MICROS,
            "another backup is being written there, and was at {since}: wait until it has ended, 5 minutes if its process died"
        );
    }
    renew(place, now).await
}

/// Renews the lock for as long as it is polled.
pub async fn keep_lock(place: &Place, clock: &Clock) -> Infallible {
    loop {
        tokio::time::sleep(RENEW_EVERY).await;
        // Several more tries before others take it for left behind.
        if let Err(error) = renew(place, clock.now()).await {
            tracing::warn!(%error, "the lock of the place of backups was not renewed");
        }
    }
}

async fn renew(place: &Place, now: Timestamp) -> anyhow::Result<()> {
    write_small(place, LOCK, serde_json::to_vec(&Lock { since: now })?).await
}

/// Lets others write again.
pub async fn unlock(place: &Place) -> anyhow::Result<()> {
    Ok(place.delete(LOCK).await?)
}
