//! Facts about a model that can be called.

use std::sync::Arc;

use kernel::Tier;
use serde::{Deserialize, Serialize};

use crate::TextModel;
use crate::media::vendors;

/// The protocol of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    Openai,
    Anthropic,
    Gemini,
    Ollama,
    OpenaiCompatible,
    /// Model files on this machine, served by a program that this one starts.
    LocalFiles,
    /// Inside this program: the built-in engine. No connection has it.
    Builtin,
    // From here on: images and videos only.
    BlackForestLabs,
    Stability,
    Replicate,
    Fal,
    /// AUTOMATIC1111's web UI, Forge and SD.Next.
    Automatic1111,
    Comfyui,
    Runway,
    Kling,
    Luma,
    Minimax,
}

impl Protocol {
    /// Returns true if its models run on the operator's own machines, so that answers cost nothing.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Ollama | Self::LocalFiles | Self::Builtin)
            || vendors::of(self).is_some_and(|vendor| vendor.is_local)
    }

    /// Returns true if it has no models that answer in words, but some that make images or videos.
    pub fn is_media_only(self) -> bool {
        vendors::of(self).is_some()
    }
}

/// A model that people can choose.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelInfo {
    /// `<connection slug>/<name at the provider>`, as clients carry it.
    pub id: String,
    /// The name shown.
    pub name: String,
    pub connection_name: String,
    pub protocol: Protocol,
    pub tier: Tier,
    /// Price per thousand output tokens in advanced credits; `None` if it is priced by the answer.
    pub credits_per_1k: Option<i64>,
    /// Size of the context window in tokens; `None` if unknown.
    pub context_tokens: Option<u32>,
    pub vision: bool,
    pub tools: bool,
    pub reasoning: bool,
}

/// A model that is ready to be called.
#[derive(Clone)]
pub struct ResolvedModel {
    pub model: Arc<dyn TextModel>,
    /// The name for [`crate::ModelRequest::model`].
    pub name_at_provider: String,
    pub info: ModelInfo,
}

/// All models that can be called now.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelList {
    pub models: Vec<ModelInfo>,
    /// The id of the model that answers when a person has chosen none.
    pub default_model: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_on_the_operators_own_machines_is_local() {
        for protocol in [
            Protocol::Builtin,
            Protocol::Ollama,
            Protocol::LocalFiles,
            Protocol::Automatic1111,
            Protocol::Comfyui,
        ] {
            assert!(protocol.is_local(), "{protocol:?}");
        }
        for protocol in [
            Protocol::Openai,
            Protocol::Anthropic,
            Protocol::Gemini,
            Protocol::OpenaiCompatible,
            Protocol::Replicate,
        ] {
            assert!(!protocol.is_local(), "{protocol:?}");
        }
    }
}
