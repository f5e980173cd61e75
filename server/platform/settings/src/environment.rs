//! What this process is given by whoever started it. The one place of the program that reads the environment.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::LOOSE_PREFIX;

/// Variables by which programs are told of storage in S3.
const OF_STORAGE: &str = "AWS_";

/// Returns the variables of this process that are settings, or may be meant to be, in the order of their names.
pub fn environment() -> Vec<(String, String)> {
    let is_looked_at =
        |name: &str| name.to_uppercase().starts_with(LOOSE_PREFIX) || name.starts_with(OF_STORAGE);
    let mut found: Vec<(String, String)> = std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
        .filter(|(name, _)| is_looked_at(name))
        .collect();
    found.sort();
    found
}

/// Returns the variables by which programs are told of proxies, such as `HTTPS_PROXY` and `no_proxy`.
pub fn proxy_variables() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
        .filter(|(name, _)| name.to_ascii_lowercase().ends_with("_proxy"))
        .filter(|(name, _)| !name.starts_with(LOOSE_PREFIX))
        .collect()
}

/// Returns the folder of the credentials that systemd gives this service.
pub fn credentials() -> Option<PathBuf> {
    std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from)
}

/// The news of a service manager (systemd) for a service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServiceManager {
    /// The socket that takes news of this service; it begins with `@` if it is abstract.
    pub notify_socket: Option<OsString>,
    /// The longest time between two signs of life.
    pub watchdog: Option<Duration>,
}

/// Returns what the service manager told this process.
pub fn service_manager() -> ServiceManager {
    let number = |name: &str| std::env::var_os(name)?.to_str()?.parse::<u64>().ok();
    let is_ours = number("WATCHDOG_PID").is_none_or(|id| id == u64::from(std::process::id()));
    ServiceManager {
        notify_socket: std::env::var_os("NOTIFY_SOCKET").filter(|path| !path.is_empty()),
        watchdog: number("WATCHDOG_USEC").filter(|_| is_ours).map(Duration::from_micros),
    }
}
