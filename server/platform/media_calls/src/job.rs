//! Jobs that a provider works at for a while.

use providers::ModelError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{IMAGE_POLL_SECONDS, VIDEO_POLL_SECONDS};

/// A request that the provider works at. Contains no key.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProviderJob {
    /// The provider's name for it.
    pub id: String,
    /// The model's name at the provider.
    pub model: String,
    /// Addresses that the provider gave. They get the key only where the connection's own address would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_url: Option<String>,
}

/// The state of a job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobState {
    /// With what the provider says about the result.
    Done(Value),
    Working(Wait),
}

/// The state of a request for images or videos.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress<Made> {
    Done(Vec<Made>),
    Working(Wait),
}

impl<Made> From<Wait> for Progress<Made> {
    fn from(wait: Wait) -> Self {
        Self::Working(wait)
    }
}

/// A job that is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    pub job: ProviderJob,
    pub percent: Option<i64>,
    /// Number of requests before this one.
    pub queue_position: Option<i64>,
    /// Time to wait before asking again.
    pub poll_after_micros: i64,
}

impl Wait {
    /// A job for images of which nothing else is known.
    pub fn for_image(job: ProviderJob) -> Self {
        Self::after(job, IMAGE_POLL_SECONDS)
    }

    /// A job for a video of which nothing else is known.
    pub fn for_video(job: ProviderJob) -> Self {
        Self::after(job, VIDEO_POLL_SECONDS)
    }

    fn after(job: ProviderJob, seconds: u64) -> Self {
        let poll_after_micros = seconds as i64 * kernel::SECOND;
        Self { job, percent: None, queue_position: None, poll_after_micros }
    }

    /// The same, asked about as seldom as a video is.
    pub fn for_a_video(self) -> Self {
        Self { poll_after_micros: VIDEO_POLL_SECONDS as i64 * kernel::SECOND, ..self }
    }

    /// With the share of the work that is done, from 0 to 1.
    pub fn part(self, part: Option<f64>) -> Self {
        Self { percent: part.map(|part| (part.clamp(0.0, 1.0) * 100.0).round() as i64), ..self }
    }

    /// With the percentage of the work that is done.
    pub fn percent(self, percent: Option<i64>) -> Self {
        Self { percent: percent.map(|percent| percent.clamp(0, 100)), ..self }
    }

    pub fn queue_position(self, queue_position: Option<i64>) -> Self {
        Self { queue_position: queue_position.map(|position| position.max(0)), ..self }
    }
}

impl ProviderJob {
    /// Returns the job that an answer names by the field `name`.
    pub fn named(answer: &Value, name: &str, model: &str) -> Result<Self, ModelError> {
        let id = match &answer[name] {
            Value::String(id) if !id.is_empty() => id.clone(),
            Value::Number(id) => id.to_string(),
            _ => return Err(ModelError::broken("the answer names no job")),
        };
        Ok(Self { id, model: model.to_owned(), ..Self::default() })
    }

    /// Returns the job's name as a part of a path.
    pub fn path_id(&self) -> Result<&str, ModelError> {
        let is_plain = |ch: char| ch.is_ascii_alphanumeric() || "-_.:~".contains(ch);
        let is_safe = !self.id.is_empty() && self.id.chars().all(is_plain) && self.id != "..";
        is_safe.then_some(self.id.as_str()).ok_or_else(|| ModelError::broken("a job's name is odd"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_job_is_named_by_the_answer_and_its_name_cannot_leave_its_path() {
        let named = |answer: Value| ProviderJob::named(&answer, "id", "m").map(|job| job.id);
        assert_eq!(named(json!({ "id": "a-1" })), Ok("a-1".to_owned()));
        assert_eq!(named(json!({ "id": 7 })), Ok("7".to_owned()));
        for answer in [json!({}), json!({ "id": "" }), json!({ "id": null }), json!([])] {
            assert!(named(answer.clone()).is_err(), "{answer}");
        }
        let path_id = |id: &str| {
            ProviderJob { id: id.to_owned(), ..ProviderJob::default() }.path_id().is_ok()
        };
        assert!(path_id("b5a1-77_x.y:z"));
        for id in ["", "..", "a/b", "a?b", "a b", "../x"] {
            assert!(!path_id(id), "{id}");
        }
    }

    #[test]
    fn progress_stays_within_its_range() {
        let wait = || Wait::for_image(ProviderJob::default());
        assert_eq!(wait().part(Some(0.456)).percent, Some(46));
        assert_eq!(wait().part(Some(7.0)).percent, Some(100));
        assert_eq!(wait().part(Some(f64::NAN)).percent, Some(0));
        assert_eq!(wait().percent(Some(-3)).percent, Some(0));
        assert_eq!(wait().queue_position(Some(-1)).queue_position, Some(0));
    }

    #[test]
    fn a_job_is_kept_without_what_it_lacks() {
        let job = ProviderJob { id: "1".to_owned(), model: "m".to_owned(), ..Default::default() };
        let kept = serde_json::to_value(&job).unwrap();
        assert_eq!(kept, json!({ "id": "1", "model": "m" }));
        assert_eq!(serde_json::from_value::<ProviderJob>(kept).unwrap(), job);
    }
}
