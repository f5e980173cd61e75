//! Monthly caps that an operator sets on people's own workspaces.

use entitlements::Meter;
use kernel::{Failure, Problem, RunId, Uuid, uuid_v7};
use ledger::{Charge, Reservation};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::server;

const METER: Meter = Meter::AdvancedCredit;

/// Reserves an answer of this price.
async fn ask(server: &TestServer, of: &TestPerson, amount: i64) -> Result<(), Problem> {
    let run_id = RunId::new(server.clock().now());
    let charge = Charge { meter: Some(METER), amount };
    let (payer, plan, budget) = (&of.payer(), None, None);
    let (feature, detail) = ("chat", "Model");
    let wanted = Reservation { run_id, payer, charge, plan, budget, feature, detail };
    let ledger = &server.services.ledger;
    let mut tx = server.db().begin().await.unwrap();
    if let Err(error) = ledger.reserve(&mut tx, &wanted).await {
        match Failure::from(error) {
            Failure::Problem(problem) => return Err(problem),
            Failure::Internal(cause) => panic!("{cause}"),
        }
    }
    ledger.settle(&mut tx, run_id, amount).await.unwrap();
    tx.commit().await.unwrap();
    server.clock().advance(1_000);
    Ok(())
}

/// Returns the remaining credits as the person sees them, and the used ones.
async fn balance(server: &TestServer, of: &TestPerson) -> (Option<i64>, i64) {
    let mut conn = server.db().read().await.unwrap();
    let usage = server.services.ledger.usage(&mut conn, &of.payer()).await.unwrap();
    let credits = usage.into_iter().find(|it| it.meter == METER).unwrap();
    (credits.left, credits.used)
}

async fn give(server: &TestServer, operator: &TestPerson, to: &TestPerson, amount: i64) {
    let gift = json!({
        "id": uuid_v7(server.clock().now()), "workspace_id": to.workspace_id, "meter": METER,
        "amount": amount, "ends_at": null, "reason": "For a test",
    });
    operator.post("/api/admin/grants", gift).await.created();
}

fn path_of(id: impl std::fmt::Display) -> String {
    format!("/api/admin/users/{id}/caps")
}

fn cap(amount: Value) -> Value {
    json!({ "meter": METER, "amount": amount })
}

/// Returns the credits as the operator sees them: used, cap.
fn credits(seen: &Value) -> (Value, Value) {
    let meters = seen["meters"].as_array().unwrap();
    let row = meters.iter().find(|row| row["meter"] == METER.as_str()).unwrap();
    (row["used"].clone(), row["cap"].clone())
}

for_each_store! {
    async fn nobody_uses_more_of_their_own_than_the_operator_allows(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let path = path_of(ana.user_id);
        give(&server, &operator, &ana, 500).await;
        give(&server, &operator, &ben, 500).await;
        ask(&server, &ana, 30).await.unwrap();
        assert_eq!(credits(&operator.get(&path).await.ok()), (json!(30), Value::Null));

        // Earlier use counts, too.
        let seen = operator.put(&path, cap(json!(50))).await.ok();
        assert_eq!(credits(&seen), (json!(30), json!(50)));
        assert_eq!(balance(&server, &ana).await, (Some(20), 30), "no more is promised");
        let refused = ask(&server, &ana, 21).await.unwrap_err();
        assert_eq!((refused.kind.code, refused.kind.status), ("ledger.account_cap_reached", 402));
        assert_eq!((refused.params["cap"].as_str(), refused.params["meter"].as_str()), ("50", METER.as_str()));
        assert_eq!(refused.params["resets_at"], "2026-12-01T00:00:00.000000Z");
        assert_eq!(balance(&server, &ana).await, (Some(20), 30), "nothing changed");
        ask(&server, &ana, 20).await.unwrap();
        ask(&server, &ben, 100).await.unwrap();

        operator.put(&path, cap(json!(60))).await.ok();
        ask(&server, &ana, 10).await.unwrap();
        ask(&server, &ana, 1).await.unwrap_err();
        let seen = operator.put(&path, cap(Value::Null)).await.ok();
        assert_eq!(credits(&seen), (json!(60), Value::Null));
        ask(&server, &ana, 100).await.unwrap();
        assert_eq!(balance(&server, &ana).await, (Some(340), 160));

        operator.put(&path, cap(json!(0))).await.ok();
        assert_eq!(balance(&server, &ana).await.0, Some(0));
        ask(&server, &ana, 1).await.unwrap_err();
        // NOW is 20 November: a new month resets the use.
        operator.put(&path, cap(json!(5))).await.ok();
        server.clock().advance(11 * kernel::DAY);
        ask(&server, &ana, 5).await.unwrap();
    }

    async fn only_the_operator_sets_and_sees_the_limits_of_an_account(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let path = path_of(ana.user_id);
        operator.put(&path, cap(json!(5))).await.ok();
        for person in [&ana, &ben] {
            person.get(&path).await.assert_problem(403, "identity.operator_only");
            person.put(&path, cap(Value::Null)).await.assert_problem(403, "identity.operator_only");
        }
        server.visitor().get(&path).await.assert_problem(401, "identity.login_required");
        server.visitor().put(&path, cap(Value::Null)).await.assert_problem(401, "identity.login_required");
        assert_eq!(credits(&operator.get(&path).await.ok()).1, 5);
    }

    async fn a_limit_of_nobody_or_out_of_range_changes_nothing(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let path = path_of(ana.user_id);
        let nobody = path_of(Uuid::new_v4());
        operator.get(&nobody).await.assert_problem(404, "admin.user_not_found");
        operator.put(&nobody, cap(json!(5))).await.assert_problem(404, "admin.user_not_found");
        for amount in [json!(-1), json!(2_147_483_648_i64)] {
            operator.put(&path, cap(amount)).await.assert_problem(422, "admin.cap_out_of_range");
        }
        let unknown = json!({ "meter": "advanced_credit", "amount": 5, "user_id": null });
        operator.put(&path, unknown).await.assert_problem(400, "api.malformed_json");
        assert_eq!(credits(&operator.get(&path).await.ok()).1, Value::Null);
        let seen = operator.put(&path, cap(json!(2_147_483_647))).await.ok();
        assert_eq!(credits(&seen).1, 2_147_483_647_i64);
    }
}
