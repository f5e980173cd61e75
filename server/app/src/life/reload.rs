//! Reading the settings again while the server runs (SIGHUP).

use std::collections::BTreeMap;
use std::time::Duration;

use live_settings::Value;
use server_settings::ServerSettings;
use settings::Entry;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::Manager;
use crate::logging;
use crate::settings::{Log, Settings};

/// Time for applying settings: a database that does not answer keeps no server from stopping.
const APPLY_MAX: Duration = Duration::from_secs(5);

/// The effect of a change of the settings file while the server runs.
#[derive(Debug, Default, PartialEq)]
struct Changes {
    /// Keys that count at once, with their values.
    live: Vec<(String, Value)>,
    /// Keys that count from the next start on.
    at_restart: Vec<String>,
}

/// The settings that the server runs with.
pub struct Reload {
    running: Mutex<Settings>,
    server_settings: ServerSettings,
    manager: Manager,
    status: String,
}

impl Reload {
    pub fn new(
        settings: &Settings,
        server_settings: &ServerSettings,
        manager: &Manager,
        status: &str,
    ) -> Self {
        Self {
            running: Mutex::new(settings.clone()),
            server_settings: server_settings.clone(),
            manager: manager.clone(),
            status: status.to_owned(),
        }
    }

    /// Reads the settings again and applies those that can change while the server runs. With a mistake in them, nothing
    /// changes.
    pub async fn run(&self) {
        self.manager.reloading();
        match Settings::load(self.file().await.as_deref()) {
            Ok(new) => self.apply(new).await,
            Err(error) => {
                tracing::error!(%error, "the settings were not read again: they have a mistake");
            }
        }
        self.manager.ready(&self.status);
    }

    async fn file(&self) -> Option<std::path::PathBuf> {
        self.running.lock().await.file.clone()
    }

    #[expect(clippy::await_holding_invalid_type, reason = "two reloads go one after the other")]
    async fn apply(&self, new: Settings) {
        let mut running = self.running.lock().await;
        let live = |key: &str| self.server_settings.declared().iter().any(|one| one.key == key);
        let changes = compare(&running.entries, &new.entries, live);
        set_filter(&running.log, &new.log);
        for (key, value) in &changes.live {
            if let Err(problem) = self.server_settings.set_file_value(key, value) {
                let code = problem.kind.code;
                tracing::error!(key, code, "a setting cannot be used: the one before still counts");
            }
        }
        match timeout(APPLY_MAX, self.server_settings.apply_again()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::error!(%error, "the settings cannot be applied now: they count a little later");
            }
            Err(_) => tracing::error!(
                "the settings cannot be applied while the database does not answer: they count a little later"
            ),
        }
        let applied: Vec<&str> = changes.live.iter().map(|(key, _)| key.as_str()).collect();
        tracing::info!(applied = applied.join(" "), "the settings were read again");
        if !changes.at_restart.is_empty() {
            let keys = changes.at_restart.join(" ");
            tracing::warn!(keys, "these settings changed and count from the next start on");
        }
        *running = new;
    }
}

/// Applies another filter of the log.
fn set_filter(before: &Log, now: &Log) {
    if before.filter == now.filter {
        return;
    }
    match logging::set_filter(&now.filter) {
        Ok(()) => tracing::info!(filter = now.filter, "the log has another filter"),
        Err(error) => tracing::error!(%error, "the log keeps its filter"),
    }
}

/// Tells settings that changed apart by whether they are `live`.
fn compare(
    before: &BTreeMap<String, Entry>,
    now: &BTreeMap<String, Entry>,
    is_live: impl Fn(&str) -> bool,
) -> Changes {
    let mut changes = Changes::default();
    let keys = before.keys().chain(now.keys().filter(|key| !before.contains_key(*key)));
    for key in keys {
        let value_of = |all: &BTreeMap<String, Entry>| all.get(key).map(|it| it.value.clone());
        let (old, new) = (value_of(before), value_of(now));
        if old == new || key == "log.filter" {
            continue;
        }
        match new.as_ref().filter(|_| is_live(key)).and_then(live_value) {
            Some(value) => changes.live.push((key.clone(), value)),
            None => changes.at_restart.push(key.clone()),
        }
    }
    changes
}

/// Returns a value of the file as it is changed in the app.
fn live_value(value: &toml::Value) -> Option<Value> {
    Some(match value {
        toml::Value::Boolean(on) => Value::Switch(*on),
        toml::Value::Integer(number) => Value::Number(*number),
        toml::Value::String(text) => Value::Text(text.clone()),
        toml::Value::Array(items) => Value::List(items.iter().map(item_text).collect()),
        _ => return None,
    })
}

fn item_text(item: &toml::Value) -> String {
    item.as_str().map_or_else(|| item.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use settings::{Settings, Sources};

    use super::*;

    fn entries(defaults: &str) -> BTreeMap<String, Entry> {
        Settings::load(&Sources { defaults, ..Sources::default() }).unwrap().entries().clone()
    }

    #[test]
    fn what_changed_counts_at_once_or_from_the_next_start_on() {
        let before = entries("a = 1\nb = 'x'\nc = true\nd = [1]\n[log]\nfilter = 'info'");
        let now = entries("a = 2\nb = 'y'\nc = true\nd = [1, 2]\ne = 5\n[log]\nfilter = 'warn'");
        let changes = compare(&before, &now, |key| ["a", "c", "d"].contains(&key));
        let live = vec![
            ("a".to_owned(), Value::Number(2)),
            ("d".to_owned(), Value::List(vec!["1".into(), "2".into()])),
        ];
        assert_eq!(changes, Changes { live, at_restart: vec!["b".to_owned(), "e".to_owned()] });
        assert_eq!(compare(&now, &now, |_| true), Changes::default());
    }
}
