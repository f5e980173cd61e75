use api::ProblemBody;
use model_files::{Load, Progress, Unfinished};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Model files on the server's machine, and the program that serves them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelFileList {
    pub folder: String,
    /// Path of the program; null if it is not installed.
    pub program: Option<String>,
    /// Memory that is free for models; null if unknown.
    pub free_bytes: Option<u64>,
    /// Largest piece of an upload.
    pub piece_bytes: usize,
    pub items: Vec<ModelFile>,
    pub unfinished: Vec<UnfinishedFile>,
}

/// A model file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelFile {
    pub name: String,
    pub size_bytes: u64,
    /// Memory that it takes when it is loaded.
    pub needed_bytes: u64,
    pub state: ModelFileState,
    /// The reason why it cannot be used, or why it failed.
    pub problem: Option<ProblemBody>,
    /// Its metadata; null if it cannot be read.
    pub model: Option<ModelFileFacts>,
}

/// The state of a model file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelFileState {
    Unloaded,
    Loading,
    Loaded,
    Failed,
    /// It is not a chat model.
    Unusable,
}

/// A model file's metadata, from its header.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelFileFacts {
    /// Name given by its author.
    pub name: Option<String>,
    pub architecture: String,
    pub size_label: Option<String>,
    pub quantisation: Option<String>,
    /// Size of the context it is served with, in tokens.
    pub context_tokens: u32,
    /// Size of the context it was trained for.
    pub longest_context_tokens: Option<u32>,
    pub has_template: bool,
    pub tools: bool,
    pub reasoning: bool,
}

/// A file of which only the beginning was uploaded.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnfinishedFile {
    pub name: String,
    pub size_bytes: u64,
    pub received_bytes: u64,
}

/// The chunk of a file that the body holds.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SentPiece {
    /// Offset of the chunk.
    pub offset: u64,
    /// Size of the whole file.
    pub size_bytes: u64,
    /// Last modification of the source file, in milliseconds.
    pub modified_at: i64,
}

/// Progress of an upload.
#[derive(Debug, Serialize, ToSchema)]
pub struct Received {
    pub received_bytes: u64,
    /// The file is among the others now.
    pub complete: bool,
}

impl ModelFile {
    pub fn new(file: model_files::ModelFile, load: Load) -> Self {
        let (state, failed) = match load {
            Load::Unloaded => (ModelFileState::Unloaded, None),
            Load::Loading => (ModelFileState::Loading, None),
            Load::Loaded => (ModelFileState::Loaded, None),
            Load::Failed(problem) => (ModelFileState::Failed, Some(problem)),
        };
        let (state, problem, model) = match file.model {
            Ok(model) => (state, failed, Some(facts(model, file.context_tokens))),
            Err(problem) => (ModelFileState::Unusable, Some(problem), None),
        };
        Self {
            name: file.name.to_string(),
            size_bytes: file.size_bytes,
            needed_bytes: file.needed_bytes,
            state,
            problem: problem.as_ref().map(ProblemBody::from),
            model,
        }
    }
}

fn facts(model: model_files::Gguf, context_tokens: u32) -> ModelFileFacts {
    ModelFileFacts {
        name: model.name,
        architecture: model.architecture,
        size_label: model.size_label,
        quantisation: model.quantisation.map(str::to_owned),
        context_tokens,
        longest_context_tokens: model.context_tokens,
        has_template: model.has_template,
        tools: model.tools,
        reasoning: model.reasoning,
    }
}

impl From<Unfinished> for UnfinishedFile {
    fn from(file: Unfinished) -> Self {
        let Unfinished { name, size_bytes, received_bytes } = file;
        Self { name: name.to_string(), size_bytes, received_bytes }
    }
}

impl From<Progress> for Received {
    fn from(progress: Progress) -> Self {
        Self { received_bytes: progress.received_bytes, complete: progress.is_complete }
    }
}
