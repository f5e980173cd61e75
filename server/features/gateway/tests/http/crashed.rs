//! Spending of a key on requests whose server was killed (decision 0901).

use identity::ApiKeyId;
use kernel::{MINUTE, RunId, Tier, Uuid};
use ledger::{Operation, Prices, Reservation};
use serde_json::Value;
use testing::for_each_store;

use crate::setting::{SAYS_HI, Setting, question};

const PATH: &str = "/v1/chat/completions";

impl Setting {
    async fn key(&self) -> Value {
        self.keys().await[0].clone()
    }

    /// Does what a server does before it asks a provider, as if the server then were killed.
    async fn begin_and_die(&self, key_id: ApiKeyId) -> RunId {
        let services = &self.server.services;
        let (payer, run_id) = (self.ana.payer(), RunId::new(self.server.clock().now()));
        let charge = Prices::of(Operation::ChatMessage { tier: Tier::Standard });
        let mut tx = self.server.db().begin().await.unwrap();
        assert!(services.identity.spend_key(&mut tx, key_id, charge.amount).await.unwrap());
        let (plan, budget, feature, detail) = (None, None, "api", "Hi");
        let wanted = Reservation { run_id, payer: &payer, charge, plan, budget, feature, detail };
        services.ledger.reserve(&mut tx, &wanted).await.unwrap();
        services.ledger.count_to_key(&mut tx, run_id, key_id.0, charge.amount).await.unwrap();
        tx.commit().await.unwrap();
        run_id
    }

    async fn sweep(&self) {
        let services = &self.server.services;
        services.ledger.sweep(self.server.db(), &services.generation).await.unwrap();
    }
}

for_each_store! {
    // security.md P7: "holds never outlive their run by > 15 min"
    async fn a_key_has_its_limit_again_when_the_hold_of_a_crash_is_swept_and_once(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(Some(2)).await;
        program.post(PATH, question(SAYS_HI)).await.ok();
        let id: Uuid = setting.key().await["id"].as_str().unwrap().parse().unwrap();
        setting.begin_and_die(ApiKeyId(id)).await;
        assert_eq!(setting.key().await["spent"], 2);
        program.post(PATH, question(SAYS_HI)).await.assert_status(402);

        setting.server.clock().advance(16 * MINUTE);
        // By several processes at once, and again.
        futures::future::join_all((0..4).map(|_| setting.sweep())).await;
        setting.sweep().await;
        assert_eq!(setting.key().await["spent"], 1);
        program.post(PATH, question(SAYS_HI)).await.ok();
        assert_eq!(setting.key().await["spent"], 2);
        program.post(PATH, question(SAYS_HI)).await.assert_status(402);
    }

    async fn a_key_that_was_deleted_meanwhile_gets_nothing(store) {
        let setting = Setting::new(store).await;
        setting.program(Some(2)).await;
        let id = setting.key().await["id"].as_str().unwrap().to_owned();
        setting.begin_and_die(ApiKeyId(id.parse().unwrap())).await;
        setting.ana.delete(&format!("/api/gateway/keys/{id}")).await.no_content();
        setting.server.clock().advance(16 * MINUTE);
        setting.sweep().await;
        let usage = setting.ana.get("/api/gateway/keys").await.ok();
        assert_eq!(usage["items"], serde_json::json!([]));
        testing::assert_sums_hold(setting.server.db()).await;
    }
}
