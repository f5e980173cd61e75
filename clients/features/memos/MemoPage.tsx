import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { MemoEditor } from "./MemoEditor";
import { memoQuery } from "./memo-queries";

/** One memo, to read and to write. `passage`: what an answer took from it. */
export function MemoPage({ memoId, passage = "" }: { memoId: string; passage?: string }) {
  const text = useText("memos");
  const frame = useText("frame");
  const memo = useQuery(memoQuery(memoId));
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id={`memo ${memoId}`}>
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 pt-4 pb-16 sm:px-8 lg:pt-8">
        <AppLink
          to={PLACES.memos}
          className="-ms-2 flex h-9 w-fit items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {text("memos")}
        </AppLink>
        {/* What it is called stands in a field: who goes from heading to heading finds the page all the same. */}
        <h1 className="sr-only">{frame("memo")}</h1>
        {memo.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
        {memo.isError && !memo.data ? (
          <PanelProblem error={memo.error} onRetry={() => void memo.refetch()} />
        ) : null}
        {memo.data ? <MemoEditor key={memo.data.id} memo={memo.data} passage={passage} /> : null}
      </div>
    </div>
  );
}
