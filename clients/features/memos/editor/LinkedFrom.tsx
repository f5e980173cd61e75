import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { MemoName } from "../MemoName";
import { linkedFromQuery } from "../memo-queries";

/** Lists the memos that link to this one. */
export function LinkedFrom({ memoId }: { memoId: string }) {
  const text = useText("memos");
  const memos = useQuery(linkedFromQuery(memoId)).data?.items ?? [];
  if (memos.length === 0) return null;
  return (
    <section aria-label={text("linked_from")} className="flex flex-col gap-1 border-line border-t pt-4">
      <h2 className="font-medium text-muted text-sm">{text("linked_from")}</h2>
      <ul className="-ms-2 flex flex-col">
        {memos.map((memo) => (
          <li key={memo.id}>
            <AppLink
              to={PLACES.memo(memo.id)}
              className="flex min-h-9 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11"
            >
              <MemoName memo={memo} />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
