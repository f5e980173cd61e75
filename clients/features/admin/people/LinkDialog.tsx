import { CopyButton } from "@ensemble/blocks/CopyButton";
import type { PasswordLink } from "@ensemble/contract/wire";
import { day } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { TextField } from "@ensemble/ui/fields/TextField";

/** Shows a link that sets a password, once. */
export function LinkDialog({
  title,
  email,
  link,
  onClose,
}: {
  title: string;
  email: string;
  link: PasswordLink;
  onClose: () => void;
}) {
  const text = useText("admin");
  const { locale } = useLocale();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      closeLabel={text("close")}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text("done")}
        </Button>
      }
    >
      <p className="text-pretty text-muted text-sm">
        {text(link.mailed ? "link_mailed" : "link_not_mailed", { email, day: day(link.expires_at, locale) })}
      </p>
      <div className="mt-3 flex items-center gap-1">
        <TextField
          label={text("password_link")}
          hideLabel
          readOnly
          dir="ltr"
          value={link.url}
          onChange={() => undefined}
        />
        <CopyButton label={text("copy_link")} content={link.url} />
      </div>
    </Dialog>
  );
}
