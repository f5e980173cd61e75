import type { ContextReport, Message } from "@ensemble/contract/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext } from "react";
import { useChosenModel } from "../composer/use-chosen-model";
import { contextQuery } from "./context-queries";

/** Returns the context usage of the branch that ends in `leaf`; null until it is known. */
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

/** Context report of the shown branch, for the row where the model's context begins. */
export const TrimmedContext = createContext<ContextReport | null>(null);
