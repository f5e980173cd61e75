use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Declares the kinds with the words stored in rows, which never change.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $word:tt;)+) => {
        /// The kind of an event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[schema(as = SecurityEventKind)]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $word)] $name,)+
        }

        impl Kind {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// Parses a kind; `None` if only a newer version knows it.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($word => Some(Self::$name),)+
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    SignedIn = "signed_in";
    SignInRefused = "sign_in_refused";
    SessionEnded = "session_ended";
    /// Checking of codes is suspended for a while: too many were wrong.
    CodesHeldBack = "codes_held_back";
    AccountMade = "account_made";
    /// A choice for the server, made in the app: its name, who may sign up.
    ServerChanged = "server_changed";
    /// An operator invited somebody, or withdrew that.
    PersonInvited = "person_invited";
    AccountDeleted = "account_deleted";
    AccountSuspended = "account_suspended";
    AccountReadmitted = "account_readmitted";
    RoleChanged = "role_changed";
    LimitChanged = "limit_changed";
    PasswordResetAsked = "password_reset_asked";
    PasswordChanged = "password_changed";
    /// A company's provider gave an account another address.
    EmailChanged = "email_changed";
    /// An operator made a link by which a person sets their password.
    PasswordLinkMade = "password_link_made";
    TotpTurnedOn = "totp_turned_on";
    /// The detail says if an operator reset it.
    TotpTurnedOff = "totp_turned_off";
    RecoveryCodesMade = "recovery_codes_made";
    RecoveryCodeUsed = "recovery_code_used";
    PasskeyAdded = "passkey_added";
    PasskeyRemoved = "passkey_removed";
    IdentityLinked = "identity_linked";
    KeyMade = "key_made";
    KeyRevoked = "key_revoked";
    ConnectionMade = "connection_made";
    ConnectionChanged = "connection_changed";
    ConnectionDeleted = "connection_deleted";
    TeamMade = "team_made";
    TeamDisbanded = "team_disbanded";
    /// Disbanding a team was undone.
    TeamKept = "team_kept";
    InvitationChanged = "invitation_changed";
    MemberAsked = "member_asked";
    MemberApproved = "member_approved";
    MemberRoleChanged = "member_role_changed";
    MemberRemoved = "member_removed";
    ShareMade = "share_made";
    ShareWithdrawn = "share_withdrawn";
    ShareTakenDown = "share_taken_down";
    BotVisibilityChanged = "bot_visibility_changed";
    BotReviewed = "bot_reviewed";
    GrantGiven = "grant_given";
    GrantTakenBack = "grant_taken_back";
    OrderSettled = "order_settled";
    OrderRefunded = "order_refunded";
    OfferChanged = "offer_changed";
    Exported = "exported";
    Imported = "imported";
    SearchEngineAdded = "finder_added";
    /// The address or options of a search engine changed.
    SearchEngineChanged = "finder_changed";
    SearchEngineSwitchedOn = "finder_switched_on";
    SearchEngineSwitchedOff = "finder_switched_off";
    SearchEngineKeySet = "finder_key_set";
    SearchEngineKeyRemoved = "finder_key_removed";
    SearchEngineRemoved = "finder_removed";
    ToolServerAdded = "tool_server_added";
    ToolServerRemoved = "tool_server_removed";
    /// A person's standing word on a tool.
    ToolRuleChanged = "tool_rule_changed";
    /// A person's word on one use of a tool.
    ToolDecided = "tool_decided";
    /// An operator read another person's data.
    DataRead = "data_read";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_read_as_it_is_written() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.as_str()), Some(*kind));
        }
        assert_eq!(Kind::from_name("something_else"), None);
    }

    #[test]
    fn clients_read_the_words_that_are_stored() {
        let schema = serde_json::to_value(<Kind as utoipa::PartialSchema>::schema()).unwrap();
        for (index, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
            assert_eq!(schema["enum"][index], kind.as_str());
        }
    }
}
