//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;

use crate::fixtures::{Fixtures, RawRoute, Reason, Wanted};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn alike(&self) -> &[Reason] {
        &[("/api/scim/v2/", "only the provider's token opens it")]
    }

    fn raw_routes(&self) -> &[RawRoute] {
        &[RawRoute {
            file: "src/routes.rs",
            path: "/api/scim/v2/{*path}",
            methods: &["get", "post", "put", "patch", "delete"],
            reason: "SCIM 2.0, which describes itself at /Schemas: only the provider's token opens it",
        }]
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        (wanted.name == "*path").then(|| "Users".to_owned())
    }
}
