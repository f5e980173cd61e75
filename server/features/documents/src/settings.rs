use serde::Deserialize;

/// The settings section `[documents]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The white list of sites that documents are fetched from, each with those below it. Empty: any site
    /// of the open web.
    pub address_hosts: Vec<String>,
}
