import type { AuditEvent, SecurityEvent } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";

/** What is said of an event beside its kind: how much, and one word more. */
export function useEventText() {
  const text = useText("audit");
  const { locale } = useLocale();
  return ({ amount, detail }: Pick<SecurityEvent | AuditEvent, "amount" | "detail">): string | null => {
    const key = `detail.${detail}` as TextKey<"audit">;
    const said = text(key);
    // A newer server may have words that this client does not know.
    const word = said === key ? null : said;
    return [amount === null ? null : fullNumber(amount, locale), word].filter(Boolean).join(" ") || null;
  };
}
