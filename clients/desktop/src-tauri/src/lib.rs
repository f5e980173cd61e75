//! The desktop app: windows on the person's servers and, optionally, a server of its own on this computer.
//!
//! It shows the servers' own pages, and adds what a page cannot do: a tray, global shortcuts, deep links,
//! notifications, sign-in through the system's browser. Start at `open.rs` (how a server is opened), then `windows.rs`
//! (what a window may do) and `commands.rs` (what a page may call). The server on this computer: `local_server.rs`.

mod address;
mod app;
mod commands;
mod kept;
mod locks;
mod news;
mod open;
mod probe;
mod sign_in;
mod texts;
mod windows;

#[cfg(target_os = "linux")]
mod drop_target;
#[cfg(target_os = "linux")]
mod dropped;
#[cfg(desktop)]
mod guard;
#[cfg(desktop)]
mod local_server;
#[cfg(desktop)]
mod panel;
#[cfg(desktop)]
mod tray;

use std::path::Path;
use std::sync::atomic::AtomicBool;
#[cfg(desktop)]
use std::sync::atomic::Ordering;

use tauri::{AppHandle, Manager, RunEvent};
use tauri_plugin_deep_link::DeepLinkExt;

use crate::app::App;
#[cfg(desktop)]
pub use crate::guard::guard;

/// The argument by which this program becomes the guard of the server on this computer.
pub const GUARD: &str = "--guard-server";
/// Started with the computer: in the tray, without a window.
const HIDDEN: &str = "--hidden";

/// Runs the app until it is quit.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    let built = builder()
        .invoke_handler(tauri::generate_handler![
            commands::read_state,
            commands::add_server,
            commands::remove_server,
            commands::open_server,
            commands::use_this_computer,
            commands::change_settings,
            commands::sign_in_outside,
            commands::notify,
            commands::open_outside,
            commands::open_in_main,
            commands::hide_panel,
            #[cfg(target_os = "linux")]
            commands::read_dropped,
        ])
        .setup(|app| Ok(set_up(app.handle())?))
        .build(tauri::generate_context!());
    match built {
        Ok(app) => app.run(follow),
        Err(error) => {
            eprintln!("the app cannot be started: {error}");
            std::process::exit(1);
        }
    }
}

fn builder() -> tauri::Builder<tauri::Wry> {
    let builder = tauri::Builder::default();
    // First of all: a second instance notifies the first, and exits.
    #[cfg(desktop)]
    let builder = builder
        .plugin(tauri_plugin_single_instance::init(|app, arguments, _| {
            // Links come by the plugin for links.
            if !arguments.iter().any(|argument| argument.starts_with("ensemble:")) {
                open::open_current(app, None, false);
            }
        }))
        .plugin(tauri_plugin_global_shortcut::Builder::new().build())
        .plugin(tauri_plugin_autostart::init(
            tauri_plugin_autostart::MacosLauncher::LaunchAgent,
            Some(vec![HIDDEN]),
        ));
    builder
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_opener::init())
}

fn set_up(app: &AppHandle) -> anyhow::Result<()> {
    let paths = app.path();
    let data = paths.app_local_data_dir()?;
    make_private(&data)?;
    app.manage(App {
        keeper: kept::Keeper::open(&paths.app_config_dir()?)?,
        #[cfg(desktop)]
        local: local_server::LocalServer::new(data.join("server")),
        profiles: data.join("windows"),
        has_tray: AtomicBool::new(false),
        opening: AtomicBool::new(true),
        attempt: Default::default(),
        allowed: Default::default(),
        versions: Default::default(),
        panel_of: Default::default(),
        #[cfg(target_os = "linux")]
        dropped: Default::default(),
    });
    let links = listen_for_links(app);
    #[cfg(desktop)]
    {
        tray::start(app, choose);
        panel::listen(app, &app.state::<App>().keeper.read().shortcut);
        let is_hidden = std::env::args().any(|argument| argument == HIDDEN);
        if links.is_empty() && is_hidden && app.state::<App>().has_tray.load(Ordering::Relaxed) {
            open::open_current(app, None, true);
            return Ok(());
        }
    }
    match links.first() {
        Some(link) => open::follow_link(app, link),
        // Opens the last used server, and shows what went wrong.
        None => windows::show_start(app),
    }
    Ok(())
}

/// Does what was chosen in the tray's menu.
#[cfg(desktop)]
fn choose(app: &AppHandle, choice: tray::Choice<'_>) {
    match choice {
        tray::Choice::QuickPanel => panel::toggle(app),
        tray::Choice::Servers => windows::show_start(app),
        tray::Choice::Server(id) => open::open_beside(app, id.to_owned(), None, false),
        tray::Choice::Quit => app.exit(0),
    }
}

/// Listens for deep links; returns those that the app was started with.
fn listen_for_links(app: &AppHandle) -> Vec<String> {
    let links = app.deep_link();
    let handle = app.clone();
    links.on_open_url(move |event| {
        for url in event.urls() {
            open::follow_link(&handle, url.as_str());
        }
    });
    // Without a package that registers them, register these links with the system at each start.
    #[cfg(any(target_os = "linux", windows))]
    if let Err(error) = links.register_all() {
        eprintln!("links of the system cannot be taken: {error}");
    }
    let current = links.get_current().ok().flatten().unwrap_or_default();
    current.into_iter().map(String::from).collect()
}

fn make_private(folder: &Path) -> anyhow::Result<()> {
    #[cfg(desktop)]
    return local_server::make_private(folder);
    #[cfg(mobile)]
    return Ok(std::fs::create_dir_all(folder)?);
}

fn follow(app: &AppHandle, event: RunEvent) {
    #[cfg(desktop)]
    match event {
        RunEvent::WindowEvent {
            label,
            event: tauri::WindowEvent::CloseRequested { api, .. },
            ..
        } if label.starts_with("server-")
            && app.state::<App>().has_tray.load(Ordering::Relaxed) =>
        {
            // It stays loaded, to receive answers; the tray shows it again.
            api.prevent_close();
            if let Some(window) = app.get_webview_window(&label)
                && let Err(error) = window.hide()
            {
                eprintln!("the window cannot be hidden: {error}");
            }
        }
        RunEvent::ExitRequested { api, code: None, .. }
            if app.state::<App>().has_tray.load(Ordering::Relaxed) =>
        {
            api.prevent_exit();
        }
        RunEvent::Exit => app.state::<App>().local.stop(),
        _ => {}
    }
    #[cfg(mobile)]
    let _ = (app, event);
}
