import { type RefObject, useEffect, useState } from "react";
import type { MentionQuery } from "./mentions";

/**
 * Returns the query at a field's cursor, as found by `queryAt`, with functions to dismiss it and to move the
 * cursor.
 */
export function useMentionQuery(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  draft: string,
  queryAt: (text: string, cursor: number) => MentionQuery | null,
): [MentionQuery | null, () => void, (cursor: number) => void] {
  const [cursor, setCursor] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);

  useEffect(() => {
    const onSelect = () => {
      const field = fieldRef.current;
      const focused = field !== null && document.activeElement === field;
      setCursor(focused && field.selectionStart === field.selectionEnd ? field.selectionStart : null);
    };
    document.addEventListener("selectionchange", onSelect);
    fieldRef.current?.addEventListener("input", onSelect);
    const field = fieldRef.current;
    field?.addEventListener("blur", onSelect);
    // Text may have been typed before this was mounted.
    onSelect();
    return () => {
      document.removeEventListener("selectionchange", onSelect);
      field?.removeEventListener("input", onSelect);
      field?.removeEventListener("blur", onSelect);
    };
  }, [fieldRef]);

  const query = cursor === null ? null : queryAt(draft, Math.min(cursor, draft.length));
  if (query === null && dismissed !== null) setDismissed(null);
  return [
    query && query.start !== dismissed ? query : null,
    () => query && setDismissed(query.start),
    (next) => {
      setCursor(next);
      // The chosen name is written into the field first.
      requestAnimationFrame(() => {
        fieldRef.current?.focus();
        fieldRef.current?.setSelectionRange(next, next);
      });
    },
  ];
}
