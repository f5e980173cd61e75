use std::fs::File;
use std::io::Write;
use std::path::Path;

use audit::{Actor, Event, Kind};
use serde::Serialize;
use tokio::sync::mpsc::channel;

use super::account::find_account;
use crate::existing::{Work, open_existing};
use crate::output::Output;
use crate::settings::Settings;

#[derive(Serialize)]
struct Done {
    file: String,
    bytes: u64,
}

/// Runs `ensemble export --user EMAIL FILE`: exports everything one person created here, as an archive that round-trips
/// byte for byte. With `records` also data that only this server has, for reading.
pub async fn export(
    user: &str,
    file: &Path,
    records: bool,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let (platform, _) = open_existing(settings, Work::Write).await?;
    let services = &platform.services;
    let user = find_account(services, user).await?;
    let mut tx = services.db.begin().await?;
    let exported = Event::new(Kind::Exported, Actor::SYSTEM).about(user.id).detail("account");
    services.audit.record(&mut tx, exported).await?;
    tx.commit().await?;
    // Under another name until it is whole.
    let partial = file.with_extension("partial");
    let mut target = File::create(&partial)?;
    let (sender, mut chunks) = channel::<bytes::Bytes>(4);
    let save = async {
        let mut bytes = 0;
        while let Some(chunk) = chunks.recv().await {
            target.write_all(&chunk)?;
            bytes += chunk.len() as u64;
        }
        target.sync_all().map(|()| bytes)
    };
    let write = portability::write_archive(services, &user, records, sender);
    let (written, saved) = tokio::join!(write, save);
    let bytes = saved?;
    written.map_err(|failure| anyhow::anyhow!("{failure}"))?;
    std::fs::rename(&partial, file)?;
    services.db.close().await;
    let done = Done { file: file.display().to_string(), bytes };
    output.show(&done, |done| format!("Exported {} bytes to {}.", done.bytes, done.file))
}
