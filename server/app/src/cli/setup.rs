//! Options of `ensemble setup` and `ensemble service`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::ProtocolArg;

/// Answers to the questions of `ensemble setup`. Those that are given are not asked.
#[derive(Debug, Clone, Default, Args)]
pub struct SetupArgs {
    /// Ask nothing: what is not given keeps its default
    #[arg(long)]
    pub no_input: bool,
    /// The address that people open, such as https://chat.example.org
    #[arg(long, value_name = "URL")]
    pub address: Option<String>,
    /// The address and port to listen on
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// The network of the proxy in front; may be given several times
    #[arg(long = "proxy", value_name = "NETWORK")]
    pub proxies: Vec<String>,
    /// The folder of the database, the files and the master key
    #[arg(long, value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
    /// Who may sign up
    #[arg(long, value_enum, value_name = "WHO")]
    pub sign_up: Option<SignUpArg>,
    /// The mail server: smtp://user:password@host:587 or smtps://user:password@host:465
    #[arg(long, value_name = "URL")]
    pub mail_url: Option<String>,
    /// The sender of mails, such as "Ensemble <ensemble@example.org>"
    #[arg(long, value_name = "SENDER")]
    pub mail_from: Option<String>,
    /// Where the server backs itself up every day: a folder, or s3://bucket/prefix
    #[arg(long, value_name = "PLACE")]
    pub backup: Option<String>,
    /// Connect a provider of models
    #[arg(long, value_enum)]
    pub provider: Option<ProtocolArg>,
    /// The provider's address; may be left out where the provider has one of its own
    #[arg(long, value_name = "URL", requires = "provider")]
    pub provider_url: Option<String>,
    /// The provider's key; better in the variable than in the shell's history
    #[arg(long, value_name = "KEY", env = "ENSEMBLE_PROVIDER_API_KEY", hide_env_values = true)]
    pub provider_key: Option<String>,
}

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SignUpArg {
    Everybody,
    Invited,
}

#[derive(Debug, Subcommand)]
pub enum ServiceCommand {
    /// Install this program as a service of systemd, and start it (as root)
    Install {
        /// The user that the service runs as; made if missing
        #[arg(long, default_value = "ensemble")]
        user: String,
        /// Print the unit instead
        #[arg(long)]
        print: bool,
    },
    /// Stop the service and remove it; data and settings stay
    Uninstall,
}
