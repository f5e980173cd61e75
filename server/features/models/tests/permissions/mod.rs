//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use providers::{NewConnection, Protocol};
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Reason, Request, Wanted};
use crate::setting::Setting;

const FOR_OPERATORS: &str = "only the operator may";

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn alike(&self) -> &[Reason] {
        &[
            ("/api/models/connections/{connection_id}", FOR_OPERATORS),
            ("/api/models/files/{name}", FOR_OPERATORS),
        ]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let is_change =
            (request.method, request.path) == ("patch", "/api/models/connections/{connection_id}");
        is_change.then(|| json!({ "name": "n" }).into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "connection_id" => {
                let new = NewConnection {
                    name: "Nobody".to_owned(),
                    protocol: Protocol::OpenaiCompatible,
                    base_url: Some("http://127.0.0.1:9/v1".to_owned()),
                    api_key: None,
                };
                let providers = &setting.server.services.providers;
                Some(providers.create_connection(new).await.unwrap().id.to_string())
            }
            // No such file is there: model files are not kept in tests of this table.
            "name" => Some("a.gguf".to_owned()),
            _ => None,
        }
    }

    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        &[("/api/models/connections/test", "connection_id", "the operator's, like all connections")]
    }
}
