use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{MINUTE, RunId};
use ledger::{RunFate, RunFates};
use store::{StoreResult, Tx};

use crate::support::{House, on_both};

/// Fates of runs; runs it does not name have none.
#[derive(Default)]
pub struct Told(pub BTreeMap<RunId, RunFate>);

#[async_trait]
impl RunFates for Told {
    async fn fate_of(&self, _tx: &mut Tx, run_id: RunId) -> StoreResult<RunFate> {
        Ok(self.0.get(&run_id).copied().unwrap_or(RunFate::Over { used: 0 }))
    }
}

on_both! {
    // security.md P7: "holds never outlive their run by > 15 min"
    async fn a_hold_that_a_crash_left_is_freed_after_15_minutes(house: &House) {
        let ana = house.somebody();
        house.reserve(&ana, house.run()).await.unwrap();

        house.clock.advance(15 * MINUTE - 1);
        assert_eq!(house.ledger.sweep(&house.db, &Told::default()).await.unwrap(), 0);
        assert_eq!(house.left(&ana).await, Some(39));

        house.clock.advance(1);
        assert_eq!(house.ledger.sweep(&house.db, &Told::default()).await.unwrap(), 1);
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }

    async fn the_hold_of_a_run_that_lives_is_kept(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();
        let alive = Told(BTreeMap::from([(run_id, RunFate::Alive)]));

        house.clock.advance(16 * MINUTE);
        assert_eq!(house.ledger.sweep(&house.db, &alive).await.unwrap(), 0);
        assert_eq!(house.left(&ana).await, Some(39));
        let mut conn = house.db.read().await.unwrap();
        assert_eq!(house.ledger.find_expired_holds(&mut conn).await.unwrap(), []);
        drop(conn);

        house.clock.advance(16 * MINUTE);
        assert_eq!(house.ledger.sweep(&house.db, &Told::default()).await.unwrap(), 1);
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }

    async fn a_run_that_was_cut_off_after_its_first_text_is_charged(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();
        house.clock.advance(16 * MINUTE);
        let over = Told(BTreeMap::from([(run_id, RunFate::Over { used: 1 })]));

        house.ledger.sweep(&house.db, &over).await.unwrap();

        assert_eq!(house.left(&ana).await, Some(39));
        assert_eq!(house.settle(run_id, 0).await.charged, 1);
        house.assert_invariants().await;
    }

    async fn two_sweeps_at_once_free_a_hold_once(house: &House) {
        let ana = house.somebody();
        for _ in 0..5 {
            house.reserve(&ana, house.run()).await.unwrap();
        }
        house.clock.advance(16 * MINUTE);
        let told = Told::default();
        let (one, other) =
            tokio::join!(house.ledger.sweep(&house.db, &told), house.ledger.sweep(&house.db, &told));
        one.unwrap();
        other.unwrap();
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }
}
