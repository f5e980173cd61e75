use std::path::{Path, PathBuf};
use std::process::Stdio;

use fair_queue::Priority;
use tokio::process::{Child, Command};

/// The variable that tells a process of the sandbox that it has [`Priority::Idle`].
pub const IDLE: &str = "ENSEMBLE_IDLE";

/// Starts this program as a process of its own for work with untrusted content. There it limits itself before it sees any.
/// Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Sandbox {
    program: Option<PathBuf>,
}

impl Sandbox {
    /// Creates a sandbox of `program`, which takes the hidden commands.
    pub fn new(program: PathBuf) -> Self {
        Self { program: Some(program) }
    }

    /// Returns a command that starts the program with a hidden command, in a clean environment; `None`: there is no program,
    /// as in tests of areas.
    pub fn command(&self, hidden_command: &str) -> Option<Command> {
        self.program.as_deref().map(|program| command(program, hidden_command))
    }

    /// Starts a command of [`Sandbox::command`], with pipes for its input and output. Dropped, the process is killed.
    ///
    /// # Errors
    ///
    /// It cannot be started, which is logged.
    pub fn start(command: &mut Command) -> std::io::Result<Child> {
        if Priority::of_next_work() == Priority::Idle {
            command.env(IDLE, "1");
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .inspect_err(|error| tracing::error!(%error, ?command, "a reader could not be started"))
    }
}

/// Returns a command that starts `program` with a hidden command, in a clean environment.
pub(crate) fn command(program: &Path, hidden_command: &str) -> Command {
    let mut command = Command::new(program);
    command
        .arg(hidden_command)
        .env_clear()
        // No second heap for each thread, and no thread that cleans up: address space is limited.
        .env("MALLOC_ARENA_MAX", "1")
        .env("MALLOC_CONF", "background_thread:false,narenas:1")
        .current_dir("/");
    command
}
