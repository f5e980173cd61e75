//! Commissions on payments: recorded in the transaction that records the payment, approved after a while, and voided
//! when the money is refunded.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::mail_texts::AffiliateNews;
use ::store::{StoreResult, Tx};
use area::{PaidOrder, PaymentFollower, Services, Upkeep};
use async_trait::async_trait;
use kernel::{DAY, Fallible, UserId, Uuid, uuid_v7};

use crate::mails;
use crate::program::{self, Offer};
use crate::rules::{self, CLICK_DAYS};
use crate::store::{self, Commission};

/// Records commissions when payments are made or refunded.
pub(crate) struct Earn {
    services: Services,
    offer: Offer,
}

impl Earn {
    pub fn new(services: &Services, offer: Offer) -> Self {
        Self { services: services.clone(), offer }
    }

    /// Returns the affiliate who earns a commission on a payment, if any: the owner of the link by which its payer
    /// came, while that counts; never somebody who pays through a team of their own, or through another account with the
    /// same mailbox.
    async fn earner(
        &self,
        tx: &mut Tx,
        order: &PaidOrder,
        months: u16,
    ) -> StoreResult<Option<UserId>> {
        let Some((id, registered_at)) = store::find_referral(tx, order.user_id).await? else {
            return Ok(None);
        };
        let affiliate = program::find_earning(&self.services, tx, id).await?;
        let Some(affiliate) = affiliate else { return Ok(None) };
        if !rules::still_earns(registered_at, self.services.clock.now(), months) {
            return Ok(None);
        }
        let payer = self.services.identity.find_user(tx, order.user_id).await?;
        if payer.is_some_and(|payer| rules::have_one_mailbox(&payer.email, &affiliate.email)) {
            return Ok(None);
        }
        let members = self.services.identity.list_members(tx, order.workspace_id).await?;
        let is_own_team = members.iter().any(|member| member.user_id == id);
        Ok((!is_own_team).then_some(id))
    }
}

#[async_trait]
impl PaymentFollower for Earn {
    async fn paid(&self, tx: &mut Tx, order: &PaidOrder) -> StoreResult<()> {
        let Some(program) = self.offer.program() else { return Ok(()) };
        let amount = rules::commission(order.amount, program.percent);
        if amount == 0 {
            return Ok(());
        }
        let Some(affiliate_id) = self.earner(tx, order, program.months).await? else {
            return Ok(());
        };
        let now = self.services.clock.now();
        let is = Commission {
            id: uuid_v7(now),
            affiliate_id,
            order_id: order.id,
            amount,
            currency: order.currency.clone(),
            state: "pending".to_owned(),
            created_at: now,
            due_at: now.plus(i64::from(program.hold_days) * DAY),
        };
        store::add_commission(tx, &is).await
    }

    async fn given_back(&self, tx: &mut Tx, order_id: Uuid) -> StoreResult<()> {
        store::claw_back(tx, order_id).await
    }
}

/// Approves commissions that have waited long enough, and deletes clicks that no longer count.
pub(crate) const APPROVE: Upkeep = Upkeep {
    name: "affiliates.approve",
    every: Duration::from_secs(600),
    run: |services: Services| Box::pin(async move { approve(&services).await }),
};

async fn approve(services: &Services) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let mut good: BTreeMap<(UserId, String), i64> = BTreeMap::new();
    for (affiliate_id, currency, amount) in store::approve_due(&mut tx, now).await? {
        *good.entry((affiliate_id, currency)).or_default() += amount;
    }
    for ((affiliate_id, currency), amount) in good {
        mails::tell(services, &mut tx, affiliate_id, AffiliateNews::Approved, (amount, &currency))
            .await?;
    }
    // A person who signed up at its last moment may claim it for some days.
    let kept = (CLICK_DAYS + rules::CLAIM_DAYS) * DAY;
    store::delete_clicks(&mut tx, now.plus(-kept)).await?;
    Ok(tx.commit().await?)
}
