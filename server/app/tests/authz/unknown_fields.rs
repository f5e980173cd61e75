//! Requests with unknown fields are refused, not ignored (security AZ6).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testing::TestStore;

use crate::fixtures::all;
use crate::setting::{Setting, answer};

#[tokio::test]
async fn every_request_refuses_what_it_does_not_know() {
    let setting = Setting::new(TestStore::Sqlite).await;
    let of_kinds: Vec<_> = all().flat_map(|(_, fixtures)| fixtures.variants()).collect();
    let known = all().flat_map(|(_, fixtures)| fixtures.open_requests());
    let known = known.map(|(operation, _)| *operation);
    let known: BTreeSet<&str> = known.chain(of_kinds.iter().map(|it| it.0)).collect();
    let open = open_operations(&setting.openapi);
    let open: BTreeSet<&str> = open.iter().map(String::as_str).collect();
    assert_eq!(open, known, "add `deny_unknown_fields`");

    let ana = setting.person().await;
    let mut wrong = Vec::new();
    for (operation, place, bodies) in of_kinds {
        let (method, path) = operation.split_once(' ').unwrap();
        let nobodys = kernel::Uuid::new_v4().to_string();
        let address = match path.split_once('{') {
            Some((before, after)) => {
                format!("{before}{nobodys}{}", after.split_once('}').unwrap().1)
            }
            None => path.to_owned(),
        };
        for body in bodies {
            let taken = answer(&ana, method, address.clone(), Some(body.clone().into())).await;
            let mut more = body.clone();
            more.pointer_mut(place).unwrap()["role"] = json!("operator");
            let refused = answer(&ana, method, address.clone(), Some(more.into())).await;
            let is_malformed = |body: &str| body.contains("api.malformed_json");
            if is_malformed(&taken.body) || !is_malformed(&refused.body) {
                wrong.push(format!("{operation} with {body}: {taken:?}, with more: {refused:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the operations whose body accepts unknown fields anywhere.
fn open_operations(openapi: &Value) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if is_open(openapi, body, &mut BTreeSet::new()) {
                open.insert(format!("{method} {path}"));
            }
        }
    }
    open
}

fn is_open<'a>(openapi: &'a Value, schema: &'a Value, seen: &mut BTreeSet<&'a str>) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        let described = openapi.pointer(reference.trim_start_matches('#')).unwrap();
        return seen.insert(reference) && is_open(openapi, described, seen);
    }
    let properties = schema["properties"].as_object();
    if properties.is_some() && schema["additionalProperties"] != false {
        return true;
    }
    let inner = properties.into_iter().flat_map(|properties| properties.values());
    let several = ["oneOf", "anyOf", "allOf"].into_iter();
    let several = several.filter_map(|key| schema[key].as_array()).flatten();
    let items = schema["items"].is_object().then_some(&schema["items"]);
    inner.chain(several).chain(items).any(|inner| is_open(openapi, inner, seen))
}
