import { useSession } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";

/** Switch for mailing a link as well; nothing on a server that sends no mail. */
export function MailSwitch({ mail, onChange }: { mail: boolean; onChange: (mail: boolean) => void }) {
  const text = useText("admin");
  const { setup } = useSession();
  if (setup.mail !== "smtp") return null;
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span aria-hidden="true">{text("mail_link")}</span>
      <Switch label={text("mail_link")} checked={mail} onChange={onChange} />
    </div>
  );
}
