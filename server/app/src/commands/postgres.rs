//! PostgreSQL's own tools, which know all of its types: `pg_dump` and `pg_restore`.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::Context;
use tokio::process::Command;
use url::Url;

/// Writes a consistent copy of the database to `target`.
pub async fn dump(url: &str, target: &Path) -> anyhow::Result<()> {
    let options: [&OsStr; 4] =
        ["--format=custom".as_ref(), "--no-owner".as_ref(), "--file".as_ref(), target.as_os_str()];
    run("pg_dump", url, &options, None).await
}

/// Restores a copy into an empty database, in one transaction.
pub async fn restore(url: &str, source: &Path) -> anyhow::Result<()> {
    let options: [&OsStr; 4] = [
        "--no-owner".as_ref(),
        "--exit-on-error".as_ref(),
        "--single-transaction".as_ref(),
        source.as_os_str(),
    ];
    run("pg_restore", url, &options, Some("--dbname")).await
}

async fn run(
    program: &str,
    url: &str,
    options: &[&OsStr],
    database_option: Option<&str>,
) -> anyhow::Result<()> {
    let url = Url::parse(url).context("store.url is not an address")?;
    let database = url.path().trim_start_matches('/').to_owned();
    let mut command = Command::new(program);
    // In the environment, so that other users of this machine do not see the password.
    command.env("PGHOST", url.host_str().unwrap_or("localhost"));
    command.env("PGPORT", url.port().unwrap_or(5432).to_string());
    command.env("PGUSER", decode(url.username()));
    command.env("PGPASSWORD", decode(url.password().unwrap_or_default()));
    command.env("PGDATABASE", &database);
    if let Some(option) = database_option {
        command.arg(option).arg(&database);
    }
    let output = command.args(options).output().await.with_context(|| {
        format!("{program} cannot be run: install PostgreSQL's client programs")
    })?;
    let error = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{program}: {}", error.trim());
    Ok(())
}

/// Undoes the percent-encoding of an address.
fn decode(text: &str) -> String {
    let pair = format!("x={}", text.replace('+', "%2B"));
    let decoded = url::form_urlencoded::parse(pair.as_bytes()).next();
    decoded.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_any_kind_survive_the_address() {
        assert_eq!(decode("p%40ss+w%25rd"), "p@ss+w%rd");
    }
}
