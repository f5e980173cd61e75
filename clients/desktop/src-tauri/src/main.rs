// No console window beside ours on Windows.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    // The same program, without a window, guards the server on this computer.
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == ensemble_desktop::GUARD) {
        return ensemble_desktop::guard(arguments.collect());
    }
    ensemble_desktop::run();
    ExitCode::SUCCESS
}
