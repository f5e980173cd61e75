//! The icon in the system's tray, and its menu.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use tauri::menu::{Menu, MenuBuilder, MenuItemBuilder};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, Manager};

use crate::app::App;
use crate::kept::Server;
use crate::texts::{text, text_with};
use crate::{news, windows};

const TRAY: &str = "tray";
const QUICK: &str = "quick";
const SERVERS: &str = "servers";
const NEWER: &str = "newer";
const QUIT: &str = "quit";

/// An item of the menu that does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice<'a> {
    QuickPanel,
    Servers,
    /// The server with this id.
    Server(&'a str),
    Quit,
}

/// Called with the choice of the person.
type OnChoice = fn(&AppHandle, Choice<'_>);

/// Adds the icon to the tray, if the system has one.
pub fn start(app: &AppHandle, on_choice: OnChoice) {
    // On Linux the library behind it may be missing, which causes a panic.
    let made = catch_unwind(AssertUnwindSafe(|| build(app, on_choice)));
    match made {
        Ok(Ok(())) => app.state::<App>().has_tray.store(true, Ordering::Relaxed),
        Ok(Err(error)) => eprintln!("there is no tray: {error}"),
        Err(_) => eprintln!("there is no tray: a library is missing"),
    }
}

fn build(app: &AppHandle, on_choice: OnChoice) -> tauri::Result<()> {
    let mut tray = TrayIconBuilder::with_id(TRAY).tooltip("Ensemble").menu(&menu(app)?);
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.on_menu_event(move |app, event| {
        if let Some(choice) = choice_of(event.id().as_ref()) {
            on_choice(app, choice);
        }
    })
    .build(app)?;
    Ok(())
}

/// Updates the tray after the servers, or facts about them, changed.
pub fn renew(app: &AppHandle) {
    let Some(tray) = app.tray_by_id(TRAY) else { return };
    let renewed = menu(app).and_then(|menu| tray.set_menu(Some(menu)));
    if let Err(error) = renewed {
        eprintln!("the tray cannot be renewed: {error}");
    }
}

fn menu(app: &AppHandle) -> tauri::Result<Menu<tauri::Wry>> {
    let mut menu = MenuBuilder::new(app);
    for server in &app.state::<App>().keeper.read().servers {
        menu = menu.text(windows::label_of(server), name_of(server));
    }
    menu = menu.separator().text(QUICK, text("tray_quick")).text(SERVERS, text("tray_servers"));
    if let Some(version) = news::newer_version(app) {
        let line = text_with("tray_newer", "version", &version);
        menu = menu.item(&MenuItemBuilder::with_id(NEWER, line).enabled(false).build(app)?);
    }
    menu.separator().text(QUIT, text("tray_quit")).build()
}

fn name_of(server: &Server) -> String {
    if server.local {
        return text("local_name").to_owned();
    }
    server.origin.split_once("://").map_or(server.origin.as_str(), |(_, host)| host).to_owned()
}

/// Returns the choice that a menu item stands for; `None` for one that only tells something.
fn choice_of(item: &str) -> Option<Choice<'_>> {
    match item {
        QUICK => Some(Choice::QuickPanel),
        SERVERS => Some(Choice::Servers),
        QUIT => Some(Choice::Quit),
        item => item.strip_prefix("server-").map(Choice::Server),
    }
}
