import type { Model } from "@ensemble/contract/wire";
import { shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "./shared-queries";
import { usePriceText } from "./use-price-text";

/** What sending will cost, and how much of that is left. */
export function ModelCost({ model }: { model: Model }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const { data: usage } = useQuery(usageQuery);
  const meter = usage?.meters.find((candidate) => candidate.meter === model.price.meter);
  const left = meter?.left ?? null;
  const low = left !== null && left < model.price.amount * 5;
  return (
    <span className="flex-none text-faint text-xs tabular-nums">
      {priceText(model.price.meter, model.price.amount)}
      {left !== null && model.price.amount > 0 ? (
        <span className={low ? "text-warning max-sm:hidden" : "max-sm:hidden"}>
          {" · "}
          {text(meter?.window === "daily" ? "left_today" : "left", { number: shortNumber(left, locale) })}
        </span>
      ) : null}
    </span>
  );
}
