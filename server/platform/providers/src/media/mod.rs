//! Connections as the crates with models of images and videos see them.

mod caller;
mod events;
mod list;
mod multipart;
pub(crate) mod vendors;

use kernel::Fallible;

pub use caller::{MediaAnswer, MediaCall, MediaCaller};
pub(crate) use list::fetch_models;
pub use multipart::FormPart;

use crate::offer::Snapshot;
use crate::{Protocol, Providers};

/// An enabled connection, with all that it lists: models of every kind.
#[derive(Clone)]
pub struct MediaConnection {
    /// The first part of its models' ids.
    pub slug: String,
    pub name: String,
    pub protocol: Protocol,
    pub caller: MediaCaller,
    /// What it lists and what the operator added, without what is switched off.
    pub models: Vec<MediaModel>,
    /// True if the provider has listed nothing yet.
    pub has_no_list: bool,
    /// Names of models that the operator switched off.
    pub(crate) switched_off: Vec<String>,
}

/// A model of any kind, as its connection lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaModel {
    /// The provider's name for it.
    pub id: String,
    /// The name shown, if the provider gives one.
    pub name: Option<String>,
}

impl MediaConnection {
    /// Returns the model with this name. A provider that has listed nothing yet is assumed to have it: it refuses if it
    /// does not.
    pub fn find(&self, name: &str) -> Option<MediaModel> {
        let listed = self.models.iter().find(|model| model.id == name).cloned();
        let is_off = self.switched_off.iter().any(|off| off == name);
        let unlisted = || MediaModel { id: name.to_owned(), name: None };
        listed.or_else(|| (self.has_no_list && !is_off && !name.is_empty()).then(unlisted))
    }
}

impl Providers {
    /// Returns all enabled connections with an address, newest first. Never waits for a provider.
    pub async fn list_media_connections(&self) -> Fallible<Vec<MediaConnection>> {
        let snapshot = self.snapshot().await?;
        self.refresh_stale(&snapshot);
        Ok(self.media_connections(&snapshot))
    }

    fn media_connections(&self, snapshot: &Snapshot) -> Vec<MediaConnection> {
        let wire = &self.0.wire;
        snapshot.offers.iter().filter_map(|offer| offer.media_connection(wire)).collect()
    }
}
