import { useSession } from "@ensemble/blocks/session-queries";
import type { AdminUser } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LinkDialog } from "./LinkDialog";
import { MailSwitch } from "./MailSwitch";
import { passwordLinkMutation } from "./people-queries";

/** Makes a link by which a person sets a new password, mails it if that is wished, and shows it. */
export function NewLinkDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText("admin");
  const problemText = useProblemText();
  const { setup } = useSession();
  const [mail, setMail] = useState(setup.mail === "smtp");
  const make = useMutation(passwordLinkMutation(user.id));
  if (make.data)
    return <LinkDialog title={text("password_link")} email={user.email} link={make.data} onClose={onClose} />;
  return (
    <FormDialog
      title={text("password_link")}
      cancelLabel={text("cancel")}
      submitLabel={text("make_link")}
      busy={make.isPending}
      onClose={onClose}
      onSubmit={() => make.mutate(mail)}
    >
      <p className="text-muted text-sm">{text("make_link_hint", { name: user.name })}</p>
      <MailSwitch mail={mail} onChange={setMail} />
      {make.error ? <Notice tone="danger">{problemText(make.error)}</Notice> : null}
    </FormDialog>
  );
}
