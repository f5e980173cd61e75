//! Opens servers: in their windows, off the window thread, and by deep links.

use std::sync::atomic::Ordering;

use tauri::{AppHandle, Manager};

use crate::address::{DeepLink, read_deep_link};
use crate::app::{App, Opening, Refusal};
use crate::kept::Server;
use crate::locks::lock;
use crate::{probe, windows};

/// Opens a window on one of the person's servers, or shows the one that is open. Takes as long as the server does to
/// answer: never on the thread of windows.
pub fn open(app: &AppHandle, id: &str, opening: Opening<'_>) -> Result<(), Refusal> {
    let state = app.state::<App>();
    let server = state.keeper.read().find(id).cloned().ok_or(Refusal::Failed)?;
    let server = if server.local { start_local(app)? } else { server };
    if !opening.unasked {
        let version = probe::version_of(&server.origin)?;
        lock(&state.versions).insert(server.id.clone(), version);
    }
    state.keeper.change(|kept| kept.current = Some(server.id.clone()))?;
    windows::show_server(app, &server, opening).map_err(anyhow::Error::from)?;
    windows::close_start(app);
    #[cfg(desktop)]
    {
        crate::tray::renew(app);
        crate::news::tell_of_newer(app);
    }
    Ok(())
}

/// Starts the server on this computer unless it runs.
#[cfg(desktop)]
pub fn start_local(app: &AppHandle) -> Result<Server, Refusal> {
    let state = app.state::<App>();
    let origin = state.local.start(&state.keeper).map_err(|error| {
        eprintln!("{error:#}");
        Refusal::LocalFailed
    })?;
    Ok(state.keeper.change(|kept| kept.local_at(&origin))?)
}

/// Refuses to start a local server, which phones do not run.
#[cfg(mobile)]
pub fn start_local(_app: &AppHandle) -> Result<Server, Refusal> {
    Err(Refusal::LocalFailed)
}

/// Opens the last used server, off the window thread. On failure our own page shows the reason.
pub fn open_current(app: &AppHandle, path: Option<String>, hidden: bool) {
    let Some(server) = app.state::<App>().keeper.read().current().cloned() else {
        windows::show_start(app);
        return;
    };
    open_beside(app, server.id, path, hidden);
}

/// Opens a server off the window thread. On failure our own page shows the reason, unless nothing was to be seen.
pub fn open_beside(app: &AppHandle, id: String, path: Option<String>, hidden: bool) {
    let app = app.clone();
    std::thread::spawn(move || {
        let opening = Opening { path: path.as_deref(), hidden, unasked: false };
        if let Err(refusal) = open(&app, &id, opening) {
            eprintln!("the server could not be opened: {refusal:?}");
            if !hidden {
                // Our own page retries, and shows what went wrong.
                app.state::<App>().opening.store(true, Ordering::Relaxed);
                windows::show_start(&app);
            }
        }
    });
}

/// Follows a link of the system.
pub fn follow_link(app: &AppHandle, link: &str) {
    let (server, path) = match read_deep_link(link) {
        Some(DeepLink::Open { server, path }) => (server, path),
        Some(DeepLink::Servers) => return windows::show_start(app),
        None => return,
    };
    let kept = app.state::<App>().keeper.read();
    let server = match &server {
        // A deep link must not add a server: otherwise its author would choose who gets the password.
        Some(address) => {
            let is_at = |known: &&Server| {
                let rest = address.strip_prefix(known.origin.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            kept.servers.iter().filter(is_at).max_by_key(|known| known.origin.len())
        }
        None => kept.current(),
    };
    match server {
        Some(server) => open_beside(app, server.id.clone(), Some(path), false),
        None => windows::show_start(app),
    }
}
