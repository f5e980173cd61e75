//! Names of hosts at which this server answers. A page of another site can let its own name lead to this server's address
//! and read what is answered (DNS rebinding), so other names are refused.

use std::sync::Arc;

use api::{ApiError, MISDIRECTED};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::HOST;
use http::uri::Authority;
use url::Host;

use crate::settings::Server;

/// Endings of names that nobody can register on the internet.
const LOCAL_ENDINGS: [&str; 5] = [".local", ".lan", ".internal", ".home.arpa", ".localhost"];

/// The configured names at which this server answers.
#[derive(Debug, Clone)]
pub struct ServedHosts(Arc<[String]>);

impl ServedHosts {
    /// Returns the hosts of the base URL and of `server.host_names`.
    pub fn new(server: &Server) -> Self {
        let base = server.base_url.host_str().and_then(normalize_host);
        Self(base.into_iter().chain(server.host_names.iter().cloned()).collect())
    }

    /// Returns true if this server answers at `host`, written without a port.
    fn serves(&self, host: &str) -> bool {
        match parse_host(host) {
            Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
            Some(Host::Domain(name)) => is_local(&name) || self.0.contains(&name),
            None => false,
        }
    }
}

/// Returns a host as it is compared; `None` if it is none.
pub fn normalize_host(text: &str) -> Option<String> {
    parse_host(text).map(|host| host.to_string())
}

fn parse_host(text: &str) -> Option<Host> {
    let text = text.strip_suffix('.').unwrap_or(text);
    Host::parse(text).ok()
}

fn is_local(name: &str) -> bool {
    !name.contains('.') || LOCAL_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Middleware that refuses requests for a host at which this server does not answer.
///
/// A request that names none passes: browsers always name one.
pub async fn check_host(
    State(served): State<ServedHosts>,
    request: Request,
    next: Next,
) -> Response {
    match named_hosts(&request).into_iter().find(|host| !served.serves(host)) {
        None => next.run(request).await,
        Some(host) => {
            let problem = MISDIRECTED.with("host", host).with("setting", "server.host_names");
            ApiError::from(problem).into_response()
        }
    }
}

/// Returns all hosts that a request names: in its address, and in its headers.
fn named_hosts(request: &Request) -> Vec<String> {
    let of_address = request.uri().host().map(str::to_owned);
    let of_headers = request.headers().get_all(HOST).iter().map(|value| {
        let text = value.to_str().unwrap_or_default();
        let authority = text.parse::<Authority>().ok().filter(|_| !text.contains('@'));
        authority.map_or_else(|| text.to_owned(), |authority| authority.host().to_owned())
    });
    of_address.into_iter().chain(of_headers).collect()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    fn served() -> ServedHosts {
        ServedHosts(["chat.example.org", "xn--bcher-kva.example"].map(str::to_owned).into())
    }

    #[test]
    fn configured_names_addresses_and_local_names_are_served() {
        for host in [
            "chat.example.org",
            "Chat.Example.ORG",
            "chat.example.org.",
            "b\u{fc}cher.example",
            "127.0.0.1",
            "203.0.113.9",
            "[::1]",
            "[2001:db8::1]",
            "localhost",
            "localhost.",
            "app.localhost",
            "ensemble",
            "nas.local",
            "nas.LAN",
            "chat.corp.internal",
            "chat.home.arpa",
        ] {
            assert!(served().serves(host), "{host}");
        }
    }

    #[test]
    fn other_names_are_not_served() {
        for host in [
            "example.org",
            "evil.example",
            "chat.example.org.evil.example",
            "evilchat.example.org",
            "127.0.0.1.evil.example",
            "127.0.0.1.nip.io",
            "localhost.evil.example",
            "local.evil",
            "evil.notlocal",
            "home.arpa.evil",
            "",
            ".",
            "a b",
            "chat.example.org:7070",
            "[::1",
        ] {
            assert!(!served().serves(host), "{host}");
        }
    }

    async fn status_for(uri: &str, hosts: &[&str]) -> u16 {
        let router = Router::new()
            .route("/", get(|| async {}))
            .layer(from_fn_with_state(served(), check_host));
        let request =
            hosts.iter().fold(Request::get(uri), |request, host| request.header(HOST, *host));
        let request = request.body(Body::empty()).unwrap();
        router.oneshot(request).await.unwrap().status().as_u16()
    }

    #[tokio::test]
    async fn every_host_that_a_request_names_counts() {
        assert_eq!(status_for("/", &[]).await, 200);
        assert_eq!(status_for("/", &["chat.example.org:8443"]).await, 200);
        assert_eq!(status_for("/", &["[::1]:7070"]).await, 200);
        assert_eq!(status_for("http://127.0.0.1:7070/", &["127.0.0.1:7070"]).await, 200);
        assert_eq!(status_for("/", &["evil.example:7070"]).await, 421);
        assert_eq!(status_for("/", &["127.0.0.1", "evil.example"]).await, 421);
        assert_eq!(status_for("/", &["evil.example@127.0.0.1"]).await, 421);
        assert_eq!(status_for("/", &[""]).await, 421);
        assert_eq!(status_for("http://evil.example/", &["127.0.0.1"]).await, 421);
        assert_eq!(status_for("http://127.0.0.1/", &["evil.example"]).await, 421);
    }
}
