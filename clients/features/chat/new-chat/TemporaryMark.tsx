import { TEMPORARY_HOURS } from "@ensemble/contract/generated/limits/chat";
import { useText } from "@ensemble/i18n/text";
import { Ghost } from "lucide-react";

/** Marks a temporary conversation. */
export function TemporaryMark() {
  const text = useText("chat");
  return (
    <p
      role="note"
      className="flex items-center justify-center gap-1.5 rounded-md bg-accent-soft px-3 py-1.5 text-accent-ink text-xs"
    >
      <Ghost className="size-3.5 flex-none" aria-hidden="true" />
      {text("temporary_mark", { hours: TEMPORARY_HOURS })}
    </p>
  );
}
