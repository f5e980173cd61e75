//! Holds what tests are answered against the description of the API: `contract/statuses.json`, which a test of the
//! program generates from the routes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use http::{Method, StatusCode};

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../contract/statuses.json");
    let text = std::fs::read_to_string(&path).expect("contract/statuses.json is there");
    let all: BTreeMap<String, BTreeSet<u16>> =
        serde_json::from_str(&text).expect("contract/statuses.json is a map of lists");
    all.into_iter().map(|(name, statuses)| Operation::parse(&name, statuses)).collect()
});

struct Operation {
    method: String,
    segments: Vec<String>,
    statuses: BTreeSet<u16>,
}

impl Operation {
    fn parse(name: &str, statuses: BTreeSet<u16>) -> Self {
        let (method, path) = name.split_once(' ').expect("an operation is a method and a path");
        let segments = path.split('/').map(str::to_owned).collect();
        Self { method: method.to_owned(), segments, statuses }
    }

    /// Returns the number of segments that are not parameters; `None` if the path is another one.
    fn fits(&self, segments: &[&str]) -> Option<usize> {
        if self.segments.len() != segments.len() {
            return None;
        }
        let mut literal = 0;
        for (own, asked) in self.segments.iter().zip(segments) {
            match own.starts_with('{') {
                true => {}
                false if own == asked => literal += 1,
                false => return None,
            }
        }
        Some(literal)
    }
}

/// Panics if a described operation answers with a status that its description lacks.
pub(crate) fn check(method: &Method, path: &str, status: StatusCode) {
    let method = method.as_str().to_lowercase();
    let segments: Vec<&str> = path.split('/').collect();
    let fitting = OPERATIONS.iter().filter(|operation| operation.method == method);
    let fitting = fitting.filter_map(|operation| Some((operation.fits(&segments)?, operation)));
    let Some((_, operation)) = fitting.max_by_key(|(literal, _)| *literal) else { return };
    assert!(
        operation.statuses.contains(&status.as_u16()),
        "{method} {} answers {status}, which its description lacks: add it, and run `make contract`",
        operation.segments.join("/"),
    );
}
