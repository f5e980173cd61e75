use std::time::{Duration, Instant};

use futures::future::join_all;
use futures::{StreamExt, stream};
use kernel::{DAY, RunId};
use ledger::{ADD_ON, Charge, Grant, Meter, ReserveError};

use crate::support::{House, on_both, standard};

on_both! {
    // security.md QB1
    async fn of_64_at_once_on_a_balance_of_1_exactly_one_is_served(house: &House) {
        let ana = house.somebody();
        for _ in 0..39 {
            house.ask(&ana).await.unwrap();
        }
        let runs: Vec<RunId> = (0..64).map(|_| house.run()).collect();

        let answers = join_all(runs.iter().map(|run_id| house.reserve(&ana, *run_id))).await;

        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        assert_eq!(house.left(&ana).await, Some(0));
        house.assert_invariants().await;
    }

    async fn the_first_64_at_once_make_one_bucket_of_40(house: &House) {
        let ana = house.somebody();
        let runs: Vec<RunId> = (0..64).map(|_| house.run()).collect();

        let answers = join_all(runs.iter().map(|run_id| house.reserve(&ana, *run_id))).await;

        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 40);
        house.assert_invariants().await;
    }

    // Longer-lived buckets are created before the day's own: locks on both are taken in one order.
    async fn nobody_fails_who_is_first_on_a_day_together_with_others(house: &House) {
        let ana = house.somebody();
        let bought = Grant {
            meter: Meter::StandardQuery,
            amount: 2_000,
            source: ADD_ON,
            reference: "1".to_owned(),
            ends_at: None,
            detail: "small".to_owned(),
        };
        let mut tx = house.db.begin().await.unwrap();
        house.ledger.grant(&mut tx, ana.workspace_id, &bought).await.unwrap();
        tx.commit().await.unwrap();
        for _ in 0..20 {
            house.clock.advance(DAY);
            let runs: Vec<RunId> = (0..64).map(|_| house.run()).collect();
            for answer in join_all(runs.iter().map(|run_id| house.reserve(&ana, *run_id))).await {
                answer.unwrap();
            }
            join_all(runs.iter().map(|run_id| house.settle(*run_id, 1))).await;
        }
        assert_eq!(house.left(&ana).await, Some(2_000 - 20 * 24));
        house.assert_invariants().await;
    }

    // security.md QB4
    async fn of_64_settling_the_same_run_one_charges_it(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();

        let settled = join_all((0..64).map(|n| house.settle(run_id, n % 2))).await;

        let charged = settled[0].charged;
        assert!(settled.iter().all(|answer| answer.charged == charged), "all hear the same");
        assert_eq!(house.left(&ana).await, Some(40 - charged));
        house.assert_invariants().await;
    }

    async fn the_same_run_reserved_64_times_at_once_holds_one(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        let answers = join_all((0..64).map(|_| house.reserve(&ana, run_id))).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        assert_eq!(house.left(&ana).await, Some(39));
        house.assert_invariants().await;
    }

    // A team's common balance: one row, of which four processes hold and which they settle at the same time.
    async fn of_2000_raced_holds_none_overdraws(house: &House) {
        let ana = house.somebody();
        let bought = Grant {
            meter: Meter::StandardQuery,
            amount: 1_200,
            source: ADD_ON,
            reference: "1".to_owned(),
            ends_at: None,
            detail: "large".to_owned(),
        };
        let mut tx = house.db.begin().await.unwrap();
        house.ledger.grant(&mut tx, ana.workspace_id, &bought).await.unwrap();
        tx.commit().await.unwrap();
        let processes = [
            house.another_process().await,
            house.another_process().await,
            house.another_process().await,
            house.db.clone(),
        ];
        let began = Instant::now();

        // Each third run is given back, so that others may have it.
        let outcomes: Vec<Option<i64>> = stream::iter(0..2_000_usize)
            .map(|n| {
                let (db, ana, run_id) = (&processes[n % 4], &ana, house.run());
                async move {
                    let used = i64::from(n % 3 != 0);
                    match house.reserve_on(db, ana, run_id, standard()).await {
                        Ok(()) => Some(house.settle_on(db, run_id, used).await.charged),
                        Err(ReserveError::Insufficient { .. }) => None,
                        Err(error) => panic!("{error:?}"),
                    }
                }
            })
            .buffer_unordered(32)
            .collect()
            .await;

        let took = began.elapsed();
        let charged: i64 = outcomes.iter().flatten().sum();
        assert_eq!(charged, 1_240, "the plan's 40 and all that was bought");
        assert_eq!(house.left(&ana).await, Some(0));
        house.assert_invariants().await;
        assert!(took < Duration::from_secs(120), "{took:?}");
        for process in &processes[..3] {
            process.close().await;
        }
    }

    // Holds that need two buckets lock both, while others have waited in vain for one of them.
    async fn raced_holds_of_several_buckets_do_not_lock_each_other_out(house: &House) {
        for round in 0..6 {
            let ana = house.somebody();
            for (n, days) in (1..).zip([1, 3, 2]) {
                let bought = Grant {
                    meter: Meter::StandardQuery,
                    amount: 25,
                    source: ADD_ON,
                    reference: format!("{round}-{n}"),
                    ends_at: Some(house.clock.now().plus(days * DAY)),
                    detail: "small".to_owned(),
                };
                let mut tx = house.db.begin().await.unwrap();
                house.ledger.grant(&mut tx, ana.workspace_id, &bought).await.unwrap();
                tx.commit().await.unwrap();
            }
            let runs: Vec<RunId> = (0..64).map(|_| house.run()).collect();
            let charge = Charge { amount: 3, ..standard() };

            let outcomes = join_all(runs.iter().map(|run_id| async {
                house.reserve_charge(&ana, *run_id, charge).await?;
                Ok(house.settle(*run_id, 2).await.charged)
            }))
            .await;

            let mut charged = 0;
            for outcome in outcomes {
                match outcome {
                    Ok(amount) => charged += amount,
                    Err(ReserveError::Insufficient { .. }) => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
            assert_eq!(house.left(&ana).await, Some(40 + 3 * 25 - charged));
        }
        house.assert_invariants().await;
    }

    async fn three_processes_serve_a_balance_of_1_once(house: &House) {
        let ana = house.somebody();
        for _ in 0..39 {
            house.ask(&ana).await.unwrap();
        }
        let processes =
            [house.another_process().await, house.another_process().await, house.db.clone()];
        let runs: Vec<RunId> = (0..30).map(|_| house.run()).collect();

        let answers = join_all(runs.iter().enumerate().map(|(n, run_id)| {
            house.reserve_on(&processes[n % 3], &ana, *run_id, standard())
        }))
        .await;

        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        for answer in answers {
            let is_told = matches!(answer, Ok(()) | Err(ReserveError::Insufficient { left: 0, .. }));
            assert!(is_told, "{answer:?}");
        }
        house.assert_invariants().await;
        for process in &processes[..2] {
            process.close().await;
        }
    }
}
