//! Who may do what, for every operation of the API: `authz_matrix.csv` against the server (security AZ1).
//!
//! A new operation fails until it has rows. `UPDATE_AUTHZ=1 cargo nextest run -p app --test authz` writes
//! them from what the server does: read each one before you commit it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "authz/object.rs"]
mod object;
#[path = "authz/setting.rs"]
mod setting;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use object::State;
use serde_json::Value;
use setting::{CALLERS, Setting};

const HEADING: &str = "method,path,object,visitor,owner,stranger,operator,suspended,api_key";

/// One row of the table: an operation on an object in some state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    path: String,
    method: String,
    state: State,
}

type Statuses = Vec<String>;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/authz_matrix.csv")
}

#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
fn is_update() -> bool {
    std::env::var("UPDATE_AUTHZ").is_ok_and(|value| value == "1")
}

fn read_matrix() -> BTreeMap<Case, Statuses> {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let [method, path, state, statuses @ ..] = &cells[..] else {
            panic!("authz_matrix.csv: {line:?} is no row")
        };
        let state = state.parse().unwrap();
        let case = Case { path: (*path).to_owned(), method: (*method).to_owned(), state };
        (case, statuses.iter().map(|status| (*status).to_owned()).collect())
    });
    rows.collect()
}

fn write_matrix(matrix: &BTreeMap<Case, Statuses>) {
    let rows = matrix.iter().map(|(case, statuses)| {
        format!("{},{},{},{}", case.method, case.path, case.state, statuses.join(","))
    });
    let lines: Vec<String> = std::iter::once(HEADING.to_owned()).chain(rows).collect();
    std::fs::write(file(), lines.join("\n") + "\n").unwrap();
}

/// Every operation of the document on every state that its object can have.
fn cases(openapi: &Value) -> BTreeSet<Case> {
    let mut cases = BTreeSet::new();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            for &state in object::states_of(path) {
                cases.insert(Case { path: path.clone(), method: method.clone(), state });
            }
        }
    }
    cases
}

#[test]
fn every_operation_answers_every_caller_as_the_table_says() {
    testing::run(async {
        let setting = Setting::new().await;
        let expected = read_matrix();
        let cases = cases(&setting.openapi);
        let mut found = BTreeMap::new();
        for case in &cases {
            let mut statuses = Vec::new();
            for caller in CALLERS {
                let answer = setting.call(&case.method, &case.path, case.state, caller).await;
                statuses.push(answer.status.as_u16().to_string());
            }
            found.insert(case.clone(), statuses);
        }
        if is_update() {
            write_matrix(&found);
            return;
        }
        let mut wrong = Vec::new();
        for (case, statuses) in &found {
            match expected.get(case) {
                None => wrong.push(format!("{case:?} has no row in authz_matrix.csv")),
                Some(wanted) if wanted != statuses => {
                    wrong.push(format!("{case:?} gives {statuses:?}, the table says {wanted:?}"));
                }
                Some(_) => {}
            }
        }
        let gone = expected.keys().filter(|case| !cases.contains(*case));
        wrong.extend(gone.map(|case| format!("{case:?} is in the table, but not in the API")));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// Nobody learns from an answer whether an id exists that is not theirs.
#[test]
fn an_id_of_somebody_else_and_an_unknown_one_give_the_same_answer() {
    testing::run(async {
        let setting = Setting::new().await;
        for case in cases(&setting.openapi).iter().filter(|case| case.state == State::Live) {
            if object::is_made_by_its_caller(&case.method, &case.path)
                || object::is_known_by_address(&case.path)
            {
                continue;
            }
            let of = |state| setting.call(&case.method, &case.path, state, "stranger");
            let (foreign, unknown) = (of(State::Live).await, of(State::Unknown).await);
            assert_eq!(foreign.status, unknown.status, "{case:?}");
            assert_eq!(foreign.body, unknown.body, "{case:?}");
        }
    });
}

/// The table itself keeps the rules that no row may break.
// spec §1: "Users: anonymous visitors, free users"
#[test]
fn the_table_gives_strangers_and_visitors_nothing() {
    for (case, statuses) in read_matrix() {
        let [visitor, _, stranger, _, suspended, api_key] =
            [0, 1, 2, 3, 4, 5].map(|at| statuses[at].parse::<u16>().unwrap());
        let is_known = object::is_known_by_address(&case.path);
        if case.state == State::Live && !setting::is_open(&case.path) && !is_known {
            assert!(stranger >= 400, "{case:?}: a stranger gets {stranger}");
        }
        if !setting::is_open(&case.path) {
            assert!(visitor >= 400, "{case:?}: a visitor gets {visitor}");
            assert!(suspended >= 400, "{case:?}: somebody suspended gets {suspended}");
        }
        if !case.path.starts_with("/v1/") && !setting::is_open(&case.path) {
            assert!(api_key >= 400, "{case:?}: a key gets {api_key} outside of /v1");
        }
    }
}
