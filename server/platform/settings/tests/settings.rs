//! The three layers, and the errors for wrong settings.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use serde::Deserialize;
use settings::{Settings, Sources};

const DEFAULTS: &str = r#"
[server]
listen = "127.0.0.1:7070"
trusted_proxies = []
workers = 2
secure = false

[providers]
"#;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Server {
    listen: String,
    trusted_proxies: Vec<String>,
    workers: u32,
    secure: bool,
}

fn load(file: &str, variables: &[(&str, &str)]) -> Result<Settings, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ensemble.toml");
    std::fs::write(&path, file).unwrap();
    let variables = variables.iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
    Settings::load(&Sources { defaults: DEFAULTS, file: Some(path), variables })
        .map_err(|error| error.to_string())
}

fn server(file: &str, variables: &[(&str, &str)]) -> Server {
    load(file, variables).unwrap().section("server").unwrap()
}

#[test]
fn a_variable_wins_over_the_file_and_the_file_over_the_defaults() {
    let server = server(
        "[server]\nlisten = \"0.0.0.0:80\"\nworkers = 4",
        &[("ENSEMBLE__SERVER__WORKERS", "8"), ("HOME", "/nowhere")],
    );

    assert_eq!(server.listen, "0.0.0.0:80");
    assert_eq!(server.workers, 8);
    assert!(!server.secure);
}

#[test]
fn a_variable_is_read_as_the_type_of_its_default() {
    let server = server(
        "",
        &[
            ("ENSEMBLE__SERVER__LISTEN", "7070"),
            ("ENSEMBLE__SERVER__TRUSTED_PROXIES", "10.0.0.0/8, 127.0.0.1"),
            ("ENSEMBLE__SERVER__SECURE", "true"),
        ],
    );

    assert_eq!(server.listen, "7070");
    assert_eq!(server.trusted_proxies, ["10.0.0.0/8", "127.0.0.1"]);
    assert!(server.secure);
}

#[test]
fn a_misspelt_key_is_refused_with_the_one_that_was_meant() {
    let error = load("[server]\nlisten_ = \"x\"", &[]).unwrap_err();
    assert!(error.contains("there is no setting server.listen_"), "{error}");
    assert!(error.contains("did you mean server.listen?"), "{error}");

    let error = load("", &[("ENSEMBLE__SEVER__LISTEN", "x")]).unwrap_err();
    assert_eq!(
        error,
        "the variable ENSEMBLE__SEVER__LISTEN: there is no setting sever (did you mean server?)"
    );
}

#[test]
fn a_value_of_the_wrong_type_is_refused_with_what_to_write() {
    let error = load("", &[("ENSEMBLE__SERVER__WORKERS", "many")]).unwrap_err();
    assert_eq!(
        error,
        "the variable ENSEMBLE__SERVER__WORKERS: server.workers is \"many\", but must be a whole \
         number: write 2"
    );

    let error = load("[server]\nlisten = 7070", &[]).unwrap_err();
    assert!(error.contains("server.listen is 7070, but must be a text"), "{error}");
}

#[test]
fn a_file_that_is_not_toml_is_refused_with_its_line() {
    let error = load("[server]\nlisten = \n", &[]).unwrap_err();
    assert!(error.contains("ensemble.toml is not TOML") && error.contains("line 2"), "{error}");
}

#[test]
fn a_section_that_is_empty_in_the_reference_takes_any_key() {
    let settings = load("[providers.work]\nkey = \"k\"", &[]).unwrap();
    let providers: toml::Table = settings.section("providers").unwrap();
    assert!(providers.contains_key("work"));
}

#[test]
fn variables_set_any_key_below_a_section_that_is_empty_in_the_reference() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Provider {
        address: String,
        patience: i64,
        on: bool,
    }
    let all = load(
        "[providers.one]\naddress = \"here\"\npatience = 1",
        &[
            ("ENSEMBLE__PROVIDERS__ONE__PATIENCE", "2"),
            ("ENSEMBLE__PROVIDERS__ONE__ON", "true"),
            ("ENSEMBLE__PROVIDERS__TWO__ADDRESS", "unlimited"),
        ],
    );
    let all = all.unwrap().section::<toml::Table>("providers").unwrap();

    let one = all["one"].clone().try_into::<Provider>().unwrap();
    assert_eq!(one, Provider { address: "here".into(), patience: 2, on: true });
    assert_eq!(all["two"]["address"].as_str(), Some("unlimited"));
    let error =
        load("", &[("ENSEMBLE__PROVIDERS__ONE", "1"), ("ENSEMBLE__PROVIDERS__ONE__ON", "1")]);
    assert!(error.unwrap_err().contains("ENSEMBLE__PROVIDERS__ONE__ON"));
}
