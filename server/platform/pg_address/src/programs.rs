use crate::PgAddress;

/// Variables of PostgreSQL's programs, by the parameter of the address.
const VARIABLES: [(&str, &str); 15] = [
    ("sslmode", "PGSSLMODE"),
    ("ssl-mode", "PGSSLMODE"),
    ("sslrootcert", "PGSSLROOTCERT"),
    ("ssl-root-cert", "PGSSLROOTCERT"),
    ("ssl-ca", "PGSSLROOTCERT"),
    ("sslcert", "PGSSLCERT"),
    ("ssl-cert", "PGSSLCERT"),
    ("sslkey", "PGSSLKEY"),
    ("ssl-key", "PGSSLKEY"),
    ("application_name", "PGAPPNAME"),
    ("target_session_attrs", "PGTARGETSESSIONATTRS"),
    ("connect_timeout", "PGCONNECT_TIMEOUT"),
    ("channel_binding", "PGCHANNELBINDING"),
    ("gssencmode", "PGGSSENCMODE"),
    ("client_encoding", "PGCLIENTENCODING"),
];

impl PgAddress {
    /// Returns the variables by which `pg_dump` and its like reach the same database. In the environment, other users of
    /// the machine do not see the password.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let joined = |text: &dyn Fn(&crate::PgHost) -> String| {
            self.hosts.iter().map(text).collect::<Vec<_>>().join(",")
        };
        let mut variables = Vec::new();
        if self.hosts.iter().any(|host| !host.name.is_empty()) {
            variables.push(("PGHOST", joined(&|host| host.name.clone())));
        }
        if self.hosts.iter().any(|host| host.port.is_some()) {
            variables.push(("PGPORT", joined(&|host| host.port.unwrap_or(5432).to_string())));
        }
        let own = [
            ("PGUSER", &self.user),
            ("PGPASSWORD", &self.password),
            ("PGDATABASE", &self.database),
        ];
        variables.extend(own.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
        let mut options = Vec::new();
        for (name, value) in &self.parameters {
            let named = name.strip_prefix("options[").and_then(|name| name.strip_suffix(']'));
            if let Some(name) = named {
                options.push(format!("-c {name}={value}"));
            } else if name == "options" {
                options.push(value.clone());
            } else if let Some((_, variable)) = VARIABLES.iter().find(|(known, _)| known == name) {
                variables.push((variable, value.clone()));
            }
        }
        if self.hosts.len() > 1
            && !variables.iter().any(|(name, _)| *name == "PGTARGETSESSIONATTRS")
        {
            // As the server: a replica is not meant.
            variables.push(("PGTARGETSESSIONATTRS", "read-write".to_owned()));
        }
        if !options.is_empty() {
            variables.push(("PGOPTIONS", options.join(" ")));
        }
        variables
    }

    /// Returns the name of the database.
    pub fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use super::*;

    fn variables(text: &str) -> Vec<(&'static str, String)> {
        text.parse::<PgAddress>().unwrap().variables()
    }

    fn has(text: &str, expected: &[(&str, &str)]) {
        let found = variables(text);
        for (name, value) in expected {
            let is_there = found.iter().any(|(n, v)| n == name && v == value);
            assert!(is_there, "{text}: {name}={value} in {found:?}");
        }
    }

    #[test]
    fn programs_get_every_parameter_of_the_address() {
        has(
            "postgres://ana:p%40ss+w%25rd@[::1]:5433/chat?sslmode=verify-full&sslrootcert=/ca.pem",
            &[
                ("PGHOST", "::1"),
                ("PGPORT", "5433"),
                ("PGUSER", "ana"),
                ("PGPASSWORD", "p@ss+w%rd"),
                ("PGDATABASE", "chat"),
                ("PGSSLMODE", "verify-full"),
                ("PGSSLROOTCERT", "/ca.pem"),
            ],
        );
        has("postgres:///chat?host=/run/postgresql", &[("PGHOST", "/run/postgresql")]);
        has("postgres://h/chat?options[search_path]=x", &[("PGOPTIONS", "-c search_path=x")]);
        has(
            "postgres://a,b:5433/chat",
            &[("PGHOST", "a,b"), ("PGPORT", "5432,5433"), ("PGTARGETSESSIONATTRS", "read-write")],
        );
    }

    #[test]
    fn what_the_address_does_not_say_is_left_to_the_programs_defaults() {
        let found = variables("postgres:///chat");
        assert_eq!(found, [("PGDATABASE", "chat".to_owned())]);
    }
}
