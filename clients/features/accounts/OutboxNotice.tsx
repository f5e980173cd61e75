import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";

/** Explains where emails are if the server sends none. */
export function OutboxNotice() {
  const text = useText("accounts");
  return (
    <Notice tone="info" title={text("outbox_title")}>
      <p className="text-muted">{text("outbox_description")}</p>
    </Notice>
  );
}
