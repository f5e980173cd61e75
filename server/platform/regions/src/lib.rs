//! Regions: countries where nobody may sign up, where nothing is sold, and where models make no images and videos.
//!
//! The operator lists countries (decisions 0831 and 1052), and names the header by which their proxy reports a
//! person's country. Start at [`Regions::new`]; [`Regions::around`] adds the middleware that reads the header, and a
//! handler takes a [`Place`] and checks it. Addresses are not looked up here, and no country is stored.

mod problems;
mod settings;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use http::HeaderMap;
use http::request::Parts;
use ipnet::IpNet;
use kernel::Problem;
use live_settings::Section;

pub use problems::{MEDIA_CLOSED, PROBLEMS};
pub use settings::{RegionsError, Settings};

/// Restrictions by region. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Regions {
    settings: Section<Settings>,
    trusted_proxies: Arc<[IpNet]>,
}

/// The permissions of a person in their region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub may_sign_up: bool,
    /// Subscribe, and buy credits.
    pub may_buy: bool,
    /// Have models make images and videos.
    pub may_make_media: bool,
}

impl Place {
    /// Permissions without restrictions, also used if the region is unknown.
    pub const OPEN: Self = Self { may_sign_up: true, may_buy: true, may_make_media: true };

    /// Checks that models may make images and videos for the person.
    ///
    /// # Errors
    ///
    /// [`MEDIA_CLOSED`].
    pub fn check_media(self) -> Result<(), Problem> {
        if self.may_make_media { Ok(()) } else { Err(MEDIA_CLOSED.into()) }
    }
}

tokio::task_local! {
    static CURRENT: Place;
}

impl Place {
    /// Returns the permissions where the current request comes from; outside of requests those without restrictions.
    pub fn current() -> Self {
        CURRENT.try_with(|place| *place).unwrap_or(Self::OPEN)
    }

    /// Runs `work` as if it came from here. Tasks that it spawns do not.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }
}

impl Regions {
    /// Creates the regions from the settings. The header is trusted from `trusted_proxies` only.
    pub fn new(settings: &Settings, trusted_proxies: &[IpNet]) -> Result<Self, RegionsError> {
        settings.check(trusted_proxies)?;
        let settings = settings::section(settings.clone(), trusted_proxies.is_empty());
        Ok(Self { settings, trusted_proxies: trusted_proxies.into() })
    }

    /// Returns the settings, which the operator changes while the server runs.
    pub fn settings(&self) -> &Section<Settings> {
        &self.settings
    }

    /// Adds the middleware that determines the region of each request.
    pub fn around(self, routes: Router) -> Router {
        routes.layer(from_fn_with_state(self, note_place))
    }

    /// Returns the region's permissions for a request sent by `peer`.
    fn place_of(&self, peer: IpAddr, headers: &HeaderMap) -> Place {
        let settings = self.settings.get();
        let is_trusted = || self.trusted_proxies.iter().any(|net| net.contains(&peer));
        match settings.country_header.as_deref() {
            Some(header) if settings.lists_countries() && is_trusted() => {
                place_in(&settings, header, headers)
            }
            _ => Place::OPEN,
        }
    }
}

/// Returns the restrictions from the header. A second header was added before the proxy, so the restrictions of both
/// apply.
fn place_in(settings: &Settings, header: &str, headers: &HeaderMap) -> Place {
    let lists =
        |list: &[String], country: &str| list.iter().any(|it| it.eq_ignore_ascii_case(country));
    let said = headers.get_all(header).iter().filter_map(|it| it.to_str().ok());
    said.map(str::trim).fold(Place::OPEN, |place, country| {
        let is_closed = lists(&settings.no_sign_up, country);
        Place {
            may_sign_up: place.may_sign_up && !is_closed,
            may_buy: place.may_buy && !is_closed && !lists(&settings.no_sales, country),
            may_make_media: place.may_make_media && !lists(&settings.no_media, country),
        }
    })
}

/// Middleware that adds the [`Place`] to the request, for its handler and for what that calls.
pub async fn note_place(
    State(regions): State<Regions>,
    mut request: Request,
    next: Next,
) -> Response {
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = connected.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let place = regions.place_of(peer.to_canonical(), request.headers());
    request.extensions_mut().insert(place);
    place.scope(next.run(request)).await
}

impl<S: Send + Sync> FromRequestParts<S> for Place {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(Self::OPEN))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use http::HeaderValue;

    use super::*;

    const PROXY: &str = "10.0.0.2";

    fn regions() -> Regions {
        let settings = Settings {
            country_header: Some("CF-IPCountry".to_owned()),
            no_sign_up: vec!["aq".to_owned()],
            no_sales: vec!["BV".to_owned()],
            no_media: vec!["BV".to_owned(), "TF".to_owned()],
        };
        Regions::new(&settings, &["10.0.0.0/8".parse().unwrap()]).unwrap()
    }

    fn place(peer: &str, said: &[&'static str]) -> (bool, bool) {
        let mut headers = HeaderMap::new();
        for country in said {
            headers.append("cf-ipcountry", HeaderValue::from_static(country));
        }
        let Place { may_sign_up, may_buy, .. } =
            regions().place_of(peer.parse().unwrap(), &headers);
        (may_sign_up, may_buy)
    }

    // spec §6: "Region restrictions block subscribing, sign-up and credit purchase in some regions (two tiers of country lists)"
    #[test]
    fn one_tier_closes_everything_and_the_other_sales() {
        assert_eq!(place(PROXY, &["AQ"]), (false, false));
        assert_eq!(place(PROXY, &["aq "]), (false, false));
        assert_eq!(place(PROXY, &["BV"]), (true, false));
        assert_eq!(place(PROXY, &["HM"]), (true, true));
    }

    #[test]
    fn a_list_of_its_own_closes_making_images_and_videos() {
        let may = |country: &'static str| {
            let mut headers = HeaderMap::new();
            headers.append("cf-ipcountry", HeaderValue::from_static(country));
            regions().place_of(PROXY.parse().unwrap(), &headers).check_media()
        };
        assert_eq!((may("TF"), may("bv")), (Err(MEDIA_CLOSED.into()), Err(MEDIA_CLOSED.into())));
        assert_eq!((may("AQ"), may("HM"), may("XX")), (Ok(()), Ok(()), Ok(())));
        assert_eq!(place(PROXY, &["TF"]), (true, true));
    }

    #[test]
    fn a_request_is_from_its_place_and_what_is_outside_of_requests_is_from_nowhere() {
        let closed = Place { may_make_media: false, ..Place::OPEN };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let here = runtime.block_on(closed.scope(async { Place::current() }));
        assert_eq!((here, Place::current()), (closed, Place::OPEN));
    }

    #[test]
    fn who_is_nowhere_may_do_everything() {
        for said in [&[][..], &["XX"], &[""]] {
            assert_eq!(place(PROXY, said), (true, true), "{said:?}");
        }
        assert_eq!(
            Regions::default().place_of(PROXY.parse().unwrap(), &HeaderMap::new()),
            Place::OPEN
        );
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(place("203.0.113.9", &["AQ"]), (true, true));
    }

    #[test]
    fn a_header_of_ones_own_before_the_proxys_opens_nothing() {
        assert_eq!(place(PROXY, &["HM", "AQ"]), (false, false));
        assert_eq!(place(PROXY, &["BV", "HM"]), (true, false));
    }
}
