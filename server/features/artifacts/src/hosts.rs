//! Hosts that a running artifact may reach, and the policy of its frame, which says so (decision 1018). No I/O.

use kernel::Problem;
use store::from_json;
use url::{Host, Url, form_urlencoded};
use web_access::is_web_name;

use crate::problems::{HOST_INVALID, TOO_MANY_HOSTS};
use crate::rules::HOSTS_MAX;

/// Characters of a wrong host that its problem repeats.
const QUOTED_MAX_CHARS: usize = 100;

/// Returns the policy of the page in which artifacts run (decision 1063): any script that its frame is handed, and no
/// network but the hosts that `query` names in `connect`. The libraries come as text from the page around it.
///
/// If one of the hosts breaks a rule there is no network at all. `own` is the address of this server.
pub fn preview_policy(query: Option<&str>, own: &Url) -> String {
    let mut parameters = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let named = parameters.find(|(name, _)| name == "connect").map(|(_, value)| value);
    let named: Vec<String> =
        named.iter().flat_map(|value| value.split(' ')).map(str::to_owned).collect();
    let hosts = check_hosts(&named, own).unwrap_or_default().join(" ");
    let (images, connections) = match hosts.as_str() {
        "" => ("data: blob:".to_owned(), "'none'"),
        hosts => (format!("data: blob: {hosts}"), hosts),
    };
    format!(
        "sandbox allow-scripts allow-forms; default-src 'none'; \
         script-src 'unsafe-inline' 'unsafe-eval' blob:; style-src 'unsafe-inline'; img-src {images}; \
         font-src data:; media-src data: blob:; connect-src {connections}; worker-src 'none'; frame-src 'none'; \
         form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
}

/// Returns hosts as origins in order, each once.
///
/// # Errors
///
/// [`HOST_INVALID`] for one that is not the https origin of a server on the open web, or that is this server;
/// [`TOO_MANY_HOSTS`].
pub(crate) fn check_hosts(hosts: &[String], own: &Url) -> Result<Vec<String>, Problem> {
    let invalid = |host: &str| {
        let quoted: String = host.chars().take(QUOTED_MAX_CHARS).collect();
        HOST_INVALID.with("host", quoted)
    };
    let origins = hosts.iter().map(|host| origin_of(host, own).ok_or_else(|| invalid(host)));
    let mut origins = origins.collect::<Result<Vec<String>, Problem>>()?;
    origins.sort();
    origins.dedup();
    if origins.len() > HOSTS_MAX {
        return Err(TOO_MANY_HOSTS.with("max", HOSTS_MAX));
    }
    Ok(origins)
}

/// Returns the hosts that a row has.
pub(crate) fn hosts_of(row: &str) -> Vec<String> {
    // Written by us.
    from_json(row).unwrap_or_default()
}

fn origin_of(text: &str, own: &Url) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    // An address in numbers is of a private network more often than not, and no name tells people whose it is.
    let Some(Host::Domain(name)) = url.host() else { return None };
    let is_origin = url.scheme() == "https"
        && url.username().is_empty()
        && url.password().is_none()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    // Names in URLs may hold `*` and `;`, which mean something in a policy.
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    let is_open = is_plain && !name.ends_with('.') && is_web_name(name);
    let is_own = own.host_str() == Some(name);
    (is_origin && is_open && !is_own).then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Url {
        Url::parse("https://ensemble.example.org:8443").unwrap()
    }

    fn check(hosts: &[&str]) -> Result<Vec<String>, Problem> {
        let hosts: Vec<String> = hosts.iter().map(|&host| host.to_owned()).collect();
        check_hosts(&hosts, &own())
    }

    #[test]
    fn hosts_are_origins_in_order_and_each_once() {
        let hosts = ["https://b.example/", " https://API.a.example:8443 ", "https://b.example:443"];
        assert_eq!(check(&hosts).unwrap(), ["https://api.a.example:8443", "https://b.example"]);
        assert_eq!(
            check(&["https://münchen.example"]).unwrap(),
            ["https://xn--mnchen-3ya.example"]
        );
        assert_eq!(check(&[]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_host_is_a_server_on_the_open_web_and_not_this_one() {
        for wrong in [
            "",
            "api.example",
            "http://api.example",
            "wss://api.example",
            "https://api.example/path",
            "https://api.example?q",
            "https://api.example#f",
            "https://user@api.example",
            "https://*.example.com",
            "https://a.example;script-src",
            "https://a.example,b.example",
            "https://a.example https://b.example",
            "https://'self'",
            "https://api.example.",
            "https://localhost",
            "https://router.lan",
            "https://printer.local:631",
            "https://intranet",
            "https://127.0.0.1",
            "https://192.168.1.1",
            "https://8.8.8.8",
            "https://[::1]",
            "https://0x7f000001",
            "https://ensemble.example.org",
            "https://ensemble.example.org:8443",
        ] {
            assert_eq!(check(&[wrong]).unwrap_err().kind, HOST_INVALID, "{wrong}");
        }
    }

    #[test]
    fn hosts_are_few() {
        let many: Vec<String> =
            (0..=HOSTS_MAX).map(|number| format!("https://a{number}.example")).collect();
        assert_eq!(check_hosts(&many, &own()).unwrap_err().kind, TOO_MANY_HOSTS);
        assert_eq!(check_hosts(&many[1..], &own()).unwrap().len(), HOSTS_MAX);
    }

    #[test]
    fn a_preview_reaches_nothing_unless_hosts_are_named() {
        for query in [None, Some(""), Some("connect="), Some("other=https://a.example")] {
            let policy = preview_policy(query, &own());
            assert!(policy.starts_with("sandbox allow-scripts allow-forms; default-src 'none';"));
            assert!(policy.contains("connect-src 'none';"), "{policy}");
            assert!(policy.contains("img-src data: blob:;"), "{policy}");
            assert!(!policy.contains("allow-same-origin") && !policy.contains("http"), "{policy}");
        }
    }

    #[test]
    fn a_preview_reaches_exactly_the_hosts_that_are_named() {
        let query = "connect=https%3A%2F%2Fb.example+https%3A%2F%2Fa.example";
        let policy = preview_policy(Some(query), &own());
        assert!(policy.contains("connect-src https://a.example https://b.example;"), "{policy}");
        assert!(policy.contains("img-src data: blob: https://a.example https://b.example;"));
        assert_eq!(policy.matches("https:").count(), 4);
    }

    #[test]
    fn one_wrong_host_takes_all_away() {
        for wrong in [
            "https://a.example *",
            "https://a.example; script-src https:",
            "https://a.example\r\nX: y",
        ] {
            let query: String = form_urlencoded::Serializer::new(String::new())
                .append_pair("connect", wrong)
                .finish();
            assert_eq!(
                preview_policy(Some(&query), &own()),
                preview_policy(None, &own()),
                "{wrong}"
            );
        }
    }
}
