use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use files::{FileKey, Files};
use futures::TryStreamExt;
use serde::Serialize;
use store::Engine;

use super::manifest::{self, Entry, Manifest};
use super::postgres;
use crate::areas::VERSION;
use crate::output::Output;
use crate::serve::prepare;
use crate::settings::Settings;

#[derive(Serialize)]
struct Done {
    dir: String,
    files: usize,
    size_bytes: u64,
}

/// Runs `ensemble backup DIR`: copies the blobs, then the database, then blobs that arrived meanwhile, then the
/// manifest.
///
/// Every row of the copied database has its blob: it was there before the database was copied, or came while the others
/// were (decision 0884). Blobs that have no row in the copy do no harm.
pub async fn backup(dir: &Path, settings: &Settings, output: Output) -> anyhow::Result<()> {
    check_empty(dir)?;
    let (platform, _) = prepare(settings).await?;
    let services = &platform.services;
    let engine = services.db.engine();
    let mut blobs = Blobs { files: &services.files, dir, copied: HashSet::new() };
    let mut entries = blobs.copy_new().await?;
    let database = match engine {
        Engine::Sqlite => {
            services.db.copy_sqlite_to(&dir.join(manifest::SQLITE_FILE)).await?;
            manifest::SQLITE_FILE
        }
        Engine::Postgres => {
            let target = dir.join(manifest::POSTGRES_FILE);
            postgres::dump(&settings.store_url(), &target).await?;
            manifest::POSTGRES_FILE
        }
    };
    sync(&dir.join(database))?;
    entries.insert(0, Entry::of(dir, database)?);
    entries.extend(blobs.copy_new().await?);
    let manifest = Manifest {
        format: manifest::FORMAT,
        version: VERSION.to_owned(),
        engine: name_of(engine).to_owned(),
        created_at: services.clock.now(),
        key_check: manifest::key_check(&services.vault),
        entries,
    };
    manifest.write(dir)?;
    sync(dir)?;
    services.db.close().await;
    let size_bytes = manifest.entries.iter().map(|entry| entry.size_bytes).sum();
    let done =
        Done { dir: dir.display().to_string(), files: manifest.entries.len() - 1, size_bytes };
    output.show(&done, |done| {
        format!(
            "Backed up to {}: the database and {} files, {} bytes.\n\
             The master key is not in it: keep a copy of master.key, or of vault.secret, elsewhere.",
            done.dir, done.files, done.size_bytes
        )
    })
}

/// Returns the name of an engine in a manifest.
pub fn name_of(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    }
}

fn check_empty(dir: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let is_empty = std::fs::read_dir(dir)?.next().is_none();
    anyhow::ensure!(is_empty, "{} is not empty: name a new folder", dir.display());
    Ok(())
}

/// Copies blobs chunk by chunk: one may be larger than memory.
struct Blobs<'a> {
    files: &'a Files,
    dir: &'a Path,
    copied: HashSet<FileKey>,
}

impl Blobs<'_> {
    /// Copies the blobs that were not copied yet.
    async fn copy_new(&mut self) -> anyhow::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for key in self.files.list(None).await? {
            if self.copied.contains(&key) {
                continue;
            }
            // Deleted since it was listed: its row is gone as well.
            let Some(mut content) = self.files.read(&key).await? else { continue };
            let path = format!("{}/{}", manifest::FILES_FOLDER, key.as_str());
            let target = self.dir.join(&path);
            let folder = target.parent().context("a blob is in a folder")?;
            std::fs::create_dir_all(folder)?;
            let mut file = File::create(&target)?;
            while let Some(piece) = content.try_next().await? {
                file.write_all(&piece)?;
            }
            file.sync_all()?;
            sync(folder)?;
            entries.push(Entry::of(self.dir, &path)?);
            self.copied.insert(key);
        }
        Ok(entries)
    }
}

/// Syncs a file, or the entries of a folder, so that it survives a power cut.
fn sync(path: &Path) -> anyhow::Result<()> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    file.sync_all().with_context(|| format!("cannot write {}", path.display()))
}
