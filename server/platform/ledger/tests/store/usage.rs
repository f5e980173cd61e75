use entitlements::Window;
use kernel::{SECOND, Timestamp};
use ledger::{Grant, Lot, LotSource, Meter, MeterUsage};
use store::Cursor;

use crate::support::{House, on_both};

on_both! {
    async fn who_never_asked_has_everything_left(house: &House) {
        let mut conn = house.db.read().await.unwrap();
        let usage = house.ledger.usage(&mut conn, &house.somebody()).await.unwrap();
        assert_eq!(
            usage,
            [MeterUsage {
                meter: Meter::StandardQuery,
                granted: Some(40),
                used: 0,
                left: Some(40),
                window: Some(Window::Daily),
                // 2026-11-21T00:00:00Z
                resets_at: Some(Timestamp::from_micros(1_795_219_200_000_000)),
                lots: vec![Lot {
                    source: LotSource::Plan,
                    granted: 40,
                    used: 0,
                    ends_at: Some(Timestamp::from_micros(1_795_219_200_000_000)),
                }],
            }]
        );
    }

    async fn a_reward_is_added_to_what_the_plan_gives(house: &House) {
        let ana = house.somebody();
        house.ask(&ana).await.unwrap();
        let reward = |meter| Grant {
            meter,
            // spec §9: "Invite reward 2500 free queries"
            amount: 2_500,
            source: "reward",
            reference: "invite:1".to_owned(),
            ends_at: None,
            detail: "Invited a friend".to_owned(),
        };
        let mut tx = house.db.begin().await.unwrap();
        for meter in [Meter::StandardQuery, Meter::AdvancedQuery] {
            house.ledger.grant(&mut tx, ana.workspace_id, &reward(meter)).await.unwrap();
        }
        tx.commit().await.unwrap();

        let mut conn = house.db.read().await.unwrap();
        let usage = house.ledger.usage(&mut conn, &ana).await.unwrap();
        let figures: Vec<_> = usage.iter().map(|it| (it.meter, it.granted, it.used, it.left)).collect();
        assert_eq!(
            figures,
            [
                (Meter::StandardQuery, Some(2_540), 1, Some(2_539)),
                (Meter::AdvancedQuery, Some(2_500), 0, Some(2_500)),
            ]
        );
        assert_eq!((usage[1].window, usage[1].resets_at), (None, None));
    }

    async fn postings_are_listed_newest_first_and_only_ones_own(house: &House) {
        let (ana, ben) = (house.somebody(), house.somebody());
        for _ in 0..3 {
            house.ask(&ana).await.unwrap();
            house.clock.advance(SECOND);
        }
        house.ask(&ben).await.unwrap();

        let mut conn = house.db.read().await.unwrap();
        let first = house.ledger.postings(&mut conn, &ana, Cursor::FIRST, 2).await.unwrap();
        let rest = house.ledger.postings(&mut conn, &ana, first.next.unwrap(), 2).await.unwrap();

        assert_eq!((first.items.len(), rest.items.len(), rest.next), (2, 1, None));
        let all = [first.items, rest.items].concat();
        assert!(all.is_sorted_by(|newer, older| newer.created_at > older.created_at));
        for posting in all {
            assert_eq!((posting.feature.as_str(), posting.detail.as_str()), ("chat", "Small model"));
            assert_eq!((posting.meter, posting.change), (Meter::StandardQuery, -1));
        }
    }

    async fn a_deleted_account_leaves_nothing(house: &House) {
        let ana = house.somebody();
        house.ask(&ana).await.unwrap();
        house.reserve(&ana, house.run()).await.unwrap();
        let mut tx = house.db.begin().await.unwrap();
        house.ledger.forget(&mut tx, ana.workspace_id).await.unwrap();
        tx.commit().await.unwrap();

        let mut conn = house.db.read().await.unwrap();
        let rows = store::sql!(
            &mut conn,
            one (i64,),
            "SELECT (SELECT COUNT(*) FROM ledger_buckets) + (SELECT COUNT(*) FROM ledger_holds)
                  + (SELECT COUNT(*) FROM ledger_hold_lines) + (SELECT COUNT(*) FROM ledger_entries)"
        )
        .unwrap();
        assert_eq!(rows, (0,));
    }
}
