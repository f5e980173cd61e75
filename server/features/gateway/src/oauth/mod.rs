//! OAuth 2.1 for `/mcp`: a program that has no key asks the person for one in the browser, with PKCE. It is given an API key
//! that opens `mcp` and nothing else, which the person finds and revokes among their keys.

mod rules;
mod store;

use std::time::Duration;

use api::{ApiResult, Json, ProblemBody, Query};
use area::{Services, Upkeep};
use audit::{Actor, Event, Kind};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use identity::{KEYS_MAX, KeyScope, NewApiKey, SignedIn};
use kernel::{Fallible, MINUTE, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use crate::problems::{OAUTH_REFUSED, OAUTH_TEXT_MAX_CHARS, TOO_MANY_KEYS};
use rules::Client;
use store::Grant;

/// Time for which a code can be redeemed.
const CODE_LIFE: i64 = 5 * MINUTE;
/// The only scope.
const SCOPE: &str = "mcp";

pub(crate) const FORGET_OLD: Upkeep = Upkeep {
    name: "gateway.forget_oauth_codes",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            store::forget_old(&mut tx, services.clock.now()).await?;
            Ok(tx.commit().await?)
        })
    },
};

/// Returns the address of `path` at this server.
fn address(services: &Services, path: &str) -> String {
    let base = services.base_url.as_str().trim_end_matches('/');
    format!("{base}{path}")
}

/// Returns the challenge of a refusal at `/mcp`, which leads programs to the person's consent.
pub(crate) fn www_authenticate(services: &Services) -> String {
    let metadata = address(services, "/.well-known/oauth-protected-resource/mcp");
    format!("Bearer resource_metadata=\"{metadata}\", scope=\"{SCOPE}\"")
}

/// Tells programs where keys for `/mcp` are given out (RFC 9728).
#[utoipa::path(get, path = "/.well-known/oauth-protected-resource/mcp", tag = "gateway",
    responses((status = 200, body = serde_json::Value)))]
pub(crate) async fn describe_resource(State(services): State<Services>) -> Json<Value> {
    Json(json!({
        "resource": address(&services, "/mcp"), "authorization_servers": [address(&services, "")],
        "scopes_supported": [SCOPE], "bearer_methods_supported": ["header"], "resource_name": "Ensemble",
    }))
}

/// Tells programs how a key is asked for (RFC 8414).
#[utoipa::path(get, path = "/.well-known/oauth-authorization-server", tag = "gateway",
    responses((status = 200, body = serde_json::Value)))]
pub(crate) async fn describe_authorization(State(services): State<Services>) -> Json<Value> {
    Json(json!({
        "issuer": address(&services, ""),
        "authorization_endpoint": address(&services, "/connect-app"),
        "token_endpoint": address(&services, "/oauth/token"),
        "registration_endpoint": address(&services, "/oauth/register"),
        "scopes_supported": [SCOPE], "response_types_supported": ["code"],
        "response_modes_supported": ["query"], "grant_types_supported": ["authorization_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

/// A program that registers (RFC 7591).
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewOauthClient {
    client_name: Option<String>,
    redirect_uris: Vec<String>,
}

/// Registers a program. Nothing is stored: its id holds what it registered.
#[utoipa::path(post, path = "/oauth/register", tag = "gateway", request_body = NewOauthClient,
    responses((status = 201, body = serde_json::Value), (status = 400, body = OauthError)))]
pub(crate) async fn register_client(Json(new): Json<NewOauthClient>) -> Response {
    match Client::register(new.client_name.as_deref(), &new.redirect_uris) {
        Ok(client) => {
            let body = json!({
                "client_id": client.id(), "client_name": client.name,
                "redirect_uris": client.redirect_uris, "token_endpoint_auth_method": "none",
                "grant_types": ["authorization_code"], "response_types": ["code"], "scope": SCOPE,
            });
            (StatusCode::CREATED, Json(body)).into_response()
        }
        Err(_) => OauthError::new("invalid_redirect_uri").into_response(),
    }
}

/// The request with which a program sends the person to this server.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OauthRequest {
    client_id: String,
    redirect_uri: String,
    response_type: String,
    code_challenge: String,
    code_challenge_method: String,
    state: Option<String>,
    resource: Option<String>,
}

/// A request as the person is shown it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OauthRequestBody {
    /// The program's own name for itself.
    client_name: String,
    /// Where it is sent back to: a host, or the scheme of a program on this device.
    place: String,
    /// The address to go to if the person refuses.
    refused_url: String,
}

/// Checks a program's request and returns what the person is shown of it.
#[utoipa::path(get, path = "/api/gateway/oauth/request", tag = "gateway", params(OauthRequest),
    responses((status = 200, body = OauthRequestBody), (status = 422, body = ProblemBody)))]
pub(crate) async fn read_request(
    State(services): State<Services>,
    _caller: SignedIn,
    Query(request): Query<OauthRequest>,
) -> ApiResult<Json<OauthRequestBody>> {
    let (client, redirect) = request.check(&services)?;
    let issuer = address(&services, "");
    let refused = [("error", "access_denied"), ("iss", issuer.as_str())];
    Ok(Json(OauthRequestBody {
        client_name: client.name,
        place: rules::place_of(&redirect),
        refused_url: rules::answer_url(&redirect, &refused, request.state.as_deref()),
    }))
}

/// The address to go to after the person has allowed a program.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OauthGrantBody {
    redirect_to: String,
}

/// Allows a program to search the caller's library.
#[utoipa::path(post, path = "/api/gateway/oauth/grants", tag = "gateway", request_body = OauthRequest,
    responses((status = 201, body = OauthGrantBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(crate) async fn allow_client(
    State(services): State<Services>,
    caller: SignedIn,
    Json(request): Json<OauthRequest>,
) -> ApiResult<(StatusCode, Json<OauthGrantBody>)> {
    let (_, redirect) = request.check(&services)?;
    let code = URL_SAFE_NO_PAD.encode(vault::random_bytes::<32>());
    let mut tx = services.db.begin().await?;
    let keys = services.identity.list_keys(&mut tx, caller.user_id).await?;
    if keys.len() as i64 >= KEYS_MAX {
        return Err(TOO_MANY_KEYS.into());
    }
    let grant = Grant {
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        challenge: request.code_challenge,
        expires_at: services.clock.now().plus(CODE_LIFE),
    };
    store::add(&mut tx, &hash(&code), &grant).await?;
    tx.commit().await?;
    let issuer = address(&services, "");
    let fields = [("code", code.as_str()), ("iss", issuer.as_str())];
    let redirect_to = rules::answer_url(&redirect, &fields, request.state.as_deref());
    Ok((StatusCode::CREATED, Json(OauthGrantBody { redirect_to })))
}

impl OauthRequest {
    fn check(&self, services: &Services) -> Result<(Client, url::Url), Problem> {
        let wrong = |field: &str| OAUTH_REFUSED.with("field", field);
        let client = Client::from_id(&self.client_id)?;
        let redirect = client.check_redirect(&self.redirect_uri)?;
        rules::check_challenge(&self.code_challenge, &self.code_challenge_method)?;
        if self.response_type != "code" {
            return Err(wrong("response_type"));
        }
        if self.state.as_ref().is_some_and(|state| state.len() > OAUTH_TEXT_MAX_CHARS) {
            return Err(wrong("state"));
        }
        if !is_this_resource(services, self.resource.as_deref()) {
            return Err(wrong("resource"));
        }
        Ok((client, redirect))
    }
}

/// Returns true if a key for this resource (RFC 8707) is one for `/mcp` here, or none is named.
fn is_this_resource(services: &Services, resource: Option<&str>) -> bool {
    let Some(named) = resource.map(|resource| resource.trim_end_matches('/')) else { return true };
    [address(services, "/mcp"), address(services, "")].iter().any(|own| own == named)
}

/// The proof with which a program redeems its code.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OauthTokenRequest {
    grant_type: String,
    code: Option<String>,
    redirect_uri: Option<String>,
    client_id: Option<String>,
    code_verifier: Option<String>,
    resource: Option<String>,
}

/// A key that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OauthToken {
    access_token: String,
    token_type: &'static str,
    scope: &'static str,
}

/// Gives an allowed program its key, once.
#[utoipa::path(post, path = "/oauth/token", tag = "gateway",
    request_body(content = OauthTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = OauthToken), (status = 400, body = OauthError)))]
pub(crate) async fn redeem_code(
    State(services): State<Services>,
    form: Result<Form<OauthTokenRequest>, FormRejection>,
) -> ApiResult<Response> {
    let Ok(Form(request)) = form else {
        return Ok(OauthError::new("invalid_request").into_response());
    };
    if request.grant_type != "authorization_code" {
        return Ok(OauthError::new("unsupported_grant_type").into_response());
    }
    if !is_this_resource(&services, request.resource.as_deref()) {
        return Ok(OauthError::new("invalid_target").into_response());
    }
    Ok(match redeem(&services, &request).await? {
        Some(secret) => {
            let token = OauthToken { access_token: secret, token_type: "Bearer", scope: SCOPE };
            Json(token).into_response()
        }
        None => OauthError::new("invalid_grant").into_response(),
    })
}

/// Makes a key for a code; `None` for anything wrong with the code. It is gone after the first attempt.
async fn redeem(services: &Services, request: &OauthTokenRequest) -> Fallible<Option<String>> {
    let Some(code) = &request.code else { return Ok(None) };
    let mut tx = services.db.begin().await?;
    let Some(grant) = store::take(&mut tx, &hash(code)).await? else { return Ok(None) };
    let verifier = request.code_verifier.as_deref().unwrap_or_default();
    let is_theirs = request.client_id.as_ref() == Some(&grant.client_id)
        && request.redirect_uri.as_ref().is_none_or(|uri| *uri == grant.redirect_uri)
        && rules::proves(verifier, &grant.challenge)
        && grant.expires_at > services.clock.now();
    let client = Client::from_id(&grant.client_id);
    let (true, Ok(client)) = (is_theirs, client) else {
        tx.commit().await?;
        return Ok(None);
    };
    let (user_id, workspace_id) = (grant.user_id, grant.workspace_id);
    let scopes = [KeyScope::Mcp];
    let new = NewApiKey { user_id, workspace_id, name: &client.name, cap: None, scopes: &scopes };
    let created = services.identity.create_key(&mut tx, new).await?;
    if let Some((key, _)) = &created {
        let by = Actor { user_id: Some(user_id), ip: None };
        let made = Event::new(Kind::KeyMade, by).in_workspace(workspace_id);
        services.audit.record(&mut tx, made.subject(key.id.0)).await?;
    }
    tx.commit().await?;
    Ok(created.map(|(_, secret)| secret))
}

fn hash(code: &str) -> Vec<u8> {
    Sha256::digest(code.as_bytes()).to_vec()
}

/// An error as OAuth gives it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OauthError {
    error: &'static str,
}

impl OauthError {
    fn new(error: &'static str) -> Self {
        Self { error }
    }
}

impl IntoResponse for OauthError {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, Json(self)).into_response()
    }
}
