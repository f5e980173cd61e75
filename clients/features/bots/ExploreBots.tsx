import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Bot, SearchX } from "lucide-react";
import { BotExamples } from "./BotExamples";
import { BotGrid } from "./BotGrid";
import { exploreQuery } from "./bot-queries";

/** Lists the public bots of others. */
export function ExploreBots({ words }: { words: string }) {
  const text = useText("bots");
  const found = useInfiniteQuery(exploreQuery(words));
  const bots = found.data?.pages.flatMap((page) => page.items) ?? [];
  if (found.isPending) return <SkeletonLines count={6} label={text("loading")} />;
  if (found.isError) return <PanelProblem error={found.error} onRetry={() => void found.refetch()} />;
  if (bots.length === 0 && words)
    return <EmptyState icon={<SearchX />} title={text("none_found", { words })} />;
  if (bots.length === 0)
    return (
      <EmptyState icon={<Bot />} title={text("none_public")} description={text("none_public_hint")}>
        <BotExamples />
      </EmptyState>
    );
  return (
    <div className="flex flex-col items-center gap-6">
      <div className="w-full">
        <BotGrid bots={bots} />
      </div>
      {found.hasNextPage ? (
        <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {text("show_more")}
        </Button>
      ) : null}
    </div>
  );
}
