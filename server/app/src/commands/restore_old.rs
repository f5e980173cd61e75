//! Backups of version 0.1, one in each folder.

use std::fs::File;
use std::path::Path;

use files::{FileKey, Files};
use outbound::Outbound;

use super::restore::{
    Restored, check_engine, check_key, check_restored, check_target, has_database, put_in_place,
    send,
};
use crate::backups::{Engine, OldManifest, restore_postgres};
use crate::existing::sqlite_file;
use crate::settings::Settings;
use crate::unfinished;

/// Restores a folder that is one backup.
pub(super) async fn restore(
    dir: &Path,
    without_key: bool,
    settings: &Settings,
) -> anyhow::Result<Restored> {
    let manifest = OldManifest::read(dir)?;
    manifest.verify(dir)?;
    if !without_key {
        check_key(&manifest.key_check, settings)?;
    }
    let engine = if manifest.engine == "sqlite" { Engine::Sqlite } else { Engine::Postgres };
    check_engine(engine, settings)?;
    let outbound = Outbound::open(&settings.outbound, settings.proxy_variables.expose())?;
    let files = Files::open_through(&settings.files_url(), &outbound)?;
    let backup = dir.display().to_string();
    check_target(&backup, settings, &files).await?;
    unfinished::begin(&settings.server.data_dir, &backup)?;
    let mut count = 0;
    for entry in &manifest.entries {
        let Some(key) = entry.path.strip_prefix("files/") else { continue };
        let key: FileKey = key.parse()?;
        send(&files, &key, &mut File::open(dir.join(&entry.path))?).await?;
        count += 1;
    }
    let source = dir.join(engine.file_name());
    if !has_database(settings).await? {
        match engine {
            Engine::Sqlite => restore_sqlite(&source, &sqlite_file(settings))?,
            Engine::Postgres => restore_postgres(&settings.store_url(), &source).await?,
        }
    }
    let (accounts, conversations) = check_restored(settings, without_key).await?;
    unfinished::end(&settings.server.data_dir)?;
    Ok(Restored {
        backup,
        created_at: manifest.created_at,
        version: manifest.version,
        engine: engine.as_str(),
        files: count,
        size_bytes: manifest.entries.iter().map(|entry| entry.size_bytes).sum(),
        key: if without_key { "given up" } else { "the one that was here" },
        accounts,
        conversations,
    })
}

fn restore_sqlite(source: &Path, target: &Path) -> anyhow::Result<()> {
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // Under another name first: a copy that breaks off is no database.
    let partial = target.with_extension("restoring");
    std::fs::copy(source, &partial)?;
    File::open(&partial)?.sync_all()?;
    Ok(put_in_place(&partial, target)?)
}
