//! A move of many chats from SQLite to PostgreSQL and back, by the program as it is run, with its time.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context;
use clap::Args;
use store::{Db, Options as StoreOptions, sql};
use tokio::process::Command;
use tokio::time::Instant;
use uuid::Uuid;

use crate::ensemble::Person;
use crate::history::write_short_chats;

#[derive(Args)]
pub struct Options {
    /// The program, as it was built.
    #[arg(long, default_value = "target/release/ensemble")]
    program: PathBuf,
    /// An empty database on PostgreSQL.
    #[arg(long)]
    postgres: String,
    /// Chats of two messages each.
    #[arg(long, default_value_t = 100_000)]
    chats: usize,
}

/// Fills an installation on SQLite, moves it to PostgreSQL and back, and prints the times.
pub async fn run(options: Options) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let ensemble = Installation { program: options.program.canonicalize()?, folder: folder.path() };
    let sqlite = format!("sqlite://{}", folder.path().join("data/ensemble.db").display());
    ensemble.run(&sqlite, &["migrate"]).await?;
    ensemble.run(&sqlite, &["user", "create", "--email", "bench@example.com"]).await?;
    let began = Instant::now();
    fill(&sqlite, options.chats).await?;
    let filled = began.elapsed();
    let began = Instant::now();
    let there = ensemble.run(&sqlite, &["move", "--store", &options.postgres]).await?;
    let moved = began.elapsed();
    let back = format!("sqlite://{}", folder.path().join("back.db").display());
    let began = Instant::now();
    ensemble.run(&options.postgres, &["move", "--store", &back]).await?;
    let returned = began.elapsed();
    let report = format!(
        "{} chats filled in {:.0} s; to PostgreSQL in {:.1} s, back in {:.1} s\n{there}",
        options.chats,
        filled.as_secs_f64(),
        moved.as_secs_f64(),
        returned.as_secs_f64()
    );
    writeln!(std::io::stdout(), "{report}")?;
    Ok(())
}

async fn fill(url: &str, chats: usize) -> anyhow::Result<()> {
    let db = Db::open_existing(url, &StoreOptions::connections(2)).await?;
    let (user_id, workspace_id) = {
        let mut conn = db.read().await?;
        sql!(
            &mut conn,
            one(Uuid, Uuid),
            "SELECT user_id, workspace_id FROM workspace_members LIMIT 1"
        )?
    };
    let person = Person { user_id, workspace_id, cookie: "".into() };
    write_short_chats(&db, &person, chats).await?;
    db.close().await;
    Ok(())
}

/// The program in a folder of its own.
struct Installation<'a> {
    program: PathBuf,
    folder: &'a Path,
}

impl Installation<'_> {
    async fn run(&self, store_url: &str, args: &[&str]) -> anyhow::Result<String> {
        let output = Command::new(&self.program)
            .args(args)
            .current_dir(self.folder)
            .env("ENSEMBLE__SERVER__DATA_DIR", self.folder.join("data"))
            .env("ENSEMBLE__STORE__URL", store_url)
            .stdin(Stdio::null())
            .output()
            .await
            .context("the program cannot be started")?;
        let error = String::from_utf8_lossy(&output.stderr);
        anyhow::ensure!(output.status.success(), "{args:?}: {error}");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}
