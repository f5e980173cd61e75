use area::{Services, choose_model};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use generation::{Run, RunRequest, find_run};
use identity::{KEY_CAP_REACHED, KeyCaller};
use kernel::{Failure, Fallible, RunId};
use ledger::Charge;
use providers::{ModelRequest, ResolvedModel};

use crate::answer::Answering;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::follow::start_following;
use crate::wire::{Completion, CompletionRequest};

/// Answers a conversation, in OpenAI's shape: whole, or with `stream` as it is written.
///
/// Metered and journaled like every run, and charged to the key's own limit besides. A program that
/// hangs up stops the run.
#[utoipa::path(post, path = "/v1/chat/completions", tag = "gateway", request_body = CompletionRequest,
    responses((status = 200, body = Completion), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody)))]
pub(crate) async fn create_completion(
    State(services): State<Services>,
    caller: Caller,
    body: Bytes,
) -> OpenAiResult<Response> {
    let asked: CompletionRequest = serde_json::from_slice(&body)
        .map_err(|error| OpenAiError::invalid("body", format!("The request is wrong: {error}")))?;
    let request = asked.to_model_request()?;
    let (model, charge) = choose_model(&services, caller.0.workspace_id, &asked.model).await?;
    let model_id = model.info.id.clone();
    let run = start(&services, &caller.0, model, charge, request).await?;
    let answering = Answering {
        id: format!("chatcmpl-{}", run.id),
        created: run.created_at.micros() / kernel::SECOND,
        model: model_id,
        with_usage: asked.wants_usage(),
    };
    let events = start_following(&services, run, caller.0.key_id, charge);
    if asked.stream {
        answering.stream(events).await
    } else {
        Ok(axum::Json(answering.whole(events).await?).into_response())
    }
}

/// Starts a run that only this key reads: its charge is reserved, from the key's limit too.
async fn start(
    services: &Services,
    caller: &KeyCaller,
    model: ResolvedModel,
    charge: Charge,
    request: ModelRequest,
) -> Fallible<Run> {
    let run_id = RunId::new(services.clock.now());
    let mut tx = services.db.begin().await?;
    if !services.identity.spend_key(&mut tx, caller.key_id, charge.amount).await? {
        return Err(KEY_CAP_REACHED.into());
    }
    let run = RunRequest {
        tools: Vec::new(),
        run_id,
        payer: caller.payer(),
        conversation_id: None,
        message_id: None,
        feature: "api",
        model,
        request,
        charge,
    };
    services.generation.start(&mut tx, run).await?;
    let run = find_run(&mut tx, run_id).await?;
    tx.commit().await?;
    run.ok_or_else(|| Failure::internal("a run that was just written is not there"))
}
