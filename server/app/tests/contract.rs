//! The files in `contract/` that clients are generated from match the server, and `migrations.lock` matches the
//! migrations.
//!
//! `UPDATE_CONTRACT=1 cargo nextest run -p app --test contract` regenerates them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "contract/manual.rs"]
mod manual;
mod support;

use std::collections::BTreeMap;
use std::path::Path;

use app::settings::DEFAULTS;
use app::{api_document, areas, services};
use area::Area;
use kernel::Clock;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::Db;

/// Returns the areas over a new SQLite database in `dir`.
async fn product(dir: &std::path::Path) -> Vec<Area> {
    platform_and_areas(dir).await.1
}

async fn platform_and_areas(dir: &std::path::Path) -> (services::Platform, Vec<Area>) {
    let settings = support::settings(dir);
    let options = store::Options::connections(4);
    let db = Db::open(&settings.store_url(), &options).await.unwrap();
    let platform = services::build(&settings, db, Clock::system()).unwrap();
    let areas = areas::areas(&platform.services, &settings);
    (platform, areas)
}

/// Compares with the checked-in file, or writes it.
fn check(name: &str, value: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contract").join(name);
    let text = format!("{}\n", serde_json::to_string_pretty(value).unwrap());
    if is_update() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "contract/{name} is not what the server does: run `make contract`");
}

#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
fn is_update() -> bool {
    std::env::var("UPDATE_CONTRACT").is_ok_and(|value| value == "1")
}

#[tokio::test]
async fn the_contract_is_what_the_server_does() {
    let dir = tempfile::tempdir().unwrap();
    let (platform, areas) = platform_and_areas(dir.path()).await;

    let mut settings = platform.services.settings.declared();
    settings.extend(areas.iter().flat_map(|area| &area.settings).flat_map(|it| it.list()));
    settings.sort_by_key(|setting| setting.key);
    let in_file = toml::from_str::<toml::Table>(DEFAULTS).unwrap();
    for setting in &settings {
        let path: Vec<&str> = setting.key.split('.').collect();
        let (name, sections) = path.split_last().unwrap();
        let section =
            sections.iter().fold(&in_file, |table, name| table[*name].as_table().unwrap());
        assert!(section.contains_key(*name), "{} has the name of the file's key", setting.key);
    }
    let keys = settings.iter().map(|setting| setting.key);
    check("server-settings.json", &keys.collect());

    let limits = areas::limits(&areas);
    let limits = limits.iter().map(|limit| {
        json!({ "area": limit.area, "name": limit.name, "value": limit.value,
            "unit": limit.unit, "source": limit.source })
    });
    check("limits.json", &limits.collect());

    let problems = areas::problems(&areas);
    let problems = problems.iter().map(|problem| {
        json!({ "code": problem.code, "status": problem.status, "text": problem.text,
            "source": problem.source })
    });
    check("problems.json", &problems.collect());

    let openapi = api_document::document(&areas);
    check("openapi.json", &openapi);
    check("statuses.json", &statuses(&openapi));
}

/// Returns the statuses of each operation, against which the areas' tests hold what they are answered.
fn statuses(openapi: &Value) -> Value {
    let mut all = serde_json::Map::new();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let statuses = operation["responses"].as_object().unwrap().keys();
            let statuses = statuses.map(|status| status.parse::<u16>().unwrap());
            all.insert(format!("{method} {path}"), statuses.collect());
        }
    }
    Value::Object(all)
}

/// Lines of `<SHA-256 of its text> <name>`, sorted by name.
const MIGRATIONS_LOCK: &str = "migrations.lock";

/// `make contract` adds new steps, and leaves existing ones: databases in use have them as they were.
#[tokio::test]
async fn a_step_of_the_schema_stays_what_it_was_when_it_was_added() {
    let dir = tempfile::tempdir().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(MIGRATIONS_LOCK);
    let steps = areas::migrations(&product(dir.path()).await);
    let hash = |step: &store::Migration| kernel::hex(&Sha256::digest(step.sql.as_bytes()));
    let now: BTreeMap<&str, String> = steps.iter().map(|step| (step.name, hash(step))).collect();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<&str, String> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(hash, name)| (name, hash.to_owned()))
        .collect();

    for (name, hash) in &known {
        let advice = "is another one, or gone: take that back, and add a step that changes it";
        assert_eq!(now.get(name), Some(hash), "the step {name} {advice}");
    }
    if is_update() {
        let lines = now.iter().map(|(name, hash)| format!("{hash} {name}\n"));
        std::fs::write(&path, lines.collect::<String>()).unwrap();
        return;
    }
    let new: Vec<_> = now.keys().filter(|name| !known.contains_key(*name)).collect();
    assert!(new.is_empty(), "{new:?} are not in {MIGRATIONS_LOCK}: run `make contract`");
}

#[tokio::test]
async fn no_two_problems_and_no_two_limits_share_a_name() {
    let dir = tempfile::tempdir().unwrap();
    let areas = product(dir.path()).await;

    let problems = areas::problems(&areas);
    for pair in problems.windows(2) {
        assert_ne!(pair[0].code, pair[1].code, "one code, two problems");
    }
    let limits = areas::limits(&areas);
    for pair in limits.windows(2) {
        let name = |limit: &kernel::Limit| (limit.area, limit.name);
        assert_ne!(name(&pair[0]), name(&pair[1]), "one name, two limits");
    }
}

#[tokio::test]
async fn every_operation_says_its_area_and_what_it_does() {
    let dir = tempfile::tempdir().unwrap();
    let areas = product(dir.path()).await;
    let names: Vec<&str> = areas.iter().map(|area| area.name).collect();
    let openapi = api_document::document(&areas);

    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let tag = operation["tags"][0].as_str().unwrap_or_default();
            assert!(names.contains(&tag), "{method} {path} has the tag {tag:?}");
            let says = operation["summary"].as_str().or(operation["description"].as_str());
            assert!(says.is_some_and(|text| !text.is_empty()), "{method} {path} says nothing");
        }
    }
}

#[tokio::test]
async fn every_mail_is_in_all_languages_and_says_the_same_facts() {
    let dir = tempfile::tempdir().unwrap();
    let areas = product(dir.path()).await;
    let templates: Vec<_> = areas.iter().flat_map(|area| area.mails.clone()).collect();
    assert!(templates.len() > 10, "{} templates", templates.len());
    for (at, template) in templates.iter().enumerate() {
        assert_eq!(template.faults(), [""; 0]);
        let is_taken = templates[..at].iter().any(|other| other.name() == template.name());
        assert!(!is_taken, "{} is there twice", template.name());
    }
}
