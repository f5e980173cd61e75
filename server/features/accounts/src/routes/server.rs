//! The operator's choices for this server, and the people whom operators invite.

use api::{ApiResult, Json, Path, ProblemBody};
use axum::extract::State;
use http::StatusCode;
use identity::{Operator, Role};
use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Accounts;
use crate::invitations::{self, Invitation, NewInvitation};
use crate::server::{self, ServerChange, ServerChoices, SignUpMode};

/// The operator's choices for this server.
#[derive(Serialize, ToSchema)]
#[schema(as = ServerChoices)]
pub(super) struct ChoicesBody {
    /// Null: it has the product's name.
    name: Option<String>,
    sign_up: SignUpMode,
    /// True if nobody chose otherwise than the settings in the file.
    sign_up_from_file: bool,
}

impl ChoicesBody {
    fn of(accounts: &Accounts, choices: ServerChoices) -> Self {
        Self {
            sign_up: choices.sign_up(accounts),
            sign_up_from_file: choices.sign_up.is_none(),
            name: choices.name,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ServerChoicesChange)]
pub(super) struct ChoicesChange {
    /// Empty: the product's name.
    name: Option<String>,
    sign_up: Option<SignUpMode>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PersonInvitation)]
pub(super) struct InvitationBody {
    id: Uuid,
    email: String,
    name: String,
    role: Role,
    expires_at: Timestamp,
}

impl From<Invitation> for InvitationBody {
    fn from(invitation: Invitation) -> Self {
        let Invitation { id, email, name, role, expires_at } = invitation;
        Self { id, email, name, role, expires_at }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = PersonInvitationList)]
pub(super) struct InvitationList {
    items: Vec<InvitationBody>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPersonInvitation)]
pub(super) struct NewBody {
    email: String,
    #[serde(default)]
    name: String,
    role: Role,
    /// Language of the mail.
    #[serde(default)]
    locale: Option<String>,
}

/// A new invitation, with its link: it is shown once.
#[derive(Serialize, ToSchema)]
#[schema(as = SentPersonInvitation)]
pub(super) struct SentBody {
    invitation: InvitationBody,
    url: String,
    /// True if the link was mailed; false: mails are kept in the outbox here.
    mailed: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InvitationCode {
    invitation: String,
}

/// The person who is invited by a link.
#[derive(Serialize, ToSchema)]
pub(super) struct InvitedPerson {
    email: String,
    name: String,
}

/// Returns the operator's choices for this server.
#[utoipa::path(get, path = "/api/accounts/server", tag = "accounts",
    responses((status = 200, body = ChoicesBody), (status = 403, body = ProblemBody)))]
pub(super) async fn get_server_choices(
    State(accounts): State<Accounts>,
    _operator: Operator,
) -> ApiResult<Json<ChoicesBody>> {
    let mut conn = accounts.db.read().await?;
    let choices = server::find_choices(&mut conn).await?;
    Ok(Json(ChoicesBody::of(&accounts, choices)))
}

/// Changes the name of this server, or who may create an account.
#[utoipa::path(patch, path = "/api/accounts/server", tag = "accounts", request_body = ChoicesChange,
    responses((status = 200, body = ChoicesBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn change_server_choices(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Json(change): Json<ChoicesChange>,
) -> ApiResult<Json<ChoicesBody>> {
    let ChoicesChange { name, sign_up } = change;
    let changed = server::change(&accounts, caller.actor(), ServerChange { name, sign_up }).await?;
    Ok(Json(ChoicesBody::of(&accounts, changed)))
}

/// Lists the invitations that nobody has used yet.
#[utoipa::path(get, path = "/api/accounts/invitations", tag = "accounts",
    responses((status = 200, body = InvitationList), (status = 403, body = ProblemBody)))]
pub(super) async fn list_person_invitations(
    State(accounts): State<Accounts>,
    _operator: Operator,
) -> ApiResult<Json<InvitationList>> {
    let mut conn = accounts.db.read().await?;
    let items = invitations::list(&mut conn, accounts.clock.now()).await?;
    Ok(Json(InvitationList { items: items.into_iter().map(InvitationBody::from).collect() }))
}

/// Invites a person by a link that creates their account, which is mailed as well.
#[utoipa::path(post, path = "/api/accounts/invitations", tag = "accounts", request_body = NewBody,
    responses((status = 201, body = SentBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn invite_person(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Json(new): Json<NewBody>,
) -> ApiResult<(StatusCode, Json<SentBody>)> {
    let NewBody { email, name, role, locale } = new;
    let mut conn = accounts.db.read().await?;
    let inviter = accounts.identity.find_user(&mut conn, caller.user_id).await?;
    drop(conn);
    let inviter_name = inviter.map(|user| user.name).unwrap_or_default();
    let new = NewInvitation { email, name, role, locale };
    let inviter = (caller.user_id, inviter_name.as_str());
    let (invitation, url) = invitations::invite(&accounts, caller.actor(), inviter, new).await?;
    let mailed = accounts.mail.is_smtp();
    let body = SentBody { invitation: invitation.into(), url: url.into(), mailed };
    Ok((StatusCode::CREATED, Json(body)))
}

/// Withdraws an invitation: its link does nothing any more.
#[utoipa::path(delete, path = "/api/accounts/invitations/{invitation_id}", tag = "accounts",
    params(("invitation_id" = String, Path, format = "uuid")),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn withdraw_person_invitation(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    invitations::withdraw(&accounts, caller.actor(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns who is invited by a link. Open to visitors.
#[utoipa::path(post, path = "/api/accounts/sign-up/invitation", tag = "accounts", security(()),
    request_body = InvitationCode,
    responses((status = 200, body = InvitedPerson), (status = 404, body = ProblemBody)))]
pub(super) async fn find_person_invitation(
    State(accounts): State<Accounts>,
    browser: crate::browser::Browser,
    Json(asked): Json<InvitationCode>,
) -> ApiResult<Json<InvitedPerson>> {
    accounts.0.guesses_per_ip.check(&browser.rate_key)?;
    let mut conn = accounts.db.read().await?;
    let found = invitations::find(&mut conn, &asked.invitation, accounts.clock.now()).await?;
    Ok(Json(InvitedPerson { email: found.email, name: found.name }))
}
