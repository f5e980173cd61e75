import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { Memory } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";

/**
 * Notice that the plan has no memory, or that it is full: spec §6 "Upgrade to Unlock", §8 "memory storage
 * full".
 */
export function LockedNotice({ memory }: { memory: Memory }) {
  const text = useText("memory");
  const { offered_plans: offered } = useSession().setup;
  const { items, max_items: max } = memory;
  if (max > 0 && items < max) return null;
  const upgrade = offered ? (
    <AppLink to={PLACES.pricing} className={buttonStyle("secondary", "sm")}>
      {text("see_plans")}
    </AppLink>
  ) : null;
  return max === 0 ? (
    <Notice tone="info" title={text("locked")} action={upgrade}>
      <p>{text("locked_hint")}</p>
    </Notice>
  ) : (
    <Notice tone="warning" title={text("full")} action={upgrade}>
      <p>{text("full_hint", { count: max })}</p>
    </Notice>
  );
}
