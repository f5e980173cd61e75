//! Runs one command and turns its outcome into an exit code.

mod account;
mod backup;
mod config;
mod doctor;
mod export;
mod health;
mod import;
mod key;
mod migrate;
pub mod moving;
mod outbox;
mod people;
mod provider;
mod restore;
mod restore_old;
mod service;
mod setup;
mod user;
mod vault;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::cli::{Cli, Command};
use crate::output::Output;
use crate::settings::Settings;
use crate::{logging, serve};

const FAILED: u8 = 1;
const WRONG_SETTINGS: u8 = 3;
/// Time for what threads still do when a command has ended.
const LAST_THREADS: Duration = Duration::from_secs(2);

/// Runs the command. Errors go to standard error, in one line.
pub fn run(cli: Cli) -> ExitCode {
    let output = Output { json: cli.json };
    let config = cli.config.as_deref();
    match cli.command.unwrap_or(Command::Serve) {
        // These two come before there are settings.
        Command::Setup(args) => finish(setup::setup(args, config, output)),
        Command::Service(command) => finish(service::service(command, output)),
        command => {
            let settings = match Settings::load(config) {
                Ok(settings) => settings,
                Err(error) => return fail(WRONG_SETTINGS, &error),
            };
            if let Err(error) = logging::start(&settings.log, &settings.traces) {
                return fail(WRONG_SETTINGS, &error);
            }
            finish(dispatch(command, &settings, output))
        }
    }
}

/// Runs the rest of a command, and turns its outcome into an exit code.
fn finish(rest: impl Future<Output = anyhow::Result<()>>) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(FAILED, &error),
    };
    let outcome = runtime.block_on(rest);
    // A thread that waits for a disk or a name server keeps nobody waiting.
    runtime.shutdown_timeout(LAST_THREADS);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(FAILED, &format!("{error:#}")),
    }
}

/// Runs one command with settings that are read.
pub async fn dispatch(command: Command, settings: &Settings, output: Output) -> anyhow::Result<()> {
    match command {
        Command::Serve => serve::serve(settings).await,
        Command::Setup(_) | Command::Service(_) => anyhow::bail!("this command takes no settings"),
        Command::Migrate(args) => migrate::migrate(&args, settings, output).await,
        Command::Config(command) => config::config(command, settings, output).await,
        Command::Health => health::health(settings, output).await,
        Command::Doctor { send_to } => doctor::doctor(send_to.as_deref(), settings, output).await,
        Command::User(command) => user::user(command, settings, output).await,
        Command::Key(command) => key::key(command, settings, output).await,
        Command::Provider(command) => provider::provider(command, settings, output).await,
        Command::Outbox { limit } => outbox::outbox(limit, settings, output).await,
        Command::Backup(args) => backup::backup(&args, settings, output).await,
        Command::Restore(args) => restore::restore(&args, settings, output).await,
        Command::Move(args) => moving::run(&args, settings, output).await,
        Command::Vault(command) => vault::vault(command, settings, output).await,
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
