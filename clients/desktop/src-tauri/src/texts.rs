//! Texts outside of pages: in the tray and in notifications. From the same files as the pages' texts.

use std::collections::HashMap;
use std::sync::LazyLock;

const EN: &str = include_str!("../../../i18n/locales/en/desktop.json");
const AR: &str = include_str!("../../../i18n/locales/ar/desktop.json");
const ZH: &str = include_str!("../../../i18n/locales/zh-CN/desktop.json");

static TEXTS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let locale = sys_locale::get_locale().unwrap_or_default();
    serde_json::from_str(file_for(&locale)).expect("the texts are plain JSON")
});

fn file_for(locale: &str) -> &'static str {
    match locale.split(['-', '_', '.']).next() {
        Some("ar") => AR,
        Some("zh") => ZH,
        _ => EN,
    }
}

/// Returns a text in the system's language.
pub fn text(key: &str) -> &'static str {
    TEXTS.get(key).map_or("", String::as_str)
}

/// Returns a text with one value in it.
pub fn text_with(key: &str, name: &str, value: &str) -> String {
    text(key).replace(&format!("{{{{{name}}}}}"), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_what_is_said_outside_of_pages() {
        for file in [EN, AR, ZH] {
            let texts: HashMap<String, String> = serde_json::from_str(file).expect("plain JSON");
            for key in [
                "tray_quick",
                "tray_servers",
                "tray_quit",
                "tray_newer",
                "newer_title",
                "newer_body",
                "drop_refused_title",
                "drop_refused_body",
                "local_name",
            ] {
                assert!(texts.get(key).is_some_and(|text| !text.is_empty()), "{key}");
            }
        }
    }

    #[test]
    fn the_language_is_the_system_s() {
        assert_eq!((file_for("ar-EG"), file_for("zh_CN.UTF-8")), (AR, ZH));
        assert_eq!((file_for("de-DE"), file_for("")), (EN, EN));
    }
}
