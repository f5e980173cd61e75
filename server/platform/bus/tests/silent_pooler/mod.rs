//! A proxy before PostgreSQL that drops notifications, as pgbouncer does in transaction mode.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Type of the message that carries a notification.
const NOTIFICATION: u8 = b'A';

pub struct SilentPooler {
    pub address: SocketAddr,
    _serving: JoinSet<()>,
}

impl SilentPooler {
    pub async fn start(postgres_port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", postgres_port)).await.unwrap();
                let (mut from_client, to_client) = client.into_split();
                let (from_server, mut to_server) = server.into_split();
                lines.spawn(async move {
                    let _ended = tokio::io::copy(&mut from_client, &mut to_server).await;
                });
                lines.spawn(async move {
                    let _ended = pass_replies(from_server, to_client).await;
                });
            }
        });
        Self { address, _serving: serving }
    }
}

/// Passes the server's messages, without notifications.
async fn pass_replies(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) -> std::io::Result<()> {
    let mut is_first = true;
    loop {
        let kind = from.read_u8().await?;
        // The answer to the request for TLS is one letter.
        if is_first && kind == b'N' {
            to.write_u8(kind).await?;
            is_first = false;
            continue;
        }
        is_first = false;
        let length = from.read_u32().await?;
        let mut body = vec![0; length as usize - 4];
        from.read_exact(&mut body).await?;
        if kind == NOTIFICATION {
            continue;
        }
        to.write_u8(kind).await?;
        to.write_u32(length).await?;
        to.write_all(&body).await?;
    }
}
