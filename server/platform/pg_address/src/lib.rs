//! Reads the address of a PostgreSQL server as PostgreSQL's own programs do: sockets, IPv6 literals, several hosts, and
//! every parameter of the query. The driver alone refuses the last three.
//!
//! Start at [`PgAddress`]; `parse.rs` has the grammar, `programs.rs` what `pg_dump` and its like are told.

mod parse;
mod programs;

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use url::form_urlencoded::Serializer;

/// The address of a database, on one server or on one of several.
///
/// `postgres://user:password@host:5432/database?sslmode=require`; a host may be `[::1]`, a list `a:5432,b:5433`, or, in
/// the query, the folder of a socket: `?host=/run/postgresql`.
#[derive(Clone, PartialEq, Eq)]
pub struct PgAddress {
    hosts: Vec<PgHost>,
    user: Option<String>,
    password: Option<String>,
    database: Option<String>,
    /// The query, without what the fields above have.
    parameters: Vec<(String, String)>,
}

/// One of the servers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PgHost {
    /// Name, IP address without brackets, or absolute path of the socket's folder; empty: the default.
    name: String,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PgAddressError {
    #[error(
        "the address of PostgreSQL {0}: write postgres://user:password@host:5432/database, \
         postgres://user@/database?host=/run/postgresql for a socket, postgres://[::1]:5432/database for IPv6, \
         postgres://a:5432,b:5432/database for several hosts"
    )]
    Malformed(&'static str),
}

/// Parameters that the driver does not know, and PostgreSQL's programs do. They change nothing for the driver.
const OF_PROGRAMS: [&str; 12] = [
    "target_session_attrs",
    "load_balance_hosts",
    "connect_timeout",
    "channel_binding",
    "gssencmode",
    "client_encoding",
    "fallback_application_name",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_count",
    "tcp_user_timeout",
];

impl PgAddress {
    /// Returns the options of the driver for each server, in the order of the address.
    pub fn connect_options(&self) -> Result<Vec<PgConnectOptions>, sqlx::Error> {
        self.hosts.iter().map(|host| self.options_of(host)).collect()
    }

    fn options_of(&self, host: &PgHost) -> Result<PgConnectOptions, sqlx::Error> {
        let mut query = Serializer::new(String::new());
        let own = [("user", &self.user), ("password", &self.password), ("dbname", &self.database)];
        for (name, value) in own {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        if !host.name.is_empty() {
            query.append_pair("host", &host.name);
        }
        if let Some(port) = host.port {
            query.append_pair("port", &port.to_string());
        }
        for (name, value) in &self.parameters {
            if !OF_PROGRAMS.contains(&name.as_str()) {
                query.append_pair(name, value);
            }
        }
        // Poolers refuse this parameter, and the binary protocol does not need it.
        let options = PgConnectOptions::from_str(&format!("postgres:///?{}", query.finish()))?;
        Ok(options.extra_float_digits(None))
    }
}

impl std::fmt::Debug for PgAddress {
    /// Shows no password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PgAddress({:?}, {:?})", self.hosts, self.database)
    }
}

impl std::fmt::Display for PgAddress {
    /// Names the servers and the database, without user, password and parameters.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hosts: Vec<String> = self.hosts.iter().map(PgHost::to_string).collect();
        let database = self.database.as_deref().unwrap_or_default();
        write!(f, "postgres://{}/{database}", hosts.join(","))
    }
}

impl std::fmt::Display for PgHost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name.contains(':') {
            true => write!(f, "[{}]", self.name)?,
            false => f.write_str(&self.name)?,
        }
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use super::*;

    fn options(text: &str) -> Vec<PgConnectOptions> {
        text.parse::<PgAddress>().unwrap().connect_options().unwrap()
    }

    #[test]
    fn the_driver_gets_every_shape_of_address() {
        for (text, host, port) in [
            ("postgres://ana:p%40ss+w%25rd@db.example:5433/chat", "db.example", 5433),
            ("postgresql://ana@10.0.0.7/chat", "10.0.0.7", 5432),
            ("postgres://ana@[::1]:5433/chat", "::1", 5433),
            ("postgres://ana@[2001:db8::7]/chat?sslmode=require", "2001:db8::7", 5432),
            ("postgres:///chat?host=db.example&port=5433&user=ana", "db.example", 5433),
        ] {
            let all = options(text);
            let one = &all[0];
            assert_eq!((all.len(), one.get_host(), one.get_port()), (1, host, port), "{text}");
            assert_eq!((one.get_username(), one.get_database()), ("ana", Some("chat")), "{text}");
        }
    }

    #[test]
    fn a_socket_is_named_in_the_query_or_encoded_as_the_host() {
        for text in [
            "postgres://ana@/chat?host=/run/postgresql&port=5433",
            "postgres://ana@%2Frun%2Fpostgresql:5433/chat",
        ] {
            let one = &options(text)[0];
            let socket = one.get_socket().map(|path| path.to_string_lossy().into_owned());
            assert_eq!((socket.as_deref(), one.get_port()), (Some("/run/postgresql"), 5433));
        }
    }

    #[test]
    fn several_hosts_are_several_options() {
        let text = "postgres://ana:x@a:5433,[::1],c/chat?target_session_attrs=read-write";
        let all = options(text);
        let hosts: Vec<_> = all.iter().map(|one| (one.get_host(), one.get_port())).collect();
        assert_eq!(hosts, [("a", 5433), ("::1", 5432), ("c", 5432)]);
        let in_query = options("postgres://ana@/chat?host=a,b&port=5433,5434");
        let hosts: Vec<_> = in_query.iter().map(|one| (one.get_host(), one.get_port())).collect();
        assert_eq!(hosts, [("a", 5433), ("b", 5434)]);
    }

    #[test]
    fn what_people_are_shown_has_no_password() {
        let address: PgAddress =
            "postgres://ana:secret@a,b:5433/chat?password=other".parse().unwrap();
        assert_eq!(address.to_string(), "postgres://a,b:5433/chat");
        assert!(!format!("{address:?}").contains("secret"));
    }
}
