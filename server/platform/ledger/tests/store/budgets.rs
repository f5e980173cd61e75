//! Monthly budgets of bots and of recurring researches.

use futures::future::join_all;
use kernel::{DAY, Payer, ProblemKind, RunId, Uuid};
use ledger::{Budget, BudgetUse, Charge, Reservation, ReserveError};
use store::Db;

use crate::support::{House, advanced, on_both, reservation, standard};

const REFUSAL: ProblemKind =
    ProblemKind { code: "test.cap_reached", status: 402, text: "No more", source: "a test's" };

impl House {
    async fn set_budget(&self, id: Uuid, cap: Option<i64>) {
        let mut tx = self.db.begin().await.unwrap();
        self.ledger.set_budget(&mut tx, id, cap).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn budget(&self, id: Uuid) -> BudgetUse {
        let mut conn = self.db.read().await.unwrap();
        self.ledger.budget_use(&mut conn, id).await.unwrap()
    }

    async fn reserve_of(
        &self,
        db: &Db,
        payer: &Payer,
        (run_id, charge): (RunId, Charge),
        id: Uuid,
    ) -> Result<(), ReserveError> {
        let budget = Some(Budget { id, refusal: REFUSAL });
        let wanted = Reservation { budget, ..reservation(payer, run_id, charge) };
        let mut tx = db.begin().await?;
        self.ledger.reserve(&mut tx, &wanted).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Holds one query of a budget.
    async fn hold_of(&self, payer: &Payer, id: Uuid) -> Result<RunId, ReserveError> {
        let run_id = self.run();
        self.reserve_of(&self.db, payer, (run_id, standard()), id).await.map(|()| run_id)
    }
}

fn is_refused(answer: &Result<RunId, ReserveError>) -> bool {
    matches!(answer, Err(ReserveError::BudgetReached { refusal: REFUSAL, .. }))
}

on_both! {
    async fn of_60_at_once_by_six_payers_a_budget_of_10_serves_10(house: &House) {
        let id = house.run().0;
        house.set_budget(id, Some(10)).await;
        let payers: Vec<Payer> = (0..6).map(|_| house.somebody()).collect();
        let processes =
            [house.another_process().await, house.another_process().await, house.db.clone()];

        let answers = join_all((0..60).map(|n| {
            let wanted = (house.run(), standard());
            house.reserve_of(&processes[n % 3], &payers[n % 6], wanted, id)
        }))
        .await;

        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 10);
        for answer in answers {
            let is_told = matches!(answer, Ok(()) | Err(ReserveError::BudgetReached { cap: 10, .. }));
            assert!(is_told, "{answer:?}");
        }
        assert_eq!(house.budget(id).await.used, 10);
        house.assert_invariants().await;
        for process in &processes[..2] {
            process.close().await;
        }
    }

    async fn a_refusal_holds_nothing_of_the_payers(house: &House) {
        let (ana, id) = (house.somebody(), house.run().0);
        house.set_budget(id, Some(1)).await;
        house.hold_of(&ana, id).await.unwrap();
        assert!(is_refused(&house.hold_of(&ana, id).await));
        assert_eq!(house.left(&ana).await, Some(39));
        house.assert_invariants().await;
    }

    async fn what_was_not_used_is_given_back_and_what_was_stays_used(house: &House) {
        let (ana, id) = (house.somebody(), house.run().0);
        house.set_budget(id, Some(2)).await;
        let failed = house.hold_of(&ana, id).await.unwrap();
        let answered = house.hold_of(&ana, id).await.unwrap();
        assert!(is_refused(&house.hold_of(&ana, id).await), "both are held");

        house.settle(failed, 0).await;
        house.settle(answered, 1).await;
        assert_eq!(house.budget(id).await.used, 1);
        house.hold_of(&ana, id).await.unwrap();
        assert!(is_refused(&house.hold_of(&ana, id).await));
        house.settle(failed, 0).await;
        assert!(is_refused(&house.hold_of(&ana, id).await), "it was given back once");
    }

    async fn a_new_month_begins_anew_by_itself(house: &House) {
        let (ana, id) = (house.somebody(), house.run().0);
        house.set_budget(id, Some(1)).await;
        let run_id = house.hold_of(&ana, id).await.unwrap();
        house.settle(run_id, 1).await;
        // 2026-11-30T11:00:00Z
        house.clock.advance(10 * DAY);
        assert!(is_refused(&house.hold_of(&ana, id).await));
        let resets_at = house.budget(id).await.resets_at.unwrap();
        assert_eq!(resets_at.to_string(), "2026-12-01T00:00:00.000000Z");

        house.clock.advance(resets_at.since(house.clock.now()));
        assert_eq!(house.budget(id).await.used, 0);
        house.hold_of(&ana, id).await.unwrap();
        assert!(is_refused(&house.hold_of(&ana, id).await));
    }

    async fn what_was_used_before_there_was_a_limit_counts(house: &House) {
        let (ana, id) = (house.somebody(), house.run().0);
        for _ in 0..3 {
            let run_id = house.hold_of(&ana, id).await.unwrap();
            house.settle(run_id, 1).await;
        }
        assert_eq!(house.budget(id).await.cap, None);
        house.set_budget(id, Some(3)).await;
        assert!(is_refused(&house.hold_of(&ana, id).await));
        house.set_budget(id, Some(4)).await;
        house.hold_of(&ana, id).await.unwrap();
        house.set_budget(id, None).await;
        house.hold_of(&ana, id).await.unwrap();
        assert_eq!(house.budget(id).await.used, 5);
    }

    async fn all_meters_count_together_and_what_is_free_goes_on(house: &House) {
        let (boss, id) = (house.operator().await, house.run().0);
        house.set_budget(id, Some(2)).await;
        for charge in [standard(), advanced()] {
            house.reserve_of(&house.db, &boss, (house.run(), charge), id).await.unwrap();
        }
        assert!(is_refused(&house.hold_of(&boss, id).await));
        house.reserve_of(&house.db, &boss, (house.run(), Charge::FREE), id).await.unwrap();
        let another = house.run().0;
        house.hold_of(&boss, another).await.unwrap();
        house.reserve(&boss, house.run()).await.unwrap();
    }
}
