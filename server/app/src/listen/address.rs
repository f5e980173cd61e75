//! Addresses to listen on: of the network, or Unix sockets.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Beginning of the address of a Unix socket.
const UNIX: &str = "unix:";

/// One address to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListenAddress {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

impl ListenAddress {
    /// Reads a list of addresses, with commas between them. `None`: it is none.
    pub fn parse_list(text: &str) -> Option<Vec<Self>> {
        let all: Option<Vec<Self>> = text.split(',').map(|one| Self::parse(one.trim())).collect();
        all.filter(|all| !all.is_empty())
    }

    fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix(UNIX) {
            Some(path) => Some(Path::new(path))
                .filter(|path| path.is_absolute())
                .map(|path| Self::Unix(path.to_owned())),
            None => text.parse().ok().map(Self::Tcp),
        }
    }

    /// Returns the address of the network.
    pub fn tcp(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(address) => Some(*address),
            Self::Unix(_) => None,
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

/// Reads the permissions of a Unix socket, as `chmod` takes them.
pub fn parse_mode(text: &str) -> Option<u32> {
    u32::from_str_radix(text, 8).ok().filter(|mode| *mode <= 0o777 && *mode & 0o600 == 0o600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_network_and_sockets_are_told_apart() {
        for (text, expected) in [
            ("127.0.0.1:7070", Some("127.0.0.1:7070")),
            ("[::1]:7070", Some("[::1]:7070")),
            ("127.0.0.1:80,[::]:81", Some("127.0.0.1:80 [::]:81")),
            ("unix:/run/e.sock, 127.0.0.1:80", Some("unix:/run/e.sock 127.0.0.1:80")),
            ("unix:run/e.sock", None),
            ("unix:", None),
            ("7070", None),
            ("localhost:7070", None),
            ("::1:7070", None),
            ("127.0.0.1:80,", None),
            ("", None),
        ] {
            let read = ListenAddress::parse_list(text)
                .map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_mode_of_a_socket_lets_this_server_use_it() {
        assert_eq!(parse_mode("660"), Some(0o660));
        assert_eq!(parse_mode("0666"), Some(0o666));
        for wrong in ["", "1777", "rw", "888", "066"] {
            assert_eq!(parse_mode(wrong), None, "{wrong}");
        }
    }
}
