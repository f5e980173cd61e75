import { useText } from "@ensemble/i18n/text";

/** Returns a function that formats a price with its meter: "1 advanced query". */
export function usePriceText(): (meter: string | null, amount: number) => string {
  const text = useText("start");
  return (meter, amount) => {
    if (amount === 0) return text("cost_free");
    switch (meter) {
      case "standard_query":
        return text("cost_standard_query", { count: amount });
      case "advanced_query":
        return text("cost_advanced_query", { count: amount });
      case "advanced_credit":
        return text("cost_advanced_credit", { count: amount });
      default:
        return text("cost_count", { count: amount });
    }
  };
}
