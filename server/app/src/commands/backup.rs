use anyhow::Context;
use serde::Serialize;

use crate::backups::{Made, Source, back_up, key_of, name_of, open_place};
use crate::cli::BackupArgs;
use crate::existing::{Work, open_existing};
use crate::output::Output;
use crate::settings::Settings;

#[derive(Serialize)]
struct Done<'a> {
    place: &'a str,
    #[serde(flatten)]
    made: Made,
}

/// Runs `ensemble backup PLACE`: adds a backup of the whole installation to a place, while the server runs.
pub async fn backup(args: &BackupArgs, settings: &Settings, output: Output) -> anyhow::Result<()> {
    let configured = settings.backup.place.as_ref().map(|place| place.expose().as_str());
    let address = args.place.as_deref().or(configured).context(
        "say where to: `ensemble backup /path/to/folder`, an s3:// address, or set backup.place",
    )?;
    let (platform, _) = open_existing(settings, Work::Read).await?;
    let services = &platform.services;
    let data_dir = &settings.server.data_dir;
    let place = open_place(&settings.whole_address(address), &services.outbound)?;
    let with_key = args.with_key || settings.backup.with_key;
    let key = with_key.then(|| key_of(&settings.vault, data_dir)).transpose()?;
    let store_url = settings.store_url();
    let source = Source { services, store_url: &store_url, data_dir, key };
    let made =
        back_up(&source, &place, settings.backup.retention(args.keep, args.keep_days)).await?;
    services.db.close().await;
    output.show(&Done { place: name_of(address), made }, |done| done.made.told(done.place))
}

impl Made {
    fn told(&self, place: &str) -> String {
        let Self { name, files, new_files, size_bytes, with_key, deleted } = self;
        let key = match with_key {
            true => {
                "The master key is in it: whoever reads the backup can read the keys of providers."
            }
            false => {
                "The master key is not in it: keep a copy of master.key, or of vault.secret, elsewhere."
            }
        };
        let deleted = match deleted {
            0 => String::new(),
            count => format!("\nDeleted {count} old backups."),
        };
        format!(
            "Backed up to {place} as {name}, and read back: the database and {files} files ({new_files} new), \
             {size_bytes} bytes.\n{key}{deleted}"
        )
    }
}
