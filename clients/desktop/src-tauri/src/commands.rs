//! Commands that pages may call. `capabilities/` and `windows.rs` define which page may call which.

use std::sync::atomic::Ordering;

use serde::Serialize;
use tauri::{AppHandle, Manager, Url, WebviewWindow};

use crate::app::{App, Opening, Refusal};
use crate::kept::Server;
use crate::locks::lock;
use crate::sign_in::{Attempt, Ended, Proof};
use crate::{address, news, open, probe, windows};

/// State of our own page.
#[derive(Serialize)]
pub struct State {
    version: &'static str,
    servers: Vec<Server>,
    current: Option<String>,
    /// True if this installation includes a server.
    can_serve: bool,
    shortcut: String,
    start_at_login: bool,
    has_tray: bool,
    /// A version of a server that is later than the app's.
    newer: Option<String>,
    /// The server used last is to be opened. Said once.
    opening: bool,
}

#[tauri::command]
pub fn read_state(app: AppHandle) -> State {
    let state = app.state::<App>();
    let kept = state.keeper.read();
    State {
        version: env!("CARGO_PKG_VERSION"),
        servers: kept.servers,
        current: kept.current,
        can_serve: can_serve(&app),
        shortcut: kept.shortcut,
        start_at_login: starts_at_login(&app),
        has_tray: state.has_tray.load(Ordering::Relaxed),
        newer: news::newer_version(&app),
        opening: state.opening.swap(false, Ordering::Relaxed),
    }
}

#[tauri::command]
pub async fn add_server(app: AppHandle, address: String) -> Result<(), Refusal> {
    let addresses = address::server_addresses(&address);
    if addresses.is_empty() {
        return Err(Refusal::Address);
    }
    beside(move || {
        let found = probe::find_server(&addresses)?;
        let server = app.state::<App>().keeper.change(|kept| kept.server_at(found))?;
        open::open(&app, &server.id, Opening::default())
    })
    .await
}

#[tauri::command]
pub async fn use_this_computer(app: AppHandle) -> Result<(), Refusal> {
    beside(move || {
        let server = open::start_local(&app)?;
        open::open(&app, &server.id, Opening::default())
    })
    .await
}

/// Opens a server. `unasked`: even if the server does not respond, to show what the window has cached.
#[tauri::command]
pub async fn open_server(app: AppHandle, id: String, unasked: bool) -> Result<(), Refusal> {
    beside(move || open::open(&app, &id, Opening { unasked, ..Opening::default() })).await
}

/// Removes a server from the list. Its data, here or elsewhere, stays.
#[tauri::command]
pub async fn remove_server(app: AppHandle, id: String) -> Result<State, Refusal> {
    let state = app.state::<App>();
    if let Some(server) = state.keeper.read().find(&id)
        && let Some(window) = app.get_webview_window(&windows::label_of(server))
        && let Err(error) = window.destroy()
    {
        eprintln!("the window cannot be closed: {error}");
    }
    state.keeper.change(|kept| kept.remove(&id))?;
    lock(&state.versions).remove(&id);
    #[cfg(desktop)]
    crate::tray::renew(&app);
    Ok(read_state(app.clone()))
}

/// Changes settings; returns the effective ones: a shortcut used by another program is not set.
#[tauri::command]
pub async fn change_settings(
    app: AppHandle,
    shortcut: Option<String>,
    start_at_login: Option<bool>,
) -> Result<State, Refusal> {
    #[cfg(desktop)]
    {
        if let Some(keys) = shortcut {
            change_shortcut(&app, keys)?;
        }
        if let Some(wanted) = start_at_login {
            use tauri_plugin_autostart::ManagerExt;
            let autostart = app.autolaunch();
            let done = if wanted { autostart.enable() } else { autostart.disable() };
            done.map_err(anyhow::Error::from)?;
        }
    }
    #[cfg(mobile)]
    let _ = (shortcut, start_at_login);
    Ok(read_state(app.clone()))
}

#[cfg(desktop)]
fn change_shortcut(app: &AppHandle, keys: String) -> Result<(), Refusal> {
    let keeper = &app.state::<App>().keeper;
    if !crate::panel::listen(app, &keys) {
        crate::panel::listen(app, &keeper.read().shortcut);
        return Err(Refusal::Failed);
    }
    keeper.change(|kept| kept.shortcut = keys)?;
    Ok(())
}

/// Lets the person sign in in the system's browser, and returns the proof for the page's server.
#[tauri::command]
pub async fn sign_in_outside(app: AppHandle, window: WebviewWindow) -> Result<Proof, &'static str> {
    let server = windows::server_of(&app, window.label()).ok_or("failed")?;
    let attempt = Attempt::begin(&server.origin).map_err(|error| {
        eprintln!("no port to listen on: {error}");
        "failed"
    })?;
    let earlier = lock(&app.state::<App>().attempt).replace(attempt.given_up());
    if let Some(earlier) = earlier {
        earlier.store(true, Ordering::Relaxed);
    }
    windows::open_outside(&app, &attempt.address(device_name()));
    let waited = tauri::async_runtime::spawn_blocking(move || attempt.wait()).await;
    windows::bring_up(&window);
    match waited {
        Ok(Ended::Allowed(proof)) => Ok(proof),
        Ok(Ended::Denied) => Err("denied"),
        Ok(Ended::GivenUp) => Err("given_up"),
        Err(_) => Err("failed"),
    }
}

/// Returns the name of this app among a person's devices. Servers name others in the same words, so it is not
/// translated.
fn device_name() -> &'static str {
    match std::env::consts::OS {
        "macos" => "Ensemble desktop on macOS",
        "windows" => "Ensemble desktop on Windows",
        "android" => "Ensemble on Android",
        "ios" => "Ensemble on iOS",
        _ => "Ensemble desktop on Linux",
    }
}

#[tauri::command]
pub fn notify(app: AppHandle, title: String, body: String) {
    news::tell(&app, &title, &body);
}

#[tauri::command]
pub fn open_outside(app: AppHandle, url: String) {
    if let Ok(url) = Url::parse(&url) {
        windows::open_outside(&app, &url);
    }
}

/// Shows a page of the server in its large window.
#[tauri::command]
pub async fn open_in_main(
    app: AppHandle,
    window: WebviewWindow,
    path: String,
) -> Result<(), Refusal> {
    let server = windows::server_of(&app, window.label()).ok_or(Refusal::Failed)?;
    beside(move || {
        open::open(&app, &server.id, Opening { path: Some(&path), unasked: true, hidden: false })
    })
    .await
}

#[tauri::command]
pub fn hide_panel(app: AppHandle) {
    #[cfg(desktop)]
    if let Some(panel) = app.get_webview_window(windows::PANEL) {
        crate::panel::hide(&panel);
    }
    #[cfg(mobile)]
    let _ = app;
}

/// Returns the next part of a file that was dropped on this window, in base64; an empty text at its end.
#[cfg(target_os = "linux")]
#[tauri::command]
pub async fn read_dropped(
    app: AppHandle,
    window: WebviewWindow,
    drop: String,
    file: usize,
) -> Result<String, Refusal> {
    use base64::Engine;
    beside(move || {
        let part = app.state::<App>().dropped.read(window.label(), &drop, file)?;
        Ok(base64::engine::general_purpose::STANDARD.encode(part))
    })
    .await
}

/// Runs work that waits for the network or a process, off the window thread.
async fn beside<Answer: Send + 'static>(
    work: impl FnOnce() -> Result<Answer, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    tauri::async_runtime::spawn_blocking(work).await.map_err(|_| Refusal::Failed)?
}

fn can_serve(app: &AppHandle) -> bool {
    #[cfg(desktop)]
    return app.state::<App>().local.is_offered();
    #[cfg(mobile)]
    {
        let _ = app;
        false
    }
}

fn starts_at_login(app: &AppHandle) -> bool {
    #[cfg(desktop)]
    {
        use tauri_plugin_autostart::ManagerExt;
        app.autolaunch().is_enabled().unwrap_or(false)
    }
    #[cfg(mobile)]
    {
        let _ = app;
        false
    }
}
