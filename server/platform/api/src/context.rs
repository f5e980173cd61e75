use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use fair_queue::Share;
use http::header::{HeaderMap, HeaderValue};
use http::request::Parts;
use ipnet::IpNet;
use tracing::Instrument;
use tracing::field::Empty;
use uuid::Uuid;

use crate::{ApiError, forwarded};

/// Address that stands for whoever connects to a Unix socket of this server: a proxy on this machine, since browsers do not.
/// No client has it (RFC 6666).
pub const SOCKET_PEER: IpAddr =
    IpAddr::V6(Ipv6Addr::new(0x100, 0, 0, 0, 0x756e, 0x6978, 0x736f, 0x636b));

/// Proxies whose `Forwarded` and `X-Forwarded-*` headers are trusted. From all other peers they are ignored.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    pub fn new(nets: impl IntoIterator<Item = IpNet>) -> Self {
        Self(nets.into_iter().collect())
    }

    /// Returns true if `ip` is one of them. Whoever may open this server's Unix socket is.
    pub fn trusts(&self, ip: IpAddr) -> bool {
        ip == SOCKET_PEER || self.0.iter().any(|net| net.contains(&ip))
    }

    /// Logs once that requests come through a proxy nearby that is not trusted. Others may write such headers themselves.
    fn warn_if_missing(&self, peer: IpAddr) {
        static TOLD: AtomicBool = AtomicBool::new(false);
        if is_nearby(peer) && !self.trusts(peer) && !TOLD.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "a proxy passes requests on, but is not in server.trusted_proxies: all people share its limits"
            );
        }
    }
}

/// The origin of a request: created for every request by [`request_context`].
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// The client's address, seen through trusted proxies.
    pub ip: IpAddr,
    pub request_id: Uuid,
    /// True if the client uses https, to us or to a trusted proxy.
    pub is_https: bool,
    /// True if the request comes from the machine of this server, and through no proxy.
    pub is_local: bool,
}

impl RequestContext {
    /// Returns the key of rate limits by address: the address, or the /64 network for IPv6.
    pub fn rate_key(&self) -> String {
        match self.ip {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

/// Middleware that adds the [`RequestContext`] and log span to the request, and its id to the response. The request works for
/// the share of its address until its person is known.
pub async fn request_context(
    State(proxies): State<TrustedProxies>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip().to_canonical());
    let (ip, is_https) = seen_through(&proxies, peer, request.headers());
    let request_id = Uuid::new_v4();
    let is_forwarded = is_forwarded(request.headers());
    if is_forwarded {
        proxies.warn_if_missing(peer);
    }
    let is_local = peer.is_loopback() && !is_forwarded;
    request.extensions_mut().insert(RequestContext { ip, request_id, is_https, is_local });
    let span = tracing::info_span!("request", request.id = %request_id, http.method = %request.method(),
        http.path = request.uri().path(), http.route = Empty, http.status = Empty);
    let work = next.run(request).instrument(span);
    let mut response = Share::of_address(ip).scope(work).await;
    if let Ok(value) = HeaderValue::from_str(&request_id.to_string()) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// Returns true for addresses of this machine and of private networks.
fn is_nearby(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
    }
}

/// Returns true if a proxy passed a request on. A proxy on this machine that is not trusted would make every request
/// look local.
fn is_forwarded(headers: &HeaderMap) -> bool {
    let names = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    names.iter().any(|name| headers.contains_key(*name))
}

/// Returns the client's address and scheme: those of the last hop that is not itself a trusted proxy.
fn seen_through(proxies: &TrustedProxies, peer: IpAddr, headers: &HeaderMap) -> (IpAddr, bool) {
    if !proxies.trusts(peer) {
        return (peer, false);
    }
    let hops = forwarded::hops(headers);
    // What is before a hop that nobody vouches for is what the client wrote.
    let client = hops.iter().rev().find(|hop| !hop.ip.is_some_and(|ip| proxies.trusts(ip)));
    let ip = client.and_then(|hop| hop.ip).unwrap_or(peer);
    (ip, forwarded::is_https(headers, client))
}

impl<S: Send + Sync> FromRequestParts<S> for RequestContext {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| {
            ApiError(kernel::Failure::internal("the request_context layer is missing"))
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    fn headers(forwarded_for: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static(forwarded_for));
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        headers
    }

    #[test]
    fn forwarded_headers_from_an_unknown_peer_are_ignored() {
        let peer: IpAddr = "203.0.113.9".parse().unwrap();
        let seen = seen_through(&TrustedProxies::default(), peer, &headers("1.2.3.4"));
        assert_eq!(seen, (peer, false));
    }

    #[tokio::test]
    async fn a_request_is_local_if_it_comes_from_this_machine_and_through_no_proxy() {
        let is_local = async |peer: [u8; 4], header: Option<(&str, &str)>| {
            let answer = |context: RequestContext| async move { context.is_local.to_string() };
            let proxies = TrustedProxies::new(["127.0.0.0/8".parse().unwrap()]);
            let router = Router::new()
                .route("/", get(answer))
                .layer(from_fn_with_state(proxies, request_context));
            let request = Request::get("/").extension(ConnectInfo(SocketAddr::from((peer, 1))));
            let request = header
                .into_iter()
                .fold(request, |request, (name, value)| request.header(name, value));
            let response = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            to_bytes(response.into_body(), 9).await.unwrap() == "true"
        };
        assert!(is_local([127, 0, 0, 1], None).await);
        assert!(!is_local([192, 0, 2, 1], None).await);
        assert!(!is_local([192, 0, 2, 1], Some(("x-forwarded-for", "127.0.0.1"))).await);
        for name in ["forwarded", "x-forwarded-for", "x-real-ip", "via"] {
            assert!(!is_local([127, 0, 0, 1], Some((name, "127.0.0.1"))).await, "{name}");
        }
    }

    #[test]
    fn proxies_are_nearby_and_strangers_are_not() {
        for nearby in ["127.0.0.1", "10.0.0.2", "172.17.0.1", "192.168.1.1", "::1", "fd00::1"] {
            assert!(is_nearby(nearby.parse().unwrap()), "{nearby}");
        }
        for far in ["203.0.113.9", "172.32.0.1", "2001:db8::1"] {
            assert!(!is_nearby(far.parse().unwrap()), "{far}");
        }
    }

    #[test]
    fn a_client_cannot_put_an_address_before_its_own() {
        let proxies = TrustedProxies::new(["10.0.0.0/8".parse().unwrap()]);
        let peer: IpAddr = "10.0.0.2".parse().unwrap();
        let seen = seen_through(&proxies, peer, &headers("6.6.6.6, 198.51.100.7, 10.0.0.1"));
        assert_eq!(seen, ("198.51.100.7".parse().unwrap(), true));
        for hidden in ["6.6.6.6, unknown", "6.6.6.6, ", "6.6.6.6, not an address, 10.0.0.1"] {
            assert_eq!(seen_through(&proxies, peer, &headers(hidden)).0, peer, "{hidden}");
        }
        let with_ports = headers("198.51.100.7:4711, 10.0.0.1:80");
        assert_eq!(seen_through(&proxies, peer, &with_ports).0.to_string(), "198.51.100.7");
    }

    #[test]
    fn whoever_opens_the_socket_is_a_proxy() {
        let proxies = TrustedProxies::default();
        let seen = seen_through(&proxies, SOCKET_PEER, &headers("198.51.100.7"));
        assert_eq!(seen, ("198.51.100.7".parse().unwrap(), true));
        assert!(!SOCKET_PEER.is_loopback(), "it is not this server's owner");
    }
}
