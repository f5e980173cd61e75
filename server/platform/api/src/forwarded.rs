//! What trusted proxies say of the client: `X-Forwarded-For` and `X-Forwarded-Proto`, or `Forwarded` (RFC 7239).
//!
//! The older headers count first. Most proxies write those only, and pass on a `Forwarded` that the client made up.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::HeaderMap;

/// One hop of a request, as the proxy behind it saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hop {
    /// `None` if the proxy keeps it to itself (`unknown`, `_hidden`).
    pub ip: Option<IpAddr>,
    /// True for https; `None` if the proxy does not say.
    pub is_https: Option<bool>,
}

/// Returns the hops of a request, the client's first.
pub(crate) fn hops(headers: &HeaderMap) -> Vec<Hop> {
    if headers.contains_key("x-forwarded-for") {
        let addresses = lines(headers, "x-forwarded-for").flat_map(|line| line.split(','));
        return addresses.map(|text| Hop { ip: read_address(text), is_https: None }).collect();
    }
    lines(headers, "forwarded").flat_map(read_forwarded).collect()
}

/// Returns true if the client uses https, as the proxies say it of the client's own hop.
pub(crate) fn is_https(headers: &HeaderMap, client: Option<&Hop>) -> bool {
    match lines(headers, "x-forwarded-proto").flat_map(|line| line.split(',')).next() {
        Some(scheme) => scheme.trim().eq_ignore_ascii_case("https"),
        None => client.and_then(|hop| hop.is_https) == Some(true),
    }
}

fn lines<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok())
}

/// Returns the hops of one `Forwarded` header: `for=192.0.2.60;proto=https, for="[2001:db8::1]:4711"`.
fn read_forwarded(line: &str) -> Vec<Hop> {
    let elements = split_unquoted(line, ',').into_iter().filter(|text| !text.trim().is_empty());
    elements.map(read_element).collect()
}

fn read_element(text: &str) -> Hop {
    let mut hop = Hop { ip: None, is_https: None };
    for pair in split_unquoted(text, ';') {
        let Some((name, value)) = pair.split_once('=') else { continue };
        let value = value.trim().trim_matches('"');
        if name.trim().eq_ignore_ascii_case("for") {
            hop.ip = read_address(value);
        } else if name.trim().eq_ignore_ascii_case("proto") {
            hop.is_https = Some(value.eq_ignore_ascii_case("https"));
        }
    }
    hop
}

/// Splits a text at `separator`, but not within quotes.
fn split_unquoted(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    text.split(|character| {
        is_quoted ^= character == '"';
        character == separator && !is_quoted
    })
    .collect()
}

/// Returns an address as proxies write it: with a port or without, IPv6 with brackets or without.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok();
    let ip = text
        .parse::<IpAddr>()
        .ok()
        .or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
        .or_else(|| bracketed().map(IpAddr::from))?;
    Some(ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    fn addresses(pairs: &[(&'static str, &'static str)]) -> Vec<String> {
        let hops = hops(&headers(pairs)).into_iter();
        hops.map(|hop| hop.ip.map_or("?".to_owned(), |ip| ip.to_string())).collect()
    }

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        for (text, expected) in [
            ("192.0.2.1", Some("192.0.2.1")),
            (" 192.0.2.1 ", Some("192.0.2.1")),
            ("192.0.2.1:4711", Some("192.0.2.1")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("[2001:db8::1]:4711", Some("2001:db8::1")),
            ("\"[2001:db8::1]:4711\"", Some("2001:db8::1")),
            ("::ffff:192.0.2.1", Some("192.0.2.1")),
            ("[::ffff:192.0.2.1]:80", Some("192.0.2.1")),
            ("unknown", None),
            ("_hidden", None),
            ("chat.example.org", None),
            ("192.0.2.1:port", None),
            ("[192.0.2.1]", None),
            ("", None),
        ] {
            let expected: Option<IpAddr> = expected.map(|text| text.parse().unwrap());
            assert_eq!(read_address(text), expected, "{text}");
        }
    }

    #[test]
    fn hops_come_from_either_header_and_the_older_counts_first() {
        let old = ("x-forwarded-for", "192.0.2.1:80, [2001:db8::2]:81");
        assert_eq!(addresses(&[old]), ["192.0.2.1", "2001:db8::2"]);
        assert_eq!(addresses(&[old, ("x-forwarded-for", "192.0.2.3")]).len(), 3);
        let standard =
            ("forwarded", "For=\"[2001:db8::1]:47\";proto=https;by=\"a,b;c\" , for=unknown");
        assert_eq!(addresses(&[standard]), ["2001:db8::1", "?"]);
        assert_eq!(addresses(&[old, standard]), ["192.0.2.1", "2001:db8::2"]);
        assert!(addresses(&[("forwarded", " ")]).is_empty());
    }

    #[test]
    fn the_scheme_is_that_of_the_clients_hop() {
        let is_https = |pairs: &[(&'static str, &'static str)]| {
            let headers = headers(pairs);
            let hops = hops(&headers);
            super::is_https(&headers, hops.first())
        };
        assert!(is_https(&[("x-forwarded-proto", "https")]));
        assert!(is_https(&[("x-forwarded-proto", "HTTPS, http")]));
        assert!(!is_https(&[("x-forwarded-proto", "http, https")]));
        assert!(is_https(&[("forwarded", "for=192.0.2.1;proto=https, for=10.0.0.1;proto=http")]));
        assert!(!is_https(&[("forwarded", "for=192.0.2.1;proto=http")]));
        assert!(!is_https(&[("forwarded", "for=192.0.2.1")]));
        assert!(is_https(&[("forwarded", "for=192.0.2.1"), ("x-forwarded-proto", "https")]));
        assert!(!is_https(&[]));
    }
}
