//! The choice of a proxy: from the settings, or from the variables that programs share.

use std::net::IpAddr;
use std::sync::Arc;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::Proxy;
use url::{Host, Url};

use crate::{OutboundError, Settings};

/// The proxies, if there are any, and which hosts are reached without one.
#[derive(Default, Clone)]
pub(crate) struct Proxies(Option<Arc<Chosen>>);

struct Chosen {
    http: Option<Url>,
    https: Option<Url>,
    /// Says for which hosts the proxies are: its own proxy is only a stand-in.
    hosts: Matcher,
    except: String,
}

impl std::fmt::Debug for Proxies {
    // Addresses of proxies may hold passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.describe())
    }
}

impl Proxies {
    pub fn read(
        settings: &Settings,
        variables: &[(String, String)],
    ) -> Result<Self, OutboundError> {
        let variable = |name: &str| {
            let is_it = |(found, text): &&(String, String)| {
                found.eq_ignore_ascii_case(name) && !text.trim().is_empty()
            };
            variables.iter().find(is_it).map(|(found, text)| (found.as_str(), text.trim()))
        };
        let chosen = settings.proxy.as_ref().map(|proxy| ("outbound.proxy", proxy.expose().trim()));
        let of = |name| chosen.or_else(|| variable(name)).or_else(|| variable("all_proxy"));
        let read = |found: Option<(&str, &str)>| found.map(|(name, text)| address(name, text));
        let http = read(of("http_proxy")).transpose()?;
        let https = read(of("https_proxy")).transpose()?;
        if http.is_none() && https.is_none() {
            return Ok(Self::default());
        }
        let except = match settings.no_proxy.is_empty() {
            true => variable("no_proxy").map(|(_, text)| text.to_owned()).unwrap_or_default(),
            false => settings.no_proxy.join(","),
        };
        let hosts = Matcher::builder().all("http://proxy.invalid").no(except.as_str()).build();
        Ok(Self(Some(Arc::new(Chosen { http, https, hosts, except }))))
    }

    pub fn is_proxied(&self, url: &Url) -> bool {
        self.0.as_ref().is_some_and(|chosen| chosen.proxy_of(url).is_some())
    }

    /// Returns the proxy as clients take it; `None` if there is none.
    pub fn proxy(&self) -> Option<Proxy> {
        let chosen = self.0.clone()?;
        Some(Proxy::custom(move |url| chosen.proxy_of(url).cloned()))
    }

    pub fn describe(&self) -> String {
        let Some(chosen) = &self.0 else { return "directly".to_owned() };
        let name = |proxy: &Url| {
            let port = proxy.port_or_known_default().unwrap_or_default();
            format!("{}:{port}", proxy.host_str().unwrap_or_default())
        };
        let mut proxies: Vec<String> = chosen.https.iter().chain(&chosen.http).map(name).collect();
        proxies.dedup();
        let except = match chosen.except.as_str() {
            "" => String::new(),
            hosts => format!(", except {hosts}"),
        };
        format!("through the proxy {}{except}", proxies.join(" and "))
    }
}

impl Chosen {
    fn proxy_of(&self, url: &Url) -> Option<&Url> {
        let proxy = match url.scheme() {
            "http" => self.http.as_ref(),
            "https" => self.https.as_ref(),
            _ => None,
        }?;
        if is_here(url) {
            return None;
        }
        let uri: http::Uri = url.as_str().parse().ok()?;
        self.hosts.intercept(&uri).map(|_| proxy)
    }
}

/// Returns true for addresses that mean this machine or its own line: for a proxy they would be its own.
fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => IpAddr::from(ip).is_loopback() || ip.is_link_local(),
        Some(Host::Ipv6(ip)) => ip.is_loopback() || ip.is_unicast_link_local(),
        None => false,
    }
}

/// Reads the address of a proxy, with or without `http://`.
fn address(name: &str, text: &str) -> Result<Url, OutboundError> {
    let whole = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    let url = Url::parse(&whole).map_err(|_| OutboundError::Proxy(name.to_owned()))?;
    match url.scheme() {
        "http" | "https" if url.host().is_some() => Ok(url),
        "http" | "https" => Err(OutboundError::Proxy(name.to_owned())),
        _ => Err(OutboundError::Scheme(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use kernel::Secret;

    use super::*;

    fn proxies(proxy: Option<&str>, no_proxy: &[&str], variables: &[(&str, &str)]) -> Proxies {
        let variables: Vec<_> =
            variables.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
        let settings = Settings {
            proxy: proxy.map(|text| Secret::new(text.to_owned())),
            no_proxy: no_proxy.iter().map(|host| (*host).to_owned()).collect(),
            extra_ca: None,
        };
        Proxies::read(&settings, &variables).unwrap()
    }

    fn proxied(proxies: &Proxies, url: &str) -> bool {
        proxies.is_proxied(&Url::parse(url).unwrap())
    }

    #[test]
    fn the_setting_counts_before_the_variables() {
        let both = proxies(Some("proxy.example:3128"), &[], &[("HTTPS_PROXY", "http://other:1")]);
        assert_eq!(both.describe(), "through the proxy proxy.example:3128");
        let variable = proxies(None, &[], &[("https_proxy", "http://u:secret@other:8080")]);
        assert_eq!(variable.describe(), "through the proxy other:8080");
        assert!(!format!("{variable:?}").contains("secret"));
        assert!(proxied(&variable, "https://api.example.com/v1"));
        assert!(!proxied(&variable, "http://api.example.com/v1"), "it is for https only");
        let all = proxies(None, &[], &[("ALL_PROXY", "http://other")]);
        assert!(proxied(&all, "http://api.example.com/") && proxied(&all, "https://example.com/"));
        assert!(!proxied(&proxies(None, &[], &[("HTTP_PROXY", " ")]), "http://example.com/"));
    }

    #[test]
    fn hosts_of_the_own_network_are_reached_without_it() {
        let no_proxy = ["wiki.lan", ".corp.example", "10.0.0.0/8", "fd00::/8"];
        let set = proxies(Some("http://proxy.example:3128"), &no_proxy, &[]);
        for direct in [
            "http://wiki.lan/",
            "https://a.corp.example/",
            "http://10.1.2.3:9000/",
            "http://[fd00::1]/",
            "http://127.0.0.1:11434/",
            "http://localhost:11434/",
            "http://[::1]/",
            "http://169.254.169.254/latest",
        ] {
            assert!(!proxied(&set, direct), "{direct}");
        }
        for through in ["https://example.com/", "http://192.168.1.5/", "https://notwiki.lan/"] {
            assert!(proxied(&set, through), "{through}");
        }
        let variables = [("HTTP_PROXY", "p:1"), ("NO_PROXY", "*")];
        assert!(!proxied(&proxies(None, &[], &variables), "http://example.com/"));
    }

    #[test]
    fn an_address_that_is_no_http_proxy_stops_the_start() {
        let read = |text: &str| {
            let variables = vec![("ALL_PROXY".to_owned(), text.to_owned())];
            Proxies::read(&Settings::default(), &variables).unwrap_err().to_string()
        };
        assert!(read("socks5://p:1080").starts_with("ALL_PROXY names a proxy of a kind"));
        assert!(read("http://").starts_with("ALL_PROXY is not the address of a proxy"));
    }
}
