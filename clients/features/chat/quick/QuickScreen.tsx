import { PLACES } from "@ensemble/blocks/places";
import { onServer } from "@ensemble/contract/base-path";
import { useHost } from "@ensemble/host/HostContext";
import { type Navigation, NavigationProvider } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Maximize2, SquarePen, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { ChatPage } from "../ChatPage";
import { NewConversation } from "../new-chat/NewConversation";
import { quickPlace } from "./quick-place";

/** Quick panel of the desktop app: a composer and an answer. Everything else opens in the main window. */
export function QuickScreen() {
  const text = useText("desktop");
  const { panel } = useHost();
  const navigation = useQuickNavigation();
  const place = quickPlace(navigation.path) ?? { kind: "new chat" };
  const isNew = place.kind === "new chat";

  const closeOnEscape = (event: KeyboardEvent) => {
    // In a chat, Escape stops the answer.
    if (event.key === "Escape" && !event.defaultPrevented && isNew) panel?.close();
  };
  return (
    <NavigationProvider navigation={navigation}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears keys of whatever is focused in it */}
      <div className="clear-of-edges flex h-dvh flex-col bg-surface" onKeyDown={closeOnEscape}>
        {isNew && !panel ? null : (
          <div className="flex h-10 flex-none items-center gap-1 border-line border-b bg-canvas px-2">
            <span className="flex-1" />
            {isNew ? null : (
              <IconButton
                size="sm"
                label={text("panel_new")}
                icon={<SquarePen />}
                onClick={() => navigation.navigate(PLACES.newChat)}
              />
            )}
            {panel ? (
              <>
                <IconButton
                  size="sm"
                  label={text("panel_open")}
                  icon={<Maximize2 />}
                  onClick={() => panel.openInMain(navigation.path)}
                />
                <IconButton
                  size="sm"
                  label={text("panel_close")}
                  icon={<X />}
                  onClick={() => panel.close()}
                />
              </>
            ) : null}
          </div>
        )}
        <main className="flex min-h-0 min-w-0 flex-1 flex-col">
          {place.kind === "chat" ? <ChatPage conversationId={place.id} /> : <NewConversation />}
        </main>
      </div>
    </NavigationProvider>
  );
}

/** Returns the panel's navigation, which is kept in memory: its address is always the same. */
function useQuickNavigation(): Navigation {
  const { panel } = useHost();
  const [path, setPath] = useState<string>(PLACES.newChat);
  return {
    path,
    href: onServer,
    navigate: (wanted) => {
      if (quickPlace(wanted)) setPath(wanted);
      else if (panel) panel.openInMain(wanted);
      // In a browser, it is a normal page.
      else location.assign(onServer(wanted));
    },
  };
}
