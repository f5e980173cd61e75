import { Collapsible } from "@base-ui/react/collapsible";
import type { ReasoningPart } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { ChevronRight } from "lucide-react";
import { Markdown } from "../markdown/Markdown";

/** Shows the model's reasoning: collapsed, with its duration. */
export function Reasoning({ part, growing }: { part: ReasoningPart; growing: boolean }) {
  const text = useText("chat");
  const seconds = part.duration_ms === null ? null : Math.max(1, Math.round(part.duration_ms / 1000));
  const label = growing
    ? text("thinking")
    : seconds === null
      ? text("thought")
      : text("thought_for_seconds", { count: seconds });
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group -ms-1.5 flex min-h-7 items-center gap-1.5 rounded-sm px-1.5 text-muted text-sm hover:text-ink touch:min-h-11">
        <ChevronRight
          className="size-4 transition-transform group-data-panel-open:rotate-90 rtl:-scale-x-100 rtl:group-data-panel-open:rotate-90"
          aria-hidden="true"
        />
        <span className={growing ? "animate-[ui-pulse_1.6s_ease-in-out_infinite]" : undefined}>{label}</span>
      </Collapsible.Trigger>
      <Collapsible.Panel className="mt-1 border-line border-s-2 ps-4 text-muted text-sm">
        <Markdown text={part.text} streaming={growing} />
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
