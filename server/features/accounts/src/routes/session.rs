use api::{ApiResult, Json, ProblemBody};
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use identity::{EndReason, SessionState};
use serde::Deserialize;
use utoipa::ToSchema;

use super::steps::{SignInStep, arrived};
use crate::Accounts;
use crate::browser::Browser;
use crate::sign_in::{self, NewSession};
use crate::view::{self, Place, Session};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    email: String,
    password: String,
}

/// Returns the signed-in person, and the setup of this server.
#[utoipa::path(get, path = "/api/accounts/session", tag = "accounts", responses((status = 200, body = Session),
        (status = 400, body = ProblemBody)))]
pub(super) async fn find_session(
    State(accounts): State<Accounts>,
    state: SessionState,
    browser: Browser,
) -> ApiResult<(HeaderMap, Json<Session>)> {
    let mut headers = HeaderMap::new();
    let mut conn = accounts.db.read().await?;
    let (user, ended) = match state {
        SessionState::SignedIn(caller) => {
            let user = accounts.identity.find_user(&mut conn, caller.user_id).await?;
            (user.map(|user| (user, Place::from(&caller))), None)
        }
        SessionState::Ended(ended) => {
            // Told once: the browser deletes the cookie of the ended session.
            browser.cookies.clear_session(&mut headers);
            (None, Some(ended))
        }
        SessionState::Nobody => (None, None),
    };
    let user = user.as_ref().map(|(user, place)| (user, *place));
    let session = view::session(&accounts, &browser, &mut conn, user, ended).await?;
    Ok((headers, Json(session)))
}

/// Signs in with e-mail and password, or returns the step that is due after them.
#[utoipa::path(
    post, path = "/api/accounts/sign-in", tag = "accounts",
    request_body = Credentials, responses((status = 200, body = Session), (status = 202, body = SignInStep),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)),
)]
pub(super) async fn sign_in(
    State(accounts): State<Accounts>,
    browser: Browser,
    Json(credentials): Json<Credentials>,
) -> ApiResult<Response> {
    let Credentials { email, password } = credentials;
    let arrival = sign_in::sign_in(&accounts, &browser, &email, &password).await?;
    arrived(&accounts, &browser, arrival).await
}

/// Returns the answer that signs a browser in.
pub(super) async fn welcome(
    accounts: &Accounts,
    browser: &Browser,
    session: NewSession,
) -> ApiResult<(HeaderMap, Json<Session>)> {
    let mut conn = accounts.db.read().await?;
    let user = &session.user;
    let user = Some((user, Place::own(user)));
    let body = view::session(accounts, browser, &mut conn, user, None).await?;
    let mut headers = HeaderMap::new();
    browser.sign_in(accounts, &session, &mut headers);
    Ok((headers, Json(body)))
}

/// Signs this browser out. Signed out already, it stays so.
#[utoipa::path(post, path = "/api/accounts/sign-out", tag = "accounts", responses((status = 204)))]
pub(super) async fn sign_out(
    State(accounts): State<Accounts>,
    browser: Browser,
) -> ApiResult<(StatusCode, HeaderMap)> {
    if let Some(caller) = &browser.signed_in {
        let mut tx = accounts.db.begin().await?;
        let (user_id, session_id) = (caller.user_id, caller.session_id);
        let (by, reason) = (caller.actor(), EndReason::SignedOut);
        accounts.identity.end_session(&mut tx, by, user_id, session_id, reason).await?;
        tx.commit().await?;
    }
    let mut headers = HeaderMap::new();
    browser.cookies.clear_session(&mut headers);
    // Pages and responses in the browser's cache are private.
    headers.insert("clear-site-data", http::HeaderValue::from_static("\"cache\""));
    Ok((StatusCode::NO_CONTENT, headers))
}
