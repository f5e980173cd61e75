//! Permissions of every operation of the API: `tests/permissions/matrix.csv` of each area against the server (security AZ1).
//!
//! A new operation fails until it has rows. `UPDATE_AUTHZ=1 cargo nextest run -p app --test authz` generates them from
//! the server's behavior: read each one before you commit it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "authz/bodies.rs"]
mod bodies;
#[path = "authz/fixtures.rs"]
mod fixtures;
#[path = "authz/generated.rs"]
mod generated;
#[path = "authz/lists.rs"]
mod lists;
#[path = "authz/object.rs"]
mod object;
#[path = "authz/raw.rs"]
mod raw;
#[path = "authz/schema.rs"]
mod schema;
#[path = "authz/setting.rs"]
mod setting;
mod support;
#[path = "authz/team.rs"]
mod team;
#[path = "authz/unknown_fields.rs"]
mod unknown_fields;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use object::State;
use serde_json::Value;
use setting::{Answered, CALLERS, Setting};
use testing::{TestStore, for_each_store};

/// One row of the table: an operation on an object in some state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    path: String,
    method: String,
    state: State,
}

/// The status that each caller gets, in the order of [`CALLERS`].
#[derive(Debug, Clone, PartialEq, Eq)]
struct Statuses(Vec<u16>);

impl Statuses {
    fn of(&self, caller: &str) -> u16 {
        self.0[CALLERS.iter().position(|one| *one == caller).unwrap()]
    }
}

fn heading() -> String {
    format!("method,path,object,{}", CALLERS.join(","))
}

/// Returns the file with an area's part of the matrix.
fn file(area: &str) -> PathBuf {
    let platform = crates("platform").join(area).join("tests/permissions");
    let folder = if platform.exists() {
        platform
    } else {
        crates("features").join(area).join("tests/permissions")
    };
    folder.join("matrix.csv")
}

/// Returns the folder of the crates of a kind, `features` or `platform`.
fn crates(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(kind)
}

#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
fn is_update() -> bool {
    std::env::var("UPDATE_AUTHZ").is_ok_and(|value| value == "1")
}

fn read_matrix() -> BTreeMap<Case, Statuses> {
    fixtures::all().flat_map(|(area, _)| read_rows(&file(area))).collect()
}

fn read_rows(file: &Path) -> BTreeMap<Case, Statuses> {
    let text = std::fs::read_to_string(file).unwrap();
    let first = text.lines().next();
    assert_eq!(first, Some(heading().as_str()), "{} has other columns", file.display());
    rows_of(&text)
}

fn rows_of(text: &str) -> BTreeMap<Case, Statuses> {
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let [method, path, state, statuses @ ..] = &cells[..] else {
            panic!("{line:?} is no row of the matrix")
        };
        let state = state.parse().unwrap();
        let case = Case { path: (*path).to_owned(), method: (*method).to_owned(), state };
        (case, Statuses(statuses.iter().map(|status| status.parse().unwrap()).collect()))
    });
    rows.collect()
}

/// Replaces the rows with the results, and removes those of operations that no longer exist. Other parts write to the
/// same file.
fn write_rows(area: &str, found: BTreeMap<Case, Statuses>, cases: &Cases) {
    let file = file(area);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut options = std::fs::File::options();
    let mut table = options.read(true).write(true).create(true).truncate(false).open(file).unwrap();
    table.lock().unwrap();
    let mut text = String::new();
    table.read_to_string(&mut text).unwrap();
    let is_of_these = text.lines().next() == Some(heading().as_str());
    let mut matrix = if is_of_these { rows_of(&text) } else { BTreeMap::new() };
    matrix.retain(|case, _| cases.get(case).is_some_and(|of| of == area));
    matrix.extend(found);
    let rows = matrix.iter().map(|(case, statuses)| {
        let statuses: Vec<String> = statuses.0.iter().map(u16::to_string).collect();
        format!("{},{},{},{}", case.method, case.path, case.state, statuses.join(","))
    });
    let lines: Vec<String> = std::iter::once(heading()).chain(rows).collect();
    table.set_len(0).unwrap();
    table.rewind().unwrap();
    table.write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
}

/// Cases, each with its area.
type Cases = BTreeMap<Case, String>;

/// Every operation, described or not, on every state that its object can have.
fn cases(openapi: &Value) -> Cases {
    let raw = raw::operations().map(|(area, operation)| (operation, area));
    let mut operations: BTreeMap<(&str, &str), &str> = raw.collect();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let area = operation["tags"][0].as_str();
            operations.extend(area.map(|area| ((method.as_str(), path.as_str()), area)));
        }
    }
    let mut cases = Cases::new();
    for ((method, path), area) in operations {
        for &state in object::states_of(path) {
            let case = Case { path: path.to_owned(), method: method.to_owned(), state };
            cases.insert(case, area.to_owned());
        }
    }
    cases
}

/// Number of parts that run in parallel. An area is tested as a whole: there is one operator, whose state follows from
/// the rows before.
const PARTS: usize = 4;

/// Callers tested on PostgreSQL: those whose result depends on queries about the object and the team. For the others
/// the engine makes no difference, and they are not worth the time.
const ON_POSTGRES: [&str; 4] = ["owner", "team_admin", "team_member", "pending"];
/// Number of paths, or of operations, for each one that is tested on PostgreSQL: the areas' own tests run their queries on
/// both.
const PER_ONE_ON_POSTGRES: usize = 3;

mod every_operation_answers_every_caller_as_the_table_says_and_tells_no_ids {
    use super::{ask, for_each_store};

    for_each_store! {
        async fn in_the_first_part(store) {
            ask(0, store).await;
        }

        async fn in_the_second_part(store) {
            ask(1, store).await;
        }

        async fn in_the_third_part(store) {
            ask(2, store).await;
        }

        async fn in_the_fourth_part(store) {
            ask(3, store).await;
        }
    }
}

async fn ask(part: usize, store: TestStore) {
    let setting = Setting::new(store).await;
    let cases = cases(&setting.openapi);
    let areas: BTreeSet<&str> = cases.values().map(String::as_str).collect();
    let areas: BTreeSet<&str> = areas.into_iter().skip(part).step_by(PARTS).collect();
    let (callers, step) = match store {
        TestStore::Postgres => (&ON_POSTGRES[..], PER_ONE_ON_POSTGRES),
        TestStore::Sqlite => (&CALLERS[..], 1),
    };
    let own = cases.iter().filter(|(_, area)| areas.contains(area.as_str()));
    let own: Vec<&Case> = own.map(|(case, _)| case).collect();
    let paths: BTreeSet<&str> = own.iter().map(|case| case.path.as_str()).collect();
    let paths: BTreeSet<&str> = paths.into_iter().step_by(step).collect();
    let mut found = BTreeMap::new();
    for case in own.into_iter().filter(|case| paths.contains(case.path.as_str())) {
        let mut answers = BTreeMap::new();
        let mut scene = None;
        for caller in callers {
            let answer = setting.call(case, caller, &mut scene).await;
            answers.insert(*caller, answer);
        }
        found.insert(case.clone(), answers);
    }
    if !is_update() {
        compare_with_table(&found, &cases);
    } else if store == TestStore::Sqlite {
        // The next run compares PostgreSQL with it.
        for area in areas {
            let own = found.iter().filter(|(case, _)| cases[*case] == area);
            let own = own.map(|(case, answers)| (case.clone(), in_order(answers))).collect();
            write_rows(area, own, &cases);
        }
    }
    assert_foreign_is_as_unknown(&found);
}

type Answers = BTreeMap<&'static str, Answered>;

fn in_order(answers: &Answers) -> Statuses {
    Statuses(CALLERS.iter().map(|caller| answers[caller].status.as_u16()).collect())
}

fn compare_with_table(found: &BTreeMap<Case, Answers>, cases: &Cases) {
    let expected = read_matrix();
    let mut wrong = Vec::new();
    for (case, answers) in found {
        let Some(wanted) = expected.get(case) else {
            wrong.push(format!("{case:?} has no row in its area's tests/permissions/matrix.csv"));
            continue;
        };
        for (caller, answer) in answers {
            let (status, wanted) = (answer.status.as_u16(), wanted.of(caller));
            if status != wanted {
                wrong.push(format!("{case:?} gives {caller} {status}, the table says {wanted}"));
            }
        }
    }
    let gone = expected.keys().filter(|case| !cases.contains_key(*case));
    wrong.extend(gone.map(|case| format!("{case:?} is in the table, but not in the API")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Asserts that no response reveals whether another person's id exists.
fn assert_foreign_is_as_unknown(found: &BTreeMap<Case, Answers>) {
    let mut wrong = Vec::new();
    for (case, answers) in found.iter().filter(|(case, _)| is_of_somebody(case)) {
        let unknown = &found[&Case { state: State::Unknown, ..case.clone() }];
        // A caller in a locked team may be told so first.
        let is_colleagues = object::is_of_team(&case.path) || case.state == State::Locked;
        let colleagues = ["team_admin", "team_member"].into_iter().filter(|_| !is_colleagues);
        for caller in ["stranger", "pending", "removed"].into_iter().chain(colleagues) {
            let (foreign, unknown) = (answers.get(caller), unknown.get(caller));
            if foreign != unknown {
                wrong.push(format!("{case:?} for {caller}: {foreign:?}, unknown {unknown:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns true if the object exists and belongs to its owner or their team only.
fn is_of_somebody(case: &Case) -> bool {
    let is_open = matches!(case.state, State::Link | State::Public)
        && object::is_open_to_others(&case.method, &case.path);
    !is_open
        && !matches!(case.state, State::None | State::Unknown)
        && object::parameter(&case.path).is_some()
        && !object::is_made_by_its_caller(&case.method, &case.path)
        && !object::is_known_by_address(&case.path)
}

/// The table itself obeys the rules that no row may break.
// spec §1: "Users: anonymous visitors, free users"
#[test]
fn the_table_gives_strangers_and_visitors_nothing() {
    for (case, statuses) in read_matrix() {
        if setting::is_open(&case.path) {
            continue;
        }
        let status = |caller: &str| statuses.of(caller);
        let is_closed = case.state == State::Live || is_of_somebody(&case);
        if is_closed && !object::is_known_by_address(&case.path) {
            assert!(status("stranger") >= 400, "{case:?}: a stranger gets {statuses:?}");
        }
        assert!(status("visitor") >= 400, "{case:?}: a visitor gets {statuses:?}");
        assert!(status("suspended") >= 400, "{case:?}: somebody suspended gets {statuses:?}");
        let is_for_keys = case.path.starts_with("/v1/")
            || case.path == "/mcp"
            || OLLAMA.contains(&case.path.as_str());
        if !is_for_keys {
            assert!(status("api_key") >= 400, "{case:?}: a key gets {statuses:?} outside of /v1");
        }
        let is_of_narrow = case.path.starts_with("/v1/models")
            || matches!(case.path.as_str(), "/api/show" | "/api/tags");
        assert!(is_of_narrow || status("api_key_narrow") >= 400, "{case:?}: {statuses:?}");
    }
}

/// Addresses of Ollama's API, which only keys open.
const OLLAMA: [&str; 4] = ["/api/chat", "/api/generate", "/api/show", "/api/tags"];

/// Paths where a browser extension gets nowhere, whatever areas open to it: whoever has a browser's profile has its token.
const CLOSED_TO_EXTENSIONS: [&str; 6] =
    ["/api/accounts/", "/api/admin/", "/api/billing/", "/api/gateway/", "/api/teams", "/v1/"];

/// The paths of those that an extension may use.
const OPEN_TO_EXTENSIONS: [&str; 4] = [
    "/api/accounts/session",
    "/api/accounts/settings",
    "/api/accounts/sign-out",
    "/api/billing/usage",
];

// security AU9, AU16: one lock for all doors
#[test]
fn an_extension_gets_what_its_owner_gets_or_nothing_and_nothing_of_the_account() {
    for (case, statuses) in read_matrix() {
        let (extension, owner) = (statuses.of("extension"), statuses.of("owner"));
        let is_refused = matches!(extension, 401 | 403);
        assert!(extension == owner || is_refused, "{case:?}: an extension gets {statuses:?}");
        let is_closed = CLOSED_TO_EXTENSIONS.iter().any(|closed| case.path.starts_with(closed))
            && !OPEN_TO_EXTENSIONS.contains(&case.path.as_str())
            && !setting::is_open(&case.path);
        assert!(!is_closed || is_refused, "{case:?}: an extension gets {statuses:?}");
    }
}

#[test]
fn every_operation_on_an_object_has_a_state_in_which_its_owner_is_told_from_a_stranger() {
    let mut told_apart: BTreeMap<(String, String), bool> = BTreeMap::new();
    for (case, statuses) in read_matrix() {
        if object::parameter(&case.path).is_some() {
            let is_apart = told_apart.entry((case.path, case.method)).or_default();
            *is_apart |= statuses.of("owner") != statuses.of("stranger");
        }
    }
    let alike: Vec<_> = fixtures::all().flat_map(|(_, fixtures)| fixtures.alike()).collect();
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for ((path, method), is_apart) in told_apart {
        let known = alike.iter().find(|(alike, _)| path.starts_with(alike));
        let joins = path == "/api/teams/invitations/{code}/join";
        assert_eq!(is_apart, known.is_none() || joins, "{method} {path}: known as {known:?}");
        used.extend(known.map(|(alike, _)| *alike));
    }
    assert_eq!(used.len(), alike.len(), "{used:?} are all that are needed");
}

// spec §4: "Bot: draft or published; accessibility only me, anyone with link, public."
#[test]
fn what_an_author_opened_is_seen_and_used_by_others_who_are_signed_in_and_changed_by_nobody_else() {
    let table = read_matrix();
    let opened = table.iter().filter(|(case, _)| {
        matches!(case.state, State::Link | State::Public)
            && object::is_open_to_others(&case.method, &case.path)
    });
    let mut asked = BTreeSet::new();
    for (case, statuses) in opened {
        // There is no icon, so nobody can see it.
        let as_owner = if case.path.ends_with("/reports") { 204 } else { statuses.of("owner") };
        for caller in ["stranger", "operator", "team_admin", "team_member"] {
            assert_eq!(statuses.of(caller), as_owner, "{case:?}: a {caller} gets {statuses:?}");
        }
        asked.insert((case.path.as_str(), case.method.as_str()));
    }
    assert!(asked.contains(&("/api/bots/{bot_id}/conversations", "post")), "{asked:?}");
    assert!(asked.contains(&("/api/prompts/{prompt_id}", "get")), "{asked:?}");
}

// security AZ5: "zero rights until approved"
#[test]
fn who_waits_for_a_team_or_was_taken_out_of_it_may_do_what_a_stranger_may() {
    for (case, statuses) in read_matrix() {
        for caller in ["pending", "removed"] {
            assert_eq!(statuses.of(caller), statuses.of("stranger"), "{case:?} for {caller}");
        }
    }
}

#[test]
fn a_team_sees_nothing_of_what_one_of_it_made_there_and_did_not_share() {
    for (case, statuses) in read_matrix() {
        if !is_of_somebody(&case) || object::is_of_team(&case.path) {
            continue;
        }
        for caller in ["team_admin", "team_member"] {
            assert!(statuses.of(caller) >= 400, "{case:?}: a {caller} gets {statuses:?}");
        }
    }
}

// spec §6: "Team members have pages for members, usage, billing and settings but cannot renew; they are told to switch workspace or contact the admin."
#[test]
fn a_member_changes_nothing_of_the_team_and_buys_nothing_for_it() {
    for (case, statuses) in read_matrix() {
        let is_change = case.method != "get" && !object::is_read_by_posting(&case.path);
        let is_of_workspace =
            case.path.starts_with("/api/teams/{team_id}") || case.path.starts_with("/api/billing/");
        if is_change && is_of_workspace {
            assert!(statuses.of("team_member") >= 400, "{case:?}: a member gets {statuses:?}");
        }
    }
}

// spec §4: "Team: active; expired and locked during a grace period (data kept), then disbanded with data deleted; resubscribed."
#[test]
fn nothing_is_used_in_a_team_that_nobody_pays_for_and_what_is_there_can_be_read() {
    let table = read_matrix();
    let locked = |method: &str, path: &str| {
        let (path, method) = (path.to_owned(), method.to_owned());
        table[&Case { path, method, state: State::Locked }].of("owner")
    };
    for path in [
        "/api/chat/conversations/{conversation_id}/messages",
        "/api/chat/messages/{message_id}/regenerate",
        "/api/documents/files",
        "/api/research/researches",
        "/api/research/researches/{research_id}/plan",
        "/api/search/searches",
    ] {
        assert_eq!(locked("post", path), 403, "{path}");
    }
    for path in [
        "/api/chat/conversations/{conversation_id}",
        "/api/runs/{run_id}",
        "/api/teams/{team_id}",
        "/api/billing/subscription",
    ] {
        assert_eq!(locked("get", path), 200, "{path}");
    }
}
