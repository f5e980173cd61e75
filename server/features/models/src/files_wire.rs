use api::ProblemBody;
use model_files::{Load, Progress, Unfinished};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Model files on the server's machine, and the program that serves them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelFileList {
    pub folder: String,
    /// Where the program is; null when it is not installed.
    pub program: Option<String>,
    /// Memory that is free for models; null where nobody can say.
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
    /// Why it cannot be used, or why it failed.
    pub problem: Option<ProblemBody>,
    /// What it is; null when it cannot be read.
    pub model: Option<ModelFileFacts>,
}

/// How a model file stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelFileState {
    Unloaded,
    Loading,
    Loaded,
    Failed,
    /// It is no model to chat with.
    Unusable,
}

/// What a model file's header says.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelFileFacts {
    /// What its maker calls it.
    pub name: Option<String>,
    pub architecture: String,
    pub size_label: Option<String>,
    pub quantisation: Option<String>,
    /// How much it is given to read at once, in tokens.
    pub context_tokens: u32,
    /// How much it was made to read at once.
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

/// Which piece of a file the body is.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SentPiece {
    /// Where it begins.
    pub offset: u64,
    /// Of the whole file.
    pub size_bytes: u64,
    /// When the file was changed last where it comes from, in milliseconds.
    pub modified_at: i64,
}

/// How far an upload is.
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
