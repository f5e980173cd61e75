import type { TotpSetUp } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  confirmTotpMutation,
  makeRecoveryCodesMutation,
  offerTotpMutation,
  turnTotpOffMutation,
} from "../../security-queries";
import { useFormErrors } from "../../use-account-form";
import { ProofField } from "./ProofField";
import { RecoveryCodes } from "./RecoveryCodes";
import { TotpKey } from "./TotpKey";

interface DialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** Turns an authenticator app on: password, QR code and first code, recovery codes. */
export function TotpDialog({ hasPassword, onClose }: DialogProps) {
  const text = useText("accounts");
  const [password, setPassword] = useState("");
  const offer = useMutation(offerTotpMutation());
  const errors = useFormErrors(offer.error);
  if (offer.data) return <FirstCode {...offer.data} onClose={onClose} />;
  return (
    <FormDialog
      title={text("turn_app_on")}
      cancelLabel={text("cancel")}
      submitLabel={text("continue")}
      fieldFirst={hasPassword}
      disabled={hasPassword && password === ""}
      busy={offer.isPending}
      onClose={onClose}
      onSubmit={() => offer.mutate(password)}
    >
      <p className="text-muted text-sm">{text("app_description")}</p>
      <ProofField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        error={errors.of("password")}
      />
      {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
    </FormDialog>
  );
}

function FirstCode({ ticket, set_up, onClose }: { ticket: string; set_up: TotpSetUp; onClose: () => void }) {
  const text = useText("accounts");
  const [code, setCode] = useState("");
  const confirm = useMutation(confirmTotpMutation(useQueryClient()));
  const errors = useFormErrors(confirm.error);
  if (confirm.data) return <CodesDialog codes={confirm.data.recovery_codes} onClose={onClose} />;
  return (
    <FormDialog
      title={text("turn_app_on")}
      cancelLabel={text("cancel")}
      submitLabel={text("turn_on")}
      disabled={code.trim() === ""}
      busy={confirm.isPending}
      onClose={onClose}
      onSubmit={() => confirm.mutate({ ticket, code })}
    >
      <p className="text-muted text-sm">{text("scan_code")}</p>
      <TotpKey setUp={set_up} />
      <TextField
        label={text("app_code")}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        onChange={setCode}
        error={errors.of("code")}
      />
      {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
    </FormDialog>
  );
}

/** Shows new recovery codes, once. */
function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = useText("accounts");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("recovery_codes_title")}
      description={text("recovery_codes_description")}
      closeLabel={text("close")}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text("recovery_codes_saved")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <RecoveryCodes codes={codes} />
        <Notice tone="warning">{text("recovery_codes_once")}</Notice>
      </div>
    </Dialog>
  );
}

/** Replaces the recovery codes. */
export function NewCodesDialog({ hasPassword, onClose }: DialogProps) {
  const text = useText("accounts");
  const [password, setPassword] = useState("");
  const make = useMutation(makeRecoveryCodesMutation(useQueryClient()));
  const errors = useFormErrors(make.error);
  if (make.data) return <CodesDialog codes={make.data.recovery_codes} onClose={onClose} />;
  return (
    <FormDialog
      title={text("new_recovery_codes")}
      cancelLabel={text("cancel")}
      submitLabel={text("make_codes")}
      fieldFirst={hasPassword}
      disabled={hasPassword && password === ""}
      busy={make.isPending}
      onClose={onClose}
      onSubmit={() => make.mutate(password)}
    >
      <p className="text-muted text-sm">{text("new_codes_hint")}</p>
      <ProofField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        error={errors.of("password")}
      />
      {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
    </FormDialog>
  );
}

/** Turns the authenticator app off. */
export function TurnOffDialog({ hasPassword, onClose }: DialogProps) {
  const text = useText("accounts");
  const [password, setPassword] = useState("");
  const turnOff = useMutation(turnTotpOffMutation(useQueryClient()));
  const errors = useFormErrors(turnOff.error);
  return (
    <FormDialog
      title={text("turn_app_off")}
      cancelLabel={text("cancel")}
      submitLabel={text("turn_off")}
      danger
      fieldFirst={hasPassword}
      disabled={hasPassword && password === ""}
      busy={turnOff.isPending}
      onClose={onClose}
      onSubmit={() => turnOff.mutate(password, { onSuccess: onClose })}
    >
      <p className="text-muted text-sm">{text("turn_off_hint")}</p>
      <ProofField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        error={errors.of("password")}
      />
      {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
    </FormDialog>
  );
}
