//! The quick panel: a small window over the others, on the keys that the person chose.

use tauri::{AppHandle, Manager, WebviewWindow, WindowEvent};
use tauri_plugin_global_shortcut::{GlobalShortcutExt, ShortcutState};

use crate::app::App;
use crate::kept::Server;
use crate::locks::lock;
use crate::windows::{self, PANEL};
use crate::{address, open};

const SIZE: (f64, f64) = (480.0, 620.0);

/// Listens for the keys; an empty text for none. `false` when another program has them, or the system gives none.
pub fn listen(app: &AppHandle, keys: &str) -> bool {
    let shortcuts = app.global_shortcut();
    if let Err(error) = shortcuts.unregister_all() {
        eprintln!("the keys cannot be let go: {error}");
    }
    if keys.is_empty() {
        return true;
    }
    if !system_gives_keys() {
        eprintln!("{keys} cannot be listened for: there is no X11");
        return false;
    }
    let listening = shortcuts.on_shortcut(keys, |app, _, event| {
        if event.state() == ShortcutState::Pressed {
            toggle(app);
        }
    });
    if let Err(error) = &listening {
        eprintln!("{keys} cannot be listened for: {error}");
    }
    listening.is_ok()
}

/// Returns true if the system supports global shortcuts. On Linux they are X11's, and XWayland's; without either, the
/// library claims to listen but receives nothing.
fn system_gives_keys() -> bool {
    cfg!(not(target_os = "linux"))
        || std::env::var_os("DISPLAY").is_some_and(|display| !display.is_empty())
}

/// Shows the panel, or hides it.
pub fn toggle(app: &AppHandle) {
    if let Some(panel) = app.get_webview_window(PANEL)
        && panel.is_visible().unwrap_or(false)
    {
        hide(&panel);
        return;
    }
    let Some(server) = app.state::<App>().keeper.read().current().cloned() else {
        windows::show_start(app);
        return;
    };
    let app = app.clone();
    // The server on this computer may have to be started first.
    std::thread::spawn(move || {
        let server = if server.local { open::start_local(&app) } else { Ok(server) };
        match server {
            Ok(server) => {
                if let Err(error) = show(&app, &server) {
                    eprintln!("the quick panel cannot be shown: {error}");
                }
            }
            Err(_) => windows::show_start(&app),
        }
    });
}

fn show(app: &AppHandle, server: &Server) -> tauri::Result<()> {
    let state = app.state::<App>();
    let shown = lock(&state.panel_of).replace(server.id.clone());
    if let Some(panel) = app.get_webview_window(PANEL) {
        if shown.as_deref() == Some(server.id.as_str()) {
            windows::bring_up(&panel);
            return Ok(());
        }
        windows::end(app, &panel)?;
    }
    let Some(page) = address::page_of(&server.origin, "/quick") else { return Ok(()) };
    let panel = windows::on_server(app, server, PANEL, page)?
        .title("Ensemble")
        .inner_size(SIZE.0, SIZE.1)
        .min_inner_size(360.0, 320.0)
        .always_on_top(true)
        .skip_taskbar(true)
        .center()
        .build()?;
    windows::take_drops(&panel, server)?;
    let closing = panel.clone();
    panel.on_window_event(move |event| {
        // Drafts stay in it.
        if let WindowEvent::CloseRequested { api, .. } = event {
            api.prevent_close();
            hide(&closing);
        }
    });
    Ok(())
}

pub fn hide(panel: &WebviewWindow) {
    if let Err(error) = panel.hide() {
        eprintln!("the quick panel cannot be hidden: {error}");
    }
}
