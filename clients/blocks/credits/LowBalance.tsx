import type { MeterUsage } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PLACES } from "../places";
import { useSession } from "../session-queries";

/**
 * Warns that little is left of the plan's monthly allowance, and links to more. The server defines the
 * threshold.
 */
export function LowBalance({ meters }: { meters: readonly MeterUsage[] }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { me } = useSession();
  const { path } = useNavigation();
  // Members of a team cannot buy.
  const mayBuy = me?.team?.role !== "member";
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {meters
        .filter(({ low }) => low)
        .map(({ meter, left, resets_at }) => {
          const place = meter === "advanced_credit" ? PLACES.credits : PLACES.pricing;
          return (
            <Notice
              key={meter}
              tone="warning"
              title={text("low_title", { meter: text(`meter.${meter}`) })}
              action={
                // Not from the page itself.
                mayBuy && !path.startsWith(place) ? (
                  <AppLink to={place} className={buttonStyle("secondary", "sm")}>
                    {text(meter === "advanced_credit" ? "see_packs" : "see_plans")}
                  </AppLink>
                ) : null
              }
            >
              {resets_at
                ? text("low_hint", { left: fullNumber(left ?? 0, locale), date: day(resets_at, locale) })
                : null}
            </Notice>
          );
        })}
    </div>
  );
}
