use api::{ApiResult, Json, ProblemBody, RequestContext};
use axum::extract::State;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use identity::{ClientType, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Accounts;
use crate::browser::Browser;
use crate::device_grants::{self, Claim, Wish};
use crate::view::{self, Place, Session};

/// The request of one of our programs, as its person allows it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeviceWish {
    client_type: ClientType,
    /// `/auth-landing` for the extension, `http://127.0.0.1:<port>/auth-landing` for the desktop app.
    redirect_url: String,
    /// The SHA-256 of the verifier, in base64url (RFC 7636).
    code_challenge: String,
    /// `S256`.
    code_challenge_method: String,
    /// Returned with the code.
    state: String,
    /// The name that the person finds among the devices.
    device_name: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct DeviceAllowed {
    /// The redirect address, with `code` and `state`: a page of ours, or the program that listens.
    redirect_to: String,
}

/// The proof that the program sends; the code is the request's bearer token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeviceClaim {
    client_type: ClientType,
    redirect_url: String,
    code_verifier: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct DeviceSession {
    /// The token for later requests: `Authorization: Bearer …`. Null for the desktop app, whose window got a cookie
    /// with this response.
    token: Option<String>,
    session: Session,
}

/// Lets one of our programs sign in as the caller.
#[utoipa::path(
    post, path = "/api/accounts/device-grants", tag = "accounts",
    request_body = DeviceWish, responses((status = 200, body = DeviceAllowed),
        (status = 422, body = ProblemBody)),
)]
pub(super) async fn allow_device(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    context: RequestContext,
    Json(body): Json<DeviceWish>,
) -> ApiResult<Json<DeviceAllowed>> {
    let is_https = context.is_https || accounts.base_url.scheme() == "https";
    let wish = Wish {
        client_type: body.client_type,
        redirect_url: &body.redirect_url,
        challenge: &body.code_challenge,
        challenge_method: &body.code_challenge_method,
        state: &body.state,
        device_name: &body.device_name,
    };
    let is_safe_way = is_https || context.ip.is_loopback();
    let redirect_to = device_grants::allow(&accounts, &caller, is_safe_way, wish).await?;
    Ok(Json(DeviceAllowed { redirect_to }))
}

/// Signs a program of ours in: its code (`Authorization: Bearer`) for a session of its own.
#[utoipa::path(
    post, path = "/api/accounts/device-grants/redeem", tag = "accounts",
    request_body = DeviceClaim, responses((status = 200, body = DeviceSession)),
)]
pub(super) async fn redeem_device(
    State(accounts): State<Accounts>,
    // Refuses a cookie beside the code: our programs use no browser's session.
    browser: Browser,
    headers: HeaderMap,
    Json(body): Json<DeviceClaim>,
) -> ApiResult<(HeaderMap, Json<DeviceSession>)> {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or("");
    let claim = Claim {
        code: sent.split_once(' ').map_or("", |(_, code)| code.trim()),
        verifier: &body.code_verifier,
        client_type: body.client_type,
        redirect_url: &body.redirect_url,
    };
    let device = browser.device.clone();
    let made = device_grants::redeem(&accounts, device, &browser.rate_key, claim).await?;
    let mut conn = accounts.db.read().await?;
    let user = &made.user;
    let user = Some((user, Place::own(user)));
    let session = view::session(&accounts, &browser, &mut conn, user, None).await?;
    let mut cookie = HeaderMap::new();
    let token = if made.in_cookie {
        browser.cookies.set_session(&mut cookie, &made.token);
        None
    } else {
        Some(made.token.expose().to_owned())
    };
    Ok((cookie, Json(DeviceSession { token, session })))
}
