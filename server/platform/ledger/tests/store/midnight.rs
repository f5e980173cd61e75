use kernel::{DAY, Timestamp};

use crate::support::{House, on_both};

/// 2026-11-21T00:00:00Z.
const MIDNIGHT: Timestamp = Timestamp::from_micros(1_795_219_200_000_000);

fn move_to(house: &House, moment: Timestamp) {
    house.clock.advance(moment.since(house.clock.now()));
}

on_both! {
    // spec §9: "free daily 40 (reset 00:00 UTC)"; security.md QB2
    async fn the_queries_come_back_at_midnight_and_not_a_microsecond_before(house: &House) {
        let ana = house.somebody();
        for _ in 0..40 {
            house.ask(&ana).await.unwrap();
        }
        move_to(house, MIDNIGHT.plus(-1));
        assert_eq!(house.left(&ana).await, Some(0));
        assert!(house.ask(&ana).await.is_err());

        move_to(house, MIDNIGHT);
        assert_eq!(house.left(&ana).await, Some(40));
        house.ask(&ana).await.unwrap();
        assert_eq!(house.left(&ana).await, Some(39));
        house.assert_invariants().await;
    }

    async fn what_was_left_yesterday_is_not_added_to_today(house: &House) {
        let ana = house.somebody();
        house.ask(&ana).await.unwrap();
        house.clock.advance(3 * DAY);
        for _ in 0..40 {
            house.ask(&ana).await.unwrap();
        }
        assert!(house.ask(&ana).await.is_err());
        house.assert_invariants().await;
    }

    async fn a_run_over_midnight_is_charged_to_the_day_it_began(house: &House) {
        let ana = house.somebody();
        move_to(house, MIDNIGHT.plus(-1));
        let run_id = house.run();
        house.reserve(&ana, run_id).await.unwrap();
        move_to(house, MIDNIGHT);
        house.settle(run_id, 1).await;
        assert_eq!(house.left(&ana).await, Some(40));
        house.assert_invariants().await;
    }

    async fn a_clock_that_goes_back_an_hour_gives_nothing_twice(house: &House) {
        let ana = house.somebody();
        move_to(house, MIDNIGHT.plus(-1));
        for _ in 0..40 {
            house.ask(&ana).await.unwrap();
        }
        move_to(house, MIDNIGHT);
        for _ in 0..40 {
            house.ask(&ana).await.unwrap();
        }
        move_to(house, MIDNIGHT.plus(-kernel::HOUR));
        assert!(house.ask(&ana).await.is_err(), "yesterday's are used up");
        move_to(house, MIDNIGHT.plus(1));
        assert!(house.ask(&ana).await.is_err(), "and so are today's");
        house.assert_invariants().await;
    }

    async fn the_refusal_says_when_there_is_more(house: &House) {
        let ana = house.somebody();
        for _ in 0..40 {
            house.ask(&ana).await.unwrap();
        }
        let Err(ledger::ReserveError::Insufficient { resets_at, .. }) = house.ask(&ana).await else {
            panic!("40 are used up");
        };
        assert_eq!(resets_at, Some(MIDNIGHT));
    }
}
