use identity::Role;
use serde::Deserialize;

/// The settings section `[bots]`.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Whether the operator looks at what people make public before others see it.
    pub review_public: bool,
}

impl Settings {
    /// Whether what somebody with this role makes public is looked at first.
    pub(crate) fn reviews(self, author: Role) -> bool {
        self.review_public && author != Role::Operator
    }
}
