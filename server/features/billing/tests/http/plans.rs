//! Subscribing, changing, cancelling: through HTTP, paid by hand.

use kernel::{DAY, HOUR};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{
    at, buy, credits, go_to, mails_to, order, pass_days, plan, plan_of, quote, say, start,
    subscription, sweep,
};

const TRIAL: &str = "/api/billing/trial";
const CANCEL: &str = "/api/billing/subscription/cancel";
const RESUME: &str = "/api/billing/subscription/resume";
const DOWNGRADE: &str = "/api/billing/subscription/downgrade";

for_each_store! {
    // spec §3: "Plans: monthly, yearly, team monthly, team yearly; also Pro, Pro+, Unlimited."
    async fn visitors_see_what_is_sold(store) {
        let server = start(store).await;
        let offer = server.visitor().get("/api/billing/offer").await.ok();
        assert_eq!(offer["charging"], true);
        assert_eq!(offer["currency"], "USD");
        let names: Vec<&Value> =
            offer["plans"].as_array().unwrap().iter().map(|plan| &plan["name"]).collect();
        assert_eq!(names, ["Free", "Pro", "Pro+", "Unlimited"]);
        assert_eq!(offer["plans"][1]["prices"], json!({ "monthly": 990, "yearly": 9900 }));
        assert_eq!(offer["packs"][0], json!({ "name": "small", "credits": 500, "price": 490 }));
        assert_eq!(offer["refund_days"], 14);
    }

    // spec §4: "Subscription: subscribe, resubscribe, restore, cancel."
    // spec §3: "Subscription: plan, … remaining days, end date."
    async fn who_paid_has_the_plan_until_the_period_ends(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(subscription(&ana).await["phase"], "none");
        let placed = order(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!((&placed["state"], &placed["amount"]), (&json!("open"), &json!(990)));
        assert_eq!(plan_of(&server, &ana).await, "free", "nothing is paid yet");

        say(&server, &placed, "paid").await.ok();

        assert_eq!(plan_of(&server, &ana).await, "pro");
        assert_eq!(credits(&server, &ana).await, 300);
        let is = subscription(&ana).await;
        assert_eq!((&is["phase"], &is["remaining_days"]), (&json!("active"), &json!(30)));
        assert_eq!(is["period_end"], "2026-12-20T12:00:00.000000Z");
        assert_eq!(is["open_order"], Value::Null);
        say(&server, &placed, "paid").await.assert_problem(409, "billing.order_closed");
    }

    async fn the_operators_are_told_of_orders_that_wait_for_them(store) {
        let server = start(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        for _ in 0..5 {
            order(&server, &ana, plan("pro", "monthly")).await;
        }
        let waits = "An order is awaiting payment";
        assert_eq!(mails_to(&server, &operator.email).await, [waits; 3], "not of each in an hour");
        server.clock().advance(2 * HOUR);
        let placed = buy(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!(mails_to(&server, &operator.email).await, [waits; 4]);
        let mail = server.newest_mail_to(&operator.email).await;
        let id = placed["id"].as_str().unwrap();
        for fact in ["ana@example.com", "9.90 USD", &id[id.len() - 8..]] {
            assert!(mail.contains(fact), "{mail}");
        }
        // The bill of the next period waits for them too.
        pass_days(&server, 30).await;
        assert_eq!(mails_to(&server, &operator.email).await, [waits; 5]);
    }

    async fn an_order_sent_twice_is_one(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let mut body = json!({
            "id": kernel::uuid_v7(server.clock().now()), "item": plan("pro", "monthly"),
            "amount": 990, "currency": "USD",
        });
        let first = ana.post("/api/billing/orders", body.clone()).await.created();
        let again = ana.post("/api/billing/orders", body.clone()).await.created();
        assert_eq!(first, again);
        assert_eq!(ana.get("/api/billing/orders").await.ok()["items"].as_array().unwrap().len(), 1);
        let ben = server.member("ben@example.com").await;
        let taken = ben.post("/api/billing/orders", body.clone()).await;
        taken.assert_problem(409, "billing.order_id_taken");
        body["item"] = plan("pro", "yearly");
        let other = ana.post("/api/billing/orders", body).await;
        other.assert_problem(409, "billing.order_id_taken");
    }

    async fn nothing_is_ordered_at_another_price_than_was_shown(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let body = json!({
            "id": kernel::uuid_v7(server.clock().now()), "item": plan("pro", "monthly"),
            "amount": 1, "currency": "USD",
        });
        let refused = ana.post("/api/billing/orders", body).await;
        let problem = refused.assert_problem(409, "billing.price_changed");
        assert_eq!(problem["params"]["amount"], "990");
        assert_eq!(ana.get("/api/billing/orders").await.ok()["items"], json!([]));
    }

    // spec §4: "upgrades take effect at once with a fee; monthly to yearly credits the remaining days of the current plan at the original price"
    async fn an_upgrade_counts_at_once_and_the_days_that_are_left_are_credited(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        go_to(&server, server.clock().now().plus(10 * DAY + HOUR)).await;

        let shown = quote(&ana, plan("pro", "yearly")).await;
        // 19 whole days of 30 are left of 9.90.
        assert_eq!((&shown["remaining_days"], &shown["credit"]), (&json!(19), &json!(627)));
        assert_eq!((&shown["kind"], &shown["amount"]), (&json!("upgrade"), &json!(9273)));
        let paid = buy(&server, &ana, plan("pro", "yearly")).await;
        assert_eq!(paid["amount"], 9273);

        let is = subscription(&ana).await;
        assert_eq!(is["terms"]["cycle"], "yearly");
        assert_eq!(is["period_end"], "2027-11-30T13:00:00.000000Z");
        let higher = buy(&server, &ana, plan("unlimited", "yearly")).await;
        assert_eq!((&higher["credit"], &higher["amount"]), (&json!(9900), &json!(30000)));
        assert_eq!(plan_of(&server, &ana).await, "unlimited");
    }

    // The new period begins when it is paid: waiting would use up the days that were credited (decision 0785).
    async fn an_upgrade_is_paid_while_its_credit_is_what_it_was_or_ordered_anew(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        pass_days(&server, 1).await;
        let first = order(&server, &ana, plan("unlimited", "monthly")).await;
        assert_eq!((&first["credit"], &first["pay_by"]), (&json!(957), &json!("2026-11-22T12:00:00.000000Z")));
        let pack = order(&server, &ana, json!({ "pack": "small" })).await;
        assert_eq!(pack["pay_by"], Value::Null);
        pass_days(&server, 1).await;
        sweep(&server).await;
        let path = format!("/api/billing/orders/{}", first["id"].as_str().unwrap());
        assert_eq!(ana.get(&path).await.ok()["state"], "open");

        server.clock().advance(HOUR);
        sweep(&server).await;
        let closed = ana.get(&path).await.ok();
        assert_eq!((&closed["state"], &closed["reason"]), (&json!("cancelled"), &json!("credit_changed")));
        say(&server, &first, "paid").await.assert_problem(409, "billing.order_closed");
        say(&server, &pack, "paid").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "pro");
        let second = buy(&server, &ana, plan("unlimited", "monthly")).await;
        assert_eq!((&second["credit"], &second["amount"]), (&json!(891), &json!(3990 - 891)));
        assert_eq!(plan_of(&server, &ana).await, "unlimited");
    }

    // spec §4: "Downgrades take effect after the current period"
    async fn a_downgrade_counts_from_the_next_period_on_at_the_price_that_was_shown(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("unlimited", "monthly")).await;
        let shown = quote(&ana, plan("pro", "monthly")).await;
        assert_eq!((&shown["kind"], &shown["amount"]), (&json!("downgrade"), &json!(0)));
        assert_eq!(shown["starts_at"], "2026-12-20T12:00:00.000000Z");
        let body = |price: i64| json!({
            "plan": "pro", "cycle": "monthly", "price": price, "currency": "USD",
        });
        ana.post(DOWNGRADE, body(1)).await.assert_problem(409, "billing.price_changed");
        let is = ana.post(DOWNGRADE, body(990)).await.ok();
        assert_eq!(is["next"]["plan"], "pro");
        pass_days(&server, 29).await;
        assert_eq!(plan_of(&server, &ana).await, "unlimited");

        pass_days(&server, 1).await;

        // By now she has to sign in again.
        let ana = server.member("ana@example.com").await;
        let is = subscription(&ana).await;
        assert_eq!((&is["phase"], &is["open_order"]["amount"]), (&json!("past_due"), &json!(990)));
        say(&server, &is["open_order"], "paid").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "pro");
        assert_eq!(subscription(&ana).await["period_end"], "2027-01-20T12:00:00.000000Z");
    }

    // spec §4: "Annual to monthly and some downgrades are done by contacting support."
    async fn from_a_year_to_a_month_changes_support(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "yearly")).await;
        for wanted in [plan("pro", "monthly"), plan("unlimited", "monthly")] {
            let refused = ana.post("/api/billing/quotes", wanted).await;
            refused.assert_problem(409, "billing.contact_support");
        }
        let same = ana.post("/api/billing/quotes", plan("pro", "yearly")).await;
        same.assert_problem(409, "billing.already_have_it");
    }

    // spec §4: "Cancelling keeps access until the period end."
    async fn who_cancels_keeps_the_plan_until_the_period_ends_and_may_come_back(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro_plus", "monthly")).await;
        let is = subscription(&ana).await;
        assert_eq!(is["lower"]["plan"], "pro", "something less is offered");
        ana.post(CANCEL, json!({ "reason": "not_used" })).await.ok();
        ana.post(RESUME, json!({})).await.ok();
        ana.post(RESUME, json!({})).await.assert_problem(409, "billing.not_cancelled");
        let is = ana.post(CANCEL, json!({ "reason": "advise", "feedback": "Slow" })).await.ok();
        assert_eq!((&is["phase"], &is["cancel_at_end"]), (&json!("active"), &json!(true)));
        pass_days(&server, 29).await;
        assert_eq!(plan_of(&server, &ana).await, "pro_plus");

        pass_days(&server, 1).await;

        assert_eq!(plan_of(&server, &ana).await, "free");
        let ana = server.member("ana@example.com").await;
        let is = subscription(&ana).await;
        assert_eq!((&is["phase"], &is["open_order"]), (&json!("ended"), &Value::Null));
        buy(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!(plan_of(&server, &ana).await, "pro", "resubscribed");
    }

    // spec §5: "Cancellation requires a reason ("Please select a reason for cancellation") and feedback text when the advise option is chosen ("Please enter your feedback")."
    async fn who_cancels_says_why(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let refused = ana.post(CANCEL, json!({})).await;
        let problem = refused.assert_problem(422, "billing.reason_missing");
        assert_eq!(problem["message"], "Please select a reason for cancellation");
        let refused = ana.post(CANCEL, json!({ "reason": "advise", "feedback": " " })).await;
        let problem = refused.assert_problem(422, "billing.feedback_missing");
        assert_eq!(problem["message"], "Please enter your feedback");
        let ben = server.member("ben@example.com").await;
        let nothing = ben.post(CANCEL, json!({ "reason": "quality" })).await;
        nothing.assert_problem(409, "billing.no_subscription");
    }

    // spec §4: "A free trial can be resumed with one click, cancelled, extended or kept; a reminder email is scheduled one day before trial end; the trial converts to a charge after its end date."
    async fn a_free_trial_is_announced_a_day_before_it_ends_and_then_charged(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(subscription(&ana).await["trial_available"], true);
        let is = ana.post(TRIAL, json!({ "cycle": "monthly" })).await.ok();
        assert_eq!((&is["phase"], &is["remaining_days"]), (&json!("trial"), &json!(7)));
        assert_eq!(plan_of(&server, &ana).await, "pro");
        assert_eq!(is["trial_reminder_at"], "2026-11-26T12:00:00.000000Z");
        ana.post(TRIAL, json!({ "cycle": "monthly" })).await
            .assert_problem(409, "billing.trial_used");
        pass_days(&server, 5).await;
        assert!(mails_to(&server, &ana.email).await.is_empty());
        pass_days(&server, 1).await;
        let mails = mails_to(&server, &ana.email).await;
        assert_eq!(mails, ["Your Ensemble free trial ends tomorrow"]);
        assert_eq!(subscription(&ana).await["trial_reminder_at"], Value::Null, "it was sent");

        pass_days(&server, 1).await;

        let is = subscription(&ana).await;
        assert_eq!((&is["phase"], &is["open_order"]["amount"]), (&json!("past_due"), &json!(990)));
        assert_eq!(plan_of(&server, &ana).await, "pro", "it may be paid some days late");
        assert_eq!(mails_to(&server, &ana.email).await.len(), 2);
        say(&server, &is["open_order"], "paid").await.ok();
        let is = subscription(&ana).await;
        assert_eq!(is["period_start"], "2026-11-27T12:00:00.000000Z");
        assert_eq!(is["period_end"], "2026-12-27T12:00:00.000000Z");
    }

    async fn a_free_trial_is_extended_once_resumed_and_cancelled(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ana.post(TRIAL, json!({ "cycle": "yearly" })).await.ok();
        ana.post(CANCEL, json!({ "reason": "too_expensive" })).await.ok();
        assert_eq!(ana.post(RESUME, json!({})).await.ok()["cancel_at_end"], false);
        let is = ana.post("/api/billing/trial/extension", json!({})).await.ok();
        assert_eq!((&is["remaining_days"], &is["trial_extendable"]), (&json!(14), &json!(false)));
        let again = ana.post("/api/billing/trial/extension", json!({})).await;
        again.assert_problem(409, "billing.trial_extended");
        ana.post(CANCEL, json!({ "reason": "too_expensive" })).await.ok();
        pass_days(&server, 13).await;
        assert_eq!(plan_of(&server, &ana).await, "pro");
        pass_days(&server, 1).await;
        assert_eq!(plan_of(&server, &ana).await, "free");
        assert_eq!(ana.get("/api/billing/orders").await.ok()["items"], json!([]), "nothing is charged");
    }

    // spec §9: "Expiry reminders at 7 days."
    async fn what_is_not_paid_ends_after_some_days(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        pass_days(&server, 23).await;
        let mails = mails_to(&server, &ana.email).await;
        assert_eq!(mails, ["Your Ensemble plan renews soon"]);
        pass_days(&server, 7).await;
        pass_days(&server, 6).await;
        assert_eq!(plan_of(&server, &ana).await, "pro");
        let ana = server.member("ana@example.com").await;
        let due = subscription(&ana).await["open_order"].clone();
        let id = due["id"].as_str().unwrap();
        let kept = ana.post(&format!("/api/billing/orders/{id}/cancel"), json!({})).await;
        kept.assert_problem(409, "billing.order_closed");

        pass_days(&server, 1).await;

        assert_eq!(plan_of(&server, &ana).await, "free");
        assert_eq!(subscription(&ana).await["phase"], "ended");
        say(&server, &due, "paid").await.assert_problem(409, "billing.order_closed");
        let closed = ana.get(&format!("/api/billing/orders/{id}")).await.ok();
        assert_eq!((&closed["state"], &closed["reason"]), (&json!("cancelled"), &json!("expired")));
    }

    async fn periods_end_on_the_last_day_of_short_months(store) {
        let server = start(store).await;
        go_to(&server, at("2028-01-31T23:30:00Z")).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        for end in ["2028-02-29T23:30:00Z", "2028-03-31T23:30:00Z", "2028-04-30T23:30:00Z"] {
            let ana = server.member("ana@example.com").await;
            let is = subscription(&ana).await;
            assert_eq!(at(is["period_end"].as_str().unwrap()), at(end));
            go_to(&server, at(end).plus(-1)).await;
            let ana = server.member("ana@example.com").await;
            assert_eq!(subscription(&ana).await["phase"], "active");
            go_to(&server, at(end)).await;
            let due = subscription(&ana).await["open_order"].clone();
            pass_days(&server, 2).await;
            say(&server, &due, "paid").await.ok();
        }
    }

    // spec §4: "Payment: successful, failed or cancelled, with a reason."
    async fn an_order_is_paid_refused_or_withdrawn_with_a_reason(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let refused = order(&server, &ana, plan("pro", "monthly")).await;
        let operator = server.operator().await;
        let path = format!("/api/billing/all-orders/{}/refused", refused["id"].as_str().unwrap());
        let is = operator.post(&path, json!({ "reason": "No transfer" })).await.ok();
        assert_eq!((&is["state"], &is["reason"]), (&json!("failed"), &json!("No transfer")));
        assert_eq!(is["email"], "ana@example.com");
        let replaced = order(&server, &ana, plan("pro", "monthly")).await;
        let withdrawn = order(&server, &ana, plan("pro", "yearly")).await;
        let path = format!("/api/billing/orders/{}/cancel", withdrawn["id"].as_str().unwrap());
        ana.post(&path, json!({})).await.ok();
        let orders = ana.get("/api/billing/orders").await.ok();
        let found = |order: &Value| {
            let items = orders["items"].as_array().unwrap();
            let item = items.iter().find(|item| item["id"] == order["id"]).unwrap();
            (item["state"].clone(), item["reason"].clone())
        };
        assert_eq!(found(&replaced), (json!("cancelled"), json!("replaced")));
        assert_eq!(found(&withdrawn), (json!("cancelled"), json!("by_buyer")));
        assert_eq!(plan_of(&server, &ana).await, "free");
        ana.post(&path.replace("orders", "all-orders").replace("cancel", "paid"), json!({})).await
            .assert_status(403);
    }

    // spec §3: "advanced credits (monthly and add-on)"
    async fn credits_are_bought_besides_the_month_s_and_spent_after_them(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let small = json!({ "pack": "small" });
        let locked = ana.post("/api/billing/quotes", small.clone()).await;
        let problem = locked.assert_problem(403, "entitlements.upgrade_to_unlock");
        assert_eq!(problem["message"], "Upgrade to Unlock");
        buy(&server, &ana, plan("pro", "monthly")).await;
        let bought = buy(&server, &ana, small).await;
        assert_eq!((&bought["credits"], &bought["amount"]), (&json!(500), &json!(490)));
        assert_eq!(credits(&server, &ana).await, 800);

        say(&server, &bought, "refund").await.ok();
        assert_eq!(credits(&server, &ana).await, 300, "what was left is taken back");
        say(&server, &bought, "refund").await.assert_problem(409, "billing.order_not_paid");
    }

    async fn the_operator_sees_until_when_money_is_promised_back(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let placed = order(&server, &ana, plan("pro", "monthly")).await;
        let seen = async || {
            let all = server.operator().await.get("/api/billing/all-orders").await.ok();
            (all["items"][0]["refund_until"].clone(), all["items"][0]["refund_promised"].clone())
        };
        assert_eq!(seen().await, (Value::Null, json!(false)), "nothing is paid yet");
        say(&server, &placed, "paid").await.ok();
        let until = json!("2026-12-04T12:00:00.000000Z");
        assert_eq!(seen().await, (until.clone(), json!(true)));
        server.clock().advance(14 * DAY - 1);
        assert_eq!(seen().await, (until.clone(), json!(true)));
        server.clock().advance(1);
        assert_eq!(seen().await, (until, json!(false)));
    }

    async fn who_gets_the_money_back_has_the_plan_no_longer(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let paid = buy(&server, &ana, plan("pro", "monthly")).await;
        say(&server, &paid, "refund").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "free");
        assert_eq!(subscription(&ana).await["phase"], "ended");
        let revenue = server.operator().await.get("/api/billing/revenue").await.ok();
        assert_eq!(revenue["all_time"], json!([
            { "currency": "USD", "payments": 1, "taken": 990, "given_back": 990 },
        ]));
    }

    // The days of the former period were credited: they are not lost with the upgrade (decision 0787).
    async fn who_gets_the_money_of_an_upgrade_back_has_what_was_had_before(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let pro = buy(&server, &ana, plan("pro", "monthly")).await;
        let before = subscription(&ana).await;
        pass_days(&server, 10).await;
        let upgrade = buy(&server, &ana, plan("pro_plus", "monthly")).await;
        server.clock().advance(HOUR);
        let higher = buy(&server, &ana, plan("unlimited", "yearly")).await;
        pass_days(&server, 2).await;

        say(&server, &higher, "refund").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "pro_plus");
        say(&server, &upgrade, "refund").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "pro");
        let is = subscription(&ana).await;
        for same in ["phase", "terms", "period_start", "period_end"] {
            assert_eq!(is[same], before[same], "{same}");
        }
        assert_eq!(is["remaining_days"], 17);
        pass_days(&server, 17).await;
        assert_eq!(plan_of(&server, &ana).await, "pro");
        pass_days(&server, 1).await;
        let ana = server.member("ana@example.com").await;
        let is = subscription(&ana).await;
        assert_eq!((&is["phase"], &is["open_order"]["amount"]), (&json!("past_due"), &json!(990)));
        say(&server, &pro, "refund").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "free");
    }

    async fn what_was_had_before_an_upgrade_does_not_come_back_where_it_is_over_or_not_paid(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        pass_days(&server, 25).await;
        let upgrade = buy(&server, &ana, plan("pro", "yearly")).await;
        pass_days(&server, 10).await;
        say(&server, &upgrade, "refund").await.ok();
        let ana = server.member("ana@example.com").await;
        assert_eq!((plan_of(&server, &ana).await.as_str(), &subscription(&ana).await["phase"]), ("free", &json!("ended")));

        let ben = server.member("ben@example.com").await;
        let pro = buy(&server, &ben, plan("pro", "monthly")).await;
        server.clock().advance(HOUR);
        let upgrade = buy(&server, &ben, plan("unlimited", "monthly")).await;
        say(&server, &pro, "refund").await.ok();
        assert_eq!(plan_of(&server, &ben).await, "unlimited");
        say(&server, &upgrade, "refund").await.ok();
        assert_eq!(plan_of(&server, &ben).await, "free");
    }

    async fn the_operator_changes_prices_and_subscriptions_keep_theirs(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let operator = server.operator().await;
        let mut offer = operator.get("/api/billing/own-offer").await.ok();
        offer["plans"]["pro"]["monthly"] = json!(1290);
        let preview = operator.post("/api/billing/own-offer/preview", offer.clone()).await.ok();
        assert_eq!(preview["prices"], json!([
            { "plan": "pro", "cycle": "monthly", "from": 990, "to": 1290, "subscriptions": 1 },
        ]));
        operator.put("/api/billing/own-offer", offer.clone()).await.ok();
        let ben = server.member("ben@example.com").await;
        assert_eq!(quote(&ben, plan("pro", "monthly")).await["amount"], 1290);
        offer["currency"] = json!("dollars");
        let refused = operator.put("/api/billing/own-offer", offer).await;
        refused.assert_problem(422, "billing.currency_invalid");
        ana.get("/api/billing/revenue").await.assert_status(403);
        pass_days(&server, 30).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(subscription(&ana).await["open_order"]["amount"], 990);
    }

    async fn where_nothing_is_charged_no_price_is_shown(store) {
        let areas = |services: &area::Services| {
            vec![billing::area(services, &billing::Settings::default())]
        };
        let open = |services: area::Services| {
            let entitlements = services.entitlements.open_to_everybody();
            let settings = payments::Settings { enabled: false, ..Default::default() };
            let payments =
                payments::Payments::new(settings, std::sync::Arc::new(payments::Manual));
            let ledger = ledger::Ledger::new(services.clock.clone(), entitlements.clone());
            area::Services { entitlements, ledger, payments, ..services }
        };
        let server = testing::TestServer::with_changed(store, open, areas).await;
        let ana = server.member("ana@example.com").await;
        let offer = server.visitor().get("/api/billing/offer").await.ok();
        assert_eq!((&offer["charging"], &offer["plans"]), (&json!(false), &json!([])));
        ana.get("/api/billing/subscription").await.assert_problem(404, "billing.nothing_charged");
        let usage = ana.get("/api/billing/usage").await.ok();
        for meter in usage["meters"].as_array().unwrap() {
            assert_eq!(meter["granted"], Value::Null);
        }
    }

    async fn a_deleted_account_leaves_the_books_and_nothing_else(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let paid = buy(&server, &ana, plan("pro", "monthly")).await;
        let mut tx = server.db().begin().await.unwrap();
        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();
        let operator = server.operator().await;
        let booked = operator.get("/api/billing/all-orders?state=paid").await.ok();
        let order = &booked["items"][0];
        assert_eq!((&order["id"], &order["email"]), (&paid["id"], &Value::Null));
        pass_days(&server, 60).await;
    }
}
