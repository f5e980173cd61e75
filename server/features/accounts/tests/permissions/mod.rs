//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use identity::KeyScope;
use kernel::Uuid;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Reason, Request, Wanted};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &[
            "/api/accounts/session",
            "/api/accounts/sign-",
            "/api/accounts/password/",
            "/api/accounts/oidc/",
            "/api/user/",
        ]
    }

    fn closed(&self) -> &[&'static str] {
        &["/api/accounts/password/change", "/api/accounts/sign-in-methods"]
    }

    fn alike(&self) -> &[Reason] {
        &[
            ("/api/accounts/invitations/{invitation_id}", "only the operator may"),
            ("/api/accounts/people/{user_id}", "only the operator may"),
        ]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("patch", "/api/accounts/me") => json!({ "name": "n" }),
            ("patch", "/api/accounts/settings") => json!({ "theme": "dark" }),
            ("patch", "/api/accounts/server") => json!({ "name": "n" }),
            ("post", "/api/accounts/invitations") => {
                json!({ "email": "invited@example.com", "role": "member" })
            }
            ("post", "/api/accounts/people") => json!({
                "email": format!("{}@example.com", request.new_id), "name": "n", "role": "member",
                "mail": false,
            }),
            ("post", "/api/accounts/people/{user_id}/password-link") => json!({ "mail": false }),
            ("post", "/api/accounts/people/{user_id}/password") => json!({}),
            ("patch", "/api/accounts/passkeys/{passkey_id}") => json!({ "name": "n" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "key_id" => Some(setting.key(wanted.owner, &KeyScope::ALL).await.0),
            "user_id" => Some(wanted.owner.user_id.to_string()),
            "invitation_id" => Some(invitation(setting, wanted).await),
            "passkey_id" => Some(passkey(setting, wanted).await),
            // A device of theirs: this one.
            "id" => {
                let devices = wanted.owner.get("/api/accounts/devices").await.ok();
                Some(devices["items"][0]["id"].as_str().unwrap().to_owned())
            }
            _ => None,
        }
    }
}

/// Makes an invitation by the owner.
async fn invitation(setting: &Setting, wanted: &Wanted<'_>) -> String {
    let id = Uuid::now_v7();
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO account_invitations
             (id, code_hash, email, name, role, invited_by, created_at, expires_at)
         VALUES ($1, $2, $3, '', 'member', $4, 0, 0)",
        id,
        id.as_bytes().to_vec(),
        id.to_string(),
        wanted.owner.user_id
    )
    .unwrap();
    tx.commit().await.unwrap();
    id.to_string()
}

/// Adds a passkey of the owner's.
async fn passkey(setting: &Setting, wanted: &Wanted<'_>) -> String {
    let id = Uuid::now_v7();
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO account_passkeys (id, user_id, credential_id, name, credential, created_at)
         VALUES ($1, $2, $3, 'n', '{}', 0)",
        id,
        wanted.owner.user_id,
        id.as_bytes().to_vec()
    )
    .unwrap();
    tx.commit().await.unwrap();
    id.to_string()
}
