import { CopyButton } from "@ensemble/blocks/CopyButton";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { shareOfQuery } from "@ensemble/blocks/sharing/share-queries";
import { toProblem } from "@ensemble/contract/problem-error";
import { day } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const ShareDialog = lazy(() => import("@ensemble/blocks/sharing/ShareDialog"));

/** Shows the conversation's shared page, or the button to create one. */
export function SharedAddress({ conversationId }: { conversationId: string }) {
  const text = useText("chat");
  const own = useText("resources");
  const { locale } = useLocale();
  const [changing, setChanging] = useState(false);
  const { data: share, error, isPending, refetch } = useQuery(shareOfQuery("chat", conversationId));
  if (isPending) return <SkeletonLines count={2} label={own("shared")} />;
  if (error) return <ProblemCard problem={toProblem(error)} onRetry={() => void refetch()} />;
  const change = (
    <Button size="sm" onClick={() => setChanging(true)}>
      {share ? own("change_share") : text("share_chat")}
    </Button>
  );
  return (
    <>
      {share ? (
        <div className="flex flex-col gap-2">
          <div className="flex items-center gap-1">
            <a
              href={share.url}
              target="_blank"
              rel="noopener"
              dir="ltr"
              className="flex min-w-0 flex-1 items-center gap-2 text-sm hover:underline touch:min-h-11"
            >
              <ExternalLink className="size-4 flex-none text-muted" aria-hidden="true" />
              <span className="truncate">{share.url}</span>
            </a>
            <CopyButton size="sm" label={text("copy_link")} content={share.url} />
          </div>
          <p className="text-faint text-xs">
            {share.expired ? own("share_is_over") : text("shared_on", { day: day(share.renewed_at, locale) })}
          </p>
          <div>{change}</div>
        </div>
      ) : (
        <EmptyState icon={<Share2 />} title={own("not_shared")} action={change} />
      )}
      <Suspense>
        {changing ? (
          <ShareDialog kind="chat" subjectId={conversationId} onClose={() => setChanging(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
