//! `ensemble setup`: the first minutes of an operator. Asks, checks and writes one settings file.

mod answers;
mod file;
mod questions;
mod terminal;

use std::path::{Path, PathBuf};

use anyhow::Context;
use kernel::Secret;
use providers::NewConnection;
use serde::Serialize;

use super::account::told;
use crate::cli::SetupArgs;
use crate::output::Output;
use crate::serve::prepare;
use crate::services::Platform;
use crate::settings::Settings;
use answers::{Answers, Provider};
use file::NewFile;

/// The file that is written when `--config` names none.
const FILE: &str = "ensemble.toml";

#[derive(Serialize)]
struct Done {
    file: PathBuf,
    address: String,
    /// Models of the provider that was connected.
    models: Option<usize>,
    /// Things to be looked at, although the file was written.
    notes: Vec<String>,
}

/// Runs `ensemble setup`. Nothing is written unless all answers are good.
pub async fn setup(args: SetupArgs, config: Option<&Path>, output: Output) -> anyhow::Result<()> {
    let target = config.unwrap_or(Path::new(FILE)).to_owned();
    file::refuse_to_overwrite(&target)?;
    let answers = match terminal::open(args.no_input)? {
        Some(mut terminal) => questions::ask(args, &mut terminal)?,
        None => Answers::without_questions(args)?,
    };
    let new = NewFile::write(&target, &answers.to_toml())?;
    let settings = Settings::load(Some(new.path())).context("nothing was written")?;
    let done = finish(answers, new, &settings).await?;
    output.show(&done, describe)
}

/// Tries the settings, moves the file to its place and connects the provider.
async fn finish(answers: Answers, new: NewFile, settings: &Settings) -> anyhow::Result<Done> {
    let (platform, _) = prepare(settings).await.context("nothing was written")?;
    if platform.services.mail.is_smtp() {
        platform.services.mail.check().await.map_err(|error| {
            anyhow::anyhow!("nothing was written: the mail server cannot be used: {error}")
        })?;
    }
    if let Some(place) = answers.backup.as_deref().filter(|place| place.starts_with('/')) {
        std::fs::create_dir_all(place)
            .with_context(|| format!("nothing was written: cannot make the folder {place}"))?;
    }
    let mut done = Done {
        file: new.keep()?,
        address: settings.server.base_url.to_string(),
        models: None,
        notes: answers.notes(),
    };
    if let Some(provider) = answers.provider {
        connect(&platform, provider, &mut done).await?;
    }
    platform.services.providers.stop().await;
    platform.services.db.close().await;
    Ok(done)
}

async fn connect(platform: &Platform, provider: Provider, done: &mut Done) -> anyhow::Result<()> {
    let new = NewConnection {
        name: provider.name,
        protocol: provider.protocol.into(),
        base_url: provider.url,
        api_key: provider.key.map(Secret::new),
    };
    let connection = platform.services.providers.create_connection(new).await.map_err(told)?;
    if let Some(problem) = connection.last_problem {
        let text = problem.kind.text;
        done.notes.push(format!("{} is connected, but: {text}", connection.name));
    }
    done.models = Some(connection.models.len());
    Ok(())
}

fn describe(done: &Done) -> String {
    let mut lines = vec![format!("{} is written.", done.file.display())];
    if let Some(models) = done.models {
        lines.push(format!("The provider is connected: {models} models."));
    }
    lines.extend(done.notes.iter().map(|note| format!("Note: {note}")));
    lines.push(format!("Start the server, then open {}", done.address));
    lines.join("\n")
}
