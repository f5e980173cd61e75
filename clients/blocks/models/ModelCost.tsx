import type { Model } from "@ensemble/contract/wire";
import { shortNumber } from "@ensemble/i18n/short-number";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useLazyPart } from "@ensemble/ui/lazy-part";
import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "../shared-queries";
import { modelPickerParts } from "./ModelPicker";
import { usePriceText } from "./use-price-text";

/** Shows the price of sending to these models, and the remaining balance. */
export function ModelCost({ models }: { models: readonly Model[] }) {
  const text = useText("start");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const { data: usage } = useQuery(usageQuery);
  const prices = Map.groupBy(models, ({ price }) => price.meter);
  return (
    <span className="flex-none text-faint text-xs tabular-nums">
      {[...prices].map(([name, priced], index) => {
        const amount = priced.reduce((sum, { price }) => sum + price.amount, 0);
        const meter = usage?.meters.find((candidate) => candidate.meter === name);
        const left = meter?.left ?? null;
        // Of the models on one meter, all have token pricing or none has.
        const byTokens = priced[0]?.price.per_1k;
        const low = left !== null && left < amount * 5;
        return (
          <span key={name}>
            {index > 0 ? " + " : null}
            {byTokens ? <ByTokens models={priced} /> : priceText(name, amount)}
            {left !== null && amount > 0 ? (
              <span className={low ? "text-warning max-sm:hidden" : "max-sm:hidden"}>
                {" · "}
                {text(meter?.window === "daily" ? "left_today" : "left", {
                  number: shortNumber(left, locale),
                })}
              </span>
            ) : null}
          </span>
        );
      })}
    </span>
  );
}

/** Renders the cost through the lazy parts of the model picker, which few need before it is opened. */
function ByTokens({ models }: { models: readonly Model[] }) {
  const parts = useLazyPart(modelPickerParts);
  return parts && <parts.TokenCost models={models} />;
}
