//! The trait of models that turn texts into vectors.

use async_trait::async_trait;

use crate::ModelError;

/// A model that makes embeddings. One implementation per wire protocol.
#[async_trait]
pub trait EmbeddingModel: Send + Sync {
    /// Returns the vector of each text, in their order.
    ///
    /// # Errors
    ///
    /// Those of [`crate::TextModel::stream`]; [`ModelError::Broken`] when the answer has not one vector
    /// for each text.
    async fn embed(&self, request: EmbeddingRequest) -> Result<Embeddings, ModelError>;
}

/// Texts to embed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmbeddingRequest {
    /// The model's name as its provider knows it.
    pub model: String,
    pub texts: Vec<String>,
    /// Requested number of dimensions, for models that can choose.
    pub dimensions: Option<u32>,
}

/// Vectors.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Embeddings {
    /// One for each text, in their order.
    pub vectors: Vec<Vec<f32>>,
    /// Number of input tokens as the provider counts them; `None` if it does not.
    pub input_tokens: Option<u32>,
}

/// A model that makes embeddings, as people can choose it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingInfo {
    /// `<connection slug>/<name at the provider>`.
    pub id: String,
    pub name: String,
    pub connection_name: String,
}

/// A model that is ready to make embeddings.
#[derive(Clone)]
pub struct ResolvedEmbedding {
    pub model: std::sync::Arc<dyn EmbeddingModel>,
    /// The name for [`EmbeddingRequest::model`].
    pub name_at_provider: String,
    pub info: EmbeddingInfo,
}
