//! PostgreSQL's own tools, which know all of its types: `pg_dump` and `pg_restore`.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::Context;
use pg_address::PgAddress;
use tokio::process::Command;

/// Writes a consistent copy of the database to `target`.
pub async fn dump(url: &str, target: &Path) -> anyhow::Result<()> {
    let options: [&OsStr; 4] =
        ["--format=custom".as_ref(), "--no-owner".as_ref(), "--file".as_ref(), target.as_os_str()];
    run("pg_dump", Some(url), &options).await
}

/// Checks that a copy can be read to its end.
pub async fn check(source: &Path) -> anyhow::Result<()> {
    run("pg_restore", None, &["--file=/dev/null".as_ref(), source.as_os_str()]).await
}

/// Restores a copy into an empty database, in one transaction.
pub async fn restore(url: &str, source: &Path) -> anyhow::Result<()> {
    let address: PgAddress = url.parse()?;
    // Without a name, it would write to standard output.
    let database = address.database().unwrap_or_default().to_owned();
    let options: [&OsStr; 6] = [
        "--no-owner".as_ref(),
        "--exit-on-error".as_ref(),
        "--single-transaction".as_ref(),
        "--dbname".as_ref(),
        database.as_ref(),
        source.as_os_str(),
    ];
    run("pg_restore", Some(url), &options).await
}

async fn run(program: &str, url: Option<&str>, options: &[&OsStr]) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    if let Some(url) = url {
        command.envs(url.parse::<PgAddress>()?.variables());
    }
    let output = command.args(options).kill_on_drop(true).output().await.with_context(|| {
        format!("{program} cannot be run: install PostgreSQL's client programs")
    })?;
    let error = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{program}: {}", error.trim());
    Ok(())
}
