//! The manifest of a backup: its contents, and checks that it is complete.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vault::Vault;

pub const FILE_NAME: &str = "manifest.json";
/// The database in a backup, by engine.
pub const SQLITE_FILE: &str = "ensemble.db";
pub const POSTGRES_FILE: &str = "ensemble.pgdump";
/// The folder of the blobs in a backup.
pub const FILES_FOLDER: &str = "files";
/// The layout of backups that this version writes and reads.
pub const FORMAT: u32 = 1;

/// Written last: a folder without it is no backup.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    pub version: String,
    /// `sqlite` or `postgres`.
    pub engine: String,
    pub created_at: Timestamp,
    /// Verifies that a master key is the one that the secrets in the backup were sealed with.
    pub key_check: String,
    pub entries: Vec<Entry>,
}

/// One file of a backup.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Below the backup's folder, with slashes.
    pub path: String,
    pub size_bytes: u64,
    pub sha256: String,
}

impl Entry {
    pub fn of(dir: &Path, path: &str) -> anyhow::Result<Self> {
        let (size_bytes, sha256) = digest(&dir.join(path))?;
        Ok(Self { path: path.to_owned(), size_bytes, sha256 })
    }
}

impl Manifest {
    pub fn read(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join(FILE_NAME);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{} is no backup: it has no {FILE_NAME}", dir.display()))?;
        let manifest: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        anyhow::ensure!(
            manifest.format == FORMAT,
            "the backup has format {}, and this version reads {FORMAT}: use the version {} or newer",
            manifest.format,
            manifest.version
        );
        Ok(manifest)
    }

    pub fn write(&self, dir: &Path) -> anyhow::Result<()> {
        let mut file = std::fs::File::create(dir.join(FILE_NAME))?;
        serde_json::to_writer_pretty(&mut file, self)?;
        Ok(file.sync_all()?)
    }

    /// Checks that every file exists and is unchanged.
    pub fn verify(&self, dir: &Path) -> anyhow::Result<()> {
        for entry in &self.entries {
            let is_below = Path::new(&entry.path)
                .components()
                .all(|piece| matches!(piece, std::path::Component::Normal(_)));
            anyhow::ensure!(is_below, "the manifest names {:?}, outside of the backup", entry.path);
            let (size, sha256) = digest(&dir.join(&entry.path))?;
            let is_same = size == entry.size_bytes && sha256 == entry.sha256;
            anyhow::ensure!(is_same, "the backup is damaged: {} has changed", entry.path);
        }
        Ok(())
    }
}

/// Returns a fingerprint of the master key that reveals nothing about it.
pub fn key_check(vault: &Vault) -> String {
    kernel::hex(&vault.mac("backup", b"key check"))
}

fn digest(path: &Path) -> anyhow::Result<(u64, String)> {
    let mut file = std::fs::File::open(path)
        .with_context(|| format!("the backup is damaged: {} is missing", path.display()))?;
    let (mut hasher, mut size) = (Sha256::new(), 0);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok((size, kernel::hex(&hasher.finalize())));
        }
        hasher.update(&buffer[..count]);
        size += count as u64;
    }
}
