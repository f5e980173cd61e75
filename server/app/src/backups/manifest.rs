use files::FileKey;
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use vault::Vault;

/// The layout of backups that this version writes.
pub const FORMAT: u32 = 2;

/// The contents of a backup, with which it is checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    pub engine: Engine,
    pub created_at: Timestamp,
    /// Tells if a master key is the one that the secrets in the backup are sealed with.
    pub key_check: String,
    pub database: Stored,
    /// The master key, where it was asked for.
    pub key: Option<Stored>,
    pub files: Vec<StoredFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// Returns its name for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    /// Returns the name of the database in a backup.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Sqlite => "ensemble.db",
            Self::Postgres => "ensemble.pgdump",
        }
    }
}

/// Returns the engine of a database.
pub fn engine_of(engine: store::Engine) -> Engine {
    match engine {
        store::Engine::Sqlite => Engine::Sqlite,
        store::Engine::Postgres => Engine::Postgres,
    }
}

/// Something in the place of the backups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// Below the place, with slashes.
    pub name: String,
    pub size_bytes: u64,
    pub sha256: String,
}

/// A file of the installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// As [`FileKey`] is written.
    pub key: String,
    pub size_bytes: u64,
    pub sha256: String,
    /// As storage listed it: the next backup does not read it again if this is the same.
    pub stamp: String,
}

impl StoredFile {
    pub fn object(&self) -> String {
        object_name(&self.sha256)
    }

    pub fn file_key(&self) -> Result<FileKey, files::FilesError> {
        self.key.parse()
    }
}

/// Returns the name of the object with this content.
pub fn object_name(sha256: &str) -> String {
    format!("{}/{sha256}", super::OBJECTS)
}

/// Returns a fingerprint of the master key that reveals nothing about it.
pub fn key_check(vault: &Vault) -> String {
    kernel::hex(&vault.mac("backup", b"key check"))
}

/// Returns true if the vault has the master key with this fingerprint, as its present or as an earlier one.
pub fn has_key_of(vault: &Vault, key_check: &str) -> bool {
    vault.macs("backup", b"key check").iter().any(|mac| kernel::hex(mac) == key_check)
}

impl Manifest {
    /// Returns the size of everything in it.
    pub fn size_bytes(&self) -> u64 {
        self.database.size_bytes + self.files.iter().map(|file| file.size_bytes).sum::<u64>()
    }

    /// Reads a manifest, and refuses a layout that this version does not know.
    pub fn parse(text: &[u8], name: &str) -> anyhow::Result<Self> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
            version: String,
        }
        let head: Head = serde_json::from_slice(text)
            .map_err(|error| anyhow::anyhow!("the manifest of {name} cannot be read: {error}"))?;
        anyhow::ensure!(
            head.format == FORMAT,
            "the backup {name} has format {}, and this version reads {FORMAT}: use the version {} or newer",
            head.format,
            head.version
        );
        let manifest: Self = serde_json::from_slice(text)
            .map_err(|error| anyhow::anyhow!("the manifest of {name} cannot be read: {error}"))?;
        for file in &manifest.files {
            file.file_key()?;
            let is_hash =
                file.sha256.len() == 64 && file.sha256.bytes().all(|b| b.is_ascii_hexdigit());
            anyhow::ensure!(is_hash, "the manifest of {name} names {:?}", file.sha256);
        }
        Ok(manifest)
    }
}
