import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Memory, MemorySuggestionState } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useState } from "react";
import { suggestionsQuery } from "./memory-queries";
import { SuggestionCard } from "./SuggestionCard";

const STATES: MemorySuggestionState[] = ["pending", "adopted", "rejected"];

/** Inbox of suggestions: pending ones, and the outcome of earlier ones. */
export function Suggestions({ memory }: { memory: Memory }) {
  const text = useText("memory");
  const [state, setState] = useState<MemorySuggestionState>("pending");
  const list = useInfiniteQuery(suggestionsQuery(state));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Segmented
          label={text("state")}
          value={state}
          options={STATES.map((value) => ({ value, label: text(`states.${value}`) }))}
          onChange={setState}
        />
      </div>
      {list.isPending ? <SkeletonLines count={5} label={text("loading")} /> : null}
      {list.isError && !list.data ? (
        <PanelProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={text(`no_suggestions.${state}`)}
          description={state === "pending" ? text(`learn_hints.${memory.learn}`) : undefined}
        />
      ) : null}
      <ul aria-label={text(`states.${state}`)} className="flex flex-col gap-3">
        {items.map((suggestion) => (
          <SuggestionCard key={suggestion.id} suggestion={suggestion} hasModel={memory.has_model} />
        ))}
      </ul>
      <MoreButton list={list}>{text("show_more")}</MoreButton>
    </div>
  );
}
