import type { Bot, BotFile } from "@ensemble/contract/wire";
import { useState } from "react";
import type { FileChange } from "../bot-queries";

/** Files of a bot in its form: those that it has, with what was added and removed since it was opened. */
export function useFormFiles(bot: Bot | null): {
  shown: readonly BotFile[];
  change: FileChange;
  choose: (files: readonly BotFile[]) => void;
} {
  const known = bot?.files ?? [];
  const [change, setChange] = useState<FileChange>({ added: [], removed: [] });
  const kept = known.filter((file) => !isIn(change.removed, file));
  return {
    shown: [...kept, ...change.added.filter((file) => !isIn(known, file))],
    change,
    choose: (files) =>
      setChange({
        added: files.filter((file) => !isIn(known, file)),
        removed: known.filter((file) => !isIn(files, file)),
      }),
  };
}

const isIn = (files: readonly BotFile[], { id }: BotFile) => files.some((one) => one.id === id);
