use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use bytes::Bytes;
use files::{FileKey, Files};
use serde::Serialize;
use store::{Db, Engine, sql};
use vault::Vault;

use super::backup::name_of;
use super::manifest::{self, Manifest};
use super::postgres;
use crate::output::Output;
use crate::serve::{open_db, prepare};
use crate::settings::Settings;

/// A blob is put back in pieces of this size.
const PIECE_BYTES: usize = 1024 * 1024;

#[derive(Serialize)]
struct Done {
    created_at: kernel::Timestamp,
    files: usize,
}

/// Runs `ensemble restore DIR`: checks the backup, restores it into an empty installation, and checks the result.
pub async fn restore(
    dir: &Path,
    without_key: bool,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let manifest = Manifest::read(dir)?;
    manifest.verify(dir)?;
    if !without_key {
        check_key(&manifest, settings)?;
    }
    let engine =
        if settings.store_url().starts_with("sqlite") { Engine::Sqlite } else { Engine::Postgres };
    anyhow::ensure!(
        manifest.engine == name_of(engine),
        "the backup is of {}, but store.url is {}",
        manifest.engine,
        name_of(engine)
    );
    let files = Files::open(&settings.files_url())?;
    anyhow::ensure!(files.list(None).await?.is_empty(), "files.url is not empty: name a new place");
    match engine {
        Engine::Sqlite => restore_sqlite(dir, settings)?,
        Engine::Postgres => {
            check_no_tables(settings).await?;
            let source = dir.join(manifest::POSTGRES_FILE);
            postgres::restore(&settings.store_url(), &source).await?;
        }
    }
    let restored = restore_files(&manifest, dir, &files).await?;
    let (platform, _) = prepare(settings).await?;
    check_integrity(&platform.services.db).await?;
    platform.services.db.close().await;
    let done = Done { created_at: manifest.created_at, files: restored };
    output.show(&done, |done| {
        format!(
            "Restored the backup of {}: the database and {} files.",
            done.created_at, done.files
        )
    })
}

/// Refuses before anything is written when secrets in the backup could not be opened here.
fn check_key(manifest: &Manifest, settings: &Settings) -> anyhow::Result<()> {
    let data_dir = &settings.server.data_dir;
    let is_given = settings.vault.secret.is_some() || data_dir.join("master.key").exists();
    anyhow::ensure!(
        is_given,
        "the master key is missing: copy master.key into {} first, or set vault.secret \
         (or give up the keys of providers with --without-key)",
        data_dir.display()
    );
    let vault = Vault::open(data_dir, &settings.vault)?;
    anyhow::ensure!(
        manifest::key_check(&vault) == manifest.key_check,
        "the backup was made with another master key: use the one it was made with \
         (or give up the keys of providers with --without-key)"
    );
    Ok(())
}

fn restore_sqlite(dir: &Path, settings: &Settings) -> anyhow::Result<()> {
    let url = settings.store_url();
    let target = url.trim_start_matches("sqlite://").split('?').next().unwrap_or_default();
    let target = Path::new(target);
    anyhow::ensure!(!target.exists(), "{} exists: restore needs a new place", target.display());
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // Under another name first: a copy that breaks off is no database.
    let partial = target.with_extension("restoring");
    std::fs::copy(dir.join(manifest::SQLITE_FILE), &partial)?;
    File::open(&partial)?.sync_all()?;
    std::fs::rename(&partial, target)?;
    Ok(())
}

async fn check_no_tables(settings: &Settings) -> anyhow::Result<()> {
    let db = open_db(settings).await?;
    let mut conn = db.read().await?;
    let (count,) = sql!(
        &mut conn,
        one Count,
        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'"
    )?;
    drop(conn);
    db.close().await;
    anyhow::ensure!(count == 0, "the database of store.url is not empty: name a new one");
    Ok(())
}

async fn restore_files(manifest: &Manifest, dir: &Path, files: &Files) -> anyhow::Result<usize> {
    let mut count = 0;
    for entry in &manifest.entries {
        let Some(key) = entry.path.strip_prefix("files/") else { continue };
        let key: FileKey = key.parse()?;
        let mut source = File::open(dir.join(&entry.path))?;
        let mut blob = files.write(&key);
        // A blob may be larger than memory.
        loop {
            let mut piece = Vec::with_capacity(PIECE_BYTES);
            if source.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece)? == 0 {
                break;
            }
            blob.put(Bytes::from(piece)).await?;
        }
        blob.finish().await?;
        count += 1;
    }
    Ok(count)
}

async fn check_integrity(db: &Db) -> anyhow::Result<()> {
    db.ping().await?;
    if db.engine() == Engine::Sqlite {
        let mut conn = db.read().await?;
        let (answer,) = sql!(&mut conn, one Text, "PRAGMA integrity_check")
            .context("the restored database cannot be read")?;
        anyhow::ensure!(answer == "ok", "the restored database is damaged: {answer}");
    }
    Ok(())
}

type Count = (i64,);
type Text = (String,);
