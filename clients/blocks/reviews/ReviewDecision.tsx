import { ProblemError } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useState } from "react";

/** The operator's decision on something in review: approval, or a rejection with its reason. */
export function ReviewDecision({
  settle,
  outdated,
  reasonError = null,
  reasonMax,
  needsReason = false,
  texts,
  onApprove,
  onReject,
  onOutdated,
}: {
  /** Mutation that takes the decision. */
  settle: { error: Error | null; isPending: boolean; reset: () => void };
  /** Codes of problems that mean: there is something newer to decide on. */
  outdated: readonly string[];
  /** Error of the reason, which stands at its field. */
  reasonError?: string | null;
  /** Longest reason, in characters. */
  reasonMax: number;
  /** True if nothing can be sent without a reason. */
  needsReason?: boolean;
  texts: { reload: string; reason: string; hint: string; reject: string; send: string };
  onApprove: () => void;
  onReject: (reason: string) => void;
  onOutdated: () => void;
}) {
  const common = useText("common");
  const problemText = useProblemText();
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState("");
  const { error, isPending, reset } = settle;
  const isOutdated = error instanceof ProblemError && outdated.includes(error.code);
  const reload = () => {
    reset();
    onOutdated();
  };
  return (
    <div className="flex flex-col gap-4">
      {error && reasonError === null ? (
        <Notice
          tone="danger"
          action={
            isOutdated ? (
              <Button size="sm" onClick={reload}>
                {texts.reload}
              </Button>
            ) : null
          }
        >
          {problemText(error)}
        </Notice>
      ) : null}
      {rejecting ? (
        <TextArea
          label={texts.reason}
          hint={texts.hint}
          rows={3}
          maxLength={reasonMax}
          value={reason}
          onChange={setReason}
          error={reasonError}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={() => setRejecting(!rejecting)}>
          {rejecting ? common("cancel") : texts.reject}
        </Button>
        {rejecting ? (
          <Button
            size="sm"
            kind="danger"
            busy={isPending}
            disabled={needsReason && reason.trim() === ""}
            onClick={() => onReject(reason)}
          >
            {texts.send}
          </Button>
        ) : (
          <Button size="sm" kind="primary" busy={isPending} onClick={onApprove}>
            {common("approve")}
          </Button>
        )}
      </div>
    </div>
  );
}
