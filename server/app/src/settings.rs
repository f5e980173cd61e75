//! Settings of the operator, assembled from the sections of the crates.

mod log_filter;
mod storage_variables;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use kernel::Secret;
use pg_address::{PgAddress, PgAddressError};
use serde::Deserialize;
use settings::{Entry, SettingsError, Sources};
use url::Url;

use self::storage_variables::{read_variables, with_variables};
use crate::areas::AreaSettings;
use crate::backups::BackupSettings;
use crate::listen::{ListenAddress, SocketOptions, parse_mode};
use crate::middleware::cors::ANY_ORIGIN;
use crate::middleware::hosts::normalize_host;

/// The reference: every key with its default.
pub const DEFAULTS: &str = include_str!("../ensemble.default.toml");

/// Keys of secrets; `*` stands for any name. They are not shown, and each may be in a file of its own.
pub const SECRETS: &[&str] = &[
    "store.url",
    "files.url",
    "bus.url",
    "mail.url",
    "backup.place",
    "vault.secret",
    "vault.previous_secrets",
    "metrics.token",
    "scim.token",
    "traces.token",
    "outbound.proxy",
    "accounts.oidc.*.client_secret",
    "accounts.oidc.*.client_key",
    "payments.stripe.key",
    "payments.stripe.notice_secret",
    "payments.stripe.former_notice_secret",
    "payments.paypal.client_secret",
    "tools.servers.*.env.*",
    "tools.servers.*.headers.*",
];

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
    pub outbound: outbound::Settings,
    /// Variables that programs share, such as `HTTPS_PROXY`.
    pub proxy_variables: Secret<Vec<(String, String)>>,
    pub backup: BackupSettings,
    pub metrics: Metrics,
    pub traces: Traces,
    pub log: Log,
    /// The file that was read.
    pub file: Option<PathBuf>,
    /// Every setting by its key, as it was written.
    pub entries: BTreeMap<String, Entry>,
    /// Variables that say where storage is and who may use it (`AWS_…`).
    storage_variables: Secret<BTreeMap<String, String>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ServerSection {
    listen: String,
    reuse_port: bool,
    socket_mode: String,
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
    hsts_subdomains: bool,
}

/// The section `server`, checked.
#[derive(Debug, Clone)]
pub struct Server {
    pub listen: Vec<ListenAddress>,
    pub sockets: SocketOptions,
    /// Public address of this server, with a slash at its end: it may have a path. Default: its own address over http.
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
    /// True if browsers are told to use https for all sub-domains of the base URL's host too.
    pub hsts_subdomains: bool,
}

impl Server {
    /// Returns the first address of the network that this server listens on.
    pub fn first_address(&self) -> Option<SocketAddr> {
        self.listen.iter().find_map(ListenAddress::tcp)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    url: Option<Secret<String>>,
    pub max_connections: u32,
    /// True if the address is that of a pooler that gives a connection for one transaction.
    pub transaction_pooler: bool,
}

impl Store {
    /// Returns how the database is opened.
    pub fn options(&self) -> store::Options {
        let &Self { max_connections, transaction_pooler, .. } = self;
        store::Options { max_connections, transaction_pooler }
    }
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

/// The section `traces`: where traces are sent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Traces {
    /// Base address of a collector that takes OTLP over HTTP; absent: nothing is traced.
    pub endpoint: Option<String>,
    /// Bearer token for it.
    pub token: Option<Secret<String>>,
    /// Share of the traces that are sent, in percent.
    pub percent: u8,
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
        let settings = Self::from_sources(&Sources {
            defaults: DEFAULTS,
            file: settings::find_file(file),
            credentials: settings::credentials(),
            variables: settings::environment(),
            secrets: SECRETS,
        })?;
        Ok(Self { proxy_variables: Secret::new(settings::proxy_variables()), ..settings })
    }

    pub fn from_sources(sources: &Sources<'_>) -> Result<Self, SettingsError> {
        let mut all = settings::Settings::load(sources)?;
        let entries = all.entries().clone();
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
            outbound: all.section("outbound")?,
            proxy_variables: Secret::new(Vec::new()),
            backup: all.section("backup")?,
            metrics: all.section("metrics")?,
            traces: all.section("traces")?,
            log: all.section("log")?,
            file: sources.file.clone(),
            entries,
            storage_variables: Secret::new(read_variables(&sources.variables)?),
        };
        log_filter::check(&settings.log.filter)?;
        check_scheme("store.url", &settings.store_url(), &["sqlite:", "postgres:", "postgresql:"])?;
        check_postgres(&settings.store_url())?;
        check_scheme("files.url", &settings.files_url(), &["file:", "s3:"])?;
        Ok(settings)
    }

    pub fn store_url(&self) -> String {
        let default = || format!("sqlite://{}", self.server.data_dir.join("ensemble.db").display());
        self.store.url.as_ref().map_or_else(default, |url| url.expose().clone())
    }

    pub fn files_url(&self) -> String {
        let default = || format!("file://{}", self.server.data_dir.join("files").display());
        let url = self.files.url.as_ref().map_or_else(default, |url| url.expose().clone());
        self.whole_address(&url)
    }

    /// Returns the address of storage, completed by the variables for S3 (`AWS_…`).
    pub fn whole_address(&self, address: &str) -> String {
        with_variables(address, self.storage_variables.expose())
    }
}

fn check_postgres(url: &str) -> Result<(), SettingsError> {
    if !url.starts_with("postgres") {
        return Ok(());
    }
    let example = "postgres://user:password@host:5432/database, [::1] for IPv6, ?host=/run/postgresql for a socket";
    url.parse::<PgAddress>().map(|_| ()).map_err(|PgAddressError::Malformed(problem)| {
        SettingsError::invalid("store.url", "postgres:…", problem, example)
    })
}

fn check_server(section: ServerSection) -> Result<Server, SettingsError> {
    let listen = ListenAddress::parse_list(&section.listen).ok_or_else(|| {
        let problem = "is not an address with a port, a socket, or a list of these";
        let example = "127.0.0.1:7070 or unix:/run/ensemble/ensemble.sock";
        SettingsError::invalid("server.listen", &section.listen, problem, example)
    })?;
    let sockets = check_sockets(&section)?;
    let own = || {
        let address = listen.iter().find_map(ListenAddress::tcp);
        address.map_or_else(String::new, |address| format!("http://{address}/"))
    };
    let base_url = section.base_url.clone().unwrap_or_else(own);
    let base_url = read_base_url(&base_url).map_err(|problem| {
        let example = "https://chat.example.org or https://example.org/ensemble";
        SettingsError::invalid("server.base_url", base_url, problem, example)
    })?;
    let mut trusted_proxies: Vec<ipnet::IpNet> =
        section.trusted_proxies.iter().map(|text| check_proxy(text)).collect::<Result<_, _>>()?;
    if listen.iter().any(|address| address.tcp().is_none()) {
        trusted_proxies.push(ipnet::IpNet::from(api::SOCKET_PEER));
    }
    let host_names =
        section.host_names.iter().map(|text| check_host_name(text)).collect::<Result<_, _>>()?;
    let api_origins =
        section.api_origins.iter().map(|text| check_api_origin(text)).collect::<Result<_, _>>()?;
    Ok(Server {
        listen,
        sockets,
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
        hsts_subdomains: section.hsts_subdomains,
    })
}

/// First segments of paths that are ours below any base path: with a proxy that takes the base path off, one could not tell
/// what is left of it.
const OWN_SEGMENTS: [&str; 14] = [
    "api", "assets", "healthz", "home", "icons", "login", "mcp", "metrics", "oauth", "readyz", "s",
    "settings", "share", "v1",
];

/// Returns the public address with a slash at its end, so that relative addresses are below it, or what is wrong with it.
pub fn read_base_url(text: &str) -> Result<Url, &'static str> {
    let mut url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
        .filter(|url| url.query().is_none() && url.fragment().is_none())
        .ok_or("is not an http or https address")?;
    let path = url.path().strip_prefix('/').unwrap_or_default();
    let path = path.strip_suffix('/').unwrap_or(path).to_owned();
    let segments: Vec<&str> = if path.is_empty() { Vec::new() } else { path.split('/').collect() };
    let is_plain = |segment: &str| {
        let is_allowed = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
        !segment.is_empty() && segment.chars().all(is_allowed)
    };
    if !segments.iter().all(|segment| is_plain(segment)) {
        return Err("has a path with other characters than letters, digits, - and _");
    }
    if segments.first().is_some_and(|first| OWN_SEGMENTS.contains(first)) {
        return Err("has a path that begins like one of this server's own");
    }
    url.set_path(&if path.is_empty() { "/".to_owned() } else { format!("/{path}/") });
    Ok(url)
}

fn check_sockets(section: &ServerSection) -> Result<SocketOptions, SettingsError> {
    let unix_mode = parse_mode(&section.socket_mode).ok_or_else(|| {
        let problem = "are no permissions with which this server may use its socket";
        SettingsError::invalid("server.socket_mode", &section.socket_mode, problem, "660")
    })?;
    Ok(SocketOptions { reuse_port: section.reuse_port, unix_mode })
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
        let secrets = SECRETS;
        let sources = Sources { defaults: DEFAULTS, variables, secrets, ..Sources::default() };
        Settings::from_sources(&sources).map_err(|error| error.to_string())
    }

    #[test]
    fn without_settings_everything_lives_in_the_data_folder() {
        let settings = load(&[]).unwrap();
        assert_eq!(settings.server.first_address().unwrap().to_string(), "127.0.0.1:7070");
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
            "server.listen = \"7070\" is not an address with a port, a socket, or a list of these: write \
             127.0.0.1:7070 or unix:/run/ensemble/ensemble.sock"
        );
        let error = load(&[("ENSEMBLE__STORE__URL", "mysql://u:secret@h/d")]).unwrap_err();
        assert!(error.starts_with("store.url = \"mysql:…\""), "{error}");
        assert!(!error.contains("secret"), "{error}");
        let error =
            load(&[("ENSEMBLE__SERVER__BASE_URL", "https://example.org/api/")]).unwrap_err();
        assert!(error.contains("begins like one of this server's own"), "{error}");
        let error = load(&[("ENSEMBLE__LOG__FILTER", "warning")]).unwrap_err();
        assert!(error.ends_with("write warn"), "{error}");
    }

    #[test]
    fn what_is_called_like_a_secret_is_one() {
        let settings = load(&[]).unwrap();
        for key in settings.entries.keys() {
            let name = key.rsplit('.').next().unwrap();
            let ends_so = ["token", "secret", "secrets", "password"];
            let is_called_so =
                ends_so.iter().any(|end| name == *end || name.ends_with(&format!("_{end}")));
            assert!(!is_called_so || settings::is_secret(SECRETS, key), "{key} is shown");
        }
    }

    #[test]
    fn providers_that_nobody_could_sign_in_by_stop_the_start() {
        let provider =
            r#"{ id = "a", name = "A", issuer = "https://id.example", client_id = "c" }"#;
        let load = |key: &str, value: &str| load(&[(key, value)]);
        let oidc = "ENSEMBLE__ACCOUNTS__OIDC";
        assert!(load(oidc, &format!("[{provider}]")).is_ok());
        for (key, value, said) in [
            (oidc, format!("[{provider}, {provider}]"), "two providers have the id \"a\""),
            ("ENSEMBLE__ACCOUNTS__PASSWORD_SIGN_IN", "false".to_owned(), "password_sign_in"),
            ("ENSEMBLE__ACCOUNTS__GROUPS", r#"[{ group = "g" }]"#.to_owned(), "gives nothing"),
            ("ENSEMBLE__SCIM__TOKEN", "short".to_owned(), "scim.token is too short"),
        ] {
            let error = load(key, &value).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_socket_needs_the_public_address_and_makes_its_clients_proxies() {
        let socket = ("ENSEMBLE__SERVER__LISTEN", "unix:/run/e.sock");
        let error = load(&[socket]).unwrap_err();
        assert!(error.starts_with("server.base_url"), "{error}");
        let settings =
            load(&[socket, ("ENSEMBLE__SERVER__BASE_URL", "https://e.example")]).unwrap();
        assert_eq!(settings.server.first_address(), None);
        assert!(settings.server.trusted_proxies.iter().any(|net| net.contains(&api::SOCKET_PEER)));
        assert_eq!(settings.server.sockets.unix_mode, 0o660);
        let error = load(&[("ENSEMBLE__SERVER__SOCKET_MODE", "rw")]).unwrap_err();
        assert!(error.contains("server.socket_mode"), "{error}");
    }

    #[test]
    fn the_public_address_may_have_a_path() {
        let load = |url: &str| load(&[("ENSEMBLE__SERVER__BASE_URL", url)]);
        for (url, read) in [
            ("https://e.example", "https://e.example/"),
            ("https://e.example/ensemble", "https://e.example/ensemble/"),
            ("https://e.example/ai/chat_2/", "https://e.example/ai/chat_2/"),
        ] {
            assert_eq!(load(url).unwrap().server.base_url.as_str(), read);
        }
        for url in [
            "ftp://e.example/",
            "https://e.example/?a=b",
            "https://e.example/#a",
            "https://e.example//ensemble",
            "https://e.example/a//b",
            "https://e.example/a%20b",
            "https://e.example/a\"b",
            "https://e.example/a.b",
            "https://e.example/api",
            "https://e.example/home/ensemble",
        ] {
            let error = load(url).unwrap_err();
            assert!(error.starts_with("server.base_url"), "{url}: {error}");
        }
    }

    #[test]
    fn storage_in_s3_is_described_by_the_usual_variables_too() {
        let settings = load(&[
            ("ENSEMBLE__FILES__URL", "s3://bucket/prefix"),
            ("AWS_ACCESS_KEY_ID", "id"),
            ("AWS_SECRET_ACCESS_KEY", "a+b/c"),
            ("AWS_SESSION_TOKEN", "c+d"),
            ("AWS_REGION", "eu-central-1"),
        ]);
        let settings = settings.unwrap();
        let whole = "s3://bucket/prefix?region=eu-central-1&access_key_id=id\
                     &secret_access_key=a%2Bb%2Fc&session_token=c%2Bd";
        assert_eq!(settings.files_url(), whole);
        assert_eq!(settings.whole_address("s3://bucket/prefix"), whole);
        assert_eq!(settings.whole_address("/srv/backups"), "/srv/backups");
    }

    #[test]
    fn settings_in_a_log_hold_no_secret() {
        let secret = "s3cret-s3cret-s3cret-s3cret-s3cret";
        let settings = load(&[
            ("ENSEMBLE__VAULT__SECRET", secret),
            ("ENSEMBLE__MAIL__URL", "smtp://u:s3cret@mail.example"),
            ("ENSEMBLE__METRICS__TOKEN", secret),
            ("ENSEMBLE__STORE__URL", "postgres://u:s3cret@db.example/chat"),
            ("AWS_SECRET_ACCESS_KEY", secret),
            ("AWS_SESSION_TOKEN", secret),
        ]);
        let shown = format!("{:?}", settings.unwrap());
        assert!(!shown.contains("s3cret"), "{shown}");
    }
}
