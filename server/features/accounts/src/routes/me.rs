use api::{ApiResult, Json, ProblemBody};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use identity::{LOGIN_REQUIRED, SignedIn, UserSettings};
use kernel::Fallible;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::browser::Browser;
use crate::problems::INVALID_SETTINGS;
use crate::view::{self, Me, Place};
use crate::{Accounts, deletion, rules};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MePatch {
    name: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Deletion {
    /// The account's password; anything where it has none.
    password: String,
}

/// Changes what others see of the caller.
#[utoipa::path(
    patch, path = "/api/accounts/me", tag = "accounts",
    request_body = MePatch, responses((status = 200, body = Me), (status = 422, body = ProblemBody)),
)]
pub(super) async fn change_me(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(patch): Json<MePatch>,
) -> ApiResult<Json<Me>> {
    let name = patch.name.as_deref().map(rules::name).transpose()?;
    let mut tx = accounts.db.begin().await?;
    if let Some(name) = name {
        accounts.identity.rename_user(&mut tx, caller.user_id, &name).await?;
    }
    let user = accounts.identity.find_user(&mut tx, caller.user_id).await?;
    let user = user.ok_or(LOGIN_REQUIRED)?;
    let me = view::me(&accounts, &mut tx, &user, Place::from(&caller)).await?;
    tx.commit().await?;
    Ok(Json(me))
}

/// Changes some of the caller's settings and returns all of them.
#[utoipa::path(
    patch, path = "/api/accounts/settings", tag = "accounts",
    request_body = UserSettings, responses((status = 200, body = UserSettings),
        (status = 422, body = ProblemBody)),
)]
pub(super) async fn change_settings(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Json(patch): Json<serde_json::Map<String, serde_json::Value>>,
) -> ApiResult<Json<UserSettings>> {
    if patch.get("context").is_some_and(|context| context["mode"] == "custom") {
        check_custom_context(&accounts, &caller).await?;
    }
    let changed =
        accounts.identity.change_settings(caller.user_id, |now| now.patched(patch)).await?;
    Ok(Json(changed.ok_or(INVALID_SETTINGS)?))
}

/// Deletes the caller's account and everything in it.
#[utoipa::path(
    post, path = "/api/accounts/deletion", tag = "accounts",
    request_body = Deletion, responses((status = 204), (status = 409, body = ProblemBody)),
)]
pub(super) async fn delete_account(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    browser: Browser,
    Json(deletion): Json<Deletion>,
) -> ApiResult<(StatusCode, HeaderMap)> {
    deletion::delete_account(&accounts, &caller, &deletion.password).await?;
    let mut headers = HeaderMap::new();
    browser.cookies.clear_session(&mut headers);
    Ok((StatusCode::NO_CONTENT, headers))
}

/// Checks that the plan allows it. spec §6: "custom context" is of paid plans.
async fn check_custom_context(accounts: &Accounts, caller: &SignedIn) -> Fallible<()> {
    let mut conn = accounts.db.read().await?;
    let now = accounts.clock.now();
    let plan = accounts.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    Ok(plan.check_custom_context()?)
}
