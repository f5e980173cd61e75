use api::{ApiError, RequestContext};
use audit::Actor;
use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::request::Parts;
use identity::{
    CodeAsker, Cookies, Device, DeviceCookie, Email, FlowToken, KnownDevice, SessionState, SignedIn,
};
use kernel::UserId;
use regions::Place;

use crate::Accounts;
use crate::sign_in::NewSession;

/// The browser of a request: its headers, and how cookies are set in it.
pub(crate) struct Browser {
    pub cookies: Cookies,
    pub device: Device,
    pub flow: Option<FlowToken>,
    /// Tells which accounts were signed in here before.
    pub device_cookie: Option<DeviceCookie>,
    /// Key of the rate limits by address.
    pub rate_key: String,
    /// True if the browser is on the machine of the server.
    pub is_local: bool,
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
            device_cookie: cookies.device(&parts.headers),
            rate_key: context.rate_key(),
            is_local: context.is_local,
            place,
            signed_in: match state {
                SessionState::SignedIn(signed_in) => Some(signed_in),
                SessionState::Ended(_) | SessionState::Nobody => None,
            },
        })
    }
}

impl Browser {
    /// Adds the headers that sign this browser in, and make it known to the account.
    pub fn sign_in(&self, accounts: &Accounts, session: &NewSession, headers: &mut HeaderMap) {
        if let Some(email) = Email::parse(&session.user.email) {
            let marked = accounts.identity.mark_device(self.device_cookie.as_ref(), &email);
            self.cookies.set_device(headers, &marked);
        }
        self.cookies.set_session(headers, &session.token);
    }

    /// Returns this device if the account of `email` was signed in on it before.
    pub fn known_to(&self, accounts: &Accounts, email: &Email) -> Option<KnownDevice> {
        accounts.identity.known_device(self.device_cookie.as_ref(), email)
    }

    /// Returns who asks for a code: the device that is `known` to the account, or somebody of this network.
    pub fn asker<'a>(&'a self, known: Option<&'a KnownDevice>) -> CodeAsker<'a> {
        known.map_or(CodeAsker::Network(&self.rate_key), CodeAsker::Device)
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
