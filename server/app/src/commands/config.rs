//! `ensemble config`: shows and checks the settings.

use std::collections::BTreeMap;

use entitlements::Entitlements;
use live_settings::{Overrides, Value};
use serde::Serialize;
use settings::{Entry, Origin, is_secret};
use url::Url;

use crate::cli::ConfigCommand;
use crate::existing::{open_existing_db, sqlite_file};
use crate::output::{Output, table};
use crate::settings::{SECRETS, Settings};

/// Parameters of addresses that are no secret.
const PLAIN_PARAMETERS: [&str; 9] = [
    "region",
    "endpoint",
    "host",
    "port",
    "sslmode",
    "sslrootcert",
    "tls",
    "application_name",
    "target_session_attrs",
];
const HIDDEN: &str = "(hidden)";

/// One setting as it is shown.
#[derive(Debug, Serialize)]
struct Shown {
    key: String,
    value: String,
    source: String,
}

#[derive(Debug, Serialize)]
struct Checked {
    ok: bool,
    file: Option<String>,
    changed: usize,
}

/// Runs `ensemble config`.
pub async fn config(
    command: ConfigCommand,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    match command {
        ConfigCommand::Show { changed } => show(settings, changed, output).await,
        ConfigCommand::Check => check(settings, output),
    }
}

async fn show(settings: &Settings, changed: bool, output: Output) -> anyhow::Result<()> {
    let chosen = match find_choices(settings).await {
        Ok(chosen) => chosen,
        Err(error) => {
            tracing::warn!("what was chosen in the app is not shown: {error:#}");
            Overrides::new()
        }
    };
    let shown = list(&settings.entries, &chosen, changed);
    output.show(&shown, |shown| {
        let row = |one: &Shown| vec![one.key.clone(), one.value.clone(), one.source.clone()];
        table(&["setting", "value", "source"], &shown.iter().map(row).collect::<Vec<_>>())
    })
}

/// Checks what the server checks when it starts, apart from what takes a connection: `ensemble doctor` does that. Wrong
/// settings end a command before it runs.
fn check(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let entitlements = Entitlements::new(&settings.plans)?;
    settings.payments.check()?;
    settings.areas.check(&entitlements, &settings.payments)?;
    settings.spending.check().map_err(anyhow::Error::msg)?;
    regions::Regions::new(&settings.regions, &settings.server.trusted_proxies)?;
    let is_changed = |entry: &&Entry| entry.origin != Origin::Default;
    let checked = Checked {
        ok: true,
        file: settings.file.as_ref().map(|file| file.display().to_string()),
        changed: settings.entries.values().filter(is_changed).count(),
    };
    output.show(&checked, |checked| {
        let file = checked.file.as_deref().unwrap_or("no file");
        format!("The settings are valid: {file}, {} settings are not defaults.", checked.changed)
    })
}

/// Returns what was chosen in the app. Nothing is made: without a database nothing was chosen.
async fn find_choices(settings: &Settings) -> anyhow::Result<Overrides> {
    let is_sqlite = settings.store_url().starts_with("sqlite:");
    if is_sqlite && !sqlite_file(settings).exists() {
        return Ok(Overrides::new());
    }
    let db = open_existing_db(settings).await?;
    let chosen = server_settings::list_choices(&db).await;
    db.close().await;
    Ok(chosen?)
}

fn list(entries: &BTreeMap<String, Entry>, chosen: &Overrides, changed: bool) -> Vec<Shown> {
    let shown = entries.iter().map(|(key, entry)| match chosen.get(key) {
        Some(value) => {
            Shown { key: key.clone(), value: value_text(value), source: "the app".to_owned() }
        }
        None => Shown {
            key: key.clone(),
            value: shown_value(key, &entry.value).to_string(),
            source: source(&entry.origin),
        },
    });
    shown.filter(|one| !changed || one.source != "default").collect()
}

fn source(origin: &Origin) -> String {
    match origin {
        Origin::Default => "default".to_owned(),
        other => other.to_string(),
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Switch(on) => on.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => toml::Value::from(text.as_str()).to_string(),
        Value::List(items) => toml::Value::from(items.clone()).to_string(),
    }
}

/// Returns a value without the secrets in it.
fn shown_value(key: &str, value: &toml::Value) -> toml::Value {
    match value {
        toml::Value::Table(table) => {
            let inner = table
                .iter()
                .map(|(name, value)| (name.clone(), shown_value(&format!("{key}.{name}"), value)));
            toml::Value::Table(inner.collect())
        }
        toml::Value::Array(items) => {
            let of_list = format!("{key}.*");
            let key = if is_secret(SECRETS, key) { key } else { of_list.as_str() };
            toml::Value::Array(items.iter().map(|item| shown_value(key, item)).collect())
        }
        toml::Value::String(text) if text.is_empty() => value.clone(),
        toml::Value::String(text) => match (is_secret(SECRETS, key), without_secrets(text)) {
            (_, Some(url)) => url.into(),
            (true, None) => HIDDEN.into(),
            (false, None) => value.clone(),
        },
        _ => value.clone(),
    }
}

/// Returns an address without its password and its parameters that may be one; `None` if it is no address.
fn without_secrets(text: &str) -> Option<String> {
    let mut url = Url::parse(text).ok().filter(|_| text.contains("://"))?;
    if url.password().is_some() {
        url.set_password(Some("hidden")).ok()?;
    }
    let pairs: Vec<(String, String)> = url
        .query_pairs()
        .map(|(name, value)| match PLAIN_PARAMETERS.contains(&&*name) {
            true => (name.into_owned(), value.into_owned()),
            false => (name.into_owned(), "hidden".to_owned()),
        })
        .collect();
    if !pairs.is_empty() {
        url.query_pairs_mut().clear().extend_pairs(pairs);
    }
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(file: &str, chosen: &Overrides) -> Vec<Shown> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ensemble.toml");
        std::fs::write(&path, file).unwrap();
        let sources = settings::Sources {
            defaults: crate::settings::DEFAULTS,
            file: Some(path),
            secrets: SECRETS,
            ..settings::Sources::default()
        };
        let settings = Settings::from_sources(&sources).unwrap();
        list(&settings.entries, chosen, true)
    }

    #[test]
    fn no_secret_is_shown_wherever_it_is_written() {
        let file = r#"
            [store]
            url = "postgres://ensemble:s3cret@db.example/ensemble?sslmode=require&options=s3cret"
            [files]
            url = "s3://bucket/prefix?region=eu&access_key_id=s3cret&secret_access_key=s3cret&session_token=s3cret"
            [mail]
            url = "smtp://ensemble:s3cret@mail.example"
            [vault]
            secret = "s3cret-s3cret-s3cret-s3cret-s3cret"
            previous_secrets = ["s3cret-s3cret-s3cret-s3cret-s3cret-2"]
            [metrics]
            token = "s3cret"
            [payments.stripe]
            key = "s3cret"
            notice_secret = "s3cret"
            [[accounts.oidc]]
            id = "company"
            name = "Company"
            issuer = "https://id.example"
            client_id = "client"
            client_secret = "s3cret"
            [[tools.servers]]
            name = "files"
            command = "mcp"
            env = { TOKEN = "s3cret" }
            [[tools.servers]]
            name = "wiki"
            url = "https://u:s3cret@wiki.example/mcp?token=s3cret"
            headers = { Authorization = "Bearer s3cret" }
        "#;
        let all = shown(file, &Overrides::new());
        let text = all.iter().map(|one| one.value.as_str()).collect::<Vec<_>>().join("\n");
        assert!(!text.contains("s3cret"), "{text}");
        for plain in [
            "postgres://ensemble:hidden@db.example/ensemble?sslmode=require",
            "s3://bucket/prefix?region=eu",
            "smtp://ensemble:hidden@mail.example",
            "https://id.example",
            "client",
            "wiki.example/mcp",
        ] {
            assert!(text.contains(plain), "{plain} in {text}");
        }
        assert!(all.iter().all(|one| one.source.ends_with("ensemble.toml")));
    }

    #[test]
    fn what_was_chosen_in_the_app_counts_before_the_file() {
        let chosen = Overrides::from([("bots.review_public".to_owned(), Value::Switch(true))]);
        let all = shown("[bots]\nreview_public = false\n[server]\ndrain_seconds = 5", &chosen);
        let rows: Vec<(&str, &str)> = all.iter().map(|one| (&*one.key, &*one.value)).collect();
        assert_eq!(rows, [("bots.review_public", "true"), ("server.drain_seconds", "5")]);
        assert_eq!(all[0].source, "the app");
    }
}
