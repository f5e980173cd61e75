use std::sync::Arc;

use api::{ApiResult, Json, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use audit::{Event, Kind};
use axum::Extension;
use axum::extract::State;
use axum::response::Redirect;
use http::StatusCode;
use identity::SignedIn;
use kernel::{ConversationId, Fallible};

use crate::oauth::Returned;
use crate::problems::CHAT_NOT_FOUND;
use crate::servers::{NewServer, Server, Tools};
use crate::store::{Choice, is_foreign, list_off, list_rules, save_off};
use crate::wire::{
    ChatTools, NewToolServer, RuleChange, ServerBody, ServerChange, ServerList, SignInStart,
};

type Known = Extension<Arc<Tools>>;

pub(crate) fn router(tools: Arc<Tools>) -> Routes {
    Routes::new()
        .routes(routes!(list_tool_servers))
        .routes(routes!(create_tool_server))
        .routes(routes!(change_tool_server, delete_tool_server))
        .routes(routes!(check_tool_server))
        .routes(routes!(set_tool_rule))
        .routes(routes!(begin_tool_sign_in, end_tool_sign_in))
        .routes(routes!(finish_tool_sign_in))
        .routes(routes!(get_tool_client))
        .routes(routes!(get_chat_tools, set_chat_tools))
        .layer(Extension(tools))
}

/// Lists the servers whose tools the caller's models may use, with those tools.
#[utoipa::path(get, path = "/api/tools/servers", tag = "tools",
    responses((status = 200, body = ServerList)))]
async fn list_tool_servers(
    Extension(tools): Known,
    caller: SignedIn,
) -> ApiResult<Json<ServerList>> {
    let servers = tools.list_checked(caller.user_id).await?;
    let mut conn = tools.db.read().await?;
    let rules = list_rules(&mut conn, caller.user_id).await?;
    let items = servers.into_iter().map(|server| ServerBody::of(server, &rules)).collect();
    Ok(Json(ServerList { own_servers: tools.settings.get().own_servers, items }))
}

/// Connects a server of the caller's and lists its tools. A failure is reported in `problem`.
#[utoipa::path(post, path = "/api/tools/servers", tag = "tools", request_body = NewToolServer,
    responses((status = 201, body = ServerBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_tool_server(
    Extension(tools): Known,
    caller: SignedIn,
    Json(new): Json<NewToolServer>,
) -> ApiResult<(StatusCode, Json<ServerBody>)> {
    let NewToolServer { name, url, token } = new;
    let server = tools.add(caller.actor(), caller.user_id, NewServer { name, url, token }).await?;
    Ok((StatusCode::CREATED, Json(body(&tools, &caller, server).await?)))
}

/// Changes the caller's choices for a server.
#[utoipa::path(patch, path = "/api/tools/servers/{server}", tag = "tools",
    params(("server" = String, Path)), request_body = ServerChange,
    responses((status = 200, body = ServerBody), (status = 404, body = ProblemBody)))]
async fn change_tool_server(
    Extension(tools): Known,
    caller: SignedIn,
    Path(key): Path<String>,
    Json(change): Json<ServerChange>,
) -> ApiResult<Json<ServerBody>> {
    let mut server = tools.find(caller.user_id, &key).await?;
    server.choice = Choice {
        enabled: change.enabled.unwrap_or(server.choice.enabled),
        trust_read_only: change.trust_read_only.unwrap_or(server.choice.trust_read_only),
    };
    tools.choose(caller.user_id, &key, server.choice).await?;
    Ok(Json(body(&tools, &caller, server).await?))
}

/// Removes one of the caller's servers, with its sign-in and all that was chosen for it.
#[utoipa::path(delete, path = "/api/tools/servers/{server}", tag = "tools",
    params(("server" = String, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
async fn delete_tool_server(
    Extension(tools): Known,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<StatusCode> {
    tools.remove(caller.actor(), caller.user_id, &key).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks a server for its tools now.
#[utoipa::path(post, path = "/api/tools/servers/{server}/check", tag = "tools",
    params(("server" = String, Path)),
    responses((status = 200, body = ServerBody), (status = 404, body = ProblemBody)))]
async fn check_tool_server(
    Extension(tools): Known,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<Json<ServerBody>> {
    let server = tools.find(caller.user_id, &key).await?;
    tools.forget(caller.user_id, &key);
    let server = tools.check(caller.user_id, server).await?;
    Ok(Json(body(&tools, &caller, server).await?))
}

/// Sets the caller's standing word on a tool.
#[utoipa::path(patch, path = "/api/tools/servers/{server}/rule", tag = "tools",
    params(("server" = String, Path)), request_body = RuleChange,
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn set_tool_rule(
    Extension(tools): Known,
    caller: SignedIn,
    Path(key): Path<String>,
    Json(change): Json<RuleChange>,
) -> ApiResult<StatusCode> {
    let said = Event::new(Kind::ToolRuleChanged, caller.actor()).detail(change.rule.as_str());
    tools.set_rule(caller.user_id, &key, &change.tool, change.rule, Some(said)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins the caller's sign-in to a server: the address at which they agree.
#[utoipa::path(post, path = "/api/tools/servers/{server}/sign-in", tag = "tools",
    params(("server" = String, Path)),
    responses((status = 200, body = SignInStart), (status = 409, body = ProblemBody),
        (status = 502, body = ProblemBody)))]
async fn begin_tool_sign_in(
    Extension(tools): Known,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<Json<SignInStart>> {
    let server = tools.find(caller.user_id, &key).await?;
    let url = tools.begin_sign_in(caller.user_id, &server).await?;
    Ok(Json(SignInStart { url: url.into() }))
}

/// Forgets the caller's sign-in to a server.
#[utoipa::path(delete, path = "/api/tools/servers/{server}/sign-in", tag = "tools",
    params(("server" = String, Path)),
    responses((status = 200, body = ServerBody), (status = 404, body = ProblemBody)))]
async fn end_tool_sign_in(
    Extension(tools): Known,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<Json<ServerBody>> {
    let server = tools.find(caller.user_id, &key).await?;
    let server = tools.sign_out(caller.user_id, server).await?;
    Ok(Json(body(&tools, &caller, server).await?))
}

/// The return address of a sign-in; redirects to the person's settings.
#[utoipa::path(get, path = "/api/tools/oauth-callback", tag = "tools",
    params(("code" = Option<String>, Query), ("state" = Option<String>, Query),
        ("iss" = Option<String>, Query), ("error" = Option<String>, Query)),
    responses((status = 303)))]
async fn finish_tool_sign_in(
    Extension(tools): Known,
    caller: SignedIn,
    Query(returned): Query<Returned>,
) -> ApiResult<Redirect> {
    match tools.finish_sign_in(caller.user_id, returned).await {
        Ok(server) => Ok(Redirect::to(&format!("/settings/tools?signed_in={server}"))),
        Err(failure) if failure.code().is_some() => {
            Ok(Redirect::to("/settings/tools?sign_in_failed=true"))
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Returns the document in which this program describes itself to authorization servers of tool servers. Its address is
/// the client id there (OAuth Client ID Metadata Document).
#[utoipa::path(get, path = "/api/tools/oauth-client", tag = "tools", security(()),
    responses((status = 200, body = serde_json::Value)))]
async fn get_tool_client(Extension(tools): Known) -> ApiResult<Json<serde_json::Value>> {
    Ok(Json(tools.client_document()?))
}

/// Lists the servers that are off in one of the caller's conversations.
#[utoipa::path(get, path = "/api/tools/chats/{conversation_id}", tag = "tools",
    params(("conversation_id" = ConversationId, Path)),
    responses((status = 200, body = ChatTools), (status = 404, body = ProblemBody)))]
async fn get_chat_tools(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
) -> ApiResult<Json<ChatTools>> {
    let mut conn = services.db.read().await?;
    if is_foreign(&mut conn, caller.user_id, id).await? {
        return Err(CHAT_NOT_FOUND.into());
    }
    Ok(Json(ChatTools { off: list_off(&mut conn, caller.user_id, id).await? }))
}

/// Sets which servers are off in one of the caller's conversations, which need not have begun.
#[utoipa::path(patch, path = "/api/tools/chats/{conversation_id}", tag = "tools",
    params(("conversation_id" = ConversationId, Path)), request_body = ChatTools,
    responses((status = 200, body = ChatTools), (status = 404, body = ProblemBody)))]
async fn set_chat_tools(
    Extension(tools): Known,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Json(chat): Json<ChatTools>,
) -> ApiResult<Json<ChatTools>> {
    let known = tools.list(caller.user_id).await?;
    let off = chat.off.into_iter().filter(|key| known.iter().any(|server| server.key == *key));
    let off: Vec<_> = off.collect();
    let mut tx = tools.db.begin().await?;
    if is_foreign(&mut tx, caller.user_id, id).await? {
        return Err(CHAT_NOT_FOUND.into());
    }
    save_off(&mut tx, caller.user_id, id, &off, tools.clock.now()).await?;
    tx.commit().await?;
    Ok(Json(ChatTools { off }))
}

async fn body(tools: &Tools, caller: &SignedIn, server: Server) -> Fallible<ServerBody> {
    let mut conn = tools.db.read().await?;
    let rules = list_rules(&mut conn, caller.user_id).await?;
    Ok(ServerBody::of(server, &rules))
}
