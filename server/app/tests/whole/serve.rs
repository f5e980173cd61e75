//! The program as it is started.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Runs `ensemble serve` on a free port with its data in `dir`.
fn serve(dir: &std::path::Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ensemble"))
        .arg("serve")
        .env("ENSEMBLE__SERVER__LISTEN", "127.0.0.1:0")
        .env("ENSEMBLE__SERVER__DATA_DIR", dir)
        .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_second_server_on_the_same_sqlite_file_does_not_start() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = serve(dir.path());
    let mut log = BufReader::new(first.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("serving")), "the first one serves");

    let second = serve(dir.path()).wait_with_output().unwrap();

    first.kill().unwrap();
    first.wait().unwrap();
    assert!(!second.status.success());
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another server is using"), "{said}");
}
