//! Models that cost advanced credits by the tokens that they write, asked by programs.

use ledger::{Grant, Meter};
use providers::{ConnectionChange, ModelOverride};
use serde_json::json;
use testing::{TestStore, for_each_store};

use crate::setting::{LONG, SAYS_HI, Setting, question};

const PATH: &str = "/v1/chat/completions";

/// Starts a server on which each model costs 32 credits per thousand tokens, and Ana has 300.
async fn start(store: TestStore) -> Setting {
    let setting = Setting::new(store).await;
    let providers = &setting.server.services.providers;
    let connection = providers.list_connections().await.unwrap().remove(0);
    let priced = || ModelOverride { credits_per_1k: Some(32), ..ModelOverride::default() };
    let models = connection.models.iter().map(|model| (model.id.clone(), priced())).collect();
    let change = ConnectionChange { models, ..ConnectionChange::default() };
    providers.update_connection(connection.id, change).await.unwrap();
    let grant = Grant {
        meter: Meter::AdvancedCredit,
        amount: 300,
        source: "reward",
        reference: "a test".to_owned(),
        ends_at: None,
        detail: String::new(),
    };
    let mut tx = setting.server.db().begin().await.unwrap();
    let workspace_id = setting.ana.workspace_id;
    setting.server.services.ledger.grant(&mut tx, workspace_id, &grant).await.unwrap();
    tx.commit().await.unwrap();
    setting
}

/// Returns Ana's used credits.
async fn used(setting: &Setting) -> i64 {
    let mut conn = setting.server.db().read().await.unwrap();
    let usage = setting.server.services.ledger.usage(&mut conn, &setting.ana.payer()).await;
    let usage = usage.unwrap();
    usage.iter().find(|meter| meter.meter == Meter::AdvancedCredit).unwrap().used
}

for_each_store! {
    // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
    async fn a_program_pays_by_the_tokens_and_its_key_keeps_the_rest(store) {
        let setting = start(store).await;
        let program = setting.program(Some(10)).await;

        let refused = program.post(PATH, question(LONG)).await.assert_status(402);
        assert_eq!(refused.json()["error"]["code"], "insufficient_quota", "263 would be held");
        let limited = |model: &str, most: i64| {
            let mut body = question(model);
            body["max_tokens"] = json!(most);
            body
        };
        program.post(PATH, limited(SAYS_HI, 100)).await.ok();
        let asked = setting.provider.calls().pop().unwrap().body;
        assert_eq!(asked["max_tokens"], 100);
        setting.wait_for_spent(1).await;
        assert_eq!(used(&setting).await, 1);

        // Its 200 tokens would cost 7; a model that exceeds its limit costs what was held.
        program.post(PATH, limited(LONG, 100)).await.ok();
        setting.wait_for_spent(1 + 4).await;
        assert_eq!(used(&setting).await, 1 + 4);
        program.post(PATH, limited(LONG, 200)).await.assert_status(402);
        assert_eq!(setting.provider.call_count(), 2);
    }
}
