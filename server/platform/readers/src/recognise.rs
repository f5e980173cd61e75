use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use crate::limits::Limits;

const LIMITS: Limits = Limits {
    // A language is a network of 15 to 60 MB when loaded.
    memory_bytes: 2 * 1024 * 1024 * 1024,
    cpu_seconds: 60,
    // It opens its languages.
    open_files: 64,
    priority: fair_queue::Priority::Low,
};

/// Becomes the text recognizer, under limits: `<program> <its arguments>`. Its input is a drawing of our own, never an
/// untrusted file.
#[cfg(unix)]
pub fn recognise(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    use std::os::unix::process::CommandExt;

    let Some(program) = arguments.next() else { return ExitCode::from(2) };
    if LIMITS.set().is_err() {
        return ExitCode::from(3);
    }
    // Returns only on failure.
    let error = std::process::Command::new(&program).args(arguments).exec();
    writeln!(std::io::stderr(), "error: {} cannot be started: {error}", program.display()).ok();
    ExitCode::FAILURE
}
