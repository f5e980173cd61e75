import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { BookedOrder, Takings } from "@ensemble/contract/wire";
import { day, factsLine, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextField } from "@ensemble/ui/fields/TextField";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { bookedOrdersQuery, offerQuery, revenueQuery, settleOrderMutation } from "../billing-queries";
import { OrderState, planName, useOrderTitle, useReason } from "../orders/OrderView";

/** Lists all orders and the revenue. For the operator. */
export function BookingsPanel() {
  return (
    <>
      <Sums />
      <Bookings />
    </>
  );
}

function Sums() {
  const text = useText("billing");
  const offer = useQuery(offerQuery);
  const revenue = useQuery(revenueQuery);
  const { locale } = useLocale();
  if (revenue.isError) return <PanelProblem error={revenue.error} onRetry={() => void revenue.refetch()} />;
  if (!revenue.data) return <SkeletonLines label={text("loading")} />;
  return (
    <Section title={text("revenue")}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Sum label={text("this_month")} takings={revenue.data.this_month} />
        <Sum label={text("last_30_days")} takings={revenue.data.last_30_days} />
        <Sum label={text("all_time")} takings={revenue.data.all_time} />
      </div>
      {revenue.data.subscriptions.length > 0 ? (
        <Rows>
          {revenue.data.subscriptions.map(({ plan, cycle, phase, count }) => (
            <Row
              key={`${plan}-${cycle}-${phase}`}
              title={<bdi>{planName(offer.data, plan)}</bdi>}
              description={factsLine([
                text(cycle === "yearly" ? "cycle.yearly" : "cycle.monthly"),
                text(
                  phase === "trial" ? "phase.trial" : phase === "active" ? "phase.active" : "phase.past_due",
                ),
              ])}
            >
              <span className="tabular-nums">{fullNumber(count, locale)}</span>
            </Row>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function Sum({ label, takings }: { label: string; takings: Takings[] }) {
  const text = useText("billing");
  const { locale } = useLocale();
  return (
    <div className="flex flex-col gap-1 rounded-md bg-raised p-4 max-sm:flex-row max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:py-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <p className="text-muted text-sm">{label}</p>
      {takings.length === 0 ? <p className="font-semibold text-xl">–</p> : null}
      {takings.map(({ currency, taken, given_back, payments }) => (
        <div key={currency} className="max-sm:text-end">
          <p className="font-semibold text-xl tabular-nums">{money(taken - given_back, currency, locale)}</p>
          <p className="text-muted text-sm">{text("payments", { count: payments })}</p>
          {given_back > 0 ? (
            <p className="text-muted text-sm">
              {text("given_back", { amount: money(given_back, currency, locale) })}
            </p>
          ) : null}
        </div>
      ))}
    </div>
  );
}

type Shown = "open" | "refund_due" | "disputed" | "paid" | "all";

function Bookings() {
  const text = useText("billing");
  const [shown, setShown] = useState<Shown>("open");
  const orders = useInfiniteQuery(bookedOrdersQuery(shown === "all" ? "" : shown));
  const items = orders.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title={text("all_orders")}
      action={
        <Segmented
          label={text("which_orders")}
          value={shown}
          onChange={setShown}
          options={[
            { value: "open", label: text("state.open") },
            { value: "refund_due", label: text("refund_due") },
            { value: "disputed", label: text("disputed") },
            { value: "paid", label: text("state.paid") },
            { value: "all", label: text("all") },
          ]}
        />
      }
    >
      {orders.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {orders.isError ? <PanelProblem error={orders.error} onRetry={() => void orders.refetch()} /> : null}
      {orders.isSuccess && items.length === 0 ? (
        <EmptyState icon={<ReceiptText />} title={text("no_such_orders")} />
      ) : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((order) => (
            <Booking key={order.id} order={order} />
          ))}
        </Rows>
      ) : null}
      <MoreButton list={orders}>{text("show_more")}</MoreButton>
    </Section>
  );
}

function Booking({ order }: { order: BookedOrder }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const offer = useQuery(offerQuery);
  const title = useOrderTitle(offer.data)(order);
  const reason = useReason()(order);
  const settle = useMutation(settleOrderMutation(useQueryClient(), order.id));
  const [asked, setAsked] = useState<"paid" | "refused" | "refund">();
  const close = () => setAsked(undefined);
  const byHand = order.state === "open" && order.provider === "manual";
  const who = order.email ?? text("account_gone");
  const amount = money(order.amount, order.currency, locale);
  return (
    <>
      <Row
        title={
          <span className="flex flex-wrap items-center gap-2">
            <bdi className="font-medium">{who}</bdi>
            <OrderState order={order} />
            {order.disputed ? <Badge tone="danger">{text("disputed")}</Badge> : null}
          </span>
        }
        description={factsLine([
          title,
          day(order.created_at, locale),
          order.id.slice(-8),
          order.disputed ? text("disputed_hint") : reason,
        ])}
      >
        <span className="font-medium text-sm tabular-nums">{amount}</span>
        {byHand ? (
          <>
            <Button size="sm" onClick={() => setAsked("refused")} aria-label={text("refuse_order", { who })}>
              {text("refuse")}
            </Button>
            <Button
              size="sm"
              kind="primary"
              onClick={() => setAsked("paid")}
              aria-label={text("mark_paid_order", { who })}
            >
              {text("mark_paid")}
            </Button>
          </>
        ) : null}
        {!order.disputed && (order.state === "paid" || order.refund_due) ? (
          <Button size="sm" onClick={() => setAsked("refund")} aria-label={text("refund_order", { who })}>
            {text("refund")}
          </Button>
        ) : null}
      </Row>
      <ConfirmDialog
        open={asked === "paid"}
        onOpenChange={close}
        title={text("mark_paid_title", { amount })}
        description={text("mark_paid_hint", { who, what: title })}
        confirmLabel={text("mark_paid")}
        cancelLabel={text("back")}
        busy={settle.isPending}
        onConfirm={() => settle.mutate({ what: "paid" }, { onSettled: close })}
      />
      <ConfirmDialog
        open={asked === "refund"}
        onOpenChange={close}
        title={text("refund_title", { amount })}
        description={text("refund_hint", { who, what: title })}
        confirmLabel={text("refund")}
        cancelLabel={text("back")}
        danger
        busy={settle.isPending}
        onConfirm={() => settle.mutate({ what: "refund" }, { onSettled: close })}
      >
        {order.refund_until ? (
          <p className={clsx("text-sm", order.refund_promised ? "text-muted" : "text-warning")}>
            {text(order.refund_promised ? "refund_in_time" : "refund_late", {
              date: day(order.refund_until, locale),
            })}
          </p>
        ) : null}
      </ConfirmDialog>
      {asked === "refused" ? (
        <RefuseDialog
          busy={settle.isPending}
          onClose={close}
          onRefuse={(why) => settle.mutate({ what: "refused", reason: why }, { onSettled: close })}
        />
      ) : null}
    </>
  );
}

function RefuseDialog({
  busy,
  onClose,
  onRefuse,
}: {
  busy: boolean;
  onClose: () => void;
  onRefuse: (reason: string) => void;
}) {
  const text = useText("billing");
  const [reason, setReason] = useState("");
  return (
    <FormDialog
      title={text("refuse_title")}
      cancelLabel={text("back")}
      submitLabel={text("refuse")}
      busy={busy}
      fieldFirst
      onClose={onClose}
      onSubmit={() => onRefuse(reason)}
    >
      <TextField
        label={text("refuse_reason")}
        hint={text("refuse_reason_hint")}
        value={reason}
        onChange={setReason}
        maxLength={200}
      />
    </FormDialog>
  );
}
