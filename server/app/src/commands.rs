//! Runs one command and turns its outcome into an exit code.

mod account;
mod backup;
mod doctor;
mod export;
mod import;
mod key;
mod manifest;
mod migrate;
mod outbox;
mod people;
mod provider;
mod restore;
mod user;

use std::io::Write;
use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::output::Output;
use crate::settings::Settings;
use crate::{logging, serve};

const FAILED: u8 = 1;
const WRONG_SETTINGS: u8 = 3;

/// Runs the command. Errors go to standard error, in one line.
pub fn run(cli: Cli) -> ExitCode {
    let settings = match Settings::load(cli.config.as_deref()) {
        Ok(settings) => settings,
        Err(error) => return fail(WRONG_SETTINGS, &error),
    };
    if let Err(error) = logging::start(&settings.log) {
        return fail(WRONG_SETTINGS, &error);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(FAILED, &error),
    };
    let output = Output { json: cli.json };
    match runtime.block_on(dispatch(cli.command.unwrap_or(Command::Serve), &settings, output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(FAILED, &format!("{error:#}")),
    }
}

/// Runs one command with settings that are read.
pub async fn dispatch(command: Command, settings: &Settings, output: Output) -> anyhow::Result<()> {
    match command {
        Command::Serve => serve::serve(settings).await,
        Command::Migrate => migrate::migrate(settings, output).await,
        Command::Doctor => doctor::doctor(settings, output).await,
        Command::User(command) => user::user(command, settings, output).await,
        Command::Key(command) => key::key(command, settings, output).await,
        Command::Provider(command) => provider::provider(command, settings, output).await,
        Command::Outbox { limit } => outbox::outbox(limit, settings, output).await,
        Command::Backup { dir } => backup::backup(&dir, settings, output).await,
        Command::Restore { dir, without_key } => {
            restore::restore(&dir, without_key, settings, output).await
        }
        Command::Export { user, file, records } => {
            export::export(&user, &file, records, settings, output).await
        }
        Command::Import { user, file } => import::import(&user, &file, settings, output).await,
    }
}

fn fail(code: u8, error: &dyn std::fmt::Display) -> ExitCode {
    // Nothing is left to do when even standard error is closed.
    writeln!(std::io::stderr(), "ensemble: {error}").ok();
    ExitCode::from(code)
}
