import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Memo } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LinkedFrom } from "./editor/LinkedFrom";
import { MemoEditor } from "./editor/MemoEditor";
import { begunWith } from "./memo-places";
import { blankMemo, memoQuery } from "./memo-queries";

/** Content of a memo's page, independent of its surroundings. `alone`: only the text. */
export function MemoSheet({
  memoId,
  passage = "",
  isNew = false,
  alone = false,
  onDeleted,
}: {
  memoId: string;
  passage?: string;
  /** True if an unknown id is a new memo. */
  isNew?: boolean;
  alone?: boolean;
  onDeleted: () => void;
}) {
  const text = useText("memos");
  const frame = useText("frame");
  const tags = begunWith(memoId);
  const query = useQuery(memoQuery(memoId));
  // One that was begun here is there at once, so that nothing that is typed is lost.
  const [blank, setBlank] = useState<Memo | null>(() => (tags ? blankMemo(memoId, tags) : null));
  const isMissing = query.error instanceof ProblemError && query.error.code === "memos.not_found";
  // It stays during refetches, which happen whenever somebody returns to the page.
  if (isNew && isMissing && !blank) setBlank(blankMemo(memoId));
  const memo = query.data ?? blank;
  return (
    <>
      {/* What it is called stands in a field: who goes from heading to heading finds the page all the same. */}
      <h1 className="sr-only">{frame("memo")}</h1>
      {query.isPending && !memo ? <SkeletonLines count={8} label={text("loading")} /> : null}
      {query.isError && !memo ? (
        <PanelProblem error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {memo ? (
        <MemoEditor key={memo.id} memo={memo} passage={passage} alone={alone} onDeleted={onDeleted} />
      ) : null}
      {memo && memo.version > 0 && !alone ? <LinkedFrom memoId={memo.id} /> : null}
    </>
  );
}
