//! fal's queue: every model has the same states, and addresses of its own for each request.

use providers::{MediaCall, ModelError};
use serde_json::Value;

use crate::{JobState, Provider, ProviderJob, Wait, failure};

/// Sends `input` to a model.
pub async fn start(provider: &Provider, model: &str, input: Value) -> Result<Wait, ModelError> {
    check_name(model)?;
    let answer = provider.post(format!("/{model}"), input).await?;
    let url = |name: &str| answer[name].as_str().map(str::to_owned);
    let job = ProviderJob {
        poll_url: url("status_url"),
        result_url: url("response_url"),
        cancel_url: url("cancel_url"),
        ..ProviderJob::named(&answer, "request_id", model)?
    };
    Ok(Wait::for_image(job).queue_position(answer["queue_position"].as_i64()))
}

/// Asks for the state of a job, and for its result once it is done.
pub async fn poll(provider: &Provider, job: &ProviderJob) -> Result<JobState, ModelError> {
    let answer = provider.get(place(job, job.poll_url.as_deref(), "/status")?).await?;
    let wait = || Wait::for_image(job.clone());
    match answer["status"].as_str() {
        Some("IN_QUEUE") => {
            Ok(JobState::Working(wait().queue_position(answer["queue_position"].as_i64())))
        }
        Some("IN_PROGRESS") => Ok(JobState::Working(wait())),
        Some("COMPLETED") if answer["error"].is_string() => Err(failure(answer["error"].as_str())),
        Some("COMPLETED") => {
            let place = place(job, job.result_url.as_deref(), "")?;
            let result = provider.send(MediaCall::get(place)).await?.json()?;
            Ok(JobState::Done(result))
        }
        Some("FAILED") => Err(failure(answer["error"].as_str())),
        Some("CANCELED" | "CANCELLED") => Err(failure(Some("The request was canceled."))),
        _ => Err(ModelError::broken("the job is in an unknown state")),
    }
}

/// Asks for a job to be stopped; one that is being worked at goes on.
pub async fn cancel(provider: &Provider, job: &ProviderJob) -> Result<(), ModelError> {
    provider.tell(MediaCall::put(place(job, job.cancel_url.as_deref(), "/cancel")?)).await
}

/// Returns the address that the provider gave, or the one that its reference describes: without what stands behind the
/// app's name in the model's.
fn place(job: &ProviderJob, given: Option<&str>, end: &str) -> Result<String, ModelError> {
    if let Some(url) = given {
        return Ok(url.to_owned());
    }
    check_name(&job.model)?;
    let app: Vec<&str> = job.model.splitn(3, '/').take(2).collect();
    Ok(format!("/{}/requests/{}{end}", app.join("/"), job.path_id()?))
}

fn check_name(model: &str) -> Result<(), ModelError> {
    let is_plain = |ch: char| ch.is_ascii_alphanumeric() || "-_./".contains(ch);
    let is_safe = model.contains('/')
        && model.chars().all(is_plain)
        && model.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    match is_safe {
        true => Ok(()),
        false => Err(ModelError::Refused { message: format!("There is no model {model}.") }),
    }
}
