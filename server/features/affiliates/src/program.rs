//! The affiliate program: applications, and the operator's decisions.

use ::store::{Conn, StoreResult};
use api::ApiError;
use area::Services;
use axum::extract::FromRequestParts;
use http::request::Parts;
use identity::{SignedIn, User};
use kernel::{Fallible, UserId, Uuid};
use live_settings::Section;
use payments::Payments;

use crate::problems::{AFFILIATE_UNKNOWN, NOT_OFFERED, REFUSED};
use crate::rules;
use crate::settings::Settings;
use crate::store::{self, Affiliate};

/// The affiliate program as the operator's settings say at the moment. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Offer {
    settings: Section<Settings>,
    payments: Payments,
}

impl Offer {
    pub fn new(settings: Section<Settings>, payments: Payments) -> Self {
        Self { settings, payments }
    }

    /// Returns the program of now, if there is one.
    pub fn program(&self) -> Option<Settings> {
        self.settings.get().program(&self.payments.settings())
    }
}

/// The affiliate program. A route that takes it answers [`NOT_OFFERED`] where there is none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program(pub Settings);

impl<S: Send + Sync> FromRequestParts<S> for Program {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let program = parts.extensions.get::<Offer>().and_then(Offer::program);
        program.map(Self).ok_or_else(|| NOT_OFFERED.into())
    }
}

/// Submits or updates the caller's application: how they bring people, and where they are paid.
///
/// Problems: [`REFUSED`], `affiliates.about_invalid`, `affiliates.payout_invalid`.
pub(crate) async fn apply(
    services: &Services,
    caller: &SignedIn,
    (about, payout_to): (&str, &str),
) -> Fallible<()> {
    let (about, payout_to) = (about.trim(), payout_to.trim());
    rules::check_application(about, payout_to)?;
    let mut tx = services.db.begin().await?;
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let known = store::find_affiliate(&mut tx, caller.user_id).await?;
    if known.is_some_and(|known| known.state == "refused") {
        return Err(REFUSED.into());
    }
    let is = Affiliate {
        user_id: caller.user_id,
        code: rules::code(Uuid::new_v4().as_bytes()),
        state: "applied".to_owned(),
        about: about.to_owned(),
        payout_to: payout_to.to_owned(),
        clicks: 0,
        applied_at: services.clock.now(),
    };
    store::save_application(&mut tx, &is).await?;
    Ok(tx.commit().await?)
}

/// Sets the operator's decision on an affiliate. The link of a rejected one leads nowhere, and they earn nothing more;
/// earlier commissions stay theirs.
///
/// Problems: [`AFFILIATE_UNKNOWN`].
pub(crate) async fn decide(
    services: &Services,
    user_id: UserId,
    is_approved: bool,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let state = if is_approved { "approved" } else { "refused" };
    if !store::decide(&mut tx, user_id, state, services.clock.now()).await? {
        return Err(AFFILIATE_UNKNOWN.into());
    }
    tx.commit().await?;
    tracing::info!(user.id = %user_id, state, "an affiliate's application was decided");
    Ok(())
}

/// Finds an affiliate whose link counts: approved, and not suspended.
pub(crate) async fn find_earning(
    services: &Services,
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Option<User>> {
    let affiliate = store::find_affiliate(conn, user_id).await?;
    if !affiliate.is_some_and(|it| it.is_approved()) {
        return Ok(None);
    }
    let user = services.identity.find_user(conn, user_id).await?;
    Ok(user.filter(|user| !user.suspended))
}
