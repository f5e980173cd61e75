//! The public address, and the proxy in front of it.

use std::net::SocketAddr;
use std::time::Duration;

use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;
use ipnet::IpNet;
use outbound::with_causes;
use url::{Host, Url};

use crate::settings::Server;

const PATIENCE: Duration = Duration::from_secs(8);

/// Asks this server by the address that people use.
pub struct Address {
    pub server: Server,
}

#[async_trait]
impl HealthCheck for Address {
    fn name(&self) -> &'static str {
        "address"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        vec![check_proxy(&self.server), ask(services).await]
    }
}

/// Checks that the proxy that must stand in front is trusted: otherwise all people have one address, and share its limits.
pub fn check_proxy(server: &Server) -> Finding {
    if let Some(listen) = server.first_address()
        && misses_proxy(listen, &server.base_url, &server.trusted_proxies)
    {
        return Finding::warning(
            "proxy",
            "server.trusted_proxies is empty, but people reach server.base_url through a proxy",
            "Write its network, [\"127.0.0.0/8\"] for one on this machine.",
        );
    }
    Finding::ok("proxy", "none is missing")
}

async fn ask(services: &Services) -> Finding {
    let name = "address";
    let url = services.page("/healthz");
    let client = services.outbound.client().timeout(PATIENCE).build();
    let asked = match client {
        Ok(client) => client.get(url.clone()).send().await,
        Err(error) => Err(error),
    };
    match asked {
        Ok(answer) if answer.status().is_success() => Finding::ok(name, format!("{url} answers")),
        Ok(answer) => Finding::warning(
            name,
            format!("{url} answers with {}", answer.status()),
            "Check what server.base_url leads to: a proxy that is in front passes all paths on.",
        ),
        Err(error) if outbound::is_untrusted(&error) => Finding::warning(
            name,
            with_causes(&error.without_url()),
            "Browsers may trust its certificate all the same; here, outbound.extra_ca can name its authority.",
        ),
        Err(error) => Finding::warning(
            name,
            format!("{url} cannot be reached from here: {}", with_causes(&error.without_url())),
            "Normal while the server is stopped; else check server.base_url, DNS and the proxy.",
        ),
    }
}

/// Returns true if people reach the server through a proxy and none is trusted. There is a proxy if the public address is
/// https, which this server does not speak, or if it is elsewhere than the only machine that this server listens to.
fn misses_proxy(listen: SocketAddr, base_url: &Url, trusted_proxies: &[IpNet]) -> bool {
    let is_this_machine = match base_url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    };
    let has_proxy = base_url.scheme() == "https" || (listen.ip().is_loopback() && !is_this_machine);
    has_proxy && trusted_proxies.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_that_must_be_there_and_is_not_trusted_is_missed() {
        let misses = |listen: &str, base_url: &str, proxies: &[&str]| {
            let proxies: Vec<IpNet> = proxies.iter().map(|net| net.parse().unwrap()).collect();
            misses_proxy(listen.parse().unwrap(), &base_url.parse().unwrap(), &proxies)
        };
        for (listen, base_url) in [
            ("127.0.0.1:7070", "https://chat.example.org/"),
            ("127.0.0.1:7070", "http://chat.example.org/"),
            ("0.0.0.0:7070", "https://chat.example.org/"),
        ] {
            assert!(misses(listen, base_url, &[]), "{listen} {base_url}");
            assert!(!misses(listen, base_url, &["127.0.0.0/8"]), "{listen} {base_url}");
        }
        for (listen, base_url) in [
            ("127.0.0.1:7070", "http://127.0.0.1:7070/"),
            ("127.0.0.1:7070", "http://localhost:7070/"),
            ("[::1]:7070", "http://[::1]:7070/"),
            ("0.0.0.0:7070", "http://192.168.1.5:7070/"),
        ] {
            assert!(!misses(listen, base_url, &[]), "{listen} {base_url}");
        }
    }
}
