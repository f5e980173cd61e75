//! The command line: a stable surface, so a word here is kept.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Ensemble: a self-hosted workspace to chat with models.
#[derive(Debug, Parser)]
#[command(name = "ensemble", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// The settings file [default: ensemble.toml in the working directory, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print results as JSON
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 failed, 2 wrong command line, 3 wrong settings.
Settings: a file (--config) and variables such as ENSEMBLE__SERVER__LISTEN=0.0.0.0:80.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the web client and the API (the default)
    Serve,
    /// Bring the database to this version's schema
    Migrate,
    /// Check settings, database, files and bus, and say what to mend
    Doctor,
}
