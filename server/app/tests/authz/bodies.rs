//! Ids in bodies and queries (security AZ2): a request that names a stranger's object there gets the response for a
//! missing one, and the object stays unchanged.

use std::collections::BTreeSet;

use serde_json::Value;
use testing::{TestPerson, for_each_store};

use crate::fixtures::{self, Content, IdField, all};
use crate::object::{State, parameter};
use crate::setting::{Answered, Setting, answer};

/// Ids that are not called so.
const CALLED_OTHERWISE: [&str; 2] = ["attachments", "references.id"];

fn new_id() -> String {
    kernel::Uuid::new_v4().to_string()
}

fn fields() -> Vec<IdField> {
    all().flat_map(|(_, fixtures)| fixtures.id_fields()).collect()
}

for_each_store! {
    async fn a_strangers_id_in_a_request_is_as_good_as_none(store) {
        let setting = Setting::new(store).await;
        assert_eq!(fields_of(&setting.openapi), known(), "say in the area's tests/permissions what it names");
        let mut wrong = Vec::new();
        for field in &fields() {
            let named = format!("{} {} with {}", field.method, field.path, field.name);
            let (stranger, ana) = (setting.person().await, setting.subscriber().await);
            let theirs = setting.object(field.kind, &stranger, None, State::Live).await;
            let before = seen(field.kind, &theirs, &stranger).await;
            let foreign = ask(&setting, field, &ana, &theirs).await;
            let unknown = ask(&setting, field, &ana, &new_id()).await;
            if foreign.status.as_u16() != field.status || foreign != unknown {
                wrong.push(format!("{named}: {foreign:?}, unknown {unknown:?}"));
            }
            if seen(field.kind, &theirs, &stranger).await != before {
                wrong.push(format!("{named}: the stranger's own is not what it was"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Returns the answer to `ana` for a request that names `id`, on an object of her own if the operation needs one.
async fn ask(setting: &Setting, field: &IdField, ana: &TestPerson, id: &str) -> Answered {
    let own = match parameter(field.path) {
        Some("team_id") | None => String::new(),
        Some(name) => setting.object(name, ana, None, State::Live).await,
    };
    let address = match field.path.split_once('{') {
        Some((before, after)) => format!("{before}{own}{}", after.split_once('}').unwrap().1),
        None => field.path.to_owned(),
    };
    let (query, json) = (field.send)(id);
    let address = format!("{address}{query}");
    let answered = answer(ana, field.method, address, json.map(Content::from)).await;
    Answered { body: answered.body.replace(id, "ID"), ..answered }
}

/// Returns an object as its owner sees it.
async fn seen(kind: &str, id: &str, owner: &TestPerson) -> Answered {
    let address = fixtures::first(|fixtures| fixtures.seen_at(kind, id));
    let address = address
        .unwrap_or_else(|| panic!("say in an area's tests/permissions where a {kind} is seen"));
    let seen = answer(owner, "get", address, None).await;
    assert!(seen.status.is_success(), "{kind}: {seen:?}");
    seen
}

type Place = (String, String);

fn known() -> BTreeSet<Place> {
    let own = fields().into_iter().filter(|field| !CALLED_OTHERWISE.contains(&field.name));
    let own = own.map(|field| (field.path.to_owned(), field.name.to_owned()));
    let others = all().flat_map(|(_, fixtures)| fixtures.other_ids());
    let others = others.map(|(path, name, _)| ((*path).to_owned(), (*name).to_owned()));
    own.chain(others).collect()
}

/// Returns every field of a request that is called `…_id` or `…_ids`: what leads to it in the body, with dots; or its
/// name in the query.
fn fields_of(openapi: &Value) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (_, operation) in
            item.as_object().unwrap().iter().filter(|(key, _)| *key != "parameters")
        {
            let mut names = Vec::new();
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            collect(openapi, body, "", &mut names);
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let queries = parameters.filter(|parameter| parameter["in"] == "query");
            names.extend(queries.map(|query| query["name"].as_str().unwrap().to_owned()));
            let ids =
                names.into_iter().filter(|name| name.ends_with("_id") || name.ends_with("_ids"));
            found.extend(ids.map(|name| (path.clone(), name)));
        }
    }
    found
}

/// Objects in objects. Some contain their own kind.
const DEPTH_MAX: usize = 8;

fn collect(openapi: &Value, schema: &Value, before: &str, names: &mut Vec<String>) {
    if before.matches('.').count() > DEPTH_MAX {
        return;
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        return collect(openapi, openapi.pointer(pointer).unwrap(), before, names);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let name = format!("{before}{name}");
        collect(openapi, property, &format!("{name}."), names);
        names.push(name);
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for one in schema[key].as_array().into_iter().flatten() {
            collect(openapi, one, before, names);
        }
    }
    if schema["items"].is_object() {
        collect(openapi, &schema["items"], before, names);
    }
}
