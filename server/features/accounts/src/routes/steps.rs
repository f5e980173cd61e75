//! The steps of a sign-in, and signing in with a passkey.

use api::{ApiResult, Json, ProblemBody};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::session::welcome;
use crate::browser::Browser;
use crate::second_factor::{RecoveryCodes, SetUp};
use crate::steps::{self, Arrival, Step, StepKind};
use crate::tickets::Issued;
use crate::view::Session;
use crate::{Accounts, passkeys};

/// The kind of a step that is due before somebody is signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SignInStepKind {
    /// A code of the authenticator app, a recovery code, or a passkey.
    SecondFactor,
    /// A password in place of the temporary one.
    NewPassword,
    /// An authenticator app, which this server requires.
    SetUp,
}

impl From<StepKind> for SignInStepKind {
    fn from(kind: StepKind) -> Self {
        match kind {
            StepKind::SecondFactor => Self::SecondFactor,
            StepKind::NewPassword => Self::NewPassword,
            StepKind::SetUp => Self::SetUp,
        }
    }
}

/// A step that is due before somebody is signed in.
#[derive(Serialize, ToSchema)]
pub(super) struct SignInStep {
    step: SignInStepKind,
    /// Sent with the answer to the step.
    ticket: String,
    expires_at: Timestamp,
    /// True if a code of an authenticator app, or a recovery code, is accepted.
    has_totp: bool,
    /// True if a passkey is accepted instead.
    has_passkeys: bool,
    /// Null unless the step is `set_up`.
    set_up: Option<TotpSetUp>,
}

impl From<Step> for SignInStep {
    fn from(step: Step) -> Self {
        Self {
            step: step.kind.into(),
            ticket: step.ticket.as_str().to_owned(),
            expires_at: step.expires_at,
            has_totp: step.factors.has_totp,
            has_passkeys: step.factors.has_passkeys,
            set_up: step.set_up.map(TotpSetUp::from),
        }
    }
}

/// The secret with which an authenticator app is set up.
#[derive(Serialize, ToSchema)]
pub(super) struct TotpSetUp {
    /// The secret in base 32, for apps in which it is typed.
    key: String,
    /// The address that the QR code holds: `otpauth://totp/…`.
    uri: String,
    /// Modules along each side of the QR code, without the quiet zone.
    qr_size: i32,
    /// The dark modules of the QR code, as the `d` of an SVG path whose unit is a module.
    qr_path: String,
}

impl From<SetUp> for TotpSetUp {
    fn from(set_up: SetUp) -> Self {
        Self {
            key: set_up.key,
            uri: set_up.uri,
            qr_size: set_up.picture.size,
            qr_path: set_up.picture.path,
        }
    }
}

/// The code of a step.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StepCode {
    ticket: String,
    /// Six digits of an authenticator app, or a recovery code.
    code: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StepPassword {
    ticket: String,
    password: String,
}

/// The end of a sign-in that set up an authenticator app.
#[derive(Serialize, ToSchema)]
pub(super) struct SetUpDone {
    session: Session,
    /// Recovery codes, shown once.
    #[schema(value_type = Vec<String>)]
    recovery_codes: RecoveryCodes,
}

/// The options that a browser gives its authenticator.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyOptions {
    /// Sent with what the authenticator answered.
    ticket: String,
    expires_at: Timestamp,
    /// The options of the Web Authentication API, with bytes in base64url: `publicKey` is the member of that name.
    #[schema(value_type = Object)]
    options: Value,
}

impl PasskeyOptions {
    pub fn new(options: Value, issued: &Issued) -> Self {
        Self { ticket: issued.ticket.as_str().to_owned(), expires_at: issued.expires_at, options }
    }
}

/// The answer of an authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasskeyAnswer {
    ticket: String,
    /// The credential of the Web Authentication API, with bytes in base64url.
    #[schema(value_type = Object)]
    credential: Value,
}

/// Returns the answer to a step: the session, or, with 202, the next step.
pub(super) async fn arrived(
    accounts: &Accounts,
    browser: &Browser,
    arrival: Arrival,
) -> ApiResult<Response> {
    match arrival {
        Arrival::SignedIn(session) => {
            Ok(welcome(accounts, browser, *session).await?.into_response())
        }
        Arrival::Next(step) => {
            Ok((StatusCode::ACCEPTED, Json(SignInStep::from(*step))).into_response())
        }
    }
}

/// Enters the second factor.
#[utoipa::path(post, path = "/api/accounts/sign-in/second-factor", tag = "accounts", security(()),
    request_body = StepCode, responses((status = 200, body = Session),
        (status = 202, body = SignInStep), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn enter_second_factor(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(entered): Json<StepCode>,
) -> ApiResult<Response> {
    let StepCode { ticket, code } = entered;
    let arrival = steps::enter_second_factor(&accounts, &browser, &ticket, &code).await?;
    arrived(&accounts, &browser, arrival).await
}

/// Chooses a password in place of the temporary one.
#[utoipa::path(post, path = "/api/accounts/sign-in/password", tag = "accounts", security(()),
    request_body = StepPassword, responses((status = 200, body = Session),
        (status = 202, body = SignInStep), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn choose_password(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(chosen): Json<StepPassword>,
) -> ApiResult<Response> {
    let StepPassword { ticket, password } = chosen;
    let arrival = steps::choose_password(&accounts, &browser, &ticket, &password).await?;
    arrived(&accounts, &browser, arrival).await
}

/// Sets up the authenticator app that this server requires.
#[utoipa::path(post, path = "/api/accounts/sign-in/set-up", tag = "accounts", security(()),
    request_body = StepCode, responses((status = 200, body = SetUpDone),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn set_up_second_factor(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(entered): Json<StepCode>,
) -> ApiResult<(HeaderMap, Json<SetUpDone>)> {
    let StepCode { ticket, code } = entered;
    let (session, recovery_codes) = steps::set_up(&accounts, &browser, &ticket, &code).await?;
    let (headers, Json(session)) = welcome(&accounts, &browser, session).await?;
    Ok((headers, Json(SetUpDone { session, recovery_codes })))
}

/// Starts a sign-in with a passkey.
#[utoipa::path(post, path = "/api/accounts/sign-in/passkey/options", tag = "accounts", security(()),
    responses((status = 200, body = PasskeyOptions), (status = 409, body = ProblemBody)))]
pub(super) async fn start_passkey_sign_in(
    State(accounts): State<Accounts>,
    browser: Browser,
) -> ApiResult<Json<PasskeyOptions>> {
    let (options, issued) = passkeys::start_sign_in(&accounts, &browser).await?;
    Ok(Json(PasskeyOptions::new(options, &issued)))
}

/// Signs in with a passkey.
#[utoipa::path(post, path = "/api/accounts/sign-in/passkey", tag = "accounts", security(()),
    request_body = PasskeyAnswer, responses((status = 200, body = Session),
        (status = 202, body = SignInStep), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn sign_in_with_passkey(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(answer): Json<PasskeyAnswer>,
) -> ApiResult<Response> {
    let PasskeyAnswer { ticket, credential } = answer;
    let arrival = passkeys::finish_sign_in(&accounts, &browser, &ticket, credential).await?;
    arrived(&accounts, &browser, arrival).await
}
