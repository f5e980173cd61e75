//! Opens an installation for the commands beside `serve` and `migrate`: they make nothing and migrate nothing.

use anyhow::Context;
use area::Area;
use files::Files;
use kernel::Clock;
use store::{Db, Engine, Schema, sql};
use vault::Vault;

use crate::services::Platform;
use crate::settings::Settings;
use crate::{areas, services, unfinished, vault_check};

/// The work of a command on the installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Reads: a schema of an earlier version will do, for a copy.
    Read,
    /// Changes something: the schema must be this version's.
    Write,
}

/// Opens what is there.
///
/// # Errors
///
/// There is no database, no master key or no folder of files, or the schema does not fit.
pub async fn open_existing(
    settings: &Settings,
    work: Work,
) -> anyhow::Result<(Platform, Vec<Area>)> {
    let db = open_existing_db(settings).await?;
    check_places(settings)?;
    let platform = services::build(settings, db, Clock::system())?;
    let areas = areas::areas(&platform.services, settings);
    area::plug_in(&platform.services, &areas);
    let schema = platform.services.db.schema(&areas::migrations(&areas)).await?;
    check_schema(&schema, work)?;
    if work == Work::Write {
        vault_check::check(&platform.services).await?.told()?;
    }
    Ok((platform, areas))
}

/// Opens the database of an installation.
pub async fn open_existing_db(settings: &Settings) -> anyhow::Result<Db> {
    unfinished::refuse(&settings.server.data_dir)?;
    let opened = Db::open_existing(&settings.store_url(), &settings.store.options()).await;
    let is_file = settings.store_url().starts_with("sqlite");
    let db = match opened {
        Ok(db) => db,
        Err(_) if is_file && !sqlite_file(settings).exists() => return Err(nothing_here(settings)),
        Err(error) => return Err(error).context("store.url cannot be opened"),
    };
    match has_schema(&db).await? {
        true => Ok(db),
        false => Err(nothing_here(settings)),
    }
}

/// Returns true if anything was ever stored here.
async fn has_schema(db: &Db) -> anyhow::Result<bool> {
    Ok(db.schema(&[]).await? != Schema::Missing)
}

/// Returns the file of a database on SQLite.
pub fn sqlite_file(settings: &Settings) -> std::path::PathBuf {
    let url = settings.store_url();
    let path = url.trim_start_matches("sqlite://").trim_start_matches("sqlite:");
    path.split('?').next().unwrap_or_default().into()
}

fn nothing_here(settings: &Settings) -> anyhow::Error {
    let place = match settings.store_url().parse::<pg_address::PgAddress>() {
        Ok(address) => address.to_string(),
        Err(_) => sqlite_file(settings).display().to_string(),
    };
    anyhow::anyhow!(
        "there is no installation in {place}: run the command in the folder of ensemble.toml, or name the file with \
         --config (store.url, server.data_dir). A new installation begins with `ensemble serve` or `ensemble migrate`"
    )
}

/// Refuses to make a master key or a folder of files.
fn check_places(settings: &Settings) -> anyhow::Result<()> {
    let data_dir = &settings.server.data_dir;
    anyhow::ensure!(
        Vault::has_key(data_dir, &settings.vault),
        "the master key is missing: there is no master.key in {}, and vault.secret is not set. Put master.key back from \
         your copy, or set vault.secret as the server has it. If it is lost for good: `ensemble vault reset` makes a new one",
        data_dir.display()
    );
    let files = settings.files_url();
    anyhow::ensure!(
        Files::may_be_there(&files),
        "there is no folder {}: run the command in the folder of ensemble.toml, or check files.url",
        files.trim_start_matches("file://")
    );
    Ok(())
}

fn check_schema(schema: &Schema, work: Work) -> anyhow::Result<()> {
    match (schema, work) {
        (Schema::Current | Schema::Newer { can_serve: true, .. }, _) => Ok(()),
        (Schema::Older(pending), Work::Read) => {
            tracing::warn!(
                steps = pending.len(),
                "the database is of an earlier version, and is left so"
            );
            Ok(())
        }
        (Schema::Older(pending), Work::Write) => anyhow::bail!(
            "the database is of an earlier version ({} steps behind): start this version's server, or run `ensemble migrate`",
            pending.len()
        ),
        (Schema::Newer { unknown, .. }, _) => anyhow::bail!(
            "the database is of a newer version ({}): use that version's program",
            unknown.join(", ")
        ),
        (Schema::HalfMoved, _) => {
            anyhow::bail!(
                "a move into this database is not finished: run `ensemble move` again, from where the data is"
            )
        }
        (Schema::Missing, _) => anyhow::bail!("the database is empty"),
    }
}

/// Refuses to go on while a server uses the database.
pub async fn check_unused(db: &Db) -> anyhow::Result<()> {
    if db.engine() == Engine::Sqlite {
        return Ok(());
    }
    let now = Clock::system().now();
    let mut conn = db.read().await?;
    let (alive,) =
        sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM processes WHERE alive_until > $1", now)?;
    anyhow::ensure!(
        alive == 0,
        "a server is using the database: stop it first (one that was killed counts for a minute)"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_takes_an_earlier_schema_and_what_writes_does_not() {
        let older = Schema::Older(vec!["1_t"]);
        assert!(check_schema(&older, Work::Read).is_ok());
        let refused = check_schema(&older, Work::Write).expect_err("it is refused").to_string();
        assert!(refused.contains("ensemble migrate"), "{refused}");
        let newer = |can_serve| Schema::Newer { unknown: vec!["2_t".to_owned()], can_serve };
        assert!(check_schema(&newer(true), Work::Write).is_ok());
        assert!(check_schema(&newer(false), Work::Read).is_err());
        assert!(check_schema(&Schema::HalfMoved, Work::Read).is_err());
    }
}
