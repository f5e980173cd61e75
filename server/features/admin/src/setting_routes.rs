//! Settings of the server that operators change in the app, in place of the file's.

use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::Operator;
use live_settings::{Kind, Setting, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_server_settings))
        .routes(routes!(change_server_setting, reset_server_setting))
}

/// A setting of the server. Its key names the section and the name in the file: `bots.review_public`.
#[derive(Serialize, ToSchema)]
#[schema(as = ServerSetting)]
struct SettingBody {
    key: &'static str,
    kind: SettingKind,
    /// The value that counts.
    value: SettingValue,
    /// The value in the file, or the default.
    file: SettingValue,
    /// True if the value was chosen in the app.
    changed: bool,
}

/// The kind of a setting, with its bounds.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = ServerSettingKind)]
enum SettingKind {
    Switch,
    Number { min: i64, max: i64 },
    Text { max_chars: usize, multiline: bool },
    List { max_items: usize },
}

/// `true`, a number, a text or a list of texts, as the kind of the setting says.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ServerSettingValue)]
enum SettingValue {
    Switch(bool),
    Number(i64),
    Text(String),
    List(Vec<String>),
}

#[derive(Serialize, ToSchema)]
#[schema(as = ServerSettingList)]
struct SettingList {
    items: Vec<SettingBody>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ServerSettingChange)]
struct SettingChange {
    value: SettingValue,
}

impl From<Kind> for SettingKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Switch => Self::Switch,
            Kind::Number { min, max } => Self::Number { min, max },
            Kind::Text { max_chars, multiline } => Self::Text { max_chars, multiline },
            Kind::List { max_items } => Self::List { max_items },
        }
    }
}

impl From<Value> for SettingValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Switch(on) => Self::Switch(on),
            Value::Number(number) => Self::Number(number),
            Value::Text(text) => Self::Text(text),
            Value::List(items) => Self::List(items),
        }
    }
}

impl From<SettingValue> for Value {
    fn from(value: SettingValue) -> Self {
        match value {
            SettingValue::Switch(on) => Self::Switch(on),
            SettingValue::Number(number) => Self::Number(number),
            SettingValue::Text(text) => Self::Text(text),
            SettingValue::List(items) => Self::List(items),
        }
    }
}

/// Lists the settings of the server that can be changed in the app, with their values.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin",
    responses((status = 200, body = SettingList), (status = 403, body = ProblemBody)))]
async fn list_server_settings(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<SettingList>> {
    list(&services).await
}

/// Changes a setting of the server, at once and for all of its processes.
#[utoipa::path(put, path = "/api/admin/settings/{setting_key}", tag = "admin",
    params(("setting_key" = String, Path)), request_body = SettingChange,
    responses((status = 200, body = SettingList), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn change_server_setting(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(key): Path<String>,
    Json(change): Json<SettingChange>,
) -> ApiResult<Json<SettingList>> {
    let value = change.value.into();
    services.settings.change(caller.actor(), &key, Some(&value)).await?;
    list(&services).await
}

/// Resets a setting of the server to the value in the file, or the default.
#[utoipa::path(delete, path = "/api/admin/settings/{setting_key}", tag = "admin",
    params(("setting_key" = String, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn reset_server_setting(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(key): Path<String>,
) -> ApiResult<StatusCode> {
    services.settings.change(caller.actor(), &key, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list(services: &Services) -> ApiResult<Json<SettingList>> {
    let (settings, overrides) = services.settings.list().await?;
    let body = |setting: Setting| SettingBody {
        key: setting.key,
        kind: setting.kind.into(),
        value: setting.value.into(),
        file: setting.file.into(),
        changed: overrides.contains_key(setting.key),
    };
    Ok(Json(SettingList { items: settings.into_iter().map(body).collect() }))
}
