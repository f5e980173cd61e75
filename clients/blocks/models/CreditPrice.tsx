import { shortNumber } from "@ensemble/i18n/short-number";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "../shared-queries";
import { usePriceText } from "./use-price-text";

const METER = "advanced_credit";

/** Price of a request in advanced credits before it is sent, and what is left. */
export function CreditPrice({ amount }: { amount: number }) {
  const text = useText("start");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const { data: usage } = useQuery(usageQuery);
  const left = usage?.meters.find(({ meter }) => meter === METER)?.left ?? null;
  return (
    <p className="text-faint text-xs tabular-nums">
      {priceText(METER, amount)}
      {left !== null && amount > 0 ? (
        <span className={left < amount ? "text-warning" : undefined}>
          {" · "}
          {text("left", { number: shortNumber(left, locale) })}
        </span>
      ) : null}
    </p>
  );
}
