use api::{ApiResult, Json, ProblemBody};
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use serde::Deserialize;
use utoipa::ToSchema;

use super::sign_up::{Address, CodeSent, code_sent};
use super::steps::{SignInStep, arrived};
use crate::browser::Browser;
use crate::view::Session;
use crate::{Accounts, passwords};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    email: String,
    code: String,
    password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangedPassword {
    current_password: String,
    new_password: String,
}

/// Mails a code that sets a new password.
#[utoipa::path(
    post, path = "/api/accounts/password/forgot", tag = "accounts",
    request_body = Address, responses((status = 202, body = CodeSent),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)),
)]
pub(super) async fn forgot_password(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(address): Json<Address>,
) -> ApiResult<(StatusCode, HeaderMap, Json<CodeSent>)> {
    let sent = passwords::forgot(&accounts, &browser, &address.email).await?;
    Ok(code_sent(&browser, &sent))
}

/// Sets a new password by the code from the mail. All devices and API keys of the account end.
#[utoipa::path(
    post, path = "/api/accounts/password/reset", tag = "accounts",
    request_body = NewPassword, responses((status = 200, body = Session), (status = 202, body = SignInStep),
        (status = 422, body = ProblemBody)),
)]
pub(super) async fn reset_password(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(new): Json<NewPassword>,
) -> ApiResult<Response> {
    let NewPassword { email, code, password } = new;
    let arrival = passwords::reset(&accounts, &browser, &email, &code, &password).await?;
    arrived(&accounts, &browser, arrival).await
}

/// Changes the caller's password. All other devices and all API keys of the account end.
#[utoipa::path(
    post, path = "/api/accounts/password/change", tag = "accounts",
    request_body = ChangedPassword, responses((status = 204), (status = 422, body = ProblemBody)),
)]
pub(super) async fn change_password(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    browser: Browser,
    Json(changed): Json<ChangedPassword>,
) -> ApiResult<(StatusCode, HeaderMap)> {
    let ChangedPassword { current_password, new_password } = changed;
    let token =
        passwords::change(&accounts, &browser, &caller, &current_password, &new_password).await?;
    let mut headers = HeaderMap::new();
    if let Some(token) = token {
        browser.cookies.set_session(&mut headers, &token);
    }
    Ok((StatusCode::NO_CONTENT, headers))
}
