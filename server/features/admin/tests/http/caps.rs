//! Monthly caps that an operator sets on people's own workspaces, and on teams.

use entitlements::{Meter, PlanGrant, Seats};
use kernel::{DAY, Failure, Payer, Problem, RunId, Uuid, WorkspaceId, uuid_v7};
use ledger::{Charge, Reservation};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::server;

const METER: Meter = Meter::AdvancedCredit;

/// Reserves an answer of this price.
async fn ask(server: &TestServer, of: &TestPerson, amount: i64) -> Result<(), Problem> {
    ask_as(server, &of.payer(), amount).await
}

async fn ask_as(server: &TestServer, payer: &Payer, amount: i64) -> Result<(), Problem> {
    let run_id = RunId::new(server.clock().now());
    let charge = Charge { meter: Some(METER), amount };
    let (plan, budget) = (None, None);
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

/// Makes a team of `ana` that is paid for, with credits.
async fn found(server: &TestServer, ana: &TestPerson, name: &str) -> WorkspaceId {
    let id = WorkspaceId::new(server.clock().now());
    let mut tx = server.db().begin().await.unwrap();
    server.services.identity.create_team(&mut tx, id, ana.user_id, name).await.unwrap();
    let now = server.clock().now();
    let word = "test".to_owned();
    let grant = PlanGrant {
        workspace_id: id,
        plan: "team".to_owned(),
        source: word.clone(),
        reference: word,
        starts_at: now.plus(-DAY),
        ends_at: None,
    };
    let entitlements = &server.services.entitlements;
    assert!(entitlements.grant_plan(&mut tx, &grant, now).await.unwrap());
    entitlements.set_seats(&mut tx, id, Seats { all: 1, open: 1 }, now).await.unwrap();
    tx.commit().await.unwrap();
    let gift = json!({
        "id": uuid_v7(server.clock().now()), "workspace_id": id, "meter": METER,
        "amount": 500, "ends_at": null, "reason": "For a test",
    });
    server.operator().await.post("/api/admin/grants", gift).await.created();
    server.clock().advance(1_000);
    id
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
        server.clock().advance(11 * DAY);
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

    async fn a_team_uses_no_more_than_the_operator_allows_whatever_its_admins_do(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let team = found(&server, &ana, "Lamps").await;
        let payer = Payer { workspace_id: team, user_id: ana.user_id };
        let path = format!("/api/admin/teams/{team}/caps");
        ask_as(&server, &payer, 30).await.unwrap();

        let seen = operator.put(&path, cap(json!(50))).await.ok();

        assert_eq!(credits(&seen), (json!(30), json!(50)));
        let log = "/api/admin/security-events?kind=limit_changed";
        let event = operator.get(log).await.ok()["items"][0].clone();
        assert_eq!((&event["actor"]["email"], &event["amount"]), (&json!("operator@example.com"), &json!(50)));
        ana.get(log).await.assert_problem(403, "identity.operator_only");
        let refused = ask_as(&server, &payer, 21).await.unwrap_err();
        assert_eq!(refused.kind.code, "ledger.account_cap_reached");
        assert_eq!(refused.params["cap"], "50");
        // A cap of the team's own admins is another one.
        let ledger = &server.services.ledger;
        let mut tx = server.db().begin().await.unwrap();
        ledger.set_cap(&mut tx, team, (None, METER), Some(1_000)).await.unwrap();
        assert_eq!(ledger.list_caps(&mut tx, team).await.unwrap().len(), 1, "not the operator's");
        tx.commit().await.unwrap();
        ask_as(&server, &payer, 21).await.unwrap_err();
        ask_as(&server, &payer, 20).await.unwrap();
        // What its people use elsewhere is theirs.
        give(&server, &operator, &ana, 100).await;
        ask(&server, &ana, 60).await.unwrap();

        assert_eq!(credits(&operator.put(&path, cap(Value::Null)).await.ok()), (json!(50), Value::Null));
        ask_as(&server, &payer, 100).await.unwrap();
    }

    async fn the_operator_finds_teams_by_their_names_and_nobody_else_does(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let lamps = found(&server, &ana, "The Lamps").await;
        let chairs = found(&server, &ana, "Chairs_100%").await;
        let names = |list: &Value| {
            let items = list["items"].as_array().unwrap().iter();
            items.map(|team| team["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };

        let all = operator.get("/api/admin/teams").await.ok();

        assert_eq!(names(&all), ["Chairs_100%", "The Lamps"], "people's own workspaces are no teams");
        assert_eq!((&all["items"][1]["id"], &all["items"][1]["members"]), (&json!(lamps), &json!(1)));
        assert_eq!(names(&operator.get("/api/admin/teams?q=lamp").await.ok()), ["The Lamps"]);
        assert_eq!(names(&operator.get("/api/admin/teams?q=0%25").await.ok()), ["Chairs_100%"]);
        let first = operator.get("/api/admin/teams?limit=1").await.ok();
        let next = format!("/api/admin/teams?limit=1&cursor={}", first["next_cursor"].as_str().unwrap());
        assert_eq!(names(&operator.get(&next).await.ok()), ["The Lamps"]);

        let path = format!("/api/admin/teams/{chairs}/caps");
        for path in ["/api/admin/teams", &path] {
            ana.get(path).await.assert_problem(403, "identity.operator_only");
            server.visitor().get(path).await.assert_problem(401, "identity.login_required");
        }
        ana.put(&path, cap(json!(5))).await.assert_problem(403, "identity.operator_only");
        operator.put(&path, cap(json!(-1))).await.assert_problem(422, "admin.cap_out_of_range");
        // A person's own workspace is none.
        for other in [Uuid::new_v4(), ana.workspace_id.0] {
            let path = format!("/api/admin/teams/{other}/caps");
            operator.get(&path).await.assert_problem(404, "admin.team_not_found");
            operator.put(&path, cap(json!(5))).await.assert_problem(404, "admin.team_not_found");
        }
    }
}
