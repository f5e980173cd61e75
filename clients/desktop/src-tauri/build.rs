use tauri_build::{AppManifest, Attributes};

/// Every command is one a capability must name: without this list, any page of ours could call any of them.
const COMMANDS: &[&str] = &[
    "read_state",
    "add_server",
    "remove_server",
    "open_server",
    "use_this_computer",
    "change_settings",
    "sign_in_outside",
    "notify",
    "open_outside",
    "open_in_main",
    "hide_panel",
    "read_dropped",
];

fn main() {
    tauri_build::try_build(Attributes::new().app_manifest(AppManifest::new().commands(COMMANDS)))
        .expect("tauri.conf.json and capabilities/ are in order");
}
