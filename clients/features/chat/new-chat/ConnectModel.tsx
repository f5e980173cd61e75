import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Plug } from "lucide-react";

/** Leads the server admin to the first model, while only the built-in helper answers. */
export default function ConnectModel() {
  const text = useText("chat");
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-center text-sm">
      <p className="text-balance text-muted">{text("no_model")}</p>
      <AppLink to={`${PLACES.connections}?start=yes`} className={buttonStyle("primary", "sm")}>
        <Plug className="size-4" aria-hidden="true" />
        {text("connect_model")}
      </AppLink>
    </div>
  );
}
