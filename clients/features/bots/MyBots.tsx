import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { botsQuery } from "@ensemble/blocks/shared-queries";
import type { Bot as BotBody } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Bot, SearchX } from "lucide-react";
import { BotExamples } from "./BotExamples";
import { BotGrid } from "./BotGrid";

/** Lists the bots the person created, marked or talked to. */
export function MyBots({ words }: { words: string }) {
  const text = useText("bots");
  const { data, error, isPending, refetch } = useQuery(botsQuery);
  if (isPending) return <SkeletonLines count={6} label={text("loading")} />;
  if (error) return <PanelProblem error={error} onRetry={() => void refetch()} />;
  const bots = data.items.filter((bot) => matches(bot, words));
  const groups = [
    { title: text("made_by_me"), bots: bots.filter((bot) => bot.mine) },
    { title: text("favorites"), bots: bots.filter((bot) => !bot.mine && (bot.favorited || bot.pinned)) },
    { title: text("recent"), bots: bots.filter((bot) => !bot.mine && !bot.favorited && !bot.pinned) },
  ].filter((group) => group.bots.length > 0);
  if (groups.length === 0 && words)
    return <EmptyState icon={<SearchX />} title={text("none_found", { words })} />;
  if (groups.length === 0)
    return (
      <EmptyState icon={<Bot />} title={text("none_mine")} description={text("none_mine_hint")}>
        <BotExamples />
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-6">
      {groups.map((group) => (
        <section key={group.title} className="flex flex-col gap-3">
          <h2 className="font-medium text-muted text-sm">{group.title}</h2>
          <BotGrid bots={group.bots} />
        </section>
      ))}
    </div>
  );
}

const matches = (bot: BotBody, words: string) =>
  `${bot.name}\n${bot.description}`.toLowerCase().includes(words.toLowerCase());
