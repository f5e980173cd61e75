//! Limiting a search to some sites, and leaving some out.

use kernel::{Fallible, Problem};
use serde::{Deserialize, Serialize};
use url::{Host, Url};
use utoipa::ToSchema;

use crate::limits::DOMAINS_MAX;
use crate::problems::{DOMAIN_INVALID, TOO_MANY_DOMAINS};

/// The sites that count: each with all below it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = SearchDomains)]
pub struct Domains {
    /// Only these domains; empty: all.
    pub only: Vec<String>,
    /// All but these.
    pub never: Vec<String>,
}

impl Domains {
    /// Parses names as a person writes them, addresses included: `https://www.example.com/a` is `example.com`.
    pub fn parse(self) -> Fallible<Self> {
        let read = |names: Vec<String>| -> Fallible<Vec<String>> {
            let mut read: Vec<String> = Vec::new();
            for name in names.iter().filter(|name| !name.trim().is_empty()) {
                let name = domain(name)?;
                if !read.contains(&name) {
                    read.push(name);
                }
            }
            if read.len() > DOMAINS_MAX {
                return Err(TOO_MANY_DOMAINS.with("max", DOMAINS_MAX).into());
            }
            Ok(read)
        };
        Ok(Self { only: read(self.only)?, never: read(self.never)? })
    }

    /// Returns true if a page is within the wanted domains.
    pub fn take(&self, url: &str) -> bool {
        let Some(host) = host_of(url) else { return false };
        let is_of = |domain: &String| is_below(&host, domain);
        (self.only.is_empty() || self.only.iter().any(is_of)) && !self.never.iter().any(is_of)
    }

    /// Returns the query for a service that understands `site:`.
    pub fn in_query(&self, query: &str) -> String {
        let mut query = query.to_owned();
        let only: Vec<String> = self.only.iter().map(|name| format!("site:{name}")).collect();
        match only.as_slice() {
            [] => {}
            [one] => query.push_str(&format!(" {one}")),
            several => query.push_str(&format!(" ({})", several.join(" OR "))),
        }
        for name in &self.never {
            query.push_str(&format!(" -site:{name}"));
        }
        query
    }
}

/// Returns true if a host is that of a site, or a subdomain of it.
pub fn is_below(host: &str, site: &str) -> bool {
    host.strip_suffix(site).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns the name of a site, in small letters and ASCII, without `www.`.
pub fn domain(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let invalid = || DOMAIN_INVALID.with("domain", text.chars().take(80).collect::<String>());
    let address = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let url = Url::parse(&address).map_err(|_| invalid())?;
    let has_more = !url.username().is_empty() || url.password().is_some() || url.port().is_some();
    match url.host() {
        Some(Host::Domain(name)) if name.contains('.') && !has_more => {
            let name = name.trim_end_matches('.');
            let is_plain = name.split('.').all(|label| {
                !label.is_empty() && label.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '-')
            });
            if is_plain { Ok(name.trim_start_matches("www.").to_owned()) } else { Err(invalid()) }
        }
        _ => Err(invalid()),
    }
}

/// Returns true if an address is a web address without a user name or password in it.
pub fn is_plain(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.host_str().is_some_and(|host| !host.is_empty())
        && url.username().is_empty()
        && url.password().is_none()
}

/// Returns the host of an address, without `www.`.
pub fn host_of(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?.trim_end_matches('.');
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domains(only: &[&str], never: &[&str]) -> Fallible<Domains> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Domains { only: owned(only), never: owned(never) }.parse()
    }

    #[test]
    fn a_site_is_named_in_the_ways_people_write_it() {
        let read =
            domains(&["Example.com", "https://www.example.com/a?b", " bücher.example "], &[])
                .unwrap();
        assert_eq!(read.only, ["example.com", "xn--bcher-kva.example"]);
        for wrong in
            ["com", "a b.com", "10.0.0.1", "a@b.com", "x:80", "e.com OR site:b.com", "javascript:x"]
        {
            let code = domains(&[wrong], &[]).unwrap_err().code();
            assert_eq!(code, Some("search.domain_invalid"), "{wrong}");
        }
    }

    #[test]
    fn twenty_sites_may_be_named_and_not_twenty_one() {
        let names: Vec<String> = (0..21).map(|n| format!("s{n}.example")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(domains(&names[..20], &[]).is_ok());
        assert_eq!(domains(&names, &[]).unwrap_err().code(), Some("search.too_many_domains"));
    }

    #[test]
    fn a_limit_takes_what_is_below_a_name_and_not_what_ends_alike() {
        let only = domains(&["example.com"], &["bad.example.com"]).unwrap();
        assert!(only.take("https://www.example.com/") && only.take("http://a.example.com/x"));
        assert!(
            !only.take("https://notexample.com/") && !only.take("https://example.com.evil.org/")
        );
        assert!(!only.take("https://x.bad.example.com/") && !only.take("no address"));
        assert!(Domains::default().take("https://anything.org/"));
    }

    #[test]
    fn services_that_can_are_told() {
        let told = domains(&["a.org", "b.org"], &["c.org"]).unwrap().in_query("tides");
        assert_eq!(told, "tides (site:a.org OR site:b.org) -site:c.org");
        assert_eq!(domains(&["a.org"], &[]).unwrap().in_query("tides"), "tides site:a.org");
    }
}
