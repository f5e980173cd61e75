//! Options of the commands that copy and move the data of an installation.

use clap::{Args, Subcommand};

#[derive(Debug, Clone, Default, Args)]
pub struct BackupArgs {
    /// A folder, or s3://bucket/prefix?… as for files.url [default: backup.place]
    pub place: Option<String>,
    /// Keep this many of the newest backups, and delete older ones
    #[arg(long, value_name = "N")]
    pub keep: Option<usize>,
    /// Keep backups for this many days
    #[arg(long, value_name = "DAYS")]
    pub keep_days: Option<u32>,
    /// Put the master key in: whoever reads the backup can read the keys of providers
    #[arg(long)]
    pub with_key: bool,
}

#[derive(Debug, Clone, Args)]
pub struct RestoreArgs {
    /// The place of the backups
    pub place: String,
    /// The name of the backup [default: the newest]
    #[arg(long, value_name = "NAME")]
    pub backup: Option<String>,
    /// Go on without the master key the backup was made with: provider keys are lost, nothing else
    #[arg(long)]
    pub without_key: bool,
}

#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = true)]
pub struct MoveArgs {
    /// The new database: sqlite://… or postgres://…
    #[arg(long, value_name = "URL", env = "ENSEMBLE_MOVE_STORE", hide_env_values = true)]
    pub store: Option<String>,
    /// The new place of files: file://… or s3://…
    #[arg(long, value_name = "URL", env = "ENSEMBLE_MOVE_FILES", hide_env_values = true)]
    pub files: Option<String>,
}

#[derive(Debug, Clone, Args)]
pub struct MigrateArgs {
    /// Only list the steps that would be applied, with their expected time
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Clone, Copy, Subcommand)]
pub enum VaultCommand {
    /// Accept the present master key where the one before is lost for good
    ///
    /// What was sealed with the lost one stays unreadable: enter the keys of providers and tools again.
    Reset,
}
