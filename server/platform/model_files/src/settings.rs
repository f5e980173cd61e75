use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::Memory;

/// The operator's settings of the section `model_files`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Folder of model files. Default: `models` in the data folder.
    pub folder: Option<PathBuf>,
    /// Path of llama.cpp's `llama-server`; if not set, it is looked for in the usual places.
    pub program: Option<PathBuf>,
    /// Additional arguments of the program: `["--n-gpu-layers", "99"]`.
    pub args: Vec<String>,
    /// Variables that the program sees; of this server's own it sees none.
    pub env: BTreeMap<String, String>,
    /// Maximum context size of a model, in tokens: memory grows with it.
    pub context_tokens: u32,
    /// Answers that one model writes at the same time.
    pub answers_at_once: u32,
    /// Models that are loaded at the same time.
    pub max_loaded: usize,
    /// Threads of each model; 0 leaves it to the program.
    pub threads: u32,
    /// Idle time after which a model is unloaded; 0: never.
    pub idle_unload_seconds: u64,
    /// Longest wait until a model is loaded.
    pub start_timeout_seconds: u64,
    /// True to refuse models that need more memory than is free.
    pub check_memory: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            folder: None,
            program: None,
            args: Vec::new(),
            env: BTreeMap::new(),
            context_tokens: 8_192,
            answers_at_once: 1,
            max_loaded: 1,
            threads: 0,
            idle_unload_seconds: 600,
            start_timeout_seconds: 300,
            check_memory: true,
        }
    }
}

/// Setup of storing and serving model files; built from [`Settings`] outside tests.
#[derive(Debug, Clone)]
pub struct Setup {
    pub folder: PathBuf,
    /// Candidate paths of the program, in search order.
    pub programs: Vec<PathBuf>,
    /// This server's own program, which takes [`crate::RUN_COMMAND`]; without it the program is started as it
    /// is, and may outlive a server that is killed.
    pub runner: Option<PathBuf>,
    pub args: Vec<String>,
    pub env: BTreeMap<String, String>,
    pub context_tokens: u32,
    pub answers_at_once: u32,
    pub max_loaded: usize,
    pub threads: u32,
    /// Idle time after which a model is unloaded; `None`: never.
    pub idle_unload: Option<Duration>,
    pub start_timeout: Duration,
    /// Time for which a model that failed once is not started; doubled after each failure.
    pub backoff: Duration,
    pub memory: Memory,
}

impl Setup {
    /// Creates the setup that tests and [`Setup::new`] start from: the defaults, with models in `folder`, served by
    /// `program`.
    pub fn in_folder(folder: PathBuf, program: PathBuf) -> Self {
        Self::of(&Settings::default(), folder, vec![program], None)
    }

    /// Creates the setup from the operator's settings; `data_dir` is the data folder of this installation.
    pub fn new(settings: &Settings, data_dir: &Path, runner: PathBuf) -> Self {
        let folder = settings.folder.clone().unwrap_or_else(|| data_dir.join("models"));
        let programs = match &settings.program {
            Some(program) => vec![program.clone()],
            None => crate::program::usual_places(data_dir, &runner),
        };
        Self::of(settings, folder, programs, Some(runner))
    }

    fn of(
        settings: &Settings,
        folder: PathBuf,
        programs: Vec<PathBuf>,
        runner: Option<PathBuf>,
    ) -> Self {
        let seconds = settings.idle_unload_seconds;
        Self {
            folder,
            programs,
            runner,
            args: settings.args.clone(),
            env: settings.env.clone(),
            context_tokens: settings.context_tokens.max(256),
            answers_at_once: settings.answers_at_once.clamp(1, 64),
            max_loaded: settings.max_loaded.max(1),
            threads: settings.threads,
            idle_unload: (seconds > 0).then(|| Duration::from_secs(seconds)),
            start_timeout: Duration::from_secs(settings.start_timeout_seconds.max(1)),
            backoff: Duration::from_secs(1),
            memory: if settings.check_memory { Memory::Measured } else { Memory::Unlimited },
        }
    }
}
