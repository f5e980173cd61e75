use api::{ApiError, RequestContext};
use audit::Actor;
use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::request::Parts;
use identity::{Cookies, Device, FlowToken, SessionState, SessionToken, SignedIn};
use kernel::UserId;
use regions::Place;

use crate::Accounts;

/// The browser of a request: its headers, and how cookies are set in it.
pub(crate) struct Browser {
    pub cookies: Cookies,
    pub device: Device,
    pub flow: Option<FlowToken>,
    /// Key of the rate limits by address.
    pub rate_key: String,
    /// Region of the browser, as far as it restricts anything.
    pub place: Place,
    /// The current session; signing in again ends it.
    pub signed_in: Option<SignedIn>,
}

impl FromRequestParts<Accounts> for Browser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, accounts: &Accounts) -> Result<Self, ApiError> {
        let context = RequestContext::from_request_parts(parts, accounts).await?;
        let state = SessionState::from_request_parts(parts, accounts).await?;
        let Ok(place) = Place::from_request_parts(parts, accounts).await;
        let cookies = accounts.identity.cookies(&context);
        Ok(Self {
            cookies,
            device: Device::of(&parts.headers, context.ip),
            flow: cookies.flow(&parts.headers),
            rate_key: context.rate_key(),
            place,
            signed_in: match state {
                SessionState::SignedIn(signed_in) => Some(signed_in),
                SessionState::Ended(_) | SessionState::Nobody => None,
            },
        })
    }
}

impl Browser {
    /// Returns the headers that sign this browser in.
    pub fn signed_in_by(&self, token: &SessionToken) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.cookies.set_session(&mut headers, token);
        headers
    }

    /// Returns the actor on this browser, with `user_id` if known.
    pub fn actor(&self, user_id: Option<UserId>) -> Actor {
        self.device.actor(user_id)
    }

    /// Returns the headers that bind a code to this browser.
    pub fn bound_by(&self, flow: &FlowToken) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.cookies.set_flow(&mut headers, flow);
        headers
    }
}
