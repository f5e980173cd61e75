import { ADDRESS_KEPT_MICROS, EVENTS_KEPT_MICROS } from "@ensemble/contract/generated/limits/audit";
import type { AuditEvent, SecurityEvent } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { usePriceText } from "../models/use-price-text";

const DAY_MICROS = 86_400_000_000;

/** Retention of events and exact addresses in days, for texts. */
export const KEPT_DAYS = {
  days: EVENTS_KEPT_MICROS / DAY_MICROS,
  address_days: ADDRESS_KEPT_MICROS / DAY_MICROS,
};

const METERS: ReadonlySet<string> = new Set(["standard_query", "advanced_query", "advanced_credit"]);

/**
 * Returns a function for an event's details besides its kind: an amount and one word. Amounts of money are in
 * the order.
 */
export function useEventText() {
  const text = useText("audit");
  const priceText = usePriceText();
  const { locale } = useLocale();
  return ({ amount, detail }: Pick<SecurityEvent | AuditEvent, "amount" | "detail">): string | null => {
    const key = `detail.${detail}` as TextKey<"audit">;
    const said = text(key);
    // A newer server may use words that this client does not know.
    const word = said === key ? null : said;
    if (amount === null || !METERS.has(detail)) return word;
    return amount === 0 ? `${fullNumber(0, locale)} ${word}` : priceText(detail, amount);
  };
}
