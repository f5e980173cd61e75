use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bytes::Bytes;
use files::{Files, Place};
use futures::TryStreamExt;
use kernel::Timestamp;
use outbound::Outbound;
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::{Db, Schema, sql};
use vault::Vault;

use super::restore_old;
use crate::backups::{
    Engine, Manifest, OldManifest, StoredFile, check_object, fetch, find, has_key_of, name_of,
    open_place, restore_postgres,
};
use crate::cli::RestoreArgs;
use crate::existing::sqlite_file;
use crate::output::Output;
use crate::settings::Settings;
use crate::unfinished;

#[derive(Serialize)]
pub(super) struct Restored {
    pub backup: String,
    pub created_at: Timestamp,
    /// The version that wrote the backup.
    pub version: String,
    pub engine: &'static str,
    pub files: usize,
    pub size_bytes: u64,
    pub key: &'static str,
    pub accounts: i64,
    pub conversations: i64,
}

/// Runs `ensemble restore PLACE`: checks a backup, restores it into an empty place, and checks the result.
///
/// The database comes last: an installation is whole or is none. Until then a mark keeps servers from starting there; the same
/// command goes on after it was broken off.
pub async fn restore(
    args: &RestoreArgs,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let restored = match OldManifest::is_in(Path::new(&args.place)) {
        true => restore_old::restore(Path::new(&args.place), args.without_key, settings).await?,
        false => restore_from_place(args, settings).await?,
    };
    output.show(&restored, |done| {
        format!(
            "Restored the backup {} of {}, which version {} wrote: the {} database with {} accounts and {} \
             conversations, {} files, {} bytes in all. Master key: {}.\n\
             Start the server now; one of a newer version migrates the database.",
            done.backup,
            done.created_at,
            done.version,
            done.engine,
            done.accounts,
            done.conversations,
            done.files,
            done.size_bytes,
            done.key
        )
    })
}

async fn restore_from_place(args: &RestoreArgs, settings: &Settings) -> anyhow::Result<Restored> {
    let outbound = Outbound::open(&settings.outbound, settings.proxy_variables.expose())?;
    let is_folder = !args.place.contains("://");
    anyhow::ensure!(
        !is_folder || Path::new(&args.place).is_dir(),
        "{} is no backup: there is no such folder",
        args.place
    );
    let place = open_place(&settings.whole_address(&args.place), &outbound)?;
    let found = find(&place, args.backup.as_deref()).await;
    let found = found.with_context(|| format!("{} is no backup", name_of(&args.place)))?;
    let manifest = &found.manifest;
    check_engine(manifest.engine, settings)?;
    check_everything(&place, manifest).await?;
    let files = Files::open_through(&settings.files_url(), &outbound)?;
    check_target(&found.name, settings, &files).await?;
    let key = restore_key(args.without_key, &place, manifest, settings).await?;
    unfinished::begin(&settings.server.data_dir, &found.name)?;
    for file in &manifest.files {
        restore_file(&place, file, &files).await?;
    }
    if !has_database(settings).await? {
        restore_database(&place, manifest, settings).await?;
    }
    let (accounts, conversations) = check_restored(settings, args.without_key).await?;
    unfinished::end(&settings.server.data_dir)?;
    Ok(Restored {
        backup: found.name,
        created_at: manifest.created_at,
        version: manifest.version.clone(),
        engine: manifest.engine.as_str(),
        files: manifest.files.len(),
        size_bytes: manifest.size_bytes(),
        key,
        accounts,
        conversations,
    })
}

/// Refuses a backup of the other engine.
pub(super) fn check_engine(engine: Engine, settings: &Settings) -> anyhow::Result<()> {
    let here =
        if settings.store_url().starts_with("sqlite") { Engine::Sqlite } else { Engine::Postgres };
    anyhow::ensure!(
        engine == here,
        "the backup is of {}, but store.url is {}: restore it there, then use `ensemble move`",
        engine.as_str(),
        here.as_str()
    );
    Ok(())
}

/// Reads everything of the backup before anything is written.
async fn check_everything(place: &Place, manifest: &Manifest) -> anyhow::Result<()> {
    let own = [Some(&manifest.database), manifest.key.as_ref()];
    for stored in own.into_iter().flatten() {
        check_object(place, &stored.name, stored.size_bytes, &stored.sha256).await?;
    }
    for file in &manifest.files {
        check_object(place, &file.object(), file.size_bytes, &file.sha256).await?;
    }
    Ok(())
}

/// Refuses to restore over something, other than the rest of the same restore.
pub(super) async fn check_target(
    backup: &str,
    settings: &Settings,
    files: &Files,
) -> anyhow::Result<()> {
    match unfinished::find(&settings.server.data_dir)? {
        Some(begun) if begun == backup => return Ok(()),
        Some(begun) => anyhow::bail!(
            "the restore of the backup {begun} is not finished: restore that one, or name new places"
        ),
        None => {}
    }
    anyhow::ensure!(files.list(None).await?.is_empty(), "files.url is not empty: name a new place");
    anyhow::ensure!(
        !has_database(settings).await?,
        "the database of store.url is not empty: name a new one"
    );
    if settings.store_url().starts_with("sqlite") {
        // The log of another database would be applied to this one.
        let mut log = sqlite_file(settings).into_os_string();
        log.push("-wal");
        let log = PathBuf::from(log);
        anyhow::ensure!(
            !log.exists(),
            "{} is left from another database: delete it",
            log.display()
        );
    }
    Ok(())
}

/// Returns true if there is something where the database is to be. It came whole, or not at all.
pub(super) async fn has_database(settings: &Settings) -> anyhow::Result<bool> {
    if settings.store_url().starts_with("sqlite") {
        return Ok(sqlite_file(settings).exists());
    }
    let db = Db::open(&settings.store_url(), &settings.store.options()).await?;
    let count = {
        let mut conn = db.read().await?;
        let count =
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()";
        sql!(&mut conn, one(i64,), count)?.0
    };
    db.close().await;
    Ok(count > 0)
}

/// Checks the master key, or takes it out of the backup. Returns which one it is, for people.
async fn restore_key(
    without_key: bool,
    place: &Place,
    manifest: &Manifest,
    settings: &Settings,
) -> anyhow::Result<&'static str> {
    let data_dir = &settings.server.data_dir;
    if without_key {
        return Ok("given up, enter keys of providers again");
    }
    if Vault::has_key(data_dir, &settings.vault) {
        check_key(&manifest.key_check, settings)?;
        return Ok("the one that was here");
    }
    let Some(key) = &manifest.key else { return Err(key_is_missing(data_dir)) };
    std::fs::create_dir_all(data_dir)?;
    // Under another name first: a part of a key is none.
    let partial = data_dir.join("master.key.restoring");
    remove_if_there(&partial)?;
    fetch(place, &key.name, &key.sha256, &partial).await?;
    std::fs::rename(&partial, data_dir.join("master.key"))?;
    check_key(&manifest.key_check, settings)?;
    Ok("from the backup, now in master.key")
}

pub(super) fn key_is_missing(data_dir: &Path) -> anyhow::Error {
    anyhow::anyhow!(
        "the master key is missing: copy master.key into {} first, or set vault.secret \
         (or give up the keys of providers with --without-key)",
        data_dir.display()
    )
}

/// Refuses before anything is written when secrets in the backup could not be opened here.
pub(super) fn check_key(key_check: &str, settings: &Settings) -> anyhow::Result<()> {
    let data_dir = &settings.server.data_dir;
    if !Vault::has_key(data_dir, &settings.vault) {
        return Err(key_is_missing(data_dir));
    }
    let vault = Vault::open(data_dir, &settings.vault)?;
    anyhow::ensure!(
        has_key_of(&vault, key_check),
        "the backup was made with another master key: use the one it was made with \
         (or give up the keys of providers with --without-key)"
    );
    Ok(())
}

async fn restore_database(
    place: &Place,
    manifest: &Manifest,
    settings: &Settings,
) -> anyhow::Result<()> {
    // Under another name first: a copy that breaks off is no database.
    let partial = match manifest.engine {
        Engine::Sqlite => sqlite_file(settings).with_extension("restoring"),
        Engine::Postgres => settings.server.data_dir.join("ensemble.restoring"),
    };
    if let Some(folder) = partial.parent() {
        std::fs::create_dir_all(folder)?;
    }
    remove_if_there(&partial)?;
    fetch(place, &manifest.database.name, &manifest.database.sha256, &partial).await?;
    match manifest.engine {
        Engine::Sqlite => put_in_place(&partial, &sqlite_file(settings))?,
        Engine::Postgres => {
            restore_postgres(&settings.store_url(), &partial).await?;
            std::fs::remove_file(&partial)?;
        }
    }
    Ok(())
}

fn remove_if_there(file: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Gives a whole file its name, so that it survives a power cut.
pub(super) fn put_in_place(file: &Path, target: &Path) -> std::io::Result<()> {
    std::fs::rename(file, target)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Copies a file of the backup to where files are.
async fn restore_file(place: &Place, file: &StoredFile, files: &Files) -> anyhow::Result<()> {
    let object = file.object();
    let content = place.read(&object).await?;
    let mut content =
        content.with_context(|| format!("the backup is damaged: {object} is missing"))?;
    let mut hasher = Sha256::new();
    let mut blob = files.write(&file.file_key()?);
    while let Some(piece) = content.try_next().await? {
        hasher.update(&piece);
        blob.put(piece).await?;
    }
    if kernel::hex(&hasher.finalize()) != file.sha256 {
        blob.give_up().await?;
        anyhow::bail!("the backup is damaged: {object} has changed");
    }
    Ok(blob.finish().await?)
}

/// Opens what was restored, and counts what people look for first.
pub(super) async fn check_restored(
    settings: &Settings,
    without_key: bool,
) -> anyhow::Result<(i64, i64)> {
    if settings.store_url().starts_with("sqlite") {
        let found = Db::check_sqlite_file(&sqlite_file(settings)).await?;
        anyhow::ensure!(found == "ok", "the restored database is damaged: {found}");
    }
    let db = Db::open_existing(&settings.store_url(), &settings.store.options()).await?;
    anyhow::ensure!(db.schema(&[]).await? != Schema::Missing, "the restored database is empty");
    if without_key {
        forget_key(&db).await?;
    }
    let counted = {
        let mut conn = db.read().await?;
        let (accounts,) = sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM users")?;
        let (conversations,) = sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM conversations")?;
        (accounts, conversations)
    };
    db.close().await;
    Ok(counted)
}

/// Lets the server accept a new master key.
async fn forget_key(db: &Db) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    // A backup from before there was the table has none.
    if db.has_table("vault_check").await? {
        sql!(&mut tx, execute, "DELETE FROM vault_check")?;
    }
    tx.commit().await?;
    Ok(())
}

/// Sends a file of this machine to storage.
pub(super) async fn send(
    files: &Files,
    key: &files::FileKey,
    source: &mut impl std::io::Read,
) -> anyhow::Result<()> {
    const PIECE_BYTES: usize = 1024 * 1024;
    let mut blob = files.write(key);
    loop {
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        if source.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece)? == 0 {
            break;
        }
        blob.put(Bytes::from(piece)).await?;
    }
    Ok(blob.finish().await?)
}
