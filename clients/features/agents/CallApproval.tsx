import type { ToolDecision } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { decideMutation } from "./agent-queries";
import type { AgentCall } from "./operations";
import { pretty } from "./StepView";

/** Asks for approval of a tool call, showing its complete input. */
export function CallApproval({ call, taskId }: { call: AgentCall; taskId: string }) {
  const text = useText("chat");
  const problemText = useProblemText();
  const titleId = useId();
  const decide = useMutation(decideMutation(useQueryClient(), taskId));
  // A tool without a source keeps no standing decisions.
  const decisions: readonly ToolDecision[] = call.source
    ? ["once", "always", "deny", "never"]
    : ["once", "deny"];
  return (
    <fieldset
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-2.5 border-line border-t bg-warning-soft px-3 py-3 last:rounded-b-md"
    >
      <p id={titleId} role="status" className="font-medium text-sm">
        {call.source
          ? text("tool.ask_from", { tool: call.title, source: call.source })
          : text("tool.ask", { tool: call.title })}
      </p>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-raised px-2.5 py-2 text-start font-mono text-xs"
      >
        {pretty(call.arguments)}
      </pre>
      {decide.error ? <Notice tone="danger">{problemText(decide.error)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {decisions.map((decision) => (
          <Button
            key={decision}
            size="sm"
            kind={decision === "once" ? "primary" : "secondary"}
            disabled={decide.isPending}
            busy={decide.isPending && decide.variables.decision === decision}
            onClick={() => decide.mutate({ call_id: call.id, decision })}
          >
            {text(`tool.decision.${decision}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
