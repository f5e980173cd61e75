import { money } from "@ensemble/blocks/credits/money";
import { PLACES } from "@ensemble/blocks/places";
import type { Order } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useLocale, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Row, Rows } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { offerQuery } from "../billing-queries";
import { PlanLines } from "../offers/PlanCard";
import { OrderFacts, OrderState, useOrderTitle } from "./OrderView";

/** Shows what was paid, what it includes, and where to go next. */
export function PaidOrder({ order }: { order: Order }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const offer = useQuery(offerQuery).data;
  const title = useOrderTitle(offer)(order);
  const plan = [...(offer?.plans ?? []), ...(offer?.team_plans ?? [])].find(({ id }) => id === order.plan);
  const isPack = order.credits !== null;
  return (
    <>
      <div className="flex flex-col items-center gap-3 py-2 text-center">
        <CircleCheck className="size-12 stroke-1 text-success" aria-hidden="true" />
        <p role="status" className="text-balance font-semibold text-lg">
          {text("paid_thanks")}
        </p>
      </div>
      <Rows>
        <Row title={<span className="font-medium">{title}</span>}>
          <OrderState order={order} />
          <span className="font-medium tabular-nums">{money(order.amount, order.currency, locale)}</span>
        </Row>
        <OrderFacts order={order} />
        {plan ? (
          <div className="flex flex-col gap-2 px-4 py-3">
            <h2 className="font-medium text-sm">{text("what_you_have")}</h2>
            <PlanLines plan={plan} />
          </div>
        ) : null}
      </Rows>
      {isPack ? (
        <p className="text-muted text-sm">{text("packs_hint", { count: offer?.pack_days ?? 0 })}</p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <AppLink
          to={isPack ? PLACES.credits : PLACES.subscription}
          className={buttonStyle("secondary", "md")}
        >
          {text(isPack ? "open_credits" : "open_subscription")}
        </AppLink>
        <AppLink to={PLACES.newChat} className={buttonStyle("primary", "md")}>
          {text("start_chatting")}
        </AppLink>
      </div>
    </>
  );
}
