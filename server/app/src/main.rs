use std::process::ExitCode;

use app::cli::Cli;
use app::commands;
use clap::Parser;

fn main() -> ExitCode {
    // Before the first TLS client is built: there is no other provider to fall back on.
    rustls::crypto::ring::default_provider()
        .install_default()
        .expect("nothing has installed a provider before main");
    commands::run(Cli::parse())
}
