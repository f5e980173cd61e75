import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { usageQuery } from "@ensemble/blocks/shared-queries";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import { fullNumber, shortNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { priceQuery } from "./humanizer-queries";

/** Meter that pays for humanizations. */
export const METER = "advanced_credit";

/** Shows the number of words, the price and the remaining balance. */
export function PriceLine({ words: typed, className }: { words: string; className?: string }) {
  const text = useText("humanizer");
  const chat = useText("chat");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const priceText = usePriceText();
  const settled = useDebounced(typed);
  const { data: price, error } = useQuery(priceQuery(settled));
  const { data: usage } = useQuery({ ...usageQuery, enabled: price?.charges === true });
  const left = usage?.meters.find(({ meter }) => meter === METER)?.left ?? null;
  const look = clsx("text-sm tabular-nums", className);
  if (typed.trim() === "") return <p className={look} />;
  if (error) return <p className={clsx(look, "text-danger")}>{problemText(error)}</p>;
  if (!price) return <p className={look} />;
  const number = fullNumber(price.words, locale);
  const lacks = price.charges && left !== null && left < price.credits;
  return (
    <p className={clsx(look, "text-muted")}>
      {text("words", { count: price.words, number })}
      {price.charges ? ` · ${priceText(METER, price.credits)}` : null}
      {price.charges && left !== null ? (
        <span className={lacks ? "text-warning" : "text-faint"}>
          {" · "}
          {chat("left", { number: shortNumber(left, locale) })}
        </span>
      ) : null}
    </p>
  );
}
