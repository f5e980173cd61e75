//! `ensemble health`: asks the running server, as the health checks of containers do.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};

use crate::listen::ListenAddress;
use crate::output::Output;
use crate::settings::Settings;

/// Longest wait for the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Most that is read of the answer.
const ANSWER_MAX_BYTES: u64 = 4096;
const REQUEST: &[u8] = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

#[derive(Serialize)]
struct Health {
    address: String,
    ready: bool,
}

/// Fails unless the server at `server.listen` says that it can serve.
pub async fn health(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let address = settings.server.listen.first().context("server.listen is empty")?;
    let answer = tokio::time::timeout(PATIENCE, ask(address))
        .await
        .with_context(|| format!("{address} does not answer within {PATIENCE:?}"))?
        .with_context(|| format!("no server answers at {address} (server.listen)"))?;
    let status = status(&answer);
    anyhow::ensure!(status == Some(200), "the server cannot serve now: {}", first_line(&answer));
    let health = Health { address: address.to_string(), ready: true };
    output.show(&health, |health| format!("{} is ready.", health.address))
}

async fn ask(address: &ListenAddress) -> std::io::Result<String> {
    match address {
        ListenAddress::Tcp(address) => {
            ask_over(TcpStream::connect(reachable(*address)).await?).await
        }
        ListenAddress::Unix(path) => ask_over(UnixStream::connect(path).await?).await,
    }
}

async fn ask_over(mut stream: impl AsyncRead + AsyncWrite + Unpin) -> std::io::Result<String> {
    stream.write_all(REQUEST).await?;
    let mut answer = Vec::new();
    stream.take(ANSWER_MAX_BYTES).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Returns the address to connect to a server that listens at `listen`.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(ip, listen.port())
}

fn first_line(answer: &str) -> &str {
    answer.lines().next().unwrap_or("it sent nothing")
}

/// Returns the status of an answer.
fn status(answer: &str) -> Option<u16> {
    first_line(answer).split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_this_machine() {
        for (listen, expected) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("10.0.0.2:7070", "10.0.0.2:7070"),
        ] {
            assert_eq!(reachable(listen.parse().unwrap()).to_string(), expected);
        }
    }

    #[test]
    fn the_status_is_that_of_the_first_line() {
        assert_eq!(status("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 503"), Some(200));
        assert_eq!(status("HTTP/1.1 503 Service Unavailable\r\n"), Some(503));
        for odd in ["", "hello", "HTTP/1.1 ok"] {
            assert_eq!(status(odd), None, "{odd}");
        }
    }
}
