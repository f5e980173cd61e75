//! Discovery of the authorization server of a tool server, from the documents that both publish (RFC 9728, RFC 8414).

use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use kernel::Fallible;
use serde_json::Value;
use tokio::time::timeout;
use url::Url;
use web_access::{Call, WebAccess};

use super::text;
use crate::problems::{SIGN_IN_FAILED, SIGN_IN_NOT_OFFERED};
use crate::rules::CONNECT_SECONDS_MAX;

/// The information needed to sign in.
pub(super) struct Found {
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    pub registration_endpoint: Option<String>,
    /// True if it accepts the address of a document as a client id.
    pub reads_documents: bool,
    /// True if it always identifies itself when it sends people back (RFC 9207).
    pub names_itself: bool,
    pub resource: String,
    pub scope: Option<String>,
}

const DOCUMENT_MAX_BYTES: usize = 262_144;

/// Discovers the authorization server. `asked`: the server's `WWW-Authenticate`.
pub(super) async fn discover(
    web: &WebAccess,
    server: &str,
    asked: Option<&str>,
) -> Fallible<Found> {
    let server_url = Url::parse(server).map_err(|_| SIGN_IN_NOT_OFFERED)?;
    let asked_scope = asked.and_then(|asked| parameter(asked, "scope"));
    let named = asked.and_then(|asked| parameter(asked, "resource_metadata"));
    let candidates: Vec<_> = named.into_iter().chain(resource_documents(&server_url)).collect();
    let resource_says = first_document(web, &candidates, |document| {
        is_for(document["resource"].as_str(), &server_url)
    });
    let (issuer, resource, scopes) = match resource_says.await? {
        Some(document) => (
            document["authorization_servers"][0].as_str().map(str::to_owned),
            text(&document["resource"]),
            scopes_of(&document),
        ),
        // A server of the protocol's first version signs people in itself.
        None => (None, None, None),
    };
    let issuer = issuer.unwrap_or_else(|| server_url.origin().ascii_serialization());
    let issuer_url = Url::parse(&issuer).map_err(|_| SIGN_IN_NOT_OFFERED)?;
    let candidates = issuer_documents(&issuer_url);
    let document = first_document(web, &candidates, |document| {
        let says = document["issuer"].as_str().unwrap_or_default();
        says.trim_end_matches('/') == issuer.trim_end_matches('/')
    });
    let document = document.await?.ok_or(SIGN_IN_NOT_OFFERED)?;
    let takes_challenges = document["code_challenge_methods_supported"]
        .as_array()
        .is_some_and(|methods| methods.iter().any(|method| method == "S256"));
    if !takes_challenges {
        return Err(SIGN_IN_NOT_OFFERED.into());
    }
    let endpoint = |name: &str| {
        let address = document[name].as_str()?;
        web.check(address).ok()
    };
    Ok(Found {
        issuer: document["issuer"].as_str().unwrap_or_default().to_owned(),
        authorization_endpoint: endpoint("authorization_endpoint").ok_or(SIGN_IN_FAILED)?,
        token_endpoint: endpoint("token_endpoint").ok_or(SIGN_IN_FAILED)?,
        registration_endpoint: endpoint("registration_endpoint"),
        reads_documents: document["client_id_metadata_document_supported"] == true,
        names_itself: document["authorization_response_iss_parameter_supported"] == true,
        resource: resource.unwrap_or_else(|| server.to_owned()),
        scope: asked_scope.or(scopes),
    })
}

fn scopes_of(document: &Value) -> Option<String> {
    let scopes = document["scopes_supported"].as_array()?;
    let scopes: Vec<_> = scopes.iter().filter_map(Value::as_str).collect();
    (!scopes.is_empty()).then(|| scopes.join(" "))
}

/// Returns the first of `addresses` that has a document that is `right`.
async fn first_document(
    web: &WebAccess,
    addresses: &[String],
    right: impl Fn(&Value) -> bool,
) -> Fallible<Option<Value>> {
    for address in addresses {
        if let Ok((200, document)) = send(web, Method::GET, address, None).await
            && right(&document)
        {
            return Ok(Some(document));
        }
    }
    Ok(None)
}

/// Sends JSON, or nothing, and reads JSON.
pub(super) async fn send(
    web: &WebAccess,
    method: Method,
    url: &str,
    body: Option<&Value>,
) -> Fallible<(u16, Value)> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    if body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let body = body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
    exchange(web, Call { method, url, headers, body, first_byte: wait() }).await
}

pub(super) fn wait() -> Duration {
    Duration::from_secs(CONNECT_SECONDS_MAX)
}

/// Sends `call` and reads JSON; null when the answer is none. All of it takes at most [`wait`].
pub(super) async fn exchange(web: &WebAccess, call: Call<'_>) -> Fallible<(u16, Value)> {
    in_time(async {
        let answer = web.call(call).await.map_err(|_| SIGN_IN_FAILED)?;
        let status = answer.status;
        let body = answer.read(DOCUMENT_MAX_BYTES).await.map_err(|_| SIGN_IN_FAILED)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    })
    .await
}

async fn in_time<T>(exchanged: impl Future<Output = Fallible<T>>) -> Fallible<T> {
    timeout(wait(), exchanged).await.unwrap_or(Err(SIGN_IN_FAILED.into()))
}

/// Returns the possible addresses of a server's own document.
fn resource_documents(server: &Url) -> Vec<String> {
    const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
    let origin = server.origin().ascii_serialization();
    let path = server.path().trim_end_matches('/');
    let root = format!("{origin}{WELL_KNOWN}");
    if path.is_empty() { vec![root] } else { vec![format!("{root}{path}"), root] }
}

/// Returns the possible addresses of an authorization server's document.
fn issuer_documents(issuer: &Url) -> Vec<String> {
    let origin = issuer.origin().ascii_serialization();
    let path = issuer.path().trim_end_matches('/');
    let mut addresses = vec![
        format!("{origin}/.well-known/oauth-authorization-server{path}"),
        format!("{origin}/.well-known/openid-configuration{path}"),
    ];
    if !path.is_empty() {
        addresses.push(format!("{origin}{path}/.well-known/openid-configuration"));
    }
    addresses
}

/// Returns true if a document is about this server or a path above it.
fn is_for(resource: Option<&str>, server: &Url) -> bool {
    let Some(resource) = resource.and_then(|text| Url::parse(text).ok()) else { return false };
    let under = resource.path().trim_end_matches('/');
    let is_under = server.path().strip_prefix(under);
    resource.origin() == server.origin()
        && is_under.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns a parameter of a `WWW-Authenticate` header.
pub(crate) fn parameter(header: &str, name: &str) -> Option<String> {
    let at = header.find(&format!("{name}=\""))? + name.len() + 2;
    let value = &header[at..];
    Some(value[..value.find('"')?].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_exchange_that_never_ends_is_given_up() {
        let ended = in_time(std::future::pending::<Fallible<()>>()).await;
        assert!(ended.is_err());
    }

    #[test]
    fn a_document_counts_for_its_own_server_only() {
        let server = Url::parse("https://a.example/team/mcp").unwrap();
        for resource in
            ["https://a.example/team/mcp", "https://a.example/team", "https://a.example"]
        {
            assert!(is_for(Some(resource), &server), "{resource}");
        }
        for resource in ["https://b.example/team/mcp", "https://a.example/te", "http://a.example"] {
            assert!(!is_for(Some(resource), &server), "{resource}");
        }
        assert!(!is_for(None, &server));
    }

    #[test]
    fn documents_are_looked_for_where_the_standards_say() {
        let at = |text: &str| Url::parse(text).unwrap();
        assert_eq!(
            resource_documents(&at("https://a.example/mcp")),
            [
                "https://a.example/.well-known/oauth-protected-resource/mcp",
                "https://a.example/.well-known/oauth-protected-resource",
            ]
        );
        assert_eq!(
            issuer_documents(&at("https://id.example/t")),
            [
                "https://id.example/.well-known/oauth-authorization-server/t",
                "https://id.example/.well-known/openid-configuration/t",
                "https://id.example/t/.well-known/openid-configuration",
            ]
        );
    }

    #[test]
    fn a_refusal_says_where_to_look_and_what_for() {
        let header =
            r#"Bearer error="invalid_token", resource_metadata="https://a/m", scope="a b""#;
        assert_eq!(parameter(header, "resource_metadata").as_deref(), Some("https://a/m"));
        assert_eq!(parameter(header, "scope").as_deref(), Some("a b"));
        assert_eq!(parameter("Basic", "scope"), None);
    }
}
