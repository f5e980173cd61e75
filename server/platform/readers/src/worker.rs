use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use parsing::{Extent, Format, ParseFailure, Parsed};

use crate::limits::Limits;
use crate::read_within;

const LIMITS: Limits = Limits {
    memory_bytes: 512 * 1024 * 1024,
    cpu_seconds: 15,
    // Standard input, output and errors: no file, and no socket, can be opened besides them.
    open_files: 3,
    priority: fair_queue::Priority::Low,
};
/// Largest file that is read at all.
const INPUT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Runs the reader's process: drops its privileges, reads a file of `format` from standard input, writes the result to
/// standard output as JSON, and ends.
///
/// `arguments`: the format; the maximum number of words; the maximum number of pages, unless all are read.
pub fn run(arguments: &[String]) -> ExitCode {
    let Some((format, extent)) = understand(arguments) else { return ExitCode::from(2) };
    if LIMITS.set().is_err() {
        // Without limits no file is opened.
        return ExitCode::from(3);
    }
    let Ok(content) = read_input() else { return ExitCode::FAILURE };
    let outcome: Result<Parsed, ParseFailure> =
        catch_unwind(AssertUnwindSafe(|| read_within(format, &content, extent)))
            .unwrap_or(Err(ParseFailure::Broken));
    let Ok(json) = serde_json::to_vec(&outcome) else { return ExitCode::FAILURE };
    say(&[&json])
}

/// Reads the content from standard input.
pub(crate) fn read_input() -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    std::io::stdin().lock().take(INPUT_MAX_BYTES).read_to_end(&mut content)?;
    Ok(content)
}

/// Writes everything to standard output; returns if that succeeded.
pub(crate) fn say(pieces: &[&[u8]]) -> ExitCode {
    let mut output = std::io::stdout().lock();
    let said = pieces.iter().try_for_each(|piece| output.write_all(piece));
    match said.and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn understand(arguments: &[String]) -> Option<(Format, Extent)> {
    let (format, numbers) = arguments.split_first()?;
    let format = serde_json::from_str::<Format>(&format!("\"{format}\"")).ok()?;
    let words_max = match numbers.first() {
        Some(words) => words.parse().ok()?,
        None => Extent::ATTACHMENT.words_max,
    };
    let pages_max = numbers.get(1).map(|pages| pages.parse()).transpose().ok()?;
    Some((format, Extent { pages_max, words_max }))
}
