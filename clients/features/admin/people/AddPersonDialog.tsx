import { useSession } from "@ensemble/blocks/session-queries";
import type { AdminUser } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LinkDialog } from "./LinkDialog";
import { MailSwitch } from "./MailSwitch";
import { addPersonMutation } from "./people-queries";

/** Adds a person, then shows the link by which they set their password. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const text = useText("admin");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const { setup } = useSession();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<AdminUser["role"]>("member");
  const [mail, setMail] = useState(setup.mail === "smtp");
  const add = useMutation(addPersonMutation(useQueryClient()));
  const missing = email.trim() === "" || name.trim() === "";
  if (add.data) {
    const title = text("added_title", { name: add.data.name });
    return <LinkDialog title={title} email={add.data.email} link={add.data.link} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={text("add_person")}
      cancelLabel={text("cancel")}
      submitLabel={text("add_person")}
      fieldFirst
      disabled={missing}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!missing) add.mutate({ email: email.trim(), name: name.trim(), role, locale, mail });
      }}
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
      <TextField label={text("person_name")} autoComplete="off" value={name} onChange={setName} />
      <Select
        label={text("invite_role")}
        value={role}
        onChange={setRole}
        options={[
          { value: "member", label: text("member") },
          { value: "operator", label: text("operator") },
        ]}
      />
      <MailSwitch mail={mail} onChange={setMail} />
      {add.error ? <Notice tone="danger">{problemText(add.error)}</Notice> : null}
    </FormDialog>
  );
}
