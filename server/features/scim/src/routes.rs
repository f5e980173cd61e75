//! All paths of SCIM, answered by one handler: errors are SCIM's own, also for paths and methods that there are not.

use std::sync::Arc;

use area::{Routes, Services};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use directory::GroupRule;
use http::header::{AUTHORIZATION, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH, LOCATION};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;

use crate::error::{MEDIA_TYPE, ScimError, ScimResult};
use crate::listing::{Asked, Sent, list, names_version};
use crate::schemas::{resource_types, schemas, service_provider};
use crate::settings::Settings;
use crate::{groups, users};

/// The services, and the operator's rules of groups.
#[derive(Clone)]
pub(crate) struct Scim {
    pub services: Services,
    pub rules: Arc<[GroupRule]>,
}

impl Scim {
    /// Returns the address below which resources are.
    pub fn base(&self) -> String {
        format!("{}/api/scim/v2", self.services.base_url.as_str().trim_end_matches('/'))
    }

    /// Checks that a change is of the version that there is, where the provider says one.
    ///
    /// Errors: 412.
    pub fn check_version(&self, if_match: Option<&str>, sent: &Sent) -> ScimResult<()> {
        match if_match {
            Some(header) if !names_version(header, &sent.version) => {
                Err(ScimError::new(StatusCode::PRECONDITION_FAILED, "The resource has changed"))
            }
            _ => Ok(()),
        }
    }
}

/// The settings that the handler needs besides the services.
#[derive(Clone)]
struct Setup {
    settings: Arc<Settings>,
    rules: Arc<[GroupRule]>,
}

pub(crate) fn router(settings: Settings, rules: Vec<GroupRule>) -> Routes {
    let methods: MethodRouter<Services> =
        get(serve).post(serve).put(serve).patch(serve).delete(serve);
    Routes::new()
        .route("/api/scim/v2/{*path}", methods)
        .layer(Extension(Setup { settings: Arc::new(settings), rules: rules.into() }))
}

/// A request of the provider.
struct Request<'a> {
    method: Method,
    path: Vec<&'a str>,
    query: Map<String, Value>,
    headers: HeaderMap,
    body: Bytes,
}

impl Request<'_> {
    fn json(&self) -> ScimResult<Value> {
        let wrong = |_| ScimError::invalid_syntax("The body is no JSON");
        serde_json::from_slice(&self.body).map_err(wrong)
    }

    fn header(&self, name: http::HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

async fn serve(
    State(services): State<Services>,
    Extension(setup): Extension<Setup>,
    method: Method,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if let Err(error) = check_token(&setup.settings, &headers) {
        return error.into_response();
    }
    let query = url::form_urlencoded::parse(query.as_deref().unwrap_or_default().as_bytes());
    let query = query.map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())));
    let path_parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let request = Request { method, path: path_parts, query: query.collect(), headers, body };
    let scim = Scim { services, rules: setup.rules };
    answer(&scim, &request).await.unwrap_or_else(IntoResponse::into_response)
}

/// Checks the provider's token.
///
/// Errors: 401, also while provisioning is off.
fn check_token(settings: &Settings, headers: &HeaderMap) -> ScimResult<()> {
    // An empty one would let everybody in.
    let Some(token) = settings.token.as_ref().filter(|token| !token.expose().is_empty()) else {
        return Err(ScimError::new(
            StatusCode::UNAUTHORIZED,
            "SCIM is off on this server. The operator turns it on by scim.token.",
        ));
    };
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|text| text.split_once(' '));
    let is_right = given.is_some_and(|(scheme, given)| {
        scheme.eq_ignore_ascii_case("bearer")
            && bool::from(given.trim().as_bytes().ct_eq(token.expose().as_bytes()))
    });
    if is_right { Ok(()) } else { Err(ScimError::new(StatusCode::UNAUTHORIZED, "Wrong token")) }
}

async fn answer(scim: &Scim, request: &Request<'_>) -> ScimResult<Response> {
    match request.path.as_slice() {
        ["Users"] => collection(scim, request, Kind::User).await,
        ["Groups"] => collection(scim, request, Kind::Group).await,
        ["Users", ".search"] if request.method == Method::POST => {
            search(scim, request, Kind::User).await
        }
        ["Groups", ".search"] if request.method == Method::POST => {
            search(scim, request, Kind::Group).await
        }
        ["Users", id] => resource(scim, request, Kind::User, id).await,
        ["Groups", id] => resource(scim, request, Kind::Group, id).await,
        ["Me" | "Bulk", ..] => {
            Err(ScimError::new(StatusCode::NOT_IMPLEMENTED, "This server doesn't support this"))
        }
        path => described(scim, request, path),
    }
}

#[derive(Clone, Copy)]
enum Kind {
    User,
    Group,
}

/// Answers what this server says of itself.
fn described(scim: &Scim, request: &Request<'_>, path: &[&str]) -> ScimResult<Response> {
    let base = scim.base();
    let all = |items: Vec<Value>| list(items.clone(), items.len(), 0);
    let one = |items: Vec<Value>, id: &str| items.into_iter().find(|item| item["id"] == id);
    let found = match path {
        ["ServiceProviderConfig"] => Some(service_provider(&base)),
        ["ResourceTypes"] => Some(all(resource_types(&base))),
        ["ResourceTypes", id] => one(resource_types(&base), id),
        ["Schemas"] => Some(all(schemas(&base))),
        ["Schemas", id] => one(schemas(&base), id),
        _ => None,
    };
    let found = found.ok_or_else(|| ScimError::not_found("Resource"))?;
    match request.method {
        // RFC 7644 §4: these are not filtered.
        Method::GET if request.query.contains_key("filter") => {
            Err(ScimError::new(StatusCode::FORBIDDEN, "This can't be filtered"))
        }
        Method::GET => Ok(json_response(StatusCode::OK, &found)),
        _ => Err(not_allowed()),
    }
}

fn not_allowed() -> ScimError {
    ScimError::new(StatusCode::METHOD_NOT_ALLOWED, "This method isn't allowed here")
}

async fn collection(scim: &Scim, request: &Request<'_>, kind: Kind) -> ScimResult<Response> {
    let asked = Asked::read(&request.query)?;
    match request.method {
        Method::GET => listed(scim, kind, &asked).await,
        Method::POST => {
            let body = request.json()?;
            let sent = match kind {
                Kind::User => users::create(scim, &body, &asked.shape).await?,
                Kind::Group => groups::create(scim, &body, &asked.shape).await?,
            };
            Ok(sent_response(StatusCode::CREATED, &sent))
        }
        _ => Err(not_allowed()),
    }
}

/// Answers a list that is asked for by a body (RFC 7644 §3.4.3).
async fn search(scim: &Scim, request: &Request<'_>, kind: Kind) -> ScimResult<Response> {
    let body = request.json()?;
    let body =
        body.as_object().ok_or_else(|| ScimError::invalid_syntax("The body is no object"))?;
    listed(scim, kind, &Asked::read(body)?).await
}

async fn listed(scim: &Scim, kind: Kind, asked: &Asked) -> ScimResult<Response> {
    let (found, total) = match kind {
        Kind::User => users::list(scim, asked).await?,
        Kind::Group => groups::list(scim, asked).await?,
    };
    Ok(json_response(StatusCode::OK, &list(found, total, asked.offset)))
}

async fn resource(
    scim: &Scim,
    request: &Request<'_>,
    kind: Kind,
    id: &str,
) -> ScimResult<Response> {
    let shape = Asked::read(&request.query)?.shape;
    let version = request.header(IF_MATCH);
    let sent = match (&request.method, kind) {
        (&Method::GET, Kind::User) => users::get(scim, id, &shape).await?,
        (&Method::GET, Kind::Group) => groups::get(scim, id, &shape).await?,
        (&Method::PUT, Kind::User) => {
            users::replace(scim, id, &request.json()?, &shape, version).await?
        }
        (&Method::PUT, Kind::Group) => {
            groups::replace(scim, id, &request.json()?, &shape, version).await?
        }
        (&Method::PATCH, Kind::User) => {
            users::patch_user(scim, id, &request.json()?, &shape, version).await?
        }
        (&Method::PATCH, Kind::Group) => {
            groups::patch_group(scim, id, &request.json()?, &shape, version).await?
        }
        (&Method::DELETE, kind) => {
            match kind {
                Kind::User => users::delete(scim, id, version).await?,
                Kind::Group => groups::delete(scim, id, version).await?,
            }
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        _ => return Err(not_allowed()),
    };
    let known = request.header(IF_NONE_MATCH).filter(|_| request.method == Method::GET);
    if known.is_some_and(|known| names_version(known, &sent.version)) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    Ok(sent_response(StatusCode::OK, &sent))
}

fn sent_response(status: StatusCode, sent: &Sent) -> Response {
    let mut response = json_response(status, &sent.body);
    for (name, text) in [(ETAG, &sent.version), (LOCATION, &sent.location)] {
        if let Ok(value) = HeaderValue::from_str(text) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn json_response(status: StatusCode, body: &Value) -> Response {
    let mut response = (status, body.to_string()).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    response
}
