use serde::Serialize;
use vault::Vault;

use crate::cli::VaultCommand;
use crate::existing::{Work, open_existing, open_existing_db};
use crate::output::Output;
use crate::settings::Settings;
use crate::vault_check::{self, KeyState};

#[derive(Serialize)]
struct Done {
    changed: bool,
}

/// Runs `ensemble vault …`.
pub async fn vault(
    command: VaultCommand,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let VaultCommand::Reset = command;
    // Where the key itself is lost, a new one is made, if there is an installation at all.
    open_existing_db(settings).await?.close().await;
    Vault::open(&settings.server.data_dir, &settings.vault)?;
    // As a reader: what writes refuses the very key that is to be accepted.
    let (platform, _) = open_existing(settings, Work::Read).await?;
    let changed = vault_check::check(&platform.services).await? != KeyState::Same;
    if changed {
        vault_check::write(&platform.services).await?;
    }
    platform.services.db.close().await;
    output.show(&Done { changed }, |done| match done.changed {
        true => "The present master key is accepted. Enter the keys of providers and tools again."
            .to_owned(),
        false => {
            "The master key is the one that this installation has: nothing is changed.".to_owned()
        }
    })
}
