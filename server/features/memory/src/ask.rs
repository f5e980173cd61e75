//! Asks a model in a job: a run that its person pays for and nobody watches.

use std::time::Duration;

use area::{Chosen, Services};
use generation::{Attached, RunRequest, RunState, WhenFull};
use kernel::{Failure, Fallible, Payer, RunId};
use providers::{ModelMessage, ModelRequest, Role};

/// Maximum time a model may take.
const WAIT: Duration = Duration::from_secs(60);
/// Maximum number of output tokens, including reasoning.
const MAX_TOKENS: u32 = 2_000;

/// Returns a model's answer; `None` if it gives none in time, or fails.
///
/// Problems: those of the ledger, where its person has nothing left.
pub(crate) async fn ask(
    services: &Services,
    payer: Payer,
    chosen: Chosen,
    system: &str,
    question: String,
) -> Fallible<Option<String>> {
    let run_id = RunId::new(services.clock.now());
    let Chosen { model, charge, plan } = chosen;
    let run = RunRequest {
        run_id,
        payer,
        conversation_id: None,
        message_id: None,
        feature: "memory",
        model,
        request: ModelRequest {
            system: Some(system.to_owned()),
            messages: vec![ModelMessage::text(Role::User, question)],
            max_output_tokens: Some(MAX_TOKENS),
            ..ModelRequest::default()
        },
        tools: Vec::new(),
        attached: Attached::default(),
        charge,
        plan: Some(plan),
        when_full: WhenFull::Wait,
    };
    let mut tx = services.db.begin().await?;
    services.generation.start(&mut tx, run).await?;
    tx.commit().await?;
    let Ok(written) = tokio::time::timeout(WAIT, services.generation.wait_for(run_id)).await else {
        services.generation.cancel(run_id).await?;
        return Ok(None);
    };
    match written? {
        (RunState::Completed, text) => Ok(Some(text)),
        (RunState::Interrupted, _) => {
            Err(Failure::internal("a run of memory was interrupted: it is asked again"))
        }
        _ => Ok(None),
    }
}
