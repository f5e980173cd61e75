import type { SharedPageViewer } from "@ensemble/blocks/area/area";
import { type Shell, type ShownPageViewer, shellOf } from "@ensemble/blocks/area/shell";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy } from "react";
import { AREAS } from "./areas";
import { forgetCache } from "./boot/query-cache";
import { forgetSessionEnd } from "./boot/session-end";
import { COMMANDS } from "./commands";
import { useLeave } from "./frame/use-leave";
import { MissingPage } from "./pages/ErrorPages";

const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));

const shown = ({ content, face, actions, copy }: SharedPageViewer): ShownPageViewer => ({
  Content: later(content),
  Face: face && later(face),
  Actions: actions && later(actions),
  copy,
});

const conversation = AREAS.flatMap((area) => area.conversation ?? [])[0];
if (!conversation) throw new Error("no area brings conversations");

const OF_AREAS = {
  ...shellOf(AREAS),
  commands: COMMANDS,
  sharedPages: Object.fromEntries(
    AREAS.flatMap(({ sharedPages = {} }) => Object.entries(sharedPages)).map(([kind, viewer]) => [
      kind,
      shown(viewer),
    ]),
  ),
  Conversation: later(conversation),
  Missing: MissingPage,
};

/** Returns what the web shell gives areas. */
export function useWebShell(): Shell {
  const queryClient = useQueryClient();
  const { storage } = useHost();
  const leave = useLeave();
  return {
    ...OF_AREAS,
    leave,
    enter: (session) => {
      forgetSessionEnd();
      forgetCache(queryClient, storage);
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  };
}
