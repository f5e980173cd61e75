import { NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/identity";
import type { Passkey } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePasskeyText } from "../../passkeys/use-passkey-text";
import { addPasskeyMutation, renamePasskeyMutation } from "../../security-queries";
import { useFormErrors } from "../../use-account-form";
import { ProofField } from "./ProofField";

/** Adds a passkey: a name and the password here, the rest in the browser's own dialog. */
export function AddPasskeyDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const text = useText("accounts");
  const passkeyText = usePasskeyText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const add = useMutation(addPasskeyMutation(useQueryClient()));
  const errors = useFormErrors(add.error);
  const problem = errors.ofForm ? passkeyText(add.error) : null;
  return (
    <FormDialog
      title={text("add_passkey")}
      cancelLabel={text("cancel")}
      submitLabel={text("continue")}
      fieldFirst
      disabled={name.trim() === "" || (hasPassword && password === "")}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={() => add.mutate({ password, name: name.trim() }, { onSuccess: onClose })}
    >
      <p className="text-muted text-sm">{text(add.isPending ? "passkey_waiting" : "add_passkey_hint")}</p>
      <TextField
        label={text("name")}
        hint={text("passkey_name_hint")}
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        value={name}
        onChange={setName}
        error={errors.of("name")}
      />
      <ProofField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        error={errors.of("password")}
      />
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
    </FormDialog>
  );
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const text = useText("accounts");
  const [name, setName] = useState(passkey.name);
  const rename = useMutation(renamePasskeyMutation(useQueryClient(), passkey.id));
  const errors = useFormErrors(rename.error);
  return (
    <FormDialog
      title={text("rename_passkey")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      fieldFirst
      disabled={name.trim() === ""}
      busy={rename.isPending}
      onClose={onClose}
      onSubmit={() => rename.mutate(name.trim(), { onSuccess: onClose })}
    >
      <TextField
        label={text("name")}
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        value={name}
        onChange={setName}
        error={errors.of("name")}
      />
      {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
    </FormDialog>
  );
}
