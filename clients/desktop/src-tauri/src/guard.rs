//! The guard process of the server on this computer: this program again, without a window.
//!
//! It starts the server, restarts it when it crashes, and stops it cleanly when the app is gone, for whatever reason:
//! its input is a pipe that the app holds open, and a pipe closes with its process.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Interval at which the guard checks that the server is still running.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The server lets running answers finish: 25 seconds and what comes after them (`server.drain_seconds`).
const STOP_PATIENCE: Duration = Duration::from_secs(32);
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const PAUSE_MAX: Duration = Duration::from_secs(30);
/// A server that ran this long is not one that cannot start.
const RAN_WELL: Duration = Duration::from_secs(60);

/// Runs `command` (program and arguments) until the input ends.
pub fn guard(command: Vec<OsString>) -> ExitCode {
    let (tell, gone) = channel::<()>();
    std::thread::spawn(move || {
        // Nothing is ever written to it: this returns when the app is gone.
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        drop(tell);
    });
    let mut failures = 0;
    loop {
        let began = Instant::now();
        match start(&command) {
            Ok(mut server) => match watch(&mut server, &gone) {
                Watched::AppIsGone => {
                    stop(&mut server);
                    return ExitCode::SUCCESS;
                }
                Watched::Ended(status) => eprintln!("the server ended: {status}"),
            },
            Err(error) => eprintln!("the server cannot be started: {error}"),
        }
        failures = if began.elapsed() >= RAN_WELL { 1 } else { failures + 1 };
        if is_gone(&gone, pause_after(failures)) {
            return ExitCode::SUCCESS;
        }
    }
}

fn start(command: &[OsString]) -> std::io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or_else(|| {
        std::io::Error::new(std::io::ErrorKind::InvalidInput, "no program is named")
    })?;
    Command::new(program).args(arguments).stdin(Stdio::null()).spawn()
}

enum Watched {
    AppIsGone,
    Ended(ExitStatus),
}

fn watch(server: &mut Child, gone: &Receiver<()>) -> Watched {
    loop {
        if is_gone(gone, LOOK_EVERY) {
            return Watched::AppIsGone;
        }
        if let Ok(Some(status)) = server.try_wait() {
            return Watched::Ended(status);
        }
    }
}

fn is_gone(gone: &Receiver<()>, within: Duration) -> bool {
    matches!(gone.recv_timeout(within), Err(RecvTimeoutError::Disconnected))
}

/// Asks it to stop, and makes it when it does not.
fn stop(server: &mut Child) {
    ask_to_stop(server);
    let until = Instant::now() + STOP_PATIENCE;
    while Instant::now() < until {
        if !matches!(server.try_wait(), Ok(None)) {
            return;
        }
        std::thread::sleep(LOOK_EVERY);
    }
    // It may have ended meanwhile.
    let _ = server.kill();
    let _ = server.wait();
}

#[cfg(unix)]
fn ask_to_stop(server: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    // It has not been waited for, so the number is still its own.
    if let Some(pid) = i32::try_from(server.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

#[cfg(not(unix))]
fn ask_to_stop(_server: &Child) {}

/// Returns the pause before a restart, twice as long after each failure.
fn pause_after(failures: u32) -> Duration {
    let doubled = FIRST_PAUSE.saturating_mul(1 << failures.saturating_sub(1).min(10));
    doubled.min(PAUSE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_cannot_start_is_tried_less_and_less_often() {
        let pauses: Vec<_> = (1..=8).map(|failures| pause_after(failures).as_millis()).collect();
        assert_eq!(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
        assert_eq!(pause_after(u32::MAX), PAUSE_MAX);
    }

    #[cfg(unix)]
    #[test]
    fn a_server_is_stopped_in_order_when_the_app_is_gone() {
        let (tell, gone) = channel::<()>();
        let words = ["sh", "-c", "trap 'exit 7' TERM; while :; do sleep 0.05; done"];
        let mut server = start(&words.map(OsString::from)).expect("started");
        assert!(!is_gone(&gone, LOOK_EVERY));
        drop(tell);
        assert!(matches!(watch(&mut server, &gone), Watched::AppIsGone));

        stop(&mut server);

        assert_eq!(server.wait().expect("ended").code(), Some(7));
    }

    #[test]
    fn a_server_that_ends_is_seen_to() {
        let (_tell, gone) = channel::<()>();
        let mut server = start(&["sh", "-c", "exit 3"].map(OsString::from)).expect("started");
        assert!(
            matches!(watch(&mut server, &gone), Watched::Ended(status) if status.code() == Some(3))
        );
    }
}
