import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { toProblem } from "@ensemble/contract/problem-error";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, Paperclip } from "lucide-react";
import { ResourceRow } from "./ResourceRow";
import { resourcesQuery } from "./resource-queries";

/** Lists a conversation's resources of one kind, newest first, each with a link to its message. */
export function ResourceList({
  conversationId,
  kind,
  onJump,
}: {
  conversationId: string;
  kind: "files" | "links";
  /** Called when jumping to a message. */
  onJump: () => void;
}) {
  const text = useText("chat");
  const own = useText("resources");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    resourcesQuery(conversationId, kind),
  );
  if (!data) {
    return error ? (
      <ProblemCard problem={toProblem(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonLines count={6} label={text("resources")} />
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return kind === "files" ? (
      <EmptyState icon={<Paperclip />} title={own("no_files")} />
    ) : (
      <EmptyState icon={<Link />} title={own("no_links")} />
    );
  }
  return (
    <>
      <ul aria-label={own(kind)} className="flex flex-col divide-y divide-line">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={`${item.message_id} ${index}`}>
            <ResourceRow item={item} conversationId={conversationId} onJump={onJump} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button kind="ghost" size="sm" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text("show_more")}
        </Button>
      ) : null}
    </>
  );
}
