use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use pictures::{Edit, PictureError};

use crate::limits::Limits;
use crate::worker::{read_input, say};

const LIMITS: Limits = Limits {
    memory_bytes: 512 * 1024 * 1024,
    cpu_seconds: 15,
    open_files: 3,
    priority: fair_queue::Priority::Low,
};

/// Runs the process that edits a picture from standard input. Writes a line of JSON with the outcome, followed by the
/// picture if there is one.
///
/// `arguments`: the edit, as JSON.
pub fn edit(arguments: &[String]) -> ExitCode {
    let edit = arguments.first().and_then(|edit| serde_json::from_str::<Edit>(edit).ok());
    let Some(edit) = edit else { return ExitCode::from(2) };
    if LIMITS.set().is_err() {
        return ExitCode::from(3);
    }
    let Ok(content) = read_input() else { return ExitCode::FAILURE };
    let outcome = catch_unwind(AssertUnwindSafe(|| edit.apply(&content)))
        .unwrap_or(Err(PictureError::Broken));
    let line = serde_json::to_vec(&outcome.as_ref().map(|_| ()));
    let Ok(line) = line else { return ExitCode::FAILURE };
    say(&[&line, b"\n", &outcome.unwrap_or_default()])
}
