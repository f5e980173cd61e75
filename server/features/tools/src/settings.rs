use std::collections::BTreeMap;

use kernel::Secret;
use live_settings::{Field, Section};
use serde::Deserialize;

/// The operator's settings of the section `tools`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// True if people may connect servers of their own.
    pub own_servers: bool,
    /// Servers for everybody.
    pub servers: Vec<OperatorServer>,
}

impl Settings {
    /// Returns the settings, of which the operator changes those without secrets while the server runs.
    pub(crate) fn section(self) -> Section<Self> {
        let own = Field::switch("tools.own_servers", |it: &mut Self| &mut it.own_servers);
        Section::new(self, vec![own])
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { own_servers: true, servers: Vec::new() }
    }
}

/// A server that the operator set up, `[[tools.servers]]`: a program on this machine, or an address.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OperatorServer {
    /// The name that people see, and the prefix of its tools' names.
    pub name: String,
    pub command: Option<String>,
    pub args: Vec<String>,
    /// The environment of the program, besides `PATH` and `HOME`: it may contain secrets.
    pub env: BTreeMap<String, Secret<String>>,
    pub url: Option<String>,
    pub headers: BTreeMap<String, Secret<String>>,
}
