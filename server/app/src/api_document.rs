//! The description of the API, from the routes of the areas.
//!
//! Handlers describe what they answer themselves. The refusals of extractors and middleware are the same everywhere, and are
//! added here from what an operation takes.

use area::Area;
use serde_json::{Value, json};
use utoipa::openapi::{InfoBuilder, OpenApiBuilder};

use crate::areas::VERSION;

/// A refusal that operations have in common.
struct Refusal {
    status: &'static str,
    description: &'static str,
    applies: fn(&Operation<'_>) -> bool,
}

struct Operation<'a> {
    method: &'a str,
    described: &'a Value,
}

impl Operation<'_> {
    fn takes_parameters(&self) -> bool {
        self.described["parameters"].as_array().is_some_and(|all| !all.is_empty())
    }

    fn takes_body(&self) -> bool {
        self.described["requestBody"].is_object()
    }

    fn takes_json(&self) -> bool {
        self.described["requestBody"]["content"]["application/json"].is_object()
    }

    fn is_open(&self) -> bool {
        self.described["security"] == json!([{}])
    }

    fn writes(&self) -> bool {
        self.method != "get"
    }
}

const REFUSALS: [Refusal; 12] = [
    Refusal {
        status: "400",
        description: "A parameter or the body is malformed.",
        applies: |operation| operation.takes_parameters() || operation.takes_body(),
    },
    Refusal {
        status: "401",
        description: "Nobody is signed in, or the key is unknown.",
        applies: |operation| !operation.is_open(),
    },
    Refusal {
        status: "403",
        description: "The caller may not do this, or the request comes from another site.",
        applies: |operation| !operation.is_open() || operation.writes(),
    },
    Refusal {
        status: "404",
        description: "What the address names is not there for the caller.",
        applies: |operation| operation.takes_parameters(),
    },
    Refusal {
        status: "408",
        description: "The body came too slowly.",
        applies: |operation| operation.takes_body(),
    },
    Refusal {
        status: "413",
        description: "The body is too large.",
        applies: |operation| operation.takes_body(),
    },
    Refusal {
        status: "415",
        description: "The body is not JSON.",
        applies: |operation| operation.takes_json(),
    },
    Refusal {
        status: "421",
        description: "The server does not answer at this host.",
        applies: |_| true,
    },
    Refusal { status: "429", description: "There were too many requests.", applies: |_| true },
    Refusal { status: "500", description: "The server failed.", applies: |_| true },
    Refusal {
        status: "503",
        description: "The server, or what it needs, is not available at the moment.",
        applies: |_| true,
    },
    Refusal {
        status: "507",
        description: "The server is out of storage space.",
        applies: |operation| operation.writes(),
    },
];

const PROBLEM: &str = "#/components/schemas/Problem";
const PROBLEM_JSON: &str = "application/problem+json";

/// Returns the document that describes the areas' routes; in release builds it describes none.
pub fn document(areas: &[Area]) -> Value {
    let info = InfoBuilder::new()
        .title("Ensemble")
        .version(VERSION)
        .description(Some("The API that Ensemble's own clients use."))
        .build();
    let document = OpenApiBuilder::new().info(info).build();
    let document = areas.iter().fold(document, |all, area| area.routes.describe(all));
    let mut document = serde_json::to_value(document).expect("descriptions are plain data");
    complete(&mut document);
    document.sort_all_objects();
    document
}

/// Adds the common refusals to all operations, and says of problems what they are.
fn complete(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            complete_operation(method, operation);
        }
    }
    for refusal in &REFUSALS {
        let content = json!({ PROBLEM_JSON: { "schema": { "$ref": PROBLEM } } });
        let response = json!({ "description": refusal.description, "content": content });
        document["components"]["responses"][name_of(refusal.status)] = response;
    }
}

fn complete_operation(method: &str, operation: &mut Value) {
    let own_errors = own_errors(operation);
    let described = operation.clone();
    let asked = Operation { method, described: &described };
    let applying: Vec<_> = REFUSALS.iter().filter(|refusal| (refusal.applies)(&asked)).collect();
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for (status, response) in responses.iter_mut() {
        if is_error(status) {
            name_problem(response);
        }
    }
    for refusal in applying {
        let response = responses.entry(refusal.status).or_insert(Value::Null);
        // Middleware answers with problems, also where handlers have errors of their own.
        if response.is_null() && own_errors.is_none() {
            *response =
                json!({ "$ref": format!("#/components/responses/{}", name_of(refusal.status)) });
        } else {
            if response.is_null() {
                let content = json!({ "application/json": { "schema": own_errors } });
                *response = json!({ "description": refusal.description, "content": content });
            }
            response["content"][PROBLEM_JSON] = json!({ "schema": { "$ref": PROBLEM } });
        }
    }
}

fn is_error(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

fn name_of(status: &str) -> String {
    format!("Problem{status}")
}

/// Returns the schema of the operation's errors, if they are no problems.
fn own_errors(operation: &Value) -> Option<Value> {
    let responses = operation["responses"].as_object()?;
    let mut schemas = responses
        .iter()
        .filter(|(status, _)| is_error(status))
        .map(|(_, response)| &response["content"]["application/json"]["schema"]);
    schemas.find(|schema| schema.is_object() && schema["$ref"] != PROBLEM).cloned()
}

/// Gives a described problem its media type.
fn name_problem(response: &mut Value) {
    let Some(content) = response["content"].as_object_mut() else { return };
    let is_problem =
        content.get("application/json").is_some_and(|it| it["schema"]["$ref"] == PROBLEM);
    if is_problem && let Some(problem) = content.remove("application/json") {
        content.insert(PROBLEM_JSON.to_owned(), problem);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(operation: Value) -> Value {
        let mut document =
            json!({ "components": {}, "paths": { "/api/a/{id}": { "patch": operation } } });
        complete(&mut document);
        document["paths"]["/api/a/{id}"]["patch"]["responses"].clone()
    }

    #[test]
    fn refusals_follow_from_what_an_operation_takes() {
        let problem = json!({ "application/json": { "schema": { "$ref": PROBLEM } } });
        let responses = completed(json!({
            "parameters": [{ "name": "id", "in": "path" }],
            "requestBody": { "content": { "application/json": {} } },
            "responses": { "204": {}, "409": { "description": "Taken", "content": problem } },
        }));
        let statuses: Vec<_> = responses.as_object().unwrap().keys().collect();
        assert_eq!(
            statuses,
            [
                "204", "400", "401", "403", "404", "408", "409", "413", "415", "421", "429", "500",
                "503", "507"
            ]
        );
        assert_eq!(responses["400"]["$ref"], "#/components/responses/Problem400");
        assert_eq!(responses["409"]["content"][PROBLEM_JSON]["schema"]["$ref"], PROBLEM);
        assert!(responses["409"]["content"]["application/json"].is_null());
    }

    #[test]
    fn errors_of_other_shapes_stand_beside_problems() {
        let own = json!({ "$ref": "#/components/schemas/OpenAiError" });
        let described =
            json!({ "description": "x", "content": { "application/json": { "schema": own } } });
        let responses = completed(json!({ "responses": { "401": described } }));
        for status in ["401", "429"] {
            let content = &responses[status]["content"];
            assert_eq!(content["application/json"]["schema"], own, "{status}");
            assert_eq!(content[PROBLEM_JSON]["schema"]["$ref"], PROBLEM, "{status}");
        }
    }
}
