use ledger::{Charge, Meter, ReserveError, Settled};

use crate::support::{House, advanced, on_both, reservation, standard};

const ONE_STANDARD: Settled = Settled { meter: Some(Meter::StandardQuery), charged: 1 };
const NOTHING: Settled = Settled { meter: Some(Meter::StandardQuery), charged: 0 };

on_both! {
    // spec §9: "free daily 40"; spec §8: "Your queries have been used up"
    async fn a_free_user_has_40_queries_a_day_and_not_41(house: &House) {
        let ana = house.somebody();
        for _ in 0..40 {
            house.ask(&ana).await.unwrap();
        }

        let refused = house.ask(&ana).await.unwrap_err();

        assert!(matches!(
            refused,
            ReserveError::Insufficient { meter: Meter::StandardQuery, needed: 1, left: 0, .. }
        ));
        let code = kernel::Failure::from(refused).code();
        assert_eq!(code, Some("ledger.queries_used_up"));
        house.assert_invariants().await;
    }

    async fn what_is_held_cannot_be_spent_twice(house: &House) {
        let ana = house.somebody();
        for _ in 0..40 {
            house.reserve(&ana, house.run()).await.unwrap();
        }
        assert!(house.reserve(&ana, house.run()).await.is_err());
        house.assert_invariants().await;
    }

    async fn a_run_is_charged_once_however_often_it_is_settled(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();

        assert_eq!(house.settle(run_id, 1).await, ONE_STANDARD);
        assert_eq!(house.settle(run_id, 1).await, ONE_STANDARD);
        assert_eq!(house.settle(run_id, 0).await, ONE_STANDARD, "too late to take it back");

        assert_eq!(house.left(&ana).await, Some(39));
        house.assert_invariants().await;
    }

    async fn a_run_that_brought_nothing_costs_nothing(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();
        assert_eq!(house.left(&ana).await, Some(39));

        let mut tx = house.db.begin().await.unwrap();
        assert_eq!(house.ledger.release(&mut tx, run_id).await.unwrap(), NOTHING);
        tx.commit().await.unwrap();

        assert_eq!(house.left(&ana).await, Some(40));
        assert_eq!(house.settle(run_id, 1).await, NOTHING, "it was over already");
        house.assert_invariants().await;
    }

    // security.md QB3
    async fn hostile_usage_never_credits_and_never_charges_more_than_was_held(house: &House) {
        let ana = house.somebody();
        for (used, charged) in [(-1, 0), (i64::MIN, 0), (2, 1), (i64::MAX, 1)] {
            let run_id = house.run();
            house.reserve(&ana, run_id).await.unwrap();
            assert_eq!(house.settle(run_id, used).await.charged, charged, "{used}");
        }
        assert_eq!(house.left(&ana).await, Some(38));
        house.assert_invariants().await;
    }

    async fn reserving_for_a_run_again_fails_and_holds_nothing_more(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();
        let again = house.reserve(&ana, run_id).await;
        assert!(matches!(again, Err(ReserveError::Store(_))), "{again:?}");
        assert_eq!(house.left(&ana).await, Some(39));

        house.settle(run_id, 1).await;
        let again = house.reserve(&ana, run_id).await;
        assert!(matches!(again, Err(ReserveError::Store(_))), "{again:?}");
        assert_eq!(house.left(&ana).await, Some(39));
        house.assert_invariants().await;
    }

    async fn a_transaction_that_is_dropped_holds_nothing(house: &House) {
        let ana = house.somebody();
        let mut tx = house.db.begin().await.unwrap();
        house.ledger.reserve(&mut tx, &reservation(&ana, house.run(), standard())).await.unwrap();
        drop(tx);
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }

    async fn a_refused_run_leaves_no_hold_even_when_its_transaction_is_committed(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        let mut tx = house.db.begin().await.unwrap();
        let refused = house.ledger.reserve(&mut tx, &reservation(&ana, run_id, advanced())).await;
        assert!(matches!(refused, Err(ReserveError::Insufficient { left: 0, .. })));
        tx.commit().await.unwrap();
        assert_eq!(house.settle(run_id, 1).await, Settled { meter: None, charged: 0 });
        house.assert_invariants().await;
    }

    async fn the_operator_is_counted_but_never_refused(house: &House) {
        let olga = house.operator().await;
        for _ in 0..41 {
            house.ask(&olga).await.unwrap();
        }
        let run_id = house.run();
        house.reserve_charge(&olga, run_id, advanced()).await.unwrap();
        let settled = house.settle(run_id, 1).await;
        assert_eq!(settled, Settled { meter: Some(Meter::AdvancedQuery), charged: 1 });

        let mut conn = house.db.read().await.unwrap();
        let usage = house.ledger.usage(&mut conn, &olga).await.unwrap();
        assert_eq!((usage[0].granted, usage[0].used, usage[0].left), (None, 41, None));
        drop(conn);
        house.assert_invariants().await;
    }

    async fn a_free_operation_is_recorded_as_run_but_costs_nothing(house: &House) {
        let ana = house.somebody();
        let run_id = house.run();
        house.reserve_charge(&ana, run_id, Charge::FREE).await.unwrap();
        assert_eq!(house.settle(run_id, 5).await, Settled { meter: None, charged: 0 });
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }

    async fn a_run_without_a_hold_is_free(house: &House) {
        let settled = house.settle(house.run(), 1).await;
        assert_eq!(settled, Settled { meter: None, charged: 0 });
    }

    async fn what_ends_soonest_is_spent_first(house: &House) {
        let ana = house.somebody();
        house.ask(&ana).await.unwrap();
        let now = house.clock.now();
        for (reference, ends_at) in [("later", None), ("sooner", Some(now.plus(kernel::HOUR)))] {
            let grant = ledger::Grant {
                meter: Meter::StandardQuery,
                amount: 2,
                source: "reward",
                reference: reference.to_owned(),
                ends_at,
                detail: "A reward".to_owned(),
            };
            let mut tx = house.db.begin().await.unwrap();
            assert!(house.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap());
            assert!(!house.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap(), "once");
            tx.commit().await.unwrap();
        }

        let run_id = house.run();
        let charge = Charge { meter: Some(Meter::StandardQuery), amount: 42 };
        house.reserve_charge(&ana, run_id, charge).await.unwrap();
        house.settle(run_id, 3).await;

        let mut conn = house.db.read().await.unwrap();
        let used = store::sql!(
            &mut conn,
            all (String, i64),
            "SELECT period, used FROM ledger_buckets ORDER BY period"
        )
        .unwrap();
        drop(conn);
        let of = |period: &str, used: i64| (period.to_owned(), used);
        assert_eq!(used, [of("2026-11-20", 1 + 1), of("later", 0), of("sooner", 2)]);
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }
}
