//! The manifest of a backup of version 0.1, which was a folder of its own. Such backups are read, and not written any more.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const FILE_NAME: &str = "manifest.json";
/// The layout of these backups.
const FORMAT: u32 = 1;

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

impl Manifest {
    /// Returns true if the folder is such a backup.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(FILE_NAME).is_file()
    }

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
