//! Researches that agents begin for their person.

use std::sync::Arc;

use async_trait::async_trait;
use generation::{ParentTask, Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, RunId, Uuid};
use ledger::INSUFFICIENT_CREDITS;
use serde_json::json;
use store::Tx;
use testing::{TestPerson, for_each_store};
use tokio_util::sync::CancellationToken;

use crate::setting::Setting;

/// A task of an agent that may spend so many units.
struct Agent(i64);

#[async_trait]
impl ParentTask for Agent {
    fn id(&self) -> Uuid {
        Uuid::from_u128(1)
    }

    fn kind(&self) -> &'static str {
        "agent"
    }

    async fn admit(&self, _: &mut Tx, units: i64) -> Fallible<()> {
        if units > self.0 { Err(INSUFFICIENT_CREDITS.into()) } else { Ok(()) }
    }
}

async fn begin(
    setting: &Setting,
    person: &TestPerson,
    units: i64,
) -> Result<ToolOutput, ToolError> {
    let payer = person.payer();
    let source = setting.server.services.agent_tools.iter().next().unwrap().clone();
    let tool: Arc<dyn Tool> = source.tools_for(&payer).await.unwrap().remove(0);
    assert_eq!(tool.spec().name, "start_research");
    let scope = ToolScope {
        run_id: RunId::new(setting.server.clock().now()),
        user_id: payer.user_id,
        workspace_id: payer.workspace_id,
        conversation_id: None,
        message_id: None,
        files: Vec::new(),
        cancelled: CancellationToken::new(),
        questions: None,
        parent: Some(Arc::new(Agent(units))),
    };
    tool.call(json!({ "question": "Why are there tides?" }), &scope).await
}

for_each_store! {
    async fn a_research_is_the_agents_and_begins_where_its_first_question_may_be_paid(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        begin(&setting, &ana, 0).await.unwrap_err();
        let begun = begin(&setting, &ana, 1).await.unwrap();
        assert!(begun.text.starts_with("The research was begun."), "{}", begun.text);
        setting.settle().await;
        let mut conn = setting.server.db().read().await.unwrap();
        let find = "SELECT parent_kind, state FROM tasks WHERE parent_id = $1";
        let found = store::sql!(&mut conn, all(String, String), find, Uuid::from_u128(1)).unwrap();
        assert_eq!(found, [("agent".to_owned(), "paused".to_owned())], "its plan waits");
    }
}
