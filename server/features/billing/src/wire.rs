//! Wire types of billing.

use entitlements::{Meter, Plan, Window};
use identity::User;
use kernel::{DAY, SECOND, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::deductions::Deduction;
use crate::offer::{Offer, Pack, PlanPrices, Trial};
use crate::orders::{Item, Price};
use crate::problems::NOT_SOLD;
use crate::promotions::{self, Running};
use crate::rules::{self, CancelReason, ChangeKind, Cycle, Phase, Terms};
use crate::store::{Order, OrderId};
use crate::subscriptions::{CancellationReason, SubscriptionOverview};

/// The public offer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublicOffer)]
pub(crate) struct OfferBody {
    /// False: nothing is charged, everybody may use everything, and the rest is empty.
    pub charging: bool,
    pub currency: String,
    pub trial: Option<Trial>,
    /// Plans from the lowest to the highest, the free one first.
    pub plans: Vec<OfferedPlan>,
    /// Plans for teams; prices and amounts are per seat.
    pub team_plans: Vec<OfferedPlan>,
    pub packs: Vec<OfferedPack>,
    /// Promotions that apply to the caller now, the one that ends first at the top.
    pub promotions: Vec<RunningPromotion>,
    /// Education discount in percent; null if there is none.
    pub education: Option<u8>,
    /// For how many days the credits of a pack are good.
    pub pack_days: u16,
    /// Number of days after a payment in which it is refunded on request; 0: not promised.
    pub refund_days: u16,
    /// Payment instructions shown where the operator collects the money; empty if none were written.
    pub how_to_pay: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferedPlan {
    pub id: String,
    pub name: String,
    /// Prices in the currency's smallest unit; both null: the free plan.
    pub prices: PlanPrices,
    /// Price of the first period with a promotion; null if none applies.
    pub promoted: PlanPrices,
    /// Price of each later period: the list price, or less if a discount applies to the caller.
    pub later: PlanPrices,
    pub allowances: Vec<OfferedAllowance>,
    pub advanced_models: bool,
    pub custom_context: bool,
    pub automatic_search: bool,
    /// Maximum number of memory items; 0: memory is locked.
    pub memory_items: i64,
}

/// A temporary discount on the first period.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunningPromotion {
    pub id: String,
    pub kind: promotions::Kind,
    pub percent_off: u8,
    /// Billing cycles to which it applies.
    pub cycles: Vec<Cycle>,
    pub ends_at: Timestamp,
    /// Seconds until then, by this server's clock, for a countdown.
    pub seconds_left: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferedAllowance {
    pub meter: Meter,
    /// Amount; null is unlimited.
    pub amount: Option<i64>,
    pub window: Window,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferedPack {
    pub name: String,
    pub credits: i64,
    pub price: i64,
}

impl OfferBody {
    pub fn nothing_charged() -> Self {
        Self {
            charging: false,
            currency: String::new(),
            trial: None,
            plans: Vec::new(),
            team_plans: Vec::new(),
            packs: Vec::new(),
            promotions: Vec::new(),
            education: None,
            pack_days: 0,
            refund_days: 0,
            how_to_pay: String::new(),
        }
    }

    pub fn new(offer: Offer, mut running: Vec<Running>, services: &area::Services) -> Self {
        let now = services.clock.now();
        running.sort_by_key(|it| it.ends_at);
        let free = services.entitlements.plan(entitlements::FREE);
        let sold = offer.plans.iter().filter_map(|(id, prices)| {
            let is_sold = prices.monthly.is_some() || prices.yearly.is_some();
            services.entitlements.plan(id).filter(|_| is_sold).map(|plan| (plan, *prices))
        });
        let mut plans: Vec<_> =
            free.map(|plan| (plan, PlanPrices::default())).into_iter().chain(sold).collect();
        plans.sort_by_key(|(plan, _)| plan.rank);
        let mut packs: Vec<_> = offer.packs.into_iter().map(OfferedPack::from).collect();
        packs.sort_by_key(|pack| pack.credits);
        let settings = services.payments.settings();
        let (of_teams, plans): (Vec<_>, Vec<_>) =
            plans.into_iter().partition(|(plan, _)| plan.per_seat);
        let offered = |plans: &[(std::sync::Arc<Plan>, PlanPrices)]| {
            plans.iter().map(|(plan, prices)| OfferedPlan::new(plan, *prices, &running)).collect()
        };
        Self {
            charging: true,
            currency: offer.currency,
            trial: Some(offer.trial).filter(|trial| trial.days > 0),
            plans: offered(&plans),
            team_plans: offered(&of_teams),
            packs,
            promotions: running.iter().map(|it| RunningPromotion::new(it, now)).collect(),
            education: Some(offer.education.percent_off).filter(|_| offer.education.on),
            pack_days: settings.pack_days,
            refund_days: settings.refund_days,
            how_to_pay: settings.how_to_pay.clone(),
        }
    }
}

impl OfferedPlan {
    fn new(plan: &Plan, prices: PlanPrices, running: &[Running]) -> Self {
        let less = |cycle, is_first| {
            let best = promotions::best(running, &plan.id, cycle, is_first)?;
            prices.of(cycle).map(|price| price - promotions::off(price, best.percent_off))
        };
        let later = |cycle| less(cycle, false).or(prices.of(cycle));
        let allowances = plan.allowances.iter().map(|allowance| OfferedAllowance {
            meter: allowance.meter,
            amount: allowance.amount,
            window: allowance.window,
        });
        Self {
            id: plan.id.clone(),
            name: plan.name.clone(),
            prices,
            promoted: PlanPrices {
                monthly: less(Cycle::Monthly, true),
                yearly: less(Cycle::Yearly, true),
            },
            later: PlanPrices { monthly: later(Cycle::Monthly), yearly: later(Cycle::Yearly) },
            allowances: allowances.collect(),
            advanced_models: plan.advanced_models,
            custom_context: plan.custom_context,
            automatic_search: plan.automatic_search,
            memory_items: plan.memory_items,
        }
    }
}

impl RunningPromotion {
    fn new(it: &Running, now: Timestamp) -> Self {
        Self {
            id: it.id.clone(),
            kind: it.kind,
            percent_off: it.percent_off,
            cycles: it.cycles.clone(),
            ends_at: it.ends_at,
            seconds_left: it.ends_at.since(now) / SECOND,
        }
    }
}

impl From<(String, Pack)> for OfferedPack {
    fn from((name, Pack { credits, price }): (String, Pack)) -> Self {
        Self { name, credits, price }
    }
}

/// A plan at a price for a period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlanTerms)]
pub(crate) struct TermsBody {
    pub plan: String,
    pub cycle: Cycle,
    /// Number of seats of a team plan; 1 for other plans.
    pub seats: i64,
    /// For one period and all seats, in the currency's smallest unit.
    pub price: i64,
    pub currency: String,
}

impl From<Terms> for TermsBody {
    fn from(terms: Terms) -> Self {
        let Terms { plan, cycle, seats, price, currency, .. } = terms;
        Self { plan, cycle, seats, price, currency }
    }
}

/// The caller's subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscription)]
pub(crate) struct SubscriptionBody {
    pub phase: Phase,
    /// Its current or last terms; null if there never was a subscription.
    pub terms: Option<TermsBody>,
    pub period_start: Option<Timestamp>,
    /// The first moment that is no longer in the period.
    pub period_end: Option<Timestamp>,
    /// Whole days that are left of the period.
    pub remaining_days: i64,
    /// While past due: until when it may be paid.
    pub grace_end: Option<Timestamp>,
    pub cancel_at_end: bool,
    /// Price of the next period with this owner's discounts; null if there is none.
    pub renewal_price: Option<i64>,
    /// The lower terms from the next period on, if a downgrade is scheduled.
    pub next: Option<TermsBody>,
    /// True if the caller may start a free trial.
    pub trial_available: bool,
    pub trial_extendable: bool,
    /// During a free trial: when a mail reminds of its end; null: it was sent.
    pub trial_reminder_at: Option<Timestamp>,
    /// The lower plan offered to people who are about to cancel.
    pub lower: Option<TermsBody>,
    /// The order that awaits payment.
    pub open_order: Option<OrderBody>,
    /// True if a payment provider keeps cards of the workspace and has a page where the caller can manage them.
    pub portal: bool,
}

impl SubscriptionBody {
    pub fn new(overview: SubscriptionOverview, offer: &Offer, now: Timestamp) -> Self {
        let SubscriptionOverview { subscription, open_order, lower, renewal_price, has_portal } =
            overview;
        let is_known = subscription.phase != Phase::None;
        let is_running = subscription.phase.is_running();
        Self {
            phase: subscription.phase,
            period_start: is_known.then_some(subscription.period_start),
            period_end: is_known.then_some(subscription.period_end),
            remaining_days: if is_running {
                rules::remaining_days(now, subscription.period_start, subscription.period_end)
            } else {
                0
            },
            grace_end: subscription.grace_end,
            cancel_at_end: subscription.cancel_at_end,
            renewal_price,
            trial_available: subscription.phase == Phase::None
                && !subscription.trial_used
                && offer.trial.days > 0,
            trial_extendable: subscription.phase == Phase::Trial
                && !subscription.trial_extended
                && offer.trial.extension_days > 0,
            // A trial waits for its reminder, and after that for its end.
            trial_reminder_at: rules::due_at(&subscription)
                .filter(|due| subscription.phase == Phase::Trial && *due < subscription.period_end),
            terms: subscription.terms.map(TermsBody::from),
            next: subscription.next.map(TermsBody::from),
            lower: lower.map(TermsBody::from),
            open_order: open_order.map(OrderBody::from),
            portal: has_portal,
        }
    }
}

/// The item to buy: a plan with a billing cycle, or a pack.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PurchaseItem {
    #[serde(default)]
    pub plan: Option<String>,
    #[serde(default)]
    pub cycle: Option<Cycle>,
    /// Number of seats; required for team plans, absent for others.
    #[serde(default)]
    pub seats: Option<i64>,
    #[serde(default)]
    pub pack: Option<String>,
}

impl PurchaseItem {
    pub fn item(self) -> Result<Item, kernel::Problem> {
        match (self.plan, self.cycle, self.pack, self.seats) {
            (Some(plan), Some(cycle), None, seats) => Ok(Item::Plan { plan, cycle, seats }),
            (None, None, Some(name), None) => Ok(Item::Pack { name }),
            _ => Err(NOT_SOLD.into()),
        }
    }
}

/// The price of a purchase and when it takes effect. Asking for a quote changes nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Quote)]
pub(crate) struct QuoteBody {
    /// Kind of the change; null for a pack.
    pub kind: Option<ChangeKind>,
    pub plan: Option<String>,
    pub cycle: Option<Cycle>,
    /// Number of seats of a team plan; 1 for other plans.
    pub seats: Option<i64>,
    pub pack: Option<String>,
    pub credits: Option<i64>,
    /// For a whole period, or for the pack; in the currency's smallest unit.
    pub price: i64,
    /// Whole days of the running period that are left.
    pub remaining_days: i64,
    /// The value of the remaining days.
    pub credit: i64,
    /// The amount a promotion takes off, this once.
    pub discount: i64,
    /// The promotion that applies.
    pub promotion: Option<promotions::Kind>,
    /// The amount due now; the order must state exactly this amount or it is refused.
    pub amount: i64,
    pub currency: String,
    pub starts_at: Option<Timestamp>,
    /// End of the period, or expiry of the credits.
    pub ends_at: Timestamp,
}

impl From<Price> for QuoteBody {
    fn from(price: Price) -> Self {
        match price {
            Price::Plan(quote) => Self {
                kind: Some(quote.kind),
                plan: Some(quote.terms.plan),
                cycle: Some(quote.terms.cycle),
                seats: Some(quote.terms.seats),
                pack: None,
                credits: None,
                price: quote.terms.price,
                remaining_days: quote.remaining_days,
                credit: quote.credit,
                discount: quote.discount,
                promotion: quote.promotion.as_deref().and_then(promotions::Kind::of_id),
                amount: quote.amount,
                currency: quote.terms.currency,
                starts_at: Some(quote.starts_at),
                ends_at: quote.ends_at,
            },
            Price::Pack { name, credits, amount, currency, ends_at } => Self {
                kind: None,
                plan: None,
                cycle: None,
                seats: None,
                pack: Some(name),
                credits: Some(credits),
                price: amount,
                remaining_days: 0,
                credit: 0,
                discount: 0,
                promotion: None,
                amount,
                currency,
                starts_at: None,
                ends_at,
            },
        }
    }
}

/// A requested order: the item, and the amount that was shown.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewOrder {
    /// Id made by the client (UUIDv7), so that a repeated request places only one order.
    pub id: OrderId,
    pub item: PurchaseItem,
    pub amount: i64,
    pub currency: String,
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Order)]
pub(crate) struct OrderBody {
    pub id: OrderId,
    /// `subscribe`, `upgrade`, `renew`, `pack`.
    pub kind: String,
    pub plan: Option<String>,
    pub cycle: Option<Cycle>,
    /// Number of seats of a team plan; 1 for other plans.
    pub seats: i64,
    pub pack: Option<String>,
    pub credits: Option<i64>,
    pub price: i64,
    pub credit: i64,
    /// The amount a promotion took off.
    pub discount: i64,
    pub amount: i64,
    pub currency: String,
    /// `open`, `paid`, `failed`, `cancelled`, `refunded`.
    pub state: String,
    /// The reason why it failed or was cancelled: a word, or the operator's own text.
    pub reason: String,
    /// `manual`: the operator takes the money.
    pub provider: String,
    /// The payment page; null if there is none.
    pub page: Option<String>,
    /// Time until which it may be paid, if the amount it credits changes with the days; null: nothing is credited.
    pub pay_by: Option<Timestamp>,
    /// True if money arrived after it was closed, or a different amount: it must be refunded.
    pub refund_due: bool,
    pub created_at: Timestamp,
    pub paid_at: Option<Timestamp>,
}

impl From<Order> for OrderBody {
    fn from(order: Order) -> Self {
        let is_pack = order.is_of_pack();
        Self {
            plan: (!is_pack).then(|| order.item.clone()),
            cycle: Cycle::from_name(&order.cycle),
            seats: order.seats,
            pack: is_pack.then(|| order.item.clone()),
            credits: is_pack.then_some(order.credits),
            page: (order.is_open() && !order.page.is_empty()).then(|| order.page.clone()),
            id: order.id,
            kind: order.kind,
            price: order.price,
            credit: order.credit,
            discount: order.discount,
            amount: order.amount,
            currency: order.currency,
            state: order.state,
            reason: order.reason,
            provider: order.provider,
            pay_by: order.pay_by,
            refund_due: order.refund_due,
            created_at: order.created_at,
            paid_at: order.paid_at,
        }
    }
}

/// An order as the operator sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookedOrder {
    #[serde(flatten)]
    pub order: OrderBody,
    /// The user who placed it; null if the account is gone.
    #[schema(value_type = Option<String>, format = "uuid")]
    pub user_id: Option<Uuid>,
    pub email: Option<String>,
    /// True if the payer disputes the payment, and the dispute is open.
    pub disputed: bool,
    /// End of the promised refund period; null: not paid, or nothing is promised.
    pub refund_until: Option<Timestamp>,
    /// True if `refund_until` is still in the future.
    pub refund_promised: bool,
}

impl BookedOrder {
    pub fn new(order: Order, user: Option<User>, refund_days: u16, now: Timestamp) -> Self {
        let promised = order.paid_at.filter(|_| refund_days > 0);
        let refund_until = promised.map(|paid_at| paid_at.plus(i64::from(refund_days) * DAY));
        Self {
            user_id: order.user_id.map(|id| id.0),
            email: user.map(|user| user.email),
            disputed: order.disputed,
            refund_until,
            refund_promised: refund_until.is_some_and(|until| now < until),
            order: order.into(),
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTrial {
    /// Billing cycle after the trial ends.
    pub cycle: Cycle,
}

/// The reason and feedback of a cancellation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cancellation {
    #[serde(default)]
    pub reason: Option<CancelReason>,
    #[serde(default)]
    pub feedback: String,
}

impl Cancellation {
    pub fn as_reason(&self) -> CancellationReason<'_> {
        CancellationReason { reason: self.reason, feedback: &self.feedback }
    }
}

/// A lower plan from the next period on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Downgrade {
    pub plan: String,
    pub cycle: Cycle,
    /// Number of seats; required for team plans, absent for others.
    #[serde(default)]
    pub seats: Option<i64>,
    /// The price that was shown.
    pub price: i64,
    pub currency: String,
    /// Feedback of a caller who was about to cancel, and takes this instead.
    #[serde(default)]
    pub instead_of_cancelling: Option<Cancellation>,
}

/// A team's setting to order credits automatically when few are left.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AutoDeduction {
    pub enabled: bool,
    /// Amount of one order, in the currency's smallest unit; null: it was never set.
    pub amount: Option<i64>,
    /// Credits that one order grants.
    pub credits: Option<i64>,
    /// Maximum total of all orders in a calendar month (UTC).
    pub monthly_limit: Option<i64>,
    pub currency: String,
    /// The least that one order may be of; null where no credits are sold.
    pub least: Option<i64>,
}

impl AutoDeduction {
    pub fn new(set: Option<Deduction>, offer: &Offer) -> Self {
        Self {
            enabled: set.as_ref().is_some_and(|set| set.enabled),
            amount: set.as_ref().map(|set| set.amount),
            credits: set.as_ref().map(|set| set.credits),
            monthly_limit: set.as_ref().map(|set| set.monthly_limit),
            currency: offer.currency.clone(),
            least: offer.least_deduction(),
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAutoDeduction {
    pub enabled: bool,
    pub amount: i64,
    pub monthly_limit: i64,
}

/// The reason why an order will not be paid.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub reason: String,
}
