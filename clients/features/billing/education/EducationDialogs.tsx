import { useSecondsLeft } from "@ensemble/blocks/use-seconds-left";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { CodeField } from "@ensemble/ui/fields/CodeField";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { proveEducationMutation, sendEducationCodeMutation } from "./education-queries";

/** Verifies a school's email address: the address, then the emailed code. */
export function EducationDialogs({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [wait, setWait] = useState<number>();
  if (wait === undefined) {
    return <EmailDialog email={email} onChange={setEmail} onSent={setWait} onClose={onClose} />;
  }
  return <CodeDialog email={email.trim()} wait={wait} onBack={() => setWait(undefined)} onClose={onClose} />;
}

function EmailDialog({
  email,
  onChange,
  onSent,
  onClose,
}: {
  email: string;
  onChange: (email: string) => void;
  /** Called with the number of seconds until another code can be requested. */
  onSent: (seconds: number) => void;
  onClose: () => void;
}) {
  const text = useText("billing");
  const problems = useText("problems");
  const problemText = useProblemText();
  const [empty, setEmpty] = useState(false);
  const send = useMutation(sendEducationCodeMutation());
  const submit = () => {
    setEmpty(email.trim() === "");
    if (email.trim() === "") return;
    send.mutate(email.trim(), { onSuccess: ({ resend_after_seconds }) => onSent(resend_after_seconds) });
  };
  return (
    <FormDialog
      title={text("education_verify")}
      cancelLabel={text("back")}
      submitLabel={text("education_send_code")}
      busy={send.isPending}
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text("education_email")}
        hint={text("education_email_hint")}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        value={email}
        onChange={(value) => {
          setEmpty(false);
          send.reset();
          onChange(value);
        }}
        error={
          empty
            ? problems("billing.education_email_invalid")
            : send.error
              ? problemText(send.error)
              : undefined
        }
      />
    </FormDialog>
  );
}

function CodeDialog({
  email,
  wait,
  onBack,
  onClose,
}: {
  email: string;
  wait: number;
  onBack: () => void;
  onClose: () => void;
}) {
  const text = useText("billing");
  const problems = useText("problems");
  const problemText = useProblemText();
  const [code, setCode] = useState("");
  const [short, setShort] = useState(false);
  const prove = useMutation(proveEducationMutation(useQueryClient()));
  const again = useMutation(sendEducationCodeMutation());
  const left = useSecondsLeft(wait);
  const check = (complete: string) => {
    setShort(complete.length < 6);
    if (complete.length < 6 || prove.isPending) return;
    again.reset();
    prove.mutate(
      { email, code: complete },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: text("education_proved"), kind: "success" });
        },
      },
    );
  };
  const sendAgain = () =>
    again.mutate(email, {
      onSuccess: ({ resend_after_seconds }) => {
        left.start(resend_after_seconds);
        setCode("");
        prove.reset();
        showToast({ title: text("education_code_sent"), kind: "success" });
      },
    });
  const problem = again.error ?? prove.error;
  return (
    <FormDialog
      title={text("education_code_title")}
      cancelLabel={text("back")}
      submitLabel={text("education_check")}
      busy={prove.isPending}
      fieldFirst
      onClose={onClose}
      onSubmit={() => check(code)}
      otherAction={<Button onClick={onBack}>{text("education_other_email")}</Button>}
    >
      <p className="text-pretty text-muted text-sm">
        {text("education_code_hint")}{" "}
        <bdi dir="ltr" className="break-words font-medium text-ink">
          {email}
        </bdi>
      </p>
      <CodeField
        label={text("education_code")}
        digitLabel={(position) => text("education_digit", { position })}
        value={code}
        onChange={(value) => {
          setShort(false);
          prove.reset();
          setCode(value);
        }}
        onComplete={check}
        error={short ? problems("billing.education_code_wrong") : problem ? problemText(problem) : undefined}
      />
      <Button
        kind="ghost"
        size="sm"
        className="self-start"
        busy={again.isPending}
        disabled={left.seconds > 0}
        onClick={sendAgain}
      >
        {left.seconds > 0 ? text("education_again_in", { seconds: left.seconds }) : text("education_again")}
      </Button>
    </FormDialog>
  );
}
