import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useStore } from "zustand";
import { useChat } from "../use-chat";

/**
 * Notice that the sent message is on a separate branch because the conversation had continued elsewhere, with
 * a link.
 */
export function BranchNotice({ conversationId }: { conversationId: string }) {
  const text = useText("chat");
  const { besides } = useChat();
  const beside = useStore(besides, (all) => all[conversationId]);
  if (!beside) return null;
  const dismiss = () => besides.setState({ [conversationId]: undefined });
  return (
    <Notice
      tone="info"
      action={
        <span className="flex flex-wrap justify-end gap-1">
          <AppLink
            to={PLACES.chat(conversationId, beside)}
            className={buttonStyle("secondary", "sm")}
            onClick={dismiss}
          >
            {text("show_other_branch")}
          </AppLink>
          <Button size="sm" kind="ghost" onClick={dismiss}>
            {text("dismiss")}
          </Button>
        </span>
      }
    >
      {text("became_branch")}
    </Notice>
  );
}
