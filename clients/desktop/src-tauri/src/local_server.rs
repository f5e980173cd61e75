//! The server on this computer: the same program as any other Ensemble server, on data in this app's folder.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::kept::Keeper;
use crate::{GUARD, probe};

/// Ports to choose from: below the ports that systems assign to outgoing connections, so that ours stays free between
/// two starts.
const PORTS: std::ops::Range<u16> = 17_170..17_270;
const START_PATIENCE: Duration = Duration::from_secs(60);
const ASK_EVERY: Duration = Duration::from_millis(50);
/// For development and tests: the program to run.
const PROGRAM_VARIABLE: &str = "ENSEMBLE_DESKTOP_SERVER";
const PROGRAM_NAME: &str = if cfg!(windows) { "ensemble-server.exe" } else { "ensemble-server" };

/// The running server, and the pipe that keeps it running.
pub struct LocalServer {
    folder: PathBuf,
    guard: Mutex<Option<Child>>,
}

impl LocalServer {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, guard: Mutex::default() }
    }

    /// Returns true if this installation includes a server.
    pub fn is_offered(&self) -> bool {
        program().is_some()
    }

    /// Starts the server unless it runs, and waits until it takes requests. Gives its origin.
    pub fn start(&self, keeper: &Keeper) -> anyhow::Result<String> {
        let mut guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = keeper.read().local_port;
        if let Some(port) = kept
            && probe::is_ready(&origin(port))
        {
            // Either ours, or left by an earlier start whose guard was killed: it uses our data, and holds its lock.
            return Ok(origin(port));
        }
        let port = match guard.as_mut().map(Child::try_wait) {
            Some(Ok(None)) => kept.context("a server that runs has a port")?,
            _ => {
                let port = kept
                    .filter(|port| is_free(*port))
                    .or_else(|| PORTS.into_iter().find(|port| is_free(*port)));
                let port = port.context("every port for the server is taken")?;
                keeper.change(|kept| kept.local_port = Some(port))?;
                *guard = Some(self.spawn(port)?);
                port
            }
        };
        let until = Instant::now() + START_PATIENCE;
        while Instant::now() < until {
            if probe::is_ready(&origin(port)) {
                return Ok(origin(port));
            }
            std::thread::sleep(ASK_EVERY);
        }
        bail!("the server did not start; what it says is in {}", self.log().display())
    }

    fn spawn(&self, port: u16) -> anyhow::Result<Child> {
        let program = program().context("this installation has no server")?;
        make_private(&self.folder)?;
        let log = File::options().create(true).append(true).open(self.log())?;
        let app = std::env::current_exe().context("this program cannot be found")?;
        let mut command = Command::new(app);
        command
            .arg(GUARD)
            .arg(program)
            .arg("serve")
            .current_dir(&self.folder)
            .env("ENSEMBLE__SERVER__LISTEN", format!("127.0.0.1:{port}"))
            .env("ENSEMBLE__SERVER__BASE_URL", origin(port))
            .env("ENSEMBLE__SERVER__DATA_DIR", self.folder.join("data"))
            // The first account can always be created; other users of this computer must not create any.
            .env("ENSEMBLE__ACCOUNTS__SIGN_UP_OPEN", "false")
            .stdin(Stdio::piped())
            .stdout(log.try_clone()?)
            .stderr(log);
        command.spawn().context("the server cannot be started")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// Stops the server: its guard shuts it down cleanly, and this waits for that.
    pub fn stop(&self) {
        let guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut guard) = guard {
            drop(guard.stdin.take());
            if let Err(error) = guard.wait() {
                eprintln!("the server's guard cannot be waited for: {error}");
            }
        }
    }
}

fn origin(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

/// Returns the program beside ours, where packages install it.
fn program() -> Option<PathBuf> {
    if !cfg!(unix) {
        // The server does not run on Windows yet.
        return None;
    }
    let named = std::env::var_os(PROGRAM_VARIABLE).map(PathBuf::from);
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join(PROGRAM_NAME));
    named.or_else(beside).filter(|program| program.is_file())
}

/// Creates a folder that other users of this computer cannot read.
pub fn make_private(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}
