//! The program's own settings, for tests.

use app::settings::Settings;

/// Returns settings that store everything in `dir` and use nothing else on this machine.
pub fn settings(dir: &std::path::Path) -> Settings {
    let own = [
        ("ENSEMBLE__SERVER__DATA_DIR", dir.display().to_string()),
        ("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false".to_owned()),
        // What operators may switch on is on.
        ("ENSEMBLE__PAYMENTS__AFFILIATES__ENABLED", "true".to_owned()),
    ];
    let variables = own.map(|(name, text)| (name.to_owned(), text)).to_vec();
    let defaults = app::settings::DEFAULTS;
    let sources = settings::Sources { defaults, variables, ..settings::Sources::default() };
    Settings::from_sources(&sources).unwrap()
}
