use api::{ApiError, ApiResult, ProblemBody, Query};
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT, CACHE_CONTROL, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode};
use identity::ClientType;
use kernel::Failure;
use serde::Deserialize;
use url::Url;
use utoipa::{IntoParams, ToSchema};

use crate::Accounts;
use crate::browser::Browser;
use crate::oidc::{self, Arrived, Flow, Return, Start};
use crate::problems::LOGOUT_TOKEN_REFUSED;
use crate::refusals::{Refused, note};

/// The query of spec §7.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Authorize {
    /// Destination after signing in: a page of ours, or a registered address.
    redirect_url: Option<String>,
    /// `web`, `extension`, `desktop`, `mobile` or `cli`.
    client_type: Option<String>,
    /// Id of the identity provider; may be left out if there is only one.
    r#type: Option<String>,
    /// The code from the server's log, for the first account.
    setup_code: Option<String>,
    // The source platform is accepted, as the spec says, and not stored.
    #[serde(rename = "first_from_platform")]
    _first_from_platform: Option<String>,
    #[serde(rename = "refer")]
    _refer: Option<String>,
    #[serde(rename = "origin")]
    _origin: Option<String>,
    #[serde(rename = "utm")]
    _utm: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CameBack {
    state: Option<String>,
    code: Option<String>,
    iss: Option<String>,
    error: Option<String>,
}

/// The form that an identity provider posts to sign somebody out.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; it is read field by field")]
pub(super) struct LogoutForm {
    logout_token: String,
}

/// Sends the browser to an identity provider to sign in, or, signed in and on a page of ours, to link
/// an identity to the account.
#[utoipa::path(
    get, path = "/api/user/oauth2_authorize", tag = "accounts",
    params(Authorize), responses((status = 302), (status = 502, body = ProblemBody)),
)]
pub(super) async fn start_oidc(
    State(accounts): State<Accounts>,
    browser: Browser,
    headers: HeaderMap,
    Query(query): Query<Authorize>,
) -> ApiResult<Response> {
    // Another site may send a browser here, but must not link an identity of its own to the account.
    let is_ours = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
    let start = Start {
        provider_id: query.r#type.as_deref(),
        landing: query.redirect_url.as_deref(),
        client_type: ClientType::from_text(query.client_type.as_deref().unwrap_or("")),
        setup_code: query.setup_code.as_deref().filter(|code| code.len() <= 100),
        linking: browser.signed_in.as_ref().filter(|_| is_ours),
    };
    match oidc::begin(&accounts, start).await {
        Ok((address, flow)) => {
            let mut response = HeaderMap::new();
            flow.write(&accounts.vault, browser.cookies, &mut response);
            redirect(&address, response)
        }
        Err(failure) => refuse(&accounts, &headers, HeaderMap::new(), failure),
    }
}

/// The address to which an identity provider sends the browser back.
#[utoipa::path(
    get, path = "/api/user/oauth2_callback", tag = "accounts",
    params(CameBack), responses((status = 302), (status = 409, body = ProblemBody),
        (status = 502, body = ProblemBody)),
)]
pub(super) async fn finish_oidc(
    State(accounts): State<Accounts>,
    mut browser: Browser,
    headers: HeaderMap,
    Query(query): Query<CameBack>,
) -> ApiResult<Response> {
    let flow = Flow::read(&accounts.vault, browser.cookies, &headers);
    let mut response = HeaderMap::new();
    Flow::clear(browser.cookies, &mut response);
    let CameBack { state, code, iss: issuer, error } = query;
    let back = Return { state, code, issuer, error };
    match oidc::finish(&accounts, &mut browser, flow, back).await {
        Ok(Arrived { session, landing }) => {
            if let Some(session) = session {
                browser.sign_in(&accounts, &session, &mut response);
            }
            redirect(&landing, response)
        }
        Err(failure) => {
            if failure.code().is_some() {
                let refused = Refused { user: None, key: &browser.rate_key };
                note(&accounts, &browser, refused, "identity_provider").await?;
            }
            refuse(&accounts, &headers, response, failure)
        }
    }
}

/// Ends the sessions that a logout token of an identity provider names (OpenID Connect Back-Channel Logout 1.0).
#[utoipa::path(
    post, path = "/api/accounts/oidc/back-channel-logout", tag = "accounts", security(()),
    request_body(content = LogoutForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200), (status = 400, body = ProblemBody), (status = 502, body = ProblemBody)),
)]
pub(super) async fn log_out_by_provider(
    State(accounts): State<Accounts>,
    body: Bytes,
) -> ApiResult<Response> {
    let mut fields = url::form_urlencoded::parse(&body);
    let token = fields.find(|(name, _)| name == "logout_token").map(|(_, token)| token);
    let token = token.ok_or(LOGOUT_TOKEN_REFUSED).map_err(Failure::from)?;
    oidc::log_out(&accounts, &token).await?;
    Ok((StatusCode::OK, [(CACHE_CONTROL, "no-store")]).into_response())
}

fn redirect(address: &Url, mut headers: HeaderMap) -> ApiResult<Response> {
    let location = HeaderValue::from_str(address.as_str()).map_err(Failure::internal)?;
    headers.insert(LOCATION, location);
    Ok((StatusCode::FOUND, headers).into_response())
}

/// Refuses a sign-in: a person sees our sign-in page with the problem, a program the problem itself.
fn refuse(
    accounts: &Accounts,
    request: &HeaderMap,
    response: HeaderMap,
    failure: Failure,
) -> ApiResult<Response> {
    let accept = request.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    match failure.code() {
        Some(code) if accept.contains("text/html") => {
            let mut page =
                api::public_url(&accounts.base_url, "/login").map_err(Failure::internal)?;
            page.query_pairs_mut().append_pair("error", code);
            redirect(&page, response)
        }
        _ => Ok((response, ApiError(failure)).into_response()),
    }
}
