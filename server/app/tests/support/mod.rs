//! The whole product over a database of its own, as the program would set it up.

use app::services::Platform;
use app::settings::Settings;
use app::{areas, services};
use area::Area;
use kernel::Clock;
use store::Db;

/// Settings that keep everything in `dir` and look at nothing else on this machine.
pub fn settings(dir: &std::path::Path) -> Settings {
    let variables = [
        ("ENSEMBLE__SERVER__DATA_DIR", dir.display().to_string()),
        ("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false".to_owned()),
    ];
    let variables = variables.map(|(name, text)| (name.to_owned(), text)).to_vec();
    let sources = settings::Sources { defaults: app::settings::DEFAULTS, file: None, variables };
    Settings::from_sources(&sources).unwrap()
}

/// The platform and the areas over a new SQLite database in `dir`.
pub async fn product(dir: &std::path::Path) -> (Platform, Vec<Area>) {
    let settings = settings(dir);
    let options = store::Options { max_connections: 4 };
    let db = Db::open(&settings.store_url(), &options).await.unwrap();
    let platform = services::build(&settings, db, Clock::system()).unwrap();
    let areas = areas::areas(&platform, &settings);
    (platform, areas)
}
