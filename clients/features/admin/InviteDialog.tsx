import { CopyButton } from "@ensemble/blocks/CopyButton";
import type { AdminUser, SentPersonInvitation } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { inviteMutation } from "./server-queries";

/** Invites a person, then shows the link that creates their account. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const text = useText("admin");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<AdminUser["role"]>("member");
  const invite = useMutation(inviteMutation(useQueryClient()));
  const submit = () => {
    if (email.trim() !== "") invite.mutate({ email: email.trim(), name: name.trim(), role, locale });
  };
  if (invite.data) return <SentDialog sent={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title={text("invite_person")}
      cancelLabel={text("cancel")}
      submitLabel={text("invite")}
      fieldFirst
      disabled={email.trim() === ""}
      busy={invite.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text("invite_email")}
        type="email"
        inputMode="email"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
      <TextField label={text("invite_name")} autoComplete="off" value={name} onChange={setName} />
      <Select
        label={text("invite_role")}
        value={role}
        onChange={setRole}
        options={[
          { value: "member", label: text("member") },
          { value: "operator", label: text("operator") },
        ]}
      />
      {invite.error ? <Notice tone="danger">{problemText(invite.error)}</Notice> : null}
    </FormDialog>
  );
}

function SentDialog({ sent, onClose }: { sent: SentPersonInvitation; onClose: () => void }) {
  const text = useText("admin");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("invited_title")}
      closeLabel={text("close")}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text("done")}
        </Button>
      }
    >
      <p className="text-pretty text-muted text-sm">
        {text(sent.mailed ? "invited_mailed" : "invited_not_mailed", { email: sent.invitation.email })}
      </p>
      <div className="mt-3 flex items-center gap-1">
        <TextField
          label={text("invitation_link")}
          hideLabel
          readOnly
          dir="ltr"
          value={sent.url}
          onChange={() => undefined}
        />
        <CopyButton label={text("copy_link")} content={sent.url} />
      </div>
    </Dialog>
  );
}
