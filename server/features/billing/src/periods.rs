//! Scheduled steps of subscriptions: reminders, ends of periods, and past-due bills.

use ::store::{StoreResult, Tx};
use area::Services;
use entitlements::{PlanGrant, REWARD, Seats};
use identity::Person;
use jobs::{Job, JobResult, Queue};
use kernel::{Fallible, Timestamp, UserId, WorkspaceId};
use serde::{Deserialize, Serialize};

use crate::customers::DeleteCustomer;
use crate::mails::{self, Occasion};
use crate::promotions::EDUCATION;
use crate::rules::{self, Step, Subscription, Terms};
use crate::store::{self, Order, Row};
use crate::{collecting, education, orders};

/// Source name of the grants that come from subscriptions.
pub(crate) const SOURCE: &str = "subscription";

/// Does the due steps of one subscription.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Advance {
    pub workspace_id: WorkspaceId,
    pub user_id: UserId,
}

impl Job for Advance {
    type Context = Services;
    const NAME: &'static str = "billing.advance";

    async fn run(self, services: &Services) -> JobResult {
        advance(services, self.workspace_id, self.user_id).await
    }
}

/// Does the due steps of a subscription. If it runs twice, the second run finds nothing.
pub(crate) async fn advance(
    services: &Services,
    workspace_id: WorkspaceId,
    user_id: UserId,
) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    // The account may have been deleted since.
    if store::find_row(&mut tx, workspace_id).await?.is_none() {
        return Ok(());
    }
    let row = orders::lock_row(services, &mut tx, workspace_id, user_id, now).await?;
    let before = row.subscription(&services.entitlements);
    let mut subscription = before.clone();
    let mut closed = Vec::new();
    while let Some(step) = rules::due(now, &subscription) {
        subscription = match step {
            Step::RemindOfTrial => {
                mails::send(services, &mut tx, &row, &subscription, Occasion::TrialEnds).await?;
                rules::reminded(&subscription)
            }
            Step::RemindOfEnd => {
                mails::send(services, &mut tx, &row, &subscription, Occasion::PeriodEnds).await?;
                rules::reminded(&subscription)
            }
            Step::BecomePastDue if is_billed(services, &mut tx, workspace_id).await? => {
                closed.extend(orders::close_open(&mut tx, workspace_id, "replaced", now).await?);
                let late =
                    rules::past_due(now, &subscription, services.payments.settings().grace());
                bill_renewal(services, &mut tx, &row, &late, now).await?
            }
            Step::BecomePastDue | Step::End => {
                closed.extend(orders::close_open(&mut tx, workspace_id, "expired", now).await?);
                end_plan(services, &mut tx, workspace_id, now).await?;
                rules::ended(&subscription)
            }
        };
    }
    if subscription != before {
        write(services, &mut tx, &row, &subscription).await?;
    }
    tx.commit().await?;
    collecting::tell_closed(services, &closed).await;
    Ok(())
}

/// Returns true if another period is billed: billing is enabled and the workspace has somebody who could cancel.
/// Suspended users cannot cancel, so their plan ends with the period they paid for (decision 0865).
async fn is_billed(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
) -> StoreResult<bool> {
    let is_sold = services.payments.settings().enabled;
    Ok(is_sold && !services.identity.list_managers(tx, workspace_id).await?.is_empty())
}

/// Creates the bill for the period that is past due. Access continues meanwhile. Its payment begins when its payer
/// comes, because a provider's page expires before the days of grace end (decision 0784).
async fn bill_renewal(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    late: &Subscription,
    now: Timestamp,
) -> Fallible<Subscription> {
    let Some(terms) = late.renewal().cloned() else { return Ok(rules::ended(late)) };
    let percent = education::percent_for(services, tx, row, &terms, late.period_end).await?;
    let quote = match rules::quote_renewal(now, late, &terms) {
        quote if percent == 0 => quote,
        quote => quote.with_promotion(EDUCATION, percent),
    };
    let order = orders::of_plan(services, row, &quote, now);
    store::add_order(tx, &order).await?;
    mails::tell_of_waiting(services, tx, &order).await?;
    if order.amount == 0 {
        let subscription = begin_period(services, tx, row, late, &order, &terms).await?;
        store::move_order(tx, order.id, "open", "paid", "", now).await?;
        return Ok(subscription);
    }
    let grant = PlanGrant {
        workspace_id: row.workspace_id,
        plan: terms.plan,
        source: SOURCE.to_owned(),
        reference: format!("grace {}", late.period_end),
        starts_at: late.period_end,
        ends_at: late.grace_end,
    };
    services.entitlements.grant_plan(tx, &grant, now).await?;
    let until = late.grace_end.unwrap_or(late.period_end);
    postpone_rewards(services, tx, row.workspace_id, (late.period_end, until)).await?;
    mails::send(services, tx, row, late, Occasion::PaymentDue).await?;
    Ok(late.clone())
}

/// Begins a period of `terms` that `order` paid for: the plan is granted as it was when that was ordered, and the
/// earlier grant ends.
pub(crate) async fn begin_period(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    before: &Subscription,
    order: &Order,
    terms: &Terms,
) -> StoreResult<Subscription> {
    let now = services.clock.now();
    let subscription = rules::paid(now, before, terms);
    let subscription = Subscription { period_price: terms.price - order.discount, ..subscription };
    services.entitlements.end_plans(tx, row.workspace_id, SOURCE, now).await?;
    let grant = PlanGrant {
        workspace_id: row.workspace_id,
        plan: terms.plan.clone(),
        source: SOURCE.to_owned(),
        reference: order.id.to_string(),
        starts_at: subscription.period_start,
        ends_at: Some(subscription.period_end),
    };
    services.entitlements.grant_plan(tx, &grant, order.created_at).await?;
    postpone_rewards(
        services,
        tx,
        row.workspace_id,
        (subscription.period_start, subscription.period_end),
    )
    .await?;
    Ok(subscription)
}

/// Ends a plan now; time given for invitations starts at once.
pub(crate) async fn end_plan(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    now: Timestamp,
) -> StoreResult<()> {
    services.entitlements.end_plans(tx, workspace_id, SOURCE, now).await?;
    postpone_rewards(services, tx, workspace_id, (now, now)).await
}

/// Postpones reward time behind purchased time: rewards for invitations start when the purchased period ends (decision
/// 0838).
pub(crate) async fn postpone_rewards(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    bought: (Timestamp, Timestamp),
) -> StoreResult<()> {
    services.entitlements.postpone_plans(tx, workspace_id, REWARD, bought).await
}

/// Stores the current state of a subscription, and schedules its next step.
pub(crate) async fn write(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    subscription: &Subscription,
) -> StoreResult<()> {
    let now = services.clock.now();
    store::save(tx, row, subscription, now).await?;
    if subscription.phase.is_running() && !subscription.cancel_at_end {
        store::note_return(tx, row.workspace_id, now).await?;
    }
    write_seats(services, tx, row.workspace_id, subscription).await?;
    if let Some(due_at) = rules::due_at(subscription) {
        let job = Advance { workspace_id: row.workspace_id, user_id: row.user_id };
        services.queue.enqueue_at(tx, &job, due_at).await?;
    }
    Ok(())
}

/// Like [`write_seats`], when an order was created or closed and the subscription is unchanged. Its row must be locked.
pub(crate) async fn note_orders(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
) -> StoreResult<()> {
    match store::find_row(tx, workspace_id).await? {
        Some(row) => {
            let subscription = row.subscription(&services.entitlements);
            write_seats(services, tx, workspace_id, &subscription).await
        }
        None => Ok(()),
    }
}

/// Stores how many seats a team has, and how many may be filled: never more than an open order would leave, because its
/// seats are all that remain once it is paid (decision 0864).
async fn write_seats(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    subscription: &Subscription,
) -> StoreResult<()> {
    let Some(terms) = &subscription.terms else { return Ok(()) };
    if !services.entitlements.plan(&terms.plan).is_some_and(|plan| plan.per_seat) {
        return Ok(());
    }
    let ordered = store::list_open_plan_orders(tx, workspace_id).await?;
    let ordered = ordered.iter().map(|order| order.seats);
    let open = ordered.fold(rules::open_seats(subscription), i64::min);
    let seats = Seats { all: terms.seats, open };
    services.entitlements.set_seats(tx, workspace_id, seats, services.clock.now()).await
}

/// Deletes subscriptions with their accounts and teams.
pub(crate) struct BillingEraser {
    queue: Queue,
}

impl BillingEraser {
    pub fn new(queue: Queue) -> Self {
        Self { queue }
    }

    /// Enqueues the deletion of the workspace's customers at payment providers. The jobs outlive the workspace, however
    /// long a provider does not respond.
    async fn forget(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        for customer in store::forget(tx, workspace_id).await? {
            self.queue.enqueue(tx, &DeleteCustomer::new(workspace_id.0, customer)).await?;
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl identity::Eraser for BillingEraser {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        education::forget(tx, person.user_id).await?;
        store::forget_canceller(tx, person.user_id).await?;
        self.forget(tx, person.workspace_id).await
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        self.forget(tx, workspace_id).await
    }
}
