import { MemoSheet } from "./MemoSheet";

/**
 * Memo without the product around it, for programs that show it in their own window, such as apps on phones.
 */
export function MemoWindow({
  memoId,
  passage,
  isNew,
  alone,
  onDeleted,
}: {
  memoId: string;
  passage?: string;
  isNew: boolean;
  /** True if only the text is shown. */
  alone: boolean;
  onDeleted: () => void;
}) {
  return (
    <main
      className="clear-of-edges h-dvh overflow-y-auto bg-surface"
      data-scroll-restoration-id={`memo ${memoId}`}
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 pt-4 pb-16 sm:px-8">
        <MemoSheet memoId={memoId} passage={passage} isNew={isNew} alone={alone} onDeleted={onDeleted} />
      </div>
    </main>
  );
}
