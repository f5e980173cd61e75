import { money } from "@ensemble/blocks/credits/money";
import type { CancelReason, PublicOffer, Subscription } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cancelMutation, downgradeMutation } from "../billing-queries";
import { planName } from "../orders/OrderView";

const REASONS: readonly { reason: CancelReason; label: TextKey<"billing"> }[] = [
  { reason: "too_expensive", label: "reason.too_expensive" },
  { reason: "not_used", label: "reason.not_used" },
  { reason: "missing_features", label: "reason.missing_features" },
  { reason: "quality", label: "reason.quality" },
  { reason: "something_else", label: "reason.something_else" },
  { reason: "temporary", label: "reason.temporary" },
  { reason: "advise", label: "reason.advise" },
];

interface CancelDialogsProps {
  offer: PublicOffer;
  is: Subscription;
  end: string;
  onClose: () => void;
}

/** Guides through a cancellation: reason, offer of a lower plan, confirmation (spec §2: billing dialogs). */
export function CancelDialogs(props: CancelDialogsProps) {
  const [step, setStep] = useState<"reason" | "lower" | "confirm">("reason");
  const [reason, setReason] = useState<CancelReason>();
  const [feedback, setFeedback] = useState("");
  if (step === "reason") {
    return (
      <ReasonDialog
        reason={reason}
        onReason={setReason}
        feedback={feedback}
        onFeedback={setFeedback}
        onClose={props.onClose}
        onNext={() => setStep(props.is.lower ? "lower" : "confirm")}
      />
    );
  }
  if (step === "lower") {
    const onCancel = () => setStep("confirm");
    return <LowerDialog {...props} reason={reason} feedback={feedback} onCancel={onCancel} />;
  }
  return <ConfirmCancel {...props} reason={reason} feedback={feedback} />;
}

function ReasonDialog({
  reason,
  onReason,
  feedback,
  onFeedback,
  onClose,
  onNext,
}: {
  reason: CancelReason | undefined;
  onReason: (reason: CancelReason) => void;
  feedback: string;
  onFeedback: (feedback: string) => void;
  onClose: () => void;
  onNext: () => void;
}) {
  const text = useText("billing");
  const problems = useText("problems");
  const [asked, setAsked] = useState(false);
  const missing = asked && !reason;
  const unsaid = asked && reason === "advise" && feedback.trim() === "";
  return (
    <FormDialog
      title={text("why_cancel")}
      cancelLabel={text("close")}
      submitLabel={text("next")}
      width="md"
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (reason && (reason !== "advise" || feedback.trim() !== "")) onNext();
      }}
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">{text("why_cancel")}</legend>
        {REASONS.map(({ reason: value, label }) => (
          <label
            key={value}
            className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11"
          >
            <input
              type="radio"
              name="reason"
              value={value}
              checked={reason === value}
              onChange={() => onReason(value)}
              className="size-4 accent-accent"
            />
            {text(label)}
          </label>
        ))}
      </fieldset>
      <div aria-live="polite">
        {missing ? <p className="text-danger text-sm">{problems("billing.reason_missing")}</p> : null}
      </div>
      <TextArea
        label={text("feedback")}
        value={feedback}
        onChange={onFeedback}
        error={unsaid ? problems("billing.feedback_missing") : undefined}
        maxLength={2000}
      />
    </FormDialog>
  );
}

/** Feedback of a person who cancels. */
interface Said {
  reason: CancelReason | undefined;
  feedback: string;
}

function LowerDialog({
  offer,
  is,
  end,
  onClose,
  reason,
  feedback,
  onCancel,
}: CancelDialogsProps & Said & { onCancel: () => void }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const lower = useMutation(downgradeMutation(useQueryClient()));
  if (!is.lower) return null;
  const to = is.lower;
  const plan = planName(offer, to.plan);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("lower_title", { plan })}
      closeLabel={text("close")}
      width="md"
      footer={
        <>
          <Button onClick={onCancel}>{text("still_cancel")}</Button>
          <Button
            kind="primary"
            busy={lower.isPending}
            onClick={() =>
              lower.mutate({ ...to, instead_of_cancelling: { reason, feedback } }, { onSuccess: onClose })
            }
          >
            {text("take_lower", { plan })}
          </Button>
        </>
      }
    >
      <p className="text-sm">
        {text("lower_hint", {
          plan,
          amount: money(to.price, to.currency, locale),
          cycle: text(`per.${to.cycle}`),
          date: end,
        })}
      </p>
      {lower.error ? <Notice tone="danger">{problemText(lower.error)}</Notice> : null}
    </Dialog>
  );
}

function ConfirmCancel({ offer, is, end, onClose, reason, feedback }: CancelDialogsProps & Said) {
  const text = useText("billing");
  const problemText = useProblemText();
  const cancel = useMutation(cancelMutation(useQueryClient()));
  const plan = planName(offer, is.terms?.plan ?? null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("confirm_cancel_title", { plan })}
      closeLabel={text("close")}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{text("keep_plan")}</Button>
          <Button
            kind="danger"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ reason, feedback }, { onSuccess: onClose })}
          >
            {text("confirm_cancel")}
          </Button>
        </>
      }
    >
      <p className="text-sm">
        {is.phase === "past_due"
          ? text("cancel_now_hint", { plan })
          : text("cancel_hint", { plan, date: end })}
      </p>
      {cancel.error ? <Notice tone="danger">{problemText(cancel.error)}</Notice> : null}
    </Dialog>
  );
}
