//! The provider's side of a history: what becomes of payments there, and how we hear of it.

use testing::{Answer, News};

use crate::collectors::{Collector, Dispute};

use super::history::{History, Waiting};
use super::model::Far;

impl History {
    pub fn send_news(&mut self, id: &str, is_of_dispute: bool) {
        self.numbers += 1;
        self.waiting.push((format!("evt_{}", self.numbers), id.to_owned(), is_of_dispute));
    }

    /// Somebody pays on the provider's page.
    pub async fn pay_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Open) else { return };
        self.house.collector.pay(&self.of(&id));
        self.set_far(&id, if self.model.closes_pages { Far::Paid } else { Far::Agreed });
        self.send_news(&id, false);
    }

    pub async fn expire_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Open) else { return };
        self.house.collector.expire(&self.of(&id));
        self.set_far(&id, Far::Expired);
        self.send_news(&id, false);
    }

    pub async fn give_back_there(&mut self) {
        let Some(id) = self.pick(|known| known.far == Far::Paid) else { return };
        self.house.collector.give_back(&self.of(&id));
        self.set_far(&id, Far::Back);
        self.send_news(&id, false);
    }

    /// A payer disputes a payment, or that is decided.
    pub async fn dispute(&mut self) {
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
    pub async fn take_news(&mut self, dies: bool) {
        if self.waiting.is_empty() {
            return;
        }
        let at = self.dice.roll(self.waiting.len());
        let waiting = self.waiting.swap_remove(at);
        self.follower.set_dies(dies);
        let answer = self.deliver(&waiting).await;
        self.follower.set_dies(false);
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
    pub fn hear_captured(&mut self, id: &str) {
        let known = self.model.orders.get_mut(id).unwrap();
        if known.far == Far::Agreed && known.state == "open" {
            known.far = Far::Paid;
        }
    }

    /// News that were taken come again.
    pub async fn take_old_news(&mut self) {
        if self.taken.is_empty() {
            return;
        }
        let at = self.dice.roll(self.taken.len());
        let again = self.taken[at].clone();
        // Of an order that somebody agreed to meanwhile the money is taken when it is asked for, whatever the news are.
        self.deliver(&again).await.assert_status(200);
        self.hear_captured(&again.1);
    }
}
