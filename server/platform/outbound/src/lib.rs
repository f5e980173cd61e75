//! The one place that builds HTTP clients: they go through the operator's proxy, and trust the operator's certificates.
//!
//! Start at [`Outbound`]. Time limits, retries and the guard against private addresses belong to the crates that make the
//! calls; `proxies.rs` decides which address is reached through which proxy, `trust.rs` reads certificates.

mod causes;
mod proxies;
mod trust;

use std::path::PathBuf;
use std::sync::Arc;

use kernel::Secret;
use reqwest::{Certificate, ClientBuilder, redirect};
use serde::Deserialize;
use url::Url;

pub use causes::{is_untrusted, with_causes};
use proxies::Proxies;
pub use reqwest::Client;
use trust::Trusted;

const USER_AGENT: &str = concat!("Ensemble/", env!("CARGO_PKG_VERSION"));

/// The settings section `[outbound]`: how the server reaches other servers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Proxy for all calls over HTTP: `http://user:password@proxy.example.org:3128`.
    pub proxy: Option<Secret<String>>,
    /// Hosts that are reached without it: `wiki.lan`, `.example.org`, `10.0.0.0/8`.
    pub no_proxy: Vec<String>,
    /// File of certificates (PEM) that are trusted besides those of the system.
    pub extra_ca: Option<PathBuf>,
}

/// The section `outbound`, or a variable for proxies, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    #[error("{0} is not the address of a proxy: write http://proxy.example.org:3128")]
    Proxy(String),
    #[error(
        "{0} names a proxy of a kind that is not supported: write the address of an HTTP proxy"
    )]
    Scheme(String),
    #[error("outbound.extra_ca: {path} cannot be read: {error}")]
    Unreadable { path: String, error: String },
    #[error(
        "outbound.extra_ca: {0} has no certificate: write a file with -----BEGIN CERTIFICATE-----"
    )]
    NoCertificate(String),
}

/// How other servers are reached. Cheap to clone. The default: directly, and with the certificates of the system.
#[derive(Debug, Clone, Default)]
pub struct Outbound(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    proxies: Proxies,
    trusted: Trusted,
}

impl Outbound {
    /// Reads the settings, and for what they leave out the variables that programs share (`HTTPS_PROXY`, `HTTP_PROXY`,
    /// `ALL_PROXY`, `NO_PROXY`, in either case).
    pub fn open(
        settings: &Settings,
        variables: &[(String, String)],
    ) -> Result<Self, OutboundError> {
        let proxies = Proxies::read(settings, variables)?;
        let trusted = settings.extra_ca.as_deref().map(Trusted::read).transpose()?;
        Ok(Self(Arc::new(Inner { proxies, trusted: trusted.unwrap_or_default() })))
    }

    /// Returns a builder of clients that go through the proxy where one is set. Redirects are not followed: a secret must
    /// not go with one to another host.
    pub fn client(&self) -> ClientBuilder {
        let builder = self.direct_client();
        match self.0.proxies.proxy() {
            Some(proxy) => builder.proxy(proxy),
            None => builder,
        }
    }

    /// Returns a builder of clients that go through no proxy.
    pub fn direct_client(&self) -> ClientBuilder {
        let certificates = &self.0.trusted.certificates;
        let builder = plain_client();
        match certificates.is_empty() {
            true => builder,
            false => builder.tls_certs_merge(certificates.iter().cloned()),
        }
    }

    /// Returns a builder of clients that speak plain HTTP only: reading no certificates saves memory and time.
    pub fn local_client(&self) -> ClientBuilder {
        plain_client().tls_certs_only(std::iter::empty::<Certificate>())
    }

    /// Returns true if `url` is reached through a proxy.
    pub fn is_proxied(&self, url: &Url) -> bool {
        self.0.proxies.is_proxied(url)
    }

    /// Returns the certificates that are trusted besides the system's, in DER.
    pub fn certificates(&self) -> &[Vec<u8>] {
        &self.0.trusted.der
    }

    /// Returns how other servers are reached, for the operator: without passwords.
    pub fn describe(&self) -> String {
        let certificates = match self.0.trusted.der.len() {
            0 => String::new(),
            1 => ", and 1 certificate is trusted besides the system's".to_owned(),
            count => format!(", and {count} certificates are trusted besides the system's"),
        };
        format!("{}{certificates}", self.0.proxies.describe())
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that builds clients")]
fn plain_client() -> ClientBuilder {
    // Fails only when the program has installed one already, and then that one serves.
    rustls::crypto::ring::default_provider().install_default().ok();
    reqwest::Client::builder()
        .user_agent(USER_AGENT)
        // Proxies are ours to choose: those of the environment are read where settings are.
        .no_proxy()
        .redirect(redirect::Policy::none())
}
