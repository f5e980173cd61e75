//! A test binary that becomes the program that serves a model, started as the server starts it: it ends when the server
//! does, however that ends.

#![cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ensemble");

/// Returns true if the process is alive; a zombie is not.
fn is_alive(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_model_ends_with_a_server_that_is_killed() {
    // The shell represents the server.
    let script = format!("'{PROGRAM}' {} $$ sleep 1000 & echo $!; wait", model_files::RUN_COMMAND);
    let mut server =
        Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
    let model = said.next().unwrap().unwrap();
    // It has become the other program, and keeps the earlier setting.
    let name = || std::fs::read_to_string(format!("/proc/{model}/comm")).unwrap_or_default();
    while name().trim() != "sleep" {
        assert!(is_alive(&model), "it did not become the program");
        std::thread::yield_now();
    }
    let score = std::fs::read_to_string(format!("/proc/{model}/oom_score_adj")).unwrap();
    assert_eq!(score.trim(), "800", "when memory runs out the model goes first");

    server.kill().unwrap();
    server.wait().unwrap();

    while is_alive(&model) {
        std::thread::yield_now();
    }
}

#[test]
fn a_model_whose_server_has_gone_already_does_not_begin() {
    let status =
        Command::new(PROGRAM).args([model_files::RUN_COMMAND, "1", "true"]).status().unwrap();
    assert!(!status.success());
    let status = Command::new(PROGRAM).arg(model_files::RUN_COMMAND).status().unwrap();
    assert_eq!(status.code(), Some(2));
}
