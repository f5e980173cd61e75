//! The provider's side of a history: the states of payments there, and how we are notified: late, twice, at once, in
//! any order, or not at all.

use kernel::{DAY, Timestamp};

use super::history::History;
use super::model::{Far, Known};
use crate::collectors::{Collector, Dispute};
use crate::setting::say;

/// Time for which the server remembers the notifications it has received.
const NEWS_KEPT: i64 = 30 * DAY;

/// The object that a notification about an order refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    Payment,
    /// The charge taken for it.
    Charge,
    Dispute,
    /// PayPal's, of money that it took from its seller again.
    Reversal,
}

#[derive(Debug, Clone)]
pub struct WebhookEvent {
    id: String,
    order_id: String,
    about: About,
}

/// A processed notification.
#[derive(Debug, Clone)]
pub struct Taken {
    news: WebhookEvent,
    /// Time of processing; `None`: it said nothing about an existing payment, and was not stored.
    at: Option<Timestamp>,
}

impl History {
    fn send_news(&mut self, order_id: &str, about: About) {
        self.sent += 1;
        let id = format!("evt_{}", self.sent);
        self.waiting.push(WebhookEvent { id, order_id: order_id.to_owned(), about });
    }

    pub fn send_news_of_payment(&mut self, id: &str) {
        let about = [About::Payment, About::Charge][self.dice.roll(2)];
        self.send_news(id, about);
    }

    fn set_far(&mut self, id: &str, far: Far) {
        self.model.order_mut(id).far = far;
    }

    /// Pays on the provider's page.
    pub async fn pay_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Open) else { return };
        self.house.collector.pay(&self.of(&id));
        self.set_far(&id, if self.model.closes_pages { Far::Paid } else { Far::Agreed });
        if self.model.orders[&id].state != "open" {
            self.reach("somebody pays what is closed");
        }
        self.send_news_of_payment(&id);
    }

    pub async fn expire_there(&mut self) {
        let is_waited_for = |known: &Known| known.far == Far::Open && known.state == "open";
        let Some(id) = self.pick(is_waited_for) else { return };
        self.house.collector.expire(&self.of(&id));
        self.set_far(&id, Far::Expired);
        if self.model.orders[&id].is_renewal() {
            self.reach("the page of a bill expired");
        }
        self.send_news_of_payment(&id);
    }

    /// Refunds on the provider's own pages, also a disputed payment.
    pub async fn give_back_there(&mut self) {
        let may_be = |far| matches!(far, Far::Paid | Far::Disputed);
        let Some(id) = self.pick(|known| may_be(known.far)) else { return };
        if self.model.orders[&id].far == Far::Disputed {
            self.reach("what is disputed was given back");
        }
        self.house.collector.give_back(&self.of(&id));
        self.set_far(&id, Far::Back);
        self.send_news_of_payment(&id);
    }

    /// Opens or resolves a payer's dispute of a payment.
    pub async fn dispute(&mut self) {
        let is_open = self.pick(|known| known.far == Far::Disputed);
        if let Some(id) = is_open.filter(|_| self.dice.roll(2) == 0) {
            return self.decide(&id);
        }
        let was_paid = |far| matches!(far, Far::Paid | Far::Back);
        let Some(id) = self.pick(|known| was_paid(known.far) && known.has_amount()) else { return };
        let (order, far) = (self.of(&id), self.model.orders[&id].far);
        if far == Far::Back {
            self.reach("what was given back is disputed");
            self.house.collector.dispute(&order, Dispute::Open);
            return self.send_news(&id, About::Dispute);
        }
        match (&self.house.collector, self.dice.roll(8)) {
            (Collector::PayPal(paypal), 0) => {
                paypal.reverse(&id);
                self.set_far(&id, Far::Lost);
                self.reach("a reversal");
                self.send_news(&id, About::Reversal);
            }
            _ => {
                self.house.collector.dispute(&order, Dispute::Open);
                self.set_far(&id, Far::Disputed);
                self.send_news(&id, About::Dispute);
            }
        }
    }

    fn decide(&mut self, id: &str) {
        let (is, far, what) = match self.dice.roll(3) {
            0 => (Dispute::Lost, Far::Lost, "a dispute was lost"),
            _ => (Dispute::Won, Far::Paid, "a dispute was won"),
        };
        self.house.collector.dispute(&self.of(id), is);
        self.set_far(id, far);
        self.reach(what);
        if far == Far::Paid {
            self.won.insert(id.to_owned());
        }
        self.send_news(id, About::Dispute);
    }

    fn write(&self, news: &WebhookEvent) -> testing::WebhookEvent {
        let (id, order_id, now) = (&news.id, &news.order_id, self.now());
        match (&self.house.collector, news.about) {
            (Collector::Stripe(stripe), About::Dispute) => stripe.dispute_event(id, order_id, now),
            (Collector::PayPal(paypal), About::Dispute) => paypal.dispute_event(id, order_id),
            (Collector::PayPal(paypal), About::Reversal) => paypal.reversal_event(id, order_id),
            (_, about) => self.house.news(id, &self.of(order_id), about == About::Charge),
        }
    }

    /// Delivers some notifications: once, twice at once, while the provider does not respond, or to a process that
    /// dies.
    pub async fn take_news(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let at = self.dice.roll(self.waiting.len());
        let news = self.waiting.swap_remove(at);
        let written = self.write(&news);
        match self.dice.roll(8) {
            0 => {
                self.house.collector.set_down(true);
                let answer = self.house.send(&written).await;
                self.house.collector.set_down(false);
                assert!(answer.status == 200 || answer.status == 503, "{}", answer.status);
                self.waiting.push(news);
            }
            1 => {
                let house = &self.house;
                let (first, second) =
                    futures::future::join(house.send(&written), house.send(&written)).await;
                first.assert_status(200);
                second.assert_status(200);
                self.hear(news);
            }
            _ => {
                let answer = self.dying(async |house| house.send(&written).await).await;
                if answer.status == 500 {
                    self.model.hear_captured(&news.order_id);
                    self.waiting.push(news);
                    return self.restart().await;
                }
                answer.assert_status(200);
                self.hear(news);
            }
        }
    }

    /// Delivers a notification twice at once, while an operator refunds the payment.
    pub async fn take_news_beside_a_refund(&mut self) {
        let is_waited_for = |news: &WebhookEvent| {
            let known = &self.model.orders[&news.order_id];
            known.far == Far::Paid && news.about != About::Dispute && news.about != About::Reversal
        };
        let Some(at) = self.waiting.iter().position(is_waited_for) else { return };
        let news = self.waiting.swap_remove(at);
        let (order, written) = (self.of(&news.order_id), self.write(&news));
        let house = &self.house;
        let (first, second, refund) = futures::future::join3(
            house.send(&written),
            house.send(&written),
            say(&house.server, &order, "refund"),
        )
        .await;
        first.assert_status(200);
        second.assert_status(200);
        let id = news.order_id.clone();
        self.hear(news);
        if refund.status != 200 {
            // It was not known to be paid when the refund was requested.
            drop(refund.assert_problem(409, "billing.order_not_paid"));
            return;
        }
        self.reach("news beside a refund");
        self.set_far(&id, Far::Back);
        self.send_news_of_payment(&id);
        if self.won.contains(&id) {
            self.reach("a refund after a dispute was won");
        }
        let now = self.now();
        self.model.hear(&id, now);
    }

    /// Processes a notification: the payment is looked up.
    fn hear(&mut self, news: WebhookEvent) {
        let now = self.now();
        let is_begun = self.model.orders[&news.order_id].far != Far::None;
        let names_payment = !self.model.closes_pages || news.about != About::Charge;
        self.model.hear(&news.order_id, now);
        self.taken.push(Taken { news, at: Some(now).filter(|_| is_begun || names_payment) });
    }

    /// Loses notifications. Open or disputed payments are looked up periodically.
    pub fn lose_news(&mut self) {
        let of = |news: &WebhookEvent| &self.model.orders[&news.order_id];
        let is_open = |news: &WebhookEvent| of(news).state == "open" && of(news).far != Far::None;
        let disputed = self.waiting.iter().position(|news| of(news).disputed);
        let Some(at) = disputed.or_else(|| self.waiting.iter().position(is_open)) else { return };
        let news = self.waiting.swap_remove(at);
        self.model.order_mut(&news.order_id).is_unheard = true;
    }

    /// Delivers processed notifications again. Those no longer remembered count as new.
    pub async fn take_old_news(&mut self) {
        if self.taken.is_empty() {
            return;
        }
        let at = self.dice.roll(self.taken.len());
        let again = self.taken[at].clone();
        let written = self.write(&again.news);
        self.house.send(&written).await.assert_status(200);
        let forgotten = self.model.swept_at.map(|swept| swept.plus(-NEWS_KEPT));
        if again.at.is_none_or(|at| forgotten.is_some_and(|before| at < before)) {
            self.reach("old news were forgotten");
            self.taken.swap_remove(at);
            return self.hear(again.news);
        }
        // If somebody approved the order meanwhile the money is collected on lookup, whatever the notification says.
        self.model.hear_captured(&again.news.order_id);
    }
}
