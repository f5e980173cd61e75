use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use area::Services;
use bytes::Bytes;
use files::{FileKey, Listed, Place};
use futures::TryStreamExt;
use kernel::{DAY, Timestamp};
use serde::Serialize;
use store::Db;

use super::find::list;
use super::lock::Lock;
use super::manifest::{self, Manifest, Stored, StoredFile, engine_of, key_check, object_name};
use super::place::{claim, read_small, write_small};
use super::retain::{Retention, retain};
use super::verify::{Content, check_object, hash};
use super::{BACKUPS, MANIFEST, OBJECTS, postgres};
use crate::areas::VERSION;

/// Pieces in which a file of this machine is sent.
const PIECE_BYTES: usize = 1024 * 1024;
/// Name of the master key in a backup.
const KEY_NAME: &str = "master.key";
/// Beginning and end of the names of folders for copies of the database.
const DRAFT: (&str, &str) = ("backup-", ".tmp");

/// The installation that is copied.
pub struct Source<'a> {
    pub services: &'a Services,
    pub store_url: &'a str,
    /// For the copy of the database, until it is stored.
    pub data_dir: &'a Path,
    /// The master key, if it is to be in the backup.
    pub key: Option<Vec<u8>>,
}

/// A backup that was written and checked.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    pub name: String,
    pub files: usize,
    /// Files that earlier backups did not have.
    pub new_files: usize,
    pub size_bytes: u64,
    pub with_key: bool,
    /// Old backups that were deleted.
    pub deleted: usize,
}

/// Copies files, then the database, then files that came meanwhile, then the manifest; reads back what it wrote, and deletes
/// old backups.
///
/// Every row of the copied database has its file: it was there before the database was copied, or came while the others
/// were (decision 0884). Files that have no row in the copy do no harm.
pub async fn back_up(
    source: &Source<'_>,
    place: &Place,
    retention: Retention,
) -> anyhow::Result<Made> {
    claim(place).await?;
    let clock = &source.services.clock;
    let lock = Lock::take(place, clock.now()).await?;
    let made = tokio::select! {
        made = write(source, place, retention, &lock) => made,
        lost = lock.keep(clock) => Err(lost),
    };
    let released = lock.release().await;
    let made = made?;
    released?;
    Ok(made)
}

async fn write(
    source: &Source<'_>,
    place: &Place,
    retention: Retention,
    lock: &Lock<'_>,
) -> anyhow::Result<Made> {
    let services = source.services;
    let created_at = services.clock.now();
    let name = name_at(created_at);
    clear_drafts(source.data_dir, &name_at(created_at.plus(-DAY)));
    let mut files = NewFiles::since_last(services, place).await?;
    files.copy().await?;
    let database = copy_database(source, place, &name).await?;
    files.copy().await?;
    let key = match &source.key {
        Some(key) => Some(store_key(place, &name, key).await?),
        None => None,
    };
    files.check_all_there().await?;
    let manifest = Manifest {
        format: manifest::FORMAT,
        version: VERSION.to_owned(),
        engine: engine_of(services.db.engine()),
        created_at,
        key_check: key_check(&services.vault),
        database,
        key,
        files: files.copied.into_values().collect(),
    };
    let path = format!("{BACKUPS}/{name}/{MANIFEST}");
    lock.check().await?;
    write_small(place, &path, serde_json::to_vec_pretty(&manifest)?).await?;
    let read = read_small(place, &path).await?.context("the manifest was not kept")?;
    anyhow::ensure!(
        Manifest::parse(&read, &name)? == manifest,
        "the manifest was not kept as it was"
    );
    // What another one is writing would be cleared away.
    lock.check().await?;
    let deleted = retain(place, retention, created_at).await?;
    Ok(Made {
        name,
        files: manifest.files.len(),
        new_files: files.new_files,
        size_bytes: manifest.size_bytes(),
        with_key: manifest.key.is_some(),
        deleted,
    })
}

/// Returns the name of a backup that was begun then: later ones have greater names.
fn name_at(at: Timestamp) -> String {
    at.to_jiff().strftime("%Y%m%dT%H%M%S%6fZ").to_string()
}

/// Deletes copies of the database that were left by processes that died while they made backups with names before `oldest`.
fn clear_drafts(data_dir: &Path, oldest: &str) {
    let Ok(entries) = std::fs::read_dir(data_dir) else { return };
    for entry in entries.flatten() {
        let file_name = entry.file_name();
        let backup =
            file_name.to_str().and_then(|name| name.strip_prefix(DRAFT.0)?.strip_suffix(DRAFT.1));
        if backup.is_some_and(|backup| backup < oldest)
            && let Err(error) = std::fs::remove_dir_all(entry.path())
        {
            tracing::warn!(%error, folder = %entry.path().display(), "a copy of the database is left here");
        }
    }
}

/// The files of the installation, of which those are copied that no earlier backup has.
struct NewFiles<'a> {
    services: &'a Services,
    place: &'a Place,
    /// Those of the last backup.
    known: HashMap<String, StoredFile>,
    /// Objects that whole backups name, and that are there.
    stored: HashSet<String>,
    copied: HashMap<FileKey, StoredFile>,
    new_files: usize,
}

impl<'a> NewFiles<'a> {
    async fn since_last(services: &'a Services, place: &'a Place) -> anyhow::Result<Self> {
        let all = list(place).await?;
        // Others may be what a backup left that broke off before it had read them back: they are written anew.
        let named: HashMap<String, u64> = all
            .iter()
            .flat_map(|(_, manifest)| &manifest.files)
            .map(|file| (file.object(), file.size_bytes))
            .collect();
        let is_whole = |(name, size_bytes): &(String, u64)| named.get(name) == Some(size_bytes);
        let listed = place.list(OBJECTS).await?;
        let stored = listed.into_iter().filter(is_whole).map(|(name, _)| name).collect();
        let last = all.into_iter().next();
        let known = last.map(|(_, manifest)| manifest.files).unwrap_or_default();
        Ok(Self {
            services,
            place,
            known: known.into_iter().map(|file| (file.key.clone(), file)).collect(),
            stored,
            copied: HashMap::new(),
            new_files: 0,
        })
    }

    /// Copies what was not copied yet.
    async fn copy(&mut self) -> anyhow::Result<()> {
        for listed in self.services.files.list_stamped().await? {
            if self.copied.contains_key(&listed.key) {
                continue;
            }
            let file = match self.unchanged(&listed) {
                Some(file) => Some(file),
                None => self.store(&listed).await?,
            };
            // `None`: deleted since it was listed, and so is its row.
            if let Some(file) = file {
                self.copied.insert(listed.key, file);
            }
        }
        Ok(())
    }

    /// Fails if some are gone: another process may have cleared them away, because this one seemed to have died.
    async fn check_all_there(&self) -> anyhow::Result<()> {
        let there: HashSet<(String, u64)> = self.place.list(OBJECTS).await?.into_iter().collect();
        let is_there = |file: &StoredFile| there.contains(&(file.object(), file.size_bytes));
        anyhow::ensure!(
            self.copied.values().all(is_there),
            "files of this backup were deleted meanwhile: another one is being written there"
        );
        Ok(())
    }

    fn unchanged(&self, listed: &Listed) -> Option<StoredFile> {
        let known = self.known.get(listed.key.as_str())?;
        let is_same = known.size_bytes == listed.size_bytes && known.stamp == listed.stamp;
        (is_same && self.stored.contains(&known.object())).then(|| known.clone())
    }

    async fn store(&mut self, listed: &Listed) -> anyhow::Result<Option<StoredFile>> {
        let files = &self.services.files;
        let Some(content) = files.read(&listed.key).await? else { return Ok(None) };
        let Content { size_bytes, sha256 } = hash(content).await?;
        let object = object_name(&sha256);
        if !self.stored.contains(&object) {
            let Some(mut content) = files.read(&listed.key).await? else { return Ok(None) };
            let mut writer = self.place.write(&object);
            while let Some(piece) = content.try_next().await? {
                writer.put(piece).await?;
            }
            writer.finish().await?;
            check_object(self.place, &object, size_bytes, &sha256).await?;
            self.stored.insert(object);
            self.new_files += 1;
        }
        let (key, stamp) = (listed.key.as_str().to_owned(), listed.stamp.clone());
        Ok(Some(StoredFile { key, size_bytes, sha256, stamp }))
    }
}

/// Copies the database to this machine, checks the copy, stores it, and reads it back.
async fn copy_database(source: &Source<'_>, place: &Place, name: &str) -> anyhow::Result<Stored> {
    let engine = engine_of(source.services.db.engine());
    let draft = Draft::beside(source.data_dir, name, engine.file_name())?;
    match engine {
        manifest::Engine::Sqlite => {
            source.services.db.copy_sqlite_to(&draft.file).await?;
            let found = Db::check_sqlite_file(&draft.file).await?;
            anyhow::ensure!(found == "ok", "the copy of the database is damaged: {found}");
        }
        manifest::Engine::Postgres => {
            postgres::dump(source.store_url, &draft.file).await?;
            postgres::check(&draft.file).await?;
        }
    }
    store_file(place, &format!("{BACKUPS}/{name}/{}", engine.file_name()), &draft.file).await
}

async fn store_key(place: &Place, name: &str, key: &[u8]) -> anyhow::Result<Stored> {
    let path = format!("{BACKUPS}/{name}/{KEY_NAME}");
    write_small(place, &path, key.to_vec()).await?;
    let content = hash(place.read(&path).await?.context("the key was not kept")?).await?;
    Ok(Stored { name: path, size_bytes: content.size_bytes, sha256: content.sha256 })
}

/// Stores a file of this machine, and reads it back.
async fn store_file(place: &Place, name: &str, path: &Path) -> anyhow::Result<Stored> {
    use sha2::{Digest, Sha256};
    let mut file = std::fs::File::open(path)?;
    let (mut hasher, mut size_bytes) = (Sha256::new(), 0);
    let mut writer = place.write(name);
    loop {
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        if file.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece)? == 0 {
            break;
        }
        hasher.update(&piece);
        size_bytes += piece.len() as u64;
        writer.put(Bytes::from(piece)).await?;
    }
    writer.finish().await?;
    let sha256 = kernel::hex(&hasher.finalize());
    check_object(place, name, size_bytes, &sha256).await?;
    Ok(Stored { name: name.to_owned(), size_bytes, sha256 })
}

/// A folder for the copy of the database, which goes with this value.
struct Draft {
    folder: PathBuf,
    file: PathBuf,
}

impl Draft {
    fn beside(data_dir: &Path, name: &str, file_name: &str) -> anyhow::Result<Self> {
        let folder = data_dir.join(format!("{}{name}{}", DRAFT.0, DRAFT.1));
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self { file: folder.join(file_name), folder })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, folder = %self.folder.display(), "a copy of the database was left here");
        }
    }
}
