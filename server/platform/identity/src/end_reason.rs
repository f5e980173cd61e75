use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The reason why a session on a device ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    DeviceLimit,
    SignedOut,
    PasswordChanged,
    Expired,
    AccountDeleted,
    /// The team whose workspace the session worked in was disbanded.
    TeamDisbanded,
    /// They are no longer in the team in whose workspace they worked.
    MemberRemoved,
    /// The operator suspended them.
    Suspended,
}

/// A session that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub reason: EndReason,
    /// The reason that suspended people are told; empty if none was given, or if they are not suspended.
    pub note: String,
}

impl From<EndReason> for Ended {
    fn from(reason: EndReason) -> Self {
        Self { reason, note: String::new() }
    }
}

impl EndReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DeviceLimit => "device_limit",
            Self::SignedOut => "signed_out",
            Self::PasswordChanged => "password_changed",
            Self::Expired => "expired",
            Self::AccountDeleted => "account_deleted",
            Self::TeamDisbanded => "team_disbanded",
            Self::MemberRemoved => "member_removed",
            Self::Suspended => "suspended",
        }
    }

    pub(crate) fn from_stored(text: &str) -> Self {
        match text {
            "device_limit" => Self::DeviceLimit,
            "password_changed" => Self::PasswordChanged,
            "expired" => Self::Expired,
            "account_deleted" => Self::AccountDeleted,
            "team_disbanded" => Self::TeamDisbanded,
            "member_removed" => Self::MemberRemoved,
            "suspended" => Self::Suspended,
            _ => Self::SignedOut,
        }
    }
}
