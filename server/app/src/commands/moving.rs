use std::path::Path;

use anyhow::Context;
use files::{FileKey, Files};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::Clock;
use serde::Serialize;
use store::{Transfer, Transferred, WordIndex};

use crate::areas;
use crate::backups::hash;
use crate::cli::MoveArgs;
use crate::existing::{Work, check_unused, open_existing, open_existing_db};
use crate::output::Output;
use crate::serve::hold_alone;
use crate::settings::Settings;

/// Files that are moved at the same time.
const FILES_AT_ONCE: usize = 8;

/// The indexes of words, which are made anew in the new database.
pub const WORD_INDEXES: [WordIndex; 3] =
    [conversations::WORD_INDEX, retrieval::WORD_INDEX, memos::WORD_INDEX];

#[derive(Serialize)]
struct Done {
    tables: usize,
    rows: u64,
    /// Tables of the database that are not ours.
    left_out: Vec<String>,
    mended_rows: u64,
    files: usize,
    file_bytes: u64,
    moved_store: bool,
    moved_files: bool,
}

/// Runs `ensemble move`: copies the database to the other engine, or the files to another storage, and proves the copy. The
/// old data stays as it is.
pub async fn run(args: &MoveArgs, settings: &Settings, output: Output) -> anyhow::Result<()> {
    let (platform, areas) = open_existing(settings, Work::Write).await?;
    let services = &platform.services;
    let _alone = hold_alone(&services.db)?;
    check_unused(&services.db).await?;
    services.db.close().await;
    let (file_count, file_bytes) = match &args.files {
        Some(url) => {
            let target = Files::open_through(&settings.whole_address(url), &services.outbound)?;
            move_files(&services.files, &target).await?
        }
        None => (0, 0),
    };
    let moved = match &args.store {
        Some(url) => {
            let moved = move_database(url, settings, &areas::migrations(&areas)).await?;
            refuse_if_used(settings).await?;
            Some(moved)
        }
        None => None,
    };
    let tables = moved.as_ref().map_or(&[][..], |moved| &moved.tables);
    let done = Done {
        tables: tables.len(),
        rows: tables.iter().map(|table| table.rows).sum(),
        left_out: moved.as_ref().map(|moved| moved.left_out.clone()).unwrap_or_default(),
        mended_rows: moved.as_ref().map_or(0, |moved| moved.mended_rows),
        files: file_count,
        file_bytes,
        moved_store: args.store.is_some(),
        moved_files: args.files.is_some(),
    };
    output.show(&done, told)
}

/// Fails if a server was started while its data was moved: what it wrote since may be missing in the new database.
async fn refuse_if_used(settings: &Settings) -> anyhow::Result<()> {
    let db = open_existing_db(settings).await?;
    let checked = check_unused(&db).await;
    db.close().await;
    checked
        .context("the new database may lack what was written meanwhile: empty it, and move again")
}

fn told(done: &Done) -> String {
    let mut lines = Vec::new();
    let mut set = Vec::new();
    if done.moved_store {
        lines.push(format!(
            "Moved the database: {} tables with {} rows, each read back with the same number of rows and the same checksum.",
            done.tables, done.rows
        ));
        set.push("store.url");
    }
    if done.mended_rows > 0 {
        lines.push(format!(
            "{} rows had text that PostgreSQL does not store: those characters are U+FFFD now.",
            done.mended_rows
        ));
    }
    if !done.left_out.is_empty() {
        lines.push(format!("Left out, because they are not ours: {}.", done.left_out.join(", ")));
    }
    if done.moved_files {
        lines.push(format!(
            "Moved the files: {} with {} bytes, each read back and compared.",
            done.files, done.file_bytes
        ));
        set.push("files.url");
    }
    lines.push(format!(
        "Set {} to the new address, keep master.key or vault.secret as it is, and start the server. \
         The old data is as it was: delete it when all is well.",
        set.join(" and ")
    ));
    lines.join("\n")
}

async fn move_database(
    url: &str,
    settings: &Settings,
    migrations: &[store::Migration],
) -> anyhow::Result<Transferred> {
    if let Some(path) = url.strip_prefix("sqlite://")
        && let Some(folder) = Path::new(path.split('?').next().unwrap_or(path)).parent()
    {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let transfer = Transfer {
        from: &settings.store_url(),
        to: url,
        migrations,
        words: &WORD_INDEXES,
        now: Clock::system().now(),
    };
    transfer.run().await.context("the database was not moved")
}

/// Copies all files, and reads each back. One that is there already, with the same content, stays: a move that was broken off
/// goes on.
async fn move_files(from: &Files, to: &Files) -> anyhow::Result<(usize, u64)> {
    let keys = from.list(None).await?;
    let moving = stream::iter(keys).map(|key| async move { move_file(from, to, &key).await });
    let sizes: Vec<u64> = moving.buffer_unordered(FILES_AT_ONCE).try_collect().await?;
    Ok((sizes.len(), sizes.iter().sum()))
}

async fn move_file(from: &Files, to: &Files, key: &FileKey) -> anyhow::Result<u64> {
    let name = key.as_str();
    let content = from.read(key).await?.with_context(|| format!("{name} is gone"))?;
    let expected = hash(content).await.with_context(|| format!("{name} cannot be read"))?;
    if let Some(there) = to.read(key).await?
        && hash(there).await? == expected
    {
        return Ok(expected.size_bytes);
    }
    let mut content = from.read(key).await?.with_context(|| format!("{name} is gone"))?;
    let mut blob = to.write(key);
    while let Some(piece) = content.try_next().await? {
        blob.put(piece).await?;
    }
    blob.finish().await?;
    let there = to.read(key).await?.with_context(|| format!("{name} did not arrive"))?;
    anyhow::ensure!(hash(there).await? == expected, "{name} did not arrive as it was");
    Ok(expected.size_bytes)
}
