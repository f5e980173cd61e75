use http::HeaderName;
use ipnet::IpNet;
use kernel::Problem;
use live_settings::{Field, Section};
use serde::Deserialize;

use crate::problems::{HEADER_MISSING, PROXY_MISSING};

/// Longest name of a header.
const HEADER_MAX_CHARS: usize = 100;

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
    /// Regions in which models make no images and no videos.
    pub no_media: Vec<String>,
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

impl Settings {
    /// Checks the header and the lists.
    pub(crate) fn check(&self, trusted_proxies: &[IpNet]) -> Result<(), RegionsError> {
        check_countries("no_sign_up", &self.no_sign_up)?;
        check_countries("no_sales", &self.no_sales)?;
        check_countries("no_media", &self.no_media)?;
        if !self.lists_countries() {
            return Ok(());
        }
        let name = self.country_header.as_deref().filter(|name| !name.is_empty());
        let name = name.ok_or(RegionsError::HeaderMissing)?;
        read_header(name).ok_or_else(|| RegionsError::NoHeader(name.to_owned()))?;
        if trusted_proxies.is_empty() {
            return Err(RegionsError::NoProxy);
        }
        Ok(())
    }

    pub(crate) fn lists_countries(&self) -> bool {
        let lists = [&self.no_sign_up, &self.no_sales, &self.no_media];
        lists.iter().any(|list| !list.is_empty())
    }
}

/// Returns the settings of which the operator changes all while the server runs. `has_no_proxy`: none is trusted.
pub(crate) fn section(file: Settings, has_no_proxy: bool) -> Section<Settings> {
    let fields = vec![
        Field::line(
            "regions.country_header",
            HEADER_MAX_CHARS,
            |settings: &mut Settings| &mut settings.country_header,
            read_header,
        ),
        Field::list("regions.no_sign_up", |settings| &mut settings.no_sign_up, read_country),
        Field::list("regions.no_sales", |settings| &mut settings.no_sales, read_country),
        Field::list("regions.no_media", |settings| &mut settings.no_media, read_country),
    ];
    Section::checked(file, fields, move |settings| check_changed(settings, has_no_proxy))
}

/// Checks the settings after a change in the app, as [`Settings::check`] does those of the file.
fn check_changed(settings: &Settings, has_no_proxy: bool) -> Result<(), Problem> {
    match (settings.lists_countries(), settings.country_header.as_deref()) {
        (false, _) => Ok(()),
        (true, None | Some("")) => Err(HEADER_MISSING.into()),
        (true, Some(_)) if has_no_proxy => Err(PROXY_MISSING.into()),
        (true, Some(_)) => Ok(()),
    }
}

fn read_header(name: &str) -> Option<String> {
    let name = name.trim();
    (name.is_empty() || name.parse::<HeaderName>().is_ok()).then(|| name.to_owned())
}

fn read_country(text: &str) -> Option<String> {
    let is_country = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_country.then(|| text.to_ascii_uppercase())
}

fn check_countries(list: &'static str, named: &[String]) -> Result<(), RegionsError> {
    match named.iter().find(|text| read_country(text).is_none()) {
        Some(found) => Err(RegionsError::NoCountry { list, found: found.clone() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use super::*;

    fn check(text: &str, proxies: &[&str]) -> Result<(), RegionsError> {
        let proxies: Vec<IpNet> = proxies.iter().map(|net| net.parse().unwrap()).collect();
        toml::from_str::<Settings>(text).unwrap().check(&proxies)
    }

    #[test]
    fn nothing_is_restricted_unless_a_country_is_listed() {
        assert_eq!(check("", &[]), Ok(()));
        assert_eq!(check("country_header = 'CF-IPCountry'", &[]), Ok(()));
    }

    #[test]
    fn what_could_restrict_nobody_is_a_mistake() {
        let listed = "country_header = 'CF-IPCountry'\nno_sales = ['AQ']";
        assert_eq!(check(listed, &["10.0.0.0/8"]), Ok(()));
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

    #[test]
    fn a_change_in_the_app_is_checked_as_the_file_is() {
        use live_settings::{Changeable, Overrides, Value};

        let of = |has_no_proxy, header: &str, key, value| {
            let file = Settings { country_header: Some(header.to_owned()), ..Settings::default() };
            let kept = section(file, has_no_proxy).check(&Overrides::new(), key, Some(&value));
            kept.map_err(|problem| problem.kind.code)
        };
        let listed = || Value::List(vec!["aq".to_owned()]);
        let upper = Value::List(vec!["AQ".to_owned()]);
        assert_eq!(of(false, "CF-IPCountry", "regions.no_sales", listed()), Ok(Some(upper)));
        let missing = Err("regions.header_missing");
        assert_eq!(of(false, "", "regions.no_sign_up", listed()), missing);
        let untrusted = Err("regions.proxy_missing");
        assert_eq!(of(true, "CF-IPCountry", "regions.no_sales", listed()), untrusted);
        let wrong = Value::List(vec!["AQA".to_owned()]);
        let invalid = Err("live_settings.item_invalid");
        assert_eq!(of(false, "CF-IPCountry", "regions.no_sales", wrong), invalid);
        let header = Value::Text("a b".to_owned());
        let invalid = Err("live_settings.text_invalid");
        assert_eq!(of(false, "", "regions.country_header", header), invalid);
    }
}
