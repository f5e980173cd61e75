use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use rustix::process::{Resource, Rlimit, setrlimit};

/// The hidden command under which this program becomes the one that serves a model:
/// `run-model <process id of the server> <program> <its arguments>`.
pub const RUN_COMMAND: &str = "run-model";

/// OOM score of the process: when memory runs out the model is killed, not the server.
const OOM_SCORE: &str = "800";

/// Becomes the program, as a process that ends when the server does, however that ends.
pub fn run(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let server = arguments.next().and_then(|id| id.to_str()?.parse::<i32>().ok());
    let (Some(server), Some(program)) = (server, arguments.next()) else {
        return ExitCode::from(2);
    };
    if !stay_with(server) {
        return ExitCode::FAILURE;
    }
    // The memory of a model is not worth writing to disk.
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) }).ok();
    // Only Linux has it, and it only helps.
    std::fs::write("/proc/self/oom_score_adj", OOM_SCORE).ok();
    // Returns only on failure.
    let error = Command::new(&program).args(arguments).exec();
    writeln!(std::io::stderr(), "error: {} cannot be started: {error}", program.display()).ok();
    ExitCode::FAILURE
}

/// Makes the kernel kill this process when its parent ends. False if the parent has already ended.
#[cfg(target_os = "linux")]
fn stay_with(server: i32) -> bool {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    let is_set = set_parent_process_death_signal(Some(Signal::KILL)).is_ok();
    is_set && getppid().is_some_and(|parent| parent.as_raw_nonzero().get() == server)
}

/// Does nothing on other systems: a killed server leaves its models running there; a stopped one does not.
#[cfg(not(target_os = "linux"))]
fn stay_with(_server: i32) -> bool {
    true
}
