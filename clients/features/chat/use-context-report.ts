import type { ContextReport, Message } from "@ensemble/contract/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext } from "react";
import { contextQuery } from "./context-queries";
import { useChosenModel } from "./use-chosen-model";

/** How full the context of the branch that ends in `leaf` is; null until that is known. */
export function useContextReport(conversationId: string, leaf: Message | null): ContextReport | null {
  const { model } = useChosenModel(conversationId);
  const settled = leaf !== null && leaf.role === "assistant" && leaf.state !== "running";
  const { data } = useQuery({
    ...contextQuery(conversationId, leaf?.id ?? "", model?.id ?? ""),
    enabled: settled && model !== null,
    placeholderData: keepPreviousData,
  });
  return leaf === null ? null : (data ?? null);
}

/** What of the branch on the screen a model is given, for the row where that begins. */
export const TrimmedContext = createContext<ContextReport | null>(null);
