import { api } from "@ensemble/contract/api";
import type { ToolCallPart, ToolDecision } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";

const DECISIONS: readonly ToolDecision[] = ["once", "always", "deny", "never"];

/** Asks for approval of a tool call, showing its complete input. */
export function ToolApproval({ part, runId, code }: { part: ToolCallPart; runId: string; code: string }) {
  const text = useText("chat");
  const titleId = useId();
  const decide = useMutation({
    mutationFn: (decision: ToolDecision) =>
      api.post("/api/runs/{id}/tool-calls/{call_id}", {
        path: { id: runId, call_id: part.call_id },
        body: { decision },
      }),
  });
  const done = decide.isPending || decide.isSuccess;
  return (
    <fieldset
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-2.5 border-line border-t bg-warning-soft px-3 py-3"
    >
      <p id={titleId} role="status" className="font-medium text-sm">
        {part.source
          ? text("tool.ask_from", { tool: part.title, source: part.source })
          : text("tool.ask", { tool: part.title })}
      </p>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-raised px-2.5 py-2 text-start font-mono text-xs"
      >
        {code}
      </pre>
      <div className="flex flex-wrap gap-2">
        {DECISIONS.map((decision) => (
          <Button
            key={decision}
            size="sm"
            kind={decision === "once" ? "primary" : "secondary"}
            disabled={done}
            busy={decide.isPending && decide.variables === decision}
            onClick={() => decide.mutate(decision)}
          >
            {text(`tool.decision.${decision}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
