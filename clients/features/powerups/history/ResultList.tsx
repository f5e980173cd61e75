import { CopyButton } from "@ensemble/blocks/CopyButton";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { RESULTS_MAX } from "@ensemble/contract/generated/limits/powerups";
import { dayAndTime, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PowerupResult } from "../operations";
import { clearResultsMutation, deleteResultMutation, resultsQuery } from "./history-queries";

/** Answers of a PowerUP, or of all, newest first; each opens, is copied and deleted. */
export function ResultList({ powerupId }: { powerupId: string | null }) {
  const text = useText("powerups");
  const common = useText("common");
  const { locale } = useLocale();
  const results = useInfiniteQuery(resultsQuery(powerupId));
  if (results.isPending) return <SkeletonLines count={3} label={text("history")} />;
  if (results.isError) return <PanelProblem error={results.error} onRetry={() => void results.refetch()} />;
  const items = results.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <EmptyState icon={<History />} title={text("no_results")} description={text("no_results_hint")} />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <p className="flex-1 text-muted text-sm">
          {text("history_hint", { max: fullNumber(RESULTS_MAX, locale) })}
        </p>
        <ClearButton powerupId={powerupId} />
      </div>
      <ul className="flex flex-col gap-2">
        {items.map((result) => (
          <ResultItem key={result.run_id} result={result} isNamed={powerupId === null} />
        ))}
      </ul>
      {results.hasNextPage ? (
        <Button busy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          {common("show_more")}
        </Button>
      ) : null}
    </div>
  );
}

function ResultItem({ result, isNamed }: { result: PowerupResult; isNamed: boolean }) {
  const common = useText("common");
  const text = useText("powerups");
  const { locale } = useLocale();
  const [open, setOpen] = useState(false);
  const remove = useMutation(deleteResultMutation(useQueryClient()));
  const { run_id, name, icon, title, model_name, answer, created_at } = result;
  const time = dayAndTime(created_at, locale);
  const about = title || answer.slice(0, 200);
  return (
    <li className="flex flex-col rounded-lg bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-w-0 flex-col gap-0.5 rounded-lg px-4 py-3 text-start hover:bg-hover"
      >
        <span className="max-w-full font-medium text-sm">
          <OneLine>{isNamed ? `${icon} ${name}`.trim() : about}</OneLine>
        </span>
        <span className="max-w-full text-muted text-xs">
          <OneLine>{[isNamed ? about : null, time, model_name].filter(Boolean).join(" · ")}</OneLine>
        </span>
      </button>
      {open ? (
        <div className="flex flex-col gap-3 px-4 pb-3">
          <Markdown text={answer} streaming={false} />
          <footer className="flex items-center gap-2 border-line border-t pt-2">
            <CopyButton size="sm" label={text("copy_result")} content={answer} />
            <span className="flex-1" />
            <IconButton
              size="sm"
              label={common("delete")}
              icon={<Trash2 />}
              disabled={remove.isPending}
              onClick={() => remove.mutate(run_id)}
            />
          </footer>
        </div>
      ) : null}
    </li>
  );
}

function ClearButton({ powerupId }: { powerupId: string | null }) {
  const text = useText("powerups");
  const common = useText("common");
  const [asking, setAsking] = useState(false);
  const clear = useMutation(clearResultsMutation(useQueryClient()));
  return (
    <>
      <Button size="sm" kind="ghost" onClick={() => setAsking(true)}>
        {text("clear_history")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text("clear_history_title")}
        description={text("clear_history_hint")}
        confirmLabel={text("clear_history")}
        cancelLabel={common("cancel")}
        danger
        busy={clear.isPending}
        onConfirm={() => clear.mutate(powerupId, { onSettled: () => setAsking(false) })}
        onOpenChange={setAsking}
      />
    </>
  );
}
