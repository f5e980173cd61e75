//! Drops of files from other programs onto a window, where WebKitGTK gives pages none of them.
//!
//! Since its fix for CVE-2025-13947, a page there is not told about files in a drag: it used to get the files that the
//! *drag* named, and a page can start a drag itself that names any. So the app handles drags of files, and only those
//! from another program: drags started by a page are left to WebKit. The page gets them in the form browsers use, as
//! drag events with files (`drop_target.js`), and reads the bytes by a command that takes no file names (`dropped.rs`).

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gtk::gdk::{Atom, DragAction, DragContext};
use gtk::prelude::*;
use gtk::{SelectionData, Widget, gio, glib};
use serde_json::{Value, json};
use tauri::{AppHandle, Manager, WebviewWindow};

use crate::app::App;
use crate::dropped::Offer;
use crate::news;
use crate::texts::{text, text_with};

const URIS: &str = "text/uri-list";
const SCRIPT: &str = include_str!("drop_target.js");

/// Handles files dropped on `window`, for pages of `origin` in it.
pub fn listen(window: &WebviewWindow, origin: &str) -> tauri::Result<()> {
    let page = Page {
        app: window.app_handle().clone(),
        window: window.label().to_owned(),
        origin: origin.to_owned(),
    };
    window.with_webview(move |webview| connect(&webview.inner(), page))
}

fn connect(webview: &impl IsA<Widget>, page: Page) {
    let target = Rc::new(Target { page, drag: RefCell::default(), place: Cell::default() });
    // WebKit's own handlers run after these, and are skipped if these return true.
    let of = target.clone();
    webview.connect_drag_motion(move |webview, drag, x, y, time| {
        of.over(webview.upcast_ref(), drag, (x, y), time)
    });
    let of = target.clone();
    webview.connect_drag_data_received(move |_, drag, _, _, data, _, time| {
        of.told(drag, data, time);
    });
    let of = target.clone();
    webview.connect_drag_leave(move |_, drag, _| of.left(drag));
    webview.connect_drag_drop(move |_, drag, x, y, time| target.dropped(drag, (x, y), time));
}

/// The data dragged over a window.
#[derive(Clone)]
enum Load {
    /// The other program has been asked.
    Unknown,
    Files(Vec<PathBuf>),
    /// WebKit's to take.
    Other,
}

struct Target {
    page: Page,
    drag: RefCell<Option<(DragContext, Load)>>,
    /// The last position of the pointer.
    place: Cell<(i32, i32)>,
}

impl Target {
    fn over(&self, webview: &Widget, drag: &DragContext, place: (i32, i32), time: u32) -> bool {
        self.place.set(place);
        match self.load_of(drag) {
            Some(Load::Other) => false,
            Some(Load::Unknown) => true,
            Some(Load::Files(_)) => {
                drag.drag_status(DragAction::COPY, time);
                self.page.tell("dragover", place, None);
                true
            }
            None => {
                let uris = Atom::intern(URIS);
                // A drag from this program has a source widget, and a page chose the files it names.
                if drag.drag_get_source_widget().is_some() || !drag.list_targets().contains(&uris) {
                    self.drag.replace(Some((drag.clone(), Load::Other)));
                    return false;
                }
                self.drag.replace(Some((drag.clone(), Load::Unknown)));
                webview.drag_get_data(drag, &uris, time);
                true
            }
        }
    }

    fn told(&self, drag: &DragContext, data: &SelectionData, time: u32) {
        if !matches!(self.load_of(drag), Some(Load::Unknown)) {
            return;
        }
        let uris = data.uris();
        let load = match paths_of(uris.iter().map(glib::GString::as_str)) {
            Some(paths) => {
                drag.drag_status(DragAction::COPY, time);
                self.page.tell("dragover", self.place.get(), None);
                Load::Files(paths)
            }
            None => Load::Other,
        };
        self.drag.replace(Some((drag.clone(), load)));
    }

    fn left(self: &Rc<Self>, drag: &DragContext) {
        if let Some(Load::Files(_)) = self.load_of(drag) {
            self.page.tell("dragleave", self.place.get(), None);
        }
        // A drop is a leave first.
        let (target, drag) = (self.clone(), drag.clone());
        glib::idle_add_local_once(move || {
            if target.load_of(&drag).is_some() {
                target.drag.replace(None);
            }
        });
    }

    fn dropped(&self, drag: &DragContext, place: (i32, i32), time: u32) -> bool {
        match self.load_of(drag) {
            Some(Load::Files(paths)) => {
                drag.drag_finish(true, false, time);
                self.drag.replace(None);
                self.page.give(paths, place);
                true
            }
            Some(Load::Unknown) => {
                drag.drag_finish(false, false, time);
                true
            }
            Some(Load::Other) | None => false,
        }
    }

    fn load_of(&self, drag: &DragContext) -> Option<Load> {
        let known = self.drag.borrow();
        known.as_ref().filter(|(of, _)| of == drag).map(|(_, load)| load.clone())
    }
}

/// Returns the files of this computer that a drag names; none where it names anything else.
fn paths_of<'uri>(uris: impl Iterator<Item = &'uri str>) -> Option<Vec<PathBuf>> {
    let paths: Vec<PathBuf> = uris
        .map(|uri| match glib::filename_from_uri(uri) {
            Ok((path, host)) => {
                host.is_none_or(|host| host.as_str() == "localhost").then_some(path)
            }
            Err(_) => None,
        })
        .collect::<Option<_>>()?;
    (!paths.is_empty()).then_some(paths)
}

/// The page that files are dropped on.
#[derive(Clone)]
struct Page {
    app: AppHandle,
    window: String,
    origin: String,
}

impl Page {
    fn tell(&self, kind: &str, (x, y): (i32, i32), drop: Option<Value>) {
        let Some(window) = self.app.get_webview_window(&self.window) else { return };
        let facts = json!({ "origin": self.origin, "kind": kind, "x": x, "y": y, "drop": drop });
        if let Err(error) = window.eval(script_for(&facts)) {
            eprintln!("the page cannot be told of a drag: {error}");
        }
    }

    /// Reads the files off the window thread, because disks are slow, and offers them to the page.
    fn give(&self, paths: Vec<PathBuf>, place: (i32, i32)) {
        let page = self.clone();
        std::thread::spawn(move || {
            let offer = page.app.state::<App>().dropped.take(&page.window, &paths);
            if !offer.refused.is_empty() {
                let names = offer.refused.join(", ");
                news::tell(
                    &page.app,
                    text("drop_refused_title"),
                    &text_with("drop_refused_body", "names", &names),
                );
            }
            if !offer.names.is_empty() {
                page.tell("drop", place, Some(facts_of(&offer)));
            }
        });
    }
}

fn script_for(facts: &Value) -> String {
    format!("{{ const tell = {SCRIPT} void tell({facts}); }}")
}

fn facts_of(offer: &Offer) -> Value {
    let files: Vec<Value> = offer
        .names
        .iter()
        .map(|name| json!({ "name": name, "media_type": media_type_of(name) }))
        .collect();
    json!({ "id": offer.id, "files": files })
}

/// Returns the media type that the system's desktop associates with the name.
fn media_type_of(name: &str) -> String {
    let (kind, unsure) = gio::content_type_guess(Some(Path::new(name)), &[]);
    // For an unknown name the system reports the type of an empty file.
    let known = !unsure && kind.as_str() != "application/x-zerosize";
    let media_type = if known { gio::content_type_get_mime_type(&kind) } else { None };
    media_type.map(String::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(uris: &[&str]) -> Option<Vec<PathBuf>> {
        paths_of(uris.iter().copied())
    }

    #[test]
    fn a_drag_of_files_names_files_of_this_computer_and_nothing_else() {
        assert_eq!(
            paths(&["file:///home/ana/A%20lamp.txt", "file://localhost/b"]),
            Some(vec![PathBuf::from("/home/ana/A lamp.txt"), PathBuf::from("/b")])
        );
        assert_eq!(paths(&[]), None);
        assert_eq!(paths(&["https://example.org/a.txt"]), None);
        assert_eq!(paths(&["file:///a", "https://example.org/a.txt"]), None);
        assert_eq!(paths(&["file://elsewhere.example/a"]), None);
        assert_eq!(paths(&["/home/ana/a.txt"]), None);
    }

    #[test]
    fn what_a_page_is_told_has_names_and_no_paths() {
        let offer = Offer {
            id: "x".to_owned(),
            names: vec!["lamp.png".to_owned(), "lamp".to_owned()],
            refused: vec!["folder".to_owned()],
        };
        let files = json!([
            { "name": "lamp.png", "media_type": "image/png" },
            { "name": "lamp", "media_type": "" },
        ]);
        assert_eq!(facts_of(&offer), json!({ "id": "x", "files": files }));
    }
}
