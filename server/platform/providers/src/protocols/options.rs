//! Options that a protocol has no word for.

use serde_json::Value;

use crate::{ModelError, ModelRequest};

/// An option that changes the answer, and that not every protocol has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Audio,
    LogitBias,
    Penalties,
    Seed,
    Stop,
    TopK,
    Verbosity,
}

impl Wish {
    fn name(self) -> &'static str {
        match self {
            Self::Audio => "audio input",
            Self::LogitBias => "logit_bias",
            Self::Penalties => "presence_penalty and frequency_penalty",
            Self::Seed => "seed",
            Self::Stop => "stop",
            Self::TopK => "top_k",
            Self::Verbosity => "verbosity",
        }
    }

    fn is_in(self, request: &ModelRequest) -> bool {
        let options = &request.options;
        let is_some = |penalty: Option<f32>| penalty.is_some_and(|penalty| penalty != 0.0);
        match self {
            Self::Audio => request.messages.iter().any(|message| !message.audio.is_empty()),
            Self::LogitBias => match &options.logit_bias {
                None | Some(Value::Null) => false,
                Some(bias) => bias.as_object().is_none_or(|bias| !bias.is_empty()),
            },
            Self::Penalties => {
                is_some(options.presence_penalty) || is_some(options.frequency_penalty)
            }
            Self::Seed => options.seed.is_some(),
            Self::Stop => !options.stop.is_empty(),
            Self::TopK => options.top_k.is_some(),
            Self::Verbosity => options.verbosity.as_deref().is_some_and(|word| word != "medium"),
        }
    }
}

/// Refuses a request with an option that the protocol lacks: nobody would be told that it has no effect.
pub(super) fn refuse(request: &ModelRequest, lacking: &[Wish]) -> Result<(), ModelError> {
    match lacking.iter().find(|wish| wish.is_in(request)) {
        Some(wish) => {
            let message = format!("This provider's models have no {}: leave it out.", wish.name());
            Err(ModelError::Refused { message })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::RequestOptions;

    const ALL: [Wish; 7] = [
        Wish::Audio,
        Wish::LogitBias,
        Wish::Penalties,
        Wish::Seed,
        Wish::Stop,
        Wish::TopK,
        Wish::Verbosity,
    ];

    fn asking(options: RequestOptions) -> ModelRequest {
        ModelRequest { options, ..ModelRequest::default() }
    }

    #[test]
    fn what_changes_nothing_is_no_wish() {
        let plain = RequestOptions {
            logit_bias: Some(json!({})),
            presence_penalty: Some(0.0),
            frequency_penalty: Some(0.0),
            verbosity: Some("medium".to_owned()),
            ..RequestOptions::default()
        };
        assert!(refuse(&asking(plain), &ALL).is_ok());
    }

    #[test]
    fn what_cannot_be_fulfilled_is_refused_by_name() {
        let none = RequestOptions::default;
        for (options, name) in [
            (RequestOptions { logit_bias: Some(json!({ "50256": -100 })), ..none() }, "logit_bias"),
            (RequestOptions { frequency_penalty: Some(0.5), ..none() }, "frequency_penalty"),
            (RequestOptions { presence_penalty: Some(-0.5), ..none() }, "presence_penalty"),
            (RequestOptions { seed: Some(7), ..none() }, "seed"),
            (RequestOptions { stop: vec!["END".to_owned()], ..none() }, "stop"),
            (RequestOptions { top_k: Some(40), ..none() }, "top_k"),
            (RequestOptions { verbosity: Some("low".to_owned()), ..none() }, "verbosity"),
        ] {
            let refused = refuse(&asking(options.clone()), &ALL);
            let Err(ModelError::Refused { message }) = refused else { panic!("{refused:?}") };
            assert!(message.contains(name), "{message}");
            assert!(refuse(&asking(options), &[]).is_ok());
        }
    }
}
