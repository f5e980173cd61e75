//! Answers of a provider's that are overtaken by later ones.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use http::HeaderMap;
use kernel::Timestamp;
use payments::{Begun, Bill, Notice, Payment, PaymentError, PaymentProvider};
use testing::for_each_store;
use tokio::sync::oneshot;

use crate::collectors::{Collector, Dispute, House, both};
use crate::setting::{mails_to, plan};

/// A provider that can hold back one answer.
struct Slow {
    provider: Arc<dyn PaymentProvider>,
    kept: Mutex<Option<Kept>>,
}

/// Signals that an answer is held back, and waits until it is released.
struct Kept {
    there: oneshot::Sender<()>,
    go: oneshot::Receiver<()>,
}

impl Slow {
    /// Holds back the next answer. Returns a receiver that signals its arrival, and a sender that releases it.
    fn keep_next(&self) -> (oneshot::Receiver<()>, oneshot::Sender<()>) {
        let (there, is_there) = oneshot::channel();
        let (let_go, go) = oneshot::channel();
        *self.kept.lock().unwrap() = Some(Kept { there, go });
        (is_there, let_go)
    }
}

#[async_trait]
impl PaymentProvider for Slow {
    fn id(&self) -> &'static str {
        self.provider.id()
    }

    async fn begin(&self, bill: &Bill) -> Result<Begun, PaymentError> {
        self.provider.begin(bill).await
    }

    async fn look_up(&self, reference: &str) -> Result<Payment, PaymentError> {
        let answer = self.provider.look_up(reference).await;
        let kept = self.kept.lock().unwrap().take();
        if let Some(Kept { there, go }) = kept {
            there.send(()).unwrap();
            go.await.unwrap();
        }
        answer
    }

    async fn collect(&self, reference: &str) -> Result<Payment, PaymentError> {
        self.provider.collect(reference).await
    }

    async fn cancel(&self, reference: &str) -> Result<(), PaymentError> {
        self.provider.cancel(reference).await
    }

    async fn refund(&self, reference: &str) -> Result<(), PaymentError> {
        self.provider.refund(reference).await
    }

    async fn read_notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notice, PaymentError> {
        self.provider.read_notice(headers, body, now).await
    }
}

for_each_store! {
    async fn that_a_payment_is_disputed_counts_no_more_when_its_money_is_back(store) {
        for collector in Collector::far().await {
            let slow =
                Arc::new(Slow { provider: collector.provider(), kept: Mutex::new(None) });
            let house = House::asking(store, collector, slow.clone()).await;
            let operator = house.server.operator().await;
            let order = house.order(plan("pro", "monthly")).await;
            house.pay(&order).await;

            // Asked while it is disputed, and written down after it is lost.
            house.collector.dispute(&order, Dispute::Open);
            let (is_there, let_go) = slow.keep_next();
            let overtaken = async {
                is_there.await.unwrap();
                house.collector.dispute(&order, Dispute::Lost);
                house.tell_of_dispute("evt_lost", &order).await;
                assert_eq!(house.stand(&order).await, both("refunded", "free"));
                let_go.send(()).unwrap();
            };
            tokio::join!(house.tell_of_dispute("evt_open", &order), overtaken);

            assert!(!house.is_disputed(&order).await);
            assert_eq!(house.stand(&order).await, both("refunded", "free"));
            assert!(mails_to(&house.server, &operator.email).await.is_empty());
        }
    }
}
