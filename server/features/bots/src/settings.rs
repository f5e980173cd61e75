use identity::Role;
use live_settings::{Field, Section};
use serde::Deserialize;

/// The settings section `[bots]`.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// True if the operator reviews what people make public before others see it.
    pub review_public: bool,
}

impl Settings {
    /// Returns the settings, which the operator changes while the server runs.
    pub(crate) fn section(self) -> Section<Self> {
        let review = Field::switch("bots.review_public", |it: &mut Self| &mut it.review_public);
        Section::new(self, vec![review])
    }

    /// Returns true if bots that somebody with this role makes public are reviewed first.
    pub(crate) fn reviews(self, author: Role) -> bool {
        self.review_public && author != Role::Operator
    }
}
