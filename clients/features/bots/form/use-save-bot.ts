import type { Bot } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { saveBotMutation } from "../bot-queries";

/** Saves what a form has. After a step that failed, the next attempt changes the bot as it was left. */
export function useSaveBot(bot: Bot | null, version: number) {
  const saved = useRef<Bot | null>(null);
  const known = () => newer(saved.current, bot && { ...bot, version });
  const keep = (step: Bot) => {
    saved.current = step;
  };
  return useMutation(saveBotMutation(useQueryClient(), known, keep));
}

/** Returns the one of two states of a bot that was saved last. */
function newer(saved: Bot | null, shown: Bot | null): Bot | null {
  return saved && saved.version > (shown?.version ?? 0) ? saved : shown;
}
