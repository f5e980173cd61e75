//! Settings of the operator, assembled from the sections of the crates.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use kernel::Secret;
use serde::Deserialize;
use settings::{SettingsError, Sources};
use url::Url;

use crate::areas::AreaSettings;
use crate::cors::ANY_ORIGIN;
use crate::hosts::normalize_host;

/// The reference: every key with its default.
pub const DEFAULTS: &str = include_str!("../ensemble.default.toml");

/// All settings, read and checked.
#[derive(Debug, Clone)]
pub struct Settings {
    pub server: Server,
    pub areas: AreaSettings,
    pub store: Store,
    pub files: Address,
    pub bus: Address,
    pub mail: mail::Settings,
    pub vault: vault::Settings,
    pub providers: providers::Settings,
    pub model_files: model_files::Settings,
    pub generation: generation::Settings,
    pub builtin: Builtin,
    pub web_access: web_access::Settings,
    pub ocr: parsing::OcrSettings,
    pub plans: entitlements::Settings,
    pub payments: payments::Settings,
    pub spending: ledger::SpendingSettings,
    pub media: media_policy::Settings,
    pub regions: regions::Settings,
    pub metrics: Metrics,
    pub log: Log,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ServerSection {
    listen: String,
    base_url: Option<String>,
    host_names: Vec<String>,
    api_origins: Vec<String>,
    trusted_proxies: Vec<String>,
    data_dir: PathBuf,
    max_body_bytes: usize,
    max_connections: usize,
    max_connections_per_address: usize,
    max_event_streams_per_person: usize,
    max_waiting_writes: usize,
    drain_seconds: u64,
}

/// The section `server`, checked.
#[derive(Debug, Clone)]
pub struct Server {
    pub listen: SocketAddr,
    /// Public address of this server. Default: its own address over http.
    pub base_url: Url,
    /// Names at which this server answers, besides those that it always answers at.
    pub host_names: Vec<String>,
    /// Origins of other sites whose pages may call the APIs for programs.
    pub api_origins: Vec<String>,
    pub trusted_proxies: Vec<ipnet::IpNet>,
    pub data_dir: PathBuf,
    pub max_body_bytes: usize,
    pub max_connections: usize,
    pub max_connections_per_address: usize,
    pub max_event_streams_per_person: usize,
    pub max_waiting_writes: usize,
    pub drain_seconds: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    url: Option<String>,
    pub max_connections: u32,
}

/// A section of which the whole is an address.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// May hold a password, so it is never shown.
    pub url: Option<Secret<String>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Builtin {
    /// Directory of WordNet, which the built-in engine uses for definitions.
    pub wordnet_dir: Option<PathBuf>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    pub token: Option<Secret<String>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub filter: String,
    pub format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Text,
    Json,
}

impl Settings {
    /// Reads the defaults, the operator's file and this process's variables.
    pub fn load(file: Option<&Path>) -> Result<Self, SettingsError> {
        Self::from_sources(&Sources {
            defaults: DEFAULTS,
            file: settings::find_file(file),
            variables: settings::environment(),
        })
    }

    pub fn from_sources(sources: &Sources<'_>) -> Result<Self, SettingsError> {
        let mut all = settings::Settings::load(sources)?;
        let areas = AreaSettings::take(&mut all)?;
        let settings = Self {
            areas,
            server: check_server(all.section("server")?)?,
            store: all.section("store")?,
            files: all.section("files")?,
            bus: all.section("bus")?,
            mail: all.section("mail")?,
            vault: all.section("vault")?,
            providers: all.section("providers")?,
            model_files: all.section("model_files")?,
            generation: all.section("generation")?,
            builtin: all.section("builtin")?,
            web_access: all.section("web_access")?,
            ocr: all.section("ocr")?,
            plans: all.section("plans")?,
            payments: all.section("payments")?,
            spending: all.section("spending")?,
            media: all.section("media")?,
            regions: all.section("regions")?,
            metrics: all.section("metrics")?,
            log: all.section("log")?,
        };
        check_scheme("store.url", &settings.store_url(), &["sqlite:", "postgres:", "postgresql:"])?;
        check_scheme("files.url", &settings.files_url(), &["file:", "s3:"])?;
        Ok(settings)
    }

    pub fn store_url(&self) -> String {
        let default = || format!("sqlite://{}", self.server.data_dir.join("ensemble.db").display());
        self.store.url.clone().unwrap_or_else(default)
    }

    pub fn files_url(&self) -> String {
        let default = || format!("file://{}", self.server.data_dir.join("files").display());
        self.files.url.as_ref().map_or_else(default, |url| url.expose().clone())
    }
}

fn check_server(section: ServerSection) -> Result<Server, SettingsError> {
    let listen: SocketAddr = section.listen.parse().map_err(|_| {
        let problem = "is not an address with a port";
        SettingsError::invalid("server.listen", &section.listen, problem, "127.0.0.1:7070")
    })?;
    let own = || format!("http://{listen}/");
    let base_url = section.base_url.clone().unwrap_or_else(own);
    let base_url = Url::parse(&base_url)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.path() == "/")
        .ok_or_else(|| {
            let problem = "is not an http or https address without a path";
            SettingsError::invalid("server.base_url", base_url, problem, "https://chat.example.org")
        })?;
    let trusted_proxies =
        section.trusted_proxies.iter().map(|text| check_proxy(text)).collect::<Result<_, _>>()?;
    let host_names =
        section.host_names.iter().map(|text| check_host_name(text)).collect::<Result<_, _>>()?;
    let api_origins =
        section.api_origins.iter().map(|text| check_api_origin(text)).collect::<Result<_, _>>()?;
    Ok(Server {
        listen,
        base_url,
        host_names,
        api_origins,
        trusted_proxies,
        data_dir: section.data_dir,
        max_body_bytes: section.max_body_bytes,
        max_connections: section.max_connections,
        max_connections_per_address: section.max_connections_per_address,
        max_event_streams_per_person: section.max_event_streams_per_person,
        max_waiting_writes: section.max_waiting_writes,
        drain_seconds: section.drain_seconds,
    })
}

fn check_host_name(text: &str) -> Result<String, SettingsError> {
    normalize_host(text).ok_or_else(|| {
        let problem = "is not the name of a host without a port";
        SettingsError::invalid("server.host_names", text, problem, "chat.example.org")
    })
}

/// Returns an origin as browsers write it, or `*`; `None` if it is none.
pub(crate) fn read_api_origin(text: &str) -> Option<String> {
    let is_plain = |url: &Url| url.path() == "/" && url.query().is_none();
    let origin = match Url::parse(text) {
        _ if text == ANY_ORIGIN => Some(text.to_owned()),
        Ok(url) if is_plain(&url) => Some(url.origin().ascii_serialization()),
        _ => None,
    };
    origin.filter(|origin| origin != "null")
}

fn check_api_origin(text: &str) -> Result<String, SettingsError> {
    read_api_origin(text).ok_or_else(|| {
        let problem = "is not the origin of a site";
        SettingsError::invalid("server.api_origins", text, problem, "https://app.example.org")
    })
}

fn check_proxy(text: &str) -> Result<ipnet::IpNet, SettingsError> {
    let single = || text.parse::<std::net::IpAddr>().map(ipnet::IpNet::from);
    text.parse::<ipnet::IpNet>().or_else(|_| single()).map_err(|_| {
        let problem = "is not a network or an address";
        SettingsError::invalid("server.trusted_proxies", text, problem, "10.0.0.0/8")
    })
}

fn check_scheme(
    key: &'static str,
    url: &str,
    schemes: &[&'static str],
) -> Result<(), SettingsError> {
    if schemes.iter().any(|scheme| url.starts_with(scheme)) {
        return Ok(());
    }
    let found = url.split_once(':').map_or("", |(scheme, _)| scheme);
    let example = if key == "store.url" {
        "sqlite://data/ensemble.db or postgres://user:password@host/database"
    } else {
        "file://data/files or s3://bucket/prefix"
    };
    Err(SettingsError::invalid(
        key,
        format!("{found}:…"),
        "has a scheme that is not known",
        example,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(variables: &[(&str, &str)]) -> Result<Settings, String> {
        let variables = variables.iter().map(|(n, t)| ((*n).into(), (*t).into())).collect();
        Settings::from_sources(&Sources { defaults: DEFAULTS, file: None, variables })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn without_settings_everything_lives_in_the_data_folder() {
        let settings = load(&[]).unwrap();
        assert_eq!(settings.server.listen.to_string(), "127.0.0.1:7070");
        assert_eq!(settings.server.base_url.as_str(), "http://127.0.0.1:7070/");
        assert_eq!(settings.store_url(), "sqlite://./data/ensemble.db");
        assert_eq!(settings.files_url(), "file://./data/files");
    }

    #[test]
    fn origins_are_compared_as_browsers_write_them() {
        for (text, expected) in [
            ("*", Some("*")),
            ("https://App.example:443/", Some("https://app.example")),
            ("http://localhost:3000", Some("http://localhost:3000")),
            ("app.example", None),
            ("https://app.example/page", None),
            ("file:///tmp", None),
        ] {
            assert_eq!(check_api_origin(text).ok().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_setting_that_cannot_be_used_is_named_with_what_to_write() {
        let error = load(&[("ENSEMBLE__SERVER__LISTEN", "7070")]).unwrap_err();
        assert_eq!(
            error,
            "server.listen = \"7070\" is not an address with a port: write 127.0.0.1:7070"
        );
        let error = load(&[("ENSEMBLE__STORE__URL", "mysql://u:secret@h/d")]).unwrap_err();
        assert!(error.starts_with("store.url = \"mysql:…\""), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}
