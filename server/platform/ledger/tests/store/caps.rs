use futures::future::join_all;
use kernel::{Payer, RunId};
use ledger::{Meter, ReserveError};

use crate::support::{House, on_both};

impl House {
    async fn cap(&self, payer: &Payer, amount: Option<i64>) {
        let mut tx = self.db.begin().await.unwrap();
        let of = (None, Meter::StandardQuery);
        self.ledger.set_cap(&mut tx, payer.workspace_id, of, amount).await.unwrap();
        tx.commit().await.unwrap();
    }
}

on_both! {
    // The existence of a cap is read together with the buckets; its use once those are locked.
    async fn of_64_at_once_under_a_cap_of_5_exactly_5_are_served(house: &House) {
        let ana = house.somebody();
        house.cap(&ana, Some(5)).await;
        let runs: Vec<RunId> = (0..64).map(|_| house.run()).collect();

        let answers = join_all(runs.iter().map(|run_id| house.reserve(&ana, *run_id))).await;

        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 5);
        let mut refused = answers.iter().filter_map(|answer| answer.as_ref().err());
        assert!(refused.all(|error| matches!(error, ReserveError::AccountCapReached { cap: 5, .. })));
        house.assert_invariants().await;
    }

    async fn a_cap_counts_what_was_used_before_it_was_set_and_is_gone_when_taken_away(house: &House) {
        let ana = house.somebody();
        for _ in 0..3 {
            house.ask(&ana).await.unwrap();
        }
        house.cap(&ana, Some(3)).await;
        let refused = house.ask(&ana).await;
        assert!(matches!(refused, Err(ReserveError::AccountCapReached { cap: 3, .. })), "{refused:?}");
        house.cap(&ana, None).await;
        house.ask(&ana).await.unwrap();
    }

    // Each reservation comes before the cap or after it, and the cap counts those before.
    async fn a_cap_that_is_set_while_many_reserve_lets_nobody_in_afterwards(house: &House) {
        let ana = house.somebody();
        for _ in 0..10 {
            let runs: Vec<RunId> = (0..3).map(|_| house.run()).collect();
            let reserving = join_all(runs.iter().map(|run_id| house.reserve(&ana, *run_id)));
            tokio::join!(reserving, house.cap(&ana, Some(0)));
            let refused = house.ask(&ana).await;
            assert!(matches!(refused, Err(ReserveError::AccountCapReached { .. })), "{refused:?}");
            house.cap(&ana, None).await;
        }
        house.assert_invariants().await;
    }

    // A plan without an allowance of a meter has no bucket of it.
    async fn a_cap_is_told_before_an_empty_purse(house: &House) {
        let ana = house.somebody();
        let mut tx = house.db.begin().await.unwrap();
        let of = (None, Meter::AdvancedCredit);
        house.ledger.set_cap(&mut tx, ana.workspace_id, of, Some(0)).await.unwrap();
        tx.commit().await.unwrap();
        let charge = ledger::Charge { meter: Some(Meter::AdvancedCredit), amount: 1 };
        let refused = house.reserve_charge(&ana, house.run(), charge).await;
        assert!(matches!(refused, Err(ReserveError::AccountCapReached { cap: 0, .. })), "{refused:?}");
    }
}
