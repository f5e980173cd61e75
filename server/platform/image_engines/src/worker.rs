use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use image_tools::{MadeImage, PICTURE_MAX_BYTES, Task, ToolError};

use crate::networks::THREADS;
use crate::{Assets, make};

/// Most bytes of all pictures of a task.
const INPUT_MAX_BYTES: usize = 3 * PICTURE_MAX_BYTES;

/// Runs the process of an engine: reads its data files, drops its privileges, reads pictures from standard input, writes a
/// line of JSON with the outcome, followed by the picture if there is one, and ends.
///
/// `arguments`: the task, as JSON. `drop_privileges` returns if that succeeded.
pub fn run(arguments: &[String], drop_privileges: impl FnOnce() -> bool) -> ExitCode {
    let task = arguments.first().and_then(|task| serde_json::from_str::<Task>(task).ok());
    let Some(task) = task else { return ExitCode::from(2) };
    let assets = Assets::load(&task.tool, &task.weights_folder);
    if !drop_privileges() {
        // Without limits no picture is opened.
        return ExitCode::from(3);
    }
    if rayon::ThreadPoolBuilder::new().num_threads(THREADS).build_global().is_err() {
        return ExitCode::FAILURE;
    }
    let Ok(input) = read_input() else { return ExitCode::FAILURE };
    let Some(pictures) = split(&input, &task.lengths) else { return ExitCode::FAILURE };
    let made = catch_unwind(AssertUnwindSafe(|| make(&task.tool, &pictures, &assets)));
    say(made.unwrap_or(Err(ToolError::Broken)))
}

fn read_input() -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    std::io::stdin().lock().take(INPUT_MAX_BYTES as u64).read_to_end(&mut content)?;
    Ok(content)
}

/// Splits the input into pictures; `None`: it has not as many bytes.
fn split<'a>(mut input: &'a [u8], lengths: &[usize]) -> Option<Vec<&'a [u8]>> {
    let mut pictures = Vec::new();
    for length in lengths {
        let (picture, rest) = input.split_at_checked(*length)?;
        pictures.push(picture);
        input = rest;
    }
    input.is_empty().then_some(pictures)
}

fn say(made: Result<MadeImage, ToolError>) -> ExitCode {
    let header = made.as_ref().map(MadeImage::header);
    let Ok(line) = serde_json::to_vec(&header) else { return ExitCode::FAILURE };
    let content = made.map(|made| made.content).unwrap_or_default();
    let mut output = std::io::stdout().lock();
    let mut write = |piece: &[u8]| output.write_all(piece);
    let written = write(&line).and_then(|()| write(b"\n")).and_then(|()| write(&content));
    match written.and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_follow_each_other_and_nothing_is_left() {
        assert_eq!(split(b"abcde", &[2, 3]), Some(vec![b"ab".as_slice(), b"cde"]));
        assert_eq!(split(b"", &[]), Some(Vec::new()));
        assert_eq!(split(b"abcde", &[2, 2]), None);
        assert_eq!(split(b"abcde", &[2, 4]), None);
    }
}
