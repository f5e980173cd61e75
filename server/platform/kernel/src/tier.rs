use serde::{Deserialize, Serialize};

/// A model's price class: standard queries serve basic models, advanced queries serve advanced ones
/// (spec §6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    Standard,
    Advanced,
}

impl Tier {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Advanced => "advanced",
        }
    }
}
