import { ApprovalForm } from "@ensemble/blocks/answers/ApprovalForm";
import { inputOf } from "@ensemble/blocks/answers/tool-input";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decideMutation } from "./agent-queries";
import type { AgentCall } from "./operations";

/** Asks for approval of a tool call of an agent. */
export function CallApproval({ call, taskId }: { call: AgentCall; taskId: string }) {
  const problemText = useProblemText();
  const decide = useMutation(decideMutation(useQueryClient(), taskId));
  return (
    <ApprovalForm
      title={call.title}
      source={call.source}
      code={inputOf(call)}
      // A tool without a source keeps no standing decisions.
      decisions={call.source ? ["once", "always", "deny", "never"] : ["once", "deny"]}
      disabled={decide.isPending}
      pending={decide.isPending ? decide.variables.decision : null}
      problem={decide.error ? <Notice tone="danger">{problemText(decide.error)}</Notice> : null}
      onDecide={(decision) => decide.mutate({ call_id: call.id, decision })}
    />
  );
}
