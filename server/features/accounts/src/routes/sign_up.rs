use api::{ApiResult, Json, ProblemBody};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::session::welcome;
use crate::Accounts;
use crate::browser::Browser;
use crate::sign_up::{self, Details, SignUp};
use crate::view::Session;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAccount {
    email: String,
    name: String,
    password: String,
    /// Language of the mail, and the account's first setting.
    locale: Option<String>,
    /// The code from the server's log, if the session says that it is needed.
    setup_code: Option<String>,
    /// The code of the link by which an operator invited the person: the account is made at once.
    invitation: Option<String>,
}

/// The first account, and that of somebody invited, is made at once.
#[derive(Serialize, ToSchema)]
pub(super) struct Registered {
    /// `registered`
    state: &'static str,
    session: Session,
}

#[derive(Serialize, ToSchema)]
pub(super) struct CodeSent {
    /// `code_sent`
    pub state: &'static str,
    pub expires_at: Timestamp,
    pub resend_after_seconds: i64,
}

impl From<&sign_up::CodeSent> for CodeSent {
    fn from(sent: &sign_up::CodeSent) -> Self {
        Self {
            state: "code_sent",
            expires_at: sent.expires_at,
            resend_after_seconds: sent.resend_after_seconds,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EnteredCode {
    email: String,
    code: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Address {
    pub email: String,
}

/// Creates the first account or that of somebody invited, or mails a code that will create one.
#[utoipa::path(
    post, path = "/api/accounts/sign-up", tag = "accounts", request_body = NewAccount,
    responses((status = 201, body = Registered), (status = 202, body = CodeSent),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)),
)]
pub(super) async fn sign_up(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(new): Json<NewAccount>,
) -> ApiResult<Response> {
    let NewAccount { email, name, password, locale, setup_code, invitation } = new;
    let details = Details { email, name, password, locale, setup_code, invitation };
    match sign_up::sign_up(&accounts, &browser, details).await? {
        SignUp::Registered(session) => {
            let (headers, Json(session)) = welcome(&accounts, &browser, *session).await?;
            let body = Registered { state: "registered", session };
            Ok((StatusCode::CREATED, headers, Json(body)).into_response())
        }
        SignUp::CodeSent(sent) => Ok(code_sent(&browser, &sent).into_response()),
    }
}

/// Enters the code from the mail: the account is made, and signed in.
#[utoipa::path(
    post, path = "/api/accounts/sign-up/verify", tag = "accounts",
    request_body = EnteredCode, responses((status = 201, body = Session),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)),
)]
pub(super) async fn verify_sign_up(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(entered): Json<EnteredCode>,
) -> ApiResult<(StatusCode, HeaderMap, Json<Session>)> {
    let session = sign_up::verify(&accounts, &browser, &entered.email, &entered.code).await?;
    let (headers, body) = welcome(&accounts, &browser, session).await?;
    Ok((StatusCode::CREATED, headers, body))
}

/// Mails another code.
#[utoipa::path(
    post, path = "/api/accounts/sign-up/resend", tag = "accounts",
    request_body = Address, responses((status = 202, body = CodeSent),
        (status = 422, body = ProblemBody)),
)]
pub(super) async fn resend_sign_up_code(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(address): Json<Address>,
) -> ApiResult<(StatusCode, HeaderMap, Json<CodeSent>)> {
    let sent = sign_up::resend(&accounts, &browser, &address.email).await?;
    Ok(code_sent(&browser, &sent))
}

/// Returns the answer that says that a code is on its way, and binds it to this browser.
pub(super) fn code_sent(
    browser: &Browser,
    sent: &sign_up::CodeSent,
) -> (StatusCode, HeaderMap, Json<CodeSent>) {
    (StatusCode::ACCEPTED, browser.bound_by(&sent.flow), Json(CodeSent::from(sent)))
}
