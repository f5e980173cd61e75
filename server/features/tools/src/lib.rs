//! Tools: servers of the Model Context Protocol, a person's own and the operator's.
//!
//! Start at `servers.rs` (the servers and their tools) and `source.rs` (what they add to runs). `peer.rs` is a
//! connected server, over `http_link.rs` or `stdio_link.rs`, using the messages of `mcp.rs`; `oauth.rs` signs people in
//! to it. `elicitation.rs` reads what a server asks the person. `content.rs` parses a tool's output, `media.rs` stores its
//! images. `code.rs` runs programs that models write. How a run uses tools is in `generation`.
//!
//! A person's servers are reached through guarded web access only; programs are started only if the operator named them
//! in the settings.

mod asks;
mod code;
mod content;
mod elicitation;
mod events;
mod http_link;
mod mcp;
mod media;
mod oauth;
mod peer;
mod problems;
mod routes;
mod rules;
mod servers;
mod settings;
mod source;
mod sse_link;
mod stdio_link;
mod store;
mod waiting;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use ::store::Migration;
use area::{Area, Services, Upkeep};
use kernel::{DAY, Fallible};

pub use settings::{OperatorServer, Settings};

const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261121_0510_tools",
    sql: include_str!("../migrations/20261121_0510_tools.sql"),
}];

/// Returns everything that this area registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    let tools = Arc::new(servers::Tools::new(services, settings.clone()));
    let runs_code = code::RunsCode::new(services, tools.clone());
    Area::new("tools")
        .settings(&settings)
        .routes(routes::router(tools.clone()))
        .extension_paths(&["/api/tools/chats/*"])
        .migrations(MIGRATIONS)
        .limits(rules::LIMITS)
        .problems(problems::PROBLEMS)
        .context(source::McpTools(tools))
        .context(runs_code.clone())
        .agent_tools(runs_code)
        .upkeep(Upkeep {
            name: "tools.drop_leftovers",
            every: Duration::from_secs(3_600),
            run: |services| Box::pin(drop_leftovers(services)),
        })
}

async fn drop_leftovers(services: Services) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    store::drop_leftovers(&mut tx, now, now.plus(-DAY)).await?;
    Ok(tx.commit().await?)
}
