//! The command line: a stable interface, so commands and options never change their names.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

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
    /// Write a consistent copy of database and files into a new folder, while the server runs
    ///
    /// The master key is not in it: keep a copy of it elsewhere. PostgreSQL is copied with pg_dump.
    Backup { dir: PathBuf },
    /// Put a backup into an empty installation, and check it
    ///
    /// The master key must be there first: master.key in the data folder, or vault.secret.
    Restore {
        dir: PathBuf,
        /// Go on without the master key the backup was made with: provider keys are lost, nothing else
        #[arg(long)]
        without_key: bool,
    },
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
            "ensemble user create --email a@example.org --operator",
            "ensemble user promote a@example.org",
            "ensemble key create --user a@example.org --cap 5",
            "ensemble provider add --name N --protocol openai_compatible --base-url http://h/v1 --api-key K",
            "ensemble --json provider list",
            "ensemble outbox --json",
            "ensemble backup /b",
            "ensemble restore /b",
            "ensemble restore /b --without-key",
            "ensemble export --user a@example.org f.zip",
            "ensemble import --user a@example.org f.zip",
        ];
        for form in forms {
            assert!(Cli::try_parse_from(form.split(' ')).is_ok(), "{form}");
        }
        assert!(Cli::try_parse_from("ensemble key create --user a --cap 0".split(' ')).is_err());
    }
}
