//! Lots: a plan's monthly grants from its start, purchases on top, and amounts taken back.

use entitlements::{Meter, PlanGrant};
use kernel::{DAY, Payer, Timestamp, Uuid};
use ledger::{ADD_ON, Charge, EndingLot, Grant, LotSource, MeterUsage};

use crate::support::{House, on_both};

/// Gives `payer` the plan Pro from now on.
async fn give_pro(house: &House, payer: &Payer) {
    let now = house.clock.now();
    let grant = PlanGrant {
        workspace_id: payer.workspace_id,
        plan: "pro".to_owned(),
        source: "subscription".to_owned(),
        reference: "1".to_owned(),
        starts_at: now,
        ends_at: None,
    };
    let mut tx = house.db.begin().await.unwrap();
    house.entitlements.grant_plan(&mut tx, &grant, now).await.unwrap();
    tx.commit().await.unwrap();
}

async fn give_credits(house: &House, payer: &Payer, reference: &str, ends_at: Option<Timestamp>) {
    let grant = Grant {
        meter: Meter::AdvancedCredit,
        amount: 100,
        source: ADD_ON,
        reference: reference.to_owned(),
        ends_at,
        detail: "small".to_owned(),
    };
    let mut tx = house.db.begin().await.unwrap();
    assert!(house.ledger.grant(&mut tx, payer.workspace_id, &grant).await.unwrap());
    tx.commit().await.unwrap();
}

async fn take_back(house: &House, payer: &Payer, reference: &str) -> i64 {
    let mut tx = house.db.begin().await.unwrap();
    let (workspace_id, meter) = (payer.workspace_id, Meter::AdvancedCredit);
    let taken =
        house.ledger.take_back(&mut tx, workspace_id, meter, ADD_ON, reference).await.unwrap();
    tx.commit().await.unwrap();
    taken
}

async fn usage_of_credits(house: &House, payer: &Payer) -> MeterUsage {
    let mut conn = house.db.read().await.unwrap();
    let usage = house.ledger.usage(&mut conn, payer).await.unwrap();
    usage.into_iter().find(|usage| usage.meter == Meter::AdvancedCredit).unwrap()
}

fn credits(amount: i64) -> Charge {
    Charge { meter: Some(Meter::AdvancedCredit), amount }
}

async fn spend(house: &House, payer: &Payer, amount: i64) {
    let run_id = house.run();
    house.reserve_charge(payer, run_id, credits(amount)).await.unwrap();
    house.settle(run_id, amount).await;
}

on_both! {
    async fn a_plans_month_begins_when_the_plan_does(house: &House) {
        let ana = house.somebody();
        give_pro(house, &ana).await;
        spend(house, &ana, 200).await;
        let usage = usage_of_credits(house, &ana).await;
        assert_eq!((usage.granted, usage.left), (Some(300), Some(100)));
        let next = usage.resets_at.unwrap();
        assert_eq!(next, house.clock.now().plus(30 * DAY), "20 November to 20 December");
        house.clock.advance(30 * DAY - 1);
        assert_eq!(usage_of_credits(house, &ana).await.left, Some(100), "1 December is no border");
        house.clock.advance(1);
        assert_eq!(usage_of_credits(house, &ana).await.left, Some(300));
        house.assert_invariants().await;
    }

    async fn what_ends_first_is_spent_first(house: &House) {
        let ana = house.somebody();
        let now = house.clock.now();
        give_pro(house, &ana).await;
        give_credits(house, &ana, "late", Some(now.plus(365 * DAY))).await;
        give_credits(house, &ana, "soon", Some(now.plus(DAY))).await;
        // 100 of the lot that expires tomorrow, 300 of the month, and 20 of the lot valid for a year.
        spend(house, &ana, 420).await;
        assert_eq!(take_back(house, &ana, "soon").await, 0);
        assert_eq!(take_back(house, &ana, "late").await, 80);
        assert_eq!(usage_of_credits(house, &ana).await.left, Some(0));
        house.assert_invariants().await;
    }

    async fn what_is_left_of_a_grant_is_taken_back_once(house: &House) {
        let ana = house.somebody();
        give_credits(house, &ana, "1", None).await;
        spend(house, &ana, 30).await;
        let running = house.run();
        house.reserve_charge(&ana, running, credits(20)).await.unwrap();
        assert_eq!(take_back(house, &ana, "1").await, 50);
        assert_eq!(take_back(house, &ana, "1").await, 0);
        assert_eq!(take_back(house, &ana, "unknown").await, 0);
        assert!(house.reserve_charge(&ana, house.run(), credits(1)).await.is_err());
        house.assert_invariants().await;
        // A running answer keeps what it holds; the unused part is lost.
        house.settle(running, 5).await;
        assert!(house.reserve_charge(&ana, house.run(), credits(1)).await.is_err());
        house.assert_invariants().await;
    }

    // spec §3: "advanced credits (monthly and add-on)"
    async fn what_the_plan_gives_and_what_was_bought_and_given_stand_apart(house: &House) {
        let ana = house.somebody();
        let now = house.clock.now();
        give_pro(house, &ana).await;
        give_credits(house, &ana, "1", Some(now.plus(365 * DAY))).await;
        for (source, amount) in [("reward", 5), ("operator", 7)] {
            let grant = Grant {
                meter: Meter::AdvancedCredit,
                amount,
                source,
                reference: "1".to_owned(),
                ends_at: None,
                detail: String::new(),
            };
            let mut tx = house.db.begin().await.unwrap();
            house.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap();
            tx.commit().await.unwrap();
            house.clock.advance(1);
        }
        spend(house, &ana, 320).await;
        let usage = usage_of_credits(house, &ana).await;
        let lots = usage.lots.iter().map(|lot| (lot.source, lot.granted, lot.left(), lot.ends_at));
        let month = now.plus(30 * DAY);
        assert_eq!(lots.collect::<Vec<_>>(), [
            (LotSource::Plan, 300, 0, Some(month)),
            (LotSource::AddOn, 100, 80, Some(now.plus(365 * DAY))),
            (LotSource::Reward, 5, 5, None),
            (LotSource::Other, 7, 7, None),
        ]);
        assert_eq!((usage.granted, usage.left), (Some(412), Some(92)));
    }

    async fn what_ends_with_something_left_is_told_of_once(house: &House) {
        let (ana, ben) = (house.somebody(), house.somebody());
        let now = house.clock.now();
        give_pro(house, &ana).await;
        give_credits(house, &ana, "late", Some(now.plus(60 * DAY))).await;
        give_credits(house, &ben, "soon", Some(now.plus(20 * DAY))).await;
        give_credits(house, &ben, "short", Some(now.plus(7 * DAY))).await;
        let ending = async || {
            let mut conn = house.db.read().await.unwrap();
            house.ledger.ending_lots(&mut conn, 7 * DAY, 10).await.unwrap()
        };
        assert_eq!(ending().await, [], "one that is good for a week was told of when it was given");
        house.clock.advance(13 * DAY - 1);
        assert_eq!(ending().await, []);
        house.clock.advance(1);
        let found = ending().await;
        let [EndingLot { id, workspace_id, left, ends_at, .. }] = &found[..] else {
            panic!("one ends: {found:?}");
        };
        assert_eq!((*workspace_id, *left, *ends_at), (ben.workspace_id, 100, now.plus(20 * DAY)));
        let mut tx = house.db.begin().await.unwrap();
        assert!(house.ledger.note_warned(&mut tx, *id).await.unwrap());
        assert!(!house.ledger.note_warned(&mut tx, *id).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(ending().await, []);
        // Nothing is left of a used-up lot, and an expired one stays expired.
        spend(house, &ana, 390).await;
        house.clock.advance(41 * DAY);
        assert_eq!(ending().await.len(), 1, "ten are left");
        house.clock.advance(7 * DAY);
        assert_eq!(ending().await, []);
    }

    async fn little_is_left_of_a_month_where_nothing_was_bought_besides(house: &House) {
        let (ana, ben) = (house.somebody(), house.somebody());
        give_pro(house, &ana).await;
        give_pro(house, &ben).await;
        give_credits(house, &ben, "1", None).await;
        let low = async || {
            let mut conn = house.db.read().await.unwrap();
            house.ledger.low_months(&mut conn, 10, Uuid::nil(), 10).await.unwrap()
        };
        for payer in [&ana, &ben] {
            spend(house, payer, 270).await;
        }
        assert_eq!(low().await, [], "a tenth is left");
        spend(house, &ana, 1).await;
        spend(house, &ben, 30).await;
        let found = low().await;
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].workspace_id, found[0].meter), (ana.workspace_id, Meter::AdvancedCredit));
        let mut conn = house.db.read().await.unwrap();
        assert_eq!(house.ledger.low_months(&mut conn, 10, found[0].id, 10).await.unwrap(), []);
        drop(conn);
        // Another month, another warning.
        let mut tx = house.db.begin().await.unwrap();
        assert!(house.ledger.note_warned(&mut tx, found[0].id).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(low().await, []);
        house.clock.advance(30 * DAY);
        assert_eq!(low().await, []);
        spend(house, &ana, 280).await;
        assert_eq!(low().await.len(), 1);
    }
}
