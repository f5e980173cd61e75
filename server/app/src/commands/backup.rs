use std::path::Path;

use anyhow::Context;
use files::Files;
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

/// `ensemble backup DIR`: database first, then blobs, then the manifest.
///
/// A blob that is deleted in between is missing from the copy only if its row was deleted too, before
/// the server would have needed it.
pub async fn backup(dir: &Path, settings: &Settings, output: Output) -> anyhow::Result<()> {
    check_empty(dir)?;
    let (platform, _) = prepare(settings).await?;
    let services = &platform.services;
    let engine = services.db.engine();
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
    let mut entries = vec![Entry::of(dir, database)?];
    entries.extend(copy_files(&platform.services.files, dir).await?);
    let manifest = Manifest {
        format: manifest::FORMAT,
        version: VERSION.to_owned(),
        engine: name_of(engine).to_owned(),
        created_at: services.clock.now(),
        key_check: manifest::key_check(&services.vault),
        entries,
    };
    manifest.write(dir)?;
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

/// How a manifest names an engine.
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

async fn copy_files(files: &Files, dir: &Path) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for key in files.list(None).await? {
        // Deleted since it was listed: its row is gone as well.
        let Some(content) = files.get(&key).await? else { continue };
        let path = format!("{}/{}", manifest::FILES_FOLDER, key.as_str());
        let target = dir.join(&path);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&target, &content)?;
        entries.push(Entry::of(dir, &path)?);
    }
    Ok(entries)
}
