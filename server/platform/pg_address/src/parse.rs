use std::str::FromStr;

use crate::{PgAddress, PgAddressError, PgHost};

type Parsed<T> = Result<T, PgAddressError>;

impl FromStr for PgAddress {
    type Err = PgAddressError;

    fn from_str(text: &str) -> Parsed<Self> {
        let rest =
            ["postgres://", "postgresql://"].iter().find_map(|start| text.strip_prefix(start));
        let rest = rest.ok_or(PgAddressError::Malformed("begins with another word"))?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        // A password may have an @ in it, a host may not.
        let (user_info, place) = rest.rsplit_once('@').unwrap_or(("", rest));
        let (hosts, database) = place.split_once('/').unwrap_or((place, ""));
        let (user, password) = match user_info.split_once(':') {
            Some((user, password)) => (user, Some(decode(password)?)),
            None => (user_info, None),
        };
        let mut address = Self {
            hosts: hosts.split(',').map(parse_host).collect::<Parsed<_>>()?,
            user: some_text(decode(user)?),
            password,
            database: some_text(decode(database)?),
            parameters: Vec::new(),
        };
        address.take_query(query)?;
        Ok(address)
    }
}

impl PgAddress {
    /// Takes over the parameters of the query, which count more than what stands before it.
    fn take_query(&mut self, query: &str) -> Parsed<()> {
        let mut ports: Vec<u16> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decode(name)?, decode(value)?);
            match name.as_str() {
                "host" | "hostaddr" => {
                    let port = self.hosts.first().and_then(|host| host.port);
                    let names = value.split(',').map(str::to_owned);
                    self.hosts = names.map(|name| PgHost { name, port }).collect();
                }
                "port" => ports = value.split(',').map(parse_port).collect::<Parsed<_>>()?,
                "user" => self.user = Some(value),
                "password" => self.password = Some(value),
                "dbname" => self.database = Some(value),
                _ => self.parameters.push((name, value)),
            }
        }
        // One port is for all hosts.
        for (index, host) in self.hosts.iter_mut().enumerate() {
            host.port = ports.get(index).or(ports.first()).copied().or(host.port);
        }
        Ok(())
    }
}

fn parse_host(text: &str) -> Parsed<PgHost> {
    if let Some(rest) = text.strip_prefix('[') {
        let (name, port) =
            rest.split_once(']').ok_or(PgAddressError::Malformed("has a [ without its ]"))?;
        let port = port.strip_prefix(':').map(parse_port).transpose()?;
        return Ok(PgHost { name: name.to_owned(), port });
    }
    match text.rsplit_once(':') {
        Some((name, _)) if name.contains(':') => {
            Err(PgAddressError::Malformed("has an IPv6 address without brackets"))
        }
        Some((name, port)) => Ok(PgHost { name: decode(name)?, port: Some(parse_port(port)?) }),
        None => Ok(PgHost { name: decode(text)?, port: None }),
    }
}

fn parse_port(text: &str) -> Parsed<u16> {
    text.parse().map_err(|_| PgAddressError::Malformed("has a port that is no number"))
}

fn some_text(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Undoes the percent-encoding of a part of an address. A `+` is a `+`.
pub(crate) fn decode(text: &str) -> Parsed<String> {
    let pair = format!("x={}", text.replace('+', "%2B").replace('&', "%26"));
    let decoded = url::form_urlencoded::parse(pair.as_bytes()).next();
    Ok(decoded.map(|(_, value)| value.into_owned()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_any_kind_survive_the_address() {
        assert_eq!(decode("p%40ss+w%25rd").as_deref(), Ok("p@ss+w%rd"));
        assert_eq!(decode("a&b=c#d").as_deref(), Ok("a&b=c#d"));
    }

    #[test]
    fn an_address_that_cannot_be_meant_is_refused_with_how_to_write_it() {
        for wrong in
            ["mysql://h/d", "postgres://[::1/d", "postgres://::1:5432/d", "postgres://h:x/d"]
        {
            let error = wrong.parse::<PgAddress>().map(|_| ()).map_err(|error| error.to_string());
            assert!(error.is_err_and(|text| text.contains("postgres://[::1]:5432")), "{wrong}");
        }
    }
}
