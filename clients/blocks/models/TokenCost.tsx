import type { Model } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Suspense } from "react";
import { usePriceText } from "./use-price-text";

interface TokenCostProps {
  models: readonly Model[];
}

/** Shows the cost of models with token pricing: the price for one model, the reserved amount for several. */
export function TokenCost({ models }: TokenCostProps) {
  return (
    <Suspense fallback={null}>
      <Price models={models} />
    </Suspense>
  );
}

function Price({ models }: TokenCostProps) {
  const text = useText("models");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const [{ price } = { price: null }, ...others] = models;
  if (price?.per_1k && others.length === 0) {
    return text("costs_by_tokens", { count: price.per_1k, amount: fullNumber(price.per_1k, locale) });
  }
  const held = models.reduce((sum, { price }) => sum + price.amount, 0);
  return text("costs_at_most", { price: priceText(price?.meter ?? null, held) });
}
