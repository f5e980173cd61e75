//! Checks that compare a history with its model.

use std::collections::BTreeMap;

use kernel::Uuid;
use store::sql;
use testing::assert_sums_hold;

use super::history::History;
use super::model::{Far, Known};
use crate::seats::seats_of;
use crate::setting::plan_of;

impl History {
    pub async fn check(&self) {
        let (now, server) = (self.now(), &self.house.server);
        let ana = &self.house.ana;
        assert_eq!(plan_of(server, ana).await, self.model.plan_at(now, self.nothing()));
        if self.is_team && self.model.paid.is_some() {
            let (all, open) = seats_of(server, ana).await;
            assert_eq!(all, self.model.seats, "the seats that were paid");
            let is_open = |known: &&Known| known.state == "open" && known.is_plan();
            let ordered = self.model.orders.values().filter(is_open);
            let least = ordered.map(|known| known.order["seats"].as_i64().unwrap()).min();
            assert!(least.is_none_or(|least| open <= least), "whoever is taken in has a seat");
        }
        assert_sums_hold(server.db()).await;
        let mut conn = server.db().read().await.unwrap();
        let orders = sql!(
            &mut conn,
            all(Uuid, String, bool, bool),
            "SELECT id, state, refund_due, disputed FROM billing_orders"
        )
        .unwrap();
        assert_eq!(orders.len(), self.model.orders.len());
        for (id, state, refund_due, disputed) in orders {
            let known = &self.model.orders[&id.to_string()];
            let is = (state.as_str(), refund_due, disputed);
            assert_eq!(is, (known.state, known.refund_due, known.disputed), "{id}: {known:?}");
        }
        let packs = sql!(
            &mut conn,
            all(String, i64),
            "SELECT period, granted FROM ledger_buckets WHERE source = 'add_on'"
        )
        .unwrap();
        let packs: BTreeMap<String, i64> = packs.into_iter().collect();
        let grants = sql!(
            &mut conn,
            all(String,),
            "SELECT reference FROM entitlements_plan_grants WHERE source = 'subscription'"
        )
        .unwrap();
        for (id, known) in &self.model.orders {
            let plans = grants.iter().filter(|(reference,)| reference == id).count();
            assert_eq!(
                plans == 1,
                known.given && known.is_plan(),
                "a paid plan is given once: {known:?}"
            );
            let pack = packs.get(id);
            assert_eq!(
                pack.is_some(),
                known.given && !known.is_plan(),
                "so are credits: {known:?}"
            );
            if known.state == "paid" {
                assert!(pack.is_none_or(|granted| *granted == 500));
            }
            self.check_heard(id, known);
        }
    }

    /// Checks that followers are notified of each payment once, and of each refund once, after it.
    fn check_heard(&self, id: &str, known: &Known) {
        let expected: &[bool] = match (known.given, known.state) {
            (true, "refunded") => &[true, false],
            (true, _) => &[true],
            (false, _) => &[],
        };
        assert_eq!(self.follower.heard_of(id), expected, "{known:?}");
    }

    /// Delivers all notifications that were not lost, and looks up everything open or disputed: no payment is lost, no
    /// refunded purchase is kept, and nothing is disputed except what still is.
    pub async fn end(&mut self) {
        while !self.waiting.is_empty() {
            self.take_news().await;
            self.check_period().await;
        }
        self.sweep(false).await;
        self.drop_runs().await;
        self.check_period().await;
        self.check().await;
        for known in self.model.orders.values() {
            assert!(!known.disputed || known.far == Far::Disputed, "{known:?}");
            match known.far {
                // It was closed before it was asked for.
                _ if known.is_unheard => {}
                Far::Paid => assert!(known.state == "paid" || known.refund_due, "{known:?}"),
                Far::Back | Far::Lost => assert_eq!(known.state, "refunded", "{known:?}"),
                Far::Disputed => assert!(known.disputed, "{known:?}"),
                _ => assert!(!matches!(known.state, "refunded") || known.given, "{known:?}"),
            }
        }
    }
}
