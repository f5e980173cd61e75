//! A list in place of an object is refused, at any depth of any request: what is read field by field from a list is not
//! what anybody meant.

use http::Method;
use serde_json::{Value, json};
use testing::{Chance, TestStore};

use crate::fixtures::{self, content_of};
use crate::object::{State, parameter};
use crate::schema::Schemas;
use crate::setting::Setting;

/// Requests that are made to fit a schema, besides the one that an operation is known to take.
const MADE: usize = 4;

#[tokio::test]
async fn every_request_refuses_a_list_in_place_of_an_object() {
    let setting = Setting::new(TestStore::Sqlite).await;
    let api = setting.openapi.clone();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for (path, item) in api["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            // MCP takes several messages at once.
            if !schema.is_object() || path == "/mcp" {
                continue;
            }
            let owner = setting.person().await;
            let id = match parameter(path) {
                Some(name) => setting.object(name, &owner, None, State::Live).await,
                None => String::new(),
            };
            let client = match path.starts_with("/v1/")
                || path.starts_with("/api/chat") && path.len() == 9
            {
                true => setting.caller("api_key", &owner).await,
                false => owner.client.clone(),
            };
            let address = match path.split_once('{') {
                Some((before, after)) => {
                    format!("{before}{id}{}", after.split_once('}').unwrap().1)
                }
                None => path.clone(),
            };
            for body in bodies(&api, schema, method, path, &id) {
                for (place, changed) in with_lists(&api, schema, &body) {
                    tried += 1;
                    let sent: Method = method.to_uppercase().parse().unwrap();
                    let answer = client.call(sent, &address, Some(changed.clone())).await;
                    let is_malformed = matches!(answer.status.as_u16(), 400 | 422);
                    // Another refusal may come before the body is read.
                    let is_before = matches!(answer.status.as_u16(), 401..=404 | 410 | 412 | 429);
                    if !is_malformed && !is_before {
                        wrong.push(format!(
                            "{method} {path} at {place:?}: {} {changed}",
                            answer.status
                        ));
                    }
                }
            }
            setting.settle(path).await;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 200, "{tried} requests were tried");
}

fn bodies(api: &Value, schema: &Value, method: &str, path: &str, id: &str) -> Vec<Value> {
    let new_id = kernel::Uuid::new_v4();
    let known = content_of(&fixtures::Request { method, path, id, new_id, is_for_team: false });
    let known = known.and_then(|known| serde_json::from_slice(&known.bytes).ok());
    let made = (0..MADE).map(|number| {
        let mut chance = Chance::of(&format!("{method} {path} {number}"));
        Schemas(api).fitting(schema, &mut chance, 0)
    });
    known.into_iter().chain(made).collect()
}

/// Returns the body once for each object in it, with the object's values as a list.
fn with_lists(api: &Value, schema: &Value, body: &Value) -> Vec<(String, Value)> {
    let mut places = Vec::new();
    list_objects(body, String::new(), &mut places);
    let changed = places.into_iter().map(|place| {
        let mut changed = body.clone();
        let object = changed.pointer_mut(&place).unwrap();
        let values = object.as_object().unwrap().values().cloned().collect();
        *object = Value::Array(values);
        (place, changed)
    });
    // Where the schema leaves it open, a list may stand.
    changed.filter(|(_, changed)| Schemas(api).misfit(schema, changed).is_some()).collect()
}

fn list_objects(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, it) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                list_objects(it, format!("{at}/{name}"), places);
            }
            places.push(at);
        }
        Value::Array(items) => {
            for (number, it) in items.iter().enumerate() {
                list_objects(it, format!("{at}/{number}"), places);
            }
        }
        _ => {}
    }
}

#[test]
fn each_object_of_a_body_becomes_a_list_once() {
    let body = json!({ "a": { "b": 1 }, "c": [{ "d": 2 }] });
    let mut places = Vec::new();
    list_objects(&body, String::new(), &mut places);
    places.sort();
    assert_eq!(places, ["", "/a", "/c/0"]);
}
