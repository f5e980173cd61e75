import type { MemoEntry } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { MemoName } from "../MemoName";
import { memosQuery } from "../memo-queries";

/** Number of suggested memos; typing more of the name narrows them. */
const OFFERED = 8;

/** Selects the memo to link to by its name. Enter takes the first. */
export function LinkDialog({
  memoId,
  onChoose,
  onClose,
}: {
  memoId: string;
  onChoose: (memo: MemoEntry) => void;
  onClose: () => void;
}) {
  const text = useText("memos");
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const memos = useInfiniteQuery(memosQuery({ q, kind: null, tag: null, trash: false }));
  const all = memos.data?.pages.flatMap((page) => page.items) ?? [];
  const offered = all.filter(({ id }) => id !== memoId).slice(0, OFFERED);
  const [first] = offered;
  const fresh = q === words.trim() && memos.data !== undefined && !memos.isPlaceholderData;
  // Enter may come before the results of what was typed.
  const [awaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!awaited || !fresh) return;
    setAwaited(false);
    if (first) onChoose(first);
  }, [awaited, fresh, first, onChoose]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="md"
      title={text("link_memo")}
      description={text("link_memo_hint")}
      closeLabel={text("close")}
    >
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setAwaited(true);
        }}
      >
        <div className="flex">
          <SearchField label={text("search")} clearLabel={text("clear")} value={words} onChange={setWords} />
        </div>
        <ul aria-label={text("memos")} className="flex flex-col">
          {offered.map((memo) => (
            <li key={memo.id}>
              <button
                type="button"
                onClick={() => onChoose(memo)}
                className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-start text-sm hover:bg-hover touch:min-h-11"
              >
                <MemoName memo={memo} />
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className="text-muted text-sm empty:hidden">
          {memos.data && offered.length === 0 ? text("nothing_found") : null}
        </p>
      </form>
    </Dialog>
  );
}
