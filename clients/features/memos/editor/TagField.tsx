import { TAG_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import type { Memo } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { changeMemoMutation, memoTagsQuery } from "../memo-queries";

/** Edits the tags of a memo. */
export function TagField({ memo }: { memo: Memo }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const known = useQuery(memoTagsQuery).data?.items ?? [];
  const change = useMutation(changeMemoMutation(useQueryClient()));
  const [typed, setTyped] = useState("");
  const id = useId();
  const set = (tags: string[], onSuccess?: () => void) =>
    change.mutate({ id: memo.id, fields: { tags }, version: null }, { onSuccess });
  return (
    <div className="flex flex-col gap-1.5">
      <ul aria-label={text("tags")} className="flex flex-wrap items-center gap-1.5">
        {memo.tags.map((tag) => (
          <li
            key={tag}
            className="flex h-7 max-w-60 items-center rounded-full bg-accent-soft ps-3 pe-1 text-accent-ink text-sm touch:h-11"
          >
            <span dir="auto" className="truncate">
              {tag}
            </span>
            <button
              type="button"
              aria-label={text("remove_tag", { name: tag })}
              onClick={() => set(memo.tags.filter((other) => other !== tag))}
              className="flex size-6 items-center justify-center rounded-full hover:bg-hover touch:size-11"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
        <li className="min-w-28 flex-1">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim() !== "") set([...memo.tags, typed], () => setTyped(""));
            }}
          >
            <input
              dir="auto"
              aria-label={text("add_tag")}
              placeholder={text("add_tag")}
              enterKeyHint="done"
              maxLength={TAG_MAX_CHARS}
              list={id}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="h-7 w-full max-w-60 rounded-md bg-transparent px-1 text-sm placeholder:text-muted touch:h-11 touch:text-base"
            />
            <datalist id={id}>
              {known
                .filter(({ name }) => !memo.tags.includes(name))
                .map((tag) => (
                  <option key={tag.id} value={tag.name} />
                ))}
            </datalist>
          </form>
        </li>
      </ul>
      {/* spec §5: "Same tag existed" */}
      <p role="alert" className="text-danger text-sm empty:hidden">
        {change.error ? problemText(change.error) : null}
      </p>
    </div>
  );
}
