import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Order, PublicOffer, PurchaseItem, Quote } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { day, dayAndTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import {
  cancelOrderMutation,
  downgradeMutation,
  isPaymentFailed,
  offerQuery,
  orderCheckQuery,
  orderQuery,
  placeOrderMutation,
  quoteQuery,
} from "../billing-queries";
import { checkoutOf, OrderFacts, OrderState, useOrderTitle, useReason } from "./OrderView";
import { PaidOrder } from "./PaidOrder";

/** Shows the price before an order, and its state afterwards (spec §2: /checkout). */
export function CheckoutPage({ item, orderId }: { item: PurchaseItem | null; orderId: string | null }) {
  const text = useText("billing");
  if (orderId) return <OneOrder id={orderId} />;
  if (item) return <Preview key={JSON.stringify(item)} item={item} />;
  return (
    <Notice
      action={
        <AppLink to={PLACES.pricing} className={buttonStyle("secondary", "sm")}>
          {text("see_plans")}
        </AppLink>
      }
    >
      {text("nothing_chosen")}
    </Notice>
  );
}

/** Returns true for permanent errors, which are not retried. */
const isRefused = (error: unknown) =>
  error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 429;

function Preview({ item }: { item: PurchaseItem }) {
  const text = useText("billing");
  const problemText = useProblemText();
  const quote = useQuery(quoteQuery(item));
  return (
    <Section description={text("checkout_hint")}>
      {quote.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {quote.isError ? (
        <>
          {isRefused(quote.error) ? (
            <Notice tone="danger">{problemText(quote.error)}</Notice>
          ) : (
            <PanelProblem error={quote.error} onRetry={() => void quote.refetch()} />
          )}
          <AppLink to={PLACES.pricing} className={clsx(buttonStyle("secondary", "md"), "self-start")}>
            {text("see_plans")}
          </AppLink>
        </>
      ) : null}
      {quote.data ? <Amounts item={item} quote={quote.data} onOld={() => void quote.refetch()} /> : null}
    </Section>
  );
}

/**
 * Landing page after a payment (spec §2: /paid-landing): the purchase, or the state of the order until it is
 * paid.
 */
export function PaidPage({ orderId }: { orderId: string | null }) {
  const text = useText("billing");
  if (orderId) return <OneOrder id={orderId} />;
  return (
    <Notice
      action={
        <AppLink to={PLACES.orders} className={buttonStyle("secondary", "sm")}>
          {text("orders")}
        </AppLink>
      }
    >
      {text("nothing_paid")}
    </Notice>
  );
}

/** Shows the exact amounts: what is confirmed is what is charged. */
function Amounts({ item, quote, onOld }: { item: PurchaseItem; quote: Quote; onOld: () => void }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const problemText = useProblemText();
  const queryClient = useQueryClient();
  const offer = useQuery(offerQuery);
  const title = useOrderTitle(offer.data)(quote);
  // One order however often it is pressed; a new one when something else is shown.
  const [placing] = useState(() => placeOrderMutation(queryClient));
  const place = useMutation(placing);
  const lower = useMutation(downgradeMutation(queryClient));
  const isLower = quote.kind === "downgrade";
  const amount = (value: number) => money(value, quote.currency, locale);
  const error = place.error ?? lower.error;
  const promised = offer.data?.refund_days ?? 0;

  const confirm = () => {
    if (isLower && "plan" in item) {
      const { plan, cycle, seats } = item;
      const to = { plan, cycle, ...(seats ? { seats } : {}), price: quote.price, currency: quote.currency };
      lower.mutate(to, { onSuccess: () => navigate(PLACES.subscription), onError: onOld });
      return;
    }
    place.mutate(
      { item, quote },
      {
        onSuccess: (order) => navigate(`/checkout?order=${order.id}`, { replace: true }),
        onError: onOld,
      },
    );
  };

  return (
    <>
      <Rows>
        <Row
          title={<span className="font-medium">{title}</span>}
          description={quote.kind ? text(`change.${quote.kind}`) : undefined}
        >
          <span className="tabular-nums">{amount(quote.price)}</span>
        </Row>
        {quote.discount > 0 && quote.promotion ? (
          <Row
            title={text(`promotion.${quote.promotion}`)}
            description={text(quote.promotion === "education" ? "education_while" : "promotion_once")}
          >
            <span className="text-success tabular-nums">{amount(-quote.discount)}</span>
          </Row>
        ) : null}
        {quote.credit > 0 ? (
          <Row title={text("credit")} description={text("days_left", { count: quote.remaining_days })}>
            <span className="text-success tabular-nums">{amount(-quote.credit)}</span>
          </Row>
        ) : null}
        <Row title={text("starts")}>
          <span className="text-sm">
            {isLower && quote.starts_at ? day(quote.starts_at, locale) : text("at_once")}
          </span>
        </Row>
        <Row title={quote.pack ? text("good_until") : text("period_until")}>
          <span className="text-sm">{day(quote.ends_at, locale)}</span>
        </Row>
        <Row title={<strong>{text("due_now")}</strong>}>
          <strong className="text-lg tabular-nums" data-testid="due-now">
            {amount(quote.amount)}
          </strong>
        </Row>
      </Rows>
      {promised > 0 && quote.amount > 0 ? (
        <p className="text-muted text-sm">{text("refund_promise", { count: promised })}</p>
      ) : null}
      {error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <AppLink to={PLACES.pricing} className={buttonStyle("secondary", "md")}>
          {text("back")}
        </AppLink>
        <Button kind="primary" busy={place.isPending || lower.isPending} onClick={confirm}>
          {isLower
            ? text("confirm_downgrade")
            : isPaymentFailed(place.error)
              ? text("try_again")
              : text("confirm_order", { amount: amount(quote.amount) })}
        </Button>
      </div>
    </>
  );
}

function OneOrder({ id }: { id: string }) {
  const text = useText("billing");
  const order = useQuery(orderQuery(id));
  return (
    <Section>
      {order.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {order.isError ? <PanelProblem error={order.error} onRetry={() => void order.refetch()} /> : null}
      {order.data?.state === "paid" ? <PaidOrder order={order.data} /> : null}
      {order.data && order.data.state !== "paid" ? <Standing order={order.data} /> : null}
    </Section>
  );
}

function Standing({ order }: { order: Order }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const offer = useQuery(offerQuery);
  const cancel = useMutation(cancelOrderMutation(useQueryClient()));
  const reason = useReason()(order);
  const again = whereAgain(offer.data, order);
  const isRefunded = order.state === "refunded";
  return (
    <>
      {isRefunded ? (
        <div className="flex flex-col items-center gap-3 py-2 text-center">
          <span className="flex size-11 items-center justify-center rounded-md bg-sunken text-muted shadow-[inset_0_0_0_1px_var(--line)]">
            <Undo2 className="size-5 rtl:-scale-x-100" aria-hidden="true" />
          </span>
          <p role="status" className="text-balance font-semibold text-lg">
            {text("refunded_title")}
          </p>
        </div>
      ) : null}
      <Rows>
        <Row
          title={<span className="font-medium">{useOrderTitle(offer.data)(order)}</span>}
          description={reason}
        >
          <OrderState order={order} />
          <span className="font-medium tabular-nums">{money(order.amount, order.currency, locale)}</span>
        </Row>
        <OrderFacts order={order} />
      </Rows>
      {order.state === "open" && order.pay_by ? (
        <p className="text-muted text-sm">
          {text("pay_by_credit", { date: dayAndTime(order.pay_by, locale) })}
        </p>
      ) : null}
      {order.state === "open" ? (
        order.provider === "manual" ? (
          <ByHand order={order} howToPay={offer.data?.how_to_pay ?? ""} />
        ) : (
          <OnPage order={order} />
        )
      ) : null}
      {isRefunded ? <p className="text-muted text-sm">{text("refunded_hint")}</p> : null}
      {order.refund_due ? <Notice tone="warning">{text("refund_coming")}</Notice> : null}
      {order.state === "failed" && !order.refund_due ? (
        <Notice tone="danger">{text("payment_failed")}</Notice>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {order.state === "open" && order.kind !== "renew" ? (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate(order.id)}>
            {text("withdraw")}
          </Button>
        ) : null}
        {isRefunded ? (
          <AppLink to={PLACES.pricing} className={buttonStyle("secondary", "md")}>
            {text("see_plans")}
          </AppLink>
        ) : null}
        {again ? (
          <AppLink to={again} className={buttonStyle("primary", "md")}>
            {text("try_again")}
          </AppLink>
        ) : null}
        <AppLink
          to={order.credits === null ? PLACES.subscription : PLACES.credits}
          className={buttonStyle("secondary", "md")}
        >
          {order.credits === null ? text("open_subscription") : text("open_credits")}
        </AppLink>
      </div>
    </>
  );
}

/**
 * Returns the address to order again at the current price, for a failed order but not for a withdrawn one.
 */
function whereAgain(offer: PublicOffer | undefined, order: Order): string | null {
  const { state, reason, plan, cycle, seats, pack, kind } = order;
  const isFinished = state === "cancelled" && (reason === "expired" || reason === "credit_changed");
  // After a bill's grace period, a new subscription must be ordered from the pricing page.
  if (state !== "failed" && !(isFinished && kind !== "renew")) return null;
  if (plan && cycle) return checkoutOf(offer, { plan, cycle, seats });
  // Automatic purchases are not packs for sale.
  return pack && pack !== "auto_deduction" ? `/checkout?pack=${pack}` : null;
}

/**
 * Button to the provider's page. A bill's payment starts only with the visit, because the page expires after
 * hours.
 */
function OnPage({ order }: { order: Order }) {
  const text = useText("billing");
  const check = useQuery(orderCheckQuery(order.id));
  if (order.page) {
    // If the check fails, the provider's webhook arrives anyway.
    return (
      <a href={order.page} rel="noopener noreferrer" className={buttonStyle("primary", "md")}>
        {text("pay_now")}
      </a>
    );
  }
  if (check.isError && !check.isFetching) {
    return <PanelProblem error={check.error} onRetry={() => void check.refetch()} />;
  }
  return (
    <Button kind="primary" busy={check.isFetching} onClick={() => void check.refetch()}>
      {text("pay_now")}
    </Button>
  );
}

/** Explains manual payment: there is no payment page, and the operator confirms the payment. */
function ByHand({ order, howToPay }: { order: Order; howToPay: string }) {
  const text = useText("billing");
  return (
    <Notice title={text("waits_for_payment")}>
      <p>{text("paid_by_hand", { order: order.id.slice(-8) })}</p>
      {howToPay ? <p className="plain-bidi mt-2 whitespace-pre-wrap break-words">{howToPay}</p> : null}
    </Notice>
  );
}
