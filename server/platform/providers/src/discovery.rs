//! Model servers on this machine, found by asking where they usually are.

use futures::future::join_all;

use crate::catalogue::is_hidden;
use crate::model_list::{ListedModel, fetch_models};
use crate::{Protocol, Target, Wire};

/// The usual address of a local server.
#[derive(Debug, Clone)]
pub struct LocalServer {
    pub name: String,
    pub protocol: Protocol,
    pub base_url: String,
}

/// A server that answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discovered {
    pub name: String,
    pub protocol: Protocol,
    pub base_url: String,
    /// Number of models it offers.
    pub models: usize,
}

/// Returns the default addresses of Ollama, LM Studio, llama-server, ComfyUI and the web UI for Stable Diffusion.
pub(crate) fn usual_places() -> Vec<LocalServer> {
    let place = |name: &str, protocol, base_url: &str| LocalServer {
        name: name.to_owned(),
        protocol,
        base_url: base_url.to_owned(),
    };
    vec![
        place("Ollama", Protocol::Ollama, "http://127.0.0.1:11434"),
        place("LM Studio", Protocol::OpenaiCompatible, "http://127.0.0.1:1234/v1"),
        place("llama-server", Protocol::OpenaiCompatible, "http://127.0.0.1:8080/v1"),
        place("ComfyUI", Protocol::Comfyui, "http://127.0.0.1:8188"),
        place("Stable Diffusion web UI", Protocol::Automatic1111, "http://127.0.0.1:7860"),
    ]
}

/// Asks all `places` at once; only lists of models are read.
pub(crate) async fn discover(wire: &Wire, places: &[LocalServer]) -> Vec<Discovered> {
    let wire = wire.for_discovery();
    let answers = places.iter().map(|place| {
        let target =
            Target { base_url: place.base_url.clone(), api_key: None, ..Target::default() };
        let wire = &wire;
        async move { fetch_models(wire, place.protocol, &target).await }
    });
    let answers = join_all(answers).await;
    places
        .iter()
        .zip(answers)
        .filter_map(|(place, answer)| {
            // Nothing there, or another program: that is the usual case and not worth logging.
            let models = answer.ok()?;
            let is_offered =
                |model: &&ListedModel| place.protocol.is_media_only() || !is_hidden(&model.id);
            let offered = models.iter().filter(is_offered).count();
            Some(Discovered {
                name: place.name.clone(),
                protocol: place.protocol,
                base_url: place.base_url.clone(),
                models: offered,
            })
        })
        .collect()
}
