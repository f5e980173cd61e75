import { api } from "@ensemble/contract/api";
import type { ToolCallPart, ToolDecision } from "@ensemble/contract/wire";
import { useMutation } from "@tanstack/react-query";
import { ApprovalForm } from "./ApprovalForm";
import { inputOf } from "./tool-input";

const DECISIONS: readonly ToolDecision[] = ["once", "always", "deny", "never"];

/** Asks for approval of a tool call of an answer. */
export function ToolApproval({ part, runId }: { part: ToolCallPart; runId: string }) {
  const decide = useMutation({
    mutationFn: (decision: ToolDecision) =>
      api.post("/api/runs/{id}/tool-calls/{call_id}", {
        path: { id: runId, call_id: part.call_id },
        body: { decision },
      }),
  });
  return (
    <ApprovalForm
      title={part.title}
      source={part.source}
      code={inputOf(part)}
      decisions={DECISIONS}
      disabled={decide.isPending || decide.isSuccess}
      pending={decide.isPending ? decide.variables : null}
      onDecide={decide.mutate}
    />
  );
}
