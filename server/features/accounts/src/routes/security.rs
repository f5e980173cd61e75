//! A person's own second factor and passkeys.

use api::{ApiResult, Json, Path, ProblemBody};
use axum::extract::State;
use http::StatusCode;
use identity::{LOGIN_REQUIRED, SignedIn};
use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::steps::{PasskeyOptions, TotpSetUp};
use crate::Accounts;
use crate::passkeys::{self, ListedPasskey};
use crate::second_factor::{self, RecoveryCodes};

/// The ways in which the caller can sign in.
#[derive(Serialize, ToSchema)]
pub(super) struct SignInMethods {
    /// False: the caller proves themselves by a recent sign-in instead.
    has_password: bool,
    /// The time since when an authenticator app is on; null: off.
    totp_since: Option<Timestamp>,
    recovery_codes_left: i64,
    passkeys: Vec<PasskeyBody>,
    /// False: this server's address has no domain, to which passkeys could belong.
    passkeys_available: bool,
    /// True if this server requires a second factor of everybody who has a password.
    second_factor_required: bool,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Passkey)]
pub(super) struct PasskeyBody {
    id: Uuid,
    name: String,
    created_at: Timestamp,
    last_used_at: Option<Timestamp>,
}

impl From<ListedPasskey> for PasskeyBody {
    fn from(passkey: ListedPasskey) -> Self {
        let ListedPasskey { id, name, created_at, last_used_at } = passkey;
        Self { id, name, created_at, last_used_at }
    }
}

/// Proof that the caller is who signed in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OwnPassword)]
pub(super) struct Proof {
    /// The account's password; anything where it has none.
    password: String,
}

/// An authenticator app that is offered, until its first code is entered.
#[derive(Serialize, ToSchema)]
pub(super) struct OfferedTotp {
    ticket: String,
    expires_at: Timestamp,
    set_up: TotpSetUp,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstCode {
    ticket: String,
    code: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = RecoveryCodes)]
pub(super) struct RecoveryCodesBody {
    /// Shown once.
    #[schema(value_type = Vec<String>)]
    recovery_codes: RecoveryCodes,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPasskey {
    ticket: String,
    name: String,
    /// The credential of the Web Authentication API, with bytes in base64url.
    #[schema(value_type = Object)]
    credential: Value,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasskeyName {
    name: String,
}

/// Returns what the caller signs in with.
#[utoipa::path(get, path = "/api/accounts/sign-in-methods", tag = "accounts",
    responses((status = 200, body = SignInMethods)))]
pub(super) async fn get_sign_in_methods(
    State(accounts): State<Accounts>,
    caller: SignedIn,
) -> ApiResult<Json<SignInMethods>> {
    let mut conn = accounts.db.read().await?;
    let user = accounts.identity.find_user(&mut conn, caller.user_id).await?;
    let totp = second_factor::find_totp(&mut conn, caller.user_id).await?;
    let passkeys = passkeys::list(&mut conn, caller.user_id).await?;
    Ok(Json(SignInMethods {
        has_password: accounts.takes_password_of(&user.ok_or(LOGIN_REQUIRED)?),
        totp_since: totp.since,
        recovery_codes_left: totp.recovery_codes_left,
        passkeys: passkeys.into_iter().map(PasskeyBody::from).collect(),
        passkeys_available: accounts.0.passkeys.is_some(),
        second_factor_required: accounts.0.settings.get().require_second_factor,
    }))
}

/// Offers an authenticator app, which its first code turns on.
#[utoipa::path(post, path = "/api/accounts/second-factor", tag = "accounts", request_body = Proof,
    responses((status = 200, body = OfferedTotp), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn offer_totp(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(proof): Json<Proof>,
) -> ApiResult<Json<OfferedTotp>> {
    let (set_up, issued) = second_factor::offer(&accounts, &caller, &proof.password).await?;
    let (ticket, expires_at) = (issued.ticket.as_str().to_owned(), issued.expires_at);
    Ok(Json(OfferedTotp { ticket, expires_at, set_up: set_up.into() }))
}

/// Turns an authenticator app on by its first code.
#[utoipa::path(post, path = "/api/accounts/second-factor/confirm", tag = "accounts",
    request_body = FirstCode, responses((status = 200, body = RecoveryCodesBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn confirm_totp(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(first): Json<FirstCode>,
) -> ApiResult<Json<RecoveryCodesBody>> {
    let FirstCode { ticket, code } = first;
    let recovery_codes = second_factor::confirm(&accounts, &caller, &ticket, &code).await?;
    Ok(Json(RecoveryCodesBody { recovery_codes }))
}

/// Replaces the caller's recovery codes.
#[utoipa::path(post, path = "/api/accounts/second-factor/recovery-codes", tag = "accounts",
    request_body = Proof, responses((status = 200, body = RecoveryCodesBody),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn make_recovery_codes(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(proof): Json<Proof>,
) -> ApiResult<Json<RecoveryCodesBody>> {
    let recovery_codes =
        second_factor::make_recovery_codes(&accounts, &caller, &proof.password).await?;
    Ok(Json(RecoveryCodesBody { recovery_codes }))
}

/// Turns the caller's authenticator app off.
#[utoipa::path(post, path = "/api/accounts/second-factor/off", tag = "accounts",
    request_body = Proof, responses((status = 204), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn turn_totp_off(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(proof): Json<Proof>,
) -> ApiResult<StatusCode> {
    second_factor::turn_off(&accounts, &caller, &proof.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Starts to add a passkey.
#[utoipa::path(post, path = "/api/accounts/passkeys/options", tag = "accounts", request_body = Proof,
    responses((status = 200, body = PasskeyOptions), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn start_passkey(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(proof): Json<Proof>,
) -> ApiResult<Json<PasskeyOptions>> {
    let (options, issued) = passkeys::start_adding(&accounts, &caller, &proof.password).await?;
    Ok(Json(PasskeyOptions::new(options, &issued)))
}

/// Adds a passkey.
#[utoipa::path(post, path = "/api/accounts/passkeys", tag = "accounts", request_body = NewPasskey,
    responses((status = 201, body = PasskeyBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn add_passkey(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(new): Json<NewPasskey>,
) -> ApiResult<(StatusCode, Json<PasskeyBody>)> {
    let NewPasskey { ticket, name, credential } = new;
    let added = passkeys::finish_adding(&accounts, &caller, &ticket, &name, credential).await?;
    Ok((StatusCode::CREATED, Json(added.into())))
}

/// Renames one of the caller's passkeys.
#[utoipa::path(patch, path = "/api/accounts/passkeys/{passkey_id}", tag = "accounts",
    params(("passkey_id" = String, Path, format = "uuid")), request_body = PasskeyName,
    responses((status = 200, body = PasskeyBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn rename_passkey(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(new): Json<PasskeyName>,
) -> ApiResult<Json<PasskeyBody>> {
    Ok(Json(passkeys::rename(&accounts, &caller, id, &new.name).await?.into()))
}

/// Removes one of the caller's passkeys.
#[utoipa::path(delete, path = "/api/accounts/passkeys/{passkey_id}", tag = "accounts",
    params(("passkey_id" = String, Path, format = "uuid")),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove_passkey(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    passkeys::remove(&accounts, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
