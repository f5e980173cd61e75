import { PLACES } from "@ensemble/blocks/places";
import { QUERY_MAX_CHARS } from "@ensemble/contract/generated/limits/chat";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Search, SquarePen, X } from "lucide-react";
import { useDeferredValue, useRef, useState } from "react";
import { SearchFilters } from "../list-search/SearchFilters";
import { SearchHits } from "../list-search/SearchHits";
import { ConversationRows } from "./ConversationRows";
import { ListMenu } from "./ListMenu";

/** List of conversations by day, or search results. */
export function ConversationList() {
  const text = useText("chat");
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState("");
  const [searching, setSearching] = useState(false);
  const wanted = useDeferredValue(words.trim());
  const type = (typed: string, half = false) => {
    setWords(half ? typed : typed === "" ? "" : `${typed} `);
    field.current?.focus();
  };
  return (
    <nav
      aria-label={text("conversations")}
      className="flex h-full min-h-0 flex-col"
      onFocus={(event) => {
        if (event.target === field.current) setSearching(true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setSearching(false);
      }}
    >
      <div className="flex flex-none items-center gap-1 px-3 pt-3 pb-2">
        <div className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md bg-hover ps-2.5 pe-1 focus-within:bg-raised focus-within:shadow-[inset_0_0_0_1px_var(--edge)] touch:h-11">
          <Search className="size-4 text-faint" aria-hidden="true" />
          <input
            ref={field}
            type="search"
            dir="auto"
            aria-label={text("search_conversations")}
            placeholder={text("search_conversations")}
            maxLength={QUERY_MAX_CHARS}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || (words === "" && !searching)) return;
              event.stopPropagation();
              setWords("");
              setSearching(false);
            }}
            className="h-full min-w-0 flex-1 text-ellipsis bg-transparent text-sm outline-none placeholder:text-faint touch:text-base [&::-webkit-search-cancel-button]:hidden"
          />
          {words ? (
            <IconButton size="sm" label={text("clear_search")} icon={<X />} onClick={() => setWords("")} />
          ) : null}
        </div>
        <AppLink
          to={PLACES.newChat}
          aria-label={text("new_chat")}
          className="flex size-9 flex-none items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink touch:size-11"
        >
          <SquarePen className="size-[1.125rem]" aria-hidden="true" />
        </AppLink>
        <ListMenu />
      </div>
      {searching || words !== "" ? <SearchFilters typed={words} onType={type} /> : null}
      {wanted ? <SearchHits words={wanted} /> : <ConversationRows />}
    </nav>
  );
}
