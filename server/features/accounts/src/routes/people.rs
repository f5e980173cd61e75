//! Operators' management of people, and the links by which those set their passwords.

use api::{ApiResult, Json, Path, ProblemBody};
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use identity::{Operator, Role};
use kernel::{SessionId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::devices::Device;
use super::steps::{SignInStep, arrived};
use crate::Accounts;
use crate::browser::Browser;
use crate::people::{self, Details, NewPerson, PasswordLink, TeamFate, links};
use crate::view::Session;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPersonAccount)]
pub(super) struct NewPersonBody {
    email: String,
    name: String,
    role: Role,
    /// Language of the mail, and the account's first setting.
    #[serde(default)]
    locale: Option<String>,
    /// True if the link is mailed as well.
    mail: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPasswordLink {
    /// True if the link is mailed as well.
    mail: bool,
}

/// A link that sets a password: it is shown once, and works once.
#[derive(Serialize, ToSchema)]
#[schema(as = PasswordLink)]
pub(super) struct LinkBody {
    url: String,
    expires_at: Timestamp,
    /// True if it was mailed; false: it was not meant to be, or mails are kept in the outbox here.
    mailed: bool,
}

impl LinkBody {
    fn of(accounts: &Accounts, link: PasswordLink, is_mailed: bool) -> Self {
        let mailed = is_mailed && accounts.mail.is_smtp();
        Self { url: link.url.into(), expires_at: link.expires_at, mailed }
    }
}

/// A person who was added.
#[derive(Serialize, ToSchema)]
pub(super) struct AddedPerson {
    id: UserId,
    email: String,
    name: String,
    role: Role,
    link: LinkBody,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewTemporaryPassword {
    /// Null: the server makes one.
    password: Option<String>,
}

/// A password that a person replaces at their next sign-in.
#[derive(Serialize, ToSchema)]
pub(super) struct TemporaryPassword {
    /// Shown once.
    password: String,
}

/// The result for a team of deleting a person.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TeamFate)]
pub(super) enum FateBody {
    /// It stays as it is, without them.
    Stays,
    /// They are its only admin: the longest member becomes one.
    GetsNewAdmin,
    /// Nobody else is in it: it is deleted with all that is in it.
    Deleted,
}

impl From<TeamFate> for FateBody {
    fn from(fate: TeamFate) -> Self {
        match fate {
            TeamFate::Stays => Self::Stays,
            TeamFate::GetsNewAdmin => Self::GetsNewAdmin,
            TeamFate::Deleted => Self::Deleted,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(super) struct PersonTeam {
    name: String,
    if_deleted: FateBody,
}

/// A person's security, as operators see it.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonSecurity {
    has_password: bool,
    /// True if an operator set the password, and the person did not replace it yet.
    password_temporary: bool,
    has_totp: bool,
    passkeys: usize,
    devices: Vec<Device>,
    /// Their teams, and what becomes of each if they are deleted.
    teams: Vec<PersonTeam>,
}

impl From<Details> for PersonSecurity {
    fn from(details: Details) -> Self {
        let Details { user, has_totp, passkeys, devices, teams } = details;
        let team = |(name, fate): (String, TeamFate)| PersonTeam { name, if_deleted: fate.into() };
        Self {
            has_password: user.password_hash.is_some(),
            password_temporary: user.password_temporary,
            has_totp,
            passkeys,
            devices: devices.into_iter().map(|session| Device::of(session, None)).collect(),
            teams: teams.into_iter().map(team).collect(),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordLinkCode {
    link: String,
}

/// The person of a link.
#[derive(Serialize, ToSchema)]
pub(super) struct PasswordLinkPerson {
    email: String,
    name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkedPassword {
    link: String,
    password: String,
}

/// Adds a person, who sets their password by a link.
#[utoipa::path(post, path = "/api/accounts/people", tag = "accounts", request_body = NewPersonBody,
    responses((status = 201, body = AddedPerson), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn add_person(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Json(new): Json<NewPersonBody>,
) -> ApiResult<(StatusCode, Json<AddedPerson>)> {
    let is_mailed = new.mail;
    let locale = new.locale.as_deref();
    let new = NewPerson { email: &new.email, name: &new.name, role: new.role, locale, is_mailed };
    let (user, link) = people::add_person(&accounts, caller.actor(), new).await?;
    let link = LinkBody::of(&accounts, link, is_mailed);
    let (id, role) = (user.id, user.role);
    let added = AddedPerson { id, email: user.email, name: user.name, role, link };
    Ok((StatusCode::CREATED, Json(added)))
}

/// Returns a person's security, and what becomes of their teams if they are deleted.
#[utoipa::path(get, path = "/api/accounts/people/{user_id}", tag = "accounts",
    params(("user_id" = UserId, Path)),
    responses((status = 200, body = PersonSecurity), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
pub(super) async fn get_person_security(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
) -> ApiResult<Json<PersonSecurity>> {
    let details = people::details(&accounts, id).await?;
    accounts.audit.record_read(&accounts.db, caller.actor(), "devices", Some(id)).await?;
    Ok(Json(details.into()))
}

/// Deletes a person's account and everything that belongs to it.
#[utoipa::path(delete, path = "/api/accounts/people/{user_id}", tag = "accounts",
    params(("user_id" = UserId, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn delete_person(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
) -> ApiResult<StatusCode> {
    people::delete_person(&accounts, caller.actor(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a link by which a person sets a new password.
#[utoipa::path(post, path = "/api/accounts/people/{user_id}/password-link", tag = "accounts",
    params(("user_id" = UserId, Path)), request_body = NewPasswordLink,
    responses((status = 201, body = LinkBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn make_password_link(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
    Json(new): Json<NewPasswordLink>,
) -> ApiResult<(StatusCode, Json<LinkBody>)> {
    let link = people::make_password_link(&accounts, caller.actor(), id, new.mail).await?;
    Ok((StatusCode::CREATED, Json(LinkBody::of(&accounts, link, new.mail))))
}

/// Gives a person a password, which they replace at their next sign-in.
#[utoipa::path(post, path = "/api/accounts/people/{user_id}/password", tag = "accounts",
    params(("user_id" = UserId, Path)), request_body = NewTemporaryPassword,
    responses((status = 200, body = TemporaryPassword), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn set_temporary_password(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
    Json(new): Json<NewTemporaryPassword>,
) -> ApiResult<Json<TemporaryPassword>> {
    let given = new.password.as_deref();
    let password = people::set_temporary_password(&accounts, caller.actor(), id, given).await?;
    Ok(Json(TemporaryPassword { password }))
}

/// Removes a person's authenticator app, recovery codes and passkeys.
#[utoipa::path(delete, path = "/api/accounts/people/{user_id}/second-factor", tag = "accounts",
    params(("user_id" = UserId, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn reset_second_factor(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
) -> ApiResult<StatusCode> {
    people::reset_second_factor(&accounts, caller.actor(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs all of a person's devices out.
#[utoipa::path(delete, path = "/api/accounts/people/{user_id}/devices", tag = "accounts",
    params(("user_id" = UserId, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn end_person_devices(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
) -> ApiResult<StatusCode> {
    people::end_devices(&accounts, caller.actor(), id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs one of a person's devices out.
#[utoipa::path(delete, path = "/api/accounts/people/{user_id}/devices/{device_id}", tag = "accounts",
    params(("user_id" = UserId, Path), ("device_id" = SessionId, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn end_person_device(
    State(accounts): State<Accounts>,
    Operator(caller): Operator,
    Path((id, device)): Path<(UserId, SessionId)>,
) -> ApiResult<StatusCode> {
    people::end_devices(&accounts, caller.actor(), id, Some(device)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the person of a link that sets a password. Open to visitors.
#[utoipa::path(post, path = "/api/accounts/password/link", tag = "accounts", security(()),
    request_body = PasswordLinkCode, responses((status = 200, body = PasswordLinkPerson),
        (status = 404, body = ProblemBody)))]
pub(super) async fn find_password_link(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(asked): Json<PasswordLinkCode>,
) -> ApiResult<Json<PasswordLinkPerson>> {
    accounts.0.guesses_per_ip.check(&browser.rate_key)?;
    let mut conn = accounts.db.read().await?;
    let user = links::find(&accounts, &mut conn, &asked.link).await?;
    Ok(Json(PasswordLinkPerson { email: user.email, name: user.name }))
}

/// Sets a password by a link, and signs in. All devices and API keys of the account end.
#[utoipa::path(post, path = "/api/accounts/password/link/redeem", tag = "accounts", security(()),
    request_body = LinkedPassword, responses((status = 200, body = Session),
        (status = 202, body = SignInStep), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn redeem_password_link(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(new): Json<LinkedPassword>,
) -> ApiResult<Response> {
    let arrival = links::redeem(&accounts, &browser, &new.link, &new.password).await?;
    arrived(&accounts, &browser, arrival).await
}
