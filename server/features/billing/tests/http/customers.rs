//! Payers are customers at Stripe, which keeps their cards and nothing about their plans (decision 0898).

use std::sync::Arc;

use identity::Person;
use kernel::DAY;
use payments::{Manual, NewCustomer, PaymentProvider, Payments, Settings};
use serde_json::{Value, json};
use testing::{
    Answer, FakePayPal, FakeStripe, Portal, TestPerson, TestServer, TestStore, for_each_store,
};

use crate::collectors::{Collector, House};
use crate::seats::{take_in, with_team};
use crate::setting::{order, plan, subscription};

const PORTAL: &str = "/api/billing/portal";

/// Returns a house that Stripe collects for, and that Stripe.
async fn with_stripe(store: TestStore) -> (House, Arc<FakeStripe>) {
    let stripe = Arc::new(FakeStripe::start().await);
    let payments = Payments::new(Settings::default(), Arc::new(stripe.provider()));
    let server = serve(store, payments).await;
    let ana = server.member("ana@example.com").await;
    (House { server, collector: Collector::Manual, ana }, stripe)
}

async fn serve(store: TestStore, payments: Payments) -> TestServer {
    let areas =
        |services: &area::Services| vec![billing::area(services, &billing::Settings::default())];
    let change = |services: area::Services| area::Services { payments, ..services };
    TestServer::with_changed(store, change, areas).await
}

async fn open(person: &TestPerson) -> Answer {
    person.post(PORTAL, json!({})).await
}

/// Returns the request body with which she orders a plan.
async fn sent(house: &House) -> Value {
    let item = plan("pro_plus", "monthly");
    let quote = house.ana.post("/api/billing/quotes", item.clone()).await.ok();
    let id = kernel::uuid_v7(house.server.clock().now());
    json!({ "id": id, "item": item, "amount": quote["amount"], "currency": quote["currency"] })
}

async fn delete_account(server: &TestServer, person: &TestPerson) {
    let person = Person { user_id: person.user_id, workspace_id: person.workspace_id };
    let mut tx = server.db().begin().await.unwrap();
    server.services.identity.delete_user(&mut tx, person).await.unwrap();
    tx.commit().await.unwrap();
}

/// Returns the customers known to Stripe: their workspace and the address for receipts.
fn known(stripe: &FakeStripe) -> Vec<(Value, Value)> {
    let of = |it: &Value| (it["metadata"]["workspace_id"].clone(), it["email"].clone());
    stripe.customers().iter().map(of).collect()
}

fn of(person: &TestPerson) -> (Value, Value) {
    (json!(person.workspace_id), json!(person.email))
}

for_each_store! {
    // spec §4: "Payment: successful, failed or cancelled, with a reason."
    async fn who_pays_again_is_the_customer_of_before(store) {
        let (house, stripe) = with_stripe(store).await;
        assert_eq!(subscription(&house.ana).await["portal"], false);
        open(&house.ana).await.assert_problem(404, "billing.no_portal");
        house.order(plan("pro", "monthly")).await;
        house.order(plan("pro_plus", "monthly")).await;

        assert_eq!(known(&stripe), [of(&house.ana)]);
        assert_eq!((stripe.count(), stripe.customers_made()), (2, 1));
        assert_eq!(subscription(&house.ana).await["portal"], true);
        let page = open(&house.ana).await.ok()["page"].clone();
        let (id, base) = (&stripe.customers()[0]["id"], &house.server.services.base_url);
        let expected = format!("{}/portal/{}?back={base}billing", stripe.url(), id.as_str().unwrap());
        assert_eq!(page, json!(expected));
        // Another person is another customer.
        let ben = house.server.member("ben@example.com").await;
        assert_eq!(subscription(&ben).await["portal"], false);
        open(&ben).await.assert_problem(404, "billing.no_portal");
        house.server.visitor().post(PORTAL, json!({})).await.assert_status(401);
    }

    async fn two_who_pay_at_once_make_one_customer(store) {
        let (house, stripe) = with_stripe(store).await;
        // Stripe is at the one when the other asks.
        stripe.be_busy(2);
        let begun = (0..4).map(|_| house.order(plan("pro_plus", "monthly")));
        futures::future::join_all(begun).await;
        assert_eq!(known(&stripe), [of(&house.ana)]);
        assert_eq!((stripe.count(), stripe.customers_made()), (4, 1));
    }

    // The server is killed when the customer is made, and before that is written down.
    async fn a_customer_that_nobody_heard_of_is_found_again(store) {
        let (house, stripe) = with_stripe(store).await;
        let workspace_id = house.ana.workspace_id.0;
        let new = NewCustomer { workspace_id, attempt: 0, email: String::new() };
        let made = stripe.provider().customers().unwrap().make_customer(&new).await.unwrap();
        house.order(plan("pro", "monthly")).await;
        assert_eq!(stripe.customers()[0]["id"], json!(made));
        assert_eq!((known(&stripe), stripe.customers_made()), (vec![of(&house.ana)], 1));
    }

    async fn a_customer_that_was_deleted_at_stripe_is_made_anew(store) {
        let (house, stripe) = with_stripe(store).await;
        house.order(plan("pro", "monthly")).await;
        stripe.delete_customers();
        let order = house.order(plan("pro_plus", "monthly")).await;
        assert_eq!(order["state"], "open");
        assert_eq!((known(&stripe), stripe.customers_made()), (vec![of(&house.ana)], 2));
        // The same, when the page for cards is opened.
        stripe.delete_customers();
        let page = open(&house.ana).await.ok()["page"].clone();
        assert!(page.as_str().unwrap().contains("/portal/cus_3"), "{page}");
        assert_eq!((known(&stripe), stripe.customers_made()), (vec![of(&house.ana)], 3));
    }

    // One that was made, not heard of, and deleted there is answered by its key for a day.
    async fn a_customer_that_was_deleted_before_it_was_heard_of_is_made_anew(store) {
        let (house, stripe) = with_stripe(store).await;
        let workspace_id = house.ana.workspace_id.0;
        let new = NewCustomer { workspace_id, attempt: 0, email: String::new() };
        stripe.provider().customers().unwrap().make_customer(&new).await.unwrap();
        stripe.delete_customers();
        house.order(plan("pro", "monthly")).await;
        assert_eq!((known(&stripe), stripe.customers_made()), (vec![of(&house.ana)], 2));
    }

    async fn what_stripe_does_not_do_is_said(store) {
        let (house, stripe) = with_stripe(store).await;
        let ana = &house.ana;
        // No customer, no payment: the order failed, and nothing waits for it.
        stripe.set_down(true);
        let body = sent(&house).await;
        let refused = ana.post("/api/billing/orders", body).await;
        refused.assert_problem(502, "billing.payment_failed");
        assert_eq!(ana.get("/api/billing/orders").await.ok()["items"][0]["reason"], "not_begun");
        stripe.set_down(false);
        assert_eq!((known(&stripe), stripe.count()), (vec![], 0));

        house.order(plan("pro", "monthly")).await;
        stripe.set_down(true);
        open(ana).await.assert_problem(503, "billing.provider_unavailable");
        stripe.set_down(false);
        stripe.set_portal(Portal::AnswersTooMuch);
        open(ana).await.assert_problem(503, "billing.provider_unavailable");
        stripe.set_portal(Portal::IsNotSetUp);
        open(ana).await.assert_problem(502, "billing.portal_failed");
        stripe.set_portal(Portal::Opens);
        open(ana).await.ok();
        assert_eq!(stripe.customers_made(), 1);
    }

    // spec §6: members of a team cannot renew; its admins pay, and see the cards that are paid with.
    async fn only_who_may_pay_for_a_team_sees_to_its_cards(store) {
        let (house, stripe) = with_stripe(store).await;
        let own = house.ana.clone();
        house.order(plan("pro", "monthly")).await;
        let team = with_team(&house.server, &own).await;
        assert_eq!(subscription(&team).await["portal"], false, "the card of her own is not the team's");
        order(&house.server, &team, crate::seats::seats("monthly", 2)).await;
        assert_eq!(known(&stripe), [of(&own), of(&team)]);
        open(&team).await.ok();

        let ben = house.server.member("ben@example.com").await;
        let ben = take_in(&house.server, &team, &ben).await;
        assert_eq!(subscription(&ben).await["portal"], false);
        open(&ben).await.assert_problem(403, "identity.team_admin_only");
    }

    async fn who_keeps_no_cards_has_no_page_for_them(store) {
        let paypal = FakePayPal::start().await;
        let collectors: [Arc<dyn PaymentProvider>; 2] =
            [Arc::new(Manual), Arc::new(paypal.provider())];
        for provider in collectors {
            let server = serve(store, Payments::new(Settings::default(), provider)).await;
            let ana = server.member("ana@example.com").await;
            order(&server, &ana, plan("pro", "monthly")).await;
            assert_eq!(subscription(&ana).await["portal"], false);
            open(&ana).await.assert_problem(404, "billing.no_portal");
        }
    }

    // security P12: "Delete means gone"
    async fn a_customer_is_deleted_with_the_account_however_long_that_takes(store) {
        let (house, stripe) = with_stripe(store).await;
        house.order(plan("pro", "monthly")).await;
        let ben = house.server.member("ben@example.com").await;
        order(&house.server, &ben, plan("pro", "monthly")).await;
        stripe.set_down(true);
        delete_account(&house.server, &house.ana).await;
        house.server.run_jobs().await;
        stripe.set_down(false);
        assert_eq!(stripe.customers().len(), 2, "the account is gone, and Stripe could not hear it");
        house.server.clock().advance(DAY);
        house.server.run_jobs().await;
        assert_eq!(known(&stripe), [of(&ben)]);
        // One that the operator deleted there meanwhile is deleted.
        delete_account(&house.server, &ben).await;
        stripe.delete_customers();
        assert!(house.server.run_jobs().await > 0);
        house.server.clock().advance(DAY);
        assert_eq!(house.server.run_jobs().await, 0, "nothing is tried again");
        assert_eq!(stripe.customers_made(), 2);
    }

    async fn a_customer_that_nobody_heard_of_is_deleted_too(store) {
        let (house, stripe) = with_stripe(store).await;
        stripe.set_down(true);
        let body = sent(&house).await;
        house.ana.post("/api/billing/orders", body).await.assert_status(502);
        stripe.set_down(false);
        // The request did reach Stripe.
        let workspace_id = house.ana.workspace_id.0;
        let new = NewCustomer { workspace_id, attempt: 0, email: String::new() };
        stripe.provider().customers().unwrap().make_customer(&new).await.unwrap();
        assert_eq!(stripe.customers().len(), 1);
        delete_account(&house.server, &house.ana).await;
        house.server.run_jobs().await;
        assert_eq!((stripe.customers(), stripe.customers_made()), (vec![], 1));
    }

    async fn the_customer_of_a_team_is_deleted_with_the_team(store) {
        let (house, stripe) = with_stripe(store).await;
        let team = with_team(&house.server, &house.ana).await;
        order(&house.server, &team, crate::seats::seats("monthly", 2)).await;
        assert_eq!(stripe.customers().len(), 1);
        let mut tx = house.server.db().begin().await.unwrap();
        house.server.services.identity.delete_team(&mut tx, team.workspace_id).await.unwrap();
        tx.commit().await.unwrap();
        house.server.run_jobs().await;
        assert_eq!(stripe.customers(), [] as [Value; 0]);
    }
}
