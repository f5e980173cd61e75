use std::net::IpAddr;

use live_settings::{Field, Section};
use serde::Deserialize;
use url::Host;

/// The settings section `[web_access]`: the exceptions for fetched pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Hosts that may be fetched although they lie on a private network: `wiki.lan`,
    /// `192.168.1.5:8080`. Without a port, 80 and 443.
    pub allow_hosts: Vec<String>,
    /// Ports besides 80 and 443 that are allowed on the open web.
    pub allow_ports: Vec<u16>,
    /// Names under which this installation is reached; never fetched.
    pub own_names: Vec<String>,
    /// Public addresses of this installation; never fetched.
    pub own_addresses: Vec<IpAddr>,
}

/// Returns the settings, of which the operator changes the exceptions while the server runs.
pub(crate) fn section(file: Settings) -> Section<Settings> {
    let fields = vec![
        Field::list(
            "web_access.allow_hosts",
            |settings: &mut Settings| &mut settings.allow_hosts,
            read_host,
        ),
        Field::list("web_access.allow_ports", |settings| &mut settings.allow_ports, read_port),
    ];
    Section::new(file, fields)
}

/// Returns a host, with or without a port, as it is kept.
fn read_host(text: &str) -> Option<String> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(read_port(port)?)),
        _ => (text, None),
    };
    let host = Host::parse(host).ok()?.to_string();
    Some(port.map_or_else(|| host.clone(), |port| format!("{host}:{port}")))
}

fn read_port(text: &str) -> Option<String> {
    text.parse::<u16>().ok().filter(|port| *port > 0).map(|port| port.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_a_name_or_an_address_and_maybe_a_port() {
        for (text, expected) in [
            ("Wiki.LAN", Some("wiki.lan")),
            ("192.168.1.5:8080", Some("192.168.1.5:8080")),
            ("[fd00::1]:8080", Some("[fd00::1]:8080")),
            ("[fd00::1]", Some("[fd00::1]")),
            ("wiki.lan:0", None),
            ("wiki.lan:70000", None),
            ("http://wiki.lan", None),
            ("wiki lan", None),
        ] {
            assert_eq!(read_host(text).as_deref(), expected, "{text}");
        }
    }
}
