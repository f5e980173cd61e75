//! The three layers, and the errors for wrong settings.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use serde::Deserialize;
use settings::{Origin, Settings, Sources};

const DEFAULTS: &str = r#"
[server]
listen = "127.0.0.1:7070"
trusted_proxies = []
workers = 2
secure = false

[vault]
secret = ""

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
    let secrets = &["vault.secret", "providers.*.key", "companies.*.secret"];
    let sources =
        Sources { defaults: DEFAULTS, file: Some(path), variables, secrets, ..Sources::default() };
    Settings::load(&sources).map_err(|error| error.to_string())
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

#[test]
fn a_variable_that_is_not_read_is_refused_with_the_right_one() {
    let error = load("", &[("ENSEMBLE_SERVER_LISTEN", "x")]).unwrap_err();
    assert_eq!(
        error,
        "the variable ENSEMBLE_SERVER_LISTEN is not read: write ENSEMBLE__SERVER__LISTEN"
    );
    let error = load("", &[("ENSEMBLE__SERVER_LISTEN", "x")]).unwrap_err();
    assert!(error.contains("did you mean ENSEMBLE__SERVER__LISTEN?"), "{error}");
    assert!(load("", &[("ENSEMBLE_PORT", "tcp://10.0.0.1:80")]).is_ok());
}

/// Returns the path of a file with a text.
fn file(dir: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_secret_may_be_in_a_file_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(&dir, "secret", "hush\n");
    let secret =
        |settings: Settings| settings.section::<toml::Table>("vault").unwrap()["secret"].clone();

    let by_variable = load("", &[("ENSEMBLE__VAULT__SECRET_FILE", &path)]).unwrap();
    assert_eq!(secret(by_variable.clone()).as_str(), Some("hush"));
    let origin = &by_variable.entries()["vault.secret"].origin;
    assert_eq!(origin.to_string(), "the variable ENSEMBLE__VAULT__SECRET_FILE");
    let by_file = load(&format!("[vault]\nsecret_file = {path:?}"), &[]).unwrap();
    assert_eq!(secret(by_file).as_str(), Some("hush"));
    let not_set = load("[vault]\nsecret = \"own\"", &[("ENSEMBLE__VAULT__SECRET_FILE", "")]);
    assert_eq!(secret(not_set.unwrap()).as_str(), Some("own"));
    let below_a_free_section = load("", &[("ENSEMBLE__PROVIDERS__ONE__KEY_FILE", &path)]).unwrap();
    let one = below_a_free_section.section::<toml::Table>("providers").unwrap()["one"].clone();
    assert_eq!(one["key"].as_str(), Some("hush"));
}

#[test]
fn a_secret_that_is_set_twice_or_whose_file_is_not_there_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(&dir, "secret", "hush");
    let both = [("ENSEMBLE__VAULT__SECRET", "a"), ("ENSEMBLE__VAULT__SECRET_FILE", &*path)];
    assert!(load("", &both).unwrap_err().contains("vault.secret is set twice"));
    let both = format!("[vault]\nsecret = \"a\"\nsecret_file = {path:?}");
    assert!(load(&both, &[]).unwrap_err().contains("vault.secret is set twice"));
    let error = load("", &[("ENSEMBLE__VAULT__SECRET_FILE", "/nowhere")]).unwrap_err();
    assert!(error.contains("names the file /nowhere, which cannot be read"), "{error}");
    let empty = file(&dir, "empty", "\n");
    let error = load("", &[("ENSEMBLE__VAULT__SECRET_FILE", &empty)]).unwrap_err();
    assert!(error.contains("it is empty"), "{error}");
    let error = load("[server]\nlisten_file = \"x\"", &[]).unwrap_err();
    assert!(error.contains("there is no setting server.listen_file"), "{error}");
}

#[test]
fn credentials_of_systemd_count_before_the_file_and_after_variables() {
    let dir = tempfile::tempdir().unwrap();
    file(&dir, "vault.secret", "hush");
    file(&dir, "server.workers", "5\n");
    file(&dir, "tls", "of another program");
    // Kubernetes keeps its secrets in such a folder.
    std::fs::create_dir(dir.path().join("..data")).unwrap();
    let load = |variables: &[(&str, &str)]| {
        let variables = variables.iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
        let credentials = Some(dir.path().to_owned());
        Settings::load(&Sources {
            defaults: DEFAULTS,
            credentials,
            variables,
            ..Sources::default()
        })
    };
    let all = load(&[]).unwrap();
    assert_eq!(all.entries()["vault.secret"].origin, Origin::Credential("vault.secret".into()));
    assert_eq!(all.section::<Server>("server").unwrap().workers, 5);
    let all = load(&[("ENSEMBLE__SERVER__WORKERS", "6")]).unwrap();
    assert_eq!(all.section::<Server>("server").unwrap().workers, 6);
    file(&dir, "vault.secert", "hush");
    let error = load(&[]).unwrap_err().to_string();
    assert!(error.contains("the credential vault.secert: there is no setting"), "{error}");
}

#[test]
fn every_setting_is_listed_with_where_it_comes_from() {
    let text = "[server]\nworkers = 4\n[providers.one]\nkey = \"k\"";
    let all = load(text, &[("ENSEMBLE__SERVER__LISTEN", "x")]).unwrap();
    let origins: Vec<(&str, &str)> = all
        .entries()
        .iter()
        .map(|(key, entry)| match entry.origin {
            Origin::Default => (key.as_str(), "default"),
            Origin::File(_) => (key.as_str(), "file"),
            Origin::Variable(_) => (key.as_str(), "variable"),
            Origin::Credential(_) => (key.as_str(), "credential"),
        })
        .collect();
    assert_eq!(
        origins,
        [
            ("providers.one.key", "file"),
            ("server.listen", "variable"),
            ("server.secure", "default"),
            ("server.trusted_proxies", "default"),
            ("server.workers", "file"),
            ("vault.secret", "default"),
        ]
    );
}
