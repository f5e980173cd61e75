//! The public view of a person and of the server.

use identity::{EndReason, Ended, Role, SignedIn, TeamRole, User, UserSettings};
use kernel::{Timestamp, UserId, WorkspaceId};
use serde::Serialize;
use store::{Conn, StoreResult};
use utoipa::ToSchema;

use crate::Accounts;
use crate::browser::Browser;
use crate::server::{SignUpMode, find_choices};

/// The state a client needs at its start.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Session {
    /// The signed-in person; null: nobody is signed in.
    pub me: Option<Me>,
    pub setup: Setup,
    /// The reason why this browser was signed out, told once.
    pub ended_reason: Option<EndReason>,
    /// The reason shown to a suspended person; null: none.
    pub ended_note: Option<String>,
}

/// The signed-in person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Me {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub role: Role,
    pub created_at: Timestamp,
    #[schema(inline = false)]
    pub settings: UserSettings,
    /// The plan of the workspace that this device works in: `free`, `operator`.
    pub plan: String,
    /// True if the plan lets the person limit the context of conversations.
    pub custom_context: bool,
    /// The workspace that this device works in.
    pub workspace_id: WorkspaceId,
    /// The team whose workspace that is; null: it is the person's own.
    pub team: Option<MyTeam>,
    /// False: the person signs in through an identity provider, or by a passkey, only.
    pub has_password: bool,
}

/// The team in whose workspace a person works.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MyTeam {
    pub name: String,
    pub role: TeamRole,
}

/// The workspace that somebody works in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    workspace_id: WorkspaceId,
    team_role: Option<TeamRole>,
}

impl Place {
    /// Returns the workspace in which a session begins.
    pub fn own(user: &User) -> Self {
        Self { workspace_id: user.workspace_id, team_role: None }
    }
}

impl From<&SignedIn> for Place {
    fn from(caller: &SignedIn) -> Self {
        Self { workspace_id: caller.workspace_id, team_role: caller.team_role }
    }
}

/// The setup of this server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Setup {
    /// True if nobody has an account: the first one becomes the operator's.
    pub needs_operator: bool,
    /// True if the first account needs the setup code, because this request does not come from the server's machine.
    pub needs_setup_code: bool,
    pub sign_up_open: bool,
    /// False: people sign in through an identity provider only.
    pub password_sign_in: bool,
    /// The name that the operator gave this server; null: the product's.
    pub server_name: Option<String>,
    pub mail: MailSetup,
    pub oidc: Vec<OidcChoice>,
    /// True if people can sign in with passkeys at this server's address.
    pub passkeys: bool,
    pub version: &'static str,
    /// True if plans are sold here; if not, everybody may use everything.
    pub offered_plans: bool,
    /// Optional features of areas that the operator switched on.
    pub features: Vec<String>,
}

/// Tells if mails are sent, or kept for the operator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MailSetup {
    Smtp,
    Outbox,
}

/// An identity provider that people may sign in through.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OidcChoice {
    pub id: String,
    pub name: String,
}

/// Returns the session of `user`, or of nobody, as `browser` is told about it.
pub(crate) async fn session(
    accounts: &Accounts,
    browser: &Browser,
    conn: &mut Conn,
    user: Option<(&User, Place)>,
    ended: Option<Ended>,
) -> StoreResult<Session> {
    let me = match user {
        Some((user, place)) => Some(me(accounts, conn, user, place).await?),
        None => None,
    };
    let ended_reason = ended.as_ref().map(|ended| ended.reason);
    let ended_note = ended.map(|ended| ended.note).filter(|note| !note.is_empty());
    let setup = setup(accounts, conn, browser.is_local).await?;
    Ok(Session { me, setup, ended_reason, ended_note })
}

pub(crate) async fn me(
    accounts: &Accounts,
    conn: &mut Conn,
    user: &User,
    place: Place,
) -> StoreResult<Me> {
    let now = accounts.clock.now();
    let Place { workspace_id, team_role } = place;
    let plan = accounts.entitlements.plan_of(conn, workspace_id, now).await?;
    let team = match team_role {
        None => None,
        Some(role) => {
            let team = accounts.identity.find_team(conn, workspace_id, user.id).await?;
            team.map(|team| MyTeam { name: team.name, role })
        }
    };
    Ok(Me {
        id: user.id,
        email: user.email.clone(),
        name: user.name.clone(),
        role: user.role,
        created_at: user.created_at,
        settings: user.settings.clone(),
        plan: plan.id.clone(),
        custom_context: plan.custom_context,
        workspace_id,
        team,
        has_password: accounts.takes_password_of(user),
    })
}

/// Returns the optional features that the operator has switched on.
fn features_on(accounts: &Accounts) -> Vec<String> {
    let on = accounts.features.iter().filter(|feature| feature.is_on());
    on.map(|feature| feature.name.to_owned()).collect()
}

async fn setup(accounts: &Accounts, conn: &mut Conn, is_local: bool) -> StoreResult<Setup> {
    let needs_operator = accounts.identity.needs_operator(conn).await?;
    let choices = find_choices(conn).await?;
    let choice =
        |oidc: &crate::OidcSettings| OidcChoice { id: oidc.id.clone(), name: oidc.name.clone() };
    Ok(Setup {
        needs_operator,
        needs_setup_code: needs_operator && !is_local,
        sign_up_open: choices.sign_up(accounts) == SignUpMode::Open,
        password_sign_in: accounts.0.settings.get().password_sign_in,
        server_name: choices.name,
        mail: if accounts.mail.is_smtp() { MailSetup::Smtp } else { MailSetup::Outbox },
        oidc: accounts.0.providers.iter().map(choice).collect(),
        passkeys: accounts.0.passkeys.is_some(),
        version: env!("CARGO_PKG_VERSION"),
        offered_plans: accounts.payments.settings().enabled,
        features: features_on(accounts),
    })
}
