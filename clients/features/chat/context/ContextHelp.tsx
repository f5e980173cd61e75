import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import type { ContextReport } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Lock } from "lucide-react";

const linkStyle =
  "inline-flex min-h-6 items-center gap-1 text-accent-ink underline-offset-2 hover:underline touch:min-h-11";

/** Offers help when a conversation fills its model's context: another limit, a new chat, another model. */
export function ContextHelp({ report }: { report: ContextReport }) {
  const text = useText("chat");
  const { custom_context: custom } = useMe();
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-sm">
      <li>
        {custom ? (
          <AppLink to="/settings/chat" className={linkStyle}>
            {text("context_help_limit")}
          </AppLink>
        ) : (
          <span className="inline-flex min-h-6 items-center gap-1 text-muted">
            <Lock className="size-3.5" aria-hidden="true" />
            {text("context_help_limit")}: {text("upgrade_to_unlock")}
          </span>
        )}
      </li>
      <li>
        <AppLink to={PLACES.newChat} className={linkStyle}>
          {text("context_help_new_chat")}
        </AppLink>
      </li>
      {report.limit_tokens !== null ? <li className="text-muted">{text("context_help_model")}</li> : null}
    </ul>
  );
}
