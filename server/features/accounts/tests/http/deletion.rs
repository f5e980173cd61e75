use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use accounts::Settings;
use area::Area;
use async_trait::async_trait;
use identity::{Eraser, Person};
use serde_json::{Value, json};
use store::{StoreResult, Tx, sql};
use testing::{Answer, Client, PASSWORD, TestServer, TestStore, for_each_store};

use super::{me, server, session, sign_in, sign_up, verify};

const ANA: &str = "ana@example.com";

async fn delete(client: &Client, password: &str) -> Answer {
    client.post("/api/accounts/deletion", json!({ "password": password })).await
}

/// Returns the number of rows of each table that refers to people.
async fn rows(server: &TestServer) -> Vec<(&'static str, i64)> {
    let mut counts = Vec::new();
    let mut conn = server.db().read().await.unwrap();
    for (table, sql) in [
        ("users", "SELECT COUNT(*) FROM users"),
        ("workspaces", "SELECT COUNT(*) FROM workspaces"),
        ("workspace_members", "SELECT COUNT(*) FROM workspace_members"),
        ("api_keys", "SELECT COUNT(*) FROM api_keys"),
        ("codes", "SELECT COUNT(*) FROM codes"),
        ("mails", "SELECT COUNT(*) FROM mails"),
        ("sessions", "SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL"),
    ] {
        counts.push((table, sql!(&mut conn, one(i64,), sql).unwrap().0));
    }
    counts
}

for_each_store! {
    async fn a_deleted_account_is_gone_and_its_devices_are_told(store) {
        let server = server(store).await;
        server.operator().await;
        let before = rows(&server).await;
        let (ana, lost) = (server.visitor(), server.visitor());
        sign_up(&ana, ANA).await.accepted();
        verify(&ana, ANA, &server.code_sent_to(ANA).await).await.created();
        sign_in(&lost, ANA, PASSWORD).await.ok();
        ana.post("/api/accounts/password/forgot", json!({ "email": ANA })).await.accepted();

        delete(&ana, PASSWORD).await.no_content();

        assert_eq!(rows(&server).await, before);
        assert_eq!(me(&ana).await, Value::Null);
        let ended = lost.get("/api/accounts/devices").await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "account_deleted");
        assert_eq!(session(&lost).await["ended_reason"], "account_deleted");
        let gone = sign_in(&server.visitor(), ANA, PASSWORD).await;
        gone.assert_problem(404, "accounts.email_not_registered");
        sign_up(&server.visitor(), ANA).await.accepted();
    }

    async fn an_account_is_deleted_only_by_who_knows_its_password(store) {
        let server = server(store).await;
        server.operator().await;
        let ana = server.member(ANA).await;
        delete(&ana, "another password").await.assert_problem(403, "accounts.incorrect_password");
        assert_eq!(me(&ana).await["email"], ANA);
    }

    async fn the_last_operator_stays_while_there_are_others(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member(ANA).await;
        delete(&operator, PASSWORD).await.assert_problem(409, "accounts.last_operator");
        delete(&ana, PASSWORD).await.no_content();

        delete(&operator, PASSWORD).await.no_content();

        assert_eq!(session(&operator).await["setup"]["needs_operator"], true);
    }

    async fn areas_delete_what_they_keep_or_nothing_is_deleted(store) {
        let calls = Arc::new(AtomicUsize::new(0));
        let server = server_with_eraser(store, calls.clone()).await;
        server.operator().await;
        let ana = server.member(ANA).await;
        let before = rows(&server).await;

        delete(&ana, PASSWORD).await.assert_problem(500, "api.server_error");

        assert_eq!(rows(&server).await, before);
        assert_eq!(me(&ana).await["email"], ANA);
        delete(&ana, PASSWORD).await.no_content();
        assert_eq!(calls.load(Ordering::SeqCst), 2);
    }
}

/// Fails the first time.
struct Stubborn(Arc<AtomicUsize>);

#[async_trait]
impl Eraser for Stubborn {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        if self.0.fetch_add(1, Ordering::SeqCst) == 0 {
            sql!(tx, execute, "DELETE FROM nowhere WHERE id = $1", person.user_id)?;
        }
        Ok(())
    }
}

async fn server_with_eraser(store: TestStore, calls: Arc<AtomicUsize>) -> TestServer {
    TestServer::with(store, move |services| {
        let keeper = Area::new("keeper").eraser(Stubborn(calls.clone()));
        vec![accounts::area(services, Settings::default()), keeper]
    })
    .await
}
