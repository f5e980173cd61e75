import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Prompt } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookText, Info, SearchX, Star } from "lucide-react";
import { matches } from "./matches";
import { markPromptMutation, promptsQuery } from "./prompt-queries";

interface PromptListProps {
  tab: "mine" | "public";
  words: string;
  onUse: (prompt: Prompt) => void;
  onDetail: (prompt: Prompt) => void;
  onPublic: () => void;
}

/** Lists matching prompts of a tab. */
export function PromptList({ tab, words, onUse, onDetail, onPublic }: PromptListProps) {
  const text = useText("prompts");
  const { data, error, isPending, refetch } = useQuery(promptsQuery(tab));
  const mark = useMutation(markPromptMutation(useQueryClient()));
  if (isPending) return <SkeletonLines count={6} label={text("loading")} />;
  if (error) return <PanelProblem error={error} onRetry={() => void refetch()} />;
  const prompts = data.items.filter((prompt) => matches(prompt, words));
  if (prompts.length === 0 && words.trim())
    return <EmptyState icon={<SearchX />} title={text("none_found", { words: words.trim() })} />;
  if (prompts.length === 0)
    return (
      <EmptyState
        icon={<BookText />}
        title={text("none_mine")}
        description={text("none_mine_hint")}
        action={<Button onClick={onPublic}>{text("tab_public")}</Button>}
      />
    );
  return (
    <ul className="flex flex-col gap-1">
      {prompts.map((prompt) => (
        <li key={prompt.id} className="flex items-start gap-0.5 rounded-md hover:bg-hover">
          <button
            type="button"
            aria-label={text("use_named", { name: prompt.name })}
            className="min-w-0 flex-1 rounded-md px-2.5 py-2 text-start"
            onClick={() => onUse(prompt)}
          >
            <span className="plain-bidi line-clamp-1 break-all font-medium text-sm">{prompt.name}</span>
            <span className="plain-bidi line-clamp-2 text-muted text-sm">
              {prompt.description || prompt.content}
            </span>
          </button>
          <span className="flex flex-none pt-1 pe-1">
            <IconButton
              size="sm"
              label={text(prompt.favorited ? "unfavorite" : "favorite")}
              aria-pressed={prompt.favorited}
              icon={<Star className={prompt.favorited ? "fill-current" : undefined} />}
              onClick={() => mark.mutate({ id: prompt.id, favorited: !prompt.favorited })}
            />
            <IconButton
              size="sm"
              label={text("details_of", { name: prompt.name })}
              icon={<Info />}
              onClick={() => onDetail(prompt)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
