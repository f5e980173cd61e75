import { useReferenceKinds } from "@ensemble/blocks/area/shell";
import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useDrafts } from "@ensemble/blocks/drafts/use-draft-text";
import { OneLine } from "@ensemble/blocks/OneLine";
import { api } from "@ensemble/contract/api";
import { REFERENCES_MAX } from "@ensemble/contract/generated/limits/chat";
import type { AttachedThing, OwnFind } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Suggestions } from "../composer/Suggestions";
import { useMentionQuery } from "../composer/use-mention-query";
import { completeReference, referenceAt, stillFound } from "./reference-query";

/** Number of suggestions per kind. */
const FOUND_COUNT = 3;

const ownQuery = (words: string) =>
  queryOptions({
    queryKey: ["chat", "own", words],
    queryFn: ({ signal }) =>
      api.get("/api/search/own", { query: { q: words, limit: FOUND_COUNT, chats: true }, signal }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Query for chats and memos that were used last, which are offered before anything is typed. */
const recentQuery = queryOptions({
  queryKey: ["chat", "own", "recent"],
  queryFn: async ({ signal }): Promise<{ items: OwnFind[] }> => {
    const [chats, memos] = await Promise.all([
      api.get("/api/chat/conversations", { query: { limit: FOUND_COUNT + 1 }, signal }),
      api.get("/api/memos", { query: { limit: FOUND_COUNT }, signal }),
    ]);
    const asFind = (kind: string) => (one: { id: string; title: string; updated_at: string }) => ({
      kind,
      id: one.id,
      title: one.title,
      path: "",
      text: "",
      changed_at: one.updated_at,
    });
    return { items: [...chats.items.map(asFind("chat")), ...memos.items.map(asFind("my_memo"))] };
  },
  staleTime: 10_000,
});

/** Suggests library items for a `#` in the field; the chosen one is given to the model with the message. */
export function ReferenceList({
  seat: { place, conversationId, fieldRef, draft },
  things,
  onChange,
}: {
  seat: Pick<ComposerSeat, "place" | "conversationId" | "fieldRef" | "draft">;
  things: readonly AttachedThing[];
  onChange: (things: readonly AttachedThing[]) => void;
}) {
  const text = useText("mentions");
  const drafts = useDrafts();
  const kinds = useReferenceKinds();
  const [query, dismiss, goTo] = useMentionQuery(fieldRef, draft, referenceAt);
  const words = query?.words.trim() ?? "";
  const found = useQuery(ownQuery(words));
  const recent = useQuery({ ...recentQuery, enabled: query !== null });
  const { data, isPlaceholderData } = words === "" ? recent : found;
  const items = query ? (data?.items ?? []) : [];
  const isNew = ({ kind, id }: OwnFind) =>
    kinds.has(kind) && id !== conversationId && things.every(({ thing_id }) => thing_id !== id);
  const fitting = isPlaceholderData ? stillFound(words, items) : items;
  // A document is found once per passage.
  const once = fitting.filter(({ id }, index) => fitting.findIndex((other) => other.id === id) === index);
  const offered = things.length < REFERENCES_MAX ? once.filter(isNew) : [];

  const choose = ({ kind, id, title }: OwnFind) => {
    if (!query) return;
    const completed = completeReference(draft, query, { title });
    onChange([...things, { of: kind, thing_id: id, title }]);
    drafts.write(place, completed.text, completed.given);
    goTo(completed.cursor);
  };
  return (
    <Suggestions
      fieldRef={fieldRef}
      found={offered}
      label={text("what")}
      count={text("things_found", { count: offered.length })}
      query={`${query?.start} ${words}`}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      onChoose={choose}
      onDismiss={dismiss}
    >
      {(thing) => <Found thing={thing} />}
    </Suggestions>
  );
}

function Found({ thing: { kind: of, title } }: { thing: OwnFind }) {
  const text = useText("mentions");
  const kind = useReferenceKinds().get(of);
  if (!kind) return null;
  const { icon: Icon, label } = kind;
  return (
    <>
      <Icon className="size-4 flex-none text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <OneLine>{title || text("untitled")}</OneLine>
      </span>
      <span className="flex-none text-faint text-xs">{text(label)}</span>
    </>
  );
}
