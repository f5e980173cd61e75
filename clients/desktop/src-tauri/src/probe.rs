//! Probes a server before a window opens on it.

use std::time::Duration;

use serde::Deserialize;
use ureq::tls::{RootCerts, TlsConfig};

const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum size of the response, more than any real one.
const ANSWER_MAX_BYTES: u64 = 1 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// No response.
    Unreachable,
    /// A response, but not from an Ensemble server.
    NotEnsemble,
}

#[derive(Deserialize)]
struct Session {
    setup: Setup,
}

#[derive(Deserialize)]
struct Setup {
    version: String,
}

/// Returns the version of the server at `origin`.
pub fn version_of(origin: &str) -> Result<String, Silence> {
    let answer = agent().get(format!("{origin}/api/accounts/session")).call();
    let mut answer = answer.map_err(|error| match error {
        ureq::Error::StatusCode(502..=504) => Silence::Unreachable,
        ureq::Error::StatusCode(_) => Silence::NotEnsemble,
        _ => Silence::Unreachable,
    })?;
    answer
        .body_mut()
        .with_config()
        .limit(ANSWER_MAX_BYTES)
        .read_json::<Session>()
        .map(|session| session.setup.version)
        .map_err(|_| Silence::NotEnsemble)
}

/// Returns the first of `addresses` where a server is.
pub fn find_server(addresses: &[String]) -> Result<&str, Silence> {
    let mut silence = Silence::Unreachable;
    for address in addresses {
        match version_of(address) {
            Ok(_) => return Ok(address.as_str()),
            Err(Silence::NotEnsemble) => silence = Silence::NotEnsemble,
            Err(Silence::Unreachable) => {}
        }
    }
    Err(silence)
}

/// Returns true if the server on this computer accepts requests.
pub fn is_ready(origin: &str) -> bool {
    agent().get(format!("{origin}/readyz")).call().is_ok()
}

fn agent() -> ureq::Agent {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .max_redirects(0)
        .tls_config(tls)
        .build()
        .into()
}

/// Returns true if a server's version is later than this app's; false for texts that are no versions.
pub fn is_newer(server: &str, app: &str) -> bool {
    let numbers = |text: &str| -> Option<Vec<u64>> {
        let plain = text.split(['-', '+']).next()?;
        plain.split('.').map(|part| part.parse().ok()).collect()
    };
    match (numbers(server), numbers(app)) {
        (Some(server), Some(app)) => server > app,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Returns a server that answers once.
    fn answering(answer: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a caller");
            let _ = stream.read(&mut [0; 2048]);
            let _ = stream.write_all(answer.as_bytes());
        });
        origin
    }

    #[test]
    fn a_server_says_its_version() {
        let origin = answering(
            "HTTP/1.1 200 OK\r\ncontent-length: 44\r\n\r\n{\"me\":null,\"setup\":{\"version\":\"0.3.1\"}}     ",
        );
        assert_eq!(version_of(&origin), Ok("0.3.1".to_owned()));
    }

    #[test]
    fn who_says_something_else_is_no_server_of_ours() {
        let origin = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
        assert_eq!(version_of(&origin), Err(Silence::NotEnsemble));
        let origin = answering(
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
        );
        assert_eq!(version_of(&origin), Err(Silence::NotEnsemble));
        assert_eq!(version_of("http://127.0.0.1:1"), Err(Silence::Unreachable));
    }

    #[test]
    fn a_server_is_found_at_the_first_address_where_it_answers() {
        let page = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
        let server = answering(
            "HTTP/1.1 200 OK\r\ncontent-length: 44\r\n\r\n{\"me\":null,\"setup\":{\"version\":\"0.3.1\"}}     ",
        );
        assert_eq!(find_server(&[page, server.clone()]), Ok(server.as_str()));
        let page = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
        let silent = "http://127.0.0.1:1".to_owned();
        assert_eq!(find_server(&[page, silent.clone()]), Err(Silence::NotEnsemble));
        assert_eq!(find_server(&[silent]), Err(Silence::Unreachable));
    }

    #[test]
    fn a_version_is_newer_by_its_numbers() {
        assert!(is_newer("0.10.0", "0.9.3") && is_newer("1.0.0", "0.9.3"));
        for (server, app) in
            [("0.1.0", "0.1.0"), ("0.1.0", "0.2.0"), ("next", "0.1.0"), ("0.1.0-rc1", "0.1.0")]
        {
            assert!(!is_newer(server, app), "{server} {app}");
        }
    }
}
