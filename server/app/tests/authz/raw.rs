//! Routes that are registered by hand, outside of the description of the API: each is named here, and why.

use std::path::{Path, PathBuf};

use crate::fixtures::{Operation, RawRoute, all};

/// A registration without `routes!`.
pub struct Raw {
    /// Source file, below `server/`.
    pub file: &'static str,
    /// The path expression in that file, in quotes if it is a literal.
    pub path: &'static str,
    /// The reason why it is not part of the API.
    pub reason: &'static str,
}

pub const ALLOWED: &[Raw] = &[
    Raw {
        file: "app/src/middleware/base_path.rs",
        path: "move |request: Request| {",
        reason: "takes the path of `base_url` off and passes everything on (tests/whole/front.rs)",
    },
    Raw {
        file: "app/src/router.rs",
        path: r#""/healthz""#,
        reason: "a balancer asks whether the program lives; it says nothing else (tests/whole/front.rs)",
    },
    Raw {
        file: "app/src/router.rs",
        path: r#""/readyz""#,
        reason: "a balancer asks whether the database answers; it says nothing else (tests/whole/front.rs)",
    },
    Raw {
        file: "app/src/router.rs",
        path: r#""/metrics""#,
        reason: "figures for the operator's monitoring, none of them of a person (tests/whole/front.rs)",
    },
    Raw {
        file: "app/src/router.rs",
        path: r#""/api/openapi.json""#,
        reason: "the description of the API, which is public",
    },
    Raw {
        file: "app/src/router.rs",
        path: "any(serve_web).with_state(front.services.clone()))",
        reason: "the web client's files, which everybody gets (tests/whole/front.rs)",
    },
    Raw {
        file: "platform/area/src/routes.rs",
        path: "&described.path",
        reason: "what `routes!` itself does",
    },
    Raw {
        file: "platform/area/src/routes.rs",
        path: "path",
        reason: "what the areas' own in this list go through",
    },
];

/// Returns the operations of areas that the description leaves out, for the matrix, each with its area.
pub fn operations() -> impl Iterator<Item = (&'static str, Operation)> {
    all().flat_map(|(area, fixtures)| {
        let of = |raw: &'static RawRoute| raw.methods.iter().map(|method| (*method, raw.path));
        fixtures.raw_routes().iter().flat_map(of).map(move |operation| (area, operation))
    })
}

/// Calls by which a router gets something that responds.
const REGISTERING: &[&str] =
    &[".route(", ".route_service(", ".nest(", ".nest_service(", ".fallback(", ".fallback_service("];

#[test]
fn every_route_registered_by_hand_is_allowed_and_says_why() {
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found: Vec<(String, String)> = Vec::new();
    for file in sources(&server) {
        let name = file.strip_prefix(&server).unwrap().display().to_string();
        let text = std::fs::read_to_string(&file).unwrap();
        let (program, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        for way in REGISTERING {
            for (at, _) in program.match_indices(way) {
                let arguments = &program[at + way.len()..];
                let first = arguments.trim_start().split([',', '\n']).next().unwrap();
                found.push((name.clone(), first.trim().to_owned()));
            }
        }
    }
    found.sort();
    let own = all().flat_map(|(area, fixtures)| {
        let of = move |raw: &RawRoute| {
            (format!("features/{area}/{}", raw.file), format!("{:?}", raw.path))
        };
        fixtures.raw_routes().iter().map(of)
    });
    let platform = ALLOWED.iter().map(|raw| (raw.file.to_owned(), raw.path.to_owned()));
    let mut allowed: Vec<(String, String)> = platform.chain(own).collect();
    allowed.sort();
    assert_eq!(
        found, allowed,
        "use `routes!`, or say in the area's tests/permissions why it cannot be"
    );
    assert!(ALLOWED.iter().all(|raw| !raw.reason.is_empty()));
}

#[test]
fn what_an_area_registers_by_hand_is_in_the_table() {
    for raw in all().flat_map(|(_, fixtures)| fixtures.raw_routes()) {
        assert!(!raw.methods.is_empty(), "{}: say by which methods it is asked", raw.path);
        assert!(!raw.reason.is_empty(), "{}: say why it is none of the API", raw.path);
    }
}

/// Lists the program's own sources: neither tests, nor the test kit, whose servers are stand-ins.
fn sources(server: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![server.join("app/src")];
    for kind in ["features", "platform"] {
        let areas = std::fs::read_dir(server.join(kind)).unwrap();
        folders.extend(areas.map(|area| area.unwrap().path().join("src")));
    }
    folders.retain(|folder| !folder.ends_with("platform/testing/src"));
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with("tests.rs")
            {
                found.push(path);
            }
        }
    }
    found
}
