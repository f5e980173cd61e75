//! The sockets that this server listens on: its own, or those that systemd opened for it.

use std::fs::{Permissions, metadata, remove_file, rename, set_permissions};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};

use anyhow::Context as _;
use api::SOCKET_PEER;
use listenfd::ListenFd;
use rustix::net::RecvFlags;
use socket2::{Domain, Protocol, SockFilter, SockRef, Socket, Type};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use super::address::ListenAddress;

/// Maximum number of connections that wait to be accepted. A connection beyond it is retried by its client's system a
/// second later; the usual 128 are too few for a restart under load.
const BACKLOG: i32 = 4_096;

/// Options with which this server opens its sockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SocketOptions {
    /// True if another process may listen on the same addresses: it takes over when this one stops.
    pub reuse_port: bool,
    /// Permissions of Unix sockets.
    pub unix_mode: u32,
}

/// A socket that accepts connections.
pub struct Listener {
    socket: Accepting,
    /// True if nobody else listens on it, so that what waits in it is lost when it is closed.
    is_own: bool,
}

enum Accepting {
    Tcp(TcpListener),
    Unix { listener: UnixListener, file: Option<SocketFile> },
}

/// The file of a Unix socket of ours, removed with it unless another process has put its own there.
struct SocketFile {
    path: PathBuf,
    inode: u64,
}

/// A connection.
pub enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Listener {
    /// Listens on all `addresses`.
    pub fn open_all(
        addresses: &[ListenAddress],
        options: SocketOptions,
    ) -> anyhow::Result<Vec<Self>> {
        addresses
            .iter()
            .map(|address| {
                Self::open(address, options).with_context(|| {
                    format!("cannot listen on {address} (server.listen): another program may be using it")
                })
            })
            .collect()
    }

    /// Listens on `address`.
    pub fn open(address: &ListenAddress, options: SocketOptions) -> io::Result<Self> {
        let socket = match address {
            ListenAddress::Tcp(address) => Accepting::Tcp(open_tcp(*address, options.reuse_port)?),
            ListenAddress::Unix(path) => open_unix(path, options)?,
        };
        Ok(Self { socket, is_own: true })
    }

    /// Returns the sockets that systemd opened for this service (`LISTEN_FDS`). Call it first of all: it changes the
    /// environment, so that no other program takes them for its own.
    pub fn given() -> anyhow::Result<Vec<Self>> {
        let mut given = ListenFd::from_env();
        let mut all = Vec::new();
        for index in 0..given.len() {
            let socket = match given.take_tcp_listener(index) {
                Ok(Some(listener)) => {
                    listener.set_nonblocking(true)?;
                    Accepting::Tcp(TcpListener::from_std(listener)?)
                }
                Ok(None) => continue,
                Err(_) => {
                    let listener = given.take_unix_listener(index).with_context(|| {
                        format!(
                            "socket {index} of systemd accepts no connections: write ListenStream="
                        )
                    })?;
                    let Some(listener) = listener else { continue };
                    listener.set_nonblocking(true)?;
                    let listener = UnixListener::from_std(listener)?;
                    Accepting::Unix { listener, file: None }
                }
            };
            all.push(Self { socket, is_own: false });
        }
        Ok(all)
    }

    /// Waits for a connection; returns it with the address of its client.
    pub async fn accept(&self) -> io::Result<(Stream, SocketAddr)> {
        match &self.socket {
            Accepting::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok((Stream::Tcp(stream), peer))
            }
            Accepting::Unix { listener, .. } => {
                let (stream, _) = listener.accept().await?;
                Ok((Stream::Unix(stream), SocketAddr::new(SOCKET_PEER, 0)))
            }
        }
    }

    /// Returns the address.
    pub fn address(&self) -> String {
        match &self.socket {
            Accepting::Tcp(listener) => {
                listener.local_addr().map_or_else(|error| error.to_string(), |it| it.to_string())
            }
            Accepting::Unix { file: Some(file), .. } => format!("unix:{}", file.path.display()),
            Accepting::Unix { listener, .. } => {
                let address = listener.local_addr().ok();
                let path = address.as_ref().and_then(|address| address.as_pathname());
                path.map_or_else(|| "unix:".to_owned(), |path| format!("unix:{}", path.display()))
            }
        }
    }

    /// Returns the address of the network.
    pub fn local_addr(&self) -> Option<SocketAddr> {
        match &self.socket {
            Accepting::Tcp(listener) => listener.local_addr().ok(),
            Accepting::Unix { .. } => None,
        }
    }

    /// Makes no more connections wait here. Returns true if those that wait already must be accepted, as they are lost
    /// otherwise: a socket of systemd keeps them for the next process.
    pub fn close_door(&self) -> bool {
        if !self.is_own {
            return false;
        }
        match &self.socket {
            Accepting::Tcp(listener) => {
                // Not answered, clients try again in a second, and find who listens then.
                if let Err(error) = SockRef::from(listener).attach_filter(&drop_first_segments()) {
                    tracing::debug!(%error, "new connections are accepted until the socket is closed");
                }
            }
            Accepting::Unix { file, .. } => {
                if let Some(file) = file {
                    file.remove();
                }
            }
        }
        true
    }
}

fn open_tcp(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // A server that was just stopped left connections behind that still know the port.
    socket.set_reuse_address(true)?;
    if reuse_port {
        socket.set_reuse_port(true)?;
    }
    if let IpAddr::V6(ip) = address.ip()
        && ip.is_unspecified()
    {
        // Whatever the system's default is: [::] is every address.
        socket.set_only_v6(false)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

/// Listens on a Unix socket. One that a stopped server left is replaced, also one in use if `reuse_port`: whoever connects
/// finds either the old or the new one.
fn open_unix(path: &Path, options: SocketOptions) -> io::Result<Accepting> {
    if let Ok(found) = metadata(path) {
        if !found.file_type().is_socket() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                "it is a file, and no socket",
            ));
        }
        if !options.reuse_port && std::os::unix::net::UnixStream::connect(path).is_ok() {
            return Err(io::ErrorKind::AddrInUse.into());
        }
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", std::process::id()));
    let beside = PathBuf::from(beside);
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    if let Err(error) = remove_file(&beside)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    socket.bind(&socket2::SockAddr::unix(&beside)?)?;
    set_permissions(&beside, Permissions::from_mode(options.unix_mode))?;
    socket.listen(BACKLOG)?;
    rename(&beside, path)?;
    let inode = metadata(path)?.ino();
    let listener = UnixListener::from_std(socket.into())?;
    let file = Some(SocketFile { path: path.to_owned(), inode });
    Ok(Accepting::Unix { listener, file })
}

impl SocketFile {
    fn remove(&self) {
        let is_ours = metadata(&self.path).is_ok_and(|found| found.ino() == self.inode);
        if is_ours && let Err(error) = remove_file(&self.path) {
            tracing::warn!(path = %self.path.display(), %error, "the socket cannot be removed");
        }
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Returns a filter that drops what opens a connection (SYN without ACK), and lets pass what completes one that is opened.
fn drop_first_segments() -> [SockFilter; 5] {
    const LOAD_BYTE: u16 = 0x30;
    const AND: u16 = 0x54;
    const JUMP_IF_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    /// Offset of the flags in a TCP header, and of those the ones that count: SYN and ACK.
    const FLAGS: u32 = 13;
    const SYN_OR_ACK: u32 = 0x12;
    const SYN: u32 = 0x02;
    [
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS),
        SockFilter::new(AND, 0, 0, SYN_OR_ACK),
        SockFilter::new(JUMP_IF_EQUAL, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ]
}

impl Stream {
    /// Reads the first bytes without taking them.
    pub async fn peek(&self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.peek(buffer).await,
            Self::Unix(stream) => {
                let read = || {
                    let (length, _) = rustix::net::recv(stream, &mut *buffer, RecvFlags::PEEK)?;
                    Ok(length)
                };
                stream.async_io(Interest::READABLE, read).await
            }
        }
    }

    /// Makes the system forget what it still holds for the client when this is dropped.
    pub fn forget_unsent(&self) {
        if let Self::Tcp(stream) = self {
            stream.set_zero_linger().ok();
        }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(stream) => stream.as_fd(),
            Self::Unix(stream) => stream.as_fd(),
        }
    }
}

impl AsRawFd for Stream {
    fn as_raw_fd(&self) -> RawFd {
        self.as_fd().as_raw_fd()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Unix(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(cx, bytes),
            Self::Unix(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            Self::Unix(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(cx),
            Self::Unix(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
