//! What the permission matrix knows of this area's operations.

use serde_json::json;

use crate::fixtures::{Content, Fixtures, Request};

pub struct Permissions;

impl Fixtures for Permissions {
    fn content(&self, request: &Request<'_>) -> Option<Content> {
        if (request.method, request.path) != ("put", "/api/notifications/push") {
            return None;
        }
        let json = json!({
            // A point on the curve, and a secret: RFC 8291, appendix A.
            "endpoint": "https://push.example/a",
            "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            },
            "with_title": false,
        });
        Some(json.into())
    }
}
