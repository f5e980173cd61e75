//! Purchases whose payment is disputed by the payer or refunded by the provider.

use kernel::DAY;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::collectors::{Collector, Dispute, House, both, id_of, with_paypal};
use crate::seats::{seats, with_team};
use crate::setting::{credits, mails_to, plan, say, sweep, use_credits};

for_each_store! {
    async fn a_dispute_takes_nothing_until_it_is_decided(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let operator = house.server.operator().await;
            let order = house.order(plan("pro", "monthly")).await;
            house.pay(&order).await;
            assert!(!house.is_disputed(&order).await);
            house.collector.dispute(&order, Dispute::Open);
            for news in ["evt_d1", "evt_d1", "evt_d2"] {
                house.tell_of_dispute(news, &order).await;
                assert!(house.is_disputed(&order).await);
                assert_eq!(house.stand(&order).await, both("paid", "pro"));
            }
            let mails = mails_to(&house.server, &operator.email).await;
            assert_eq!(mails, ["A payment is disputed"], "told once");
            let back = say(&house.server, &order, "refund").await;
            back.assert_problem(409, "billing.order_disputed");
            // Won: nothing was revoked, and nothing is granted again.
            house.collector.dispute(&order, Dispute::Won);
            house.tell_of_dispute("evt_d3", &order).await;
            assert!(!house.is_disputed(&order).await);
            assert_eq!(house.stand(&order).await, both("paid", "pro"));
            say(&house.server, &order, "refund").await.ok();
            assert_eq!(house.stand(&order).await, both("refunded", "free"));
        }
    }

    async fn what_was_bought_is_taken_back_when_a_dispute_is_lost(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            house.pay(&order).await;
            let pack = house.order(json!({ "pack": "small" })).await;
            house.pay(&pack).await;
            use_credits(&house.server, &house.ana.payer(), 310).await;
            // Of the first one only that it is lost is heard of.
            house.collector.dispute(&pack, Dispute::Lost);
            house.tell_of_dispute("evt_d1", &pack).await;
            assert_eq!(credits(&house.server, &house.ana).await, 0, "490 were left of it");
            house.collector.dispute(&order, Dispute::Open);
            house.tell_of_dispute("evt_d2", &order).await;
            house.collector.dispute(&order, Dispute::Lost);
            for news in ["evt_d3", "evt_d3", "evt_d2", "evt_d4"] {
                house.tell_of_dispute(news, &order).await;
                assert_eq!(house.stand(&order).await, both("refunded", "free"));
            }
            // An old notification of the payment grants nothing again.
            house.tell("evt_late", &order, false).await.assert_status(200);
            assert_eq!(house.stand(&order).await, both("refunded", "free"));
            assert!(!house.is_disputed(&order).await);
            let path = format!("/api/billing/orders/{}", id_of(&order));
            assert_eq!(house.ana.get(&path).await.ok()["reason"], "chargeback");
            let revenue = house.server.operator().await.get("/api/billing/revenue").await.ok();
            let all = &revenue["all_time"][0];
            assert_eq!((&all["taken"], &all["given_back"]), (&json!(1_480), &json!(1_480)));
        }
    }

    async fn who_has_what_was_ordered_by_itself_taken_back_has_no_more_ordered(store) {
        for collector in Collector::far().await {
            let mut house = House::with(store, collector).await;
            house.ana = with_team(&house.server, &house.ana).await;
            let plan = house.order(seats("monthly", 1)).await;
            house.pay(&plan).await;
            let team = house.ana.clone();
            let set = async || {
                let wanted = json!({ "enabled": true, "amount": 490, "monthly_limit": 980 });
                team.put("/api/billing/auto-deduction", wanted).await.ok();
                house.server.run_jobs().await;
            };
            let ordered = async || {
                let all = team.get("/api/billing/orders").await.ok()["items"].clone();
                let is_of_it = |it: &&Value| it["pack"] == "auto_deduction";
                all.as_array().unwrap().iter().filter(is_of_it).cloned().collect::<Vec<_>>()
            };
            use_credits(&house.server, &team.payer(), 980).await;
            set().await;
            let first = ordered().await.remove(0);
            house.pay(&first).await;
            use_credits(&house.server, &team.payer(), 500).await;

            // While it is not decided nothing more is ordered.
            house.collector.dispute(&first, Dispute::Open);
            house.tell_of_dispute("evt_d1", &first).await;
            set().await;
            assert_eq!(ordered().await.len(), 1);
            house.collector.dispute(&first, Dispute::Lost);
            house.tell_of_dispute("evt_d2", &first).await;
            assert_eq!(house.state(&first).await, "refunded");
            let is = team.get("/api/billing/auto-deduction").await.ok();
            assert_eq!((&is["enabled"], &is["amount"]), (&json!(false), &json!(490)));
            house.server.clock().advance(2 * DAY);
            house.server.run_jobs().await;
            assert_eq!(ordered().await.len(), 1);

            // Setting it again triggers a new order, and refunds count for the month.
            for _ in 0..2 {
                set().await;
                assert_eq!(ordered().await.len(), 2);
                let second = ordered().await.into_iter().find(|it| it["state"] == "open");
                if let Some(second) = second {
                    house.pay(&second).await;
                    use_credits(&house.server, &team.payer(), 490).await;
                }
            }
        }
    }

    // The provider sends news for some days, and no longer.
    async fn how_a_dispute_ended_is_found_where_its_news_are_lost(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let plan = house.order(plan("pro", "monthly")).await;
            house.pay(&plan).await;
            let pack = house.order(json!({ "pack": "small" })).await;
            house.pay(&pack).await;
            for (news, order) in [("evt_d1", &plan), ("evt_d2", &pack)] {
                house.collector.dispute(order, Dispute::Open);
                house.tell_of_dispute(news, order).await;
            }
            sweep(&house.server).await;
            assert!(house.is_disputed(&plan).await && house.is_disputed(&pack).await);
            house.collector.dispute(&plan, Dispute::Won);
            house.collector.dispute(&pack, Dispute::Lost);
            sweep(&house.server).await;
            assert!(!house.is_disputed(&plan).await && !house.is_disputed(&pack).await);
            assert_eq!(house.stand(&plan).await, both("paid", "pro"));
            assert_eq!(house.state(&pack).await, "refunded");
            assert_eq!(credits(&house.server, &house.ana).await, 300, "those of the plan");
            // The news come after all, the oldest one last.
            for (news, order) in [("evt_d4", &pack), ("evt_d3", &plan), ("evt_d2", &pack)] {
                house.tell_of_dispute(news, order).await;
                assert!(!house.is_disputed(order).await);
            }
        }
    }

    async fn before_money_is_given_back_the_provider_is_asked_whether_it_is_disputed(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            house.pay(&order).await;
            // No news come of anything.
            house.collector.dispute(&order, Dispute::Open);
            let back = say(&house.server, &order, "refund").await;
            back.assert_problem(409, "billing.order_disputed");
            assert!(house.is_disputed(&order).await);
            house.collector.set_down(true);
            let back = say(&house.server, &order, "refund").await;
            back.assert_problem(503, "billing.provider_unavailable");
            house.collector.set_down(false);
            house.collector.dispute(&order, Dispute::Won);
            say(&house.server, &order, "refund").await.ok();
            assert_eq!(house.stand(&order).await, both("refunded", "free"));
        }
    }

    async fn what_was_given_back_on_the_providers_pages_is_not_given_back_again(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            house.pay(&order).await;
            house.collector.give_back(&order);
            say(&house.server, &order, "refund").await.ok();
            assert_eq!(house.stand(&order).await, both("refunded", "free"));
            say(&house.server, &order, "refund").await.assert_problem(409, "billing.order_not_paid");
        }
    }

    async fn what_paypal_reverses_is_taken_back(store) {
        let (house, paypal) = with_paypal(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        house.pay(&order).await;
        paypal.reverse(id_of(&order));
        house.send(&paypal.reversal_event("evt_r1", id_of(&order))).await.assert_status(200);
        assert_eq!(house.stand(&order).await, both("refunded", "free"));
    }
}
