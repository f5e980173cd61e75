import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { portalMutation } from "../billing-queries";

/** Button to the payment provider's page for cards and billing details. Only if `is.portal` is true. */
export function CardsButton() {
  const text = useText("billing");
  const problemText = useProblemText();
  const hint = useId();
  const open = useMutation(portalMutation);
  return (
    <div className="flex flex-col items-end gap-2">
      {open.error ? <Notice tone="danger">{problemText(open.error)}</Notice> : null}
      <p id={hint} className="text-muted text-sm">
        {text("cards_hint")}
      </p>
      <Button
        aria-describedby={hint}
        busy={open.isPending}
        onClick={() => open.mutate(undefined, { onSuccess: ({ page }) => location.assign(page) })}
      >
        {text("cards_at_stripe")}
      </Button>
    </div>
  );
}
