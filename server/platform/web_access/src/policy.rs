//! Policy on where a fetch may go. Everything is decided on parsed [`Url`]s, never on text.

use std::net::IpAddr;

use live_settings::Section;
use url::{Host, Url};

use crate::address::is_public;
use crate::error::Cause;
use crate::limits::URL_MAX_BYTES;
use crate::settings::section;
use crate::{FetchError, Settings};

const WEB_PORTS: [u16; 2] = [80, 443];

/// Endings of names that are never of the open web (RFC 6761, 6762, 7686, 8375, and what routers use).
const PRIVATE_SUFFIXES: &[&str] = &[
    "localhost",
    "localdomain",
    "local",
    "lan",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "home.arpa",
    "onion",
    "invalid",
];

/// A URL that may be asked for.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub url: Url,
    /// Opened by the operator: its addresses are not judged.
    pub is_opened: bool,
}

/// The rules of this installation.
#[derive(Debug)]
pub(crate) struct Policy(Section<Settings>);

impl Policy {
    pub fn new(settings: Settings) -> Self {
        Self(section(settings))
    }

    /// Returns the settings, which the operator changes while the server runs.
    pub fn settings(&self) -> &Section<Settings> {
        &self.0
    }

    /// Parses a typed address, once.
    pub fn read(&self, text: &str, plain_http: bool) -> Result<Target, FetchError> {
        // The parser would drop tabs and line ends without a word.
        if text.len() > URL_MAX_BYTES || text.chars().any(char::is_control) {
            return Err(FetchError::InvalidUrl);
        }
        let url = Url::parse(text).map_err(|_| FetchError::InvalidUrl)?;
        Ok(self.judge(url, plain_http)?)
    }

    /// Reads the address of a call: http only where the operator opened the host.
    pub fn read_call(&self, text: &str) -> Result<Target, FetchError> {
        let target = self.read(text, true)?;
        match target.is_opened || target.url.scheme() == "https" {
            true => Ok(target),
            false => Err(Cause::Scheme.into()),
        }
    }

    /// Resolves a redirect: checked as if it had been typed, and never from https to http.
    pub fn redirect(
        &self,
        from: &Target,
        location: &str,
        plain_http: bool,
    ) -> Result<Target, Cause> {
        let url = from.url.join(location).map_err(|_| Cause::Redirect)?;
        if from.url.scheme() == "https" && url.scheme() != "https" {
            return Err(Cause::Downgrade);
        }
        self.judge(url, plain_http)
    }

    /// Returns true if an address may be connected to.
    pub fn allows(&self, address: IpAddr) -> bool {
        is_public(address) && !self.0.get().own_addresses.contains(&address)
    }

    fn judge(&self, url: Url, plain_http: bool) -> Result<Target, Cause> {
        // Before the host: `gopher://127.0.0.1` parses, with "127.0.0.1" as a name.
        match url.scheme() {
            "https" => {}
            "http" if plain_http => {}
            _ => return Err(Cause::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Cause::Userinfo);
        }
        let port = url.port_or_known_default().ok_or(Cause::Port)?;
        let host = url.host().ok_or(Cause::Name)?;
        if self.is_opened(&host, port) {
            return Ok(Target { url, is_opened: true });
        }
        if !WEB_PORTS.contains(&port) && !self.0.get().allow_ports.contains(&port) {
            return Err(Cause::Port);
        }
        match host {
            Host::Domain(name) => self.check_name(name)?,
            Host::Ipv4(address) => self.check_address(address.into())?,
            Host::Ipv6(address) => self.check_address(address.into())?,
        }
        Ok(Target { url, is_opened: false })
    }

    fn is_opened(&self, host: &Host<&str>, port: u16) -> bool {
        let host = host.to_string();
        let name = canonical(&host);
        self.0.get().allow_hosts.iter().any(|opened| {
            let opened = canonical(opened);
            opened == format!("{name}:{port}") || (opened == name && WEB_PORTS.contains(&port))
        })
    }

    fn check_address(&self, address: IpAddr) -> Result<(), Cause> {
        if self.allows(address) { Ok(()) } else { Err(Cause::Address) }
    }

    fn check_name(&self, name: &str) -> Result<(), Cause> {
        let is_own = self.0.get().own_names.iter().any(|own| canonical(own) == canonical(name));
        if is_web_name(name) && !is_own { Ok(()) } else { Err(Cause::Name) }
    }
}

/// Returns true if a host's name can be one of the open web: it has several labels, and none of the endings that are private.
pub fn is_web_name(name: &str) -> bool {
    let name = canonical(name);
    let is_under = |suffix: &str| {
        name.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let is_private = PRIVATE_SUFFIXES.iter().any(|suffix| is_under(suffix));
    let is_whole = name.contains('.') && name.split('.').all(|label| !label.is_empty());
    is_whole && !is_private
}

/// Returns a host without what does not tell it apart: case, and the dot at its end.
fn canonical(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        Policy::new(Settings {
            allow_hosts: vec!["wiki.lan".to_owned(), "192.168.1.5:8080".to_owned()],
            ..Settings::default()
        })
    }

    fn target(text: &str) -> Target {
        policy().read(text, true).unwrap()
    }

    #[test]
    fn pages_of_the_open_web_may_be_fetched() {
        for text in [
            "https://example.com",
            "http://example.com:80/a?b=c#d",
            "https://EXAMPLE.com./",
            "https://172.32.0.1/",
            "https://[2606:4700::1111]/",
            "https://bücher.example.org/",
            "https://localhost.example.com/",
            "https://notlocal.com/",
        ] {
            assert!(policy().read(text, true).is_ok(), "{text}");
        }
    }

    #[test]
    fn http_is_fetched_only_where_the_caller_takes_it() {
        assert!(policy().read("http://example.com", true).is_ok());
        assert!(policy().read("http://example.com", false).is_err());
    }

    #[test]
    fn calls_go_over_http_to_opened_hosts_only() {
        assert!(policy().read_call("http://wiki.lan/mcp").is_ok());
        assert!(policy().read_call("https://example.com/mcp").is_ok());
        assert!(policy().read_call("http://example.com/mcp").is_err());
        assert!(policy().read_call("https://127.0.0.1/mcp").is_err());
    }

    #[test]
    fn an_opened_host_is_opened_on_its_ports_only() {
        for text in ["http://wiki.lan/", "https://WIKI.lan./", "http://192.168.1.5:8080/"] {
            assert!(target(text).is_opened, "{text}");
        }
        for text in [
            "http://wiki.lan:8080/",
            "http://192.168.1.5/",
            "http://a.wiki.lan/",
            "http://iwiki.lan/",
        ] {
            assert!(policy().read(text, true).is_err(), "{text}");
        }
    }

    #[test]
    fn no_redirect_leads_from_https_to_http() {
        let from = target("https://example.com/a");
        assert!(policy().redirect(&from, "http://example.com/b", true).is_err());
        assert!(policy().redirect(&from, "//example.org/b", true).is_ok());
        assert_eq!(
            policy().redirect(&from, "../b", true).unwrap().url.as_str(),
            "https://example.com/b"
        );
    }

    #[test]
    fn a_redirect_away_from_an_opened_host_is_judged() {
        let from = target("http://wiki.lan/");
        assert!(policy().redirect(&from, "http://192.168.1.5/", true).is_err());
        assert!(!policy().redirect(&from, "http://example.com/", true).unwrap().is_opened);
    }

    #[test]
    fn a_url_may_have_4096_bytes_but_not_4097() {
        let long = |bytes: usize| format!("{:a<bytes$}", "https://example.com/");
        assert!(policy().read(&long(4_096), true).is_ok());
        assert!(matches!(policy().read(&long(4_097), true), Err(FetchError::InvalidUrl)));
    }
}
