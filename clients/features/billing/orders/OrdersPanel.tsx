import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink } from "@ensemble/host/navigation";
import { day, factsLine } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { offerQuery, ordersQuery, subscriptionQuery } from "../billing-queries";
import { CardsButton } from "../subscription/CardsButton";
import { OrderState, useOrderTitle, useReason } from "./OrderView";

/** Lists the orders (spec §2: /billing). */
export function OrdersPanel() {
  const text = useText("billing");
  const { locale } = useLocale();
  const offer = useQuery(offerQuery);
  const subscription = useQuery({ ...subscriptionQuery, enabled: offer.data?.charging ?? false });
  const title = useOrderTitle(offer.data);
  const reason = useReason();
  const orders = useInfiniteQuery(ordersQuery);
  const items = orders.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section>
      {orders.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {orders.isError ? <PanelProblem error={orders.error} onRetry={() => void orders.refetch()} /> : null}
      {orders.isSuccess && items.length === 0 ? (
        <EmptyState icon={<ReceiptText />} title={text("no_orders")} description={text("no_orders_hint")} />
      ) : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((order) => (
            <Row
              key={order.id}
              title={title(order)}
              description={factsLine([day(order.created_at, locale), reason(order)])}
            >
              <OrderState order={order} />
              <span className="text-sm tabular-nums">{money(order.amount, order.currency, locale)}</span>
              {order.state === "open" ? (
                <AppLink
                  to={`/checkout?order=${order.id}`}
                  className={buttonStyle("secondary", "sm")}
                  aria-label={text("open_order_for", { what: title(order) })}
                >
                  {text("open_order")}
                </AppLink>
              ) : null}
            </Row>
          ))}
        </Rows>
      ) : null}
      <MoreButton list={orders}>{text("show_more")}</MoreButton>
      {subscription.data?.portal ? <CardsButton /> : null}
    </Section>
  );
}
