import type { ToolDecision } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { type ReactNode, useId } from "react";

/** Asks for approval of a tool call, showing its complete input. */
export function ApprovalForm({
  title,
  source,
  code,
  decisions,
  disabled,
  pending,
  problem,
  onDecide,
}: {
  title: string;
  source: string | null;
  code: string;
  decisions: readonly ToolDecision[];
  disabled: boolean;
  /** The decision that is on its way. */
  pending: ToolDecision | null;
  problem?: ReactNode;
  onDecide: (decision: ToolDecision) => void;
}) {
  const text = useText("chat");
  const titleId = useId();
  return (
    <fieldset
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-2.5 border-line border-t bg-warning-soft px-3 py-3 last:rounded-b-md"
    >
      <p id={titleId} role="status" className="font-medium text-sm">
        {source ? text("tool.ask_from", { tool: title, source }) : text("tool.ask", { tool: title })}
      </p>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-raised px-2.5 py-2 text-start font-mono text-xs"
      >
        {code}
      </pre>
      {problem}
      <div className="flex flex-wrap gap-2">
        {decisions.map((decision) => (
          <Button
            key={decision}
            size="sm"
            kind={decision === "once" ? "primary" : "secondary"}
            disabled={disabled}
            busy={pending === decision}
            onClick={() => onDecide(decision)}
          >
            {text(`tool.decision.${decision}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
