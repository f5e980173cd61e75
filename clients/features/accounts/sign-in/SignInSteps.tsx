import type { SignInAnswer, SignInStep } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { AccountForm } from "../form/AccountForm";
import { NewPasswordField } from "../form/account-fields";
import { hasPasskeys } from "../passkeys/ceremonies";
import { RecoveryCodes } from "../settings/security/RecoveryCodes";
import { TotpKey } from "../settings/security/TotpKey";
import { useFormErrors } from "../use-account-form";
import { PasskeyButton } from "./PasskeyButton";
import { newPasswordMutation, secondFactorMutation, setUpMutation } from "./step-queries";

interface StepProps {
  step: SignInStep;
  onAnswer: (answer: SignInAnswer) => void;
  onStartAgain: () => void;
}

/** Page for the step that is due before somebody is signed in. */
export function SignInSteps(props: StepProps) {
  switch (props.step.step) {
    case "second_factor":
      return <SecondFactorStep key={props.step.ticket} {...props} />;
    case "new_password":
      return <NewPasswordStep key={props.step.ticket} {...props} />;
    case "set_up":
      return <SetUpStep key={props.step.ticket} {...props} />;
  }
}

function StartAgain({ onStartAgain }: Pick<StepProps, "onStartAgain">) {
  const text = useText("accounts");
  return (
    <Button kind="ghost" size="sm" className="self-start" onClick={onStartAgain}>
      {text("back_to_sign_in")}
    </Button>
  );
}

/** Asks for the second factor: a code of the app, a recovery code, or a passkey. */
function SecondFactorStep({ step, onAnswer, onStartAgain }: StepProps) {
  const text = useText("accounts");
  const [isRecovery, setRecovery] = useState(false);
  const isStuck = !step.has_totp && !hasPasskeys();
  return (
    <AuthFrame
      title={text("second_factor_title")}
      description={text(
        !step.has_totp
          ? "second_factor_passkey"
          : isRecovery
            ? "second_factor_recovery"
            : "second_factor_app",
      )}
      footer={<StartAgain onStartAgain={onStartAgain} />}
    >
      {step.has_totp ? (
        <CodeForm
          key={String(isRecovery)}
          ticket={step.ticket}
          isRecovery={isRecovery}
          onAnswer={onAnswer}
          onSwitch={() => setRecovery(!isRecovery)}
        />
      ) : null}
      {isStuck ? <Notice tone="warning">{text("passkey_error.impossible")}</Notice> : null}
      {step.has_passkeys ? (
        <PasskeyButton label={text("use_passkey")} autoFocus={!step.has_totp} onAnswer={onAnswer} />
      ) : null}
    </AuthFrame>
  );
}

/** Form for a code of the app, or for a recovery code; switching between them starts anew. */
function CodeForm({
  ticket,
  isRecovery,
  onAnswer,
  onSwitch,
}: {
  ticket: string;
  isRecovery: boolean;
  onAnswer: (answer: SignInAnswer) => void;
  onSwitch: () => void;
}) {
  const text = useText("accounts");
  const [code, setCode] = useState("");
  const enter = useMutation(secondFactorMutation());
  const errors = useFormErrors(enter.error);
  const submit = () => {
    if (errors.check({ code })) enter.mutate({ ticket, code }, { onSuccess: onAnswer });
  };
  return (
    <AccountForm
      problem={errors.ofForm}
      action={text("verify")}
      busy={enter.isPending}
      onSubmit={submit}
      below={
        <Button kind="ghost" size="sm" className="self-start" onClick={onSwitch}>
          {text(isRecovery ? "use_app" : "use_recovery_code")}
        </Button>
      }
    >
      <FactorField
        label={text(isRecovery ? "recovery_code" : "app_code")}
        isRecovery={isRecovery}
        value={code}
        onChange={setCode}
        error={errors.of("code")}
      />
    </AccountForm>
  );
}

/** Edits a code of an authenticator app, or a recovery code. */
function FactorField({
  isRecovery,
  ...rest
}: {
  label: string;
  isRecovery: boolean;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
}) {
  return (
    <TextField
      dir="ltr"
      inputMode={isRecovery ? "text" : "numeric"}
      autoComplete={isRecovery ? "off" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      // The page has nothing else to type into.
      autoFocus
      maxLength={20}
      {...rest}
    />
  );
}

/** Asks for a password in place of the one that an operator set. */
function NewPasswordStep({ step, onAnswer, onStartAgain }: StepProps) {
  const text = useText("accounts");
  const [password, setPassword] = useState("");
  const choose = useMutation(newPasswordMutation());
  const errors = useFormErrors(choose.error);
  return (
    <AuthFrame
      title={text("choose_password_title")}
      description={text("choose_password_description")}
      footer={<StartAgain onStartAgain={onStartAgain} />}
    >
      <AccountForm
        problem={errors.ofForm}
        action={text("set_password")}
        busy={choose.isPending}
        onSubmit={() => {
          if (errors.check({ password })) {
            choose.mutate({ ticket: step.ticket, password }, { onSuccess: onAnswer });
          }
        }}
      >
        <NewPasswordField
          label={text("new_password")}
          autoFocus
          value={password}
          onChange={setPassword}
          error={errors.of("password")}
        />
      </AccountForm>
    </AuthFrame>
  );
}

/** Sets up the authenticator app that this server requires, and shows the recovery codes. */
function SetUpStep({ step, onAnswer, onStartAgain }: StepProps) {
  const text = useText("accounts");
  const [code, setCode] = useState("");
  const setUp = useMutation(setUpMutation());
  const errors = useFormErrors(setUp.error);
  const done = setUp.data;
  if (done) return <RecoveryStep codes={done.recovery_codes} onDone={() => onAnswer(done.session)} />;
  return (
    <AuthFrame
      title={text("set_up_title")}
      description={text("set_up_description")}
      footer={<StartAgain onStartAgain={onStartAgain} />}
    >
      {step.set_up ? <TotpKey setUp={step.set_up} /> : null}
      <AccountForm
        problem={errors.ofForm}
        action={text("turn_on")}
        busy={setUp.isPending}
        onSubmit={() => {
          if (errors.check({ code })) setUp.mutate({ ticket: step.ticket, code });
        }}
      >
        <FactorField
          label={text("app_code")}
          isRecovery={false}
          value={code}
          onChange={setCode}
          error={errors.of("code")}
        />
      </AccountForm>
    </AuthFrame>
  );
}

function RecoveryStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = useText("accounts");
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and Enter pressed twice must not leave the codes.
  useEffect(() => list.current?.focus(), []);
  return (
    <AuthFrame title={text("recovery_codes_title")} description={text("recovery_codes_description")}>
      <div ref={list} tabIndex={-1} className="outline-none">
        <RecoveryCodes codes={codes} />
      </div>
      <Notice tone="warning">{text("recovery_codes_once")}</Notice>
      <Button kind="primary" size="lg" wide onClick={onDone}>
        {text("recovery_codes_saved")}
      </Button>
    </AuthFrame>
  );
}
