use identity::Role;
use serde::Deserialize;

/// The settings section `[bots]`.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// True if the operator reviews what people make public before others see it.
    pub review_public: bool,
}

impl Settings {
    /// Returns true if bots that somebody with this role makes public are reviewed first.
    pub(crate) fn reviews(self, author: Role) -> bool {
        self.review_public && author != Role::Operator
    }
}
