use std::process::ExitCode;

use app::cli::Cli;
use app::commands;
use clap::Parser;

/// Gives back what a burst took, by a thread in the background (decision 0961).
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Limits of the process that reads an imported archive. One value of it may have 128 MB.
const ARCHIVE_LIMITS: readers::Limits = readers::Limits {
    memory_bytes: 1024 * 1024 * 1024,
    cpu_seconds: 600,
    open_files: 3,
    priority: fair_queue::Priority::Idle,
};

/// Limits of the process that makes pictures: networks, and some copies of the largest picture.
const IMAGE_LIMITS: readers::Limits = readers::Limits {
    memory_bytes: 720 * 1024 * 1024,
    cpu_seconds: 120,
    open_files: 3,
    priority: fair_queue::Priority::Low,
};

/// Limits of the process that runs a model's program: its data, and the interpreter.
const CODE_LIMITS: readers::Limits = readers::Limits {
    memory_bytes: 640 * 1024 * 1024,
    cpu_seconds: code_sandbox::RUN_SECONDS + 5,
    open_files: 3,
    priority: fair_queue::Priority::Low,
};

/// Limits of the process that fills Word files.
const WORD_LIMITS: readers::Limits = readers::Limits {
    memory_bytes: 640 * 1024 * 1024,
    cpu_seconds: 15,
    open_files: 3,
    priority: fair_queue::Priority::Low,
};

fn main() -> ExitCode {
    app::private_files::make_new_files_private();
    // A reader of untrusted files is this program without its settings, its runtime and its rights.
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some(parsing::WORKER_COMMAND) => {
            return readers::run(&arguments.collect::<Vec<_>>());
        }
        Some(parsing::DRAW_COMMAND) => {
            return readers::draw(&arguments.collect::<Vec<_>>());
        }
        Some(parsing::EDIT_COMMAND) => {
            return readers::edit(&arguments.collect::<Vec<_>>());
        }
        Some(image_tools::MAKE_COMMAND) => {
            let arguments: Vec<String> = arguments.collect();
            return image_engines::run(&arguments, || IMAGE_LIMITS.set().is_ok());
        }
        Some(code_sandbox::RUN_CODE_COMMAND) => {
            return code_engines::run(|| CODE_LIMITS.set().is_ok());
        }
        Some(templates::FILL_COMMAND) => {
            return templates::run_filler(|| WORD_LIMITS.set().is_ok());
        }
        Some(portability::READER_COMMAND) => {
            return match ARCHIVE_LIMITS.set() {
                Ok(()) => portability::run_reader(&arguments.collect::<Vec<_>>()),
                // Without limits no archive is opened.
                Err(_) => ExitCode::from(3),
            };
        }
        Some(parsing::RECOGNISE_COMMAND) => return readers::recognise(std::env::args_os().skip(2)),
        // Becomes the program that serves a model.
        Some(model_files::RUN_COMMAND) => return model_files::run(std::env::args_os().skip(2)),
        _ => {}
    }
    // Before the first TLS client is built: there is no other provider to fall back on.
    rustls::crypto::ring::default_provider()
        .install_default()
        .expect("nothing has installed a provider before main");
    commands::run(Cli::parse())
}
