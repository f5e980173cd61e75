//! Allowed dependencies between crates (architecture 1.4 and 1.5), checked against Cargo's metadata.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::collections::BTreeMap;
use std::process::Command;

use serde::Deserialize;

/// The platform's crates by layer: a crate uses only layers below its own.
const LAYERS: &[&[&str]] = &[
    &["kernel"],
    &["fair_queue", "live_settings", "pg_address"],
    &[
        "settings",
        "outbound",
        "store",
        "bus",
        "vault",
        "tokens",
        "pictures",
        "model_files",
        "proofreading",
        "regions",
    ],
    &["audit", "memory_budget"],
    &[
        "api",
        "jobs",
        "files",
        "parsing",
        "web_access",
        "providers",
        "entitlements",
        "server_settings",
    ],
    &[
        "ledger",
        "mail",
        "identity",
        "conversations",
        "readers",
        "image_tools",
        "code_sandbox",
        "retrieval",
        "payments",
        "printed",
        "media_calls",
        "media_policy",
    ],
    &["generation", "builtin", "image_models", "video_models", "image_engines", "code_engines"],
    &["area"],
    &["tasks", "image_sources"],
    &["web_search", "directory"],
    &["testing"],
];

/// Dependencies reserved for some crates: outbound connections, and database engines.
const RESERVED: &[(&str, &[&str])] = &[
    ("reqwest", &["outbound", "providers", "web_access", "identity", "files"]),
    ("lettre", &["mail"]),
    ("redis", &["bus"]),
    ("object_store", &["files"]),
];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    license: Option<String>,
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// Kind of the dependency; `None`: for the program; `Some("dev")`: for its tests.
    kind: Option<String>,
}

/// Returns the crates of this workspace.
fn packages() -> Vec<Package> {
    metadata(&["--no-deps"])
}

fn metadata(more: &[&str]) -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline"])
        .args(more)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice::<Metadata>(&output.stdout).unwrap().packages
}

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn is_feature(package: &Package) -> bool {
    package.manifest_path.contains("/server/features/")
}

fn is_platform(package: &Package) -> bool {
    package.manifest_path.contains("/server/platform/")
}

#[test]
fn every_platform_crate_has_a_layer() {
    for package in packages().iter().filter(|package| is_platform(package)) {
        let name = &package.name;
        assert!(
            layer_of(name).is_some(),
            "add {name} to LAYERS of this test, and say why it is one"
        );
    }
}

#[test]
fn a_platform_crate_uses_only_layers_below_its_own() {
    let packages = packages();
    let features: Vec<&str> =
        packages.iter().filter(|p| is_feature(p)).map(|p| p.name.as_str()).collect();
    for package in packages.iter().filter(|package| is_platform(package)) {
        let own = layer_of(&package.name);
        for dependency in package.dependencies.iter().filter(|d| d.kind.is_none()) {
            let name = dependency.name.as_str();
            assert!(!features.contains(&name), "{} uses the feature {name}", package.name);
            assert!(
                layer_of(name).is_none() || layer_of(name) < own,
                "{} uses {name}, which is not in a layer below it",
                package.name
            );
        }
    }
}

#[test]
fn features_use_the_platform_and_never_each_other() {
    let packages = packages();
    let features: Vec<&str> =
        packages.iter().filter(|p| is_feature(p)).map(|p| p.name.as_str()).collect();
    for package in packages.iter().filter(|package| is_feature(package)) {
        for dependency in package.dependencies.iter().filter(|d| d.kind.is_none()) {
            let name = dependency.name.as_str();
            assert!(!features.contains(&name), "{} uses {name}", package.name);
            assert_ne!(name, "app", "{} uses the program", package.name);
            assert_ne!(name, "testing", "{} uses the test kit outside its tests", package.name);
        }
    }
}

#[test]
fn connections_outward_are_opened_by_those_who_may() {
    let reserved: BTreeMap<&str, &[&str]> = RESERVED.iter().copied().collect();
    for package in packages().iter().filter(|p| is_platform(p) || is_feature(p)) {
        for dependency in package.dependencies.iter().filter(|d| d.kind.is_none()) {
            if let Some(allowed) = reserved.get(dependency.name.as_str()) {
                assert!(
                    allowed.contains(&package.name.as_str()),
                    "{} uses {}, which only {allowed:?} may",
                    package.name,
                    dependency.name
                );
            }
        }
    }
}

/// Returns true if one of the alternatives of an SPDX expression is allowed as a whole.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" OR ").any(|choice| {
        choice.split(" AND ").all(|licence| allowed.iter().any(|one| one == licence.trim()))
    })
}

#[test]
fn nothing_is_linked_under_a_licence_that_deny_toml_does_not_allow() {
    #[derive(Deserialize)]
    struct Deny {
        licenses: Licenses,
    }
    #[derive(Deserialize)]
    struct Licenses {
        allow: Vec<String>,
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deny.toml");
    let deny: Deny = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();

    for package in metadata(&[]) {
        let licence = package.license.unwrap_or_default();
        assert!(is_allowed(&licence, &deny.licenses.allow), "{} is {licence:?}", package.name);
    }
    assert!(!is_allowed("GPL-3.0-or-later", &deny.licenses.allow));
}
