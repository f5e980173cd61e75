//! Routing: fallbacks for models that cannot answer, and cooldowns.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures::StreamExt;
use kernel::{Clock, SECOND, Timestamp};

use crate::limits::{CONNECTION_COOLDOWN_SECONDS, COOLDOWN_MAX_SECONDS, COOLDOWN_SECONDS};
use crate::{
    Answerer, ModelError, ModelEvent, ModelInfo, ModelRequest, ModelStream, ResolvedModel,
    TextModel,
};

/// The part that failed and is not called for a while.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Place {
    /// `<connection>/<model>`.
    Model(String),
    /// The connection's slug.
    Connection(String),
}

/// The ends of cooldowns. Each process has its own.
#[derive(Clone, Default)]
pub(crate) struct Cooling(Arc<Mutex<HashMap<Place, Timestamp>>>);

impl Cooling {
    /// Returns the end of the model's cooldown; `None` if it may be asked.
    pub fn until(&self, model_id: &str, now: Timestamp) -> Option<Timestamp> {
        let places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = places.get(&Place::Model(model_id.to_owned()));
        let connections = places.get(&Place::Connection(slug_of(model_id).to_owned()));
        own.into_iter().chain(connections).copied().filter(|until| *until > now).max()
    }

    fn begin(&self, model_id: &str, error: &ModelError, now: Timestamp) {
        let Some((place, seconds)) = cooldown(model_id, error) else { return };
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.retain(|_, until| *until > now);
        places.insert(place, now.plus(seconds * SECOND));
    }

    /// Ends all cooldowns: somebody changed a connection, so that what failed may work now.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

fn slug_of(model_id: &str) -> &str {
    model_id.split_once('/').map_or(model_id, |(slug, _)| slug)
}

/// Returns what to cool down after `error`, and for how many seconds; `None` if the request itself was wrong, so that
/// another model would fail the same way.
fn cooldown(model_id: &str, error: &ModelError) -> Option<(Place, i64)> {
    let model = || Place::Model(model_id.to_owned());
    let connection = || Place::Connection(slug_of(model_id).to_owned());
    match error {
        ModelError::Busy { retry_after_seconds, .. } => {
            let seconds = retry_after_seconds.map_or(COOLDOWN_SECONDS, |seconds| {
                i64::try_from(seconds).unwrap_or(COOLDOWN_MAX_SECONDS)
            });
            Some((model(), seconds.clamp(1, COOLDOWN_MAX_SECONDS)))
        }
        ModelError::Overloaded { .. } | ModelError::TimedOut | ModelError::Broken { .. } => {
            Some((model(), COOLDOWN_SECONDS))
        }
        // Its own back-off is better: this only lets others answer at once.
        ModelError::LocalFile(_) => Some((model(), 1)),
        ModelError::Unauthorized { .. }
        | ModelError::Unreachable
        | ModelError::Untrusted
        | ModelError::OutOfQuota { .. } => Some((connection(), CONNECTION_COOLDOWN_SECONDS)),
        // Only this model may be out of the key's reach.
        ModelError::Forbidden { .. } => Some((model(), CONNECTION_COOLDOWN_SECONDS)),
        ModelError::Refused { .. }
        | ModelError::Moderated { .. }
        | ModelError::ResultGone
        | ModelError::NoAnswer { .. } => None,
    }
}

/// Returns the order in which models are asked: all that are not cooling down, or only the first if all are, so that
/// the person sees the error of the model they chose.
fn order(cooling: &[bool]) -> Vec<usize> {
    let ready: Vec<usize> = (0..cooling.len()).filter(|at| !cooling[*at]).collect();
    if ready.is_empty() { vec![0] } else { ready }
}

/// A model with its fallbacks.
pub(crate) struct Routed {
    /// The one that was asked for, then the others.
    pub candidates: Vec<ResolvedModel>,
    pub cooling: Cooling,
    pub clock: Clock,
    pub gate: Option<Arc<dyn FallbackGate>>,
}

/// Decides if a model may currently answer in place of another.
#[async_trait]
pub trait FallbackGate: Send + Sync {
    async fn may_fall_back(&self, info: &ModelInfo, request: &ModelRequest) -> bool;
}

impl Routed {
    async fn may_answer(&self, at: usize, request: &ModelRequest) -> bool {
        match &self.gate {
            Some(gate) if at > 0 => gate.may_fall_back(&self.candidates[at].info, request).await,
            _ => true,
        }
    }
}

#[async_trait]
impl TextModel for Routed {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let now = self.clock.now();
        let has_images = request.messages.iter().any(|message| !message.images.is_empty());
        let is_out = |(at, one): (usize, &ResolvedModel)| {
            let is_blind = at > 0 && has_images && !one.info.vision;
            is_blind || self.cooling.until(&one.info.id, now).is_some()
        };
        let cooling: Vec<bool> = self.candidates.iter().enumerate().map(is_out).collect();
        let mut first_error = None;
        let mut in_order = order(&cooling);
        if in_order[0] != 0 {
            // If no fallback may answer, the person sees the error of the model that they chose.
            in_order.push(0);
        }
        for at in in_order {
            let candidate = &self.candidates[at];
            let was_asked = first_error.is_some();
            if (at == 0 && was_asked) || !self.may_answer(at, &request).await {
                continue;
            }
            match answer_of(candidate, request.clone()).await {
                Ok(answer) if at == 0 => return Ok(answer),
                Ok(answer) => return Ok(introduced(candidate, answer)),
                Err(error) => {
                    let is_passing = cooldown(&candidate.info.id, &error).is_some();
                    self.cooling.begin(&candidate.info.id, &error, self.clock.now());
                    tracing::info!(model.id = candidate.info.id, %error, "a model did not answer");
                    if !is_passing {
                        return Err(error);
                    }
                    first_error.get_or_insert(error);
                }
            }
        }
        Err(first_error.unwrap_or(ModelError::Unreachable))
    }
}

/// Waits for the first word of `candidate`'s answer: until then it may fail and another model answer.
async fn answer_of(
    candidate: &ResolvedModel,
    mut request: ModelRequest,
) -> Result<ModelStream, ModelError> {
    request.model.clone_from(&candidate.name_at_provider);
    let mut stream = candidate.model.stream(request).await?;
    let mut heard = Vec::new();
    while let Some(event) = stream.next().await {
        let event = event?;
        let is_word = !matches!(event, ModelEvent::Usage(_));
        heard.push(Ok(event));
        if is_word {
            break;
        }
    }
    Ok(Box::pin(futures::stream::iter(heard).chain(stream)))
}

fn introduced(candidate: &ResolvedModel, answer: ModelStream) -> ModelStream {
    let (id, name) = (candidate.info.id.clone(), candidate.info.name.clone());
    let who = ModelEvent::AnsweredBy(Answerer { id, name });
    Box::pin(futures::stream::iter([Ok(who)]).chain(answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(0);

    fn busy(retry_after_seconds: Option<u64>) -> ModelError {
        ModelError::Busy { retry_after_seconds, message: None }
    }

    #[test]
    fn those_that_cool_are_not_asked_while_another_can_be() {
        assert_eq!(order(&[false, false]), [0, 1]);
        assert_eq!(order(&[true, false, false]), [1, 2]);
        assert_eq!(order(&[true, true]), [0], "the person hears what is wrong with their model");
    }

    #[test]
    fn a_busy_model_cools_as_long_as_its_provider_says() {
        let cooling = Cooling::default();
        cooling.begin("a/m", &busy(Some(7)), NOW);
        assert_eq!(cooling.until("a/m", NOW), Some(NOW.plus(7 * SECOND)));
        assert_eq!(cooling.until("a/other", NOW), None);
        assert_eq!(cooling.until("a/m", NOW.plus(7 * SECOND)), None);
    }

    #[test]
    fn a_refused_key_cools_the_whole_connection() {
        let cooling = Cooling::default();
        cooling.begin("a/m", &ModelError::Unauthorized { message: None }, NOW);
        assert!(cooling.until("a/other", NOW).is_some());
        assert_eq!(cooling.until("b/m", NOW), None);
    }

    #[test]
    fn no_provider_makes_a_model_cool_for_days() {
        let (_, seconds) = cooldown("a/m", &busy(Some(u64::MAX))).unwrap();
        assert_eq!(seconds, COOLDOWN_MAX_SECONDS);
        assert_eq!(cooldown("a/m", &busy(None)).unwrap().1, COOLDOWN_SECONDS);
    }

    #[test]
    fn a_wrong_request_is_nobodys_turn() {
        let refused = ModelError::Refused { message: "too long".to_owned() };
        assert_eq!(cooldown("a/m", &refused), None);
    }
}
