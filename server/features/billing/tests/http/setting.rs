//! People who buy, and an operator who collects their money.

use entitlements::Meter;
use kernel::{DAY, Payer, RunId, Timestamp};
use ledger::{Charge, Reservation};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, TestServer, TestStore};

pub async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![billing::area(services, &billing::Settings::default())])
        .await
}

/// Returns a moment of a test, `2026-12-31T23:59:59Z`.
pub fn at(text: &str) -> Timestamp {
    serde_json::from_value(json!(text)).unwrap()
}

/// Moves the clock to a moment and does everything due until then.
pub async fn go_to(server: &TestServer, moment: Timestamp) {
    server.clock().advance(moment.since(server.clock().now()));
    server.run_jobs().await;
}

pub async fn pass_days(server: &TestServer, days: i64) {
    go_to(server, server.clock().now().plus(days * DAY)).await;
}

/// Runs the periodic work.
pub async fn sweep(server: &TestServer) {
    for upkeep in billing::area(&server.services, &billing::Settings::default()).upkeep {
        (upkeep.run)(server.services.clone()).await.unwrap();
    }
}

pub fn plan(plan: &str, cycle: &str) -> Value {
    json!({ "plan": plan, "cycle": cycle })
}

pub async fn quote(person: &TestPerson, item: Value) -> Value {
    person.post("/api/billing/quotes", item).await.ok()
}

/// Orders an item at its quoted price.
pub async fn order(server: &TestServer, person: &TestPerson, item: Value) -> Value {
    let quote = quote(person, item.clone()).await;
    let body = json!({
        "id": kernel::uuid_v7(server.clock().now()),
        "item": item,
        "amount": quote["amount"],
        "currency": quote["currency"],
    });
    person.post("/api/billing/orders", body).await.created()
}

/// Acts as the operator on an order: `paid`, `refused`, `refund`.
pub async fn say(server: &TestServer, order: &Value, what: &str) -> Answer {
    let id = order["id"].as_str().unwrap();
    let path = format!("/api/billing/all-orders/{id}/{what}");
    server.operator().await.post(&path, json!({})).await
}

/// Orders and pays.
pub async fn buy(server: &TestServer, person: &TestPerson, item: Value) -> Value {
    let order = order(server, person, item).await;
    say(server, &order, "paid").await.ok();
    order
}

pub async fn subscription(person: &TestPerson) -> Value {
    person.get("/api/billing/subscription").await.ok()
}

/// Returns the plan, such as `pro`.
pub async fn plan_of(server: &TestServer, person: &TestPerson) -> String {
    let mut conn = server.db().read().await.unwrap();
    let now = server.clock().now();
    let plan = server.services.entitlements.plan_of(&mut conn, person.workspace_id, now).await;
    plan.unwrap().id.clone()
}

/// Returns the remaining advanced credits.
pub async fn credits(server: &TestServer, person: &TestPerson) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let usage = server.services.ledger.usage(&mut conn, &person.payer()).await.unwrap();
    let of_credits = usage.iter().find(|usage| usage.meter == Meter::AdvancedCredit);
    of_credits.map_or(0, |usage| usage.left.unwrap())
}

pub async fn mails_to(server: &TestServer, address: &str) -> Vec<String> {
    let mut conn = server.db().read().await.unwrap();
    let outbox = server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 100).await;
    let mails = outbox.unwrap().items.into_iter().filter(|mail| mail.to == address);
    mails.map(|mail| mail.subject).collect()
}

/// Uses so many credits of a workspace.
pub async fn use_credits(server: &TestServer, payer: &Payer, amount: i64) {
    let run_id = RunId::new(server.clock().now());
    let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
    let wanted = Reservation {
        run_id,
        payer,
        charge,
        plan: None,
        budget: None,
        feature: "images",
        detail: "Picture",
    };
    let mut tx = server.db().begin().await.unwrap();
    server.services.ledger.reserve(&mut tx, &wanted).await.unwrap();
    server.services.ledger.settle(&mut tx, run_id, amount).await.unwrap();
    tx.commit().await.unwrap();
    server.clock().advance(1_000);
}
