//! One HTTP/1 connection owned by a measurement, so that it times a single request without a pool.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, ensure};
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, Request, Response, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// An open connection and the cookie it sends.
pub struct Connection {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    cookie: Option<Arc<str>>,
}

impl Connection {
    pub async fn open(address: SocketAddr, cookie: Option<Arc<str>>) -> anyhow::Result<Self> {
        let socket =
            TcpStream::connect(address).await.with_context(|| format!("cannot reach {address}"))?;
        socket.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(socket)).await?;
        tokio::spawn(connection);
        Ok(Self { sender, host: address.to_string(), cookie })
    }

    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Response<Incoming>> {
        self.send_accepting("*/*", method, path, body).await
    }

    /// Sends a request whose response is a stream of events.
    pub async fn send_for_events(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Response<Incoming>> {
        self.send_accepting("text/event-stream", method, path, body).await
    }

    async fn send_accepting(
        &mut self,
        accept: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Response<Incoming>> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::ACCEPT, accept)
            .header(header::HOST, &self.host)
            .header(header::ORIGIN, format!("http://{}", self.host));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie.as_ref());
        }
        let body = match body {
            Some(json) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Bytes::from(serde_json::to_vec(json)?)
            }
            None => Bytes::new(),
        };
        self.sender.ready().await?;
        Ok(self.sender.send_request(request.body(Full::new(body))?).await?)
    }

    /// Sends a piece of a file.
    pub async fn send_chunk(
        &mut self,
        path: &str,
        offset: usize,
        chunk: &[u8],
    ) -> anyhow::Result<()> {
        let mut request = Request::builder()
            .method(Method::PATCH)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::ORIGIN, format!("http://{}", self.host))
            .header(header::CONTENT_TYPE, "application/offset+octet-stream")
            .header("upload-offset", offset);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie.as_ref());
        }
        self.sender.ready().await?;
        let body = Full::new(Bytes::copy_from_slice(chunk));
        let response = self.sender.send_request(request.body(body)?).await?;
        let (head, body) = response.into_parts();
        let said = body.collect().await?.to_bytes();
        ensure!(
            head.status.is_success(),
            "a chunk was refused: {}",
            String::from_utf8_lossy(&said)
        );
        Ok(())
    }

    /// Sends bytes that are no JSON.
    pub async fn put_bytes(&mut self, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
        self.put_bytes_of("application/octet-stream", path, bytes).await
    }

    /// Sends bytes of a media type.
    pub async fn put_bytes_of(
        &mut self,
        media_type: &str,
        path: &str,
        bytes: &[u8],
    ) -> anyhow::Result<()> {
        let mut request = Request::builder()
            .method(Method::PUT)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::ORIGIN, format!("http://{}", self.host))
            .header(header::CONTENT_TYPE, media_type);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie.as_ref());
        }
        self.sender.ready().await?;
        let body = Full::new(Bytes::copy_from_slice(bytes));
        let response = self.sender.send_request(request.body(body)?).await?;
        let (head, body) = response.into_parts();
        let said = body.collect().await?.to_bytes();
        ensure!(head.status.is_success(), "bytes were refused: {}", String::from_utf8_lossy(&said));
        Ok(())
    }

    /// Sends, reads the whole answer, and takes anything but a success for a failure.
    pub async fn call(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<(HeaderMap, Value)> {
        let response = self.send(method.clone(), path, body).await?;
        let (head, body) = response.into_parts();
        let bytes = body.collect().await?.to_bytes();
        ensure!(
            head.status.is_success(),
            "{method} {path} answered {}: {}",
            head.status,
            String::from_utf8_lossy(&bytes)
        );
        let json = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes)? };
        Ok((head.headers, json))
    }
}

/// Reads a stream of server-sent events, one event at a time.
pub struct Events {
    body: Incoming,
    buffer: BytesMut,
}

/// The name of an event and its data, as they came.
pub struct Event {
    pub name: Bytes,
    pub data: Bytes,
}

impl Events {
    pub fn of(response: Response<Incoming>) -> Self {
        Self { body: response.into_body(), buffer: BytesMut::new() }
    }

    /// Returns the next event that has data; None at the end of the stream.
    pub async fn next(&mut self) -> anyhow::Result<Option<Event>> {
        loop {
            while let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let block = self.buffer.split_to(end + 2).freeze();
                if let Some(event) = read_block(&block) {
                    return Ok(Some(event));
                }
            }
            match self.body.frame().await {
                Some(frame) => {
                    if let Ok(data) = frame?.into_data() {
                        self.buffer.extend_from_slice(&data);
                    }
                }
                None => return Ok(None),
            }
        }
    }
}

fn read_block(block: &Bytes) -> Option<Event> {
    let mut name = Bytes::new();
    let mut data = None;
    for line in block.split(|byte| *byte == b'\n') {
        if let Some(value) = field(line, b"event:") {
            name = block.slice_ref(value);
        } else if let Some(value) = field(line, b"data:") {
            data = Some(block.slice_ref(value));
        }
    }
    data.map(|data| Event { name, data })
}

fn field<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    line.strip_prefix(name).map(|value| value.strip_prefix(b" ").unwrap_or(value))
}
