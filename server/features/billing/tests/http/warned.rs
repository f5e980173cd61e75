//! Balance warnings sent to people.

use entitlements::{Meter, REWARD};
use kernel::DAY;
use ledger::Grant;
use payments::{Manual, Payments, Settings};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore, for_each_store};

use crate::seats::{seats, take_in, with_team};
use crate::setting::{buy, mails_to, pass_days, plan, say, start, sweep, use_credits};

const ENDS: &str = "Part of your Ensemble balance expires soon";
const LOW: &str = "Your Ensemble plan is running low";

/// Returns a server with other settings of payments.
async fn start_with(store: TestStore, settings: Settings) -> TestServer {
    let payments = Payments::new(settings, std::sync::Arc::new(Manual));
    let areas =
        |services: &area::Services| vec![billing::area(services, &billing::Settings::default())];
    let change = |services: area::Services| area::Services { payments, ..services };
    TestServer::with_changed(store, change, areas).await
}

async fn credits_of(person: &TestPerson) -> Value {
    let usage = person.get("/api/billing/usage").await.ok();
    let meters = usage["meters"].as_array().unwrap();
    meters.iter().find(|it| it["meter"] == "advanced_credit").unwrap().clone()
}

/// Grants time as `rewards` does.
async fn reward(server: &TestServer, person: &TestPerson, days: i64) {
    let grant = Grant {
        meter: Meter::AdvancedCredit,
        amount: 5,
        source: REWARD,
        reference: format!("{days}"),
        ends_at: Some(server.clock().now().plus(days * DAY)),
        detail: "invitation".to_owned(),
    };
    let mut tx = server.db().begin().await.unwrap();
    server.services.ledger.grant(&mut tx, person.workspace_id, &grant).await.unwrap();
    tx.commit().await.unwrap();
}

fn count(mails: &[String], subject: &str) -> usize {
    mails.iter().filter(|mail| *mail == subject).count()
}

for_each_store! {
    // spec §3: "advanced credits (monthly and add-on)"; "rewarded queries"
    async fn what_is_of_the_month_bought_and_given_is_shown_apart(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        buy(&server, &ana, json!({ "pack": "small" })).await;
        reward(&server, &ana, 6).await;
        use_credits(&server, &ana.payer(), 15).await;
        let credits = credits_of(&ana).await;
        assert_eq!((&credits["granted"], &credits["left"]), (&json!(805), &json!(790)));
        let lots = credits["lots"].as_array().unwrap();
        let shown = |lot: &Value| json!([lot["source"], lot["granted"], lot["left"], lot["ends_soon"]]);
        // Lots that expire first are used first.
        assert_eq!(lots.iter().map(shown).collect::<Vec<_>>(), [
            json!(["reward", 5, 0, false]),
            json!(["plan", 300, 290, false]),
            json!(["add_on", 500, 500, false]),
        ]);
        assert_eq!(lots[0]["ends_at"], "2026-11-26T12:00:00.000000Z");
        assert_eq!(lots[1]["ends_at"], "2026-12-20T12:00:00.000000Z");
        assert_eq!(lots[2]["ends_at"], "2027-11-20T12:00:00.000000Z");
    }

    // spec §9: "Expiry reminders at 7 days."
    async fn what_was_bought_or_given_and_ends_is_told_of_7_days_before_once_each(store) {
        let server = start_with(store, Settings { pack_days: 30, ..Settings::default() }).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "yearly")).await;
        buy(&server, &ana, json!({ "pack": "small" })).await;
        reward(&server, &ana, 20).await;
        pass_days(&server, 12).await;
        sweep(&server).await;
        assert_eq!(count(&mails_to(&server, "ana@example.com").await, ENDS), 0);

        for told in [1, 2] {
            // The reward on day 13, and the pack on day 23.
            pass_days(&server, if told == 1 { 1 } else { 10 }).await;
            sweep(&server).await;
            sweep(&server.another_process().await).await;
            assert_eq!(count(&mails_to(&server, "ana@example.com").await, ENDS), told);
        }
        let mail = server.newest_mail_to("ana@example.com").await;
        for fact in ["500 advanced credits", "December 20, 2026", "/settings/usage"] {
            assert!(mail.contains(fact), "{mail}");
        }
        let ana = server.member("ana@example.com").await;
        let lots = credits_of(&ana).await["lots"].as_array().unwrap().clone();
        let soon = lots.iter().filter(|lot| lot["ends_soon"] == true).map(|lot| &lot["source"]);
        assert_eq!(soon.collect::<Vec<_>>(), ["add_on"]);
    }

    async fn what_is_used_up_or_given_back_is_not_told_of(store) {
        let server = start_with(store, Settings { pack_days: 30, ..Settings::default() }).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "yearly")).await;
        let pack = buy(&server, &ana, json!({ "pack": "small" })).await;
        reward(&server, &ana, 20).await;
        use_credits(&server, &ana.payer(), 5).await;
        say(&server, &pack, "refund").await.ok();
        pass_days(&server, 24).await;
        sweep(&server).await;
        assert_eq!(count(&mails_to(&server, "ana@example.com").await, ENDS), 0);
    }

    async fn who_has_little_left_of_a_month_is_told_once_in_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        use_credits(&server, &ana.payer(), 270).await;
        sweep(&server).await;
        assert_eq!(count(&mails_to(&server, "ana@example.com").await, LOW), 0);
        assert_eq!(credits_of(&ana).await["low"], false);

        use_credits(&server, &ana.payer(), 1).await;
        for _ in 0..2 {
            sweep(&server).await;
            assert_eq!(count(&mails_to(&server, "ana@example.com").await, LOW), 1);
        }
        let mail = server.newest_mail_to("ana@example.com").await;
        for fact in ["29 advanced credits", "December 20, 2026"] {
            assert!(mail.contains(fact), "{mail}");
        }
        assert_eq!(credits_of(&ana).await["low"], true);
        buy(&server, &ana, json!({ "pack": "small" })).await;
        assert_eq!(credits_of(&ana).await["low"], false, "there is enough besides");
    }

    async fn of_a_plan_that_another_one_took_the_place_of_nobody_is_told(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        use_credits(&server, &ana.payer(), 299).await;
        buy(&server, &ana, plan("unlimited", "monthly")).await;
        sweep(&server).await;
        assert_eq!(count(&mails_to(&server, "ana@example.com").await, LOW), 0);
    }

    async fn where_the_operator_wants_no_such_mail_there_is_none(store) {
        let settings = Settings { low_balance_percent: 0, ..Settings::default() };
        let server = start_with(store, settings).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        use_credits(&server, &ana.payer(), 300).await;
        sweep(&server).await;
        assert_eq!(count(&mails_to(&server, "ana@example.com").await, LOW), 0);
        assert_eq!(credits_of(&ana).await["low"], false);
    }

    async fn of_a_team_its_admins_are_told(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 2)).await;
        let ben = server.member("ben@example.com").await;
        take_in(&server, &team, &ben).await;
        use_credits(&server, &team.payer(), 1_900).await;
        sweep(&server).await;
        let mail = server.newest_mail_to("ana@example.com").await;
        for fact in ["The Lamps has 100 advanced credits left", "/team/usage"] {
            assert!(mail.contains(fact), "{mail}");
        }
        assert!(mails_to(&server, "ben@example.com").await.is_empty());
    }
}
