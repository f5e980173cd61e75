import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { useFind } from "./use-find";

/** Search bar of the PDF viewer: query, number of matches, and buttons for the previous and next match. */
export function FindBar({ find, onClose }: { find: ReturnType<typeof useFind>; onClose: () => void }) {
  const text = useText("library");
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector("input")?.focus(), []);
  const { query, hits, at, over } = find;
  const said =
    hits.length > 0
      ? text("find_count", { at: (at ?? 0) + 1, count: hits.length })
      : over && query.trim() !== ""
        ? text("find_none")
        : "";
  return (
    <search
      ref={bar}
      aria-label={text("find")}
      className="flex flex-none items-center gap-1 border-line border-b bg-surface px-3 py-1.5"
      onKeyDown={(event) => {
        // On a button, Enter presses it.
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        find.step(event.shiftKey ? -1 : 1);
      }}
      onKeyDownCapture={(event) => {
        // Before the field handles it, which would only clear it.
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <SearchField
        label={text("find")}
        clearLabel={text("find_clear")}
        value={query}
        onChange={find.setQuery}
      />
      <span role="status" className="min-w-14 px-1 text-center text-muted text-sm tabular-nums">
        {said}
      </span>
      <IconButton
        size="sm"
        label={text("find_previous")}
        icon={<ChevronUp />}
        disabled={hits.length === 0}
        onClick={() => find.step(-1)}
      />
      <IconButton
        size="sm"
        label={text("find_next")}
        icon={<ChevronDown />}
        disabled={hits.length === 0}
        onClick={() => find.step(1)}
      />
      <IconButton size="sm" label={text("find_close")} icon={<X />} onClick={onClose} />
    </search>
  );
}
