//! Prompts of running artifacts: a model answers, and whoever looks at the artifact pays (decision 1065).

use std::time::Duration;

use area::{Services, ask_model, choose_writer};
use generation::RunState;
use identity::SignedIn;
use kernel::{Fallible, RunId, Uuid};
use providers::{ModelMessage, ModelRequest, Role};

use crate::problems::{NEEDS_MODEL, NO_ANSWER, NOT_FOUND, PROMPTS_OFF};
use crate::rules::check_prompt;
use crate::store::find_prompts;

/// The feature in the usage record.
const FEATURE: &str = "artifacts";
/// Maximum time a model may take.
const WAIT: Duration = Duration::from_secs(90);
/// Maximum number of output tokens, including reasoning.
const MAX_TOKENS: u32 = 4_000;

const SYSTEM: &str = "You answer a small program that a person has open. Its prompt follows. Answer exactly in the form \
     that it asks for, without any words around it.";

/// Has the caller's usual model answer a prompt of an artifact whose author switched that on. The model gets the prompt and
/// nothing of the caller's.
///
/// Problems: [`NOT_FOUND`], [`PROMPTS_OFF`], [`NEEDS_MODEL`], [`NO_ANSWER`]; those of the rules and of the ledger.
pub(crate) async fn answer(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    prompt: String,
) -> Fallible<String> {
    check_prompt(&prompt)?;
    let mut conn = services.db.read().await?;
    // Of whomever: it was published, or its id would not be known.
    let (owner, prompts) = find_prompts(&mut conn, id).await?.ok_or(NOT_FOUND)?;
    drop(conn);
    match prompts {
        true => {}
        false if owner == caller.user_id => return Err(PROMPTS_OFF.into()),
        false => return Err(NOT_FOUND.into()),
    }
    let chosen = choose_writer(services, caller, None, NEEDS_MODEL).await?;
    let request = ModelRequest {
        system: Some(SYSTEM.to_owned()),
        messages: vec![ModelMessage::text(Role::User, prompt)],
        max_output_tokens: Some(MAX_TOKENS),
        ..ModelRequest::default()
    };
    let run_id = RunId::new(services.clock.now());
    let run = chosen.run(run_id, caller.payer(), FEATURE, request);
    match ask_model(services, run, WAIT).await? {
        Some((RunState::Completed, text)) => Ok(text),
        _ => Err(NO_ANSWER.into()),
    }
}
