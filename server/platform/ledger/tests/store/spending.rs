use std::pin::pin;
use std::time::Duration;

use futures::future::join_all;
use kernel::{DAY, HOUR, Payer, RunId};
use ledger::{Charge, Ledger, ModelUse, ReserveError, SpendingLimits};
use store::{Db, Engine, Tx, sql};
use tokio::time::timeout;

use crate::store::sweeping::Told;
use crate::support::{House, advanced, on_both, prices, reservation, standard};

const PAID: &str = "paid/large";

/// Returns a call that costs so many millionths.
fn call(model: &str, tokens: i64) -> ModelUse<'_> {
    ModelUse {
        model,
        is_local: model.starts_with("ollama/"),
        input_tokens: 0,
        output_tokens: tokens,
        is_estimated: false,
    }
}

async fn limit(house: &House, daily: Option<i64>, monthly: Option<i64>) {
    let mut tx = house.db.begin().await.unwrap();
    let limits = SpendingLimits { daily, monthly };
    house.ledger.set_spending_limits(&mut tx, limits).await.unwrap();
    tx.commit().await.unwrap();
    house.ledger.refresh_limits(&house.db).await.unwrap();
}

/// Does what the start of a run does, with the connections and state of one process.
async fn begin_on(
    (db, ledger): (&Db, &Ledger),
    payer: &Payer,
    run_id: RunId,
    asked: &ModelUse<'_>,
) -> Result<(), ReserveError> {
    let mut tx = db.begin().await?;
    ledger.reserve(&mut tx, &reservation(payer, run_id, Charge::FREE)).await?;
    if ledger.limits_spending() {
        ledger.hold_cost(&mut tx, run_id, asked).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn begin(house: &House, payer: &Payer, asked: &ModelUse<'_>) -> Result<RunId, ReserveError> {
    let run_id = house.run();
    begin_on((&house.db, &house.ledger), payer, run_id, asked).await.map(|()| run_id)
}

/// Does what the end of a run does.
async fn end(house: &House, run_id: RunId, used: Option<&ModelUse<'_>>) {
    let mut tx = house.db.begin().await.unwrap();
    let (_, open) = house.ledger.settle_open(&mut tx, run_id, 0).await.unwrap();
    if let Some(open) = open {
        house.ledger.book_cost(&mut tx, open, used).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Returns the spent and held amounts of the day and of the month.
async fn sums(house: &House) -> [(i64, i64); 2] {
    let mut conn = house.db.read().await.unwrap();
    let (day, month) = house.ledger.spending_today(&mut conn).await.unwrap();
    [(day.spent, day.held), (month.spent, month.held)]
}

/// Asserts S1 to S3 for every period there is.
async fn assert_invariants(house: &House) {
    let mut conn = house.db.read().await.unwrap();
    let periods = sql!(
        &mut conn,
        all(String, i64, i64, Option<i64>),
        "SELECT period, spent, held, most FROM ledger_spending"
    )
    .unwrap();
    let costs = sql!(
        &mut conn,
        all(kernel::Timestamp, Option<i64>),
        "SELECT begun_at, amount FROM ledger_costs"
    )
    .unwrap();
    let holds = sql!(
        &mut conn,
        all(kernel::Timestamp, i64),
        "SELECT created_at, cost_held FROM ledger_holds WHERE state = 'open'"
    )
    .unwrap();
    for (period, spent, held, most) in periods {
        let is_in = |at: kernel::Timestamp| at.utc_date().starts_with(&period);
        let booked = costs.iter().filter(|(at, _)| is_in(*at)).filter_map(|(_, amount)| *amount);
        assert_eq!(booked.sum::<i64>(), spent, "S1: {period} has all that was booked");
        let open = holds.iter().filter(|(at, _)| is_in(*at)).map(|(_, held)| held);
        assert_eq!(open.sum::<i64>(), held, "S2: {period} holds what open holds hold");
        assert!(most.is_none_or(|most| spent + held <= most), "S3: {period} is not passed");
    }
}

async fn news(house: &House) -> Vec<(bool, bool, i64)> {
    let mut tx = house.db.begin().await.unwrap();
    let taken = house.ledger.take_spending_news(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    house.ledger.forget_told(&taken);
    taken.news.iter().map(|news| (news.has_tripped, news.is_month, news.most)).collect()
}

on_both! {
    async fn without_a_limit_nothing_is_held_and_what_was_used_is_booked(house: &House) {
        house.ledger.refresh_limits(&house.db).await.unwrap();
        assert!(!house.ledger.limits_spending());
        let ana = house.somebody();
        let run_id = begin(house, &ana, &call(PAID, 100)).await.unwrap();
        end(house, run_id, Some(&call(PAID, 60))).await;
        end(house, run_id, Some(&call(PAID, 60))).await;
        assert_eq!(sums(house).await, [(60, 0), (60, 0)], "the second end books nothing");

        let mut conn = house.db.read().await.unwrap();
        let models = house.ledger.list_model_costs(&mut conn, "2026-11").await.unwrap();
        assert_eq!(models.len(), 1);
        assert_eq!((models[0].model.as_str(), models[0].runs, models[0].amount), (PAID, 1, 60));
        assert_eq!((models[0].output_tokens, models[0].unpriced_runs), (60, 0));
    }

    async fn what_has_no_price_is_booked_as_such_and_what_is_free_is_not_booked(house: &House) {
        let ana = house.somebody();
        for model in ["other/large", "ollama/small"] {
            let run_id = begin(house, &ana, &call(model, 0)).await.unwrap();
            end(house, run_id, Some(&call(model, 7))).await;
        }
        let mut conn = house.db.read().await.unwrap();
        let models = house.ledger.list_model_costs(&mut conn, "2026-11").await.unwrap();
        assert_eq!(models.len(), 1);
        assert_eq!((models[0].amount, models[0].unpriced_runs, models[0].output_tokens), (0, 1, 7));
        let months = house.ledger.list_month_costs(&mut conn, "2026-01").await.unwrap();
        assert_eq!((months[0].month.as_str(), months[0].unpriced_runs), ("2026-11", 1));
    }

    async fn a_run_holds_what_it_may_cost_and_gives_back_what_it_did_not(house: &House) {
        limit(house, Some(100), Some(1_000)).await;
        let ana = house.somebody();
        let run_id = begin(house, &ana, &call(PAID, 70)).await.unwrap();
        assert_eq!(sums(house).await, [(0, 70), (0, 70)]);
        let refused = begin(house, &ana, &call(PAID, 31)).await.unwrap_err();
        let ReserveError::SpendingLimit { resets_at: Some(resets_at) } = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(resets_at.to_string(), "2026-11-21T00:00:00.000000Z");
        assert_invariants(house).await;

        end(house, run_id, Some(&call(PAID, 20))).await;
        assert_eq!(sums(house).await, [(20, 0), (20, 0)]);
        begin(house, &ana, &call(PAID, 31)).await.unwrap();
        assert_invariants(house).await;
    }

    async fn free_models_go_on_and_those_without_a_price_do_not(house: &House) {
        limit(house, Some(0), None).await;
        let ana = house.somebody();
        begin(house, &ana, &call("ollama/small", 9_000)).await.unwrap();
        let refused = begin(house, &ana, &call(PAID, 1)).await.unwrap_err();
        assert!(matches!(refused, ReserveError::SpendingLimit { .. }), "{refused:?}");
        limit(house, Some(1_000), None).await;
        let refused = begin(house, &ana, &call("other/large", 1)).await.unwrap_err();
        assert!(matches!(refused, ReserveError::Unpriced), "{refused:?}");
        assert_eq!(sums(house).await, [(0, 0), (0, 0)]);
    }

    async fn of_64_at_once_no_more_begin_than_the_limit_has_room_for(house: &House) {
        limit(house, Some(1_000), Some(105)).await;
        let ana = house.somebody();

        let (asked, used) = (call(PAID, 10), call(PAID, 3));
        let begun = join_all((0..64).map(|_| begin(house, &ana, &asked))).await;

        assert_eq!(begun.iter().filter(|begun| begun.is_ok()).count(), 10);
        assert_invariants(house).await;
        let runs: Vec<RunId> = begun.into_iter().flatten().collect();
        join_all(runs.iter().map(|run_id| end(house, *run_id, Some(&used)))).await;
        assert_eq!(sums(house).await, [(30, 0), (30, 0)]);
        assert_invariants(house).await;
    }

    async fn three_processes_keep_one_limit_while_runs_end(house: &House) {
        limit(house, Some(200), None).await;
        let ana = house.somebody();
        let dbs = [house.another_process().await, house.another_process().await, house.db.clone()];
        let ledgers = [house.ledger.clone(), house.ledger.clone(), house.ledger.clone()];
        let live = |n: usize| {
            let (db, ledger, ana) = (&dbs[n % 3], &ledgers[n % 3], &ana);
            let run_id = house.run();
            async move {
                if begin_on((db, ledger), ana, run_id, &call(PAID, 10)).await.is_err() {
                    return 0;
                }
                let mut tx = db.begin().await.unwrap();
                let (_, open) = ledger.settle_open(&mut tx, run_id, 0).await.unwrap();
                ledger.book_cost(&mut tx, open.unwrap(), Some(&call(PAID, 10))).await.unwrap();
                tx.commit().await.unwrap();
                10
            }
        };

        let spent: i64 = join_all((0..48).map(live)).await.into_iter().sum();

        assert_eq!(spent, 200);
        assert_eq!(sums(house).await, [(200, 0), (200, 0)]);
        assert_invariants(house).await;
        for db in &dbs[..2] {
            db.close().await;
        }
    }

    async fn what_a_crash_left_is_given_back(house: &House) {
        limit(house, Some(100), None).await;
        let ana = house.somebody();
        begin(house, &ana, &call(PAID, 100)).await.unwrap();
        house.clock.advance(15 * kernel::MINUTE);
        assert_eq!(house.ledger.sweep(&house.db, &Told::default()).await.unwrap(), 1);
        assert_eq!(sums(house).await, [(0, 0), (0, 0)]);
        assert_invariants(house).await;
    }

    async fn the_next_period_has_room_again_and_an_old_run_is_booked_where_it_began(house: &House) {
        limit(house, Some(100), None).await;
        let ana = house.somebody();
        let run_id = begin(house, &ana, &call(PAID, 100)).await.unwrap();
        house.clock.advance(12 * HOUR);
        assert!(begin(house, &ana, &call(PAID, 100)).await.is_err());
        house.clock.advance(HOUR);
        house.ledger.refresh_limits(&house.db).await.unwrap();
        begin(house, &ana, &call(PAID, 100)).await.unwrap();
        end(house, run_id, Some(&call(PAID, 90))).await;
        assert_eq!(sums(house).await, [(0, 100), (90, 100)]);
        assert_invariants(house).await;

        house.clock.advance(30 * DAY);
        // Nothing refreshed the periods: the run itself creates the rows.
        begin(house, &ana, &call(PAID, 100)).await.unwrap();
        assert_eq!(sums(house).await, [(0, 100), (0, 100)]);
        assert_invariants(house).await;
    }

    async fn a_limit_counts_what_was_spent_before_it_and_is_raised_and_taken_away(house: &House) {
        let ana = house.somebody();
        let before = begin(house, &ana, &call(PAID, 60)).await.unwrap();
        end(house, before, Some(&call(PAID, 60))).await;
        limit(house, None, Some(100)).await;
        assert_eq!(sums(house).await, [(60, 0), (60, 0)]);
        assert!(begin(house, &ana, &call(PAID, 41)).await.is_err());
        limit(house, None, Some(101)).await;
        let run_id = begin(house, &ana, &call(PAID, 41)).await.unwrap();
        limit(house, None, None).await;
        assert!(!house.ledger.limits_spending());
        begin(house, &ana, &call(PAID, 9_999)).await.unwrap();
        end(house, run_id, Some(&call(PAID, 41))).await;
        assert_eq!(sums(house).await, [(101, 0), (101, 0)]);
        assert_invariants(house).await;
    }

    async fn the_operator_is_told_once_in_a_period_and_again_when_the_limit_changes(house: &House) {
        limit(house, Some(100), None).await;
        let ana = house.somebody();
        let run_id = begin(house, &ana, &call(PAID, 79)).await.unwrap();
        end(house, run_id, Some(&call(PAID, 79))).await;
        assert_eq!(news(house).await, []);
        let run_id = begin(house, &ana, &call(PAID, 1)).await.unwrap();
        end(house, run_id, Some(&call(PAID, 1))).await;
        let both = tokio::join!(news(house), news(house));
        assert_eq!([both.0, both.1].concat(), [(false, false, 100)], "one process tells it");
        assert_eq!(news(house).await, []);

        assert!(begin(house, &ana, &call(PAID, 21)).await.is_err());
        assert_eq!(news(house).await, [(true, false, 100)]);
        assert!(begin(house, &ana, &call(PAID, 21)).await.is_err());
        assert_eq!(news(house).await, []);

        limit(house, Some(90), None).await;
        assert_eq!(news(house).await, [(false, false, 90)]);
    }

    async fn a_refusal_is_told_though_a_mail_was_not_written_and_a_day_has_begun(house: &House) {
        limit(house, Some(100), None).await;
        let mut conn = house.db.read().await.unwrap();
        let refused = house.ledger.may_spend(&mut conn, &call(PAID, 101)).await.unwrap_err();
        drop(conn);
        assert!(matches!(refused, ReserveError::SpendingLimit { .. }), "{refused:?}");
        let mut tx = house.db.begin().await.unwrap();
        house.ledger.take_spending_news(&mut tx).await.unwrap();
        drop(tx);

        house.clock.advance(13 * HOUR);
        house.ledger.refresh_limits(&house.db).await.unwrap();
        let mut tx = house.db.begin().await.unwrap();
        let taken = house.ledger.take_spending_news(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(taken.news.len(), 1);
        assert!(taken.news[0].has_tripped);
        assert_eq!(taken.news[0].ends_at.to_string(), "2026-11-21T00:00:00.000000Z");
        house.ledger.forget_told(&taken);
        assert_eq!(news(house).await, []);
    }

    async fn a_run_that_begins_over_midnight_holds_of_one_day_and_ends(house: &House) {
        limit(house, Some(100), None).await;
        let ana = house.somebody();
        house.clock.advance(13 * HOUR - 1);
        house.ledger.refresh_limits(&house.db).await.unwrap();
        let run_id = house.run();
        let mut tx = house.db.begin().await.unwrap();
        house.ledger.reserve(&mut tx, &reservation(&ana, run_id, Charge::FREE)).await.unwrap();
        house.clock.advance(1);
        house.ledger.hold_cost(&mut tx, run_id, &call(PAID, 70)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(sums(house).await, [(0, 0), (0, 70)], "nothing of the new day");
        assert_invariants(house).await;

        end(house, run_id, Some(&call(PAID, 60))).await;
        assert_eq!(sums(house).await, [(0, 0), (60, 0)]);
        assert_invariants(house).await;
    }

    async fn books_that_are_wrong_keep_no_run_from_ending(house: &House) {
        limit(house, Some(100), None).await;
        let ana = house.somebody();
        for used in [Some(call(PAID, 60)), None] {
            let run_id = begin(house, &ana, &call(PAID, 30)).await.unwrap();
            let mut tx = house.db.begin().await.unwrap();
            sql!(&mut tx, execute, "UPDATE ledger_spending SET held = 29").unwrap();
            tx.commit().await.unwrap();
            end(house, run_id, used.as_ref()).await;
            assert_eq!(sums(house).await, [(60, 0), (60, 0)]);
        }
    }

    async fn who_is_deleted_holds_nothing_of_the_limits(house: &House) {
        limit(house, Some(100), None).await;
        let (ana, ben) = (house.somebody(), house.somebody());
        let ended = begin(house, &ana, &call(PAID, 20)).await.unwrap();
        end(house, ended, Some(&call(PAID, 20))).await;
        let running = begin(house, &ana, &call(PAID, 30)).await.unwrap();
        begin(house, &ben, &call(PAID, 40)).await.unwrap();

        let mut tx = house.db.begin().await.unwrap();
        let held = house.ledger.forget(&mut tx, ana.workspace_id).await.unwrap();
        house.ledger.free_costs(&mut tx, held).await.unwrap();
        tx.commit().await.unwrap();

        assert_eq!(sums(house).await, [(20, 40), (20, 40)]);
        end(house, running, Some(&call(PAID, 30))).await;
        assert_eq!(sums(house).await, [(20, 40), (20, 40)]);
        assert_invariants(house).await;
    }

    async fn several_that_begin_together_and_one_that_ends_do_not_wait_for_each_other(house: &House) {
        limit(house, Some(1_000), None).await;
        let olga = house.operator().await;
        let mut conn = house.db.read().await.unwrap();
        let now = house.clock.now();
        let plan = house.entitlements.plan_of(&mut conn, olga.workspace_id, now).await.unwrap();
        drop(conn);
        let ledger = &house.ledger;
        let hold = async |tx: &mut Tx, charge: Charge| {
            let run_id = house.run();
            ledger.reserve(tx, &reservation(&olga, run_id, charge)).await.unwrap();
            ledger.hold_cost(tx, run_id, &call(PAID, 10)).await.unwrap();
            run_id
        };
        let mut tx = house.db.begin().await.unwrap();
        let running = hold(&mut tx, advanced()).await;
        tx.commit().await.unwrap();

        let mut ending = house.db.begin().await.unwrap();
        let (_, open) = ledger.settle_open(&mut ending, running, 1).await.unwrap();
        let mut several = pin!(async {
            let mut tx = house.db.begin().await.unwrap();
            let wanted = [(standard(), &*plan), (advanced(), &*plan)];
            ledger.wait_for_buckets(&mut tx, &olga, wanted).await.unwrap();
            hold(&mut tx, standard()).await;
            hold(&mut tx, advanced()).await;
            tx.commit().await.unwrap();
        });
        let begun = timeout(Duration::from_millis(200), &mut several).await;
        let is_waiting = begun.is_err();
        let has_one_writer = house.db.engine() == Engine::Sqlite;
        assert_eq!(is_waiting, has_one_writer, "what ends locks no bucket before it is booked");
        ledger.book_cost(&mut ending, open.unwrap(), Some(&call(PAID, 5))).await.unwrap();
        ending.commit().await.unwrap();
        if is_waiting {
            several.await;
        }

        assert_eq!(sums(house).await, [(5, 20), (5, 20)]);
        assert_invariants(house).await;
        house.assert_invariants().await;
    }
}

#[test]
fn the_price_of_these_tests_is_a_millionth_a_token() {
    let cost = prices().price_of(PAID, false).cost(3, 4);
    assert_eq!(cost, Some(7));
}
