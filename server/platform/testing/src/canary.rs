//! A listener behind the server that nothing may reach.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use http::header::LOCATION;
use http::{HeaderValue, StatusCode};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use url::form_urlencoded::byte_serialize;
use web_access::{Resolve, Settings, WebAccess};

use crate::private_addresses::{HOSTILE_SHAPES, PRIVATE_HOSTS, REDIRECTS};

/// A listener on loopback, IPv4 and IPv6 on the same port, that counts connections and sends nothing. It stops when it
/// is dropped.
pub struct Canary {
    port: u16,
    reached: Arc<AtomicUsize>,
    _listeners: JoinSet<()>,
}

impl Canary {
    pub async fn start() -> Self {
        let (v4, v6) = listeners().await;
        let port = v4.local_addr().unwrap().port();
        let reached = Arc::new(AtomicUsize::new(0));
        let mut tasks = JoinSet::new();
        for listener in [v4, v6] {
            let reached = reached.clone();
            tasks.spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    // Counted before disconnecting: the client gets its error only afterwards.
                    reached.fetch_add(1, Ordering::SeqCst);
                    drop(stream);
                }
            });
        }
        Self { port, reached, _listeners: tasks }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/secret", self.port)
    }

    /// Returns the number of requests received.
    pub fn reached(&self) -> usize {
        self.reached.load(Ordering::SeqCst)
    }

    /// Returns web access in which only the host check protects this listener: its port is allowed, and every name
    /// resolves to it. `allow_hosts`: hosts that the operator allowed.
    pub fn web(&self, allow_hosts: Vec<String>) -> WebAccess {
        let allow_ports = vec![self.port];
        let settings = Settings { allow_hosts, allow_ports, ..Settings::default() };
        WebAccess::with_names(settings, Arc::new(AllHere))
    }

    /// Returns every address of the corpus, with this listener's port. `scheme`: one that is accepted, so that the host
    /// is the reason of the refusal.
    pub fn addresses(&self, scheme: &str) -> Vec<String> {
        let port = self.port.to_string();
        let hosts = PRIVATE_HOSTS.iter().map(|host| format!("{scheme}://{host}:{port}/"));
        let shapes = HOSTILE_SHAPES
            .iter()
            .map(|shape| shape.replacen("http:", &format!("{scheme}:"), 1).replace("PORT", &port));
        hosts.chain(shapes).collect()
    }

    /// Returns the same addresses, each behind a redirect of `site`, which serves [`redirects`].
    pub fn behind_redirects(&self, site: &str) -> Vec<String> {
        let statuses = REDIRECTS.iter().cycle();
        let led = self.addresses("http").into_iter().zip(statuses);
        led.map(|(to, status)| redirect_path(*status, &to))
            .map(|path| format!("{}{path}", site.trim_end_matches('/')))
            .collect()
    }
}

/// Returns the path at which [`redirects`] redirects to `to`.
pub fn redirect_path(status: u16, to: &str) -> String {
    let to: String = byte_serialize(to.as_bytes()).collect();
    format!("/redirects/{status}?to={to}")
}

/// Serves `/redirects/{status}` of a site on loopback: redirects to the requested target.
pub fn redirects<S: Clone + Send + Sync + 'static>() -> MethodRouter<S> {
    get(async |Path(status): Path<u16>, Query(Led { to }): Query<Led>| -> Response {
        match (StatusCode::from_u16(status), HeaderValue::from_bytes(to.as_bytes())) {
            (Ok(status), Ok(to)) => (status, [(LOCATION, to)]).into_response(),
            // A value that no header can carry leads nowhere.
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    })
}

#[derive(Deserialize)]
struct Led {
    to: String,
}

/// A resolver for which every name is this machine's.
struct AllHere;

#[async_trait]
impl Resolve for AllHere {
    async fn lookup(&self, _name: &str) -> io::Result<Vec<IpAddr>> {
        Ok(vec![Ipv4Addr::LOCALHOST.into()])
    }
}

async fn listeners() -> (TcpListener, TcpListener) {
    // A port that is free on IPv4 may be taken on IPv6: then another is tried.
    for _ in 0..20 {
        let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = v4.local_addr().unwrap().port();
        if let Ok(v6) = TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await {
            return (v4, v6);
        }
    }
    panic!("no port is free on both 127.0.0.1 and ::1");
}
