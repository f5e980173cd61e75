//! Another area, that hears of payments and may die in the middle of one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use area::{PaidOrder, PaymentFollower};
use async_trait::async_trait;
use kernel::Uuid;
use store::{StoreResult, Tx, sql};

/// Records payments and refunds it is notified of. Cheap to clone.
#[derive(Clone, Default)]
pub struct Follower {
    dies: Arc<AtomicBool>,
    /// Paid orders, and refunded ones (`false`), in sequence.
    heard: Arc<Mutex<Vec<(Uuid, bool)>>>,
}

impl Follower {
    /// Sets whether the process dies that notifies this follower of the next payment.
    pub fn set_dies(&self, dies: bool) {
        self.dies.store(dies, Ordering::SeqCst);
    }

    /// Returns the notifications it got about an order: paid (`true`) or refunded (`false`).
    pub fn heard_of(&self, order_id: &str) -> Vec<bool> {
        let heard = self.heard.lock().unwrap();
        let of = heard.iter().filter(|(id, _)| id.to_string() == order_id);
        of.map(|(_, is_paid)| *is_paid).collect()
    }

    async fn hear(&self, tx: &mut Tx, id: Uuid, is_paid: bool) -> StoreResult<()> {
        if self.dies.swap(false, Ordering::SeqCst) {
            // Everything done so far is rolled back with the transaction.
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
