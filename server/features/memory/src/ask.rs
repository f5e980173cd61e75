//! Asks a model in a job: a run that its person pays for and nobody watches.

use std::time::Duration;

use area::{Chosen, Services, ask_model};
use generation::RunState;
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
    let request = ModelRequest {
        system: Some(system.to_owned()),
        messages: vec![ModelMessage::text(Role::User, question)],
        max_output_tokens: Some(MAX_TOKENS),
        ..ModelRequest::default()
    };
    let run_id = RunId::new(services.clock.now());
    let run = chosen.run(run_id, payer, "memory", request);
    match ask_model(services, run, WAIT).await? {
        Some((RunState::Completed, text)) => Ok(Some(text)),
        Some((RunState::Interrupted, _)) => {
            Err(Failure::internal("a run of memory was interrupted: it is asked again"))
        }
        _ => Ok(None),
    }
}
