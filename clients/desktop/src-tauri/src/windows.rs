//! The windows: our own page, where servers are chosen, and one for each server, on the server's own pages.

use std::path::{Path, PathBuf};
#[cfg(desktop)]
use std::time::{Duration, Instant};

use serde_json::json;
use tauri::ipc::CapabilityBuilder;
use tauri::webview::{DownloadEvent, NewWindowResponse, WebviewWindowBuilder};
use tauri::{AppHandle, Manager, Url, WebviewUrl, WebviewWindow};
use tauri_plugin_opener::OpenerExt;

use crate::address::{self, Way};
use crate::app::{App, Opening};
use crate::kept::Server;
use crate::locks::lock;

pub const START: &str = "start";
pub const PANEL: &str = "quick";

/// Commands that a server's page may call, from its own origin and in its own window only.
const COMMANDS_OF_SERVERS: &[&str] = &[
    "allow-sign-in-outside",
    "allow-notify",
    "allow-open-outside",
    "allow-open-in-main",
    "allow-hide-panel",
    #[cfg(target_os = "linux")]
    "allow-read-dropped",
];

/// Shows the page that is part of the app.
pub fn show_start(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(START) {
        bring_up(&window);
        return;
    }
    let handle = app.clone();
    let builder = WebviewWindowBuilder::new(app, START, WebviewUrl::App("index.html".into()))
        .data_directory(profile(app, None))
        .on_navigation(move |url| is_ours(&handle, url));
    #[cfg(desktop)]
    let builder = builder
        .title("Ensemble")
        .inner_size(760.0, 680.0)
        .min_inner_size(360.0, 480.0)
        .on_new_window(|_, _| NewWindowResponse::Deny);
    if let Err(error) = builder.build() {
        eprintln!("the window cannot be opened: {error}");
    }
}

pub fn close_start(app: &AppHandle) {
    #[cfg(desktop)]
    if let Some(window) = app.get_webview_window(START)
        && let Err(error) = window.destroy()
    {
        eprintln!("the window cannot be closed: {error}");
    }
    #[cfg(mobile)]
    let _ = app;
}

/// Returns true if a page is ours. On a phone there is one window, which navigates to the server's pages.
fn is_ours(app: &AppHandle, url: &Url) -> bool {
    let is_page = url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost");
    let current = || app.state::<App>().keeper.read().current().cloned();
    is_page
        || cfg!(mobile)
            && current().is_some_and(|server| address::way(&server.origin, url) == Way::Inside)
}

/// Shows the window of a server, creating it if it does not exist.
#[cfg(desktop)]
pub fn show_server(app: &AppHandle, server: &Server, opening: Opening<'_>) -> tauri::Result<()> {
    let label = label_of(server);
    let page = opening.path.and_then(|path| address::page_of(&server.origin, path));
    if let Some(window) = app.get_webview_window(&label) {
        if !is_at(&window, &server.origin) {
            // The server on this computer listens elsewhere than before.
            end(app, &window)?;
            return make_server(app, server, &label, page, opening.hidden);
        }
        if let Some(page) = page {
            window.navigate(page)?;
        }
        if !opening.hidden {
            bring_up(&window);
        }
        return Ok(());
    }
    make_server(app, server, &label, page, opening.hidden)
}

#[cfg(mobile)]
pub fn show_server(app: &AppHandle, server: &Server, opening: Opening<'_>) -> tauri::Result<()> {
    allow(app, server)?;
    let page = opening.path.and_then(|path| address::page_of(&server.origin, path));
    match (app.get_webview_window(START), page.or_else(|| server.origin.parse().ok())) {
        (Some(window), Some(page)) => window.navigate(page),
        _ => Ok(()),
    }
}

#[cfg(desktop)]
fn is_at(window: &WebviewWindow, server: &str) -> bool {
    window.url().is_ok_and(|url| address::path_at(server, &url).is_some())
}

#[cfg(desktop)]
fn make_server(
    app: &AppHandle,
    server: &Server,
    label: &str,
    page: Option<Url>,
    hidden: bool,
) -> tauri::Result<()> {
    let Some(page) = page.or_else(|| server.origin.parse().ok()) else { return Ok(()) };
    let window = on_server(app, server, label, page)?
        .title("Ensemble")
        .inner_size(1200.0, 800.0)
        .min_inner_size(360.0, 480.0)
        .visible(!hidden)
        .on_document_title_changed(|window, title| {
            if let Err(error) = window.set_title(&title) {
                eprintln!("the title cannot be changed: {error}");
            }
        })
        .build()?;
    take_drops(&window, server)
}

/// Forwards files dropped on a server's window to its page, if the system's WebView does not do so.
#[cfg(desktop)]
pub fn take_drops(window: &WebviewWindow, server: &Server) -> tauri::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let origin = Url::parse(&server.origin);
        let origin = origin.map_or_else(|_| server.origin.clone(), |url| address::origin_of(&url));
        crate::drop_target::listen(window, &origin)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (window, server);
        Ok(())
    }
}

/// Builds a window that stays on a server's pages.
#[cfg(desktop)]
pub fn on_server<'a>(
    app: &'a AppHandle,
    server: &Server,
    label: &str,
    page: Url,
) -> tauri::Result<WebviewWindowBuilder<'a, tauri::Wry, AppHandle>> {
    allow(app, server)?;
    let (origin, handle, leaving) = (server.origin.clone(), app.clone(), app.clone());
    Ok(WebviewWindowBuilder::new(app, label, WebviewUrl::External(page))
        .data_directory(profile(app, Some(server)))
        .user_agent(&user_agent())
        .initialization_script(bridge(&server.origin, label))
        // Files are dropped on the page, which handles them (on Linux: `drop_target.rs`).
        .disable_drag_drop_handler()
        .on_navigation(move |url| match address::way(&origin, url) {
            Way::Inside => true,
            Way::Outside => {
                open_outside(&handle, url);
                false
            }
            Way::SignIn | Way::Nowhere => false,
        })
        .on_new_window(move |url, _| {
            open_outside(&leaving, &url);
            NewWindowResponse::Deny
        })
        .on_download(|_, event| {
            if let DownloadEvent::Requested { destination, .. } = event {
                *destination = unused(destination);
            }
            true
        }))
}

/// Allows the pages of `server` to call their commands, once per origin: permissions are not revoked while the app
/// runs.
fn allow(app: &AppHandle, server: &Server) -> tauri::Result<()> {
    let state = app.state::<App>();
    let key = (server.id.clone(), server.origin.clone());
    if !lock(&state.allowed).insert(key) {
        return Ok(());
    }
    let name = format!("{}-{}", label_of(server), lock(&state.allowed).len());
    let windows = if cfg!(mobile) {
        vec![START.to_owned()]
    } else {
        vec![label_of(server), PANEL.to_owned()]
    };
    // Without a path, all of the host's.
    let pages = match Url::parse(&server.origin) {
        Ok(url) if url.path() != "/" => format!("{}/*", server.origin),
        _ => server.origin.clone(),
    };
    let mut capability = CapabilityBuilder::new(name).local(false).remote(pages);
    for window in windows {
        capability = capability.window(window);
    }
    for &command in COMMANDS_OF_SERVERS {
        capability = capability.permission(command);
    }
    app.add_capability(capability)
}

pub fn label_of(server: &Server) -> String {
    format!("server-{}", server.id)
}

/// Returns the server whose pages a window shows.
pub fn server_of(app: &AppHandle, label: &str) -> Option<Server> {
    let state = app.state::<App>();
    let kept = state.keeper.read();
    if label == PANEL {
        return kept.find(lock(&state.panel_of).as_deref()?).cloned();
    }
    if cfg!(mobile) {
        return kept.current().cloned();
    }
    kept.find(label.strip_prefix("server-")?).cloned()
}

/// Opens a page or a mail in the system's own program; whatever else a page names is not opened.
pub fn open_outside(app: &AppHandle, url: &Url) {
    if !matches!(url.scheme(), "http" | "https" | "mailto") {
        return;
    }
    if let Err(error) = app.opener().open_url(url.as_str(), None::<&str>) {
        eprintln!("{} cannot be opened: {error}", url.scheme());
    }
}

/// Ends a window, and waits until another one can have its name. Never on the thread of windows, which has to do it.
#[cfg(desktop)]
pub fn end(app: &AppHandle, window: &WebviewWindow) -> tauri::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(3);
    let begun = Instant::now();
    window.destroy()?;
    while app.get_webview_window(window.label()).is_some() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

pub fn bring_up(window: &WebviewWindow) {
    #[cfg(desktop)]
    for done in [window.show(), window.unminimize(), window.set_focus()] {
        if let Err(error) = done {
            eprintln!("the window cannot be shown: {error}");
        }
    }
    #[cfg(mobile)]
    let _ = window;
}

fn profile(app: &AppHandle, server: Option<&Server>) -> PathBuf {
    let folder = &app.state::<App>().profiles;
    match server {
        Some(server) if server.own_profile => folder.join(&server.id),
        _ => folder.join("shared"),
    }
}

/// Returns the script that exposes the app to a server's page (`clients/host/desktop-bridge.ts`); other pages get
/// nothing.
#[cfg(desktop)]
fn bridge(server: &str, label: &str) -> String {
    let facts = json!({
        "version": 1,
        "app": env!("CARGO_PKG_VERSION"),
        "window": if label == PANEL { "quick" } else { "main" },
    });
    let pages = json!(format!("{server}/"));
    format!(
        "if (location.href.startsWith({pages})) Object.defineProperty(window, \"ensembleDesktop\", {{ value: Object.freeze({{ \
         ...{facts}, invoke: (name, wish) => window.__TAURI_INTERNALS__.invoke(name, wish ?? {{}}) }}) }});"
    )
}

/// Returns the user agent; by its last word servers recognize our windows, and name them among a person's devices.
#[cfg(desktop)]
fn user_agent() -> String {
    let system = if cfg!(target_os = "macos") {
        "Macintosh; Intel Mac OS X 10_15_7"
    } else if cfg!(windows) {
        "Windows NT 10.0; Win64; x64"
    } else {
        "X11; Linux x86_64"
    };
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "Mozilla/5.0 ({system}) AppleWebKit/605.1.15 (KHTML, like Gecko) EnsembleDesktop/{version}"
    )
}

/// Returns the path itself, or one with a number if a file exists there.
fn unused(wanted: &Path) -> PathBuf {
    if !wanted.exists() {
        return wanted.to_owned();
    }
    let stem = wanted.file_stem().unwrap_or_default().to_string_lossy();
    let ending = wanted
        .extension()
        .map(|ending| format!(".{}", ending.to_string_lossy()))
        .unwrap_or_default();
    (1..)
        .map(|number| wanted.with_file_name(format!("{stem} ({number}){ending}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| wanted.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_never_takes_a_file_s_place() {
        let folder =
            std::env::temp_dir().join(format!("ensemble-downloads-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let wanted = folder.join("chat.md");
        assert_eq!(unused(&wanted), wanted);
        std::fs::write(&wanted, "mine").expect("written");
        assert_eq!(unused(&wanted), folder.join("chat (1).md"));
        std::fs::write(folder.join("chat (1).md"), "mine").expect("written");
        assert_eq!(unused(&wanted), folder.join("chat (2).md"));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[cfg(desktop)]
    #[test]
    fn a_bridge_is_for_one_server_and_its_text_cannot_break_out() {
        let script = bridge("https://a.example", PANEL);
        assert!(
            script.starts_with("if (location.href.startsWith(\"https://a.example/\")) "),
            "{script}"
        );
        assert!(script.contains("\"window\":\"quick\""), "{script}");
    }
}
