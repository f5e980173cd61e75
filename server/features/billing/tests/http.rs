//! Usage and postings, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/calendar.rs"]
mod calendar;
#[path = "http/cancelled.rs"]
mod cancelled;
#[path = "http/collectors.rs"]
mod collectors;
#[path = "http/customers.rs"]
mod customers;
#[path = "http/dice.rs"]
mod dice;
#[path = "http/disputes.rs"]
mod disputes;
#[path = "http/edited.rs"]
mod edited;
#[path = "http/educated.rs"]
mod educated;
#[path = "http/far_histories.rs"]
mod far_histories;
#[path = "http/histories.rs"]
mod histories;
#[path = "http/late.rs"]
mod late;
#[path = "http/plans.rs"]
mod plans;
#[path = "http/promoted.rs"]
mod promoted;
#[path = "http/restricted.rs"]
mod restricted;
#[path = "http/rewarded.rs"]
mod rewarded;
#[path = "http/seats.rs"]
mod seats;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/suspended.rs"]
mod suspended;
#[path = "http/warned.rs"]
mod warned;

use kernel::{DAY, RunId, SECOND, Tier};
use ledger::{Operation, Prices, Reservation};
use serde_json::{Value, json};
use setting::start;
use testing::{TestPerson, TestServer, for_each_store};

/// Asks one question of `person`'s to a basic model, answered or still running.
async fn ask(server: &TestServer, person: &TestPerson, is_answered: bool) {
    let ledger = &server.services.ledger;
    let run_id = RunId::new(server.clock().now());
    let charge = Prices::of(Operation::ChatMessage { tier: Tier::Standard });
    let mut tx = server.db().begin().await.unwrap();
    let payer = &person.payer();
    let (feature, detail) = ("chat", "Small model");
    let wanted = Reservation { run_id, payer, charge, plan: None, budget: None, feature, detail };
    ledger.reserve(&mut tx, &wanted).await.unwrap();
    if is_answered {
        ledger.settle(&mut tx, run_id, 1).await.unwrap();
    }
    tx.commit().await.unwrap();
    server.clock().advance(SECOND);
}

async fn meters(person: &TestPerson) -> Value {
    person.get("/api/billing/usage").await.ok()["meters"].clone()
}

for_each_store! {
    // spec §9: "free daily 40 (reset 00:00 UTC)"
    // spec §6: "Free user: daily free queries (40, reset at 00:00 UTC"
    async fn a_member_sees_40_queries_and_when_there_are_more(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;

        let usage = ana.get("/api/billing/usage").await.ok();

        assert_eq!(usage, json!({ "meters": [{
            "meter": "standard_query",
            "granted": 40,
            "used": 0,
            "left": 40,
            "window": "daily",
            "resets_at": "2026-11-21T00:00:00.000000Z",
            "low": false,
            "lots": [{
                "source": "plan",
                "granted": 40,
                "used": 0,
                "left": 40,
                "ends_at": "2026-11-21T00:00:00.000000Z",
                "ends_soon": false,
            }],
        }], "daily": [] }));
    }

    async fn what_is_used_and_what_is_held_is_not_left(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ask(&server, &ana, true).await;
        ask(&server, &ana, false).await;

        let standard = meters(&ana).await[0].clone();
        assert_eq!((&standard["used"], &standard["left"]), (&json!(2), &json!(38)));

        server.clock().advance(DAY);
        let standard = meters(&ana).await[0].clone();
        assert_eq!((&standard["used"], &standard["left"]), (&json!(0), &json!(40)));
    }

    // spec §3: "User usage: standard queries, advanced queries, advanced credits"
    async fn who_has_a_plan_sees_what_is_used_and_left_of_all_that_it_gives(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        setting::buy(&server, &ana, setting::plan("pro", "monthly")).await;
        ask(&server, &ana, true).await;
        setting::use_credits(&server, &ana.payer(), 20).await;

        let meters = meters(&ana).await;

        let of = |it: &Value| json!([it["meter"], it["granted"], it["used"], it["left"]]);
        let all: Vec<_> = meters.as_array().unwrap().iter().map(of).collect();
        assert_eq!(all, [
            json!(["standard_query", 3_000, 1, 2_999]),
            json!(["advanced_query", 300, 0, 300]),
            json!(["advanced_credit", 300, 20, 280]),
        ]);
    }

    async fn the_operator_is_counted_but_not_limited(store) {
        let server = start(store).await;
        let olga = server.operator().await;
        ask(&server, &olga, true).await;

        let meters = meters(&olga).await;

        assert_eq!(meters[0], json!({
            "meter": "standard_query",
            "granted": null,
            "used": 1,
            "left": null,
            "window": "daily",
            "resets_at": null,
            "low": false,
            "lots": [],
        }));
        let names: Vec<_> = meters.as_array().unwrap().iter().map(|it| &it["meter"]).collect();
        assert_eq!(names, ["standard_query", "advanced_query", "advanced_credit"]);
    }

    // spec §3: "Credit usage record: date, feature, detail, credit change."
    async fn the_record_says_when_what_for_and_how_much(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ask(&server, &ana, true).await;
        ask(&server, &ana, false).await;

        let postings = ana.get("/api/billing/postings").await.ok();

        let items = postings["items"].as_array().unwrap();
        assert_eq!(items.len(), 1, "what is still running is not in it");
        let posting = &items[0];
        assert_eq!(posting["created_at"], "2026-11-20T12:00:00.000000Z");
        assert_eq!((&posting["feature"], &posting["detail"]), (&json!("chat"), &json!("Small model")));
        assert_eq!((&posting["meter"], &posting["change"]), (&json!("standard_query"), &json!(-1)));
        assert_eq!(postings["next_cursor"], Value::Null);
    }

    async fn the_record_is_a_table_that_no_spreadsheet_runs(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ask(&server, &ana, true).await;
        let run_id = RunId::new(server.clock().now());
        let charge = Prices::of(Operation::ChatMessage { tier: Tier::Standard });
        let (payer, feature, detail) = (&ana.payer(), "chat", "=HYPERLINK(\"x\"), y");
        let wanted = Reservation { run_id, payer, charge, plan: None, budget: None, feature, detail };
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.reserve(&mut tx, &wanted).await.unwrap();
        server.services.ledger.settle(&mut tx, run_id, 1).await.unwrap();
        tx.commit().await.unwrap();

        let table = ana.get("/api/billing/postings/table").await.assert_status(200);

        assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
        assert!(table.header("content-disposition").contains("usage-2026-11-20.csv"));
        let lines = [
            "\u{feff}date,feature,detail,meter,change",
            "2026-11-20T12:00:01.000000Z,chat,\"'=HYPERLINK(\"\"x\"\"), y\",standard_query,-1",
            "2026-11-20T12:00:00.000000Z,chat,Small model,standard_query,-1",
            "",
        ];
        assert_eq!(table.text(), lines.join("\r\n"));
        let ben = server.member("ben@example.com").await;
        let of_ben = ben.get("/api/billing/postings/table").await.text();
        assert_eq!(of_ben, format!("{}\r\n", lines[0]), "nobody sees another's");
    }

    async fn a_long_record_is_a_whole_table(store) {
        let server = start(store).await;
        let olga = server.operator().await;
        for _ in 0..501 {
            ask(&server, &olga, true).await;
        }
        let table = olga.get("/api/billing/postings/table").await.assert_status(200).text();
        let mut dates: Vec<_> = table.lines().skip(1).map(|line| &line[..27]).collect();
        assert_eq!(dates.len(), 501);
        assert!(dates.is_sorted_by(|newer, older| newer > older));
        dates.dedup();
        assert_eq!(dates.len(), 501);
    }

    async fn the_record_comes_in_pages_newest_first(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        for _ in 0..3 {
            ask(&server, &ana, true).await;
        }

        let first = ana.get("/api/billing/postings?limit=2").await.ok();
        let cursor = first["next_cursor"].as_str().unwrap();
        let path = format!("/api/billing/postings?limit=2&cursor={cursor}");
        let rest = ana.get(&path).await.ok();

        let seconds = |page: &Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap();
            items.iter().map(|it| it["created_at"].as_str().unwrap()[17..19].to_owned()).collect()
        };
        assert_eq!((seconds(&first), seconds(&rest)), (
            vec!["02".to_owned(), "01".to_owned()],
            vec!["00".to_owned()],
        ));
        assert_eq!(rest["next_cursor"], Value::Null);
    }

    async fn nobody_sees_anothers(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        ask(&server, &ana, true).await;

        assert_eq!(ben.get("/api/billing/postings").await.ok()["items"], json!([]));
        assert_eq!(meters(&ben).await[0]["used"], 0);
    }

    // spec §6: "Please login to use this feature"
    // spec §8: "Please login to use this feature"
    async fn visitors_are_asked_to_sign_in(store) {
        let server = start(store).await;
        for path in
            ["/api/billing/usage", "/api/billing/postings", "/api/billing/postings/table"]
        {
            let problem =
                server.visitor().get(path).await.assert_problem(401, "identity.login_required");
            assert_eq!(problem["message"], "Please login to use this feature");
        }
    }

    async fn a_cursor_that_is_none_is_refused(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ana.get("/api/billing/postings?cursor=zz").await.assert_status(400);
        ana.get("/api/billing/postings?limit=many").await.assert_status(400);
    }
}
