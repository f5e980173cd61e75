import { useSession } from "@ensemble/blocks/session-queries";
import { useSecondsLeft } from "@ensemble/blocks/use-seconds-left";
import type { Session } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { CodeField } from "@ensemble/ui/fields/CodeField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { resendCodeMutation, verifySignUpMutation } from "../account-queries";
import { AccountForm } from "../form/AccountForm";
import { OutboxNotice } from "../OutboxNotice";
import { useFormErrors } from "../use-account-form";

/** Second step: the emailed code, checked as soon as it is complete. */
export function CodeStep({
  email,
  onVerified,
  onBack,
}: {
  email: string;
  onVerified: (session: Session) => void;
  onBack: () => void;
}) {
  const text = useText("accounts");
  const { setup } = useSession();
  const [code, setCode] = useState("");
  const verify = useMutation(verifySignUpMutation());
  const resend = useMutation(resendCodeMutation());
  const errors = useFormErrors(verify.error ?? resend.error);
  const wait = useSecondsLeft();

  const check = (complete: string) => {
    if (!verify.isPending) verify.mutate({ email, code: complete }, { onSuccess: onVerified });
  };
  const sendAgain = () =>
    resend.mutate(
      { email },
      {
        onSuccess: ({ resend_after_seconds }) => {
          wait.start(resend_after_seconds);
          setCode("");
          verify.reset();
          showToast({ title: text("code_sent_again"), kind: "success" });
        },
      },
    );

  return (
    <AccountForm
      problem={errors.ofForm}
      action={text("verify")}
      busy={verify.isPending}
      onSubmit={() => {
        if (errors.check({ code })) check(code);
      }}
      below={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button kind="ghost" size="sm" onClick={onBack}>
            {text("change_email")}
          </Button>
          <Button
            kind="ghost"
            size="sm"
            busy={resend.isPending}
            disabled={wait.seconds > 0}
            onClick={sendAgain}
          >
            {wait.seconds > 0 ? text("send_again_in", { seconds: wait.seconds }) : text("send_again")}
          </Button>
        </div>
      }
    >
      {setup.mail === "outbox" ? <OutboxNotice /> : null}
      <CodeField
        label={text("code")}
        digitLabel={(position) => text("code_digit", { position })}
        value={code}
        onChange={setCode}
        onComplete={check}
        error={errors.of("code")}
      />
    </AccountForm>
  );
}
