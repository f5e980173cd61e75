//! Replicate's predictions: every model has the same states, and inputs of its own.

use bytes::Bytes;
use providers::{FormPart, MediaCall, ModelError};
use serde_json::{Value, json};

use crate::limits::INLINE_FILE_MAX_BYTES;
use crate::{JobState, Provider, ProviderJob, Wait, data_url, failure};

/// Sends `input` to a model: `owner/name`, or `owner/name:version`.
pub async fn start(provider: &Provider, model: &str, input: Value) -> Result<JobState, ModelError> {
    let name = Name::parse(model)?;
    let answer = match name.version {
        Some(version) => {
            let body = json!({ "version": version, "input": input });
            provider.post("/v1/predictions", body).await?
        }
        None => {
            let place = format!("/v1/models/{}/{}/predictions", name.owner, name.name);
            provider.post(place, json!({ "input": input })).await?
        }
    };
    let url = |name: &str| answer["urls"][name].as_str().map(str::to_owned);
    let job = ProviderJob {
        poll_url: url("get"),
        cancel_url: url("cancel"),
        ..ProviderJob::named(&answer, "id", model)?
    };
    state(answer, job)
}

/// Asks for the state of a job; it comes with the result.
pub async fn poll(provider: &Provider, job: &ProviderJob) -> Result<JobState, ModelError> {
    let place = match &job.poll_url {
        Some(url) => url.clone(),
        None => format!("/v1/predictions/{}", job.path_id()?),
    };
    let answer = provider.send(MediaCall::get(place)).await?.json()?;
    state(answer, job.clone())
}

pub async fn cancel(provider: &Provider, job: &ProviderJob) -> Result<(), ModelError> {
    let place = match &job.cancel_url {
        Some(url) => url.clone(),
        None => format!("/v1/predictions/{}/cancel", job.path_id()?),
    };
    provider.tell(MediaCall::post(place)).await
}

/// Returns a file as an input of a model can name it: in the request, or uploaded if it is large.
pub async fn file(
    provider: &Provider,
    media_type: &str,
    content: &Bytes,
) -> Result<String, ModelError> {
    if content.len() <= INLINE_FILE_MAX_BYTES {
        return Ok(data_url(media_type, content));
    }
    let part = FormPart::file("content", "input", media_type, content.clone());
    let answer = provider.post_form("/v1/files", vec![part]).await?;
    let url = answer["urls"]["get"].as_str().map(str::to_owned);
    url.ok_or_else(|| ModelError::broken("an uploaded file has no address"))
}

fn state(mut answer: Value, job: ProviderJob) -> Result<JobState, ModelError> {
    match answer["status"].as_str() {
        Some("succeeded") => Ok(JobState::Done(answer["output"].take())),
        Some("starting" | "processing") => {
            let percent = answer["logs"].as_str().and_then(percent_in);
            Ok(JobState::Working(Wait::for_image(job).percent(percent)))
        }
        Some("failed") => Err(failure(answer["error"].as_str())),
        Some("canceled" | "aborted") => Err(failure(Some("The prediction was canceled."))),
        _ => Err(ModelError::broken("the job is in an unknown state")),
    }
}

/// Returns the last percentage in a log, as progress bars write it: ` 45%|████`.
fn percent_in(logs: &str) -> Option<i64> {
    let before = logs.rsplit_once("%|")?.0;
    let digits = before.rsplit(|ch: char| !ch.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|percent| *percent <= 100)
}

struct Name<'a> {
    owner: &'a str,
    name: &'a str,
    version: Option<&'a str>,
}

impl<'a> Name<'a> {
    fn parse(model: &'a str) -> Result<Self, ModelError> {
        let (path, version) = match model.split_once(':') {
            Some((path, version)) => (path, Some(version)),
            None => (model, None),
        };
        let is_part = |part: &str| {
            !part.is_empty()
                && part != "."
                && part != ".."
                && part.chars().all(|ch| ch.is_ascii_alphanumeric() || "-_.".contains(ch))
        };
        let parts = path.split_once('/').filter(|(owner, name)| is_part(owner) && is_part(name));
        match parts {
            Some((owner, name)) if version.is_none_or(is_part) => Ok(Self { owner, name, version }),
            _ => Err(ModelError::Refused { message: format!("There is no model {model}.") }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_named_with_or_without_its_version() {
        let of = |model| Name::parse(model).ok().map(|n| (n.owner, n.name, n.version));
        assert_eq!(of("a/b"), Some(("a", "b", None)));
        assert_eq!(of("a/b.2:0f1e"), Some(("a", "b.2", Some("0f1e"))));
        for model in ["a", "a/", "/b", "a/b/c", "../b", "a/b:", "a/b?x", "a b/c"] {
            assert_eq!(of(model), None, "{model}");
        }
    }

    #[test]
    fn progress_is_read_from_the_last_bar_of_a_log() {
        assert_eq!(percent_in("Using seed 1\n  0%|      | 0/28\n 46%|███  | 13/28"), Some(46));
        assert_eq!(percent_in("100%|████| 28/28 done"), Some(100));
        for logs in ["", "50% done", "x%|", "999%|"] {
            assert_eq!(percent_in(logs), None, "{logs}");
        }
    }
}
