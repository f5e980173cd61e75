//! State shared by all parts of the app, and how a server is opened or refused (`open.rs` opens it).

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use serde::Serialize;

use crate::kept::Keeper;
use crate::probe::Silence;

pub struct App {
    pub keeper: Keeper,
    #[cfg(desktop)]
    pub local: crate::local_server::LocalServer,
    /// Folder in which windows keep cookies and site data.
    pub profiles: PathBuf,
    /// True if there is a tray. Without one, a closed window could not be found again.
    pub has_tray: AtomicBool,
    /// The app was just started: our own page opens the server used last.
    pub opening: AtomicBool,
    /// Ends the sign-in that waits for its browser.
    pub attempt: Mutex<Option<Arc<AtomicBool>>>,
    /// The servers whose pages may call their few commands, by id and origin.
    pub allowed: Mutex<HashSet<(String, String)>>,
    /// Versions reported by servers, by id.
    pub versions: Mutex<HashMap<String, String>>,
    /// Id of the server whose page the quick panel shows.
    pub panel_of: Mutex<Option<String>>,
    /// Files that were dropped on windows, until their pages have read them.
    #[cfg(target_os = "linux")]
    pub dropped: crate::dropped::Dropped,
}

/// The reason why a server cannot be opened, as a code that pages have a text for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    Address,
    Unreachable,
    NotEnsemble,
    LocalFailed,
    Failed,
}

impl From<Silence> for Refusal {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Unreachable => Self::Unreachable,
            Silence::NotEnsemble => Self::NotEnsemble,
        }
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Self {
        eprintln!("{error:#}");
        Self::Failed
    }
}

/// The way a server's window opens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Opening<'a> {
    /// The page; none: the one that is there, or the first.
    pub path: Option<&'a str>,
    /// True to load the window without showing it, to receive notifications.
    pub hidden: bool,
    /// True to open without contacting the server first: its page may be in the window's cache.
    pub unasked: bool,
}
