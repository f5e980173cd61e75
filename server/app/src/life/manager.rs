//! The service manager: systemd, or whoever else speaks its protocol (`sd_notify`).

use std::ffi::OsStr;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;
use std::time::Duration;

use settings::ServiceManager;

/// Connection to the service manager; says nothing if there is none. Cheap to clone.
#[derive(Clone)]
pub struct Manager {
    socket: Option<Arc<(UnixDatagram, SocketAddr)>>,
    watchdog: Option<Duration>,
}

impl Manager {
    /// Connects to the service manager that started this process, if one did.
    pub fn connect(told: &ServiceManager) -> Self {
        let socket = told.notify_socket.as_deref().and_then(|path| match open(path) {
            Ok(socket) => Some(Arc::new(socket)),
            Err(error) => {
                tracing::warn!(%error, "the service manager cannot be told of this server");
                None
            }
        });
        Self { socket, watchdog: told.watchdog }
    }

    /// Tells that the server serves, with a line for people.
    pub fn ready(&self, status: &str) {
        self.tell(&format!("READY=1\nSTATUS={}", one_line(status)));
    }

    /// Tells that the server stops, and how long it may take.
    pub fn stopping(&self, longest: Duration) {
        let micros = longest.as_micros();
        self.tell(&format!("STOPPING=1\nSTATUS=Finishing answers\nEXTEND_TIMEOUT_USEC={micros}"));
    }

    /// Tells that settings are read again. [`Manager::ready`] follows.
    pub fn reloading(&self) {
        let micros = monotonic_micros();
        self.tell(&format!("RELOADING=1\nMONOTONIC_USEC={micros}"));
    }

    /// Gives signs of life, for as long as it is polled: twice as often as they are wanted.
    pub async fn live(&self) {
        let Some(longest) = self.watchdog else { return std::future::pending().await };
        let mut ticks = tokio::time::interval((longest / 2).max(Duration::from_millis(1)));
        loop {
            ticks.tick().await;
            self.tell("WATCHDOG=1");
        }
    }

    fn tell(&self, news: &str) {
        let Some(socket) = &self.socket else { return };
        let (from, to) = &**socket;
        if let Err(error) = from.send_to_addr(news.as_bytes(), to) {
            tracing::debug!(%error, "the service manager was not told");
        }
    }
}

fn open(path: &OsStr) -> io::Result<(UnixDatagram, SocketAddr)> {
    let to = match path.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(path)?,
    };
    let from = UnixDatagram::unbound()?;
    // Nothing waits for a service manager that is stuck.
    from.set_nonblocking(true)?;
    Ok((from, to))
}

fn one_line(status: &str) -> String {
    status.replace(['\n', '\r'], " ")
}

/// Returns the system's monotonic time, by which service managers tell reloads apart.
fn monotonic_micros() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    let seconds = u64::try_from(now.tv_sec).unwrap_or_default();
    seconds * 1_000_000 + u64::try_from(now.tv_nsec).unwrap_or_default() / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(socket: &UnixDatagram) -> String {
        let mut buffer = [0; 256];
        let length = socket.recv(&mut buffer).unwrap();
        String::from_utf8(buffer[..length].to_vec()).unwrap()
    }

    #[tokio::test]
    async fn the_manager_hears_of_each_step() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        let notify_socket = Some(path.into_os_string());
        let watchdog = Some(Duration::from_secs(60));
        let manager = Manager::connect(&ServiceManager { notify_socket, watchdog });
        manager.ready("Serving\nX=1");
        assert_eq!(told(&socket), "READY=1\nSTATUS=Serving X=1");
        manager.reloading();
        let reloading = told(&socket);
        let micros = reloading.strip_prefix("RELOADING=1\nMONOTONIC_USEC=").expect(&reloading);
        assert!(micros.parse::<u64>().unwrap() > 0);
        tokio::time::timeout(Duration::from_millis(1), manager.live()).await.unwrap_err();
        assert_eq!(told(&socket), "WATCHDOG=1");
        manager.stopping(Duration::from_secs(2));
        assert!(told(&socket).ends_with("EXTEND_TIMEOUT_USEC=2000000"));
    }

    #[test]
    fn a_manager_with_an_abstract_socket_hears_too_and_none_is_no_fault() {
        let name = format!("ensemble-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        let socket = UnixDatagram::bind_addr(&address).unwrap();
        let told_by =
            |path: &str| ServiceManager { notify_socket: Some(path.into()), watchdog: None };
        Manager::connect(&told_by(&format!("@{name}"))).ready("Serving");
        assert!(told(&socket).starts_with("READY=1"));
        Manager::connect(&ServiceManager::default()).ready("Serving");
        Manager::connect(&told_by("/nowhere/notify")).ready("Serving");
    }
}
