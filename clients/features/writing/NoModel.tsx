import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";

/** Notice that no model is connected, and who can change that. */
export function NoModel() {
  const text = useText("humanizer");
  const { role } = useMe();
  return (
    <Notice
      tone="warning"
      action={
        role === "operator" ? (
          <AppLink to={PLACES.connections} className={buttonStyle("secondary", "sm")}>
            {text("connect")}
          </AppLink>
        ) : null
      }
    >
      {text("no_model")}
      {role === "operator" ? null : ` ${text("ask_operator")}`}
    </Notice>
  );
}
