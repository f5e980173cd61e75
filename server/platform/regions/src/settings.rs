use std::collections::BTreeSet;

use http::HeaderName;
use ipnet::IpNet;
use serde::Deserialize;

/// The settings section `[regions]`. Countries are two letters (ISO 3166-1).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Header by which a proxy reports a person's country.
    pub country_header: Option<String>,
    /// Countries where nobody may sign up, and where nothing is sold.
    pub no_sign_up: Vec<String>,
    /// Regions in which nothing is sold, but everybody may sign up.
    pub no_sales: Vec<String>,
}

/// The reason why the section is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegionsError {
    #[error("regions.{list}: {found:?} is no country: write two letters, as \"AQ\"")]
    NoCountry { list: &'static str, found: String },
    #[error("regions.country_header: {0:?} is no name of a header: write CF-IPCountry")]
    NoHeader(String),
    #[error(
        "countries are listed in [regions], but regions.country_header does not name the header that says where \
         somebody is: write CF-IPCountry"
    )]
    HeaderMissing,
    #[error(
        "countries are listed in [regions], but server.trusted_proxies is empty: nobody would be believed who says \
         where somebody is"
    )]
    NoProxy,
}

type Checked = (HeaderName, BTreeSet<String>, BTreeSet<String>);

impl Settings {
    /// Checks the header and both lists; `None` if no country is listed.
    pub(crate) fn check(&self, trusted_proxies: &[IpNet]) -> Result<Option<Checked>, RegionsError> {
        let no_sign_up = countries("no_sign_up", &self.no_sign_up)?;
        let no_sales = countries("no_sales", &self.no_sales)?;
        if no_sign_up.is_empty() && no_sales.is_empty() {
            return Ok(None);
        }
        let name = self.country_header.as_deref().filter(|name| !name.is_empty());
        let name = name.ok_or(RegionsError::HeaderMissing)?;
        let header = name.parse().map_err(|_| RegionsError::NoHeader(name.to_owned()))?;
        if trusted_proxies.is_empty() {
            return Err(RegionsError::NoProxy);
        }
        Ok(Some((header, no_sign_up, no_sales)))
    }
}

fn countries(list: &'static str, named: &[String]) -> Result<BTreeSet<String>, RegionsError> {
    let each = named.iter().map(|text| {
        let is_country = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        let no_country = || RegionsError::NoCountry { list, found: text.clone() };
        is_country.then(|| text.to_ascii_uppercase()).ok_or_else(no_country)
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use super::*;

    fn check(text: &str, proxies: &[&str]) -> Result<Option<Checked>, RegionsError> {
        let proxies: Vec<IpNet> = proxies.iter().map(|net| net.parse().unwrap()).collect();
        toml::from_str::<Settings>(text).unwrap().check(&proxies)
    }

    #[test]
    fn nothing_is_restricted_unless_a_country_is_listed() {
        assert_eq!(check("", &[]), Ok(None));
        assert_eq!(check("country_header = 'CF-IPCountry'", &[]), Ok(None));
    }

    #[test]
    fn what_could_restrict_nobody_is_a_mistake() {
        let listed = "country_header = 'CF-IPCountry'\nno_sales = ['AQ']";
        assert!(check(listed, &["10.0.0.0/8"]).unwrap().is_some());
        assert_eq!(check(listed, &[]), Err(RegionsError::NoProxy));
        let nameless = check("no_sign_up = ['AQ']", &["10.0.0.0/8"]);
        assert_eq!(nameless, Err(RegionsError::HeaderMissing));
        let header = check("country_header = 'a b'\nno_sales = ['AQ']", &["10.0.0.0/8"]);
        assert_eq!(header, Err(RegionsError::NoHeader("a b".to_owned())));
        for found in ["AQA", "", "A1", "Ä"] {
            let text = format!("no_sales = ['{found}']");
            let list = "no_sales";
            let wrong = Err(RegionsError::NoCountry { list, found: found.to_owned() });
            assert_eq!(check(&text, &[]), wrong);
        }
    }
}
