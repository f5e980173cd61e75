use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{MINUTE, RunId, Uuid};
use ledger::{KeyCaps, Ledger};
use store::{StoreResult, Tx};

use super::sweeping::Told;
use crate::support::{House, on_both};

/// Keys, and the amounts given back to them.
#[derive(Debug, Default)]
struct Keys(Mutex<Vec<(Uuid, i64)>>);

#[async_trait]
impl KeyCaps for Keys {
    async fn give_back(&self, _tx: &mut Tx, key_id: Uuid, unused: i64) -> StoreResult<()> {
        self.0.lock().unwrap().push((key_id, unused));
        Ok(())
    }
}

impl Keys {
    fn got(&self) -> Vec<(Uuid, i64)> {
        self.0.lock().unwrap().clone()
    }
}

const KEY: Uuid = Uuid::from_u128(7);

/// Returns a ledger with keys, and one query that `counted` was counted to one for.
async fn counted(house: &House, counted: i64) -> (Ledger, Arc<Keys>, RunId) {
    let keys = Arc::new(Keys::default());
    let ledger = house.ledger.clone().with_keys(keys.clone());
    let run_id = house.run();
    house.reserve(&house.somebody(), run_id).await.unwrap();
    let mut tx = house.db.begin().await.unwrap();
    ledger.count_to_key(&mut tx, run_id, KEY, counted).await.unwrap();
    tx.commit().await.unwrap();
    (ledger, keys, run_id)
}

async fn settle(house: &House, ledger: &Ledger, run_id: RunId, used: i64) {
    let mut tx = house.db.begin().await.unwrap();
    ledger.settle(&mut tx, run_id, used).await.unwrap();
    tx.commit().await.unwrap();
}

on_both! {
    async fn a_key_gets_back_what_is_not_charged_and_once(house: &House) {
        let (ledger, keys, run_id) = counted(house, 3).await;
        settle(house, &ledger, run_id, 1).await;
        settle(house, &ledger, run_id, 0).await;
        assert_eq!(keys.got(), [(KEY, 2)]);
        // Counted afterwards, it is for nothing that is still open.
        let mut tx = house.db.begin().await.unwrap();
        ledger.count_to_key(&mut tx, run_id, KEY, 9).await.unwrap();
        tx.commit().await.unwrap();
        settle(house, &ledger, run_id, 0).await;
        assert_eq!(keys.got(), [(KEY, 2)]);

        let (ledger, keys, run_id) = counted(house, 1).await;
        settle(house, &ledger, run_id, 1).await;
        assert_eq!(keys.got(), [], "all of it was used");
        house.assert_invariants().await;
    }

    // security.md P7: "holds never outlive their run by > 15 min"
    async fn a_key_gets_back_what_a_crash_left_and_once(house: &House) {
        let (ledger, keys, _) = counted(house, 1).await;
        house.clock.advance(15 * MINUTE - 1);
        assert_eq!(ledger.sweep(&house.db, &Told::default()).await.unwrap(), 0);
        assert_eq!(keys.got(), []);
        house.clock.advance(1);
        let other = house.another_process().await;
        let (one, two) = (Told::default(), Told::default());
        let swept = futures::join!(ledger.sweep(&house.db, &one), ledger.sweep(&other, &two));
        assert!(swept.0.unwrap() + swept.1.unwrap() > 0);
        assert_eq!(ledger.sweep(&house.db, &one).await.unwrap(), 0);
        assert_eq!(keys.got(), [(KEY, 1)]);
        other.close().await;
        house.assert_invariants().await;
    }
}
