import { refuseUnread, useSending } from "@ensemble/blocks/attachments/use-sending";
import { BOT_FILES_MAX } from "@ensemble/contract/generated/limits/bots";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Bot, BotFile } from "@ensemble/contract/wire";
import { useState } from "react";
import type { FileChange } from "../bot-queries";

/**
 * Files of a bot in its form: those that it has, with what was added and removed since it was opened. They are
 * uploaded at once, and become the bot's when it is saved.
 */
export function useFormFiles(bot: Bot | null) {
  const known = bot?.files ?? [];
  const [change, setChange] = useState<FileChange>({ added: [], removed: [] });
  const { sending, error, send } = useSending(refuseUnread);
  const kept = known.filter((file) => !isIn(change.removed, file));
  const shown = [...kept, ...change.added.filter((file) => !isIn(known, file))];
  return {
    shown,
    change,
    /** File on its way; saving waits for it. */
    sending,
    error,
    add: async (chosen: readonly File[]) => {
      for (const file of chosen.slice(0, BOT_FILES_MAX - shown.length)) {
        const info = await send(uuidV7(), file.name, file);
        if (!info) return;
        const { id, name, media_type, size_bytes } = info;
        const added: BotFile = { id, name, media_type, size_bytes };
        setChange((now) => ({ ...now, added: [...now.added, added] }));
      }
    },
    remove: (file: BotFile) =>
      setChange(({ added, removed }) => ({
        added: added.filter(({ id }) => id !== file.id),
        removed: isIn(known, file) ? [...removed, file] : removed,
      })),
  };
}

const isIn = (files: readonly BotFile[], { id }: BotFile) => files.some((one) => one.id === id);
