use area::Services;
use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use identity::{Identity, KEY_CAP_REACHED, KeyCaller};
use kernel::{Fallible, RunId};
use ledger::{Charge, Reservation};
use store::Tx;

use crate::error::OpenAiError;

/// A program with an API key. Like [`KeyCaller`], but refused in OpenAI's shape.
pub(crate) struct Caller(pub KeyCaller);

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = OpenAiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, OpenAiError> {
        Ok(Self(KeyCaller::from_request_parts(parts, state).await?))
    }
}

/// The price of a call that is no run but is held and settled like one.
pub(crate) struct Hold<'a> {
    pub id: RunId,
    pub charge: Charge,
    pub feature: &'static str,
    /// Name of the model, for the list of what was charged.
    pub detail: &'a str,
}

/// Holds the price of a call on the balance of its payer and on the limit of its key.
///
/// Problems: the key's limit is reached; those of [`ledger::Ledger::reserve`].
pub(crate) async fn hold(
    services: &Services,
    tx: &mut Tx,
    caller: &KeyCaller,
    hold: &Hold<'_>,
) -> Fallible<()> {
    let Hold { id, charge, feature, detail } = *hold;
    if !services.identity.spend_key(tx, caller.key_id, charge.amount).await? {
        return Err(KEY_CAP_REACHED.into());
    }
    let payer = &caller.payer();
    let wanted =
        Reservation { run_id: id, payer, charge, plan: None, budget: None, feature, detail };
    services.ledger.reserve(tx, &wanted).await?;
    Ok(services.ledger.count_to_key(tx, id, caller.key_id.0, charge.amount).await?)
}
