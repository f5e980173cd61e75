import { money } from "@ensemble/blocks/credits/money";
import type { PublicOffer, Subscription } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { extendTrialMutation } from "../billing-queries";

/**
 * Explains the extension of a free trial before confirmation (spec §2: billing dialogs). `end`: its current
 * end.
 */
export function ExtendTrialDialog({
  offer,
  is,
  end,
  onClose,
}: {
  offer: PublicOffer;
  is: Subscription;
  end: string;
  onClose: () => void;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const extend = useMutation(extendTrialMutation(useQueryClient()));
  const action = text("extend_trial", { count: offer.trial?.extension_days ?? 0 });
  const then = is.next ?? is.terms;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("extend_trial_title")}
      closeLabel={text("close")}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{text("back")}</Button>
          <Button
            kind="primary"
            busy={extend.isPending}
            onClick={() => extend.mutate(undefined, { onSuccess: onClose })}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>{text("extend_trial_hint", { date: end })}</p>
        {is.cancel_at_end ? <p>{text("extend_trial_resumes")}</p> : null}
        {then ? (
          <p className="text-muted">
            {text("trial_then", {
              amount: money(is.renewal_price ?? then.price, then.currency, locale),
              cycle: text(`per.${then.cycle}`),
            })}
          </p>
        ) : null}
      </div>
      {extend.error ? <Notice tone="danger">{problemText(extend.error)}</Notice> : null}
    </Dialog>
  );
}
