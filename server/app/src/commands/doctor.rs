use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use area::Services;
use ipnet::IpNet;
use kernel::Clock;
use serde::Serialize;
use store::Db;
use url::{Host, Url};

use crate::listen::OpenFiles;
use crate::output::Output;
use crate::serve::open_db;
use crate::services::Platform;
use crate::settings::{Server, Settings};
use crate::{areas, services};

const BUS_PATIENCE: Duration = Duration::from_secs(5);

/// The result of one check.
#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    /// True if the server works, but something is to be looked at.
    warns: bool,
    /// The finding, or how to fix it.
    detail: String,
}

impl Check {
    fn of<E: std::fmt::Display>(name: &'static str, result: Result<String, E>) -> Self {
        match result {
            Ok(detail) => Self::passed(name, detail),
            Err(error) => Self { ok: false, ..Self::passed(name, error.to_string()) },
        }
    }

    fn passed(name: &'static str, detail: String) -> Self {
        Self { name, ok: true, warns: false, detail }
    }
}

/// Runs `ensemble doctor`: tries everything the server needs and reports how to fix it. Fails if one check fails.
pub async fn doctor(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let mut checks = vec![
        Check::passed("settings", settings.server.base_url.to_string()),
        check_proxy(&settings.server),
        check_open_files(OpenFiles::current(), settings.server.max_connections),
        Check::of("web client", check_web()),
        Check::of("definitions", check_wordnet(settings.builtin.wordnet_dir.as_deref())),
    ];
    match open_db(settings).await {
        Err(error) => checks.push(Check::of::<anyhow::Error>("store", Err(error))),
        Ok(db) => {
            checks.push(Check::of::<anyhow::Error>("store", Ok(format!("{:?}", db.engine()))));
            check_platform(settings, db, &mut checks).await;
        }
    }
    output.show(&checks, |checks| {
        let mark = |check: &Check| match (check.ok, check.warns) {
            (false, _) => "FAIL",
            (true, true) => "warn",
            (true, false) => "ok  ",
        };
        let lines = checks.iter().map(|c| format!("{} {}: {}", mark(c), c.name, c.detail));
        lines.collect::<Vec<_>>().join("\n")
    })?;
    let failed = checks.iter().filter(|check| !check.ok).count();
    anyhow::ensure!(failed == 0, "{failed} of {} checks failed", checks.len());
    Ok(())
}

async fn check_platform(settings: &Settings, db: Db, checks: &mut Vec<Check>) {
    let platform = match services::build(settings, db, Clock::system()) {
        Ok(platform) => platform,
        Err(error) => {
            checks.push(Check::of("services", Err(format!("{error:#}"))));
            return;
        }
    };
    let services = &platform.services;
    checks.push(Check::of("schema", check_schema(settings, &platform).await));
    checks.push(Check::of("audit log", check_audit(services).await));
    let files = platform.services.files.check().await;
    checks.push(Check::of("files", files.map(|()| platform.services.files.kind().to_owned())));
    let mail = if services.mail.is_smtp() { "smtp" } else { "kept in the outbox" };
    checks.push(Check::passed("mail", mail.to_owned()));
    checks.push(check_bus(services).await);
    services.db.close().await;
}

async fn check_schema(settings: &Settings, platform: &Platform) -> anyhow::Result<String> {
    let steps = areas::migrations(&areas::areas(&platform.services, settings));
    let services = &platform.services;
    let applied = services.db.migrate(&steps, services.clock.now()).await?;
    Ok(if applied == 0 { "up to date".into() } else { format!("{applied} migrations applied") })
}

/// Checks the audit log for tampering. Reports its current head, to be compared with the server's log.
async fn check_audit(services: &Services) -> anyhow::Result<String> {
    let mut conn = services.db.read().await?;
    let standing = services.audit.check(&mut conn).await??;
    let head = standing.head.map_or_else(
        || "nothing is linked yet".to_owned(),
        |head| format!("its head is row {} with {}", head.seq, head.hash()),
    );
    let (rows, waiting) = (standing.rows, standing.unlinked);
    Ok(format!("the chain of {rows} rows holds, {waiting} wait to be linked; {head}"))
}

/// Checks that the bus connects.
async fn check_bus(services: &Services) -> Check {
    let connected = services.bus.wait_until_connected();
    let ok = tokio::time::timeout(BUS_PATIENCE, connected).await.is_ok();
    Check { ok, ..Check::passed("bus", services.bus.describe().to_owned()) }
}

/// Checks that the proxy that must stand in front is trusted: otherwise all people have one address, and share its limits.
fn check_proxy(server: &Server) -> Check {
    if misses_proxy(server.listen, &server.base_url, &server.trusted_proxies) {
        let detail = "server.trusted_proxies is empty, but people reach server.base_url through a proxy: \
                      write its network, [\"127.0.0.0/8\"] for one on this machine";
        return Check { warns: true, ..Check::passed("proxy", detail.to_owned()) };
    }
    Check::passed("proxy", "none is missing".to_owned())
}

/// Checks that so many files may be open as connections are wanted. The server raises the limit itself, up to the hard one.
fn check_open_files(found: OpenFiles, wanted: usize) -> Check {
    let files = OpenFiles { limit: found.raised(), ..found };
    let connections = files.connections(wanted);
    let limit = files.limit;
    if connections < wanted {
        let detail = format!(
            "{limit} files may be open, which is enough for {connections} connections of the {wanted} in \
             server.max_connections: raise the hard limit (LimitNOFILE= of systemd, --ulimit nofile= of Docker, ulimit -Hn)"
        );
        return Check { warns: true, ..Check::passed("open files", detail) };
    }
    Check::passed("open files", format!("{limit} may be open"))
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

/// Checks WordNet, which may be missing: then the built-in engine says that it defines no words. A configured folder
/// must exist.
fn check_wordnet(dir: Option<&Path>) -> Result<String, String> {
    let looked_at = match builtin::find_wordnet(dir) {
        Ok(found) => return Ok(found.display().to_string()),
        Err(places) => places,
    };
    let places: Vec<String> = looked_at.iter().map(|place| place.display().to_string()).collect();
    let places = places.join(", ");
    match dir {
        Some(_) => Err(format!("no WordNet in {places} (builtin.wordnet_dir)")),
        None => Ok(format!(
            "none: WordNet is not in {places}. Install it (Debian: wordnet-base), or set builtin.wordnet_dir"
        )),
    }
}

fn check_web() -> Result<String, &'static str> {
    if crate::web::is_built() { Ok("built".into()) } else { Err("not built: run `make web`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_open_files_that_is_too_low_for_the_connections_is_told() {
        let check = |hard: u64| check_open_files(OpenFiles { limit: 1_024, hard }, 20_000);
        assert!(check(4_096).warns && check(4_096).detail.contains("3072 connections"));
        assert!(!check(524_288).warns);
    }

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
