//! Random histories with a payment provider that is far away: its news come late, twice, in any order and sometimes into a
//! process that dies before it commits; people try, buy, have seats, cancel, are given back, and have their bank take the money
//! back. Held against a plain model of what they then have (security QB7, PW2, PW3, PW4).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use area::{Area, PaidOrder, PaymentFollower};
use async_trait::async_trait;
use entitlements::Meter;
use kernel::{DAY, RunId, SECOND, Timestamp, Uuid};
use ledger::{Charge, Reservation};
use payments::{Payments, Settings};
use serde_json::{Value, json};
use store::{StoreResult, Tx, sql};
use testing::{Answer, News, TestServer, TestStore, for_each_store};

use crate::collectors::{Collector, Dispute, House, id_of};
use crate::histories::{Dice, Seed};
use crate::seats::{seats, seats_of, with_team, work_in};
use crate::setting::{go_to, plan, plan_of, say, subscription, sweep};

/// Each begins another history, and says by its last two bits who collects and whether it is a team's. The one that fails is
/// printed.
const SEEDS: [u64; 4] = [0x51_0001_0010, 0x51_0001_0011, 0x51_0001_0012, 0x51_0001_0013];
const STEPS: usize = 60;
const GRACE: i64 = 7 * DAY;
const ORDER_TIME: i64 = 14 * DAY;
const ANA: &str = "ana@example.com";

/// What became of a payment on the provider's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Far {
    /// None was begun, or it came to nothing and is begun anew.
    None,
    Open,
    /// Agreed to, and taken when we ask for it: PayPal.
    Agreed,
    Paid,
    Expired,
    Back,
    Disputed,
    Lost,
}

/// An order as the model knows it.
#[derive(Debug, Clone)]
struct Known {
    order: Value,
    state: &'static str,
    far: Far,
    given: bool,
    refund_due: bool,
    disputed: bool,
    created: Timestamp,
    pay_by: Option<Timestamp>,
}

impl Known {
    fn is_plan(&self) -> bool {
        self.order["plan"] != Value::Null
    }

    fn is_renewal(&self) -> bool {
        self.order["kind"] == "renew"
    }
}

/// What somebody had before an upgrade.
#[derive(Debug, Clone)]
struct Former {
    paid: (String, Timestamp),
    seats: i64,
    paid_by: String,
    cancelled: bool,
    next: Option<String>,
}

#[derive(Debug, Default)]
struct Model {
    /// The plan that was paid, or is tried, and until when.
    paid: Option<(String, Timestamp)>,
    seats: i64,
    cancelled: bool,
    next: Option<String>,
    orders: BTreeMap<String, Known>,
    order_of_payment: Vec<String>,
    former: BTreeMap<String, Former>,
    /// A period began: when it ends is read from the server.
    has_begun: bool,
    /// Whether a closed order's page is closed with it, at this provider.
    closes_pages: bool,
}

impl Model {
    fn plan_at(&self, now: Timestamp, nothing: &'static str) -> String {
        match &self.paid {
            Some((plan, until)) if now < *until => plan.clone(),
            Some((plan, until)) if !self.cancelled && now < until.plus(GRACE) => {
                self.next.clone().unwrap_or_else(|| plan.clone())
            }
            _ => nothing.to_owned(),
        }
    }

    fn close(&mut self, id: &str, tells_provider: bool) {
        let closes = tells_provider && self.closes_pages;
        let known = self.orders.get_mut(id).unwrap();
        known.state = "cancelled";
        if closes && known.far == Far::Open {
            known.far = Far::Expired;
        }
    }

    fn close_open(&mut self, tells_provider: bool) {
        let is_open = |known: &&Known| known.state == "open" && known.is_plan();
        let open: Vec<_> =
            self.orders.values().filter(is_open).map(|it| it.order.clone()).collect();
        for order in open {
            self.close(id_of(&order), tells_provider);
        }
    }

    /// We hear what became of a payment.
    fn hear(&mut self, id: &str, now: Timestamp) {
        let known = self.orders[id].clone();
        match known.far {
            Far::None | Far::Open => {}
            Far::Agreed if known.state == "open" => {
                self.orders.get_mut(id).unwrap().far = Far::Paid;
                self.pay(id, now);
            }
            Far::Agreed => {}
            Far::Paid | Far::Disputed => {
                self.pay(id, now);
                self.orders.get_mut(id).unwrap().disputed = known.far == Far::Disputed;
            }
            Far::Expired => self.fail(id, now),
            Far::Back | Far::Lost => self.give_back(id, now),
        }
    }

    fn pay(&mut self, id: &str, now: Timestamp) {
        let known = self.orders.get_mut(id).unwrap();
        match known.state {
            "open" => {}
            "failed" | "cancelled" => {
                known.refund_due = true;
                return;
            }
            _ => return,
        }
        (known.state, known.given) = ("paid", true);
        let order = known.order.clone();
        let Some(plan) = order["plan"].as_str() else { return };
        self.close_open(false);
        let running = self.paid.clone().filter(|(_, until)| now < *until);
        let before = running.zip(self.order_of_payment.last().cloned());
        if let (true, Some((paid, paid_by))) = (order["kind"] == "upgrade", before) {
            let (seats, cancelled, next) = (self.seats, self.cancelled, self.next.clone());
            self.former.insert(id.to_owned(), Former { paid, seats, paid_by, cancelled, next });
        }
        self.order_of_payment.push(id.to_owned());
        self.paid = Some((plan.to_owned(), now));
        self.seats = order["seats"].as_i64().unwrap();
        (self.cancelled, self.next, self.has_begun) = (false, None, true);
    }

    fn fail(&mut self, id: &str, now: Timestamp) {
        let is_late = self
            .paid
            .as_ref()
            .is_some_and(|(_, until)| !self.cancelled && *until <= now && now < until.plus(GRACE));
        let known = self.orders.get_mut(id).unwrap();
        match known.state {
            "open" if known.is_renewal() && is_late => known.far = Far::None,
            "open" => known.state = "cancelled",
            _ => {}
        }
    }

    fn give_back(&mut self, id: &str, now: Timestamp) {
        let known = self.orders.get_mut(id).unwrap();
        let was_paid = known.state == "paid";
        known.state = "refunded";
        (known.refund_due, known.disputed) = (false, false);
        let is_latest = self.order_of_payment.last().is_some_and(|paid| paid == id);
        self.order_of_payment.retain(|paid| paid != id);
        if !was_paid || !is_latest {
            return;
        }
        self.close_open(false);
        let latest = self.order_of_payment.last();
        let goes_on = |former: &&Former| Some(&former.paid_by) == latest && now < former.paid.1;
        let former = self.former.get(id).filter(goes_on).cloned();
        self.paid = former.as_ref().map(|former| former.paid.clone());
        if let Some(former) = former {
            self.next = former.next.filter(|_| !self.cancelled);
            self.cancelled |= former.cancelled;
            self.seats = former.seats;
        }
    }
}

/// Stands for other areas: hears of payments, and may die in the middle of one.
struct Follower {
    dies: Arc<AtomicBool>,
    heard: Arc<Mutex<Vec<(Uuid, bool)>>>,
}

impl Follower {
    async fn hear(&self, tx: &mut Tx, id: Uuid, is_paid: bool) -> StoreResult<()> {
        if self.dies.swap(false, Ordering::SeqCst) {
            // What was done so far is gone with the transaction.
            sql!(tx, execute, "UPDATE no_such_table SET x = 1")?;
        }
        let heard = self.heard.clone();
        tx.after_commit(move || heard.lock().unwrap().push((id, is_paid)));
        Ok(())
    }
}

#[async_trait]
impl PaymentFollower for Follower {
    async fn paid(&self, tx: &mut Tx, order: &PaidOrder) -> StoreResult<()> {
        self.hear(tx, order.id, true).await
    }

    async fn given_back(&self, tx: &mut Tx, order_id: Uuid) -> StoreResult<()> {
        self.hear(tx, order_id, false).await
    }
}

/// News that were not yet taken: their id, the order, and whether they are of a dispute.
type Waiting = (String, String, bool);

struct History {
    house: House,
    is_team: bool,
    model: Model,
    dice: Dice,
    runs: Vec<RunId>,
    waiting: Vec<Waiting>,
    taken: Vec<Waiting>,
    numbers: usize,
    dies: Arc<AtomicBool>,
    heard: Arc<Mutex<Vec<(Uuid, bool)>>>,
}

impl History {
    async fn begin(store: TestStore, seed: u64) -> Self {
        let is_stripe = seed.is_multiple_of(2);
        let is_team = (seed / 2).is_multiple_of(2);
        let collector =
            if is_stripe { Collector::stripe().await } else { Collector::paypal().await };
        let (dies, heard): (Arc<AtomicBool>, Arc<Mutex<Vec<_>>>) = Default::default();
        let payments = Payments::new(Settings::default(), collector.provider());
        let change = |services: area::Services| area::Services { payments, ..services };
        let plugged = (dies.clone(), heard.clone());
        let server = TestServer::with_changed(store, change, move |services| {
            let (dies, heard) = plugged.clone();
            let others = Area::new("others").payment_follower(Follower { dies, heard });
            vec![billing::area(services, &billing::Settings::default()), others]
        })
        .await;
        offer_promotions(&server).await;
        let ana = server.member(ANA).await;
        let ana = if is_team { with_team(&server, &ana).await } else { ana };
        Self {
            house: House { server, collector, ana },
            is_team,
            model: Model { closes_pages: is_stripe, ..Model::default() },
            dice: Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            runs: Vec::new(),
            waiting: Vec::new(),
            taken: Vec::new(),
            numbers: 0,
            dies,
            heard,
        }
    }

    fn now(&self) -> Timestamp {
        self.house.server.clock().now()
    }

    fn nothing(&self) -> &'static str {
        if self.is_team { "locked" } else { "free" }
    }

    async fn step(&mut self) {
        self.house.server.clock().advance(SECOND);
        match self.dice.roll(24) {
            0..=3 => self.order().await,
            4..=7 => self.pay_there().await,
            8 => self.expire_there().await,
            9..=11 => self.take_news(false).await,
            12 => self.take_news(true).await,
            13 => self.take_old_news().await,
            14 | 15 => self.come_back().await,
            16 => self.refund().await,
            17 => self.give_back_there().await,
            18 => self.dispute().await,
            19 => self.cancel().await,
            20 => self.resume_or_try().await,
            21 => self.spend().await,
            22 => self.settle().await,
            _ => self.wait().await,
        }
        self.read_end().await;
    }

    /// The end of a period that has begun.
    async fn read_end(&mut self) {
        if !std::mem::take(&mut self.model.has_begun) {
            return;
        }
        let until = subscription(&self.house.ana).await["period_end"].clone();
        let until: Timestamp = serde_json::from_value(until).unwrap();
        let now = self.now();
        assert!(until > now && until <= now.plus(366 * DAY));
        if let Some((_, end)) = &mut self.model.paid {
            *end = until;
        }
    }

    /// One of the orders that are so.
    fn pick(&mut self, is: impl Fn(&Known) -> bool) -> Option<String> {
        let all: Vec<_> = self.model.orders.values().filter(|known| is(known)).collect();
        if all.is_empty() {
            return None;
        }
        let at = self.dice.roll(all.len());
        Some(id_of(&all[at].order).to_owned())
    }

    fn of(&self, id: &str) -> Value {
        self.model.orders[id].order.clone()
    }

    fn set_far(&mut self, id: &str, far: Far) {
        self.model.orders.get_mut(id).unwrap().far = far;
    }

    fn send_news(&mut self, id: &str, is_of_dispute: bool) {
        self.numbers += 1;
        self.waiting.push((format!("evt_{}", self.numbers), id.to_owned(), is_of_dispute));
    }

    async fn order(&mut self) {
        let item = match (self.is_team, self.dice.roll(5)) {
            (_, 0) => json!({ "pack": "small" }),
            (true, at) => seats(if at == 1 { "yearly" } else { "monthly" }, at as i64),
            (false, 1) => plan("pro", "yearly"),
            (false, 2) => plan("pro_plus", "monthly"),
            (false, 3) => plan("unlimited", "monthly"),
            (false, _) => plan("pro", "monthly"),
        };
        let ana = &self.house.ana;
        let answer = ana.post("/api/billing/quotes", item.clone()).await;
        if answer.status != 200 {
            return;
        }
        let quote = answer.ok();
        let number = |name: &str| quote[name].as_i64().unwrap();
        if quote["kind"] == "downgrade" {
            let mut body = json!({
                "plan": quote["plan"], "cycle": quote["cycle"], "price": quote["price"],
                "currency": quote["currency"],
            });
            if self.is_team {
                body["seats"] = quote["seats"].clone();
            }
            ana.post("/api/billing/subscription/downgrade", body).await.ok();
            self.model.next = Some(quote["plan"].as_str().unwrap().to_owned());
            self.model.cancelled = false;
            return;
        }
        assert_eq!(number("amount") + number("credit") + number("discount"), number("price"));
        let (amount, created) = (number("amount"), self.now());
        assert!(amount >= 0 && number("credit") >= 0 && number("discount") >= 0);
        let body = json!({
            "id": kernel::uuid_v7(created), "item": item, "amount": amount,
            "currency": quote["currency"],
        });
        let order = ana.post("/api/billing/orders", body).await.created();
        if order["plan"] != Value::Null {
            self.model.close_open(true);
        }
        let id = id_of(&order).to_owned();
        let pay_by = serde_json::from_value(order["pay_by"].clone()).unwrap();
        let far = if amount == 0 { Far::None } else { Far::Open };
        let (given, refund_due, disputed) = (false, false, false);
        let known =
            Known { order, state: "open", far, given, refund_due, disputed, created, pay_by };
        self.model.orders.insert(id.clone(), known);
        if amount == 0 {
            self.model.pay(&id, created);
        }
    }

    /// Somebody pays on the provider's page.
    async fn pay_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Open) else { return };
        self.house.collector.pay(&self.of(&id));
        self.set_far(&id, if self.model.closes_pages { Far::Paid } else { Far::Agreed });
        self.send_news(&id, false);
    }

    async fn expire_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Open) else { return };
        self.house.collector.expire(&self.of(&id));
        self.set_far(&id, Far::Expired);
        self.send_news(&id, false);
    }

    async fn give_back_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Paid) else { return };
        self.house.collector.give_back(&self.of(&id));
        self.set_far(&id, Far::Back);
        self.send_news(&id, false);
    }

    /// A payer disputes a payment, or that is decided.
    async fn dispute(&mut self) {
        if let Some(id) = self.pick(|known| known.far == Far::Disputed) {
            let (is, far) = match self.dice.roll(2) {
                0 => (Dispute::Won, Far::Paid),
                _ => (Dispute::Lost, Far::Lost),
            };
            self.house.collector.dispute(&self.of(&id), is);
            self.set_far(&id, far);
            return self.send_news(&id, true);
        }
        let Some(id) = self.pick(|known| known.far == Far::Paid) else { return };
        self.house.collector.dispute(&self.of(&id), Dispute::Open);
        self.set_far(&id, Far::Disputed);
        self.send_news(&id, true);
    }

    fn news(&mut self, (news_id, id, is_of_dispute): &Waiting) -> News {
        let (order, now) = (self.of(id), self.now());
        match (&self.house.collector, is_of_dispute) {
            (Collector::Stripe(stripe), true) => stripe.news_of_dispute(news_id, id, now),
            (Collector::PayPal(paypal), true) => paypal.news_of_dispute(news_id, id),
            _ => {
                let is_of_charge = self.dice.roll(2) == 0;
                self.house.news(news_id, &order, is_of_charge)
            }
        }
    }

    async fn deliver(&mut self, waiting: &Waiting) -> Answer {
        let news = self.news(waiting);
        self.house.send(&news).await
    }

    /// Some news come, whichever; `dies`: the process that takes them dies before it commits, where it has anything to do.
    async fn take_news(&mut self, dies: bool) {
        if self.waiting.is_empty() {
            return;
        }
        let at = self.dice.roll(self.waiting.len());
        let waiting = self.waiting.swap_remove(at);
        self.dies.store(dies, Ordering::SeqCst);
        let answer = self.deliver(&waiting).await;
        self.dies.store(false, Ordering::SeqCst);
        if dies && answer.status == 500 {
            // They come again; whoever started anew knows nothing of them.
            self.restart().await;
            self.hear_captured(&waiting.1);
            self.waiting.push(waiting);
            return;
        }
        answer.assert_status(200);
        let now = self.now();
        self.model.hear(&waiting.1, now);
        self.taken.push(waiting);
    }

    /// PayPal took the money before the process died.
    fn hear_captured(&mut self, id: &str) {
        let known = self.model.orders.get_mut(id).unwrap();
        if known.far == Far::Agreed && known.state == "open" {
            known.far = Far::Paid;
        }
    }

    async fn restart(&mut self) {
        self.house.server = self.house.server.another_process().await;
        self.sign_in().await;
    }

    async fn sign_in(&mut self) {
        let person = self.house.server.member(ANA).await;
        let team = self.house.ana.workspace_id;
        self.house.ana = match self.is_team {
            true => work_in(&self.house.server, &person, team).await,
            false => person,
        };
    }

    /// News that were taken come again.
    async fn take_old_news(&mut self) {
        if self.taken.is_empty() {
            return;
        }
        let at = self.dice.roll(self.taken.len());
        let again = self.taken[at].clone();
        // Of an order that somebody agreed to meanwhile the money is taken when it is asked for, whatever the news are.
        self.deliver(&again).await.assert_status(200);
        self.hear_captured(&again.1);
    }

    /// Who ordered comes back from the page, or to pay a bill.
    async fn come_back(&mut self) {
        let Some(id) = self.pick(|known| known.state == "open") else { return };
        self.house.come_back(&self.of(&id)).await.ok();
        let now = self.now();
        self.model.hear(&id, now);
        let known = self.model.orders.get_mut(&id).unwrap();
        if known.state == "open" && known.far == Far::None {
            known.far = Far::Open;
        }
    }

    async fn refund(&mut self) {
        let may_be =
            |known: &Known| known.far == Far::Paid && known.state == "paid" && !known.disputed;
        let Some(id) = self.pick(may_be) else { return };
        say(&self.house.server, &self.of(&id), "refund").await.ok();
        self.set_far(&id, Far::Back);
        let now = self.now();
        self.model.hear(&id, now);
    }

    async fn cancel(&mut self) {
        let body = json!({ "reason": "not_used" });
        let answer = self.house.ana.post("/api/billing/subscription/cancel", body).await;
        if answer.status == 200 {
            self.model.close_open(true);
            self.model.cancelled = true;
            self.model.next = None;
            let now = self.now();
            if self.model.paid.as_ref().is_some_and(|(_, until)| now >= *until) {
                self.model.paid = None;
            }
        }
    }

    async fn resume_or_try(&mut self) {
        let what = self.dice.roll(3);
        let ana = &self.house.ana;
        let (path, body) = match what {
            0 => ("/api/billing/subscription/resume", json!({})),
            1 => ("/api/billing/trial", json!({ "cycle": "monthly" })),
            _ => ("/api/billing/trial/extension", json!({})),
        };
        let answer = ana.post(path, body).await;
        if answer.status != 200 {
            return;
        }
        self.model.cancelled = false;
        match what {
            0 => self.model.next = None,
            1 => (self.model.paid, self.model.has_begun) = (Some(("pro".into(), self.now())), true),
            _ => self.model.has_begun = true,
        }
    }

    async fn spend(&mut self) {
        let amount = i64::try_from(self.dice.roll(200) + 1).unwrap();
        let run_id = RunId::new(self.now());
        let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
        let (payer, feature, detail) = (self.house.ana.payer(), "image", "A lighthouse");
        let (plan, budget) = (None, None);
        let wanted = Reservation { run_id, payer: &payer, charge, plan, budget, feature, detail };
        let server = &self.house.server;
        let mut tx = server.db().begin().await.unwrap();
        if server.services.ledger.reserve(&mut tx, &wanted).await.is_ok() {
            tx.commit().await.unwrap();
            self.runs.push(run_id);
        }
    }

    async fn settle(&mut self) {
        let Some(run_id) = self.runs.pop() else { return };
        let used = i64::try_from(self.dice.roll(200)).unwrap();
        let server = &self.house.server;
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.settle(&mut tx, run_id, used).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Days pass, each with what is due, done by one process and again by another; then what is done from time to time.
    async fn wait(&mut self) {
        let target = self.now().plus(i64::try_from(self.dice.roll(13)).unwrap() * DAY);
        let end = self.model.paid.as_ref().map(|(_, until)| *until);
        let borders = end.map(|end| [end, end.plus(GRACE)]).into_iter().flatten();
        let now = self.now();
        for moment in borders.filter(|border| now < *border && *border < target).chain([target]) {
            go_to(&self.house.server, moment).await;
            self.house.server.another_process().await.run_jobs().await;
            self.sign_in().await;
            self.become_late().await;
        }
        if self.dice.roll(2) == 0 {
            sweep(&self.house.server).await;
            self.sweep();
        }
    }

    /// What was due in a period that is over.
    async fn become_late(&mut self) {
        let now = self.now();
        if self.model.paid.as_ref().is_none_or(|(_, until)| now < *until) {
            return;
        }
        // What was ordered before was replaced by the bill, or ended with the plan.
        let is_new =
            |known: &Known| known.state == "open" && !known.is_renewal() && known.is_plan();
        let has_ended = self.model.plan_at(now, "nothing") == "nothing";
        if has_ended {
            self.model.close_open(true);
            self.model.paid = None;
            return;
        }
        let replaced: Vec<_> =
            self.model.orders.values().filter(|it| is_new(it)).map(|it| it.order.clone()).collect();
        let bill = subscription(&self.house.ana).await["open_order"].clone();
        for order in replaced.iter().filter(|order| order["id"] != bill["id"]) {
            self.model.close(id_of(order), true);
        }
        let Some(id) = bill["id"].as_str() else { return };
        let (far, given, refund_due, disputed) = (Far::None, false, false, false);
        let (created, pay_by, state) = (now, None, "open");
        let order = bill.clone();
        let known = Known { order, state, far, given, refund_due, disputed, created, pay_by };
        self.model.orders.entry(id.to_owned()).or_insert(known);
    }

    /// The provider is asked for each open order, and those that waited too long are closed.
    fn sweep(&mut self) {
        let now = self.now();
        let mut open: Vec<_> =
            self.model.orders.values().filter(|known| known.state == "open").cloned().collect();
        open.sort_by_key(|known| known.created);
        for known in open {
            let id = id_of(&known.order).to_owned();
            if known.far != Far::None {
                self.model.hear(&id, now);
            }
            let is_old = known.pay_by.is_some_and(|pay_by| now > pay_by)
                || known.created <= now.plus(-ORDER_TIME);
            if self.model.orders[&id].state == "open" && !known.is_renewal() && is_old {
                self.model.close(&id, true);
            }
        }
    }

    async fn check(&self) {
        let (now, server) = (self.now(), &self.house.server);
        let ana = &self.house.ana;
        assert_eq!(plan_of(server, ana).await, self.model.plan_at(now, self.nothing()));
        if self.is_team && self.model.paid.is_some() {
            assert_eq!(seats_of(server, ana).await.0, self.model.seats, "the seats that were paid");
        }
        let mut conn = server.db().read().await.unwrap();
        let orders = sql!(
            &mut conn,
            all(Uuid, String, bool, bool),
            "SELECT id, state, refund_due, disputed FROM billing_orders"
        )
        .unwrap();
        assert_eq!(orders.len(), self.model.orders.len());
        for (id, state, refund_due, disputed) in orders {
            let known = &self.model.orders[&id.to_string()];
            let is = (state.as_str(), refund_due, disputed);
            assert_eq!(is, (known.state, known.refund_due, known.disputed), "{id}: {known:?}");
        }
        let sums = sql!(
            &mut conn,
            all(String, String, i64, i64, i64, i64, i64),
            "SELECT source, period, granted, used, held,
                CAST((SELECT COALESCE(SUM(e.change), 0) FROM ledger_entries e
                      WHERE e.bucket_id = b.id) AS BIGINT),
                CAST((SELECT COALESCE(SUM(l.amount), 0) FROM ledger_hold_lines l
                      JOIN ledger_holds h ON h.run_id = l.run_id AND h.state = 'open'
                      WHERE l.bucket_id = b.id) AS BIGINT)
             FROM ledger_buckets b"
        )
        .unwrap();
        let mut packs = BTreeMap::new();
        for (source, period, granted, used, held, entries, lines) in sums {
            assert!(used >= 0 && held >= 0 && used + held <= granted, "no balance is below zero");
            assert_eq!((entries, lines), (granted - used, held), "the sums hold");
            if source == "add_on" {
                packs.insert(period, granted);
            }
        }
        let grants = sql!(
            &mut conn,
            all(String,),
            "SELECT reference FROM entitlements_plan_grants WHERE source = 'subscription'"
        )
        .unwrap();
        for (id, known) in &self.model.orders {
            let plans = grants.iter().filter(|(reference,)| reference == id).count();
            assert_eq!(
                plans == 1,
                known.given && known.is_plan(),
                "a paid plan is given once: {known:?}"
            );
            let pack = packs.get(id);
            assert_eq!(
                pack.is_some(),
                known.given && !known.is_plan(),
                "so are credits: {known:?}"
            );
            if known.state == "paid" {
                assert!(pack.is_none_or(|granted| *granted == 500));
            }
            self.check_heard(id, known);
        }
    }

    /// Others hear of each payment once, and of each that is given back once, after it.
    fn check_heard(&self, id: &str, known: &Known) {
        let heard = self.heard.lock().unwrap();
        let of: Vec<_> = heard
            .iter()
            .filter(|(of, _)| of.to_string() == id)
            .map(|(_, is_paid)| *is_paid)
            .collect();
        let expected: &[bool] = match (known.given, known.state) {
            (true, "refunded") => &[true, false],
            (true, _) => &[true],
            (false, _) => &[],
        };
        assert_eq!(of, expected, "{known:?}");
    }

    /// All news come at last: nothing is lost of what was paid, and nothing kept of what is back.
    async fn end(&mut self) {
        while !self.waiting.is_empty() {
            self.take_news(false).await;
            self.read_end().await;
        }
        self.check().await;
        for known in self.model.orders.values() {
            match known.far {
                Far::Paid => assert!(known.state == "paid" || known.refund_due, "{known:?}"),
                Far::Back | Far::Lost => assert_eq!(known.state, "refunded", "{known:?}"),
                Far::Disputed => assert!(known.disputed, "{known:?}"),
                _ => assert!(!matches!(known.state, "refunded") || known.given, "{known:?}"),
            }
        }
    }
}

/// Something is off the first period for who is new, and for all at the turn of the year.
async fn offer_promotions(server: &TestServer) {
    let operator = server.operator().await;
    let mut offer = operator.get("/api/billing/own-offer").await.ok();
    for promotion in offer["promotions"].as_object_mut().unwrap().values_mut() {
        promotion["on"] = json!(true);
    }
    operator.put("/api/billing/own-offer", offer).await.ok();
}

for_each_store! {
    async fn whatever_the_provider_says_and_when_everybody_has_what_was_paid(store) {
        for seed in SEEDS {
            let _seed = Seed(seed);
            let mut history = History::begin(store, seed).await;
            for _ in 0..STEPS {
                history.step().await;
                history.check().await;
            }
            history.end().await;
        }
    }
}
