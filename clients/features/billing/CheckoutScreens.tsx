import { PLACES } from "@ensemble/blocks/places";
import type { PurchaseItem } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { CheckoutPage, PaidPage } from "./orders/CheckoutPage";

/** Page of `/checkout?plan=…&cycle=…`, with `&seats=…` for a team, `?pack=…`, or `?order=…`. */
export function CheckoutScreen({
  plan,
  cycle,
  seats,
  pack,
  order,
}: {
  plan?: string;
  cycle?: string;
  seats?: string;
  pack?: string;
  order?: string;
}) {
  const text = useText("billing");
  const isCycle = cycle === "monthly" || cycle === "yearly";
  const many = seats && /^\d{1,6}$/.test(seats) ? { seats: Number(seats) } : {};
  const item: PurchaseItem | null = plan && isCycle ? { plan, cycle, ...many } : pack ? { pack } : null;
  return (
    <CheckoutFrame title={text(order ? "your_order" : "checkout")} isOrder={order !== undefined}>
      <CheckoutPage item={item} orderId={order ?? null} />
    </CheckoutFrame>
  );
}

/** Page of `/paid-landing?order=…`. */
export function PaidScreen({ order }: { order?: string }) {
  const text = useText("billing");
  return (
    <CheckoutFrame title={text("paid_title")} isOrder>
      <PaidPage orderId={order ?? null} />
    </CheckoutFrame>
  );
}

/** Layout with a back link: to the prices, or from a placed order to all orders. */
function CheckoutFrame({
  title,
  isOrder,
  children,
}: {
  title: string;
  isOrder: boolean;
  children: ReactNode;
}) {
  const text = useText("billing");
  return (
    <main className="clear-of-edges mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-10">
      <title>{title}</title>
      <AppLink
        to={isOrder ? PLACES.orders : PLACES.pricing}
        className="-ms-2 flex h-9 w-fit items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        {text(isOrder ? "orders" : "see_plans")}
      </AppLink>
      <h1 className="font-semibold text-xl">{title}</h1>
      {children}
    </main>
  );
}
