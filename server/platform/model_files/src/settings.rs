use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use live_settings::{Field, Section};
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

/// Longest time that a setting names, in seconds.
const SECONDS_MAX: i64 = 30 * 24 * 60 * 60;

impl Settings {
    /// Returns the settings, of which the operator changes those besides places and programs while the server runs. They
    /// count from the next time that a model is loaded.
    pub fn section(self) -> Section<Self> {
        let fields = vec![
            Field::number("model_files.context_tokens", (256, 10_000_000), |it: &mut Self| {
                &mut it.context_tokens
            }),
            Field::number("model_files.answers_at_once", (1, 64), |it| &mut it.answers_at_once),
            Field::number("model_files.max_loaded", (1, 64), |it| &mut it.max_loaded),
            Field::number("model_files.threads", (0, 1_024), |it| &mut it.threads),
            Field::number("model_files.idle_unload_seconds", (0, SECONDS_MAX), |it| {
                &mut it.idle_unload_seconds
            }),
            Field::number("model_files.start_timeout_seconds", (1, SECONDS_MAX), |it| {
                &mut it.start_timeout_seconds
            }),
            Field::switch("model_files.check_memory", |it| &mut it.check_memory),
        ];
        Section::new(self, fields)
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
    /// Settings of the operator, which count before the numbers above.
    pub settings: Option<Section<Settings>>,
}

impl Setup {
    /// Creates the setup that tests and [`Setup::new`] start from: the defaults, with models in `folder`, served by
    /// `program`.
    pub fn in_folder(folder: PathBuf, program: PathBuf) -> Self {
        Self::of(&Settings::default(), folder, vec![program], None)
    }

    /// Creates the setup from the operator's settings; `data_dir` is the data folder of this installation.
    pub fn new(section: &Section<Settings>, data_dir: &Path, runner: PathBuf) -> Self {
        let settings = &section.get();
        let folder = settings.folder.clone().unwrap_or_else(|| data_dir.join("models"));
        let programs = match &settings.program {
            Some(program) => vec![program.clone()],
            None => crate::program::usual_places(data_dir, &runner),
        };
        let setup = Self::of(settings, folder, programs, Some(runner));
        Self { settings: Some(section.clone()), ..setup }
    }

    /// Returns the setup with the operator's settings of now.
    pub(crate) fn current(&self) -> Self {
        let Some(settings) = self.settings.as_ref().map(Section::get) else { return self.clone() };
        let (folder, programs) = (self.folder.clone(), self.programs.clone());
        let now = Self::of(&settings, folder, programs, self.runner.clone());
        Self { backoff: self.backoff, settings: self.settings.clone(), ..now }
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
            settings: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_setting_counts_from_the_next_use_of_the_setup() {
        use live_settings::{Changeable, Overrides, Value};

        let section = Settings::default().section();
        let setup = Setup::new(&section, Path::new("/data"), PathBuf::from("/program"));
        section.apply(&Overrides::from([
            ("model_files.context_tokens".to_owned(), Value::Number(4_096)),
            ("model_files.idle_unload_seconds".to_owned(), Value::Number(0)),
        ]));
        let now = setup.current();
        assert_eq!((now.context_tokens, now.idle_unload), (4_096, None));
        assert_eq!((now.folder, now.runner), (setup.folder, setup.runner));
    }
}
