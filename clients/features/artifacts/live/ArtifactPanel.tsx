import type { BesideSeat } from "@ensemble/blocks/composer-plugs";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { ResizablePanel } from "@ensemble/ui/ResizablePanel";
import { useMedia } from "@ensemble/ui/use-media";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { ArtifactDesk } from "../desk/ArtifactDesk";
import { guestLibrary } from "../preview/libraries";
import { artifactQuery, artifactsOfChatQuery } from "../queries";
import { BESIDE } from "./beside";
import {
  blocksOf,
  closeArtifact,
  contentAt,
  type OpenedArtifact,
  placeOf,
  takeDraft,
  useOpenArtifacts,
} from "./open-artifacts";

const WIDTH = { min: 320, max: 1_400, initial: 620 };
const WIDTH_KEY = "artifacts.width";

/** Panel beside a chat with the artifact that is open; over the chat on narrow screens. */
export function ArtifactPanel(seat: BesideSeat) {
  const opened = useOpenArtifacts(({ open }) => open[seat.conversationId]);
  const isBeside = useMedia(BESIDE);
  const fillFromPage = useEffectEvent((conversationId: string) => {
    const draft = takeDraft(conversationId);
    if (draft !== null) seat.fill(draft);
  });
  useEffect(() => fillFromPage(seat.conversationId), [seat.conversationId]);
  useEffect(() => {
    // The first artifact is shown sooner. A script that does not come is asked for again then.
    guestLibrary().catch((error: unknown) => console.warn("previews are not prepared", error));
  }, []);
  if (!opened) return null;
  const desk = <OpenedDesk key={opened.identifier} seat={seat} opened={opened} />;
  return isBeside ? (
    <Beside>{desk}</Beside>
  ) : (
    <div className="fixed inset-y-0 end-0 z-30 flex w-[min(100%,46rem)] flex-col bg-surface pt-[env(safe-area-inset-top)] shadow-float">
      {desk}
    </div>
  );
}

function Beside({ children }: { children: React.ReactNode }) {
  const text = useText("artifacts");
  const { storage } = useHost();
  const [width, setWidth] = useState(() => Number(storage.get(WIDTH_KEY)) || WIDTH.initial);
  const change = (next: number) => {
    setWidth(next);
    storage.set(WIDTH_KEY, String(next));
  };
  return (
    <aside aria-label={text("panel")} className="flex max-w-[calc(100%-30rem)] border-line border-s">
      <ResizablePanel
        label={text("panel_width")}
        side="end"
        width={width}
        {...WIDTH}
        onWidth={change}
        className="flex max-w-full flex-col"
      >
        {children}
      </ResizablePanel>
    </aside>
  );
}

function OpenedDesk({ seat, opened }: { seat: BesideSeat; opened: OpenedArtifact }) {
  const { conversationId } = seat;
  const all = useOpenArtifacts(({ blocks }) => blocks[conversationId]);
  const blocks = blocksOf(all, opened.identifier);
  const list = useQuery(artifactsOfChatQuery(conversationId));
  const stored = list.data?.find(({ identifier }) => identifier === opened.identifier);
  const detail = useQuery({ ...artifactQuery(stored?.id ?? ""), enabled: stored !== undefined }).data ?? null;
  const wanted =
    opened.block === null ? blocks.at(-1) : blocks.find((block) => placeOf(block) === opened.block);
  const version = detail?.versions.find(
    ({ message_id, block }) => message_id === wanted?.messageId && block === wanted?.index,
  );
  // Until the server has stored what was written, it is shown as it was written.
  const isStored = detail !== null && (wanted === undefined || version !== undefined);
  const last = wanted ?? blocks.at(-1);
  const language = last?.language ?? detail?.language ?? "text";
  const live =
    isStored && !last?.writing
      ? null
      : {
          content: contentAt(blocks, wanted ? placeOf(wanted) : null, detail?.content ?? null),
          language: last?.edit
            ? (blocks.find(({ edit }) => !edit)?.language ?? detail?.language ?? language)
            : language,
          title: blocks.findLast(({ title }) => title !== null)?.title ?? detail?.title ?? opened.identifier,
          writing: last?.writing ?? false,
        };
  return (
    <ArtifactDesk
      artifact={detail}
      // The newest version can be the person's own, after the model's last.
      version={opened.block === null ? null : (version?.number ?? null)}
      live={live}
      seat={seat}
      identifier={opened.identifier}
      onClose={() => closeArtifact(conversationId)}
    />
  );
}
