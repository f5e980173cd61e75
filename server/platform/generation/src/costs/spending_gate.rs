//! The operator's spending limit, for models and steps that no hold covers.

use async_trait::async_trait;
use kernel::{Failure, Fallible, Problem};
use ledger::Ledger;
use providers::{FallbackGate, ModelInfo, ModelRequest};
use store::Db;

use crate::costs::at_most;

/// Blocks fallback models for which the operator's limit has no room: nothing was held for them.
pub(crate) struct SpendingGate {
    pub db: Db,
    pub ledger: Ledger,
}

#[async_trait]
impl FallbackGate for SpendingGate {
    async fn may_fall_back(&self, info: &ModelInfo, request: &ModelRequest) -> bool {
        let model = (info.id.as_str(), info.protocol.is_local());
        match refusal(&self.ledger, &self.db, model, request).await {
            Ok(None) => true,
            Ok(Some(_)) => false,
            Err(fault) => {
                tracing::warn!(%fault, "a limit of spending could not be read");
                false
            }
        }
    }
}

/// Returns the problem if the operator's limit does not allow a model for which nothing is held; `None` if it does.
pub(crate) async fn refusal(
    ledger: &Ledger,
    db: &Db,
    model: (&str, bool),
    request: &ModelRequest,
) -> Fallible<Option<Problem>> {
    if !ledger.limits_spending() {
        return Ok(None);
    }
    let asked = at_most(model, request, ledger.spending_settings().assumed_output_tokens);
    let mut conn = db.read().await?;
    match ledger.may_spend(&mut conn, &asked).await.map_err(Failure::from) {
        Ok(()) => Ok(None),
        Err(Failure::Problem(problem)) => Ok(Some(problem)),
        Err(fault) => Err(fault),
    }
}
