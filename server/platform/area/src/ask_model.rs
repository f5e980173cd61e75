use std::time::Duration;

use generation::{Attached, RunRequest, RunState, WhenFull};
use kernel::{Fallible, Payer, RunId};
use providers::ModelRequest;
use tokio::time::timeout;

use crate::{Chosen, Services};

impl Chosen {
    /// Returns a run of the model that no message shows. It waits in the queue for its turn.
    pub fn run(
        self,
        run_id: RunId,
        payer: Payer,
        feature: &'static str,
        request: ModelRequest,
    ) -> RunRequest {
        RunRequest {
            run_id,
            payer,
            conversation_id: None,
            message_id: None,
            feature,
            model: self.model,
            request,
            tools: Vec::new(),
            attached: Attached::default(),
            charge: self.charge,
            plan: Some(self.plan),
            when_full: WhenFull::Wait,
        }
    }
}

/// Starts a run and waits for its end. Returns its state and its text; `None` if it took longer than `wait`, and was
/// cancelled.
///
/// Problems: those of the ledger, where its payer has nothing left.
pub async fn ask_model(
    services: &Services,
    run: RunRequest,
    wait: Duration,
) -> Fallible<Option<(RunState, String)>> {
    let run_id = run.run_id;
    let mut tx = services.db.begin().await?;
    services.generation.start(&mut tx, run).await?;
    tx.commit().await?;
    match timeout(wait, services.generation.wait_for(run_id)).await {
        Ok(ended) => Ok(Some(ended?)),
        Err(_) => {
            services.generation.cancel(run_id).await?;
            Ok(None)
        }
    }
}
