//! System notifications: an answer is complete, or a server is newer than this app.

use tauri::{AppHandle, Manager};
use tauri_plugin_notification::NotificationExt;

use crate::app::App;
use crate::locks::lock;
use crate::probe::is_newer;
use crate::texts::{text, text_with};

/// Maximum length of a notification: systems show a line or two.
const TEXT_MAX_CHARS: usize = 160;
const APP_VERSION: &str = env!("CARGO_PKG_VERSION");

pub fn tell(app: &AppHandle, title: &str, body: &str) {
    let cut = |text: &str| text.chars().take(TEXT_MAX_CHARS).collect::<String>();
    let shown = app.notification().builder().title(cut(title)).body(cut(body)).show();
    if let Err(error) = shown {
        eprintln!("a notification cannot be shown: {error}");
    }
}

/// Returns the latest version among the person's servers, if this app is older. App and server are released together;
/// nothing is downloaded.
pub fn newer_version(app: &AppHandle) -> Option<String> {
    let state = app.state::<App>();
    let versions = lock(&state.versions);
    let newer = versions.values().filter(|version| is_newer(version, APP_VERSION));
    newer.cloned().reduce(|a, b| if is_newer(&b, &a) { b } else { a })
}

/// Notifies the person of a newer version, once.
pub fn tell_of_newer(app: &AppHandle) {
    let Some(version) = newer_version(app) else { return };
    let state = app.state::<App>();
    if state.keeper.read().told_version.as_ref() == Some(&version) {
        return;
    }
    tell(app, text("newer_title"), &text_with("newer_body", "version", &version));
    if let Err(error) = state.keeper.change(|kept| kept.told_version = Some(version)) {
        eprintln!("{error:#}");
    }
}
