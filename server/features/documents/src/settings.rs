use live_settings::{Field, Section};
use serde::Deserialize;
use url::Host;

/// The settings section `[documents]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The white list of sites that documents are fetched from, each with those below it. Empty: any site
    /// of the open web.
    pub address_hosts: Vec<String>,
}

impl Settings {
    /// Returns the settings, which the operator changes while the server runs.
    pub(crate) fn section(self) -> Section<Self> {
        let hosts = Field::list(
            "documents.address_hosts",
            |it: &mut Self| &mut it.address_hosts,
            |text| Some(Host::parse(text).ok()?.to_string()),
        );
        Section::new(self, vec![hosts])
    }
}
