use std::net::IpAddr;

use serde::Deserialize;

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
