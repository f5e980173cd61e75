use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use parsing::{Extent, Format, ParseFailure, Parsed};
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::read_within;

/// Most memory that reading a file may take, the program's own code included.
const MEMORY_MAX_BYTES: u64 = 512 * 1024 * 1024;
const CPU_MAX_SECONDS: u64 = 15;
/// Standard input, output and errors: no file, and no socket, can be opened besides them.
const OPEN_FILES: u64 = 3;
/// Largest file that is read at all.
const INPUT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The reader's whole life: gives up its rights, reads standard input as a file of `format`, writes what it
/// found to standard output as JSON, and ends.
///
/// `arguments`: the format; the most words; the most pages, where not all are read.
pub fn run(arguments: &[String]) -> ExitCode {
    let Some((format, extent)) = understand(arguments) else { return ExitCode::from(2) };
    if limit().is_err() {
        // Without limits no file is opened.
        return ExitCode::from(3);
    }
    let mut content = Vec::new();
    let mut input = std::io::stdin().lock().take(INPUT_MAX_BYTES);
    if input.read_to_end(&mut content).is_err() {
        return ExitCode::FAILURE;
    }
    let outcome: Result<Parsed, ParseFailure> =
        catch_unwind(AssertUnwindSafe(|| read_within(format, &content, extent)))
            .unwrap_or(Err(ParseFailure::Broken));
    let Ok(json) = serde_json::to_vec(&outcome) else { return ExitCode::FAILURE };
    let mut output = std::io::stdout().lock();
    match output.write_all(&json).and_then(|()| output.flush()) {
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

/// Sets limits that this process can never raise again.
fn limit() -> rustix::io::Result<()> {
    let hard = |max: u64| Rlimit { current: Some(max), maximum: Some(max) };
    setrlimit(Resource::Core, hard(0))?;
    setrlimit(Resource::Fsize, hard(0))?;
    setrlimit(Resource::Cpu, hard(CPU_MAX_SECONDS))?;
    setrlimit(Resource::Nofile, hard(OPEN_FILES))?;
    // macOS knows the limit and does not keep it.
    #[cfg(target_os = "linux")]
    setrlimit(Resource::As, hard(MEMORY_MAX_BYTES))?;
    Ok(())
}
