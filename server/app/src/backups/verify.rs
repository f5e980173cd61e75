use std::io::Write;
use std::path::Path;

use anyhow::Context;
use bytes::Bytes;
use files::{FilesError, Place};
use futures::TryStreamExt;
use futures::stream::BoxStream;
use sha2::{Digest, Sha256};

/// The size of a content, and its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub size_bytes: u64,
    pub sha256: String,
}

/// Reads a content to its end.
pub async fn hash(
    mut pieces: BoxStream<'static, Result<Bytes, FilesError>>,
) -> anyhow::Result<Content> {
    let (mut hasher, mut size_bytes) = (Sha256::new(), 0);
    while let Some(piece) = pieces.try_next().await? {
        hasher.update(&piece);
        size_bytes += piece.len() as u64;
    }
    Ok(Content { size_bytes, sha256: kernel::hex(&hasher.finalize()) })
}

/// Fails unless the place has this content under `name`.
pub async fn check_object(
    place: &Place,
    name: &str,
    size_bytes: u64,
    sha256: &str,
) -> anyhow::Result<()> {
    let content = place.read(name).await?;
    let content = content.with_context(|| format!("the backup is damaged: {name} is missing"))?;
    let found = hash(content).await?;
    let is_same = found.size_bytes == size_bytes && found.sha256 == sha256;
    anyhow::ensure!(is_same, "the backup is damaged: {name} has changed");
    Ok(())
}

/// Copies something from the place into a new file of this machine, and checks it.
pub async fn fetch(place: &Place, name: &str, sha256: &str, target: &Path) -> anyhow::Result<()> {
    let content = place.read(name).await?;
    let mut content =
        content.with_context(|| format!("the backup is damaged: {name} is missing"))?;
    let mut file = std::fs::File::create_new(target)
        .with_context(|| format!("cannot write {}", target.display()))?;
    let mut hasher = Sha256::new();
    while let Some(piece) = content.try_next().await? {
        hasher.update(&piece);
        file.write_all(&piece)?;
    }
    file.sync_all()?;
    let is_same = kernel::hex(&hasher.finalize()) == sha256;
    anyhow::ensure!(is_same, "the backup is damaged: {name} has changed");
    Ok(())
}
