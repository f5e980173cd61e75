use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mcp::ToolInfo;
use crate::servers::Server;
use crate::source::rule_of;
use crate::store::{Rule, Rules, ServerState};

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolServerList)]
pub(crate) struct ServerList {
    /// True if the caller may connect servers of their own.
    pub own_servers: bool,
    pub items: Vec<ServerBody>,
}

/// A server of tools, as the caller sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolServer)]
pub(crate) struct ServerBody {
    pub key: String,
    pub name: String,
    /// Address; null for a program of the operator's.
    pub url: Option<String>,
    pub by_operator: bool,
    pub state: ServerState,
    /// The reason why it failed.
    pub problem: Option<String>,
    pub checked_at: Option<Timestamp>,
    pub enabled: bool,
    /// True if tools that the server declares read-only run without asking.
    pub trust_read_only: bool,
    pub signed_in: bool,
    pub has_token: bool,
    pub tools: Vec<ToolBody>,
}

/// A tool of a server.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ServerTool)]
pub(crate) struct ToolBody {
    pub name: String,
    pub title: String,
    pub description: String,
    pub read_only: bool,
    pub destructive: bool,
    pub rule: Rule,
}

impl ServerBody {
    pub fn of(server: Server, rules: &Rules) -> Self {
        let tool = |info: &ToolInfo| ToolBody {
            name: info.name.clone(),
            title: info.title.clone(),
            description: info.description.clone(),
            read_only: info.read_only,
            destructive: info.destructive,
            rule: rule_of(rules, &server.key, info),
        };
        Self {
            tools: server.listing.tools.iter().map(tool).collect(),
            by_operator: server.own.is_none(),
            has_token: server.own.as_ref().is_some_and(|own| own.token.is_some()),
            state: server.listing.state,
            problem: server.listing.problem.clone(),
            checked_at: server.listing.checked_at,
            enabled: server.choice.enabled,
            trust_read_only: server.choice.trust_read_only,
            signed_in: server.is_signed_in,
            key: server.key,
            name: server.name,
            url: server.url,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToolServer {
    pub name: String,
    pub url: String,
    /// Sent as `Authorization: Bearer …`, for servers without a sign-in.
    pub token: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ToolServerChange)]
pub(crate) struct ServerChange {
    pub enabled: Option<bool>,
    pub trust_read_only: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ToolRuleChange)]
pub(crate) struct RuleChange {
    pub tool: String,
    pub rule: Rule,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolSignIn)]
pub(crate) struct SignInStart {
    pub url: String,
}

/// The servers that are off in a conversation.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatTools {
    /// Keys of servers.
    pub off: Vec<String>,
}
