//! The command line: a stable interface, so commands and options never change their names.

mod data;
mod setup;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Parser, Subcommand, ValueEnum};

pub use data::{BackupArgs, MigrateArgs, MoveArgs, RestoreArgs, VaultCommand};
pub use setup::{ServiceCommand, SetupArgs, SignUpArg};

/// The version, with the commit of a build by `make build`.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("ENSEMBLE_COMMIT").filter(|commit| !commit.is_empty()) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    }
});

/// Ensemble: a self-hosted workspace to chat with models.
#[derive(Debug, Parser)]
#[command(name = "ensemble", version = VERSION.as_str(), after_help = EXIT_CODES)]
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
    /// Write the settings file: asks for what is not given, and checks it
    Setup(SetupArgs),
    /// Bring the database to this version's schema
    Migrate(MigrateArgs),
    /// Ask the running server if it can serve; for health checks of containers
    Health,
    /// Look at the settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// A service of systemd, for installations without a package
    #[command(subcommand)]
    Service(ServiceCommand),
    /// Try everything that the server needs, and say what to mend
    Doctor {
        /// Send a test mail to this address
        #[arg(long, value_name = "EMAIL")]
        send_to: Option<String>,
    },
    /// Accounts
    #[command(subcommand)]
    User(UserCommand),
    /// API keys for programs
    #[command(subcommand)]
    Key(KeyCommand),
    /// Connections to model providers
    #[command(subcommand)]
    Provider(ProviderCommand),
    /// Show the mails of the outbox, newest first
    Outbox {
        /// Maximum number of mails
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
    /// Add a backup of database, files and, if asked, the key to a place of backups, while the server runs
    ///
    /// It is read back and checked. Files that an earlier backup there has are not copied again. PostgreSQL is copied with
    /// pg_dump.
    Backup(BackupArgs),
    /// Put a backup into an empty installation, and check it
    ///
    /// The master key must be there first, unless the backup has it: master.key in the data folder, or vault.secret.
    Restore(RestoreArgs),
    /// Copy the database to the other engine, or the files to another storage, while the server is stopped
    ///
    /// The copy is proved: every table by its number of rows and a checksum, every file by its content. Run it again to go
    /// on after it was broken off. The old data stays as it is.
    Move(MoveArgs),
    /// The master key that secrets are sealed with
    #[command(subcommand)]
    Vault(VaultCommand),
    /// Write everything one person made here into an archive that comes back byte for byte
    Export {
        /// The person's e-mail address
        #[arg(long, value_name = "EMAIL")]
        user: String,
        /// Add what only this server can know, for reading: account, keys without secrets, usage
        #[arg(long)]
        records: bool,
        file: PathBuf,
    },
    /// Put an archive of this product, or of another chat product, into an account
    ///
    /// What is there already stays as it is, so the same file can be put in again.
    Import {
        /// The e-mail address of the account that gets them
        #[arg(long, value_name = "EMAIL")]
        user: String,
        file: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show every setting with its value and where that comes from; secrets are hidden
    Show {
        /// Only those that are not defaults
        #[arg(long)]
        changed: bool,
    },
    /// Check the settings without starting anything
    Check,
}

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make an account; the first one is the operator's
    Create {
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: Option<String>,
        /// Make the person an operator
        #[arg(long)]
        operator: bool,
        /// Read the password from standard input; otherwise one is made and printed
        #[arg(long)]
        password_stdin: bool,
    },
    /// List accounts, newest first
    List,
    /// Make somebody an operator
    Promote { email: String },
    /// Make an operator a member
    Demote { email: String },
    /// Make a link by which a person sets their password, and print it, this once
    Link {
        email: String,
        /// Mail it to them as well
        #[arg(long)]
        mail: bool,
    },
    /// Give a person a password that they replace at their next sign-in; their devices and keys end
    Password {
        email: String,
        /// Read the password from standard input; otherwise one is made and printed
        #[arg(long)]
        password_stdin: bool,
    },
    /// Remove a person's authenticator app, recovery codes and passkeys
    ResetSecondFactor { email: String },
    /// List the devices that a person is signed in on, the one used last first
    Devices { email: String },
    /// Sign a person out on all devices
    SignOut { email: String },
    /// Suspend a person: they are signed out, and told why
    Suspend {
        email: String,
        #[arg(long)]
        reason: String,
    },
    /// Lift a suspension
    Readmit { email: String },
    /// Delete an account and everything that belongs to it, at once and for good
    Delete {
        email: String,
        /// Really delete it
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Make an API key and print it, this once
    Create {
        /// The e-mail address of the account that pays
        #[arg(long, value_name = "EMAIL")]
        user: String,
        /// Most that may be charged through the key
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..))]
        cap: Option<i64>,
        /// The key's name in lists
        #[arg(long, default_value = "command line")]
        name: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum ProviderCommand {
    /// Connect a provider and fetch its models
    Add {
        #[arg(long)]
        name: String,
        #[arg(long, value_enum)]
        protocol: ProtocolArg,
        /// Its address; may be left out where the provider has one of its own
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
        /// Its key; better in the variable than in the shell's history
        #[arg(long, value_name = "KEY", env = "ENSEMBLE_PROVIDER_API_KEY", hide_env_values = true)]
        api_key: Option<String>,
    },
    /// List the connections
    List,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ProtocolArg {
    #[value(name = "openai")]
    Openai,
    Anthropic,
    Gemini,
    Ollama,
    #[value(name = "openai_compatible")]
    OpenaiCompatible,
    #[value(name = "local_files")]
    LocalFiles,
    #[value(name = "black_forest_labs")]
    BlackForestLabs,
    Stability,
    Replicate,
    Fal,
    Automatic1111,
    Comfyui,
    Runway,
    Kling,
    Luma,
    Minimax,
}

impl From<ProtocolArg> for providers::Protocol {
    fn from(arg: ProtocolArg) -> Self {
        match arg {
            ProtocolArg::Openai => Self::Openai,
            ProtocolArg::Anthropic => Self::Anthropic,
            ProtocolArg::Gemini => Self::Gemini,
            ProtocolArg::Ollama => Self::Ollama,
            ProtocolArg::OpenaiCompatible => Self::OpenaiCompatible,
            ProtocolArg::LocalFiles => Self::LocalFiles,
            ProtocolArg::BlackForestLabs => Self::BlackForestLabs,
            ProtocolArg::Stability => Self::Stability,
            ProtocolArg::Replicate => Self::Replicate,
            ProtocolArg::Fal => Self::Fal,
            ProtocolArg::Automatic1111 => Self::Automatic1111,
            ProtocolArg::Comfyui => Self::Comfyui,
            ProtocolArg::Runway => Self::Runway,
            ProtocolArg::Kling => Self::Kling,
            ProtocolArg::Luma => Self::Luma,
            ProtocolArg::Minimax => Self::Minimax,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_documented_forms_are_understood() {
        let forms = [
            "ensemble",
            "ensemble serve",
            "ensemble setup",
            "ensemble setup --no-input --address https://chat.example.org --sign-up invited",
            "ensemble health",
            "ensemble config show --changed",
            "ensemble config check",
            "ensemble service install --print",
            "ensemble user create --email a@example.org --operator",
            "ensemble user promote a@example.org",
            "ensemble key create --user a@example.org --cap 5",
            "ensemble provider add --name N --protocol openai_compatible --base-url http://h/v1 --api-key K",
            "ensemble --json provider list",
            "ensemble outbox --json",
            "ensemble doctor",
            "ensemble --json doctor --send-to a@example.org",
            "ensemble backup /b",
            "ensemble restore /b",
            "ensemble backup --keep 7 --keep-days 30 --with-key",
            "ensemble restore /b --without-key",
            "ensemble restore s3://b/p --backup 20261128T120000000000Z",
            "ensemble move --store postgres://h/d",
            "ensemble move --files s3://b/p",
            "ensemble migrate --dry-run",
            "ensemble vault reset",
            "ensemble export --user a@example.org f.zip",
            "ensemble import --user a@example.org f.zip",
        ];
        for form in forms {
            assert!(Cli::try_parse_from(form.split(' ')).is_ok(), "{form}");
        }
        assert!(Cli::try_parse_from("ensemble key create --user a --cap 0".split(' ')).is_err());
    }
}
