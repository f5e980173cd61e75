//! Runs one command and turns its outcome into an exit code.

mod doctor;
mod migrate;

use std::io::Write;
use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::output::Output;
use crate::settings::Settings;
use crate::{logging, serve};

const FAILED: u8 = 1;
const WRONG_SETTINGS: u8 = 3;

/// Runs what the command line asks for. Errors go to standard error, one line.
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

async fn dispatch(command: Command, settings: &Settings, output: Output) -> anyhow::Result<()> {
    match command {
        Command::Serve => serve::serve(settings).await,
        Command::Migrate => migrate::migrate(settings, output).await,
        Command::Doctor => doctor::doctor(settings, output).await,
    }
}

fn fail(code: u8, error: &dyn std::fmt::Display) -> ExitCode {
    // Nothing is left to do when even standard error is closed.
    writeln!(std::io::stderr(), "ensemble: {error}").ok();
    ExitCode::from(code)
}
